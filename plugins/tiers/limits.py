"""What a player's process may take of the machine, where the platform has a way to say so.

It keeps accidents from the rest of the machine; it is no wall against malice. On Linux memory counts what a process
can write to, as `RLIMIT_DATA` has it; elsewhere this limit may do nothing, and Windows has none of them. Run as a
file it takes the limits upon itself and becomes another program, so it imports nothing of ours. Must never know what
runs under them.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib.util import find_spec
from typing import Final

MEMORY: Final = 2 * 1024**3
"""Bytes a process may write to."""
CPU: Final = 3600
"""Seconds of processor time; nobody waits that long, so this ends only what was left behind."""


def limit_ourselves(*, forever: bool = False) -> None:
    """Put the limits on this process and all that it will start; ``forever`` leaves its time unlimited."""
    try:
        import resource  # noqa: PLC0415 - not on Windows
    except ImportError:
        return
    seconds = resource.RLIM_INFINITY if forever else CPU
    for what, wanted in ((resource.RLIMIT_DATA, MEMORY), (resource.RLIMIT_CPU, seconds), (resource.RLIMIT_CORE, 0)):
        with suppress(OSError, ValueError):
            _, most = resource.getrlimit(what)
            allowed = wanted if most == resource.RLIM_INFINITY else min(wanted, most)
            resource.setrlimit(what, (allowed, most))


def limited(command: Sequence[str]) -> list[str]:
    """The command that runs ``command`` under the limits, as far as there are any."""
    if find_spec("resource") is None:
        return list(command)
    return [sys.executable, "-I", "-S", __file__, *command]


def main() -> None:
    """Become the program that the arguments name."""
    limit_ourselves()
    try:
        os.execvp(sys.argv[1], sys.argv[1:])  # noqa: S606 - the user chose to run it
    except OSError as error:
        sys.exit(f"{sys.argv[1]} cannot be run: {error.strerror}")


if __name__ == "__main__":
    main()
