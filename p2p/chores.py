"""Heavy work for which nobody has to wait: what can be done in any thread, beside the session.

A chore is a function without arguments that touches nothing of the session; what it gives goes back in by `finish`. One
is out at a time: first our own coming mix is prepared, then mixes of others are checked. Must never open a card.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from .deal.deal import Deal
from .deal.proving import Unproved, first_false
from .referee import Referee
from .seat import OwnSeat

Done = tuple[Deal, Sequence[Unproved], Unproved | None] | None
Chore = Callable[[], Done]
"""Work that touches nothing of the session, and what it gives."""


class Chores:
    """The heavy work of our seat `own` in a session."""

    def __init__(self, referee: Referee, own: OwnSeat) -> None:
        self._referee, self._own = referee, own
        self._busy = False

    def take(self) -> Chore | None:
        """Give the next chore; None while one is out, or where there is nothing to do."""
        chore = None if self._busy else self._next()
        self._busy = self._busy or chore is not None
        return chore

    def finish(self, done: Done) -> None:
        """Take what a chore has given."""
        self._busy = False
        if done is not None:
            self._referee.proved(*done)

    def _next(self) -> Chore | None:
        prepare = self._own.preparation()
        if prepare is not None:
            return partial(_prepare, prepare)
        for deal, items in self._referee.checks():
            # Who has still to mix lets nobody wait for more than one check.
            some = items[:1] if self._own.seat in deal.to_mix else items
            return partial(_check, deal, some, self._own.seat)
        return None


def _prepare(prepare: Callable[[], None]) -> Done:
    prepare()
    return None


def _check(deal: Deal, items: Sequence[Unproved], own: int) -> Done:
    """Check mixes; our own needs none."""
    return deal, items, first_false([item for item in items if item.seat != own])
