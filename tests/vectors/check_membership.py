"""Check membership.json with hashlib and PyNaCl alone, from the rule as written here: no line of fliptable is used.

Run it by `python tests/vectors/check_membership.py`; it says nothing when all is right.

The rule. A card (a, rest) of the owner with key X lies in the ordered set of face points F_0 .. F_(n-1). A proof
has 48 bytes a face: a challenge c (16 bytes) and a response z (32 bytes), little endian, 0 < c and 0 < z < order.
With A = zG + cX and B = za + c(rest - F) for each face, the exclusive or of all c is the first 16 bytes of the
SHA-256 of these fields in this order:

    protocol "fliptable/1", statement "membership", context, session, deal (a number), seat (a number),
    cards (numbers: place, side), key, base, rest, faces, first commitments (all A), second commitments (all B),
    challenge "membership"

A field is the length of its label (1 byte), the label, the length of its data (8 bytes, big endian), the data; a
number is 8 bytes, big endian. Every point multiplied lies in the subgroup of prime order and is not the identity.
Face points are those of faces.json.
"""

import hashlib
import json
from pathlib import Path
from typing import Any, cast

from nacl.bindings import crypto_core_ed25519_add as add
from nacl.bindings import crypto_core_ed25519_sub as subtract
from nacl.bindings import crypto_scalarmult_ed25519_base_noclamp as base
from nacl.bindings import crypto_scalarmult_ed25519_noclamp as multiply
from nacl.exceptions import CryptoError

HERE = Path(__file__).parent
ORDER = 2**252 + 27742317777372353535851937790883648493

Case = dict[str, Any]


def numbers(*values: int) -> bytes:
    """Return natural numbers as the data of a field."""
    return b"".join(value.to_bytes(8, "big") for value in values)


def joint_challenge(case: Case, points: dict[str, bytes], firsts: bytes, seconds: bytes) -> bytes:
    """Return the 16 bytes that all challenges together must make."""
    fields = {
        "protocol": b"fliptable/1",
        "statement": b"membership",
        "context": bytes.fromhex(case["context"]),
        "session": bytes.fromhex(case["session"]),
        "deal": numbers(case["deal"]),
        "seat": numbers(case["seat"]),
        "cards": numbers(case["place"], case["side"]),
        **points,
        "first commitments": firsts,
        "second commitments": seconds,
        "challenge": b"membership",
    }
    data = b"".join(
        bytes([len(label)]) + label.encode() + numbers(len(field)) + field for label, field in fields.items()
    )
    return hashlib.sha256(data).digest()[:16]


def face_numbers(case: Case) -> list[int]:
    """Return the set of a case in its order."""
    return [int(face) for face in case["faces"].split()]


def holds(case: Case, sheets: dict[str, list[str]]) -> bool:
    """Say whether the proof of a case is right."""
    faces = [bytes.fromhex(sheets[case["sheet"]][face]) for face in face_numbers(case)]
    key, a, rest, proof = (bytes.fromhex(case[name]) for name in ("key", "base", "rest", "proof"))
    if len(proof) != 48 * len(faces):
        return False
    joined, firsts, seconds = 0, b"", b""
    for index, face in enumerate(faces):
        part = proof[48 * index : 48 * index + 48]
        challenge, response = part[:16] + bytes(16), part[16:]
        if challenge == bytes(32) or not 0 < int.from_bytes(response, "little") < ORDER:
            return False
        joined ^= int.from_bytes(challenge, "little")
        try:
            firsts += add(base(response), multiply(challenge, key))
            seconds += add(multiply(response, a), multiply(challenge, subtract(rest, face)))
        except CryptoError:
            return False
    points = {"key": key, "base": a, "rest": rest, "faces": b"".join(faces)}
    return joined.to_bytes(16, "little") == joint_challenge(case, points, firsts, seconds)


def true(case: Case, sheets: dict[str, list[str]]) -> bool:
    """Say whether the true face of a case lies in the set, and under the key as the case says."""
    face, secret = int(case["true face"]), bytes.fromhex(case["secret key"])
    point = bytes.fromhex(sheets[case["sheet"]][face])
    rest = add(point, multiply(secret, bytes.fromhex(case["base"])))
    return face in face_numbers(case) and base(secret).hex() == case["key"] and rest.hex() == case["rest"]


def check(document: dict[str, list[Case]], sheets: dict[str, list[str]]) -> None:
    """Raise AssertionError unless exactly the proofs listed as good are right, and of true statements."""
    assert set(document) == {"good", "refused"}
    for case in document["good"]:
        assert true(case, sheets), case["name"]
        assert holds(case, sheets), case["name"]
    for case in document["refused"]:
        assert not holds(case, sheets), case["name"]


def read(name: str) -> dict[str, Any]:
    """Read a file beside this one."""
    return cast("dict[str, Any]", json.loads((HERE / name).read_text(encoding="utf-8")))


if __name__ == "__main__":
    check(read("membership.json"), read("faces.json"))
