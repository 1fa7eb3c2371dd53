"""The one door through which a table changes: `apply` a move, `meet` the dues, `start` a round.

After each of them the table is *settled* (somebody may move, or the round is over) or it has `dues`: disclosures
that a network must bring before anything goes on. `learn` and `expose` bring single faces outside that order.
Must never know how a face was proved, or who plays a seat.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, assert_never

from . import events
from .agenda import plan, run, tell
from .cards import ALL_FACES, DRAWING_WILD, NO_COLOUR, UNKNOWN, FaceSet
from .catching import call_last, catch
from .disclose import bind, known_in, state, state_hand
from .drawing import draw_out, draw_until, pay, take
from .dues import Open, State, Verdict
from .effects import EFFECTS, LAST_EFFECTS, go_on
from .ends import block, go_out
from .errors import IllegalMove
from .events import Event
from .law import refusal, wrong_faces
from .leaving import leave
from .moves import (
    Accept,
    Answer,
    Call,
    Catch,
    Challenge,
    Draw,
    Fact,
    Input,
    Jump,
    Keep,
    Leave,
    Move,
    Name,
    Pass,
    Play,
    Reveal,
    Swap,
)
from .opening import deal, turn_up
from .penalties import challenge, deflect, deflects, give_in
from .phases import OPENING, Drawn, Naming, Pending
from .ruling import WILD_DRAW
from .swapping import swap
from .table import BARRIER, Step, Table
from .turns import begin_turn, pass_turn, void_calls


def start(table: Table) -> list[Event]:
    """Deal a fresh table and turn up its first card; returns what happened so far."""
    return _begin(table, deal)


def open_position(table: Table) -> list[Event]:
    """Go on with a position whose hands are dealt and whose first card is not turned up yet."""
    return _begin(table, turn_up)


def _begin(table: Table, step: Callable[[Table], None]) -> list[Event]:
    assert table.phase is OPENING
    assert not table.agenda
    mark = len(table.history)
    step(table)
    run(table)
    return table.history[mark:]


def apply(table: Table, seat: int, move: Move) -> list[Event]:
    """Make a move; returns what happened so far, which is more after `meet` when dues stand.

    Raises:
        IllegalMove: the rules refuse the move; the table is as it was.
    """
    reason = refusal(table, seat, move)
    if reason is not None:
        raise IllegalMove(reason)
    mark = len(table.history)
    make(table, seat, move)
    return table.history[mark:]


def make(table: Table, seat: int, move: Move) -> None:
    """Make a move out of `legal`, which is not checked again; events go to the history if anybody listens."""
    if isinstance(move, Play):
        _play(table, seat, move)
    elif isinstance(move, Draw):
        _draw(table, seat)
    elif isinstance(move, Keep):
        _keep(table, seat)
    else:
        _OTHERS[type(move)](table, seat, move)
    if table.agenda:
        run(table)


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
            case _:
                pass
    mark = len(table.history)
    table.dues.clear()
    run(table)
    return table.history[mark:]


def learn(table: Table, place: int, side: int, face: int) -> None:
    """Lay knowledge of a face over the table; rights, and so the digest, stay as they are."""
    table.faces[side][place] = face


def expose(table: Table, place: int, side: int) -> None:
    """A card that was shown in a play which came to nothing stays in the hand; that face is public from now on."""
    table.rights[side][place] = table.everyone


# What each move does.


def _act(table: Table) -> None:
    """A voluntary action of the seat to act, or a jump, ends every chance to catch and to jump (row 54)."""
    table.catchable = table.tried = table.passes = 0
    table.played = False


def _jump(table: Table, seat: int, move: Jump) -> None:
    """Play goes on from the jumper; what the first card did stays done (H117)."""
    void_calls(table)
    table.turn = seat
    _play(table, seat, Play((move.place,), call=move.call), jump=True)


def _play(table: Table, seat: int, move: Play, *, jump: bool = False) -> None:
    """Lay cards, then the effect of the last one; with the last card the seat goes out."""
    places, side = move.places, table.side
    hand, discard = table.hands[seat], table.discard
    faces, rights = table.faces[side], table.rights[side]
    face, before, wrong = faces[places[-1]], NO_COLOUR, 0
    if face == DRAWING_WILD:
        before = table.colour_in_force
        if table.sides[side].enforced:
            wrong = wrong_faces(table)
    for place in places:
        hand.remove(place)
        discard.append(place)
        rights[place] = table.everyone  # The share that opens it came with the move.
    table.colour = move.colour
    table.catchable = table.tried = table.passes = 0
    table.played = True
    call = False
    if len(hand) == 1:
        call = _announce(table, seat, call=move.call)
    elif table.called:
        table.called &= ~(1 << seat)
    if table.listening:
        shown = tuple([faces[place] for place in places])
        table.history.append(events.Played(seat, places, shown, side, move.colour, call, jump))
    if wrong:
        state_hand(table, seat, ALL_FACES & ~wrong)
    if table.dues:
        plan(table, BARRIER, (_effect, seat, before))
    elif hand and not table.sides[side].acts[face]:
        begin_turn(table, table.after(seat))
    else:
        _effect(table, seat, before)


def _announce(table: Table, seat: int, *, call: bool) -> bool:
    """The last card is called, or can be caught, or is called for the player; whether it was called with the play."""
    bit, mode = 1 << seat, table.rules.call_mode
    if call or mode == "auto":
        table.called |= bit
        return True
    if mode == "catch" and not table.called & bit:
        table.catchable |= bit
    return False


def _effect(table: Table, seat: int, before: int) -> None:
    """What the card just laid does."""
    ruling = table.sides[table.side]
    kind = ruling.kinds[table.faces[table.side][table.discard[-1]]]
    sent_on = ruling.answered and deflects(table, kind)
    if table.hands[seat]:
        if sent_on:
            deflect(table, seat, kind)
        else:
            EFFECTS[kind](table, seat, before, kind)
        return
    if table.rules.play_to_last:
        table.places += (seat,)
    last = LAST_EFFECTS.get(kind)
    if last is None and not sent_on and not table.owed:
        go_out(table, seat, (go_on, seat))
        return
    plan(table, (pay,), (go_out, seat, (go_on, seat)))
    if last is not None:
        last(table, seat, before, kind)
    if sent_on:
        deflect(table, seat, kind)


def _draw(table: Table, seat: int) -> None:
    """Draw a card or until one fits; under a pending draw take all of it (rows 17, 18; H23, H24)."""
    rules, ruling = table.rules, table.sides[table.side]
    table.catchable = table.tried = table.passes = 0
    table.played = False
    if isinstance(table.phase, Pending):
        give_in(table, seat)
        return
    if not ruling.free:
        _state_idle(table, seat)
    if ruling.draws_one and table.draw and not table.dues:
        place = take(table, seat)
        if table.listening:
            table.history.append(events.Drew(seat, (place,), table.side))
        _drew(table, seat)
        return
    drawing: Step = (draw_out, seat, 1)
    if rules.draw_rule != "one":
        drawing = (draw_until, seat, table.fitting, sum(table.inventory[table.side]), 0)
    if ruling.free:
        plan(table, drawing, (_drew, seat))
    else:
        plan(table, BARRIER, (_if_idle, seat, drawing, (_drew, seat)))


def _state_idle(table: Table, seat: int) -> None:
    """The seat states of every card that it cannot be laid, or that it is a wild draw card which obliges nobody."""
    layable = table.layable(seat)
    state_hand(table, seat, ALL_FACES & ~layable, layable & table.ruling.spared)


def _if_idle(table: Table, seat: int, *then: Step) -> None:
    """Go on unless the seat has said itself that it holds one wild draw card, which it then has to play (H37)."""
    spared = table.ruling.spared & table.layable(seat)
    if not spared or [known_in(table, place, table.side, spared) for place in table.hands[seat]].count(True) != 1:
        plan(table, *then)


def _drew(table: Table, seat: int) -> None:
    """Whatever was drawn, the seat says itself that it keeps or plays it: nobody else can see whether it fits.

    Where it may not be played at all, the turn is over.
    """
    if table.out[seat] is not None:
        begin_turn(table, table.after(seat))
    elif table.rules.drawn_card == "may_not":
        pass_turn(table)
    else:
        place = table.hands[seat][-1]
        table.phase = _DRAWN[place] if place < len(_DRAWN) else Drawn(place)


_DRAWN: Final = [Drawn(place) for place in range(256)]
"""Phases that come up often are made once."""


def _keep(table: Table, seat: int) -> None:
    """Where a drawn card that fits must be played, the seat states that it does not; a wild draw card may be kept."""
    phase, rules = table.phase, table.rules
    assert isinstance(phase, Drawn)
    if table.listening:
        table.history.append(events.Kept(seat))
    if rules.drawn_card == "must":
        bluff = WILD_DRAW if rules.wild_draw_mode != "free" else 0
        state(table, phase.place, table.side, seat, ALL_FACES & ~table.layable(seat) | bluff, 0)
        plan(table, BARRIER, (pass_turn,))
    else:
        pass_turn(table)


def _pass(table: Table, seat: int, _move: Pass) -> None:
    """All in a row have passed: the round is blocked (H105)."""
    passes = table.passes + 1
    _act(table)
    _state_idle(table, seat)
    plan(table, BARRIER, (_if_idle, seat, (_passed, seat, passes)))


def _passed(table: Table, seat: int, passes: int) -> None:
    table.passes = passes
    tell(table, events.Passed, seat)
    plan(table, (block,) if passes >= table.players else (pass_turn,))


def _name(table: Table, seat: int, move: Name) -> None:
    assert isinstance(table.phase, Naming)
    table.colour = move.colour
    tell(table, events.Named, seat, table.side, move.colour)
    plan(table, (pay,), (begin_turn, table.phase.next))


def _accept(table: Table, seat: int, _move: Accept) -> None:
    _act(table)
    give_in(table, seat)


def _challenge(table: Table, seat: int, _move: Challenge) -> None:
    _act(table)
    challenge(table, seat)


def _swap(table: Table, seat: int, move: Swap) -> None:
    swap(table, seat, move.seat)


def _call(table: Table, seat: int, _move: Call) -> None:
    call_last(table, seat)


def _catch(table: Table, seat: int, move: Catch) -> None:
    catch(table, seat, move.seat)


def _leave(table: Table, seat: int, _move: Leave) -> None:
    leave(table, seat)


_OTHERS: Final[dict[type[Move], Callable[[Table, int, Any], None]]] = {
    Pass: _pass,
    Name: _name,
    Accept: _accept,
    Challenge: _challenge,
    Call: _call,
    Catch: _catch,
    Jump: _jump,
    Swap: _swap,
    Leave: _leave,
}
