"""A package for a new player, that installs and passes its tests as it is.

Must never write over anything.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from importlib.resources import files
from pathlib import Path
from string import Template
from typing import Final

_NAME: Final = re.compile(r"[a-z][a-z0-9]*(?:[-_][a-z0-9]+)*")
NAME_MAX: Final = 30

_FILES: Final = {
    "pyproject.toml": "new_pyproject.txt",
    "README.md": "new_readme.txt",
    "src/$module/__init__.py": "new_player.txt",
    "src/$module/py.typed": "",
    "tests/test_$module.py": "new_tests.txt",
    ".github/workflows/test.yml": "new_ci.txt",
}
"""What is written, and the template next to this file that it is made of; nothing makes an empty file."""


class BadName(ValueError):
    """This cannot be the name of a new player; the text is one sentence."""


def scaffold(name: str, folder: Path, taken: Collection[str] = ()) -> Path:
    """Write the package of a player into a new folder ``fliptable-NAME`` below ``folder``; returns where it is.

    Args:
        name: what the player will be called.
        folder: where to put it.
        taken: the names of players that there are.

    Raises:
        BadName: no player can have this name, or one has it.
        OSError: the folder is there already (`FileExistsError`), or cannot be written.
    """
    if not _NAME.fullmatch(name) or len(name) > NAME_MAX:
        raise BadName(
            f"{name or 'An empty word'} cannot be a player's name: write up to {NAME_MAX} small letters and digits, "
            "with - or _ between them, beginning with a letter."
        )
    if name in taken:
        raise BadName(f"There is a player called {name} already: choose another name.")
    root = folder / f"fliptable-{name}"
    root.mkdir()
    words = re.split("[-_]", name)
    module = "_".join(["fliptable", *words])
    values = {"name": name, "module": module, "class_name": "".join(map(str.capitalize, words)) + "Player"}
    for target, template in _FILES.items():
        path = root / Template(target).substitute(values)
        path.parent.mkdir(parents=True, exist_ok=True)
        text = files(__package__ or "").joinpath(template).read_text("utf-8") if template else ""
        path.write_text(Template(text).substitute(values), "utf-8")
    return root
