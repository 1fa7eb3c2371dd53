"""The printed decks against the counts and points of the rules, section 1."""

from collections import Counter
from dataclasses import dataclass

import pytest

from fliptable.core.cards import CLASSIC, DARK, DECKS, FACES, FLIP, LIGHT, Deck, Kind, Sheet

KINDS = {
    "D1": Kind.DRAW_ONE,
    "D2": Kind.DRAW_TWO,
    "D5": Kind.DRAW_FIVE,
    "RV": Kind.REVERSE,
    "SK": Kind.SKIP,
    "SE": Kind.SKIP_EVERYONE,
    "FL": Kind.FLIP,
    "W": Kind.WILD,
    "W2": Kind.WILD_DRAW_TWO,
    "W4": Kind.WILD_DRAW_FOUR,
    "WC": Kind.WILD_DRAW_COLOR,
}
NUMBERS = {str(value): (8, value) for value in range(1, 10)}


@dataclass(frozen=True)
class Printed:
    """What the rules say of one side: for each symbol how many faces and the points of each, and the sum of points."""

    deck: Deck
    sheet: Sheet
    letters: str
    symbols: dict[str, tuple[int, int]]
    checksum: int
    size: int

    def __str__(self) -> str:
        return self.sheet.name


SIDES = (
    Printed(  # Documents 000 and 002, 2018 sheet.
        FLIP,
        FLIP.sheets[LIGHT],
        "rygb",
        NUMBERS | {"D1": (8, 10), "RV": (8, 20), "SK": (8, 20), "FL": (8, 20), "W": (4, 40), "W2": (4, 50)},
        1280,
        112,
    ),
    Printed(
        FLIP,
        FLIP.sheets[DARK],
        "ptou",
        NUMBERS | {"D5": (8, 20), "RV": (8, 20), "SE": (8, 30), "FL": (8, 20), "W": (4, 40), "WC": (4, 60)},
        1480,
        112,
    ),
    Printed(  # Document 003, 2008 sheet.
        CLASSIC,
        CLASSIC.sheets[LIGHT],
        "rygb",
        NUMBERS | {"0": (4, 0), "D2": (8, 20), "RV": (8, 20), "SK": (8, 20), "W": (4, 50), "W4": (4, 50)},
        1240,
        108,
    ),
)
each_side = pytest.mark.parametrize("side", SIDES, ids=str)


def symbol(name: str) -> str:
    """The face without the letter of its colour."""
    return name if name.startswith("W") else name[1:]


def faces(sheet: Sheet) -> list[int]:
    """Every printed face, copies included."""
    return [face for face in range(FACES) for _ in range(sheet.copies[face])]


def test_every_side_of_every_deck_is_looked_at() -> None:
    assert [side.sheet for side in SIDES] == [sheet for deck in DECKS.values() for sheet in deck.sheets]


@each_side
def test_counts_and_points(side: Printed) -> None:
    sheet = side.sheet
    counts = Counter(symbol(sheet.faces[face]) for face in faces(sheet))
    assert counts == {name: count for name, (count, _) in side.symbols.items()}
    assert all(sheet.points[face] == side.symbols[symbol(sheet.faces[face])][1] for face in range(FACES))
    assert sum(sheet.points[face] for face in faces(sheet)) == side.checksum
    assert len(faces(sheet)) == side.deck.size == side.size


@each_side
def test_a_colour_has_a_quarter_of_each_symbol(side: Printed) -> None:
    copies = {name: side.sheet.copies[face] for name, face in side.sheet.by_name.items()}
    assert copies == {
        letter + name: count if letter == "" else count // 4
        for name, (count, _) in side.symbols.items()
        for letter in ("" if name.startswith("W") else side.letters) or [""]
    }
    assert len(side.sheet.faces) == FACES


@each_side
def test_a_face_does_what_its_symbol_says(side: Printed) -> None:
    for face, name in enumerate(side.sheet.faces):
        assert side.sheet.symbol(face) == symbol(name)
        assert side.sheet.kinds[face] == KINDS.get(symbol(name), Kind.NUMBER)


def test_every_kind_is_printed_somewhere() -> None:
    assert {kind for side in SIDES for kind in side.sheet.kinds} == set(Kind)


def test_colours_are_in_the_order_of_the_sheet() -> None:
    assert FLIP.sheets[LIGHT].colours == CLASSIC.sheets[LIGHT].colours == ("red", "yellow", "green", "blue")
    assert FLIP.sheets[DARK].colours == ("pink", "teal", "orange", "purple")


@each_side
def test_what_fits_is_colour_or_symbol_or_wild(side: Printed) -> None:
    sheet = side.sheet
    for top, below in enumerate(sheet.faces):
        for colour in range(-1, 4):
            fitting = sheet.fits(top, colour)
            for face, name in enumerate(sheet.faces):
                if name.startswith("W"):
                    fits = True
                elif below.startswith("W"):
                    fits = colour >= 0 and name[0] == side.letters[colour]
                else:
                    fits = name[0] == below[0] or name[1:] == below[1:]
                assert bool(fitting >> face & 1) == fits, f"{name} on {below}, colour {colour}"
