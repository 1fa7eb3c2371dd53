"""What a seat may do, and why a move is refused.

`refusal` is the law; `legal` lists what it lets through for an honest seat, as far as faces are known, each equal card
once. `Leave` is always possible for a seat that has not left and is never listed, nor is a catch that would be false.

Some rules ask whether a hand holds a card of some kind. Nobody else sees that, so such a move is judged in two ways:
by what all may know, for a move of another seat (which then has to state what its cards are not), and by every face
known here (``own``), which a program owes to its own seat. With a trusted dealer both are the same. Nothing here
changes the table.
"""

from __future__ import annotations

from typing import Final, assert_never

from .cards import (
    ACTIONS,
    COLOURS,
    DRAWING_WILD,
    NO_COLOUR,
    PLAIN_WILD,
    UNKNOWN,
    WILDS,
    FaceSet,
)
from .disclose import known_in
from .errors import Reason
from .laying import add_numbers, number_refusal
from .moves import Accept, Call, Catch, Challenge, Draw, Jump, Keep, Leave, Move, Name, Pass, Play, Swap
from .penalties import pending_kind
from .phases import OVER, TURN, Challenged, Drawn, Naming, Pending, Swapping
from .rules import Rules
from .ruling import WILD_DRAW
from .table import LEFT, Table

DRAW: Final = Draw()
KEEP: Final = Keep()
PASS: Final = Pass()
CALL: Final = Call()
ACCEPT: Final = Accept()
CHALLENGE: Final = Challenge()
_NAMES: Final = tuple(Name(colour) for colour in range(COLOURS))


class _Plain(dict[int, Play]):
    """The way to lay a card that is no wild: made once a place, kept for ever, because it is asked for all the time."""

    def __missing__(self, place: int) -> Play:
        self[place] = play = Play((place,))
        return play


class _Wild(dict[int, tuple[Play, ...]]):
    """The ways to lay a wild, one a colour, kept as well."""

    def __missing__(self, place: int) -> tuple[Play, ...]:
        self[place] = plays = tuple(Play((place,), colour) for colour in range(COLOURS))
        return plays


_PLAIN: Final = _Plain()
_WILD: Final = _Wild()


def legal(table: Table, seat: int) -> list[Move]:
    """The moves ``seat`` may make now, except `Leave`; equal cards once, the one drawn first."""
    if table.agenda or table.dues:
        return []
    rules, phase = table.rules, table.phase
    if seat == table.turn and phase is TURN:
        moves = _on_turn(table, table.hands[seat], rules)
    elif seat == table.turn and type(phase) is Drawn:
        moves = _on_drawn(table, seat, phase.place, rules)
    elif phase is OVER or table.out[seat] is not None:
        return []
    elif seat == table.turn:
        moves = _in_phase(table, seat)
    else:
        moves = _out_of_turn(table, seat) if rules.jump_in else []
    if rules.call_mode == "catch":
        _add_calls(table, seat, moves)
    return moves


def _on_turn(table: Table, hand: list[int], rules: Rules) -> list[Move]:
    """What may be done on a turn; this is asked more often than anything else, so the usual case is short."""
    side = table.side
    faces = table.faces[side]
    lays = table.sides[side].lays[faces[table.discard[-1]]][table.colour + 1]
    moves: list[Move] = []
    if len(hand) > 2 and not rules.multi_play:
        fronts: list[int] = []
        plain = _PLAIN
        for place in hand:
            face = faces[place]
            if not lays[face] or (face in fronts and _repeated(table, table.turn, hand, place)):
                continue
            fronts.append(face)
            if face < PLAIN_WILD:
                moves.append(plain[place])
            elif face == PLAIN_WILD or not _wrongly(table, table.turn, place):
                moves += _WILD[place]
    else:
        _add_each(table, table.turn, [place for place in hand if lays[faces[place]]], moves)
        if rules.multi_play:
            add_numbers(table, table.turn, moves)
    idle = not moves or (table.sides[side].spared and not _fits(table, table.turn, own=True))
    if rules.voluntary_draw or idle:
        if table.draw or table.can_reshuffle:
            moves.append(DRAW)
        elif idle:
            moves.append(PASS)
    return moves


def _add_calls(table: Table, seat: int, moves: list[Move]) -> None:
    """Add the own call, and whom to catch."""
    if _call_refusal(table, seat) is None:
        moves.append(CALL)
    others = table.catchable & ~(1 << seat)
    if others:
        moves += [Catch(target) for target in range(len(table.seats)) if others >> target & 1]


def _on_drawn(table: Table, seat: int, place: int, rules: Rules) -> list[Move]:
    """The drawn card where it fits, and keeping it unless it must be played."""
    side = table.side
    faces = table.faces[side]
    if not table.sides[side].lays[faces[table.discard[-1]]][table.colour + 1][faces[place]]:
        return [KEEP]
    moves: list[Move] = []
    if rules.drawn_card != "may_not":
        _add_each(table, seat, [place], moves)
    if not moves or rules.drawn_card != "must" or _may_refuse(table, seat, place):
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
        for play in (_PLAIN[place],) if face < PLAIN_WILD else _WILD[place]:
            moves.append(play)
            if called:
                moves.append(Play(play.places, play.colour, call=True))


