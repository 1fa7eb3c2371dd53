"""Whole rounds and matches at random: nothing is lost, nothing is stuck, the law and the list of moves agree."""

import json
from collections import Counter
from collections.abc import Iterator
from contextlib import nullcontext
from random import Random
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from fliptable.core.cards import COLOURS, NO_COLOUR, Kind
from fliptable.core.dealer import TrustedDealer
from fliptable.core.errors import IllegalMove
from fliptable.core.events import Event
from fliptable.core.legal import legal, refusal
from fliptable.core.moves import Accept, Call, Catch, Challenge, Draw, Keep, Leave, Move, Name, Pass, Play
from fliptable.core.notation import format_move, parse_move
from fliptable.core.play import apply, attempt, start
from fliptable.core.position import position
from fliptable.core.position_reader import read_position
from fliptable.core.rules import PRESETS, parse_options
from fliptable.core.table import Table

from .playing import choose, fresh, random_play


def every_move(table: Table, seat: int) -> Iterator[Move]:
    """Every move the grammar can spell for a seat: each of its cards and a stranger's, each colour, each target."""
    yield from (Draw(), Keep(), Pass(), Challenge(), Accept(), Call(), Leave())
    yield from (Name(colour) for colour in range(COLOURS))
    yield from (Catch(target) for target in range(len(table.seats)))
    others = [hand[0] for other, hand in enumerate(table.hands) if other != seat and hand]
    for place in [*table.hands[seat], *others[:1], *table.draw[-1:], table.discard[-1]]:
        for colour in (NO_COLOUR, *range(COLOURS)):
            for call in (False, True):
                yield Play((place,), colour, call)
    yield Play(tuple(table.hands[seat][:2]))


def faces_of(table: Table, side: int) -> Counter[int]:
    places = [place for pile in (*table.hands, table.draw, table.discard) for place in pile]
    assert len(places) == len(set(places)) == table.rules.cards.size
    return Counter(table.faces[side][place] for place in places)


class Rounds(RuleBasedStateMachine):
    """A match of any number of seats, played by whatever is legal."""

    @initialize(seats=st.integers(2, 10), seed=st.integers(0, 2**32))
    def begin(self, seats: int, seed: int) -> None:
        self.table = fresh(seats, seed)
        self.chance = Random(seed)

    @precondition(lambda self: not self.table.over)
    @rule(moves=st.integers(1, 30), leave=st.sampled_from([0.0, 0.0, 0.02]))
    def go_on(self, moves: int, leave: float) -> None:
        for _ in range(moves):
            if not self.table.over:
                apply(self.table, *choose(self.table, self.chance, leave=leave))

    @precondition(lambda self: not self.table.over)
    @rule(pick=st.integers(0, 2**16))
    def pick(self, pick: int) -> None:
        moves = [(seat, move) for seat in self.table.active for move in legal(self.table, seat)]
        apply(self.table, *moves[pick % len(moves)])

    @precondition(lambda self: self.table.over)
    @rule()
    def next_round(self) -> None:
        scores = self.table.scores[:]
        if self.table.match_over:
            self.table = fresh(len(self.table.seats), self.chance.getrandbits(32))
            return
        self.table = self.table.next_round()
        start(self.table)
        assert self.table.scores == scores

    @invariant()
    def conserved(self) -> None:
        for side, sheet in enumerate(self.table.sheets):
            assert faces_of(self.table, side) == Counter(dict(enumerate(sheet.copies)))

    @invariant()
    def somebody_can_move(self) -> None:
        if self.table.over:
            assert self.table.to_act == ()
            assert not any(legal(self.table, seat) for seat in range(len(self.table.seats)))
        else:
            (seat,) = self.table.to_act
            assert self.table.out[seat] is None
            assert legal(self.table, seat)

    @invariant()
    def printed_and_read_back(self) -> None:
        printed = position(self.table)
        again = read_position(json.loads(json.dumps(printed)), TrustedDealer(Random(0)))
        assert position(again) == printed
        assert again.digest() == self.table.digest()
        for seat in range(len(self.table.seats)):
            spelled = [format_move(self.table, seat, move) for move in legal(self.table, seat)]
            assert [format_move(again, seat, move) for move in legal(again, seat)] == spelled
            for move, text in zip(legal(self.table, seat), spelled, strict=True):
                assert parse_move(self.table, f"{self.table.seats[seat]} {text}") == (seat, move)


