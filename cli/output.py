"""Where text goes: data to stdout, words about it to stderr, one JSON object a line where scripts read.

A reader that went away (a closed pipe) ends the program quietly. Must never know what is said.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Generator
from contextlib import contextmanager, redirect_stdout
from typing import Any, TextIO

from .endings import NobodyReads

# Nobody's name or nickname may drive the terminal: control characters, and those that turn the writing direction.
_CONTROLS = (*range(9), *range(11, 32), *range(127, 160))
_DIRECTIONS = (0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A))
_UNSAFE = dict.fromkeys((*_CONTROLS, *_DIRECTIONS))


def clean(text: str) -> str:
    """``text`` without characters that would act on a terminal; tab and line end stay."""
    return text.translate(_UNSAFE)


@contextmanager
def own_stdout() -> Generator[None]:
    """Keep standard output for ourselves: whatever else prints, plugins above all, prints to stderr."""
    kept = sys.stdout
    with redirect_stdout(sys.stderr):
        _kept.append(kept)
        try:
            yield
        finally:
            _kept.pop()


_kept: list[TextIO] = []


def say(text: str = "") -> None:
    """A line for a person on stdout; raises `NobodyReads`."""
    _write(clean(text) + "\n")


def prompt(text: str) -> None:
    """The beginning of a line that a person ends; raises `NobodyReads`."""
    _write(text)


def tell(text: str) -> None:
    """A line for a person on stderr."""
    print(clean(text), file=sys.stderr, flush=True)


def emit(value: Any) -> None:
    """A JSON value on a line of stdout, of its own; raises `NobodyReads`."""
    _write(json.dumps(value, ensure_ascii=False) + "\n")


def _write(text: str) -> None:
    stream = _kept[-1] if _kept else sys.stdout
    try:
        stream.write(text)
        stream.flush()
    except BrokenPipeError:
        # What is left in the buffer would fail once more when the interpreter ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
        raise NobodyReads from None
