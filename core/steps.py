"""What happens at a table without anybody's move: the steps of the agenda.

A move (see `play`) plans steps; `run` carries them out in order and stops at a barrier while disclosures are due.
Steps between two barriers need no decision, so what they disclose is one item: that is how many round trips a rule
costs. Must never read a face that is not public.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, ParamSpec

from .cards import ALL_FACES, NO_COLOUR, PLAIN_WILD, WILD_DRAWS, Kind, of
from .disclose import known_in, mix, open_back, open_face, show, state
from .events import Drew, Event, Flipped, MatchOver, Reshuffled, RoundOver, Skipped
from .phases import OVER, TURN, Naming, RoundResult
from .scoring import match_result, round_result
from .table import BARRIER, Step, Table

Fields = ParamSpec("Fields")

BLOCKED_AFTER: Final = 3
"""The same public situation so many times, while the piles are nearly empty, blocks the round (H106)."""


def run(table: Table) -> None:
    """Carry out the agenda as far as the dues allow."""
    agenda = table.agenda
    while agenda:
        step = agenda[-1]
        if step is BARRIER:
            if table.dues:
                return
            agenda.pop()
            continue
        agenda.pop()
        step[0](table, *step[1:])


def plan(table: Table, *steps: Step) -> None:
    """Put ``steps`` on the agenda, the first one next."""
    table.agenda.extend(reversed(steps))


def tell(table: Table, kind: Callable[Fields, Event], *fields: Fields.args, **named: Fields.kwargs) -> None:
    """Report what happened; the event is made only when somebody listens."""
    if table.listening:
        table.history.append(kind(*fields, **named))


# Drawing.


def draw_out(table: Table, seat: int, cards: int, drawn: tuple[int, ...] = ()) -> None:
    """``seat`` draws ``cards``, through a reshuffle where the pile is spent; what cannot be drawn lapses."""
    while cards and table.draw:
        drawn += (_take(table, seat),)
        cards -= 1
    if cards and table.can_reshuffle:
        plan(table, *_RESHUFFLE, (draw_out, seat, cards, drawn))
    else:
        tell(table, Drew, seat, drawn, table.side)


def _take(table: Table, seat: int) -> int:
    """Move the top of the draw pile into a hand; a hand that grew needs a new call (H86)."""
    place = table.draw.pop()
    table.hands[seat].append(place)
    table.called &= ~(1 << seat)
    table.catchable &= ~(1 << seat)
    show(table, place, table.side, seat)
    open_back(table)
    return place


def draw_colour(table: Table, seat: int, colour: int, more: int, drawn: tuple[int, ...] = ()) -> None:
    """``seat`` draws until a card of ``colour`` comes, then ``more``, or until both piles are spent (rows 41, 43)."""
    if table.draw:
        drawn += (_take(table, seat),)
        plan(table, BARRIER, (state_colour, seat, colour, more, drawn))
    elif table.can_reshuffle:
        plan(table, *_RESHUFFLE, (draw_colour, seat, colour, more, drawn))
    else:
        tell(table, Drew, seat, drawn, table.side)


def state_colour(table: Table, seat: int, colour: int, more: int, drawn: tuple[int, ...]) -> None:
    """The drawer, who has read its card by now, says whether it is of the colour."""
    state(table, drawn[-1], table.side, seat, of(colour), ALL_FACES & ~of(colour))
    plan(table, BARRIER, (judge_colour, seat, colour, more, drawn))


def judge_colour(table: Table, seat: int, colour: int, more: int, drawn: tuple[int, ...]) -> None:
    """Stop at a card of the colour, else draw on."""
    if not known_in(table, drawn[-1], table.side, of(colour)):
        draw_colour(table, seat, colour, more, drawn)
    elif more:
        draw_out(table, seat, more, drawn)
    else:
        tell(table, Drew, seat, drawn, table.side)


def wild_draw(table: Table, seat: int, more: int) -> Step:
    """The step by which ``seat`` takes the cards of the wild draw card on top and ``more`` besides (rows 36 to 39)."""
    kind = table.sheets[table.side].kinds[table.top]
    assert kind in WILD_DRAWS
    if kind is Kind.WILD_DRAW_COLOR:
        return (draw_colour, seat, table.colour, more)
    return (draw_out, seat, 2 + more)


def pay(table: Table) -> None:
    """Caught seats draw what a phase made them wait for, in the order of play."""
    owed = sorted(table.owed.items(), key=lambda debt: table.distance(debt[0]))
    table.owed.clear()
    plan(table, *((draw_out, seat, cards) for seat, cards in owed))


# Reshuffle.


def reshuffle(table: Table) -> None:
    """All discards but the top, and the hands of seats that left, become the draw pile (row 60, H100, H107)."""
    inputs = table.discard[:-1]
    del table.discard[:-1]
    for seat in table.left_hands():
        inputs += table.hands[seat]
    for seat in list(table.left_hands()):
        table.hands[seat].clear()
    mix(table, inputs)
    tell(table, Reshuffled, len(inputs))


_RESHUFFLE: Final[tuple[Step, ...]] = (BARRIER, (reshuffle,), BARRIER, (open_back,))


# Turns.


def begin_turn(table: Table, seat: int) -> None:
    """It is the turn of ``seat``, or of the next one when it is out; blocked when the game goes round in circles."""
    if table.out[seat] is not None:
        seat = table.after(seat)
    table.turn = seat
    table.phase = TURN
    # While the piles hold no more cards than there are players, public situations are counted (H106).
    if len(table.draw) + len(table.discard) <= len(table.active):
        situation = (
            seat,
            table.direction,
            table.side,
            table.colour,
            table.top,
            len(table.draw),
            len(table.discard),
            *(len(hand) for hand in table.hands),
        )
        table.repeats[situation] = count = table.repeats.get(situation, 0) + 1
        if count >= BLOCKED_AFTER:
            block(table)
    elif table.repeats:
        table.repeats.clear()


def pass_turn(table: Table) -> None:
    """The turn goes to the next seat."""
    begin_turn(table, table.after(table.turn))


def miss_turn(table: Table, seat: int) -> None:
    """``seat`` misses its turn; the one after it is next."""
    tell(table, Skipped, seat)
    begin_turn(table, table.after(seat))


# The Flip.


def flip(table: Table) -> None:
    """Turn over discard pile, draw pile and all hands in one step (rows 45 to 47).

    Old active faces of held cards become backs, which all may see; so does what the piles now show.
    """
    old = table.side
    table.side = 1 - old
    table.discard.reverse()
    table.draw.reverse()
    table.colour = NO_COLOUR
    table.played = False
    for hand in table.hands:
        for place in hand:
            open_face(table, place, old)
    open_face(table, table.discard[-1], table.side)
    open_back(table)


def flipped(table: Table, seat: int) -> None:
    """Report the new top."""
    tell(table, Flipped, seat, table.side, table.top)


def after_flip(table: Table, seat: int, then: int) -> None:
    """An exposed face sets colour and symbol only; for a wild ``seat`` names the colour (rows 48, 49)."""
    if table.top >= PLAIN_WILD:
        table.turn = seat
        table.phase = Naming(then)
    else:
        begin_turn(table, then)


# Ends.


def lay_open(table: Table) -> None:
    """All hands are laid open on the active side, to be counted."""
    for hand in table.hands:
        for place in hand:
            open_face(table, place, table.side)


def score(table: Table, winner: int) -> None:
    """The round is won."""
    table.result = round_result(table, winner)
    table.scores[winner] += table.result.points
    finish(table)


def block(table: Table) -> None:
    """Nobody can move, or nothing changes any more: nobody scores (row 62)."""
    table.agenda.clear()
    table.result = RoundResult(None, 0, (), blocked=True)
    finish(table)


def finish(table: Table) -> None:
    """The round is over; perhaps the match too."""
    table.phase = OVER
    table.called = table.catchable = 0
    table.owed.clear()
    table.match_result = match_result(table)
    result, match = table.result, table.match_result
    if result is not None:
        tell(table, RoundOver, result.winner, result.points, result.by, result.blocked)
        if match is not None:
            tell(table, MatchOver, match.winners, match.scores)
