"""``fliptable ai new``: a package for a new AI player.

Must never write over anything.
"""

from __future__ import annotations

from pathlib import Path

from ..plugins.kit.scaffold import BadName, scaffold
from ..plugins.registry import Registry
from .endings import Exit, Stop
from .output import own_stdout, say


def run(name: str) -> Exit:
    """Write it below the current folder, and say what to do with it; raises `Stop`."""
    with own_stdout():
        try:
            root = scaffold(name, Path(), Registry.installed().players)
        except BadName as error:
            raise Stop(Exit.MISUSE, str(error)) from None
        except FileExistsError:
            raise Stop(Exit.MISUSE, f"There is a folder fliptable-{name} already: choose another name.") from None
        except OSError as error:
            raise Stop(Exit.MISUSE, f"fliptable-{name} cannot be written: {error.strerror}.") from None
        say(f"{root} is written. What to do next:")
        for command in (f"cd {root}", "pip install -e '.[test]'", "pytest", f"fliptable play --ai {name}"):
            say(f"  {command}")
        return Exit.DONE
