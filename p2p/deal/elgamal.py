"""ElGamal under a joint key Y: a face F is (rG, F + rY), and adding an encryption of nothing hides it anew.

This module must never know a secret key: it encrypts, re-encrypts and reads bytes, and opens nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from .faces import FaceTable
from .group import GENERATOR, POINT_BYTES, Point, Scalar, add, base, multiply
from .judging import demand

CIPHERTEXT_BYTES: Final = 2 * POINT_BYTES


class Ciphertext(NamedTuple):
    """A hidden face: a = rG, b = F + rY."""

    a: Point
    b: Point


Deck = Sequence[Ciphertext]


def encrypt_openly(face: Point, key: Point) -> Ciphertext:
    """Return the ciphertext of a known face with r = 1, which everybody can compute and check."""
    return Ciphertext(GENERATOR, add(face, key))


def starting_deck(table: FaceTable, copies: Sequence[int], key: Point) -> list[Ciphertext]:
    """Return the printed sheet as ciphertexts: face 0 as often as it is printed, then face 1, and so on."""
    deck: list[Ciphertext] = []
    for face, count in zip(table.points, copies, strict=True):
        deck += [encrypt_openly(face, key)] * count
    return deck


def blinding(scalars: Sequence[Scalar], key: Point) -> list[Ciphertext]:
    """Return encryptions of nothing, (rG, rY) a scalar: the dear part of a shuffle, whatever the deck."""
    return [Ciphertext(base(scalar), multiply(scalar, key)) for scalar in scalars]


def shuffle(deck: Deck, permutation: Sequence[int], blinds: Deck) -> list[Ciphertext]:
    """Return the deck shuffled and re-encrypted: card k is input card permutation[k] plus blinds[k]."""
    return [
        Ciphertext(add(deck[source].a, blind.a), add(deck[source].b, blind.b))
        for source, blind in zip(permutation, blinds, strict=True)
    ]


def encode_deck(deck: Deck) -> bytes:
    """Return the deck as bytes, a then b of each card."""
    return b"".join(part for card in deck for part in card)


def read_deck(data: bytes, size: int) -> list[Ciphertext]:
    """Return a peer's bytes as a deck of `size` cards, whose points are not judged here: the proof's check does that.

    Raises PeerFault on a wrong length, and on a ciphertext that stands there twice (an honest shuffle cannot make
    one; that a copied card was re-encrypted only the proof shows).
    """
    demand(len(data) == size * CIPHERTEXT_BYTES, "malformed-mix")
    points = [Point(data[start : start + POINT_BYTES]) for start in range(0, len(data), POINT_BYTES)]
    deck = [Ciphertext(a, b) for a, b in zip(points[::2], points[1::2], strict=True)]
    demand(len(set(deck)) == size, "repeated-ciphertext")
    return deck
