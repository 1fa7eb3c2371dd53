"""What a seat may do: the moves that the law lets through, for an honest seat, as far as faces are known.

Equal cards stand for one move. `Leave` is always possible for a seat that has not left and is never listed, nor is a
catch that would be false. Nothing here changes the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from .cards import (
    COLOURS,
    DRAWING_WILD,
    PLAIN_WILD,
    UNKNOWN,
    FaceSet,
)
from .law import answering, call_refusal, fits, holds, jump_open, may_refuse, wrong_faces
from .laying import add_numbers
from .moves import Accept, Call, Catch, Challenge, Draw, Jump, Keep, Move, Name, Pass, Play, Swap
from .phases import OVER, TURN, Challenged, Drawn, Naming, Pending, Swapping
from .ruling import Side
from .table import Table

DRAW: Final = Draw()
KEEP: Final = Keep()
PASS: Final = Pass()
CALL: Final = Call()
ACCEPT: Final = Accept()
CHALLENGE: Final = Challenge()
_NAMES: Final = tuple(Name(colour) for colour in range(COLOURS))


_KEPT: Final = 512
"""Moves that are listed all the time are made once, for so many places; a long round with its reshuffles has more."""
_PLAIN: Final = [Play((place,)) for place in range(_KEPT)]
_WILD: Final = [[Play((place,), colour) for colour in range(COLOURS)] for place in range(_KEPT)]


def _plays(place: int, face: int) -> list[Play]:
    """The ways to lay a card: a wild with each colour."""
    if face >= PLAIN_WILD:
        return _WILD[place] if place < _KEPT else [Play((place,), colour) for colour in range(COLOURS)]
    return [_PLAIN[place] if place < _KEPT else Play((place,))]


def legal(table: Table, seat: int) -> list[Move]:
    """The moves ``seat`` may make now, except `Leave`; equal cards once, the one drawn first."""
    if table.agenda or table.dues:
        return []
    phase = table.phase
    side = table.sides[table.side]
    if seat == table.turn and phase is TURN:
        moves = _on_turn(table, seat, side)
    elif seat == table.turn and type(phase) is Drawn:
        moves = _on_drawn(table, seat, phase.place, side)
    elif phase is OVER or table.out[seat] is not None:
        return []
    elif seat == table.turn:
        moves = _in_phase(table, seat)
    else:
        moves = _out_of_turn(table, seat) if table.rules.jump_in else []
    if side.catches:
        _add_calls(table, seat, moves)
    return moves


def _on_turn(table: Table, seat: int, side: Side) -> list[Move]:  # noqa: C901 - asked at every move: no calls
    """What may be done on a turn."""
    hand = table.hands[seat]
    faces = table.faces[table.side]
    lays = side.lays[faces[table.discard[-1]]][table.colour + 1]
    moves: list[Move] = []
    if len(hand) > 2 and not side.several:
        seen: FaceSet = 0
        for place in hand:
            face = faces[place]
            if lays[face]:
                if seen >> face & 1 and _repeated(table, seat, hand, place):
                    continue
                seen |= 1 << face
                if face < PLAIN_WILD and place < _KEPT:
                    moves.append(_PLAIN[place])
                elif face != DRAWING_WILD or not _wrongly(table, seat, place):
                    moves += _plays(place, face)
    else:
        _add_each(table, seat, [place for place in hand if lays[faces[place]]], moves)
        if side.several:
            add_numbers(table, seat, moves)
    if moves and not side.free and not side.spared:
        return moves
    idle = not moves or (bool(side.spared) and not fits(table, seat, own=True))
    if side.free or idle:
        if table.draw or table.can_reshuffle:
            moves.append(DRAW)
        elif idle:
            moves.append(PASS)
    return moves


def _add_calls(table: Table, seat: int, moves: list[Move]) -> None:
    """Add the own call, and whom to catch."""
    if call_refusal(table, seat) is None:
        moves.append(CALL)
    others = table.catchable & ~(1 << seat)
    if others:
        moves += [Catch(target) for target in range(len(table.seats)) if others >> target & 1]


def _on_drawn(table: Table, seat: int, place: int, side: Side) -> list[Move]:
    """The drawn card where it fits, and keeping it unless it must be played."""
    faces, rules = table.faces[table.side], table.rules
    if not side.lays[faces[table.discard[-1]]][table.colour + 1][faces[place]]:
        return [KEEP]
    moves: list[Move] = []
    if rules.drawn_card != "may_not":
        _add_each(table, seat, [place], moves)
    if not moves or rules.drawn_card != "must" or may_refuse(table, seat, place):
        moves.append(KEEP)
    return moves


def _in_phase(table: Table, seat: int) -> list[Move]:
    """What the seat to act may do in a phase of its own."""
    match table.phase:
        case Naming():
            return list(_NAMES)
        case Challenged():
            return [*_answers(table, seat), ACCEPT, CHALLENGE]
        case Pending():
            return [*_answers(table, seat), DRAW]
        case Swapping():
            return [Swap(target) for target in table.active if target != seat]
        case _:
            return []


def _add_each(table: Table, seat: int, places: list[int], moves: list[Move]) -> None:
    """Add every way to lay cards that fit, less what the hand forbids: equal cards once, wilds with each colour."""
    faces, cards = table.faces[table.side], len(table.hands[seat])
    barred = table.ruling.no_finish if cards == 1 else 0
    called = cards == 2 and table.rules.call_mode == "catch"
    for place in places:
        face = faces[place]
        if barred >> face & 1 or (len(places) > 1 and _repeated(table, seat, places, place)):
            continue
        if face == DRAWING_WILD and _wrongly(table, seat, place):
            continue
        for play in _plays(place, face):
            moves.append(play)
            if called:
                moves.append(Play(play.places, play.colour, call=True))


def _repeated(table: Table, seat: int, places: Sequence[int], place: int) -> bool:
    """Whether a card looks the same to its holder as one that comes before it."""
    faces = table.faces[table.side]
    face = faces[place]
    for other in places:
        if other == place:
            return False
        if faces[other] == face and _alike(table, seat, place, other):
            return True
    return False


def _alike(table: Table, seat: int, one: int, other: int) -> bool:
    """Whether two cards show their holder the same on every side."""
    for side, rights in enumerate(table.rights):
        faces = table.faces[side]
        shown = faces[one] if rights[one] >> seat & 1 else UNKNOWN
        if shown != (faces[other] if rights[other] >> seat & 1 else UNKNOWN):
            return False
    return True


def _wrongly(table: Table, seat: int, place: int) -> bool:
    """Whether a wild draw card is refused because of what else the hand holds."""
    return table.sides[table.side].enforced and holds(table, seat, wrong_faces(table), place, own=True)


def _answers(table: Table, seat: int) -> list[Move]:
    """The cards that answer a pending draw."""
    moves: list[Move] = []
    answers = answering(table)
    if answers:
        faces = table.faces[table.side]
        found = [p for p in table.hands[seat] if faces[p] != UNKNOWN and answers >> faces[p] & 1]
        _add_each(table, seat, found, moves)
    return moves


def _out_of_turn(table: Table, seat: int) -> list[Move]:
    """The cards that may be laid out of turn."""
    faces, top = table.faces[table.side], table.top
    hand = table.hands[seat]
    same = [place for place in hand if faces[place] == top]
    barred = len(hand) == 1 and table.ruling.no_finish >> top & 1
    if not same or barred or top >= PLAIN_WILD or not jump_open(table):
        return []
    calls = (False, True) if len(hand) == 2 and table.rules.call_mode == "catch" else (False,)
    return [Jump(place, call) for place in same if not _repeated(table, seat, same, place) for call in calls]
