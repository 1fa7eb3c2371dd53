"""Check faces.json with hashlib and PyNaCl alone, from the rule as written here: no line of fliptable is used.

Run it by `python tests/vectors/check_faces.py`; it says nothing when all points are right.

The rule. For sheet "light", "dark" or "classic" and face number f take the label "fliptable/1 face <sheet> <f>". For a
counter from 0 on: h = SHA-256(label, counter as 4 bytes big endian). Skip h if it is no canonical encoding of
a point of edwards25519 (as a number without its top bit it must be below 2^255 - 19), or if eight times that
point is the identity. Else the face point is eight times that point.
"""

import hashlib
import json
from pathlib import Path

from nacl.bindings import crypto_core_ed25519_add as add
from nacl.bindings import crypto_core_ed25519_is_valid_point as is_valid_point
from nacl.exceptions import CryptoError

FACES = Path(__file__).with_name("faces.json")


def face_point(sheet: str, face: int) -> bytes:
    """Return the point of one face."""
    for counter in range(256):
        data = f"fliptable/1 face {sheet} {face}".encode() + counter.to_bytes(4, "big")
        point = hashlib.sha256(data).digest()
        if int.from_bytes(point, "little") % 2**255 >= 2**255 - 19:
            continue
        try:
            for _ in range(3):
                point = add(point, point)
        except CryptoError:
            continue
        if is_valid_point(point):
            return point
    raise AssertionError("no point in 256 tries")


def check(document: dict[str, list[str]]) -> None:
    """Raise AssertionError unless every point is the one the rule gives."""
    assert set(document) == {"light", "dark", "classic"}
    for sheet, points in document.items():
        assert len(points) == 54
        for face, point in enumerate(points):
            assert face_point(sheet, face).hex() == point, (sheet, face)


if __name__ == "__main__":
    check(json.loads(FACES.read_text(encoding="utf-8")))
