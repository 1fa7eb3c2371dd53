"""A process of ours that leaves nothing behind.

What it writes on its standard error is read off, so that it never blocks, and the end of it is kept for accounts. It
leads a group of its own where the platform has groups: what it starts dies with it, and Ctrl-C in the terminal reaches
only us. Must never know what is said on its two other pipes.
"""

from __future__ import annotations

import atexit
import os
import signal
import subprocess
import threading
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from time import monotonic, sleep
from typing import IO, ClassVar, Final
from weakref import WeakSet

STDERR_KEPT: Final = 4_096
"""Bytes: so much of the end of what a process wrote on its standard error is kept."""
DYING_SECONDS: Final = 0.5
"""So long may a process take from its last word to its end."""

_ALIVE: WeakSet[Process] = WeakSet()


class Process:
    """A process with a group of its own, whose standard error is read off.

    Args:
        command: what to run.

    Raises:
        OSError: it cannot be started.

    Attributes:
        leads: whether a new one gets a group. In a process that is watched so itself, what it starts stays in its own
            group, and is ended with it.
    """

    leads: ClassVar[bool] = True

    def __init__(self, command: Sequence[str]) -> None:
        self._leads = Process.leads
        self._process = subprocess.Popen(  # noqa: S603 - the user chose to run it
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=self._leads,
            creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
        )
        assert self._process.stdin is not None  # noqa: S101
        assert self._process.stdout is not None  # noqa: S101
        assert self._process.stderr is not None  # noqa: S101
        self.input: IO[bytes] = self._process.stdin
        self.output: IO[bytes] = self._process.stdout
        self._said: deque[bytes] = deque()
        self._lock = threading.Lock()
        self._dead = False
        self._listener = in_background(_read_off, self._process.stderr, self._said)
        _ALIVE.add(self)

    def kill(self, patience: float = 0.0) -> None:
        """End it and all its group; harmless when that has happened already.

        ``patience``: seconds that it may take to end by itself, so that `obituary` tells what it died of.
        """
        with self._lock:
            if self._dead:
                return
            self._dead = True
            deadline = monotonic() + patience
            while monotonic() < deadline and not self._ended():
                sleep(0.001)
            # The group first: until we wait for it, nobody else can have its number.
            with suppress(OSError):
                if self._leads and hasattr(os, "killpg"):
                    os.killpg(self._process.pid, signal.SIGKILL)
                else:
                    self._process.kill()
            self._process.wait()
        _ALIVE.discard(self)

    def ended(self) -> bool:
        """Whether it is known to have ended, by itself or by `kill`."""
        return self._dead or (hasattr(os, "waitid") and self._ended())

    def _ended(self) -> bool:
        """Whether it has ended, without taking note of it: as long as nobody does, its number is nobody else's."""
        if not hasattr(os, "waitid"):
            return True
        try:
            return os.waitid(os.P_PID, self._process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None
        except ChildProcessError:  # `kill` has been here meanwhile.
            return True

    def obituary(self) -> str:
        """How it ended, after `kill`, with the last line it said."""
        self._listener.join(1.0)
        code = self._process.returncode
        how = f"it was ended by {_signal_name(-code)}" if code < 0 else f"it ended its process with code {code}"
        return f"{how} ({self.last_words})" if self.last_words else how

    @property
    def last_words(self) -> str:
        """The last line on its standard error, shortened."""
        lines = b"".join(self._said).decode("utf-8", "replace").split("\n")
        return next((" ".join(line.split())[:120] for line in reversed(lines) if line.strip()), "")


def in_background(work: Callable[..., None], *arguments: object) -> threading.Thread:
    """A daemon thread that does some work."""
    thread = threading.Thread(target=work, args=arguments, daemon=True)
    thread.start()
    return thread


def _read_off(pipe: IO[bytes], said: deque[bytes]) -> None:
    """Keep the end of what is said."""
    kept = 0
    with pipe, suppress(OSError):
        while data := os.read(pipe.fileno(), STDERR_KEPT):
            said.append(data)
            kept += len(data)
            while kept - len(said[0]) >= STDERR_KEPT:
                kept -= len(said.popleft())


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


@atexit.register
def _kill_all() -> None:
    for process in list(_ALIVE):
        process.kill()
