"""Text of other people: harmless, measured in cells, and cut without a trace of what was cut."""

import unicodedata

from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from fliptable.cli.look.glyphs import GLYPHS
from fliptable.cli.look.text import clean_text, cut, width_of, wrap

NASTY = "ab \n\t\x1b[31m\u202e\u200b\u0301\u0336漢字\u2028é\u00ad\ufeff\U0001f600\u200d\ufe0f"
HOSTILE = st.text(st.sampled_from(NASTY), max_size=40)
ANY = st.text(max_size=60) | HOSTILE


@given(ANY)
def test_clean_text_is_one_harmless_line(text: str) -> None:
    clean = clean_text(text)
    kinds = [unicodedata.category(char) for char in clean]
    assert not any(kind[0] == "C" or kind in ("Zl", "Zp") for kind in kinds)
    assert "MnMnMn" not in "".join(kinds)


@given(ANY)
def test_widths_agree_with_the_terminal(text: str) -> None:
    clean = clean_text(text)
    assert width_of(clean) == cell_len(clean) == sum(map(cell_len, clean))


@given(ANY, st.integers(1, 40))
def test_cut_text_fits_and_says_that_it_was_cut(text: str, width: int) -> None:
    clean = clean_text(text)
    short = cut(clean, width)
    assert width_of(short) <= width
    assert short == clean or short.endswith("…")
    assert (short == clean) == (width_of(clean) <= width)


@given(ANY, st.integers(2, 40))
def test_wrapped_text_fits_and_loses_nothing(text: str, width: int) -> None:
    clean = clean_text(text)
    lines = wrap(clean, width)
    assert all(0 < width_of(line) <= width for line in lines)
    assert "".join("".join(lines).split()) == "".join(clean.split())


@given(ANY)
def test_ascii_is_ascii(text: str) -> None:
    plain = GLYPHS["ascii"].clean(text)
    assert plain.isascii()
    assert plain.isprintable()


def test_letters_lose_no_more_than_their_accents() -> None:
    assert GLYPHS["ascii"].clean("Zoë plays · … “Übung”") == 'Zoe plays - ... "Ubung"'
    assert clean_text("e\u0301") == "é"
    assert clean_text("a\u202eb\x1b[2Jc\nd") == "ab[2Jc d"
    assert cut("漢字漢字", 4) == "漢 …"


def test_every_sign_is_one_cell_and_ascii_ones_are_ascii() -> None:
    for glyphs in GLYPHS.values():
        signs = [glyphs.edge, *glyphs.lift, glyphs.playable, glyphs.pointer, glyphs.turn, *glyphs.more, glyphs.full]
        signs += [glyphs.spent, glyphs.dot, glyphs.dots, glyphs.rule, *glyphs.blocks, *glyphs.shapes.values()]
        assert all(cell_len(sign) == 1 for sign in signs)
        assert glyphs.name != "ascii" or all(sign.isascii() for sign in signs)
        assert len(set(glyphs.shapes.values())) == len(glyphs.shapes)
