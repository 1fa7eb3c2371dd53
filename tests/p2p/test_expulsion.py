"""Somebody is proved at fault, in any phase and whatever the wire does: the others agree, and play on without it.

Peers may be a slot apart when it happens. Whatever is done, nobody honest is named, and nobody waits for ever.
"""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from fliptable.core.rules import PRESETS
from fliptable.p2p.messages import (
    Body,
    Close,
    Dealt,
    Event,
    Key,
    Mix,
    OfSlot,
    Seed,
    Shares,
)
from fliptable.p2p.notices import DealtAgain, Waiting
from fliptable.p2p.verify import verify

from .forger import Change, Forger, changed, flipped, head_of, name_of, on, referee_of
from .switchboard import Peer, Switchboard

CHEAT, SECOND = 1, 2
RULES = replace(PRESETS["classic"], hand_size=3, match="rounds", rounds=2)


def false_proof(body: Mix) -> Mix:
    proof = body.proofs[0]
    return changed(body, proofs=(proof[:-32] + flipped(proof[-32:]),))


FAULTS: dict[str, tuple[Change, str]] = {
    "key": (on(Key, lambda body: changed(body, proof=flipped(body.proof))), "bad-key-proof"),
    "mix": (on(Mix, false_proof), "bad-shuffle-proof"),
    "dealt": (on(Dealt, lambda body: Seed(*head_of(body), body.slot, bytes(32))), "unexpected-message"),
    "play": (on(Event, lambda body: changed(body, table=bytes(32))), "table-digest"),
    "dues": (on(Shares, lambda body: changed(body, proof=flipped(body.proof))), "bad-share-proof"),
    "seed": (on(Seed, lambda body: changed(body, seed=bytes(32))), "seed-not-committed"),
    "close": (on(Close, lambda body: changed(body, table=bytes(32))), "table-digest"),
    "next key": (
        on(Key, lambda body: changed(body, proof=flipped(body.proof)) if body.deal == 2 else None),
        "bad-key-proof",
    ),
    "next mix": (on(Mix, lambda body: false_proof(body) if body.deal == 2 else None), "bad-shuffle-proof"),
}
"""A fault of every phase, and of the deal that is made in the background."""


def honest(board: Switchboard, *cheats: int) -> list[Peer]:
    return [peer for number, peer in enumerate(board.peers) if number not in (cheats or (CHEAT,))]


def named(board: Switchboard, peer: Peer) -> set[str]:
    """Give whoever this peer has named: at fault, in its last word, or as silent, on a wire on which nobody is."""
    slow = board.loss > 0 or board.delay > 0.5
    silent = {name for notice in peer.notices if isinstance(notice, Waiting) and not slow for name in notice.names}
    last = {name for name in referee_of(peer).names if peer.ended and name in peer.ended.text}
    return silent | last | {fault.seat for fault in peer.faults}


def went_on(board: Switchboard, *cheats: int, leavers: tuple[int, ...] = ()) -> None:
    """All honest peers end the match together, and name the cheats, once each, and nobody else.

    Every record proves the faults to whoever verifies it, and what came of the match.
    """
    cheats = cheats or (CHEAT,)
    rest = honest(board, *cheats, *leavers)
    board.run(lambda: all(peer.ended for peer in honest(board, *cheats)), limit=3000)
    names = {name_of(board, cheat) for cheat in cheats}
    assert len({str(peer.ended.result) for peer in rest if peer.ended}) == 1, [peer.ended for peer in rest]
    assert len({referee_of(peer).log.head for peer in rest}) == 1
    for peer in rest:
        assert peer.ended is not None
        assert peer.ended.outcome == "finished"
        assert named(board, peer) == {fault.seat for fault in peer.faults} == names
        assert len(peer.faults) == len(names)
        assert {notice.without for notice in peer.notices if isinstance(notice, DealtAgain)} == names
        assert set(referee_of(peer).table.staying) == {referee_of(peer).keys.index(other.key) for other in rest}
        verdict = verify(bytes(peer.record))
        assert [(found.seat, found.reason) for found in verdict.faults] == [
            (fault.seat, fault.reason) for fault in peer.faults
        ]
        assert verdict.complete
        assert verdict.result == peer.ended.result


def put_out(board: Switchboard, *cheats: int) -> None:
    """The program of the seat that was put out ends too, and says why."""
    board.run(lambda: all(board.peers[cheat].ended for cheat in cheats), limit=3000)
    for cheat in cheats:
        ended = board.peers[cheat].ended
        assert ended is not None
        assert ended.outcome in ("void", "finished")  # It may have seen the end before the others saw its last letter.


# One fault.


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("fault", FAULTS)
def test_the_others_go_on_without_who_is_at_fault(fault: str, seats: int) -> None:
    board = Switchboard(seats, 3, RULES)
    change, reason = FAULTS[fault]
    Forger(board, change)
    went_on(board)
    for peer in honest(board):
        assert [found.reason for found in peer.faults] == [reason]
        result = peer.ended.result if peer.ended else None
        assert result is not None
        assert result.audit == "faulty"
        assert name_of(board, CHEAT) not in result.winners
        assert result.rounds == (2 if seats > 2 or fault == "close" else int(fault == "seed"))
    put_out(board, CHEAT)


def in_round(board: Switchboard, number: int, change: Change) -> Change:
    """Change what is said in this round only."""
    return lambda body: change(body) if at(board) and referee_of(board.peers[CHEAT]).table.round == number else None


@pytest.mark.parametrize("fault", ["dealt", "play", "dues", "seed"])
def test_what_was_scored_before_stands(fault: str) -> None:
    board = Switchboard(3, 3, RULES)
    change, _ = FAULTS[fault]
    Forger(board, in_round(board, 2, change))
    board.run(lambda: all(referee_of(peer).rounds == 1 for peer in board.peers if peer.session.referee) and at(board))
    scores = dict(zip(referee_of(board.peers[0]).names, referee_of(board.peers[0]).table.scores, strict=True))
    assert any(scores.values())
    went_on(board)
    end = board.peers[0].ended
    assert end is not None
    assert end.result is not None
    assert all(end.result.scores[name] >= score for name, score in scores.items() if name != name_of(board, CHEAT))


def at(board: Switchboard) -> bool:
    return all(peer.session.referee is not None for peer in board.peers)


# Peers a slot apart.


def apart(seed: int) -> None:
    """One fault somewhere, of which only some are told, on a bad wire; the others see the true letter."""
    dice = random.Random(seed)
    seats = dice.choice((3, 3, 4))
    board = Switchboard(
        seats, seed, RULES, loss=dice.choice((0, 0.1)), twice=dice.choice((0, 0.1)), delay=dice.choice((0.02, 0.3, 1.0))
    )
    kinds = [kind for kind in FAULTS if kind not in ("seed", "close")]
    change, _ = FAULTS[dice.choice(kinds)]
    others = [number for number in range(seats) if number != CHEAT]
    wait = dice.randrange(12)

    def later(body: Body) -> Body | bytes | None:
        return change(body) if not isinstance(body, OfSlot) or body.slot >= wait else None

    Forger(board, later, set(dice.sample(others, dice.randrange(1, seats - 1))))
    went_on(board)


@pytest.mark.parametrize("seed", range(6))
def test_peers_apart_agree(seed: int) -> None:
    apart(seed)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 130))
def test_peers_apart_agree_on_any_wire(seed: int) -> None:
    apart(seed)
