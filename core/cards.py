"""Printed cards: sides, colours, symbols, faces, and the deck they make.

Inside the program a face is a small whole number, outside it is a name such as ``r5`` or ``WC``; this module is
where the two meet. A side of a deck is a `Sheet` of 54 different faces: four colours of thirteen symbols, then two
wilds. So ``face = colour * 13 + symbol`` for coloured faces, and a set of faces is a bit mask (`FaceSet`, bit f
stands for face f). Which light face lies on the back of which dark face is nobody's business here: the pairing is
fresh and secret each round.

Must never know: hands, piles, turns, rules that are options.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum
from typing import Final

FaceSet = int
"""A set of faces of one side: bit f is set when face f is in it."""

LIGHT: Final = 0
DARK: Final = 1
SIDE_NAMES: Final = ("light", "dark")
DIRECTIONS: Final = {1: "clockwise", -1: "counterclockwise"}

UNKNOWN: Final = -1
"""The face of a card that is not known. Never a guess."""
NO_COLOUR: Final = -1

SYMBOLS_PER_COLOUR: Final = 13
COLOURS: Final = 4
PLAIN_WILD: Final = COLOURS * SYMBOLS_PER_COLOUR
DRAWING_WILD: Final = PLAIN_WILD + 1
FACES: Final = PLAIN_WILD + 2
ALL_FACES: Final[FaceSet] = (1 << FACES) - 1
WILDS: Final[FaceSet] = (1 << PLAIN_WILD) | (1 << DRAWING_WILD)


class Kind(IntEnum):
    """What a face does when it is played; the key of the table of effects."""

    NUMBER = 0
    DRAW_ONE = 1
    DRAW_TWO = 2
    DRAW_FIVE = 3
    REVERSE = 4
    SKIP = 5
    SKIP_EVERYONE = 6
    FLIP = 7
    WILD = 8
    WILD_DRAW_TWO = 9
    WILD_DRAW_FOUR = 10
    WILD_DRAW_COLOR = 11


COLOURED_DRAWS: Final = frozenset({Kind.DRAW_ONE, Kind.DRAW_TWO, Kind.DRAW_FIVE})
WILD_DRAWS: Final = frozenset({Kind.WILD_DRAW_TWO, Kind.WILD_DRAW_FOUR, Kind.WILD_DRAW_COLOR})
SKIPS: Final = frozenset({Kind.SKIP, Kind.SKIP_EVERYONE})
ACTIONS: Final = frozenset({Kind.REVERSE, Kind.FLIP}) | SKIPS | COLOURED_DRAWS
"""What is neither a number nor a wild."""

DRAWN_BY: Final = {
    Kind.DRAW_ONE: 1,
    Kind.DRAW_TWO: 2,
    Kind.DRAW_FIVE: 5,
    Kind.WILD_DRAW_TWO: 2,
    Kind.WILD_DRAW_FOUR: 4,
    Kind.WILD_DRAW_COLOR: 0,
}
"""How many cards a draw card makes its victim draw, besides drawing until a colour comes."""


def of(colour: int) -> FaceSet:
    """The 13 faces of a colour (0 to 3)."""
    return ((1 << SYMBOLS_PER_COLOUR) - 1) << (colour * SYMBOLS_PER_COLOUR)


def colour_of(face: int) -> int:
    """The colour (0 to 3) of a face, or `NO_COLOUR` for a wild."""
    return face // SYMBOLS_PER_COLOUR if face < PLAIN_WILD else NO_COLOUR


def faces_in(faces: FaceSet) -> tuple[int, ...]:
    """The faces of a set, lowest first."""
    return tuple(face for face in range(FACES) if faces >> face & 1)


@dataclass(frozen=True)
class _Printed:
    """One symbol of a side: its spelling, what it does, its points, how often each colour of it is printed."""

    name: str
    kind: Kind
    points: int
    copies: int


@dataclass(frozen=True, eq=False)
class Sheet:
    """One side of a deck: 54 faces with their names, kinds, points and numbers of copies.

    Attributes:
        name: ``light`` or ``dark``, or ``classic`` for cards with one face.
        colours: the four colours by full name, in the order of their numbers.
        letters: what the names of their faces begin with, colour by colour.
        faces: the 54 names, ``r5`` or ``W``.
        kinds: what each face does.
        points: what each face counts in a hand at the end of a round.
        copies: how often each face is printed.
        fitting: for each face on top, the faces that fit on it; for a wild on top only the other wilds (see `fits`).
        by_name: from a name to its face.
    """

    name: str
    colours: tuple[str, ...]
    letters: tuple[str, ...]
    faces: tuple[str, ...]
    kinds: tuple[Kind, ...]
    points: tuple[int, ...]
    copies: tuple[int, ...]
    fitting: tuple[FaceSet, ...]
    by_name: dict[str, int] = field(repr=False)

    def of_kinds(self, *kinds: Kind) -> FaceSet:
        """The faces of these kinds."""
        return sum(1 << face for face, kind in enumerate(self.kinds) if kind in kinds)

    def symbol(self, face: int) -> str:
        """What is printed on a face besides its colour: ``5``, ``D1``, ``W2``."""
        return self.faces[face][1:] if face < PLAIN_WILD else self.faces[face]

    def fits(self, top: int, colour: int) -> FaceSet:
        """The faces that may be laid on ``top``: its colour, its symbol, any wild; on a wild only ``colour`` and wilds.

        ``colour`` is the named colour in force and is read only when ``top`` is a wild.
        """
        fitting = self.fitting[top]
        if top >= PLAIN_WILD and colour != NO_COLOUR:
            fitting |= of(colour)
        return fitting


def _sheet(name: str, colours: tuple[str, ...], symbols: tuple[_Printed, ...], wilds: tuple[_Printed, ...]) -> Sheet:
    """A side from its thirteen symbols and two wilds; the letter of a colour is its first, but purple is ``u``."""
    # Pink has the p.
    letters = tuple("u" if colour == "purple" else colour[0] for colour in colours)
    printed = [(letter + symbol.name, symbol) for letter in letters for symbol in symbols]
    printed += [(wild.name, wild) for wild in wilds]
    fitting: list[FaceSet] = []
    for face in range(FACES):
        if face >= PLAIN_WILD:
            fitting.append(WILDS)
            continue
        same_symbol = sum(1 << (c * SYMBOLS_PER_COLOUR + face % SYMBOLS_PER_COLOUR) for c in range(COLOURS))
        fitting.append(of(colour_of(face)) | same_symbol | WILDS)
    return Sheet(
        name=name,
        colours=colours,
        letters=letters,
        faces=tuple(text for text, _ in printed),
        kinds=tuple(symbol.kind for _, symbol in printed),
        points=tuple(symbol.points for _, symbol in printed),
        copies=tuple(symbol.copies for _, symbol in printed),
        fitting=tuple(fitting),
        by_name={text: face for face, (text, _) in enumerate(printed)},
    )


@dataclass(frozen=True, eq=False)
class Deck:
    """A deck as it is printed: one sheet a side (classic cards have but one), and how many cards there are."""

    name: str
    sheets: tuple[Sheet, ...]
    size: int

    def __post_init__(self) -> None:
        assert all(sum(sheet.copies) == self.size for sheet in self.sheets)


_NUMBERS: Final = tuple(_Printed(str(value), Kind.NUMBER, value, 2) for value in range(1, 10))


# Counts and points: reference matrix, section 1; checksums of 1280, 1480 and 1240 points are held by a test.
FLIP: Final = Deck(
    name="flip",
    sheets=(
        _sheet(
            "light",
            ("red", "yellow", "green", "blue"),
            (
                *_NUMBERS,
                _Printed("D1", Kind.DRAW_ONE, 10, 2),
                _Printed("RV", Kind.REVERSE, 20, 2),
                _Printed("SK", Kind.SKIP, 20, 2),
                _Printed("FL", Kind.FLIP, 20, 2),
            ),
            (_Printed("W", Kind.WILD, 40, 4), _Printed("W2", Kind.WILD_DRAW_TWO, 50, 4)),
        ),
        _sheet(
            "dark",
            ("pink", "teal", "orange", "purple"),
            (
                *_NUMBERS,
                _Printed("D5", Kind.DRAW_FIVE, 20, 2),
                _Printed("RV", Kind.REVERSE, 20, 2),
                _Printed("SE", Kind.SKIP_EVERYONE, 30, 2),
                _Printed("FL", Kind.FLIP, 20, 2),
            ),
            (_Printed("W", Kind.WILD, 40, 4), _Printed("WC", Kind.WILD_DRAW_COLOR, 60, 4)),
        ),
    ),
    size=112,
)

CLASSIC: Final = Deck(
    name="classic",
    sheets=(
        _sheet(
            "classic",
            ("red", "yellow", "green", "blue"),
            (
                _Printed("0", Kind.NUMBER, 0, 1),
                *_NUMBERS,
                _Printed("D2", Kind.DRAW_TWO, 20, 2),
                _Printed("RV", Kind.REVERSE, 20, 2),
                _Printed("SK", Kind.SKIP, 20, 2),
            ),
            (_Printed("W", Kind.WILD, 50, 4), _Printed("W4", Kind.WILD_DRAW_FOUR, 50, 4)),
        ),
    ),
    size=108,
)

DECKS: Final = {deck.name: deck for deck in (FLIP, CLASSIC)}
