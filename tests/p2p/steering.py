"""Players that look for something special, and what came of it: so that a test is about what it says it is about.

A player here may look into all hands, which no program at a table can.
"""

from __future__ import annotations

from collections.abc import Sequence

from fliptable.core.cards import UNKNOWN
from fliptable.core.events import Event
from fliptable.core.moves import Move, Play
from fliptable.p2p.notices import Happened

from .forger import referee_of
from .switchboard import Peer, Player, Switchboard, random_player


def eager(*kinds: type[Move], otherwise: Player = random_player) -> Player:
    """Make a move of the first of these kinds that is possible; any other move as `otherwise` has it."""

    def player(peer: Peer, board: Switchboard) -> Move | None:
        view = peer.session.view()
        assert view is not None
        for kind in kinds:
            moves = [move for move in view.legal if isinstance(move, kind)]
            if moves:
                return board.random.choice(moves)
        return otherwise(peer, board)

    return player


def laying(*faces: str, otherwise: Player = random_player) -> Player:
    """Lay the first of these that can be laid: an end of the names of faces, "FL" or "7"."""

    def player(peer: Peer, board: Switchboard) -> Move | None:
        view = peer.session.view()
        assert view is not None
        for end in faces:
            for move in view.legal:
                if isinstance(move, Play) and view.sheet.faces[view.card(move.places[0]).front].endswith(end):
                    return move
        return otherwise(peer, board)

    return player


def face_of(board: Switchboard, place: int) -> int:
    """Give the active face of a card as somebody knows it, or `UNKNOWN`."""
    tables = [referee_of(peer).table for peer in board.peers]
    return max((table.faces[table.side][place] for table in tables), default=UNKNOWN)


def events_of(board: Switchboard, seat: int = 0) -> list[Event]:
    """Give what happened, as one peer was told."""
    return [event for n in board.peers[seat].notices if isinstance(n, Happened) for event in n.events]


def types(events: Sequence[Event]) -> list[str]:
    """Give the kinds of events in order."""
    return [event.type for event in events]


def peer_at(board: Switchboard, seat: int) -> Peer:
    """Give the peer that sits on a seat; peers are in another order than seats."""
    key = referee_of(board.peers[0]).keys[seat]
    return next(peer for peer in board.peers if peer.key == key)
