"""Which round is surely the last one: the deck of another is not made while it is played."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from fliptable.core.rules import PRESETS
from fliptable.core.scoring import match_result, surely_last
from fliptable.core.table import Table


@given(
    st.sampled_from(["points", "single", "rounds"]),
    st.sampled_from(["winner", "low", "elimination"]),
    st.sampled_from(["shared", "round"]),
    st.integers(1, 3),
    st.integers(1, 4),
    st.lists(st.integers(0, 600), min_size=2, max_size=4),
)
def test_a_round_is_surely_the_last_where_it_is_with_any_scores_and_with_none(
    match: str, scoring: str, tie: str, rounds: int, number: int, scores: list[int]
) -> None:
    rules = replace(PRESETS["flip"], match=match, scoring=scoring, tie=tie, rounds=rounds)
    names = ("A", "B", "C", "D")[: len(scores)]
    even, odd = [Table(rules, names, 0, scores=points, round=number) for points in ([0] * len(scores), scores)]
    assert surely_last(even) == surely_last(odd) == (match_result(even) is not None)
    assert match_result(odd) is not None or not surely_last(odd)
