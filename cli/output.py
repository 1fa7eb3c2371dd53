"""Where text goes: data to stdout, words about it to stderr, one JSON object a line where scripts read.

A reader that went away (a closed pipe) ends the program quietly. Must never know what is said.
"""

from __future__ import annotations

import json
import os
import sys
from typing import Any

from .endings import NobodyReads

# Nobody's name or nickname may drive the terminal: control characters, and those that turn the writing direction.
_CONTROLS = (*range(9), *range(11, 32), *range(127, 160))
_DIRECTIONS = (0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A))
_UNSAFE = dict.fromkeys((*_CONTROLS, *_DIRECTIONS))


def clean(text: str) -> str:
    """``text`` without characters that would act on a terminal; tab and line end stay."""
    return text.translate(_UNSAFE)


def say(text: str = "") -> None:
    """A line for a person on stdout; raises `NobodyReads`."""
    _print(clean(text))


def tell(text: str) -> None:
    """A line for a person on stderr."""
    print(clean(text), file=sys.stderr, flush=True)


def emit(value: Any) -> None:
    """A JSON value on a line of stdout, of its own; raises `NobodyReads`."""
    _print(json.dumps(value, ensure_ascii=False))


def _print(line: str) -> None:
    try:
        print(line, flush=True)
    except BrokenPipeError:
        # What is left in the buffer would fail once more when the interpreter ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise NobodyReads from None
