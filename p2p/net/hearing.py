"""How each seat of a table is heard: over its own link and how fast, through whom, or not at all, and for how long.

What is told are pictures for people: nothing follows from them. Must never know sockets, nor what anybody says.
"""

from collections.abc import Callable, Sequence
from typing import Final

from ..messages import Member
from ..notices import LinkState

QUIET_SECONDS: Final = 3.0
"""Silence that is shorter is no news."""


class Hearing:
    """What one peer hears of the others; `own` is its key."""

    def __init__(self, own: bytes) -> None:
        self._own = own
        self._heard: dict[bytes, float] = {}

    def heard(self, key: bytes, now: float) -> None:
        """Note a sign of life, of whomever."""
        if key in self._heard:
            self._heard[key] = now

    def states(
        self,
        members: Sequence[Member],
        round_trip: Callable[[bytes], int | None],
        via: Callable[[bytes], bytes | None],
        now: float,
    ) -> dict[str, LinkState]:
        """Say how every other member is heard; who is new counts as heard now."""
        names = {member.key: member.name for member in members}
        others = [key for key in names if key != self._own]
        self._heard = {key: self._heard.get(key, now) for key in others}
        states: dict[str, LinkState] = {}
        for key in others:
            silent = now - self._heard[key]
            near = via(key)
            states[names[key]] = LinkState(
                round_trip(key),
                names.get(near) if near is not None else None,
                int(silent) if silent >= QUIET_SECONDS else 0,
            )
        return states
