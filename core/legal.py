"""What a seat may do, and why a move is refused.

`refusal` is the law; `legal` lists what it lets through, as far as faces are known, each equal card once. `Leave`
is always possible for a seat that takes part and is never listed. Nothing here changes the table.
"""

from __future__ import annotations

from typing import assert_never

from .cards import COLOURS, NO_COLOUR, PLAIN_WILD, UNKNOWN
from .errors import Reason
from .moves import Accept, Call, Catch, Challenge, Draw, Keep, Leave, Move, Name, Pass, Play
from .phases import OVER, TURN, Challenged, Drawn, Naming
from .table import Table


def legal(table: Table, seat: int) -> list[Move]:
    """The moves ``seat`` may make now, except `Leave`; equal cards once, the one drawn first."""
    if table.phase is OVER or not table.settled or table.out[seat] is not None:
        return []
    moves: list[Move] = []
    if seat == table.turn:
        match table.phase:
            case Drawn(place):
                _add_plays(table, seat, [place], moves)
                moves.append(Keep())
            case Naming():
                moves += [Name(colour) for colour in range(COLOURS)]
            case Challenged():
                moves += [Accept(), Challenge()]
            case _:
                _add_plays(table, seat, table.hands[seat], moves)
                if table.can_draw:
                    moves.append(Draw())
                elif not moves:
                    moves.append(Pass())
    if _call_refusal(table, seat) is None:
        moves.append(Call())
    others = table.catchable & ~(1 << seat)
    if others:
        moves += [Catch(target) for target in range(len(table.seats)) if others >> target & 1]
    return moves


def _add_plays(table: Table, seat: int, places: list[int], moves: list[Move]) -> None:
    """Add every way to lay one of ``places``: wilds with each colour, and with the call where one card stays behind."""
    faces, backs = table.faces[table.side], table.faces[1 - table.side]
    fitting = table.fitting
    calls = (False, True) if len(table.hands[seat]) == 2 else (False,)
    seen: set[tuple[int, int]] = set()
    for place in places:
        face = faces[place]
        if face == UNKNOWN or not fitting >> face & 1 or (face, backs[place]) in seen:
            continue
        seen.add((face, backs[place]))
        colours = range(COLOURS) if face >= PLAIN_WILD else (NO_COLOUR,)
        moves += [Play((place,), colour, call) for colour in colours for call in calls]


def refusal(table: Table, seat: int, move: Move) -> Reason | None:
    """Why ``seat`` may not make ``move`` now, or None when it may."""
    if table.phase is OVER:
        return Reason.ROUND_OVER
    if not table.settled:
        return Reason.NOT_SETTLED
    if table.out[seat] is not None:
        return Reason.SEAT_OUT
    match move:
        case Leave():
            return None
        case Call():
            return _call_refusal(table, seat)
        case Catch(target):
            return None if target != seat and table.catchable >> target & 1 else Reason.NOT_CATCHABLE
        case _:
            return Reason.NOT_YOUR_TURN if seat != table.turn else _turn_refusal(table, seat, move)


def _call_refusal(table: Table, seat: int) -> Reason | None:
    """A call is for a seat that may be caught, or on the own turn with two cards; whether one fits is not asked."""
    if table.catchable >> seat & 1:
        return None
    if table.called >> seat & 1:
        return Reason.CALLED_ALREADY
    own_turn = seat == table.turn and (table.phase is TURN or isinstance(table.phase, Drawn))
    return None if own_turn and len(table.hands[seat]) == 2 else Reason.CALL_TOO_EARLY


def _turn_refusal(  # noqa: C901 - one branch a kind of move
    table: Table, seat: int, move: Play | Draw | Keep | Pass | Name | Challenge | Accept
) -> Reason | None:
    """Why the seat to act may not make the move."""
    phase = table.phase
    if isinstance(phase, Naming) and not isinstance(move, Name):
        return Reason.NAME_FIRST
    if isinstance(phase, Challenged) and not isinstance(move, Accept | Challenge):
        return Reason.CHALLENGE_FIRST
    match move:
        case Play():
            return _play_refusal(table, seat, move)
        case Draw():
            if isinstance(phase, Drawn):
                return Reason.ALREADY_DREW
            return None if table.can_draw else Reason.NOTHING_TO_DRAW
        case Keep():
            return None if isinstance(phase, Drawn) else Reason.NOTHING_DRAWN
        case Pass():
            if isinstance(phase, Drawn):
                return Reason.ALREADY_DREW
            if table.can_draw:
                return Reason.CAN_DRAW
            return Reason.MUST_PLAY if _fits(table, seat) else None
        case Name(colour):
            if not isinstance(phase, Naming):
                return Reason.NOTHING_TO_NAME
            return None if 0 <= colour < COLOURS else Reason.COLOUR_NEEDED
        case Challenge() | Accept():
            return None if isinstance(phase, Challenged) else Reason.NOTHING_TO_CHALLENGE
        case _:
            assert_never(move)


def _fits(table: Table, seat: int) -> bool:
    """Whether a card fits and all may know it: what one seat happens to have seen must not make a pass illegal."""
    faces, fitting = table.faces[table.side], table.fitting
    seen = (place for place in table.hands[seat] if table.discloser is not None or table.public(place, table.side))
    return any(faces[place] != UNKNOWN and fitting >> faces[place] & 1 for place in seen)


def _play_refusal(table: Table, seat: int, move: Play) -> Reason | None:
    if len(move.places) != 1:
        return Reason.ONE_CARD_ONLY
    place = move.places[0]
    hand = table.hands[seat]
    if place not in hand:
        return Reason.CARD_NOT_HELD
    if isinstance(table.phase, Drawn) and place != table.phase.place:
        return Reason.DRAWN_CARD_ONLY
    face = table.faces[table.side][place]
    if face == UNKNOWN:
        return Reason.UNKNOWN_FACE
    if not table.fitting >> face & 1:
        return Reason.DOES_NOT_FIT
    if face >= PLAIN_WILD:
        if not 0 <= move.colour < COLOURS:
            return Reason.COLOUR_NEEDED
    elif move.colour != NO_COLOUR:
        return Reason.COLOUR_NOT_ASKED
    if move.call and len(hand) != 2:
        return Reason.CALL_TOO_EARLY
    return None
