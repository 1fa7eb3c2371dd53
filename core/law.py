"""The law: why a move is refused.

Some rules ask whether a hand holds a card of some kind. Nobody else sees that, so such a move is judged in two ways:
by what all may know (public faces, and what was stated of others), for a move of another seat, which then has to state
what its cards are not; and by every face known here (``own``), which a program owes to its own seat. With a trusted
dealer both are the same. Nothing here changes the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from .cards import (
    ACTIONS,
    COLOURS,
    DRAWING_WILD,
    NO_COLOUR,
    PLAIN_WILD,
    SYMBOLS_PER_COLOUR,
    UNKNOWN,
    WILDS,
    FaceSet,
    Kind,
)
from .disclose import known_in
from .errors import Reason
from .moves import Accept, Call, Catch, Challenge, Draw, Jump, Keep, Leave, Move, Name, Pass, Play, Swap
from .penalties import pending_kind
from .phases import OVER, TURN, Challenged, Drawn, Naming, Pending, Swapping
from .ruling import WILD_DRAW
from .table import LEFT, Table


def refusal(table: Table, seat: int, move: Move, *, own: bool = False) -> Reason | None:
    """Why ``seat`` may not make ``move`` now, or None when it may; ``own``: judged by every face known here."""
    if table.phase is OVER:
        return Reason.ROUND_OVER
    if not table.settled:
        return Reason.NOT_SETTLED
    if isinstance(move, Leave):  # Seats that are out of the round may still leave the match.
        return Reason.SEAT_OUT if table.out[seat] == LEFT else None
    if table.out[seat] is not None:
        return Reason.SEAT_OUT
    match move:
        case Call() | Catch() if table.rules.call_mode != "catch":
            return Reason.NOT_IN_RULES
        case Call():
            return call_refusal(table, seat)
        case Catch(target):
            return _catch_refusal(table, seat, target)
        case Jump():
            return _jump_refusal(table, seat, move)
        case _:
            return Reason.NOT_YOUR_TURN if seat != table.turn else _turn_refusal(table, seat, move, own)


def call_refusal(table: Table, seat: int) -> Reason | None:
    """A call is for a seat that may be caught, or on the own turn with two cards; whether one fits is not asked."""
    if table.catchable >> seat & 1:
        return None
    if table.called >> seat & 1:
        return Reason.CALLED_ALREADY
    playing = table.phase is TURN or isinstance(table.phase, Drawn)
    answering = table.rules.answers_draws and isinstance(table.phase, Pending | Challenged)
    own_turn = seat == table.turn and (playing or answering)
    return None if own_turn and len(table.hands[seat]) == 2 else Reason.CALL_TOO_EARLY


def _catch_refusal(table: Table, seat: int, target: int) -> Reason | None:
    """With a price on it a false catch is a move, one a seat while the chance stands (row 57)."""
    if target == seat or target not in table.active:
        return Reason.NOT_CATCHABLE
    if table.catchable >> target & 1:
        return None
    if not table.rules.false_catch_penalty:
        return Reason.NOT_CATCHABLE
    return Reason.TRIED_ALREADY if table.tried >> seat & 1 else None


def _jump_refusal(table: Table, seat: int, move: Jump) -> Reason | None:
    """A card that looks the same as the one just played, before anybody acts (H117 to H119)."""
    rules, hand = table.rules, table.hands[seat]
    if not rules.jump_in:
        return Reason.NOT_IN_RULES
    if move.place not in hand:
        return Reason.CARD_NOT_HELD
    if not jump_open(table):
        return Reason.JUMP_TOO_LATE
    if seat == table.turn:
        return Reason.JUMP_OWN_TURN
    face = table.faces[table.side][move.place]
    if face == UNKNOWN:
        return Reason.UNKNOWN_FACE
    if face >= PLAIN_WILD or table.top >= PLAIN_WILD:
        return Reason.NO_WILD_JUMP
    if face != table.top:
        return Reason.JUMP_NOT_IDENTICAL
    return _finish_refusal(table, seat, face, 1) or _flag_refusal(table, seat, move.call, 1)


def _turn_refusal(  # noqa: C901 - one branch a kind of move
    table: Table, seat: int, move: Play | Draw | Keep | Pass | Name | Challenge | Accept | Swap, own: bool
) -> Reason | None:
    """Why the seat to act may not make the move."""
    phase = table.phase
    if isinstance(phase, Naming) and not isinstance(move, Name):
        return Reason.NAME_FIRST
    if isinstance(phase, Swapping) and not isinstance(move, Swap):
        return Reason.SWAP_FIRST
    if isinstance(phase, Challenged) and not isinstance(move, Accept | Challenge | Play):
        return Reason.CHALLENGE_FIRST
    if isinstance(phase, Pending) and not isinstance(move, Draw | Play):
        return Reason.ANSWER_FIRST
    match move:
        case Play():
            return _play_refusal(table, seat, move, own)
        case Draw():
            return _draw_refusal(table, seat, own)
        case Keep():
            if not isinstance(phase, Drawn):
                return Reason.NOTHING_DRAWN
            return Reason.MUST_PLAY_DRAWN if _must_play_drawn(table, seat, phase.place, own) else None
        case Pass():
            if isinstance(phase, Drawn):
                return Reason.ALREADY_DREW
            if table.can_draw:
                return Reason.CAN_DRAW
            return Reason.MUST_PLAY if fits(table, seat, own=own) else None
        case Name(colour):
            if not isinstance(phase, Naming):
                return Reason.NOTHING_TO_NAME
            return None if 0 <= colour < COLOURS else Reason.COLOUR_NEEDED
        case Challenge() | Accept():
            return None if isinstance(phase, Challenged) else Reason.NOTHING_TO_CHALLENGE
        case Swap(target):
            if not isinstance(phase, Swapping):
                return Reason.NOTHING_TO_SWAP if table.rules.seven_zero else Reason.NOT_IN_RULES
            return Reason.SWAP_TARGET if target == seat or target not in table.active else None
        case _:
            assert_never(move)


def fits(table: Table, seat: int, *, own: bool) -> bool:
    """Whether the seat has to lay a card: what only it has seen must not make another's judgement.

    A wild draw card that fits counts, unless two of them make each other wrong: those oblige nobody (H37). Who does not
    see the hand can tell only when every card was spoken of.
    """
    layable, spared = table.layable(seat), table.ruling.spared
    if layable & spared:
        hand, side = table.hands[seat], table.side
        if own or table.discloser is not None:
            alone = [table.faces[side][place] for place in hand].count(DRAWING_WILD) == 1
        else:
            said = [known_in(table, place, side, spared) for place in hand]
            alone = said.count(True) == 1 and None not in said
        if alone:
            return True
        layable &= ~spared
    return holds(table, seat, layable, own=own)


def _draw_refusal(table: Table, seat: int, own: bool) -> Reason | None:
    phase = table.phase
    if isinstance(phase, Drawn):
        return Reason.ALREADY_DREW
    if isinstance(phase, Pending):
        return None
    if not table.can_draw:
        return Reason.NOTHING_TO_DRAW
    return Reason.MUST_PLAY if not table.rules.voluntary_draw and fits(table, seat, own=own) else None


def _must_play_drawn(table: Table, seat: int, place: int, own: bool) -> bool:
    """Whether the drawn card may not be kept; to others a wild draw card always may."""
    rules = table.rules
    if rules.drawn_card != "must":
        return False
    layable = table.layable(seat)
    if own or table.discloser is not None:
        face = table.faces[table.side][place]
        return face != UNKNOWN and bool(layable >> face & 1) and not may_refuse(table, seat, place)
    obliging = layable if rules.wild_draw_mode == "free" else layable & ~WILD_DRAW
    return bool(known_in(table, place, table.side, obliging))


def _play_refusal(table: Table, seat: int, move: Play, own: bool) -> Reason | None:  # noqa: C901 - the law, in order
    rules, phase = table.rules, table.phase
    hand = table.hands[seat]
    if len(move.places) != 1 and not rules.multi_play:
        return Reason.ONE_CARD_ONLY
    if not move.places or len(set(move.places)) != len(move.places) or not set(move.places) <= set(hand):
        return Reason.CARD_NOT_HELD
    if isinstance(phase, Drawn):
        if rules.drawn_card == "may_not":
            return Reason.NOT_IN_RULES
        if move.places != (phase.place,):
            return Reason.DRAWN_CARD_ONLY
    faces = table.faces[table.side]
    if any(faces[place] == UNKNOWN for place in move.places):
        return Reason.UNKNOWN_FACE
    place, face = move.places[0], faces[move.places[0]]
    reason = _fit_refusal(table, seat, face)
    if reason is None and len(move.places) > 1:
        reason = _number_refusal(table, move.places)
    if reason is None:
        reason = _finish_refusal(table, seat, face, len(move.places))
    if reason is not None:
        return reason
    if face >= PLAIN_WILD:
        if not 0 <= move.colour < COLOURS:
            return Reason.COLOUR_NEEDED
    elif move.colour != NO_COLOUR:
        return Reason.COLOUR_NOT_ASKED
    enforced = face == DRAWING_WILD and rules.wild_draw_mode == "enforce"
    if enforced and holds(table, seat, wrong_faces(table), place, own=own):
        return Reason.HOLDS_COLOUR
    return _flag_refusal(table, seat, move.call, len(move.places))


def _fit_refusal(table: Table, seat: int, face: int) -> Reason | None:
    """Whether a face may follow on what lies there."""
    if isinstance(table.phase, Pending | Challenged):
        if not table.rules.answers_draws:
            return Reason.CHALLENGE_FIRST
        return None if answering(table) >> face & 1 else Reason.DOES_NOT_ANSWER
    if table.fitting >> face & 1:
        return None
    return Reason.WILD_ON_WILD if WILDS >> face & 1 else Reason.DOES_NOT_FIT


def _finish_refusal(table: Table, seat: int, face: int, cards: int) -> Reason | None:
    """Whether a face may be the last card."""
    if len(table.hands[seat]) == cards and table.ruling.no_finish >> face & 1:
        return Reason.ACTION_FINISH if table.sheets[table.side].kinds[face] in ACTIONS else Reason.WILD_FINISH
    return None


def _flag_refusal(table: Table, seat: int, call: bool, cards: int) -> Reason | None:
    """Whether the last card may be called with a play of so many cards."""
    if not call:
        return None
    if table.rules.call_mode != "catch":
        return Reason.NOT_IN_RULES
    return None if len(table.hands[seat]) - cards == 1 else Reason.CALL_TOO_EARLY


def _number_refusal(table: Table, places: Sequence[int]) -> Reason | None:
    """Why these cards may not be laid together: they must be numbers, and one number."""
    faces, kinds = table.faces[table.side], table.sheets[table.side].kinds
    shown = [faces[place] for place in places]
    if any(kinds[face] is not Kind.NUMBER for face in shown):
        return Reason.ONE_NUMBER_ONLY
    return None if len({face % SYMBOLS_PER_COLOUR for face in shown}) == 1 else Reason.ONE_NUMBER_ONLY


def answering(table: Table) -> FaceSet:
    """The faces that answer the pending draw: what stacks on it, or sends it away."""
    phase = table.phase
    if not table.rules.answers_draws or not isinstance(phase, Pending | Challenged):
        return 0
    return table.ruling.answers[pending_kind(table, phase)] | table.ruling.deflects(table.colour_in_force)


def jump_open(table: Table) -> bool:
    """Whether a card was just played and nobody has acted since."""
    return table.phase is TURN and table.played


def wrong_faces(table: Table) -> FaceSet:
    """The faces that forbid to lay a wild draw card now, where that is enforced; the same card never does (H37)."""
    return table.ruling.wrong[table.top][table.colour + 1]


def holds(table: Table, seat: int, faces: FaceSet, but: int = UNKNOWN, *, own: bool = False) -> bool:
    """Whether the hand is known to hold one of ``faces`` besides the card ``but``.

    By what all may know, public faces and what was stated of others, or by every face known here (``own``).
    """
    side, trusted = table.side, own or table.discloser is not None
    known = table.faces[side]
    for place in table.hands[seat]:
        if place == but:
            continue
        if trusted:
            if known[place] != UNKNOWN and faces >> known[place] & 1:
                return True
        elif known_in(table, place, side, faces):
            return True
    return False


def may_refuse(table: Table, seat: int, place: int) -> bool:
    """Whether a drawn card that fits need not be played: a wild draw card that would be played wrongly."""
    rules = table.rules
    if table.faces[table.side][place] != DRAWING_WILD or rules.wild_draw_mode == "free":
        return False
    guilty = table.ruling.guilty(rules.wild_draw_test, table.top, table.colour_in_force)
    if rules.wild_draw_mode == "enforce":
        guilty &= ~WILD_DRAW
    return holds(table, seat, guilty, place, own=True)