def _repeated(table: Table, seat: int, places: list[int], place: int) -> bool:
    """Whether a card looks the same to its holder as one that comes before it."""
    look = table.look(place, seat)
    return next(other for other in places if table.look(other, seat) == look) != place


def _wrongly(table: Table, seat: int, place: int) -> bool:
    """Whether a wild draw card is refused because of what else the hand holds."""
    return table.rules.wild_draw_mode == "enforce" and _holds(table, seat, wrong_faces(table), place, own=True)


def _answers(table: Table, seat: int) -> list[Move]:
    """The cards that answer a pending draw."""
    moves: list[Move] = []
    answers = _answering(table)
    if answers:
        faces = table.faces[table.side]
        found = [p for p in table.hands[seat] if faces[p] != UNKNOWN and answers >> faces[p] & 1]
        _add_each(table, seat, found, moves)
    return moves


def _answering(table: Table) -> FaceSet:
    """The faces that answer the pending draw: what stacks on it, or sends it away."""
    phase = table.phase
    if not table.rules.answers_draws or not isinstance(phase, Pending | Challenged):
        return 0
    return table.ruling.answers[pending_kind(table, phase)] | table.ruling.deflects(table.colour_in_force)


def _out_of_turn(table: Table, seat: int) -> list[Move]:
    """The cards that may be laid out of turn."""
    faces, top = table.faces[table.side], table.top
    hand = table.hands[seat]
    same = [place for place in hand if faces[place] == top]
    barred = len(hand) == 1 and table.ruling.no_finish >> top & 1
    if not same or barred or top >= PLAIN_WILD or not _jump_open(table):
        return []
    calls = (False, True) if len(hand) == 2 and table.rules.call_mode == "catch" else (False,)
    return [Jump(place, call) for place in same if not _repeated(table, seat, same, place) for call in calls]


def _jump_open(table: Table) -> bool:
    return table.phase is TURN and table.played


def wrong_faces(table: Table) -> FaceSet:
    """The faces that forbid to lay a wild draw card now, where that is enforced; the same card never does (H37)."""
    return table.ruling.guilty(table.rules.wild_draw_test, table.top, table.colour_in_force) & ~WILD_DRAW


def _holds(table: Table, seat: int, faces: FaceSet, but: int = UNKNOWN, *, own: bool = False) -> bool:
    """Whether the hand is known to hold one of ``faces`` besides the card ``but``.

    By what all may know, public faces and what was stated of others, or by every face known here (``own``).
    """
    side = table.side
    places = [place for place in table.hands[seat] if place != but]
    if own or table.discloser is not None:
        known = table.faces[side]
        return any(known[place] != UNKNOWN and faces >> known[place] & 1 for place in places)
    return any(known_in(table, place, side, faces) for place in places)


def _may_refuse(table: Table, seat: int, place: int) -> bool:
    """Whether a drawn card that fits need not be played: a wild draw card that would be played wrongly."""
    rules = table.rules
    if table.faces[table.side][place] != DRAWING_WILD or rules.wild_draw_mode == "free":
        return False
    guilty = table.ruling.guilty(rules.wild_draw_test, table.top, table.colour_in_force)
    if rules.wild_draw_mode == "enforce":
        guilty &= ~WILD_DRAW
    return _holds(table, seat, guilty, place, own=True)


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
            return _call_refusal(table, seat)
        case Catch(target):
            return _catch_refusal(table, seat, target)
        case Jump():
            return _jump_refusal(table, seat, move)
        case _:
            return Reason.NOT_YOUR_TURN if seat != table.turn else _turn_refusal(table, seat, move, own)


def _call_refusal(table: Table, seat: int) -> Reason | None:
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
    if not _jump_open(table):
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
            return Reason.MUST_PLAY if _fits(table, seat, own=own) else None
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


def _fits(table: Table, seat: int, *, own: bool) -> bool:
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
    return _holds(table, seat, layable, own=own)


def _draw_refusal(table: Table, seat: int, own: bool) -> Reason | None:
    phase = table.phase
    if isinstance(phase, Drawn):
        return Reason.ALREADY_DREW
    if isinstance(phase, Pending):
        return None
    if not table.can_draw:
        return Reason.NOTHING_TO_DRAW
    return Reason.MUST_PLAY if not table.rules.voluntary_draw and _fits(table, seat, own=own) else None


def _must_play_drawn(table: Table, seat: int, place: int, own: bool) -> bool:
    """Whether the drawn card may not be kept; to others a wild draw card always may."""
    rules = table.rules
    if rules.drawn_card != "must":
        return False
    layable = table.layable(seat)
    if own or table.discloser is not None:
        face = table.faces[table.side][place]
        return face != UNKNOWN and bool(layable >> face & 1) and not _may_refuse(table, seat, place)
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
        reason = number_refusal(table, move.places)
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
    if enforced and _holds(table, seat, wrong_faces(table), place, own=own):
        return Reason.HOLDS_COLOUR
    return _flag_refusal(table, seat, move.call, len(move.places))


def _fit_refusal(table: Table, seat: int, face: int) -> Reason | None:
    """Whether a face may follow on what lies there."""
    if isinstance(table.phase, Pending | Challenged):
        if not table.rules.answers_draws:
            return Reason.CHALLENGE_FIRST
        return None if _answering(table) >> face & 1 else Reason.DOES_NOT_ANSWER
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
