"""Big values from half blocks: three lines high, three cells a character (five for a W).

Must never know colours.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

_PIXELS: Final = {
    "0": "### #.# #.# #.# ###",
    "1": ".#. ##. .#. .#. ###",
    "2": "### ..# ### #.. ###",
    "3": "### ..# .## ..# ###",
    "4": "#.# #.# ### ..# ..#",
    "5": "### #.. ### ..# ###",
    "6": "### #.. ### #.# ###",
    "7": "### ..# ..# .#. .#.",
    "8": "### #.# ### #.# ###",
    "9": "### #.# ### ..# ###",
    "+": "... .#. ### .#. ...",
    "A": ".#. #.# ### #.# #.#",
    "B": "##. #.# ##. #.# ##.",
    "C": "### #.. #.. #.. ###",
    "D": "##. #.# #.# #.# ##.",
    "E": "### #.. ##. #.. ###",
    "F": "### #.. ##. #.. #..",
    "G": "### #.. #.# #.# ###",
    "H": "#.# #.# ### #.# #.#",
    "J": "..# ..# ..# #.# ###",
    "K": "#.# #.# ##. #.# #.#",
    "L": "#.. #.. #.. #.. ###",
    "M": "#...# ##.## #.#.# #...# #...#",
    "N": "#..# ##.# #.## #..# #..#",
    "P": "### #.# ### #.. #..",
    "Q": "### #.# #.# ### ..#",
    "R": "##. #.# ##. #.# #.#",
    "S": "### #.. ### ..# ###",
    "T": "### .#. .#. .#. .#.",
    "V": "#.# #.# #.# #.# .#.",
    "W": "#...# #...# #.#.# #.#.# .#.#.",
    "X": "#.# #.# .#. #.# #.#",
    "Y": "#.# #.# .#. .#. .#.",
    "Z": "### ..# .#. #.. ###",
    "?": "### ..# .## ... .#.",
}


@lru_cache(maxsize=256)
def big(text: str, blocks: str) -> tuple[str, ...]:
    """Three lines of equal width, or the text itself where a sign or the blocks are missing.

    Args:
        text: signs to be drawn.
        blocks: the signs for a cell with nothing, its lower half, its upper half and all of it filled.
    """
    if not blocks or not text or any(sign not in _PIXELS for sign in text):
        return (text,)
    rows = [*(" ".join(row) for row in zip(*(_PIXELS[sign].split() for sign in text), strict=True)), ""]
    rows = [row.ljust(len(rows[0]), ".") for row in rows]
    return tuple(
        "".join(blocks[(low == "#") + 2 * (high == "#")] for high, low in zip(*pair, strict=True))
        for pair in zip(rows[::2], rows[1::2], strict=True)
    )
