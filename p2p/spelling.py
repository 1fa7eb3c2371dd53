"""Moves as they travel and as core has them, there and back. Must never know whether a move is legal."""

from __future__ import annotations

from collections.abc import Mapping

from ..core.moves import Accept, Call, Catch, Challenge, Draw, Jump, Keep, Leave, Move, Name, Pass, Play, Swap
from .deal.payloads import Shares
from .messages import (
    AcceptMove,
    CallMove,
    CatchMove,
    ChallengeMove,
    DrawMove,
    JumpMove,
    KeepMove,
    LeaveMove,
    NameMove,
    PassMove,
    PlayMove,
    SwapMove,
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


def laid(move: Move) -> tuple[int, ...]:
    """Give the places of the cards that a move lays, in the order of its shares."""
    match move:
        case Play(places):
            return places
        case Jump(place):
            return (place,)
        case _:
            return ()


def to_wire(move: Move, shares: Shares | None = None) -> WireMove:
    """Spell a move; `shares` open the faces that it lays and that are not public yet."""
    points, proof = shares or (b"", b"")
    match move:
        case Play(places, colour, call):
            return PlayMove(places, colour, call, points, proof)
        case Jump(place, call):
            return JumpMove(place, call, points, proof)
        case Name(colour):
            return NameMove(colour)
        case Catch(seat):
            return CatchMove(seat)
        case Swap(seat):
            return SwapMove(seat)
        case _:
            return _PLAIN[move]


def to_core(move: WireMove) -> Move:
    """Read a move."""
    match move:
        case PlayMove():
            return Play(move.places, move.colour, move.call)
        case JumpMove():
            return Jump(move.place, move.call)
        case NameMove():
            return Name(move.colour)
        case CatchMove():
            return Catch(move.seat)
        case SwapMove():
            return Swap(move.seat)
        case _:
            return _PLAIN_BACK[type(move)]
