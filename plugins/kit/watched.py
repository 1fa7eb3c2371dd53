"""A player under observation: what it does to its view, what it prints, which threads it leaves.

Must never know what is made of it.
"""

from __future__ import annotations

import os
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final

from ...core.events import Event
from ...core.phases import MatchResult
from ...core.table import FIELDS, Table
from ...core.view import View
from ..spec import Context, PlayerSpec
from ..tiers.direct import Direct

THREAD_SECONDS: Final = 1.0
"""How long a thread may take to end once its player is let go of."""

_COMPARED: Final = tuple(name for name in FIELDS if name not in ("discloser", "history"))
"""What is written out before and after a question; of what happened, which only grows, the length has to do."""

Say = Callable[[Mapping[str, Any]], None]
"""Tells the parent something, as JSON values."""


class Watched(Direct):
    """A player in the calling thread: before each question the parent hears of it, after it the view is looked at."""

    def __init__(self, spec: PlayerSpec, say: Say, where: str) -> None:
        super().__init__(spec)
        self._say = say
        self.where = where
        self.mutated = ""
        self.took: list[float] = []  # milliseconds

    def start(self, context: Context, seconds: float) -> None:
        """See `Tier`."""
        self._announce(seconds)
        super().start(context, seconds)

    def choose(self, events: Sequence[Event], view: View, seconds: float) -> object:
        """See `Tier`."""
        self._announce(seconds)
        seat = view.seat
        before, began = _state(view, seat), time.perf_counter()
        try:
            return super().choose(events, view, seconds)
        finally:
            self.took.append((time.perf_counter() - began) * 1000)
            if not self.mutated and _state(view, seat) != before:
                self.mutated = self.where

    def finish(self, events: Sequence[Event], result: MatchResult | None, seconds: float) -> None:
        """See `Tier`."""
        self._announce(seconds)
        super().finish(events, result, seconds)

    def _announce(self, seconds: float) -> None:
        self._say({"at": self.where, "seconds": seconds})


def _state(view: View, seat: int) -> str:
    """All that a view is made of, and what is kept for every view of a table."""
    table: Table = view._table  # pyright: ignore[reportPrivateUsage] - what a player may have changed
    kept = [getattr(table, name) for name in _COMPARED]
    return repr((view.seat, kept, len(table.history), sorted(View(table, seat).unseen().items())))


@contextmanager
def noise() -> Generator[Callable[[], str]]:
    """Lead standard output and error to a file; gives what reads the first line there."""
    with tempfile.TemporaryFile() as file:
        kept = [os.dup(number) for number in (1, 2)]
        sys.stdout.flush()
        sys.stderr.flush()
        for number in (1, 2):
            os.dup2(file.fileno(), number)

        def first() -> str:
            sys.stdout.flush()
            sys.stderr.flush()
            file.seek(0)
            return file.readline(200).decode("utf-8", "replace").strip() or ("a blank line" if file.tell() else "")

        try:
            yield first
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            for number, copy in zip((1, 2), kept, strict=True):
                os.dup2(copy, number)
                os.close(copy)


def left(before: set[threading.Thread]) -> list[str]:
    """What does not end: the names of threads that were not there before, and processes."""
    until = time.monotonic() + THREAD_SECONDS
    while (found := _running(before)) and time.monotonic() < until:
        time.sleep(0.02)
    return found


def _running(before: set[threading.Thread]) -> list[str]:
    threads = [thread.name for thread in threading.enumerate() if thread not in before]
    return [*threads, "a process"] if _has_children() else threads


def _has_children() -> bool:
    """Whether a child of this process runs; those that have ended are buried on the way. Windows cannot say."""
    if not hasattr(os, "WNOHANG"):
        return False
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        return False
    return True
