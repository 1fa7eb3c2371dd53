"""Check shuffle.json with hashlib and PyNaCl alone, from the rule as written here: no line of fliptable is used.

Run it by `python tests/vectors/check_shuffle.py`; it says nothing when all is right.

The rule. G is the base point of edwards25519, numbers are 32 bytes little endian, and a point is refused unless
its encoding is canonical, it lies in the subgroup of prime order, and it is not the identity. A label's point is
found by SHA-256(label, counter as 4 bytes big endian) for counter 0, 1, 2 ...: the first canonical encoding of a
point, times eight. H has the label "fliptable/1 shuffle product", h_k the label "fliptable/1 shuffle <k>".

A transcript is SHA-256 over fields: length of the label (1 byte), label, length of the data (8 bytes big
endian), data. It begins with "protocol" = "fliptable/1" and "statement" = "mix", then "context" = what the file
says. Scalar i of a seed is SHA-256(seed, i as 8 bytes big endian, 0) and the same with a 1, modulo the order.
Weights of a label: a field "weights" = label, then the scalars of the hash so far. A challenge: a field
"challenge" = label, then scalar 0 of the hash so far.

The proof of N cards of w ciphertexts each: points c (N), d (N), T (4), A and B in turn (w of each); then scalars
s (N), s1 to s4, z (w). The fields and equations are in `verify` below; each is checked by itself.
"""

import hashlib
import json
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

from nacl.bindings import (
    crypto_core_ed25519_add,
    crypto_core_ed25519_is_valid_point,
    crypto_core_ed25519_scalar_reduce,
    crypto_scalarmult_ed25519_noclamp,
)
from nacl.exceptions import CryptoError

SHUFFLE = Path(__file__).with_name("shuffle.json")
ORDER = 2**252 + 27742317777372353535851937790883648493
G = bytes.fromhex("58" + "66" * 31)
IDENTITY = bytes([1]) + bytes(31)


class Refused(AssertionError):
    """The file does not follow the rule."""


def demand(truth: bool, what: str) -> None:
    """Raise Refused unless `truth`."""
    if not truth:
        raise Refused(what)


@cache
def label_point(label: str) -> bytes:
    """Return the point of a label."""
    for counter in range(256):
        point = hashlib.sha256(label.encode() + counter.to_bytes(4, "big")).digest()
        if int.from_bytes(point, "little") % 2**255 >= 2**255 - 19:
            continue
        try:
            for _ in range(3):
                point = crypto_core_ed25519_add(point, point)
        except CryptoError:
            continue
        if crypto_core_ed25519_is_valid_point(point):
            return point
    raise Refused("no point in 256 tries")


def points(data: bytes) -> list[bytes]:
    """Return concatenated points, each judged."""
    found = [data[start : start + 32] for start in range(0, len(data), 32)]
    demand(all(len(one) == 32 and crypto_core_ed25519_is_valid_point(one) for one in found), "not a point")
    return found


def numbers(data: bytes) -> list[int]:
    """Return concatenated scalars, each judged."""
    found = [int.from_bytes(data[start : start + 32], "little") for start in range(0, len(data), 32)]
    demand(all(0 < one < ORDER for one in found), "not a scalar")
    return found


def total(terms: Iterable[tuple[int, bytes]]) -> bytes:
    """Return the sum of number * point."""
    result = IDENTITY
    for number, point in terms:
        factor = number % ORDER
        if factor:
            product = crypto_scalarmult_ed25519_noclamp(factor.to_bytes(32, "little"), point)
            result = crypto_core_ed25519_add(result, product)
    return result


class Script:
    """A transcript."""

    def __init__(self, statement: str) -> None:
        self.hash = hashlib.sha256()
        self.field("protocol", b"fliptable/1")
        self.field("statement", statement.encode())

    def field(self, label: str, data: bytes) -> None:
        """Take in one field."""
        self.hash.update(bytes([len(label)]) + label.encode() + len(data).to_bytes(8, "big") + data)

    def scalar(self, index: int) -> int:
        """Return one scalar of the hash so far."""
        start = self.hash.digest() + index.to_bytes(8, "big")
        wide = hashlib.sha256(start + b"\0").digest() + hashlib.sha256(start + b"\1").digest()
        return int.from_bytes(crypto_core_ed25519_scalar_reduce(wide), "little")

    def weights(self, label: str, count: int) -> list[int]:
        """Return weights."""
        self.field("weights", label.encode())
        return [self.scalar(index) for index in range(count)]

    def challenge(self, label: str) -> int:
        """Return a challenge."""
        self.field("challenge", label.encode())
        return self.scalar(0)


