"""A player in the thread that calls: made, told, asked, and awaited where it is ``async``.

Must never know who waits for the answer.
"""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Sequence
from time import monotonic
from typing import TYPE_CHECKING, Final, get_args

from ...core.events import Event
from ...core.moves import Move
from ...core.phases import MatchResult
from ...core.view import View
from ..spec import Context, Player
from .tier import Failed, Late

if TYPE_CHECKING:
    from asyncio import Runner


_AT_ONCE: Final = frozenset({type(None), *get_args(Move)})
"""What nobody need ask whether it can be awaited."""


class Hosted:
    """A player that ``factory`` makes; all its methods run in the thread that calls these.

    Each takes the time, on the monotonic clock, after which an awaitable is given up on by `Late`. What the player
    raises comes out as it is.
    """

    def __init__(self, factory: Callable[[], object]) -> None:
        self._factory = factory
        self._player: Player | None = None
        self._runner: Runner | None = None

    def start(self, context: Context, deadline: float) -> None:
        """Make it anew and let it get ready; raises `Failed` when what was made is no player."""
        made = self._factory()
        if not isinstance(made, Player):
            raise Failed(f"it made a {type(made).__name__} and no Player")
        self._player = made
        self._wait(made.start(context), deadline)

    def hear(self, events: Sequence[Event], deadline: float) -> None:
        """Tell it what happened."""
        self._told(events, deadline)

    def choose(self, events: Sequence[Event], view: View, deadline: float) -> object:
        """Tell it what happened and ask it."""
        return self._wait(self._told(events, deadline).choose(view), deadline)

    def finish(self, events: Sequence[Event], result: MatchResult | None, deadline: float) -> None:
        """Tell it how the match ended."""
        self._wait(self._told(events, deadline).finish(result), deadline)

    def close(self) -> None:
        """Let go of it and of its event loop."""
        self._player = None
        if self._runner is not None:
            self._runner.close()
            self._runner = None

    def _told(self, events: Sequence[Event], deadline: float) -> Player:
        if self._player is None:
            raise Failed("it was never made")
        player = self._player
        if type(player).observe is not Player.observe:  # Who does not listen need not be told.
            for event in events:
                self._wait(player.observe(event), deadline)
        return player

    def _wait(self, value: object, deadline: float) -> object:
        """The value itself, or what it comes to when it is awaitable; raises `Late`."""
        if type(value) in _AT_ONCE or not inspect.isawaitable(value):
            return value
        import asyncio  # noqa: PLC0415 - a fifth of the start of a process, and few players await anything

        if self._runner is None:
            self._runner = asyncio.Runner()
        return self._runner.run(_within(value, deadline - monotonic()))


async def _within(value: Awaitable[object], seconds: float) -> object:
    """Await with a deadline of ours, told apart from a time-out that the player raises itself."""
    import asyncio  # noqa: PLC0415 - as above

    limit = asyncio.timeout(seconds)
    try:
        async with limit:
            return await value
    except TimeoutError:
        if limit.expired():
            raise Late from None
        raise
