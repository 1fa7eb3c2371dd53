"""The rules, case by case: `tests/rules` against the program, and every number of the reference in the list."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from fliptable.core.errors import Reason

from .cases import SEEDS, Case, base, load, load_options, play, refusals

CASES = load()
TESTS = Path(__file__).parent.parent

# The numbered hard cases of the rules reference, section 4; they are not consecutive ...
HARD = (
    *(1, 2, 3, 4, 6, 7, 9, 11, 13),
    *(14, 15, 17, 18, 19, 21, 22, 23, 24),
    *(25, 26, 27, 29, 32),
    *(33, 35, 36, 37, 40, 41, 42, 44, 45, 48, 50, 51, 52, 54, 56),
    *(57, 58, 59, 62, 64, 66, 68, 70, 71, 72, 73, 75, 76),
    *(77, 78, 80, 82, 83, 84, 85, 86, 87, 89),
    *(90, 93, 94, 95, 97, 99, 100, 101, 102),
    *(105, 106, 107, 108, 109),
    *(110, 111, 114, 115, 116, 117, 118, 119, 120),
)
# ... and the rows of its matrix but the last: row 71, partners, is "later" there and no option of ours.
ROWS = tuple(range(1, 71))
WANTED = {f"H{number}" for number in HARD} | {f"row {row}" for row in ROWS}

ELSEWHERE = {
    "H75": "p2p/test_session.py::test_a_card_is_never_laid_when_the_table_is_not_what_the_player_saw",
    "H83": "p2p/test_log.py::test_events_go_by_rank_and_then_in_the_order_of_play",
    "H89": "p2p/test_session.py::test_a_catch_takes_effect_while_another_seat_thinks",
    "row 1": "p2p/test_lobby.py::test_who_shows_another_nonce_is_left_out_everywhere",
    "row 3": "core/test_legal_knowledge.py::test_every_preset",
    "row 35": "core/test_view.py::test_a_challenger_sees_the_hand_and_others_do_not",
    "row 54": "cli/test_seat.py::test_a_catch_keeps_the_grace_time_of_the_rules",
    "row 69": "core/test_options.py::test_two_to_ten_seats_as_far_as_the_cards_go",
}
"""Numbers whose point is no state of a table, or not only one: the test that holds it, below `tests`."""

NO_POSITION = {
    Reason.NOT_SETTLED: "stands between two peers alone: a position has a trusted dealer, who meets every due at once",
}
"""Codes that no position can bring about, and why."""


@pytest.mark.parametrize("case", CASES, ids=[case.id for case in CASES])
def test_case(case: Case) -> None:
    for seed in SEEDS:
        play(case, seed)


def test_every_number_has_its_case() -> None:
    covered: dict[str, list[str]] = {number: [] for case in CASES for number in map(base, case.numbers)}
    for number, test in ELSEWHERE.items():
        assert holds(test), f"{number} is left to {test}, which is not there"
        covered.setdefault(number, []).append(test)
    print(f"{len(CASES)} cases cover:")
    for number in sorted(covered, key=_order):
        print(number, *covered[number])
    assert set(covered) >= WANTED, f"no case for {sorted(WANTED - set(covered), key=_order)}"


def test_every_case_has_its_source_and_its_own_name() -> None:
    assert all(case.source and case.says.endswith(".") for case in CASES)
    names = [number for case in CASES for number in case.numbers]
    assert sorted(names) == sorted(set(names))


def test_every_code_of_a_refusal_occurs() -> None:
    cases = [*CASES, *(case for option in load_options() for case in option.cases.values())]
    found = {code for case in cases for code in refusals(case.values)}
    missing = set(Reason) - found - set(NO_POSITION)
    assert not missing, f"no case is refused with {sorted(missing)}"
    assert found <= set(Reason), f"no such code: {sorted(found - set(Reason))}"


def holds(test: str) -> bool:
    """Whether ``file::function`` is a test of ours."""
    file, _, name = test.partition("::")
    return name in _tests(TESTS / file)


@cache
def _tests(file: Path) -> frozenset[str]:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    return frozenset(node.name for node in tree.body if isinstance(node, ast.FunctionDef))


def _order(number: str) -> tuple[str, int]:
    match = re.search(r"\d+", number)
    return number[:1], int(match[0]) if match else 0
