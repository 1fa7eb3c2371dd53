"""Forms: whatever is written and pressed, every line is as wide as the window, and one row is in focus."""

import re

from hypothesis import given
from hypothesis import strategies as st

from fliptable.cli.look.look import Look, load_look
from fliptable.cli.look.text import clean_text, width_of
from fliptable.cli.table.form import Choose, Do, Form, Row, Words, Write, nothing_wrong


def all_wrong(text: str) -> str:
    return f"{text} is wrong: \u4e2d\u202e."


TEXTS = st.one_of(
    st.text(max_size=30),
    st.sampled_from(
        ["", "Kitchen", "\u4e2d" * 200, "\x1b[2J", "\u202egnp", "a\u0301" * 40, "\U0001f468\u200d\U0001f469", "\n\r\t"]
    ),
)
ROWS = st.lists(
    st.one_of(
        st.builds(Words, TEXTS, st.sampled_from(["table", "faint", "warning"]), st.booleans()),
        st.builds(Do, st.sampled_from("abcdef"), TEXTS, TEXTS, st.sampled_from(["", "p", "?"])),
        st.builds(Write, st.sampled_from("ghi"), TEXTS, TEXTS, TEXTS, st.sampled_from([nothing_wrong, all_wrong])),
        st.builds(Choose, st.sampled_from("jkl"), TEXTS, st.lists(st.tuples(TEXTS, TEXTS), min_size=1, max_size=4)),
    ),
    max_size=25,
)
FOOT = st.lists(st.one_of(st.builds(Words, TEXTS), st.builds(Do, st.just("z"), TEXTS, st.just(""), TEXTS)), max_size=3)
WIDTHS, HEIGHTS = st.integers(60, 200), st.integers(18, 60)
LOOKS = [load_look(glyphs=glyphs, depth=depth) for glyphs in ("unicode", "ascii") for depth in ("true", "16", "none")]
KEYS = ["left", "right", "home", "end", "backspace", "delete", "ctrl+u", "ctrl+a", "ctrl+e", "f5", "up"]


@given(TEXTS, ROWS, FOOT, WIDTHS, HEIGHTS, st.sampled_from(LOOKS), st.lists(st.integers(-3, 3), max_size=10))
def test_a_form_is_as_large_as_the_window(
    title: str, rows: list[Row], foot: list[Words | Do], width: int, height: int, look: Look, moves: list[int]
) -> None:
    form = Form(title, rows, foot)
    for move in [0, *moves]:
        form.move(move)
        picture = form.draw(look, width, height)
        lines = picture.text()
        assert len(lines) == height
        assert {width_of(line) for line in lines} == {width}
        assert all(clean_text(line) == line for line in lines)
        if look.glyphs.name == "ascii":
            assert all(line.isascii() for line in lines)
        if look.depth == "none":
            assert not any(segment.style and segment.style.color for line in picture.lines for segment in line)
        live = [row for row in rows if not isinstance(row, Words)]
        assert (form.focus is not None) == bool(live)
        if form.focus is not None:
            assert form.focus.name == next(row for row in live if row.name == form.focus.name).name
            assert sum(line.startswith(">") for line in lines[2:-1]) == 1  # the one in focus is seen


@given(TEXTS, st.lists(st.one_of(st.sampled_from(KEYS), TEXTS.map(lambda text: f"write {text}")), max_size=40))
def test_the_cursor_stays_in_the_text(text: str, keys: list[str]) -> None:
    row = Write("name", "Name", text)
    for key in keys:
        if key.startswith("write "):
            row.put(key.removeprefix("write "))
        else:
            row.key(key)
        assert 0 <= row.at <= len(row.text) <= 200
        assert not re.search(r"[\x00-\x1f\u202a-\u202e\u2066-\u2069]", row.text)


def test_what_is_written_stands_at_the_cursor() -> None:
    row = Write("name", "Name", "Ada")
    for key in ("home", "right"):
        assert row.key(key)
    row.put("m")
    assert (row.text, row.at) == ("Amda", 2)
    assert row.key("backspace")
    assert row.key("delete")
    assert (row.text, row.at) == ("Aa", 1)
    assert row.key("ctrl+u")
    assert (row.text, row.at) == ("a", 0)
    assert not row.key("enter")


def test_a_row_stays_in_focus_when_others_come_above_it() -> None:
    form = Form("", [Do("a", "a"), Do("b", "b")])
    form.draw(LOOKS[0], 60, 18)
    form.rows = [Do("new", "new"), *form.rows]
    assert form.focus is not None
    assert form.focus.name == "a"
    form.jump(-10)
    assert form.focus.name == "new"
    form.jump(10)
    assert form.focus.name == "b"
    form.rows = [Do("new", "new")]
    assert form.focus.name == "new"
    form.rows = [Words("nothing to do")]
    form.move(1)
    assert form.focus is None


def test_a_long_text_is_seen_where_the_cursor_is() -> None:
    row = Write("name", "Name", "x" * 100 + "end")
    form = Form("", [row])
    assert "end_" in "".join(form.draw(LOOKS[0], 60, 18).text())
    row.key("home")
    assert "_xxx" in "".join(form.draw(LOOKS[0], 60, 18).text())


def not_x(text: str) -> str:
    return f"Not {text}."


def test_what_is_wrong_is_said_below_the_row_in_focus_alone() -> None:
    rows = [Write("a", "A", "x", wrong=not_x), Write("b", "B", "y", wrong=not_x)]
    form = Form("", rows)
    shown = "".join(form.draw(LOOKS[0], 60, 18).text())
    assert "Not x." in shown
    assert "Not y." not in shown
    assert form.wrong() == "Not x."
    assert form["a"] == "x"
