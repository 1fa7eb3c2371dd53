"""Bars and plots: nothing is wider than asked, more is never less, and every point bears the mark of its series."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from fliptable.cli.charts import MARKS, bar, plot, spark

shares = st.floats(0, 1)
series = st.integers(1, 10).flatmap(
    lambda seats: st.integers(2, 15).flatmap(
        lambda rounds: st.lists(
            st.lists(st.integers(-200, 2000), min_size=rounds, max_size=rounds), min_size=seats, max_size=seats
        )
    )
)


@given(shares, shares, st.integers(0, 40), st.booleans())
def test_a_longer_bar_is_more(one: float, other: float, width: int, ascii_only: bool) -> None:
    def weight(text: str) -> int:
        return sum("#▏▎▍▌▋▊▉█".find(sign) + 1 if sign != "#" else 9 for sign in text if sign not in " .")

    low, high = sorted((one, other))
    bars = bar(low, width, ascii_only=ascii_only), bar(high, width, ascii_only=ascii_only)
    assert [len(text) for text in bars] == [width, width]
    assert weight(bars[0]) <= weight(bars[1])
    assert not low or not width or weight(bars[0]) > 0  # whoever has something has a bar
    assert not ascii_only or "".join(bars).isascii()


@given(st.lists(st.integers(-50, 500), min_size=1, max_size=40), st.booleans())
def test_a_spark_has_a_sign_a_value_and_keeps_their_order(values: list[int], ascii_only: bool) -> None:
    signs = spark(values, ascii_only=ascii_only)
    assert len(signs) == len(values)
    levels = "_.-=+*#@" if ascii_only else "▁▂▃▄▅▆▇█"
    found = sorted(zip(values, map(levels.index, signs), strict=True))
    assert all(one <= other for (_, one), (_, other) in pairwise(found))


@given(series, st.integers(16, 120), st.integers(2, 30), st.booleans())
def test_a_plot_fills_its_cells_and_marks_its_ends(
    values: list[list[int]], width: int, height: int, ascii_only: bool
) -> None:
    rows = plot(values, width, height, ascii_only=ascii_only)
    assert [len(row) for row in rows] == [width] * height
    assert all(len(cell.text) == 1 for row in rows for cell in row)
    assert not ascii_only or all(cell.text.isascii() for row in rows for cell in row)
    marked = {cell.series for row in rows for cell in row if cell.text == MARKS[cell.series] and cell.series >= 0}
    assert 0 in marked  # the first series lies on top of all others
    ends = {one[-1] for one in values}
    assert len({cell.series for row in rows for cell in row[-2:] if cell.series >= 0}) >= min(len(ends), 1)


def test_the_best_is_above() -> None:
    rows = plot([[0, 100], [0, 50], [0, 0]], 20, 9)
    last = [cell.series for row in rows for cell in row[-1:]]
    assert [series for series in last if series >= 0] == [0, 1, 2]
