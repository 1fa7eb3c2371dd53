"""The face points: for each printed face a constant point of the group whose logarithm nobody knows.

Try-and-increment on SHA-256(label | counter), then three doublings for the cofactor. Not the library's own
map to the curve: its output is the library's own affair, and these points are the same for ever
(tests/vectors/faces.json). Copies of a face share its point, so which of two equal cards is held stays hidden
as well.

This module must never know what a face shows: faces are numbers.
"""

from __future__ import annotations

import hashlib
from functools import cache
from typing import Final

from .group import NotInGroup, Point, add, decode_point
from .transcript import PROTOCOL

_FIELD: Final = 2**255 - 19


class FaceTable:
    """The points of one sheet by face number, and the face numbers by point."""

    __slots__ = ("numbers", "points")

    def __init__(self, points: tuple[Point, ...]) -> None:
        self.points = points
        self.numbers = {bytes(point): number for number, point in enumerate(points)}


@cache
def face_table(sheet: str, count: int) -> FaceTable:
    """Return the points of faces 0 .. count-1 of the sheet with this name."""
    return FaceTable(tuple(hash_to_group(f"{PROTOCOL} face {sheet} {face}") for face in range(count)))


def hash_to_group(label: str) -> Point:
    """Return the point of a label.

    For counter 0, 1, 2 ...: h = SHA-256(label as UTF-8, counter as 4 bytes big endian). If h with the top bit
    cleared, as a little-endian number, is at least 2^255 - 19, or h is no encoding of a point of the curve,
    or eight times that point is the identity, the next counter; else eight times that point.
    """
    counter = 0
    while True:
        candidate = hashlib.sha256(label.encode() + counter.to_bytes(4, "big")).digest()
        counter += 1
        if int.from_bytes(candidate, "little") & (2**255 - 1) >= _FIELD:
            continue
        try:
            point = add(candidate, candidate)
            point = add(point, point)
            return decode_point(add(point, point))
        except NotInGroup:
            continue
