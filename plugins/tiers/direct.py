"""A player in the thread that asks, measured after the fact.

Nothing stands between the question and the answer, so this is the fastest tier and the weakest: what hangs hangs
whoever asks, and what exits the process exits it. For players that are trusted, and for whole games inside a process
that somebody else watches. Must never hold what hangs: nobody here could end it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import monotonic
from typing import TypeVar

from ...core.events import Event
from ...core.phases import MatchResult
from ...core.view import View
from ..spec import Context, PlayerSpec
from .hosted import Hosted
from .tier import Failed, Late, account

T = TypeVar("T")


class Direct:
    """The tier without a tier."""

    def __init__(self, spec: PlayerSpec) -> None:
        self._hosted = Hosted(spec.factory)
        self.spent = 0.0

    def start(self, context: Context, seconds: float) -> None:
        """See `Tier`."""
        _measured(lambda deadline: self._hosted.start(context, deadline), seconds)

    def choose(self, events: Sequence[Event], view: View, seconds: float) -> object:
        """See `Tier`."""
        began = monotonic()
        try:
            return _measured(lambda deadline: self._hosted.choose(events, view, deadline), seconds)
        finally:
            self.spent = monotonic() - began

    def finish(self, events: Sequence[Event], result: MatchResult | None, seconds: float) -> None:
        """See `Tier`."""
        _measured(lambda deadline: self._hosted.finish(events, result, deadline), seconds)

    def close(self) -> None:
        """See `Tier`."""
        self._hosted.close()


def _measured(work: Callable[[float], T], seconds: float) -> T:
    deadline = monotonic() + seconds
    try:
        answer = work(deadline)
    except (Late, Failed, KeyboardInterrupt):
        raise
    except BaseException as error:  # SystemExit too: it is the player that stops, not we
        raise Failed(account(error)) from error
    if monotonic() > deadline:
        raise Late
    return answer
