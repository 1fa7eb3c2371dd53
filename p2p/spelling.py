"""Moves as they travel and as core has them, there and back. Must never know whether a move is legal."""

from __future__ import annotations

from collections.abc import Mapping

from ..core.moves import Accept, Call, Catch, Challenge, Draw, Keep, Leave, Move, Name, Pass, Play
from .deal.payloads import Shares
from .messages import (
    AcceptMove,
    CallMove,
    CatchMove,
    ChallengeMove,
    DrawMove,
    KeepMove,
    LeaveMove,
    NameMove,
    PassMove,
    PlayMove,
    WireMove,
)

_PLAIN: Mapping[Move, WireMove] = {
    Draw(): DrawMove(),
    Keep(): KeepMove(),
    Pass(): PassMove(),
    Challenge(): ChallengeMove(),
    Accept(): AcceptMove(),
    Call(): CallMove(),
    Leave(): LeaveMove(),
}
_PLAIN_BACK: Mapping[type[WireMove], Move] = {type(wire): move for move, wire in _PLAIN.items()}


def to_wire(move: Move, shares: Shares | None = None) -> WireMove:
    """Spell a move; `shares` open the faces of a play that are not public yet."""
    match move:
        case Play(places, colour, call):
            points, proof = shares or (b"", b"")
            return PlayMove(places, colour, call, points, proof)
        case Name(colour):
            return NameMove(colour)
        case Catch(seat):
            return CatchMove(seat)
        case _:
            return _PLAIN[move]


def to_core(move: WireMove) -> Move:
    """Read a move."""
    match move:
        case PlayMove():
            return Play(move.places, move.colour, move.call)
        case NameMove():
            return Name(move.colour)
        case CatchMove():
            return Catch(move.seat)
        case _:
            return _PLAIN_BACK[type(move)]
