"""Fiat-Shamir transcripts: SHA-256 over labelled, length-prefixed fields; no two statements share an input.

Every challenge of the protocol begins with the same things (docs/protocol.md): protocol, session, deal,
epoch, place in the protocol, sender, kind of statement; `context` packs them. Then comes the whole statement.

This module must never know what it hashes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Final

from .group import Scalar, reduce

PROTOCOL: Final = "fliptable/1"
DIGEST_BYTES: Final = 32


def context(session: bytes, deal: int, epoch: int, place: Iterable[int], sender: int, kind: str) -> bytes:
    """Return the prefix all challenges of one message begin with.

    `place` is where the message stands in the protocol: (deal step,) before play, (slot, step) in it. All
    numbers are natural and below 2^64.
    """
    script = Transcript("context")
    script.absorb("session", session)
    script.absorb_numbers("deal", (deal,))
    script.absorb_numbers("epoch", (epoch,))
    script.absorb_numbers("place", place)
    script.absorb_numbers("sender", (sender,))
    script.absorb("kind", kind.encode())
    return script.digest()


class Transcript:
    """A running hash of labelled fields.

    A field is the length of its label (1 byte), the label, the length of its data (8 bytes, big endian), the
    data. The first field has the label "protocol" and the protocol's name, the second the label "statement"
    and the kind given.
    """

    __slots__ = ("_hash",)

    def __init__(self, kind: str) -> None:
        self._hash = hashlib.sha256()
        self.absorb("protocol", PROTOCOL.encode())
        self.absorb("statement", kind.encode())

    def absorb(self, label: str, data: bytes) -> None:
        """Take in one field; the label has at most 255 bytes."""
        name = label.encode()
        self._hash.update(bytes([len(name)]) + name + len(data).to_bytes(8, "big") + data)

    def absorb_numbers(self, label: str, numbers: Iterable[int]) -> None:
        """Take in natural numbers below 2^64 as one field, 8 bytes big endian each."""
        self.absorb(label, b"".join(number.to_bytes(8, "big") for number in numbers))

    def digest(self) -> bytes:
        """Return the 32-byte hash of everything so far; more may be absorbed afterwards."""
        return self._hash.digest()

    def challenge(self, label: str) -> Scalar:
        """Return a scalar that depends on everything so far, and absorb the label."""
        self.absorb("challenge", label.encode())
        return expand(self.digest(), 0)

    def weights(self, label: str, count: int) -> list[Scalar]:
        """Return `count` scalars, each of which depends on everything so far."""
        self.absorb("weights", label.encode())
        seed = self.digest()
        return [expand(seed, index) for index in range(count)]


def expand(seed: bytes, index: int) -> Scalar:
    """Return scalar `index` of a seed.

    It is SHA-256(seed, index as 8 bytes, a byte 0) followed by the same with a byte 1, modulo the order.
    """
    start = seed + index.to_bytes(8, "big")
    return reduce(hashlib.sha256(start + b"\0").digest() + hashlib.sha256(start + b"\1").digest())
