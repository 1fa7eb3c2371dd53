"""How a command ends: the exit codes scripts rely on, and the sentence that goes with them.

Must never know what any command does.
"""

from __future__ import annotations

from enum import IntEnum


class Exit(IntEnum):
    """Exit codes, the same for every command."""

    DONE = 0
    DEFECT = 1
    MISUSE = 2
    REFUSED = 3
    UNREACHED = 4
    UNFINISHED = 5
    INTERRUPTED = 130
    TERMINATED = 143


class Stop(Exception):
    """The command cannot go on: the exit code, and one sentence for stderr that says what to do."""

    def __init__(self, code: Exit, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence


class NobodyReads(Exception):
    """The reader of our output went away; there is nothing left to do."""
