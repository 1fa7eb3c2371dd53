"""What the deal sends: named tuples of bytes, so that the wire may nest them and read them as plain arrays.

Lengths are judged where the payload is used, because only the deal knows how many cards were asked for. This
module must never know how any of it is made or checked.
"""

from __future__ import annotations

from typing import NamedTuple


class Commit(NamedTuple):
    """SHA-256 commitment to a round seed: 32 bytes."""

    commitment: bytes


class Key(NamedTuple):
    """A seat's round key X = xG (32 bytes) with a proof that it knows x (64 bytes)."""

    point: bytes
    proof: bytes


class Mixed(NamedTuple):
    """The decks after one seat's shuffle, one a side, 64 bytes a card, and the proof of each (`shuffle_proof`)."""

    decks: tuple[bytes, ...]
    proofs: tuple[bytes, ...]


class Shares(NamedTuple):
    """A seat's shares xa of the cards asked, in their order (32 bytes each), and one proof (64 bytes)."""

    points: bytes
    proof: bytes


class Seals(NamedTuple):
    """Sealed shares A, B of the cards asked, in their order (64 bytes each), and one proof (96 bytes)."""

    pairs: bytes
    proof: bytes
