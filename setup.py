"""Builds the engine as machine code where somebody asks for it; otherwise there is nothing here to build.

`FLIPTABLE_COMPILE=1 pip install --no-build-isolation .` compiles the modules below by mypyc (it needs `pip install mypy
'setuptools>=77'` and a C compiler) and installs them beside their sources, which Python then passes over. They play the
same games several times as fast: tests/core/test_compiled.py, tests/bench/engine.py. Everything else stands in
pyproject.toml.
"""

import os
import shutil
from pathlib import Path

from setuptools import setup

ROOT = Path(__file__).parent
STAGE = ROOT / "build" / "compiled"
COMPILED = (
    "agenda",
    "catching",
    "cut",
    "dealer",
    "disclose",
    "drawing",
    "effects",
    "ends",
    "law",
    "laying",
    "leaving",
    "legal",
    "moves",
    "opening",
    "penalties",
    "phases",
    "play",
    "ruling",
    "scoring",
    "swapping",
    "table",
    "turns",
    "values",
)
"""What a move runs through. Dataclasses with slots cannot be compiled, and nothing else is asked often enough."""


def extensions() -> list:
    """The compiled modules, or none.

    They are compiled from a copy: mypy names a module after the folders it lies in, and this one may have any name.
    """
    if os.environ.get("FLIPTABLE_COMPILE") != "1":
        return []
    from mypyc.build import mypycify  # noqa: PLC0415 - only who compiles has it

    package = STAGE / "fliptable"
    shutil.rmtree(STAGE, ignore_errors=True)
    shutil.copytree(ROOT / "core", package / "core", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "__init__.py", package)
    shutil.copy(ROOT / "py.typed", package)
    sources = [str((package / "core" / f"{name}.py").relative_to(ROOT)) for name in COMPILED]
    os.environ["MYPYPATH"] = str(STAGE)
    return mypycify(["--config-file=", "--explicit-package-bases", *sources], opt_level="3", debug_level="0")


setup(ext_modules=extensions())
