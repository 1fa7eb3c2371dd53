"""Text of other people made harmless, measured and cut in cells.

Must never know styles.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import Final

from rich.cells import cell_len

_MARKS: Final = 2
"""How many combining marks a character keeps."""


@lru_cache(maxsize=4096)
def clean_text(text: str) -> str:
    """One line without control, bidirectional and invisible characters, and with few combining marks a character."""
    if text.isascii() and text.isprintable():
        return text
    kept: list[str] = []  # characters with the marks on them
    for char in unicodedata.normalize("NFC", text):
        kind = unicodedata.category(char)
        if kind[0] == "Z" or char in "\t\n\r":
            kept.append(" ")
        elif kind[0] == "C" or (kept and _joins(kept[-1], char)):
            continue
        elif cell_len(char):
            kept.append(char)
        elif kept and kept[-1] != " " and len(kept[-1]) <= _MARKS:
            kept[-1] += char
    return "".join(kept)


def _joins(before: str, char: str) -> bool:
    """Whether two characters together take other room than one after the other: terminals disagree on such."""
    return cell_len(before + char) != cell_len(before) + cell_len(char)


@lru_cache(maxsize=4096)
def width_of(text: str) -> int:
    """Cells that a cleaned text takes."""
    return len(text) if text.isascii() else sum(len(cell) > 0 or 1 for cell in cell_of(text))


def cell_of(text: str) -> list[str]:
    """A text cell by cell: marks stay with what they stand on, a wide character is followed by an empty cell."""
    cells: list[str] = []
    for char in text:
        match cell_len(char):
            case 0 if cells:
                at = -2 if len(cells) > 1 and not cells[-1] else -1
                cells[at] += char
            case 0:
                pass
            case 1:
                cells.append(char)
            case _:
                cells += [char, ""]
    return cells


@lru_cache(maxsize=4096)
def cut(text: str, width: int, dots: str = "…") -> str:
    """A clean text in at most ``width`` cells, with ``dots`` (one cell) where something is missing."""
    if width_of(text) <= width:
        return text
    if width <= 0:
        return ""
    cells = cell_of(text)[: width - 1]
    if cells and len(cells[-1]) > 0 and cell_len(cells[-1][0]) == 2:  # its second half was cut off
        cells[-1] = " "
    return "".join(cells) + dots


def wrap(text: str, width: int) -> list[str]:
    """A clean text in lines of at most ``width`` cells (2 or more), broken between words where that is possible."""
    lines = [""]
    for word in text.split():
        parts = _parts(word, width)
        if lines[-1] and width_of(lines[-1]) + 1 + width_of(parts[0]) > width:
            lines.append("")
        lines[-1] += f" {parts[0]}" if lines[-1] else parts[0]
        lines += parts[1:]
    return lines if lines[0] else []


def _parts(word: str, width: int) -> list[str]:
    """A word in parts of at most so many cells."""
    if width_of(word) <= width:
        return [word]
    parts, used = [""], 0
    for char in word:
        size = cell_len(char)
        if used + size > width:
            parts.append("")
            used = 0
        parts[-1] += char
        used += size
    return parts
