"""The signs on the screen besides letters and words: a full set, and one of plain ASCII.

No emoji, and nothing that terminals disagree on beyond what East Asian ones call ambiguous. Must never know colours.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal

from ..language import spoken
from .text import clean_text

GlyphSet = Literal["unicode", "ascii"]


@dataclass(frozen=True, eq=False)
class Glyphs:
    """One sign each, a cell wide.

    Attributes:
        shapes: by colour letter in notation, ``w`` for wilds: filled on the light side, hollow on the dark one. In
            ASCII there are none: letters tell colours apart.
        edge: the left edge of a card.
        lift: what stands left and right of the selected card.
        playable, pointer: marks of a card that fits and of the selected one.
        turn: the mark of whose turn it is.
        ways: the direction of play, clockwise and counterclockwise.
        more: cards beyond the left and the right edge.
        full, spent: the bar of time.
        dot: what stands between things said side by side.
        dots: where something was cut off.
        blocks: by upper and lower half of a cell, what the block digits are made of; empty where there are none.
    """

    name: GlyphSet
    shapes: Mapping[str, str]
    edge: str
    lift: tuple[str, str]
    playable: str
    pointer: str
    turn: str
    ways: tuple[str, str]
    more: tuple[str, str]
    full: str
    spent: str
    dot: str
    dots: str
    rule: str
    blocks: str

    def clean(self, text: str) -> str:
        """Text of other people, made harmless and spelled in this set."""
        return clean_text(text) if self.name == "unicode" else _ascii(text, spoken())


@lru_cache(maxsize=1024)
def _ascii(text: str, language: str) -> str:
    """The nearest ASCII: accents go, what has no letter becomes a question mark."""
    clean = clean_text(text)
    if clean.isascii():
        return clean
    spelled = {**_PLAIN, **_SPELLED.get(language, {})}
    plain = "".join(spelled.get(char, char) for char in unicodedata.normalize("NFC", clean))
    bare = "".join(char for char in unicodedata.normalize("NFKD", plain) if not unicodedata.combining(char))
    return clean_text(bare.encode("ascii", "replace").decode("ascii"))


_PLAIN: Final[Mapping[str, str]] = dict(
    zip("·–—‘’“”„«»øØđĐłŁ←→↑↓", '---\'\'"""""oOdDlL<>^v', strict=True),
    **{"…": "...", "ß": "ss", "æ": "ae", "Æ": "AE"},
)
"""What has no letter below its accents."""

_SPELLED: Final[Mapping[str, Mapping[str, str]]] = {
    "de": {"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue"},
    "da": {"ø": "oe", "Ø": "Oe", "å": "aa", "Å": "Aa", "Æ": "Ae"},
}
"""How a language writes the letters that ASCII lacks, where that is not the bare letter."""

GLYPHS: Final[Mapping[GlyphSet, Glyphs]] = {
    "unicode": Glyphs(
        name="unicode",
        shapes={"r": "▲", "y": "●", "g": "■", "b": "◆", "p": "△", "t": "□", "o": "○", "u": "◇", "w": "✦"},
        edge="▏",
        lift=("▐", "▌"),
        playable="•",
        pointer="›",
        turn="▸",
        ways=("↻", "↺"),
        more=("‹", "›"),
        full="━",
        spent="┄",
        dot="·",
        dots="…",
        rule="─",
        blocks=" ▄▀█",
    ),
    "ascii": Glyphs(
        name="ascii",
        shapes={},
        edge="|",
        lift=("[", "]"),
        playable="*",
        pointer=">",
        turn=">",
        ways=("->", "<-"),
        more=("<", ">"),
        full="#",
        spent="-",
        dot="-",
        dots="~",
        rule="-",
        blocks="",
    ),
}
