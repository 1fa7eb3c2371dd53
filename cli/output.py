"""Where text goes: data to stdout, words about it to stderr, one JSON object a line where scripts read.

A reader that went away (a closed pipe) ends the program quietly, and no encoding of a terminal stops a text. Must
never know what is said.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
import textwrap
from collections.abc import Generator
from contextlib import contextmanager, redirect_stdout, suppress
from typing import IO, Any, Final, TextIO

from .endings import Exit, NobodyReads, Stop
from .language import _

STDOUT: Final = 1
STDERR: Final = 2
SPOOLED_MAX: Final = 4000
"""So many bytes of what was printed behind the full screen are told afterwards."""

# Nobody's name or nickname may drive the terminal: control characters, and those that turn the writing direction.
_CONTROLS = (*range(9), *range(11, 32), *range(127, 160))
_DIRECTIONS = (0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A))
_UNSAFE = dict.fromkeys((*_CONTROLS, *_DIRECTIONS))


def clean(text: str) -> str:
    """``text`` without characters that would act on a terminal; tab and line end stay."""
    return text.translate(_UNSAFE)


@contextmanager
def own_stdout() -> Generator[None]:
    """Keep standard output for ourselves: whatever else prints, plugins and what they start, prints to stderr."""
    with _apart(sys.stdout) as kept, redirect_stdout(sys.stderr):
        _kept.append(kept)
        try:
            yield
        finally:
            _kept.pop()


@contextmanager
def own_terminal() -> Generator[TextIO]:
    """Keep the terminal for the full screen, as a stream of its own.

    What anything else prints meanwhile, libraries and plugins and what they start, would break the picture: it is told
    on stderr when the screen is gone, the end of it where it is much.
    """
    stream = _stream()
    stream.flush()
    if os.name == "nt":  # Textual has to find it where it always is
        yield stream
        return
    with (
        os.fdopen(os.dup(stream.fileno()), "w", encoding=stream.encoding, errors="replace") as own,
        tempfile.TemporaryFile() as spool,
    ):
        before = [(number, os.dup(number)) for number in (STDOUT, STDERR)]
        try:
            for number, _ in before:
                os.dup2(spool.fileno(), number)
            yield own
        finally:
            for number, kept in before:
                os.dup2(kept, number)
                os.close(kept)
            _tell_spooled(spool)


def _tell_spooled(spool: IO[bytes]) -> None:
    size = spool.seek(0, os.SEEK_END)
    spool.seek(max(0, size - SPOOLED_MAX))
    for line in spool.read().decode("utf-8", "replace").splitlines():
        tell(line)


_kept: list[TextIO | None] = []


@contextmanager
def _apart(stream: TextIO | None) -> Generator[TextIO | None]:
    """The same output under another descriptor, while the usual one leads to stderr: some write past Python's own."""
    if stream is None or _descriptor(stream) != STDOUT:
        yield stream
        return
    stream.flush()
    apart = os.dup(STDOUT)
    with os.fdopen(apart, "w", encoding=stream.encoding, errors=stream.errors) as own:
        if sys.stderr is not None and _descriptor(sys.stderr) == STDERR:
            os.dup2(STDERR, STDOUT)
        else:
            _lead_nowhere(STDOUT)
        try:
            yield own
        finally:
            os.dup2(apart, STDOUT)


def _descriptor(stream: TextIO) -> int | None:
    try:
        return stream.fileno()
    except (OSError, ValueError):  # closed, or no file at all
        return None


def _lead_nowhere(descriptor: int) -> None:
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, descriptor)
    os.close(nowhere)


def say(text: str = "") -> None:
    """A line for a person on stdout; raises `NobodyReads`, or `Stop` where it cannot be written."""
    _write(clean(text) + "\n")


def state(text: str, indent: int = 0) -> None:
    """A sentence for a person on stdout; a terminal gets it in lines that break between words. Raises as `say` does.

    Args:
        text: the sentence.
        indent: by how many columns the lines after the first are moved to the right.
    """
    _write(_fitted(clean(text), _stream(), indent) + "\n")


def prompt(text: str) -> None:
    """The beginning of a line that a person ends; raises as `say` does."""
    _write(text)


def tell(text: str) -> None:
    """A line for a person on stderr, if anybody looks there; a terminal gets it in lines that break between words."""
    stream = sys.stderr
    if stream is None:
        return
    with suppress(OSError, ValueError):
        print(_fitted(clean(text), stream), file=stream, flush=True)


def _fitted(line: str, stream: TextIO, indent: int = 0) -> str:
    """``line`` in lines that a terminal does not cut inside words, and as it is for everything else."""
    try:
        columns = os.get_terminal_size(stream.fileno()).columns or 80
    except (OSError, ValueError):  # no terminal
        return line
    rest = " " * min(indent, columns // 2)
    width = max(columns, 20)
    return textwrap.fill(line, width, subsequent_indent=rest, break_long_words=False, break_on_hyphens=False)


def emit(value: Any) -> None:
    """A JSON value on a line of stdout, of its own; raises as `say` does."""
    text = json.dumps(value, ensure_ascii=False)
    _write((text if _spelled(text) == text else json.dumps(value)) + "\n")


def _stream() -> TextIO:
    stream = _kept[-1] if _kept else sys.stdout
    if stream is None:
        raise NobodyReads
    return stream


def encodes(text: str) -> bool:
    """Whether stdout has all these characters; false where nobody reads."""
    with suppress(NobodyReads):
        return _spelled(text) == text
    return False


def _spelled(text: str) -> str:
    """``text`` with a question mark for whatever the encoding of stdout does not have."""
    encoding = getattr(_stream(), "encoding", None) or "utf-8"  # behind the full screen stdout is none of a file's
    return text.encode(encoding, "replace").decode(encoding)


def _write(text: str) -> None:
    stream = _stream()
    try:
        stream.write(_spelled(text))
        stream.flush()
    except OSError as error:
        # What is left in the buffer would fail once more when the interpreter ends.
        descriptor = _descriptor(stream)
        if descriptor is not None:
            _lead_nowhere(descriptor)
        if isinstance(error, BrokenPipeError):
            raise NobodyReads from None
        raise Stop(Exit.MISUSE, _("Standard output cannot be written: {why}.").format(why=error.strerror)) from None
