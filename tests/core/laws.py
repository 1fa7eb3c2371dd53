"""What holds in every state of every game, whatever the rules: asked of tables with a trusted dealer.

These checks are written from the rules and never ask the program whether it is right: cards are counted, faces are
looked at, points are added up.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import permutations
from random import Random

import pytest

from fliptable.core.cards import COLOURS, LIGHT, NO_COLOUR, UNKNOWN, Kind
from fliptable.core.dealer import TrustedDealer
from fliptable.core.errors import IllegalMove
from fliptable.core.events import RoundOver
from fliptable.core.law import refusal
from fliptable.core.legal import legal
from fliptable.core.moves import (
    Accept,
    Call,
    Catch,
    Challenge,
    Draw,
    Jump,
    Keep,
    Leave,
    Move,
    Name,
    Pass,
    Play,
    Swap,
)
from fliptable.core.notation import format_move, parse_move
from fliptable.core.phases import Challenged, Drawn, Naming, Pending, Swapping, Turn
from fliptable.core.play import attempt
from fliptable.core.position import Position, position
from fliptable.core.position_reader import read_position
from fliptable.core.rules import Rules
from fliptable.core.table import ELIMINATED, FINISHED, LEFT, Table

OWING = (Naming, Challenged, Pending, Swapping)
"""The phases in which a caught seat draws later."""


Cards = tuple[Counter[int], ...]
"""The faces of each side, copies counted."""


def cards_of(table: Table) -> Cards:
    """The faces that lie on the table; each card lies in one place."""
    lying = [place for pile in (*table.hands, table.draw, table.discard) for place in pile]
    assert len(lying) == len(set(lying))
    return tuple(Counter(faces[place] for place in lying) for faces in table.faces)


def printed(rules: Rules) -> Cards:
    """The faces of the printed deck."""
    return tuple(Counter(dict(enumerate(sheet.copies))) for sheet in rules.cards.sheets)


def check_rights(table: Table) -> None:
    """Holders read their cards, all see what lies open, and whatever was stated of a face is true."""
    side, everyone = table.side, table.everyone
    assert table.public(table.discard[-1], side)
    for seat, hand in enumerate(table.hands):
        for place in hand:
            if table.out[seat] is None:
                assert table.rights[side][place] >> seat & 1
            if table.shows_backs and table.out[seat] is None:
                assert table.public(place, 1 - side)
    for place in table.draw:
        assert table.rights[side][place] in (0, everyone)
    if table.draw and table.shows_backs:
        assert table.public(table.draw[-1], 1 - side)
    for faces, facts in zip(table.faces, table.facts, strict=True):
        for place, fact in facts.items():
            assert fact >> faces[place] & 1, "something was stated of a face that is not true"


def check_turn(table: Table) -> None:
    """Somebody who takes part can move, and what the table says of calls, debts and phases goes together."""
    rules, phase = table.rules, table.phase
    assert table.settled
    assert table.match_result is None
    assert table.to_act == (table.turn,)
    assert table.out[table.turn] is None
    assert len(table.active) == table.players >= 2
    assert legal(table, table.turn), "nobody can move"
    assert table.side == LIGHT or len(table.sheets) == 2
    assert table.direction in (1, -1)
    for seat, why in enumerate(table.out):
        hand = table.hands[seat]
        if why is None:
            assert hand
            assert not 0 < rules.mercy <= len(hand)
        else:
            assert legal(table, seat) == []
            assert seat not in table.owed
            assert not (table.called | table.catchable) >> seat & 1
        if table.catchable >> seat & 1:
            assert rules.call_mode == "catch"
            assert len(hand) == 1
            assert not table.called >> seat & 1
        if table.called >> seat & 1:
            calling = seat == table.turn and (
                isinstance(phase, Turn | Drawn) or (isinstance(phase, Pending | Challenged) and rules.answers_draws)
            )
            assert len(hand) == 1 or (calling and len(hand) == 2), "a call outlived its turn"
            assert rules.call_mode != "off"
    assert not table.owed or isinstance(phase, OWING)
    check_phase(table)
    for why in set(table.out) - {None, LEFT}:
        assert (why == FINISHED and rules.play_to_last) or (
            why == ELIMINATED and (rules.mercy or rules.scoring == "elimination")
        )
    assert rules.play_to_last or not table.places


def check_phase(table: Table) -> None:
    """The open phase belongs to the rules and to the card on top; a colour is always in force, or is being named."""
    rules, phase, top = table.rules, table.phase, table.sheets[table.side].kinds[table.top]
    wilds = (Kind.WILD, Kind.WILD_DRAW_TWO, Kind.WILD_DRAW_FOUR, Kind.WILD_DRAW_COLOR)
    assert (table.colour == NO_COLOUR) == (top not in wilds or isinstance(phase, Naming))
    match phase:
        case Drawn(place):
            assert place in table.hands[table.turn]
            assert rules.drawn_card != "may_not"
        case Naming():
            assert top in wilds
        case Challenged(by, _, place, total, until):
            assert rules.wild_draw_mode == "bluff"
            assert by != table.turn
            assert place == table.discard[-1]
            assert top in wilds[1:]
            assert total or until == table.colour
        case Pending(_, total, until):
            assert rules.stacking != "off" or rules.reverse_deflect or rules.skip_deflect
            assert total or until != NO_COLOUR
        case Swapping():
            assert rules.seven_zero
            assert table.sheets[table.side].faces[table.top].endswith("7")
        case _:
            assert isinstance(phase, Turn)


def check_end(table: Table, before: Sequence[int]) -> None:
    """The round is over: nobody can move, and the points are those of the hands (rows 63 to 67).

    ``before``: the scores with which the round began.
    """
    rules, result = table.rules, table.result
    assert table.to_act == ()
    assert not any(legal(table, seat) for seat in range(len(table.seats)))
    assert not table.owed
    assert not table.called
    assert not table.catchable
    gained = [now - then for now, then in zip(table.scores, before, strict=True)]
    if result is None:
        raise AssertionError("a round is over and has no result")
    points = table.sheets[table.side].points
    twice = 2 if rules.dark_double_score and table.side != LIGHT else 1
    counted = [twice * sum(points[table.faces[table.side][place]] for place in hand) for hand in table.hands]
    if result.winner is None:
        assert result.blocked
        assert (result.points, result.by) == (0, ())
        assert not any(gained)
    else:
        by = dict(result.by)
        assert result.winner not in by
        assert by == {seat: counted[seat] for seat in by}
        assert result.points == sum(by.values())
        assert all(counted[seat] == 0 for seat in set(range(len(counted))) - {result.winner, *by})
        if rules.scoring == "winner":
            assert gained == [result.points if seat == result.winner else 0 for seat in range(len(gained))]
        else:
            assert gained == [by.get(seat, 0) for seat in range(len(gained))]
        if table.hands[result.winner] and not result.blocked:
            assert all(why is not None for seat, why in enumerate(table.out) if seat != result.winner)
    for event in table.history:
        if isinstance(event, RoundOver):
            assert (event.winner, event.points) == (result.winner, result.points)


def check_match_end(table: Table) -> None:
    """The match ends as its rules say (rows 65 to 68)."""
    rules, result, staying = table.rules, table.match_result, table.staying
    best = (min if rules.scoring == "low" else max)((table.scores[seat] for seat in staying), default=0)
    leaders = tuple(seat for seat in staying if table.scores[seat] == best)
    over = [seat for seat in staying if table.scores[seat] >= rules.target]
    if len(staying) == 1:
        ended, winners = True, staying
    elif rules.scoring == "elimination":
        winners = tuple(seat for seat in staying if seat not in over)
        ended = len(winners) < 2
    elif rules.match == "single":
        assert table.result is not None
        ended, winners = True, () if table.result.winner is None else (table.result.winner,)
    else:
        ended = table.round >= rules.rounds if rules.match == "rounds" else bool(over)
        winners = leaders
        ended = ended and (rules.tie == "shared" or len(leaders) == 1)
    assert (result is not None) == ended
    if result is not None:
        assert result.winners == winners
        assert result.scores == tuple(table.scores)


def check_position(table: Table) -> tuple[Position, Table]:
    """A table prints and reads back to the same digest and legal moves; each move is spelled so that it reads back."""
    printed = position(table)
    again = read_position(printed, TrustedDealer(Random(0)))
    assert position(again) == printed
    assert again.digest() == table.digest()
    for seat in range(len(table.seats)):
        moves = legal(table, seat)
        spelled = [format_move(table, seat, move) for move in moves]
        assert [format_move(again, seat, move) for move in legal(again, seat)] == spelled
        for move, text in zip(moves, spelled, strict=True):
            assert parse_move(table, f"{table.seats[seat]} {text}") == (seat, move)
    return printed, again


def check_clone(table: Table, seat: int, move: Move) -> None:
    """A move tried on a copy changes nothing here, and does there what it does on a table that was read back."""
    before, again = check_position(table)
    after, _ = attempt(table, seat, move)
    assert position(table) == before
    assert table.digest() == again.digest()
    there, _ = attempt(again, *parse_move(again, f"{table.seats[seat]} {format_move(table, seat, move)}"))
    if len(after.mixes) == len(table.mixes) and not there.mixes:  # A reshuffle is another one there.
        assert position(there) == position(after)
        assert there.digest() == after.digest()


# ---- the law and the list


def every_move(table: Table, seat: int, dice: Random) -> Iterator[Move]:
    """Every move the grammar can spell for a seat: each of its cards and a stranger's, each colour, each target."""
    seats = range(len(table.seats))
    yield from (Draw(), Keep(), Pass(), Challenge(), Accept(), Call(), Leave())
    yield from (Name(colour) for colour in range(-1, COLOURS + 1))
    yield from (Catch(target) for target in seats)
    yield from (Swap(target) for target in seats)
    others = [hand[0] for other, hand in enumerate(table.hands) if other != seat and hand]
    for place in [*table.hands[seat], *others[:1], *table.draw[-1:], table.discard[-1]]:
        for call in (False, True):
            yield Jump(place, call)
            yield from (Play((place,), colour, call) for colour in (NO_COLOUR, *range(COLOURS)))
    yield Play(())
    hand = table.hands[seat]
    for _ in range(min(len(hand), 6)):  # Several cards: of one symbol where there are some, and any.
        symbol = table.sheets[table.side].symbol(table.faces[table.side][dice.choice(hand)])
        alike = [p for p in hand if table.sheets[table.side].symbol(table.faces[table.side][p]) == symbol]
        for some in (alike, dice.sample(hand, min(len(hand), 3))):
            for size in range(2, min(len(some), 3) + 1):
                for places in permutations(some, size):
                    yield from (Play(places, call=call) for call in (False, True))
                    yield Play(places, 0)
            yield Play(tuple(some))
        yield Play((*hand[:1], *hand[:1]))
        yield Play((*hand[:1], *others[:1]))


