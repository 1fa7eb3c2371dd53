"""A bar on stderr for work that takes more than a moment, for a person at a terminal and nobody else.

It is gone when the work is done, and where nobody looks nothing is written and nothing is loaded. Must never know what
the work is.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from types import TracebackType
from typing import Final, Self

PATIENCE_SECONDS: Final = 1.0
"""What is done sooner needs no bar."""
STEP_SECONDS: Final = 0.1
"""A bar that moves more often only takes time from the work."""


class Bar:
    """A context in which it may be called with how much of the work is done, and how much there is in all.

    Args:
        label: what is being done.
    """

    def __init__(self, label: str) -> None:
        self._label = label
        self._due = time.monotonic() + PATIENCE_SECONDS
        self._stack = ExitStack()
        self._draw: Callable[[int, int], None] | None = None
        self._seen = _somebody_looks()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stack.close()

    def __call__(self, done: int, total: int) -> None:
        """Show how far it is, when there is a reason to; it may be called as often as one likes."""
        now = time.monotonic()
        if not self._seen or (now < self._due and not (self._draw and done == total)):
            return
        self._due = now + STEP_SECONDS
        if self._draw is None:
            self._draw = _begin(self._stack, self._label)
        self._draw(done, total)


def _somebody_looks() -> bool:
    stream = sys.stderr
    try:
        return stream is not None and stream.isatty() and os.environ.get("TERM") not in ("dumb", "unknown")
    except ValueError:  # closed
        return False


def _begin(stack: ExitStack, label: str) -> Callable[[int, int], None]:
    """Put a bar on the screen; leaving ``stack`` takes it away again, whatever happened."""
    # Loaded here alone: it takes longer than most commands do.
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    columns = TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn()
    bar = Progress(*columns, console=Console(stderr=True), transient=True, auto_refresh=False, redirect_stdout=False)
    stack.enter_context(bar)
    task = bar.add_task(label, total=1)

    def draw(done: int, total: int) -> None:
        bar.update(task, completed=done, total=total, refresh=True)

    return draw
