"""Who tells one peer one thing and the others another, in a letter of every kind; also who has lost its journal.

Which story came first does not matter, nor which is true: the two letters together are the proof.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from fliptable.core.moves import Leave, Move
from fliptable.p2p.messages import (
    GAME_BODIES,
    Absent,
    Answer,
    Body,
    Close,
    Commit,
    Dealt,
    DrawMove,
    Event,
    Expel,
    GameBody,
    Key,
    Mix,
    PlayMove,
    Remix,
    Seals,
    Seed,
    Shares,
    Statements,
    Yield,
)
from fliptable.p2p.phases import Task
from fliptable.p2p.seat import OwnSeat

from ..forger import CHEAT, Forger, changed, sentenced, sign, with_cheat
from ..switchboard import Peer, Switchboard, random_player
from .tables import Table, guilty, innocent, reshuffled, small

OTHER: dict[type[GameBody], tuple[Callable[[GameBody], dict[str, object] | None], Table]] = {
    Commit: (lambda body: {"commitment": bytes(32)}, small),
    Key: (lambda body: {"head": bytes(32)}, small),
    Mix: (lambda body: {"head": bytes(32)}, small),
    Dealt: (lambda body: {"transcript": bytes(32)}, small),
    Event: (
        lambda body: {"move": DrawMove()} if isinstance(body, Event) and isinstance(body.move, PlayMove) else None,
        small,
    ),
    Yield: (lambda body: {"seen": body.seen * 2} if isinstance(body, Yield) else None, small),
    Seed: (lambda body: {"seed": b""}, small),
    Shares: (lambda body: {"head": bytes(32)}, small),
    Remix: (lambda body: {"head": bytes(32)}, reshuffled),
    Answer: (lambda body: {"guilty": False}, guilty),
    Seals: (lambda body: {"head": bytes(32)}, guilty),
    Statements: (lambda body: {"head": bytes(32)}, innocent),
}
ELSEWHERE = {
    Close: "nothing follows on it: test_last_slot",
    Expel: "test_expulsion",
    Absent: "whoever votes may vote otherwise, the newest counts: test_away",
}


def test_every_kind_of_letter_is_here() -> None:
    assert {*OTHER, *ELSEWHERE} == set(GAME_BODIES)


@pytest.mark.parametrize(
    ("kind", "targets"),
    [
        pytest.param(kind, targets, marks=() if at % 2 == number else pytest.mark.slow)
        for at, kind in enumerate(OTHER)
        for number, targets in enumerate(({0}, {2}))
    ],
)
def test_two_letters_for_one_address_name_their_sender(kind: type[GameBody], targets: set[int]) -> None:
    """Both find out, at the latest a slot later."""
    fields, table = OTHER[kind]

    def change(body: Body) -> Body | None:
        if not isinstance(body, kind):
            return None
        other = fields(body)
        return changed(body, **other) if other else None

    board = table()
    Forger(board, change, targets)
    sentenced(board, {"equivocation"})


class Forgetful(OwnSeat):
    """Has lost what it sent, and makes it again: the same words, with a fresh proof. So it was two programs at once."""

    def make(self, task: Task) -> GameBody | None:
        body = super().make(task)
        if isinstance(body, Shares) and body.slot > 2 and not self.__dict__.get("_again"):
            self.__dict__["_again"] = super().make(task)
        return body


def test_who_comes_back_without_its_journal_is_two() -> None:
    board = small()
    with_cheat(board, Forgetful)
    sent: set[int] = set()

    def tap(source: int, target: int, data: bytes) -> bytes:
        again = board.peers[CHEAT].session.__dict__["_own"].__dict__.get("_again")
        if source == CHEAT and again is not None and target not in sent:
            second = sign(board, again)
            sent.add(target)
            board.at(board.now + 0.1, lambda: board._deliver(CHEAT, target, second))  # pyright: ignore[reportPrivateUsage]
        return data

    board.tap = tap
    sentenced(board, {"equivocation"})


def hasty(peer: Peer, board: Switchboard) -> Move | None:
    """The cheat leaves when it can."""
    return Leave() if board.peers.index(peer) == CHEAT else random_player(peer, board)


def test_a_second_story_about_leaving() -> None:
    """It has left for one peer, and goes on playing for the other."""
    board = small()
    board.peers[CHEAT].player = hasty
    Forger(
        board,
        lambda body: changed(body, move=DrawMove()) if isinstance(body, Event) else None,
        {2},
    )
    sentenced(board, {"equivocation", "illegal-not-your-turn"})
