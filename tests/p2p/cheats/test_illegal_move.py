"""A peer that makes moves the rules do not have, out of its turn, or with cards of somebody else."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from fliptable.core.moves import Move, Play
from fliptable.p2p.messages import (
    AcceptMove,
    Body,
    CallMove,
    CatchMove,
    ChallengeMove,
    DrawMove,
    Event,
    KeepMove,
    NameMove,
    PassMove,
    PlayMove,
    SwapMove,
    Yield,
)
from fliptable.p2p.referee import Referee
from fliptable.p2p.seat import OwnSeat, Wish

from ..forger import CHEAT, Forger, changed, head_of, on, referee_of, sentenced, with_cheat
from ..switchboard import Peer, Switchboard, random_player
from .tables import pair, small

HELD = "illegal-card-not-held"
TURN = "illegal-not-your-turn"


def as_event(board: Switchboard, move: Callable[[Referee], object]) -> Callable[[Body], Body | None]:
    """The cheat moves where it would have to yield, so it is somebody else's turn."""

    def change(body: Body) -> Body | None:
        if not isinstance(body, Yield):
            return None
        referee = referee_of(board.peers[CHEAT])
        if body.slot != referee.log.slot or body.seat in referee.table.to_act:
            return None
        chosen = move(referee)
        return Event(*head_of(body), body.slot, referee.digest, chosen) if chosen is not None else None  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]

    return change


OUT_OF_TURN: list[tuple[Callable[[Referee], object], set[str]]] = [
    (lambda _: DrawMove(), {TURN}),
    (lambda _: PassMove(), {TURN}),
    (lambda _: KeepMove(), {TURN, "illegal-nothing-drawn"}),
    (lambda _: NameMove(2), {TURN, "illegal-no-colour-to-name"}),
    (lambda _: SwapMove(0), {TURN, "illegal-no-swap"}),
    (lambda _: ChallengeMove(), {TURN, "illegal-nothing-to-challenge"}),
    (lambda _: AcceptMove(), {TURN, "illegal-nothing-to-accept"}),
    (lambda _: CallMove(), {"illegal-call-too-early"}),
    (lambda _: CatchMove(9), {"illegal-not-catchable"}),
]


@pytest.mark.parametrize(("move", "reasons"), OUT_OF_TURN)
def test_a_move_out_of_turn(move: Callable[[Referee], object], reasons: set[str]) -> None:
    board = small()
    Forger(board, as_event(board, move))
    sentenced(board, reasons)


def others_card(referee: Referee) -> int:
    """A card in the next hand."""
    seat = next(seat for seat, hand in enumerate(referee.table.hands) if hand and seat != referee.table.turn)
    return referee.table.hands[seat][0]


@pytest.mark.parametrize("where", ["nowhere", "hand", "pile", "discard", "twice"])
def test_a_card_that_is_not_held(where: str) -> None:
    board = small()
    reasons = {HELD}

    def change(body: Event) -> Event | None:
        referee = referee_of(board.peers[CHEAT])
        move, table = body.move, referee.table
        if not isinstance(move, PlayMove) or not move.points or body.seat != table.turn:
            return None
        if where == "twice":
            reasons.update({"share-not-owed", "illegal-one-card-only"})
            return changed(body, move=changed(move, places=move.places * 2))
        place = {"nowhere": 60000, "hand": others_card(referee), "pile": table.draw[0], "discard": table.discard[0]}
        return changed(body, move=changed(move, places=(place[where],)))

    Forger(board, on(Event, change))
    sentenced(board, reasons)


def test_a_table_that_is_not_there() -> None:
    board = small()
    Forger(board, on(Event, lambda body: changed(body, table=bytes(32))))
    sentenced(board, {"table-digest"})


class Brazen(OwnSeat):
    """Sends what its player wants, whatever the rules say."""

    def _stale(self, wish: Wish) -> str | None:
        return None


def misfit(peer: Peer, board: Switchboard) -> Move | None:
    """The cheat lays a card that does not fit."""
    view = peer.session.view()
    assert view is not None
    if board.peers.index(peer) == CHEAT and view.seat in view.to_act:
        legal = {move.places[0] for move in view.legal if isinstance(move, Play)}
        for card in view.hand:
            if card.place not in legal:
                return Play((card.place,))
    return random_player(peer, board)


def test_a_card_that_does_not_fit() -> None:
    """It is held, and opened rightly."""
    board = small()
    for peer in board.peers:
        peer.player = misfit
    with_cheat(board, Brazen)
    sentenced(board, {"illegal-does-not-fit", "illegal-colour-missing"})


def test_what_was_never_drawn_cannot_be_kept() -> None:
    board = pair()
    Forger(board, on(Event, lambda body: changed(body, move=KeepMove())))
    sentenced(board, {"illegal-nothing-drawn", TURN})
