"""Everything a seat chooses in one deal, from its one 32-byte seed: so that the audit can do it again.

HKDF-SHA256 with a salt that names session, deal and seat, and a label for each use. Only the nonces of proofs
are fresh; they are mixed with the seed, so neither a weak source nor a repeated call gives a nonce away.

This module must never draw entropy by itself, and never keep any.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from .confidential import Confidential
from .group import Scalar, reduce
from .transcript import Transcript

SEED_BYTES: Final = 32
_BLOCK: Final = 2048

Entropy = Callable[[int], bytes]


class Stream(Confidential):
    """An endless row of bytes that a seed, a salt and a label determine.

    Block k (2048 bytes) is HKDF-SHA256(seed, salt, info = label, a zero byte, k as 4 bytes big endian).
    """

    __slots__ = ("_block", "_buffer", "_label", "_salt", "_seed")

    def __init__(self, seed: bytes, salt: bytes, label: str) -> None:
        self._seed = seed
        self._salt = salt
        self._label = label.encode() + b"\0"
        self._block = 0
        self._buffer = b""

    def read(self, count: int) -> bytes:
        """Return the next `count` bytes."""
        while len(self._buffer) < count:
            info = self._label + self._block.to_bytes(4, "big")
            self._buffer += HKDF(SHA256(), _BLOCK, self._salt, info).derive(self._seed)
            self._block += 1
        taken, self._buffer = self._buffer[:count], self._buffer[count:]
        return taken

    def scalar(self) -> Scalar:
        """Return a uniform scalar: 64 bytes modulo the order."""
        return reduce(self.read(64))

    def scalars(self, count: int) -> list[Scalar]:
        """Return `count` uniform scalars."""
        data = self.read(64 * count)
        return [reduce(data[start : start + 64]) for start in range(0, len(data), 64)]

    def below(self, limit: int) -> int:
        """Return a uniform number from 0 to limit - 1, limit at most 65536.

        Two bytes big endian, cut to as many low bits as limit - 1 has; what is too large is thrown away: no
        bias.
        """
        mask = (1 << (limit - 1).bit_length()) - 1
        while True:
            number = int.from_bytes(self.read(2), "big") & mask
            if number < limit:
                return number

    def permutation(self, size: int) -> list[int]:
        """Return a uniform permutation of 0 .. size-1 (Fisher-Yates, from the last element down)."""
        order = list(range(size))
        for last in range(size - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order


class Nonces(Confidential):
    """A source of proof nonces: fresh entropy mixed with a seed and with the statement that is proved."""

    __slots__ = ("_entropy", "_salt", "_seed")

    def __init__(self, seed: bytes, salt: bytes, entropy: Entropy) -> None:
        self._seed = seed
        self._salt = salt
        self._entropy = entropy

    def draw(self, statement: bytes, count: int) -> list[Scalar]:
        """Return `count` nonces for the statement with this hash; no two calls give the same."""
        return Stream(self._seed + self._entropy(SEED_BYTES) + statement, self._salt, "nonce").scalars(count)


def salt(session: bytes, deal: int, seat: int) -> bytes:
    """Return the HKDF salt of one seat in one deal."""
    script = Transcript("salt")
    script.absorb("session", session)
    script.absorb_numbers("deal", (deal,))
    script.absorb_numbers("seat", (seat,))
    return script.digest()
