"""A process of ours that talks in frames over its own two pipes.

A frame is its length in four bytes, big endian, and so many bytes, or else a line. What the process writes on its
standard error is read off (`process`).

Started by `subprocess` and never by multiprocessing, so that it works in whatever process we are ourselves, a worker
of somebody's pool among them. Must never know what is said in a frame.
"""

from __future__ import annotations

import math
import os
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from queue import Empty, Queue, SimpleQueue
from time import monotonic
from typing import IO, Final, Protocol

from .process import DYING_SECONDS, Process, in_background
from .tier import Late

FRAME_MAX: Final = 64 * 1024 * 1024
"""Bytes; a longer frame is taken for noise and ends the process."""
LINE_MAX: Final = 1_000_000
"""Bytes; the same for a line."""

WAITING_MAX: Final = 8
"""Frames; who says more than is taken has to wait, so that nobody fills our memory."""

LOOK_EVERY: Final = 0.25
"""Seconds between two looks whether a process that says nothing is still there."""

_HEAD: Final = 4


class Gone(Exception):
    """The process has ended; the text says how."""


class Framing(Protocol):
    """How frames follow each other in a pipe."""

    def write(self, pipe: IO[bytes], frame: bytes) -> None:
        """Write one."""
        ...

    def read(self, pipe: IO[bytes]) -> bytes | None:
        """Read one; None at the end. Raises `Gone` where what is read is no frame."""
        ...


class Lengths:
    """Each frame after its length."""

    def write(self, pipe: IO[bytes], frame: bytes) -> None:
        """See `Framing`."""
        pipe.write(len(frame).to_bytes(_HEAD, "big") + frame)

    def read(self, pipe: IO[bytes]) -> bytes | None:
        """See `Framing`."""
        head = pipe.read(_HEAD)
        length = int.from_bytes(head, "big")
        if len(head) < _HEAD:
            return None
        if length > FRAME_MAX:
            raise Gone("it said what makes no sense")
        frame = pipe.read(length)
        return frame if len(frame) == length else None


class Lines:
    """Each frame on a line of its own."""

    def write(self, pipe: IO[bytes], frame: bytes) -> None:
        """See `Framing`."""
        pipe.write(frame + b"\n")

    def read(self, pipe: IO[bytes]) -> bytes | None:
        """See `Framing`."""
        line = pipe.readline(LINE_MAX)
        if len(line) == LINE_MAX:
            raise Gone("it wrote a line that does not end")
        return line if line.endswith(b"\n") else None


class Child:
    """A process that is talked to in frames; other arguments and errors as of `Process`.

    Both ways go through threads, because a pipe may be full, or nobody may answer, whatever the platform.
    """

    def __init__(self, command: Sequence[str], framing: Framing | None = None) -> None:
        self._process = Process(command)
        self._outgoing: SimpleQueue[bytes | None] = SimpleQueue()
        self._incoming: Queue[bytes | Gone] = Queue(WAITING_MAX)
        self._killed = threading.Event()
        self._gone: str | None = None
        framing = framing or Lengths()
        in_background(_write, framing, self._process.input, self._outgoing)
        in_background(_read, framing, self._process.output, self._incoming, self._killed)

    def send(self, frame: bytes) -> None:
        """Send a frame; never waits, and what cannot be sent any more is dropped: `receive` says that it is gone."""
        self._outgoing.put(frame)

    def receive(self, seconds: float | None) -> bytes:
        """The next frame; None waits for as long as it takes.

        Raises:
            Late: there was none within so many seconds.
            Gone: the process has ended, or said what is no frame. It is killed then.
        """
        if self._gone is not None:
            raise Gone(self._gone)
        try:
            frame = self._next(seconds)
        except Empty:
            raise Late from None
        if isinstance(frame, Gone):
            self._process.kill(0.0 if str(frame) else DYING_SECONDS)
            self.kill()
            self._gone = str(frame) or self._process.obituary()
            raise Gone(self._gone)
        return frame

    def _next(self, seconds: float | None) -> bytes | Gone:
        """What comes next; the end also where something that the process has left behind keeps its pipe open."""
        until = monotonic() + (math.inf if seconds is None else max(0.0, seconds))
        while True:
            left = max(0.0, until - monotonic())
            try:
                return self._incoming.get(timeout=min(left, LOOK_EVERY))
            except Empty:
                if self._process.ended():
                    with suppress(Empty):  # Its last words may still be on their way.
                        return self._incoming.get(timeout=DYING_SECONDS)
                    return Gone()
                if left <= LOOK_EVERY:
                    raise

    def finish(self, seconds: float) -> None:
        """Say no more, and let it come to an end by itself for so long before it is killed."""
        self._outgoing.put(None)
        deadline = monotonic() + seconds
        with suppress(Late, Gone):
            while True:
                self.receive(deadline - monotonic())
        self.kill()

    def kill(self) -> None:
        """End the process and its group; what it has said and nobody has taken is dropped."""
        self._process.kill()
        self._outgoing.put(None)
        self._killed.set()
        with suppress(Empty):
            while True:
                self._incoming.get_nowait()


class Parent:
    """The other end, in the process itself: takes its standard input and output for frames with lengths, once for all.

    Whatever prints from then on, what is started included, prints on standard error.
    """

    def __init__(self) -> None:
        Process.leads = False
        self._input = os.fdopen(os.dup(0), "rb")
        self._output = os.fdopen(os.dup(1), "wb")
        nowhere = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nowhere, 0)
        os.close(nowhere)
        os.dup2(2, 1)
        reconfigure = getattr(sys.stdout, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(line_buffering=True)  # Last words have to be out before a process dies.
        self._framing = Lengths()
        self._lock = threading.Lock()

    def receive(self) -> bytes | None:
        """The next frame, as long as it takes; None when the parent is gone."""
        return self._framing.read(self._input)

    def send(self, frame: bytes) -> None:
        """Send a frame, from any thread; raises `OSError` when the parent is gone."""
        with self._lock:
            self._framing.write(self._output, frame)
            self._output.flush()


def python(module: str, *arguments: str) -> list[str]:
    """The command that runs ``main()`` of a module in a new interpreter, as isolated as it can be."""
    return interpreter(f"from {module} import main; main()", *arguments)


def interpreter(code: str, *arguments: str) -> list[str]:
    """The command that runs some code in a new interpreter.

    It looks for modules where we do, so that a source tree, an installed package and plugins are found alike.
    """
    head = f"import sys; sys.path[:] = sys.argv.pop(1).split({os.pathsep!r}); "
    return [sys.executable, "-I", "-c", head + code, os.pathsep.join(sys.path), *arguments]


def _write(framing: Framing, pipe: IO[bytes], frames: SimpleQueue[bytes | None]) -> None:
    with suppress(OSError, ValueError):
        while (frame := frames.get()) is not None:
            framing.write(pipe, frame)
            if frames.empty():
                pipe.flush()
    with suppress(OSError):
        pipe.close()


def _read(framing: Framing, pipe: IO[bytes], frames: Queue[bytes | Gone], killed: threading.Event) -> None:
    end = Gone()
    with pipe, suppress(OSError):
        try:
            while not killed.is_set() and (frame := framing.read(pipe)) is not None:
                frames.put(frame)
        except Gone as gone:
            end = gone
    frames.put(end)
