"""Seats that say what suits them of cards that nobody else sees, and prove it as well as they can.

What they prove is a truth about a card that is not there: the one they would like to have, under their own key. More
could only be proved by whoever finds a discrete logarithm.
"""

from __future__ import annotations

import random

from fliptable.core.cards import faces_in
from fliptable.core.dues import State
from fliptable.p2p.deal import group, membership
from fliptable.p2p.deal.randomness import Nonces
from fliptable.p2p.deal.secret import Secret
from fliptable.p2p.deal.seed import Seed
from fliptable.p2p.messages import Claim
from fliptable.p2p.seat import OwnSeat, Wish


class Brazen(OwnSeat):
    """Sends what its player wants, whatever the rules say, and claims what the rules ask for."""

    def _stale(self, wish: Wish) -> str | None:
        return None

    def _claim(self, secret: Secret, state: State, bound: bytes) -> Claim:
        first = self._says(state, first=bool(state.yes >> self._face(state) & 1))
        faces = faces_in(state.yes if first else state.no)
        if self._face(state) in faces:
            return Claim(first, secret.statement((state.place, state.side), faces, bound))
        return Claim(first, phantom(self, secret, state, bound, first=first))

    def _face(self, state: State) -> int:
        return self._referee.table.faces[state.side][state.place]

    def _says(self, state: State, *, first: bool) -> bool:
        """Say in which of the two sets a card is said to lie; `first`: it does lie in the first one."""
        return first or not state.no


def phantom(own: OwnSeat, secret: Secret, state: State, bound: bytes, *, first: bool) -> bytes:
    """Prove of another card, one with a face of the set, what is asked of this one."""
    deal = own.__dict__["_referee"].round.deal
    card = (state.place, state.side)
    left = deal.at(*card).left
    points = deal.points_of(faces_in(state.yes if first else state.no), state.side)
    key = Seed(secret.seed, deal.session, deal.number, own.seat).key()
    rest = group.add(points[0], group.multiply(key, left.a))
    script = deal.statement("membership", own.seat, bound, [card])
    nonces = Nonces(b"", b"", random.Random(own.seat).randbytes)
    return membership.prove(script, deal.keys[own.seat], left.a, rest, points, 0, key, nonces)
