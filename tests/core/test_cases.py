"""The rules, case by case: `tests/rules` against the program."""

import pytest

from .cases import SEEDS, Case, load, play

CASES = load()

# The numbered hard cases of the rules reference that preset flip decides by its defaults ...
HARD = (
    *(1, 2, 3, 4, 6, 7, 9, 11, 13),
    *(14, 15, 17, 18, 19, 21, 22),
    *(25, 26, 27, 29, 32),
    *(33, 35, 36, 40, 41, 42, 44, 45, 48, 50, 52, 54, 56),
    *(57, 58, 59, 62, 64, 66, 68, 71, 72, 73, 75, 76),
    *(77, 78, 80, 82, 83, 84, 85, 86, 89),
    *(90, 93, 94, 99, 100, 101, 102),
    *(105, 106, 107, 108, 109),
)
# ... and the rows of its matrix; row 13 speaks of first cards that are ignored, which preset flip never does.
ROWS = tuple(row for row in range(1, 66) if row != 13)
WANTED = {f"H{number}" for number in HARD} | {f"row {row}" for row in ROWS}


@pytest.mark.parametrize("case", CASES, ids=[case.id for case in CASES])
def test_case(case: Case) -> None:
    for seed in SEEDS:
        play(case, seed)


def test_every_number_has_its_case() -> None:
    covered = {number.rstrip("abcdefgh") for case in CASES for number in case.numbers}
    print(f"{len(CASES)} cases cover:", ", ".join(sorted(covered, key=_order)))
    assert covered >= WANTED, f"no case for {sorted(WANTED - covered, key=_order)}"


def test_every_case_has_its_source_and_its_own_name() -> None:
    assert all(case.source and case.says.endswith(".") for case in CASES)
    names = [number for case in CASES for number in case.numbers]
    assert sorted(names) == sorted(set(names))


def _order(number: str) -> tuple[str, int]:
    kind, digits = number.rstrip("0123456789"), number.lstrip("Hrow B")
    return kind, int(digits) if digits.isdecimal() else 0
