"""Who is challenged and guilty, and says that it is innocent; or brings another proof than was asked for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from fliptable.core.dues import State
from fliptable.p2p.deal.secret import Secret
from fliptable.p2p.messages import Body, Claim, GameBody, Statements
from fliptable.p2p.owed import Owed
from fliptable.p2p.phases import Task

from ..forger import Forger, changed, flipped, on, sentenced, with_cheat
from .brazen import Brazen
from .tables import guilty, innocent

FALSE = {"bad-membership-proof"}


class Liar(Brazen):
    """Always says that it is innocent."""

    def _guilty(self, owed: Owed) -> bool:
        return False


@pytest.mark.parametrize("whole", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_a_plea_that_is_a_lie(*, whole: bool) -> None:
    board = guilty()
    with_cheat(board, Liar)
    sentenced(board, FALSE, whole=whole)


class Shuffling(Liar):
    """Speaks of each card but the guilty ones twice, and of those not at all."""

    def _of_due(self, task: Task, owed: Owed, head: tuple[bytes, int, int, bytes]) -> GameBody | None:
        if owed.states:
            clean = [state for state in owed.states if state.yes >> self._face(state) & 1]
            owed = replace(owed, states=tuple((clean * len(owed.states))[: len(owed.states)]))
        return super()._of_due(task, owed, head)


def test_a_proof_of_other_cards_of_the_hand() -> None:
    board = guilty()
    with_cheat(board, Shuffling)
    sentenced(board, FALSE)


class Elsewhere(Brazen):
    """Proves what is true as it would be proved in another slot."""

    def _claim(self, secret: Secret, state: State, bound: bytes) -> Claim:
        return super()._claim(secret, state, flipped(bound))


class OtherSet(Brazen):
    """Proves something that is true and says more: that the card is this very one."""

    def _claim(self, secret: Secret, state: State, bound: bytes) -> Claim:
        return super()._claim(secret, replace(state, yes=1 << self._face(state)), bound)


@pytest.mark.parametrize(("kind", "reasons"), [(Elsewhere, FALSE), (OtherSet, {"malformed-proof"})])
def test_a_true_proof_of_something_else(kind: type[Brazen], reasons: set[str]) -> None:
    board = innocent()
    with_cheat(board, kind)
    sentenced(board, reasons)


def first(body: Statements, claim: Claim) -> Body:
    """Say something else of the first card."""
    return changed(body, claims=(claim, *body.claims[1:]))


Change = Callable[[Statements], Body]
CHANGES: list[tuple[Change, set[str]]] = [
    (lambda body: changed(body, claims=body.claims[1:]), {"statement-count"}),
    (lambda body: changed(body, claims=body.claims + body.claims[:1]), {"statement-count"}),
    (lambda body: changed(body, claims=body.claims[1:] + body.claims[:1]), FALSE),
    (
        lambda body: changed(body, claims=(Claim(False, body.claims[0].proof), *body.claims[1:])),
        {"statement-not-possible"},
    ),
    (lambda body: changed(body, claims=(Claim(True, b""), *body.claims[1:])), {"malformed-proof"}),
    (lambda body: changed(body, claims=(Claim(True, flipped(body.claims[0].proof)), *body.claims[1:])), FALSE),
]


@pytest.mark.parametrize(("change", "reasons"), CHANGES)
def test_a_plea_that_is_true_and_not_proved(change: Change, reasons: set[str]) -> None:
    board = innocent()
    Forger(board, on(Statements, change))
    sentenced(board, reasons)
