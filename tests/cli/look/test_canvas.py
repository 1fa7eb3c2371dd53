"""The grid: what is written stays within its cells, also where half of a wide character is written over."""

from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from fliptable.cli.look.canvas import Canvas, Turning
from fliptable.cli.look.look import load_look

LOOK = load_look()
TEXT = st.text(st.sampled_from("ab漢字é "), max_size=12)


def canvas(width: int = 12, height: int = 2) -> Canvas:
    return Canvas(width, height, LOOK.light, LOOK.glyphs)


@given(st.lists(st.tuples(st.integers(-3, 14), st.integers(-1, 3), TEXT, st.integers(-1, 14))))
def test_lines_keep_their_width_whatever_is_written(writes: list[tuple[int, int, str, int]]) -> None:
    grid = canvas()
    for x, y, text, width in writes:
        if width % 2:
            grid.put(x, y, text, "table", width)
        else:
            grid.fill(x, y, width, 2, "turn")
            grid.spot(x, y, width, 2, "card:0")
    for line in grid.picture().text():
        assert cell_len(line) == 12
    assert all(spot.x >= 0 and spot.x + spot.width <= 12 and spot.y >= 0 for spot in grid.picture().spots)


def test_half_of_a_wide_character_becomes_a_blank() -> None:
    grid = canvas(6, 1)
    grid.put(0, 0, "漢字漢", "table")
    grid.put(1, 0, "xx", "table")
    assert grid.picture().text() == [" xx 漢"]
    grid.fill(5, 0, 1, 1, "table")
    assert grid.picture().text() == [" xx   "]


@given(TEXT, TEXT, st.integers(0, 12))
def test_a_canvas_takes_columns_of_another(mine: str, theirs: str, until: int) -> None:
    one, other = canvas(12, 1), canvas(12, 1)
    one.put(0, 0, mine, "table")
    other.put(0, 0, theirs, "turn")
    one.take(other, until)
    picture = one.picture()
    assert cell_len(picture.text()[0]) == 12
    assert sum(cell_len(segment.text) for segment in picture.lines[0] if segment.style == LOOK.light["turn"]) <= until


def test_equal_styles_are_one_segment() -> None:
    grid = canvas()
    grid.put(0, 0, "ab", "table")
    grid.put(2, 0, "cd", "table")
    grid.put(4, 0, "ef", "turn")
    assert [segment.text for segment in grid.picture().lines[0]] == ["abcd", "ef", "      "]


def test_the_uppermost_spot_answers() -> None:
    grid = canvas()
    grid.spot(0, 0, 8, 2, "card:0")
    grid.spot(4, 0, 8, 1, "card:1")
    picture = grid.picture()
    assert [picture.at(x, 0) for x in (0, 3, 4, 11, 12)] == ["card:0", "card:0", "card:1", "card:1", ""]
    assert [picture.at(x, 1) for x in (0, 7, 8)] == ["card:0", "card:0", ""]


def test_the_table_turns_from_the_left() -> None:
    assert (Turning(0, 80).seam, Turning(1, 80).seam) == (0, 80)
    seams = [Turning(at / 20, 80).seam for at in range(21)]
    assert seams == sorted(seams)
    for turning in (Turning(at / 20, 80) for at in range(21)):
        stages = [turning.stage(x) for x in range(80)]
        assert stages == sorted(stages, reverse=True)
        assert sum(stage > 0.5 for stage in stages) <= turning.seam <= sum(stage >= 0.5 for stage in stages)
