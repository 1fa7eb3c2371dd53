"""What is printed on a card: shape and letter of its colour, its value, a word for what it does.

Must never know styles or places on the screen.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from ..language import p_
from .glyphs import Glyphs

UNKNOWN: Final = "?"
WILD: Final = "w"


@dataclass(frozen=True, slots=True)
class Face:
    """A face taken apart: its colour letter in notation (``w`` wild, ``?`` unknown) and its symbol (``5``, ``D1``)."""

    colour: str
    symbol: str


@lru_cache(maxsize=256)
def face_of(name: str) -> Face:
    """From a face in notation, ``r5`` or ``WC``."""
    if name[:1] == "W":
        return Face(WILD, name)
    return Face(name[:1], name[1:]) if len(name) > 1 else Face(UNKNOWN, UNKNOWN)


_LETTERS: Final[dict[str, Callable[[], str]]] = {
    "r": lambda: p_("letter of red", "R"),
    "y": lambda: p_("letter of yellow", "Y"),
    "g": lambda: p_("letter of green", "G"),
    "b": lambda: p_("letter of blue", "B"),
    "p": lambda: p_("letter of pink", "P"),
    "t": lambda: p_("letter of teal", "T"),
    "o": lambda: p_("letter of orange", "O"),
    "u": lambda: p_("letter of purple", "U"),
    WILD: lambda: p_("letter of a wild", "W"),
}

_WORDS: Final[dict[str, Callable[[], str]]] = {
    "D1": lambda: p_("on a card", "DRAW 1"),
    "D2": lambda: p_("on a card", "DRAW 2"),
    "D5": lambda: p_("on a card", "DRAW 5"),
    "RV": lambda: p_("on a card", "REVERSE"),
    "SK": lambda: p_("on a card", "SKIP"),
    "SE": lambda: p_("on a card", "SKIP ALL"),
    "FL": lambda: p_("on a card", "FLIP"),
    "W": lambda: p_("on a card", "WILD"),
    "W2": lambda: p_("on a card", "WILD +2"),
    "W4": lambda: p_("on a card", "WILD +4"),
    "WC": lambda: p_("on a card", "WILD +C"),
}
"""At most seven cells a line; two words may stand below each other."""

_VALUES: Final = {"D1": "+1", "D2": "+2", "D5": "+5", "W": "", "W2": "+2", "W4": "+4", "WC": "+C"}
_SHORT: Final = {"D1": "+", "D2": "+", "D5": "+", "RV": "R", "SK": "S", "SE": "S", "FL": "F"} | {
    "W": "",
    "W2": "2",
    "W4": "4",
    "WC": "C",
}


def letter_of(colour: str) -> str:
    """The letter of a colour on the screen."""
    return _LETTERS[colour]() if colour in _LETTERS else UNKNOWN


def spoken_letters() -> str:
    """All letters in the language spoken."""
    return "".join(letter() for letter in _LETTERS.values())


def sign_of(colour: str, glyphs: Glyphs) -> str:
    """Shape and letter: ``▲R``."""
    return glyphs.shapes.get(colour, "") + letter_of(colour)


def value_of(face: Face) -> str:
    """What is printed besides the colour: ``7``, ``+1``, ``SK``."""
    return _VALUES.get(face.symbol, face.symbol)


def word_of(face: Face) -> str:
    """A word for what a face does; empty for a number."""
    return _WORDS[face.symbol]() if face.symbol in _WORDS else ""


def chip_of(face: Face, glyphs: Glyphs, short: bool = False) -> str:
    """A face in three cells, ``▲R5``, or in two, ``▲5``; in ASCII always two, ``R5``."""
    if face.colour == UNKNOWN:
        return "? " if short or not glyphs.shapes else "?  "
    shape = glyphs.shapes.get(face.colour, "")
    head = shape if short and shape else sign_of(face.colour, glyphs)
    return head + (_SHORT.get(face.symbol, face.symbol) or " ")
