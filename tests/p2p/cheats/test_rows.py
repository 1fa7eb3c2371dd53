"""No attack of the list is without a liar or a reason, and no liar without an attack."""

from __future__ import annotations

from pathlib import Path

import pytest

from .rows import BESIDE, ROWS, Row

HERE = Path(__file__).parent


def test_the_list_has_all_thirty_rows() -> None:
    assert [row.number for row in ROWS] == list(range(1, 31))
    assert len({row.title for row in ROWS}) == len(ROWS)


@pytest.mark.parametrize("row", ROWS, ids=[str(row.number) for row in ROWS])
def test_each_row_has_its_liars_or_a_reason(row: Row) -> None:
    assert bool(row.files) != bool(row.reason)
    for name in row.files:
        assert "def test_" in (HERE / name).read_text(encoding="utf-8")


def test_what_no_test_can_answer_is_what_was_said_to_be() -> None:
    """Collusion, one person on two seats, timing and listening, and nothing else."""
    assert {row.number for row in ROWS if row.reason} == {1, 27, 28, 30}


def test_each_file_has_its_row() -> None:
    listed = {name for row in ROWS for name in row.files} | set(BESIDE)
    assert listed == {path.name for path in HERE.glob("test_*.py")}