def _look(table: Table, seat: int, move: Move) -> object:
    """A move by how its cards look to the seat; those between the first and the last in no order."""
    if isinstance(move, Play | Jump):
        places = move.places if isinstance(move, Play) else (move.place,)
        sides = list(zip(table.faces, table.rights, strict=True))
        cards = [tuple(faces[p] if rights[p] >> seat & 1 else UNKNOWN for faces, rights in sides) for p in places]
        cards[1:-1] = sorted(cards[1:-1])
        return type(move), tuple(cards), move.colour if isinstance(move, Play) else NO_COLOUR, move.call
    return move


def _false_catch(table: Table, seat: int, move: Move) -> bool:
    """A catch that is not listed and yet accepted, for its price (row 57)."""
    rules = table.rules
    return (
        isinstance(move, Catch)
        and rules.call_mode == "catch"
        and rules.false_catch_penalty > 0
        and not table.over
        and table.out[seat] is None
        and table.out[move.seat] is None
        and move.seat != seat
        and not table.catchable >> move.seat & 1
        and not table.tried >> seat & 1
    )


def check_law(table: Table, seat: int, dice: Random, *, made: bool = False) -> None:
    """The law lets through what is listed, up to cards that look alike and the order between first and last.

    ``made``: make each move as well, on a copy, and see that it is refused, or made, as the law said.
    """
    listed = [_look(table, seat, move) for move in legal(table, seat)]
    known = set(listed)
    assert len(known) == len(listed), "a move is listed twice"
    for move in every_move(table, seat, dice):
        reason = refusal(table, seat, move)
        assert refusal(table, seat, move, own=True) == reason, "a trusted dealer judges by every face"
        if isinstance(move, Leave):
            expected = table.out[seat] != LEFT and not table.over
        else:
            places = move.places if isinstance(move, Play) else (move.place,) if isinstance(move, Jump) else ()
            held = set(places) <= set(table.hands[seat]) and len(set(places)) == len(places)
            if isinstance(table.phase, Drawn) and isinstance(move, Play):
                held = places == (table.phase.place,)
            expected = (held and _look(table, seat, move) in known) or _false_catch(table, seat, move)
        assert (reason is None) == expected, (seat, move, reason)
        if made and reason is None:
            attempt(table, seat, move)
        elif made:
            with pytest.raises(IllegalMove) as refused:
                attempt(table, seat, move)
            assert refused.value.reason is reason
