"""Builds the engine as machine code where somebody asks for it; otherwise there is nothing here to build.

`FLIPTABLE_COMPILE=1 pip install --no-build-isolation .` compiles the modules below by mypyc (it needs `pip install mypy
'setuptools>=77'` and a C compiler) and installs them beside their sources, which Python then passes over. They play the
same games about four times as fast, and `monte` sees twice as many moves: tests/test_compiled.py, tests/bench/.
Everything else stands in pyproject.toml.
"""

import os
import shutil
from pathlib import Path

from setuptools import setup

ROOT = Path(__file__).parent
STAGE = ROOT / "build" / "compiled"
COMPILED = (
    "core/agenda",
    "core/cards",
    "core/catching",
    "core/cut",
    "core/dealer",
    "core/disclose",
    "core/drawing",
    "core/effects",
    "core/ends",
    "core/law",
    "core/laying",
    "core/leaving",
    "core/legal",
    "core/moves",
    "core/opening",
    "core/penalties",
    "core/phases",
    "core/play",
    "core/rules",
    "core/ruling",
    "core/sampling",
    "core/scoring",
    "core/swapping",
    "core/table",
    "core/turns",
    "core/values",
    "plugins/players/outlook",
    "plugins/players/weighing",
)
"""What a move runs through, and what looks ahead. A class with slots or lazy attributes cannot be compiled."""


def extensions() -> list:
    """The compiled modules, or none.

    They are compiled from a copy: mypy names a module after the folders it lies in, and this one may have any name.
    """
    if os.environ.get("FLIPTABLE_COMPILE") != "1":
        return []
    from mypyc.build import mypycify  # noqa: PLC0415 - only who compiles has it

    package = STAGE / "fliptable"
    shutil.rmtree(STAGE, ignore_errors=True)
    for folder in ("core", "plugins"):
        shutil.copytree(ROOT / folder, package / folder, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "__init__.py", package)
    shutil.copy(ROOT / "py.typed", package)
    sources = [str((package / f"{name}.py").relative_to(ROOT)) for name in COMPILED]
    os.environ["MYPYPATH"] = str(STAGE)
    return mypycify(["--config-file=", "--explicit-package-bases", *sources], opt_level="3", debug_level="0")


setup(ext_modules=extensions())
