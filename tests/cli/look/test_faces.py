"""What is printed on cards: all different, in every language."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fliptable.cli.language import choose, languages
from fliptable.cli.look.digits import big
from fliptable.cli.look.faces import chip_of, face_of, letter_of, sign_of, value_of, word_of
from fliptable.cli.look.glyphs import GLYPHS
from fliptable.cli.look.text import width_of
from fliptable.core.cards import CLASSIC, FLIP

SHEETS = (*FLIP.sheets, *CLASSIC.sheets)


@pytest.mark.parametrize("language", languages())
def test_faces_of_a_side_are_told_apart_by_text(language: str) -> None:
    choose(language)
    try:
        for sheet in SHEETS:
            for signs in GLYPHS.values():
                faces = [face_of(name) for name in sheet.faces]
                assert len({(sign_of(face.colour, signs), value_of(face)) for face in faces}) == len(faces)
                for short in (False, True):
                    chips = [chip_of(face, signs, short) for face in faces]
                    assert len(set(chips)) == len(faces)
                    assert {len(chip) for chip in chips} == {2 if short or not signs.shapes else 3}
        letters = [letter_of(colour) for colour in "rygbptou"]
        assert len(set(letters)) == 8
        assert all(width_of(letter) == 1 for letter in letters)
        assert all(
            width_of(part) <= 7 for sheet in SHEETS for name in sheet.faces for part in word_of(face_of(name)).split()
        )
    finally:
        choose("en")


def test_english_letters_are_those_of_the_notation() -> None:
    assert [letter_of(letter) for letter in "rygbptou"] == list("RYGBPTOU")


def test_filled_shapes_are_light_and_hollow_ones_dark() -> None:
    shapes = GLYPHS["unicode"].shapes
    assert [shapes[letter] for letter in "rygb"] == list("▲●■◆")
    assert [shapes[letter] for letter in "ptou"] == list("△□○◇")


@given(st.text(max_size=4))
def test_any_text_is_taken_for_some_face(name: str) -> None:
    face = face_of(name)
    assert value_of(face) is not None
    assert sign_of(face.colour, GLYPHS["unicode"])


def test_big_values_are_all_different_and_three_lines_high() -> None:
    values = {value_of(face_of(name)) or "W" for sheet in SHEETS for name in sheet.faces}
    drawn = {value: big(value, GLYPHS["unicode"].blocks) for value in values}
    assert len(set(drawn.values())) == len(values)
    for lines in drawn.values():
        assert len(lines) == 3
        assert len({len(line) for line in lines}) == 1
        assert len(lines[0]) <= 9
    assert big("5", "") == ("5",)
    assert big("漢", " ▄▀█") == ("漢",)
