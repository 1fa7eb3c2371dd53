"""Who has to draw until a card of a colour comes: it goes on although one has come, or stops before."""

from __future__ import annotations

import pytest

from fliptable.core.dues import State
from fliptable.p2p.messages import Body, Claim, Statements
from fliptable.p2p.seat import OwnSeat

from ..forger import Forger, changed, on, sentenced, with_cheat
from .brazen import Brazen
from .tables import drawing

FALSE = {"bad-membership-proof"}


class Greedy(Brazen):
    """Says of a card of the colour that it is none, and so draws on."""

    def _says(self, state: State, *, first: bool) -> bool:
        return not state.no


class Timid(Brazen):
    """Says of the first card that it is of the colour, and so stops."""

    def _says(self, state: State, *, first: bool) -> bool:
        return True


@pytest.mark.parametrize("kind", [Greedy, Timid])
def test_a_lie_about_a_card_that_was_drawn(kind: type[OwnSeat]) -> None:
    board = drawing()
    with_cheat(board, kind)
    sentenced(board, FALSE)


def kept(body: Statements, old: list[Statements]) -> Body | None:
    """Keep the proof of the first card that was drawn, and show it again for the second one."""
    old.append(body)
    return changed(body, claims=old[0].claims) if body != old[0] else None


def other_word(body: Statements) -> Body:
    """The proof of what is so, with the word for what is not."""
    return changed(body, claims=tuple(Claim(not claim.first, claim.proof) for claim in body.claims))


def test_the_proof_of_another_card() -> None:
    board = drawing()
    old: list[Statements] = []
    Forger(board, on(Statements, lambda body: kept(body, old)))
    sentenced(board, FALSE)


def test_the_proof_of_another_set() -> None:
    board = drawing()
    Forger(board, on(Statements, other_word))
    sentenced(board, {"malformed-proof"})
