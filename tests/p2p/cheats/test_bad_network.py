"""The same liars over a network that loses, doubles, delays and mixes up what they and the honest say.

Each kind of lie once: the cheat is named by all, and whoever was only late is not.
"""

from __future__ import annotations

import pytest

from fliptable.p2p.messages import Commit, DrawMove, Event, KeepMove, Key, Mix, PlayMove, Seed, Shares, Yield

from ..forger import Change, Forger, changed, flipped, on, sentenced, with_cheat
from ..steering import peer_at
from ..switchboard import Switchboard
from .crooked import Crooked, Moment, crooked
from .tables import QUICK, ahead, guilty, reshuffled, small
from .test_copied import copied
from .test_lying_accused import Liar

CASES: dict[str, tuple[Change, set[str], set[int] | None]] = {
    "key": (on(Key, lambda body: changed(body, proof=flipped(body.proof))), {"bad-key-proof"}, None),
    "shares": (on(Shares, lambda body: changed(body, proof=flipped(body.proof))), {"bad-share-proof"}, None),
    "move": (
        on(Event, lambda body: changed(body, move=KeepMove())),
        {"illegal-nothing-drawn", "illegal-not-your-turn"},
        None,
    ),
    "digest": (on(Event, lambda body: changed(body, table=bytes(32))), {"table-digest"}, None),
    "seed": (on(Seed, lambda body: changed(body, seed=bytes(32))), {"seed-not-committed"}, None),
    "two commitments": (on(Commit, lambda body: changed(body, commitment=bytes(32))), {"equivocation"}, {2}),
    "two mixes": (
        on(Mix, lambda body: changed(body, decks=(body.decks[0][64:] + body.decks[0][:64], body.decks[1]))),
        {"equivocation", "bad-shuffle-proof"},
        {2},
    ),
    "two yields": (on(Yield, lambda body: changed(body, seen=body.seen * 2)), {"equivocation"}, {2}),
    "two moves": (
        on(Event, lambda body: changed(body, move=DrawMove()) if isinstance(body.move, PlayMove) else None),
        {"equivocation", "illegal-already-drew"},  # it lays the card it drew; another draw is no move at all then
        {2},
    ),
}


def bad(board: Switchboard, delay: float) -> Switchboard:
    board.delay, board.loss, board.twice = delay, 0.1, 0.1
    return board


@pytest.mark.parametrize(("case", "delay"), [(case, (0.1, 1.0)[number % 2]) for number, case in enumerate(CASES)])
def test_a_liar_on_a_bad_network(case: str, delay: float) -> None:
    change, reasons, targets = CASES[case]
    board = bad(small(), delay)
    Forger(board, change, targets)
    sentenced(board, reasons)


@pytest.mark.parametrize(
    ("moment", "seat", "delay"), [(Moment.START, 1, 1.0), (Moment.RESHUFFLE, 2, 0.1), (Moment.BACKGROUND, 0, 0.5)]
)
def test_a_hostile_shuffler_on_a_bad_network(moment: Moment, seat: int, delay: float) -> None:
    board = bad({Moment.START: small, Moment.RESHUFFLE: reshuffled, Moment.BACKGROUND: ahead}[moment](), delay)
    cheat = crooked(board, seat, copied, moment, seat)
    assert board.peers[cheat] is peer_at(board, seat)
    assert isinstance(board.peers[cheat].session.__dict__["_own"], Crooked)
    sentenced(board, {"bad-shuffle-proof"}, cheat=cheat, whole=moment is Moment.START)


@pytest.mark.parametrize("delay", [1.0])
def test_a_lie_about_a_hand_on_a_bad_network(delay: float) -> None:
    board = bad(guilty(), delay)
    with_cheat(board, Liar)
    sentenced(board, {"bad-membership-proof"}, whole=True)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("case", CASES)
def test_a_liar_on_many_bad_networks(case: str, seed: int) -> None:
    change, reasons, targets = CASES[case]
    board = bad(Switchboard(4, seed, QUICK), 0.5)
    Forger(board, change, targets)
    sentenced(board, reasons, whole=True)