TestRounds = Rounds.TestCase
TestRounds.settings = settings(max_examples=60, stateful_step_count=30, deadline=None)


def legal_up_to_twins(table: Table, seat: int, move: Move) -> bool:
    """Whether the list holds the move, or the same with an equal card."""
    listed = legal(table, seat)
    if not isinstance(move, Play) or len(move.places) != 1:
        return move in listed
    faces = [table.faces[side][move.places[0]] for side in range(2)]
    return any(
        isinstance(other, Play)
        and (other.colour, other.call) == (move.colour, move.call)
        and [table.faces[side][other.places[0]] for side in range(2)] == faces
        and move.places[0] in table.hands[seat]
        for other in listed
    )


@settings(max_examples=150)
@given(seats=st.integers(2, 10), seed=st.integers(0, 2**32), moves=st.integers(0, 120))
def test_legal_is_what_apply_accepts(seats: int, seed: int, moves: int) -> None:
    table = fresh(seats, seed)
    for made, _ in enumerate(random_play(table, seed, leave=0.005)):
        if made == moves:
            break
    digest = table.digest()
    for seat in range(seats):
        for move in every_move(table, seat):
            accepted = refusal(table, seat, move) is None
            with nullcontext() if accepted else pytest.raises(IllegalMove):
                attempt(table, seat, move)
            if isinstance(move, Leave):
                assert accepted == (table.out[seat] is None and not table.over)
            else:
                assert accepted == legal_up_to_twins(table, seat, move), (seat, move)
    assert table.digest() == digest


@given(seats=st.integers(2, 10), seed=st.integers(0, 2**32))
def test_clone_is_independent(seats: int, seed: int) -> None:
    table = fresh(seats, seed)
    chance = Random(seed)
    for _ in range(40):
        if table.over:
            break
        seat, move = choose(table, chance)
        before = position(table)
        attempt(table, seat, move)
        assert position(table) == before
        apply(table, seat, move)


def test_random_play_meets_everything() -> None:
    """What is checked above is checked in every phase, for every kind of face and of event."""
    phases: set[str] = set()
    kinds: set[Kind] = set()
    events: set[str] = set()
    for seed in range(120):
        table = fresh(2 + seed % 9, seed)
        for _seat, move in random_play(table, seed, leave=0.001):
            phases.add(type(table.phase).__name__)
            if isinstance(move, Play):
                kinds.add(table.sheets[table.side].kinds[table.faces[table.side][move.places[0]]])
        events |= {event.type for event in table.history}
    assert phases == {"Turn", "Drawn", "Naming", "Challenged"}
    assert kinds == set(Kind)
    assert events >= {event.type for event in get_args(Event)} - {"match-over", "passed"}  # A pass needs a position.


@pytest.mark.parametrize("seats", [2, 4, 10])
def test_matches_end_at_the_target(seats: int) -> None:
    table = fresh(seats, seats)
    rounds = 1
    while True:
        for _ in random_play(table, rounds):
            pass
        if table.match_over:
            break
        assert max(table.scores) < table.rules.target
        dealer = table.dealer
        table = table.next_round()
        assert table.dealer == (dealer + 1) % seats
        start(table)
        rounds += 1
    assert table.match_result is not None
    (winner,) = table.match_result.winners
    assert table.scores[winner] >= table.rules.target


def test_rounds_and_single() -> None:
    single = fresh(3, 1, PRESETS["quick"])
    for _ in random_play(single, 1):
        pass
    assert single.match_result is not None
    assert single.result is not None
    assert single.match_result.winners == (single.result.winner,)
    two = fresh(3, 1, parse_options(PRESETS["flip"], ["match=rounds", "rounds=2"]))
    for _ in random_play(two, 1):
        pass
    assert not two.match_over
    two = two.next_round()
    start(two)
    for _ in random_play(two, 2):
        pass
    assert two.match_result is not None
    best = max(two.scores)
    assert two.match_result.winners == tuple(seat for seat, score in enumerate(two.scores) if score == best)


def test_last_one_there_wins() -> None:
    table = fresh(3, 9)
    apply(table, 0, Leave())
    assert not table.over
    apply(table, 2, Leave())
    assert table.match_result is not None
    assert table.match_result.winners == (1,)
    assert table.result is not None
    assert dict(table.result.by).keys() == {0, 2}