def judge(case: dict[str, Any]) -> None:
    """Raise Refused unless the proof holds and everything beside it is what the rule gives."""
    width = case["columns"]
    key, proof = points(bytes.fromhex(case["key"]))[0], bytes.fromhex(case["proof"])
    inputs, outputs = (points(bytes.fromhex(case[name])) for name in ("inputs", "outputs"))
    script = Script("mix")
    script.field("context", bytes.fromhex(case["context"]))
    u, v, e = verify(script, key, inputs, outputs, width, proof)
    stated = [numbers(bytes.fromhex("".join(case[name]))) for name in ("weights u", "weights v")]
    demand(stated == [u, v] and numbers(bytes.fromhex(case["challenge"])) == [e], "weights and challenge")
    explain(case, key, inputs, outputs, len(inputs) // (2 * width))


def verify(
    script: Script, key: bytes, inputs: list[bytes], outputs: list[bytes], width: int, proof: bytes
) -> tuple[list[int], list[int], int]:
    """Raise Refused unless the proof holds, in the transcript begun; return its weights and challenge."""
    size = len(inputs) // (2 * width)
    demand(len(inputs) == len(outputs) == 2 * width * size, "decks of unequal size")
    demand(len(proof) == 32 * (3 * size + 8 + 3 * width), "length of the proof")
    split = 32 * (2 * size + 4 + 2 * width)
    found, answers = points(proof[:split]), numbers(proof[split:])
    c, d, made = found[:size], found[size : 2 * size], found[2 * size :]
    (t1, t2, t3, t4), pairs = made[:4], made[4:]
    s, (s1, s2, s3, s4), z = answers[:size], answers[size : size + 4], answers[size + 4 :]

    script.field("shape", size.to_bytes(8, "big") + width.to_bytes(8, "big"))
    script.field("key", key)
    script.field("inputs", b"".join(inputs))
    script.field("outputs", b"".join(outputs))
    script.field("order", b"".join(c))
    u = script.weights("order", size)
    script.field("chain", b"".join(d))
    v = script.weights("chain", size)
    script.field("announced", b"".join(made))
    e = script.challenge("shuffle")

    big, small = (
        label_point("fliptable/1 shuffle product"),
        [label_point(f"fliptable/1 shuffle {k}") for k in range(size)],
    )
    product = 1
    for weight in u:
        product = product * weight % ORDER
    demand(t1 == total([(s1, G), *((e, one) for one in c), *((-e, one) for one in small)]), "once")
    demand(t2 == total([(s2, big), (e, d[-1]), (-e * product, G)]), "product")
    demand(
        t3 == total([(s3, G), *zip(s, small, strict=True), *((e * u[j], c[j]) for j in range(size))]),
        "order",
    )
    before = [G, *d[:-1]]
    demand(
        t4
        == total(
            [
                (s4, big),
                *((s[k] * v[k], before[k]) for k in range(size)),
                *((e * v[k], d[k]) for k in range(size)),
            ]
        ),
        "chain",
    )
    for column in range(width):
        start = 2 * size * column
        for half, (name, blind_base) in enumerate((("first", G), ("second", key))):
            old, new = (deck[start + half : start + 2 * size : 2] for deck in (inputs, outputs))
            moved = [*zip(s, new, strict=True), *((e * u[j], old[j]) for j in range(size))]
            demand(pairs[2 * column + half] == total([(-z[column], blind_base), *moved]), f"{name}, column {column}")
    return u, v, e


def explain(case: dict[str, Any], key: bytes, inputs: list[bytes], outputs: list[bytes], size: int) -> None:
    """Raise Refused unless the secrets of the file explain the outputs."""
    permutation: list[int] = case["permutation"]
    demand(sorted(permutation) == list(range(size)), "permutation")
    demand([len(row) for row in case["scalars"]] == [size] * case["columns"], "count of the secrets")
    for column, row in enumerate(case["scalars"]):
        start = 2 * size * column
        for k, blind in enumerate(numbers(bytes.fromhex("".join(row)))):
            for half, blind_base in enumerate((G, key)):
                expected = total([(blind, blind_base), (1, inputs[start + 2 * permutation[k] + half])])
                demand(outputs[start + 2 * k + half] == expected, "secrets")


def check(document: dict[str, Any]) -> None:
    """Raise Refused unless the whole file follows the rule."""
    demand(bytes.fromhex(document["product base"]) == label_point("fliptable/1 shuffle product"), "product base")
    demand(len(document["order bases"]) == 112, "112 order bases")
    for index, point in enumerate(document["order bases"]):
        demand(bytes.fromhex(point) == label_point(f"fliptable/1 shuffle {index}"), f"order base {index}")
    demand(len(document["proofs"]) == 4, "four proofs")
    for case in document["proofs"]:
        judge(case)


if __name__ == "__main__":
    check(json.loads(SHUFFLE.read_text(encoding="utf-8")))
