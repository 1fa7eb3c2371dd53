"""The one place where a table changes: `apply` a move, `meet` the dues, `start` a round.

After each of them the table is *settled* (somebody may move, or the round is over) or it has `dues`: disclosures
that a network must bring before anything goes on. `learn` and `expose` bring single faces outside that order.
Must never know how a face was proved, or who plays a seat.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from . import events
from .cards import ALL_FACES, NO_COLOUR, UNKNOWN, FaceSet, of
from .disclose import accuse, bind, open_face, seal, state
from .dues import Open, Release, State, Verdict
from .effects import EFFECTS, LAST_EFFECTS
from .errors import IllegalMove
from .events import Event
from .legal import refusal
from .moves import (
    Accept,
    Answer,
    Call,
    Catch,
    Challenge,
    Draw,
    Fact,
    Input,
    Keep,
    Leave,
    Move,
    Name,
    Pass,
    Play,
    Reveal,
)
from .opening import deal, turn_up
from .phases import OPENING, Challenged, Drawn, Naming, Turn
from .steps import (
    begin_turn,
    block,
    draw_out,
    lay_open,
    miss_turn,
    pass_turn,
    pay,
    plan,
    run,
    score,
    tell,
    wild_draw,
)
from .table import BARRIER, LEFT, Step, Table

CALL_PENALTY = 2
"""Cards for a seat that was caught (row 55)."""


def start(table: Table) -> list[Event]:
    """Deal a fresh table and turn up its first card; returns what happened so far."""
    return _begin(table, (deal,))


def open_position(table: Table) -> list[Event]:
    """Go on with a position whose hands are dealt and whose first card is not turned up yet."""
    return _begin(table, (turn_up,))


def _begin(table: Table, step: Step) -> list[Event]:
    assert table.phase is OPENING
    assert not table.agenda
    mark = len(table.history)
    plan(table, step)
    run(table)
    return table.history[mark:]


def apply(table: Table, seat: int, move: Move) -> list[Event]:  # noqa: C901 - one branch a kind of move
    """Make a move; returns what happened so far, which is more after `meet` when dues stand.

    Raises:
        IllegalMove: the rules refuse the move; the table is as it was.
    """
    reason = refusal(table, seat, move)
    if reason is not None:
        raise IllegalMove(reason)
    mark = len(table.history)
    match move:
        case Play():
            _play(table, seat, move)
        case Draw():
            _close_windows(table)
            table.passes = 0
            plan(table, (draw_out, seat, 1), (_drew, seat))
        case Keep():
            _void_call(table, seat)
            tell(table, events.Kept, seat)
            pass_turn(table)
        case Pass():
            _pass(table, seat)
        case Name(colour):
            _name(table, seat, colour)
        case Accept():
            _accept(table, seat)
        case Challenge():
            _challenge(table, seat)
        case Call():
            table.called |= 1 << seat
            table.catchable &= ~(1 << seat)
            tell(table, events.Called, seat)
        case Catch(target):
            _catch(table, seat, target)
        case Leave():
            _leave(table, seat)
        case _:
            assert_never(move)
    run(table)
    return table.history[mark:]


def attempt(table: Table, seat: int, move: Move) -> tuple[Table, list[Event]]:
    """The table after a move, and what happened; ``table`` itself stays as it is.

    Raises:
        IllegalMove: the rules refuse the move, or it would have to read a face that is not known.
    """
    after = table.clone()
    after.listening = True
    return after, apply(after, seat, move)


def meet(table: Table, inputs: Sequence[Input]) -> list[Event]:  # noqa: C901 - one branch a kind of due
    """Meet all dues of the current item and go on; returns what happened, and new dues may stand then.

    Raises:
        ValueError: ``inputs`` do not meet the dues; the caller has not checked them.
    """
    facts: dict[tuple[int, int], FaceSet] = {}
    answer: Answer | None = None
    for item in inputs:
        match item:
            case Reveal(place, side, face):
                learn(table, place, side, face)
            case Fact(place, side, faces):
                facts[place, side] = faces
            case Answer():
                answer = item
            case _:
                assert_never(item)
    for due in table.dues:
        match due:
            case Open(place, side) if table.faces[side][place] == UNKNOWN:
                raise ValueError(f"{due} is not met")
            case State(place, side, _, yes, no):
                if facts.get((place, side)) not in ((yes, no) if no else (yes,)):
                    raise ValueError(f"{due} is not met")
                bind(table, place, side, facts[place, side])
            case Verdict():
                if answer is None:
                    raise ValueError(f"{due} is not met")
                table.answer = answer.guilty
                for place in () if answer.guilty else due.places:
                    if facts.get((place, due.side)) != ALL_FACES & ~due.guilty:
                        raise ValueError(f"{due} is not met")
                    bind(table, place, due.side, ALL_FACES & ~due.guilty)
            case _:
                pass
    mark = len(table.history)
    table.dues.clear()
    run(table)
    return table.history[mark:]


def learn(table: Table, place: int, side: int, face: int) -> None:
    """Lay knowledge of a face over the table; rights, and so the digest, stay as they are."""
    table.faces[side][place] = face


def expose(table: Table, place: int) -> None:
    """A card that was shown in a play which came to nothing stays in the hand and is public from now on."""
    table.rights[table.side][place] = table.everyone


def _close_windows(table: Table) -> None:
    """A voluntary action of the seat to act ends every chance to catch (row 54)."""
    table.catchable = 0


def _void_call(table: Table, seat: int) -> None:
    """A call counts for the turn it was made in: with more than one card left at its end it was for nothing (H78)."""
    if len(table.hands[seat]) != 1:
        table.called &= ~(1 << seat)


def _play(table: Table, seat: int, move: Play) -> None:
    """Lay the card, then its effect; the last one ends the round after forced draws and a Flip."""
    place = move.places[0]
    side, hand = table.side, table.hands[seat]
    face = table.faces[side][place]
    before = table.colour_in_force
    hand.remove(place)
    table.discard.append(place)
    table.rights[side][place] = table.everyone  # The share that opens it came with the move.
    table.colour = move.colour
    table.played = True
    table.passes = 0
    _close_windows(table)
    if len(hand) != 1:
        table.called &= ~(1 << seat)
    elif move.call:
        table.called |= 1 << seat
    elif not table.called >> seat & 1:
        table.catchable |= 1 << seat
    tell(table, events.Played, seat, move.places, (face,), side, move.colour, move.call)
    kind = table.sheets[side].kinds[face]
    if hand:
        EFFECTS[kind](table, seat, before)
        return
    plan(table, (lay_open,), BARRIER, (score, seat))
    last = LAST_EFFECTS.get(kind)
    if last is not None:
        last(table, seat, before)


def _drew(table: Table, seat: int) -> None:
    """Whatever was drawn, the seat says itself that it keeps or plays it: nobody else can see whether it fits."""
    table.phase = Drawn(table.hands[seat][-1])


def _pass(table: Table, seat: int) -> None:
    """All in a row have passed: the round is blocked (H105)."""
    _close_windows(table)
    _void_call(table, seat)
    unplayable = ALL_FACES & ~table.fitting
    for place in table.hands[seat]:
        state(table, place, table.side, seat, unplayable, 0)
    table.passes += 1
    tell(table, events.Passed, seat)
    plan(table, BARRIER, (block,) if table.passes >= len(table.active) else (pass_turn,))


def _name(table: Table, seat: int, colour: int) -> None:
    assert isinstance(table.phase, Naming)
    table.colour = colour
    tell(table, events.Named, seat, table.side, colour)
    plan(table, (pay,), (begin_turn, table.phase.next))


def _accept(table: Table, seat: int) -> None:
    assert isinstance(table.phase, Challenged)
    _close_windows(table)
    tell(table, events.Accepted, seat)
    plan(table, wild_draw(table, seat, 0), (pay,), (miss_turn, seat))


def _challenge(table: Table, seat: int) -> None:
    """The accused answers for the cards it held at the play and shows them to the challenger (rows 31 to 39).

    Cards it has to draw for a missing call are still owed, so its hand is what it was (H44).
    """
    phase = table.phase
    assert isinstance(phase, Challenged)
    _close_windows(table)
    tell(table, events.Challenged, seat, phase.by)
    side, accused = table.side, phase.by
    guilty = of(phase.before) if phase.before != NO_COLOUR else 0
    hand = table.hands[accused]
    hidden = tuple(place for place in hand if not table.public(place, side))
    shown = any(guilty >> face & 1 for face in [table.read(p, side) for p in hand if table.public(p, side)])
    accuse(table, accused, () if shown else hidden, side, guilty)
    table.answer = table.answer or shown
    for place in hidden:
        seal(table, place, side, accused, seat)
    plan(table, BARRIER, (_judge, seat, accused, shown))


def _judge(table: Table, seat: int, accused: int, shown: bool) -> None:
    guilty = shown or table.answer
    tell(table, events.Verdict, seat, accused, guilty)
    if not guilty:
        plan(table, wild_draw(table, seat, 2), (pay,), (miss_turn, seat))
    elif table.out[accused] is None:
        plan(table, wild_draw(table, accused, 0), (pay,), (begin_turn, seat))
    else:
        plan(table, (pay,), (begin_turn, seat))


def _catch(table: Table, seat: int, target: int) -> None:
    """The cards are drawn at once, or when the open phase ends (H44, H82)."""
    table.catchable &= ~(1 << target)
    tell(table, events.Caught, seat, target, CALL_PENALTY)
    if isinstance(table.phase, Turn | Drawn):
        plan(table, (draw_out, target, CALL_PENALTY))
    else:
        table.owed[target] = table.owed.get(target, 0) + CALL_PENALTY


def _leave(table: Table, seat: int) -> None:
    """The hand lies open and joins the next reshuffle; an open decision takes its cheapest end (H100 to H102)."""
    phase = table.phase
    table.out[seat] = LEFT
    table.called &= ~(1 << seat)
    table.catchable &= ~(1 << seat)
    table.owed.pop(seat, None)
    table.passes = 0  # Its cards can be drawn now, so nobody's pass says anything any more.
    tell(table, events.Left, seat)
    if table.discloser is None:
        table.dues.append(Release(seat))
    for place in table.hands[seat]:
        for side in range(len(table.sheets)):
            open_face(table, place, side)
    active = table.active
    then: tuple[Step, ...] = ()
    if len(active) == 1:
        then = ((score, active[0]),)
    elif seat != table.turn:
        pass
    elif isinstance(phase, Naming):
        table.colour = 0
        tell(table, events.Named, seat, table.side, 0)
        then = ((pay,), (begin_turn, phase.next))
    elif isinstance(phase, Challenged):
        then = ((pay,), (begin_turn, table.after(seat)))
    else:
        then = ((begin_turn, table.after(seat)),)
    plan(table, BARRIER, *then)
