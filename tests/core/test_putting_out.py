"""A seat that is put out of the match: what stands, what is void, and who plays on."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fliptable.core.dealer import TrustedDealer
from fliptable.core.leaving import put_out
from fliptable.core.legal import legal
from fliptable.core.play import apply, start
from fliptable.core.rules import PRESETS
from fliptable.core.table import LEFT, Table

NAMES = ("A", "B", "C", "D")


def played(seats: int, moves: int, dice: random.Random, dealer: int = 0) -> Table:
    """A table after so many random moves, or at the end of its round."""
    table = Table(PRESETS["flip"], NAMES[:seats], dealer, scores=[30, 20, 10, 0][:seats])
    TrustedDealer(dice).prepare(table)
    start(table)
    for _ in range(moves):
        if table.over:
            break
        apply(table, table.turn, dice.choice(legal(table, table.turn)))
    return table


@given(st.integers(3, 4), st.integers(0, 300), st.integers(0, 3), st.integers(0, 3), st.randoms())
def test_a_round_that_has_not_ended_is_void_and_begins_without_the_seat(
    seats: int, moves: int, seat: int, dealer: int, dice: random.Random
) -> None:
    seat, dealer = seat % seats, dealer % seats
    table = played(seats, moves, dice, dealer)
    before = table.digest()
    after = put_out(table, seat)
    assert table.digest() == before
    assert after.out[seat] == LEFT
    assert seat not in after.staying
    assert after.scores == table.scores
    if table.over:
        assert after.result == table.result
        assert seat not in after.next_round().active
        return
    assert (after.round, after.hands, after.discard) == (table.round, [[] for _ in range(seats)], [])
    assert after.active == tuple(other for other in range(seats) if other != seat)
    assert after.dealer == (dealer if dealer != seat else (seat + 1) % seats)
    TrustedDealer(dice).prepare(after)
    start(after)
    assert not after.hands[seat]
    assert all(after.hands[other] for other in after.active)


@pytest.mark.parametrize("moves", [0, 5])
def test_of_two_seats_the_other_one_wins(moves: int) -> None:
    after = put_out(played(2, moves, random.Random(1)), 0)
    assert after.match_over
    assert after.match_result is not None
    assert after.match_result.winners == (1,)
    assert after.to_act == ()


def test_who_has_left_in_a_void_round_does_not_come_back() -> None:
    table = played(4, 3, random.Random(2))
    table.drop(2, LEFT)
    assert put_out(table, 0).active == (1, 3)


def test_the_winner_of_a_match_that_is_put_out_has_not_won() -> None:
    dice = random.Random(3)
    table = played(3, 5000, dice)
    assert table.over
    winner = table.result.winner if table.result else None
    assert winner is not None
    table.scores[winner] = 500
    others = [seat for seat in range(3) if seat != winner]
    table.match_result = put_out(put_out(table, others[0]), others[1]).match_result
    after = put_out(table, winner)
    assert after.match_result is None or winner not in after.match_result.winners
