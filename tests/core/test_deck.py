"""The printed deck against the counts and points of the rules, section 1."""

from collections import Counter

import pytest

from fliptable.core.cards import DARK, FACES, FLIP, LIGHT, Kind, Sheet

NUMBERS = {str(value): (8, value) for value in range(1, 10)}
# Symbol: how many faces on the side, points of each (documents 000 and 002, 2018 sheet).
LIGHT_FACES = NUMBERS | {"D1": (8, 10), "RV": (8, 20), "SK": (8, 20), "FL": (8, 20), "W": (4, 40), "W2": (4, 50)}
DARK_FACES = NUMBERS | {"D5": (8, 20), "RV": (8, 20), "SE": (8, 30), "FL": (8, 20), "W": (4, 40), "WC": (4, 60)}
KINDS = {
    "D1": Kind.DRAW_ONE,
    "D5": Kind.DRAW_FIVE,
    "RV": Kind.REVERSE,
    "SK": Kind.SKIP,
    "SE": Kind.SKIP_EVERYONE,
    "FL": Kind.FLIP,
    "W": Kind.WILD,
    "W2": Kind.WILD_DRAW_TWO,
    "WC": Kind.WILD_DRAW_COLOR,
}
SIDES = pytest.mark.parametrize(
    ("side", "letters", "printed", "checksum"),
    [(LIGHT, "rygb", LIGHT_FACES, 1280), (DARK, "ptou", DARK_FACES, 1480)],
    ids=["light", "dark"],
)


def symbol(name: str) -> str:
    """The face without the letter of its colour."""
    return name if name.startswith("W") else name[1:]


def faces(sheet: Sheet) -> list[int]:
    """Every printed face, copies included."""
    return [face for face in range(FACES) for _ in range(sheet.copies[face])]


@SIDES
def test_counts_and_points(side: int, letters: str, printed: dict[str, tuple[int, int]], checksum: int) -> None:
    sheet = FLIP.sheets[side]
    counts = Counter(symbol(sheet.faces[face]) for face in faces(sheet))
    assert counts == {name: count for name, (count, _) in printed.items()}
    assert all(sheet.points[face] == printed[symbol(sheet.faces[face])][1] for face in range(FACES))
    assert sum(sheet.points[face] for face in faces(sheet)) == checksum
    assert len(faces(sheet)) == FLIP.size == 112
    numbers = Counter(name[0] for face in faces(sheet) if symbol(name := sheet.faces[face]) in NUMBERS)
    assert numbers == dict.fromkeys(letters, 18)


@SIDES
def test_every_coloured_face_is_printed_twice(
    side: int, letters: str, printed: dict[str, tuple[int, int]], checksum: int
) -> None:
    sheet = FLIP.sheets[side]
    coloured = {letter + name for letter in letters for name in printed if not name.startswith("W")}
    wilds = {name for name in printed if name.startswith("W")}
    assert set(sheet.faces) == coloured | wilds
    assert {sheet.faces[face]: copies for face, copies in enumerate(sheet.copies)} == (
        dict.fromkeys(coloured, 2) | dict.fromkeys(wilds, 4)
    )


@SIDES
def test_a_face_does_what_its_symbol_says(
    side: int, letters: str, printed: dict[str, tuple[int, int]], checksum: int
) -> None:
    sheet = FLIP.sheets[side]
    for face, name in enumerate(sheet.faces):
        assert sheet.kinds[face] == KINDS.get(symbol(name), Kind.NUMBER)


def test_colours_are_in_the_order_of_the_sheet() -> None:
    assert FLIP.sheets[LIGHT].colours == ("red", "yellow", "green", "blue")
    assert FLIP.sheets[DARK].colours == ("pink", "teal", "orange", "purple")


@SIDES
def test_what_fits_is_colour_or_symbol_or_wild(
    side: int, letters: str, printed: dict[str, tuple[int, int]], checksum: int
) -> None:
    sheet = FLIP.sheets[side]
    for top, below in enumerate(sheet.faces):
        for colour in range(-1, 4):
            fitting = sheet.fits(top, colour)
            for face, name in enumerate(sheet.faces):
                if name.startswith("W"):
                    fits = True
                elif below.startswith("W"):
                    fits = colour >= 0 and name[0] == letters[colour]
                else:
                    fits = name[0] == below[0] or name[1:] == below[1:]
                assert bool(fitting >> face & 1) == fits, f"{name} on {below}, colour {colour}"
