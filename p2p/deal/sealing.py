"""Sealed shares: a share that all can check and one seat can read.

For a face (a, b*) locked by owner o alone and a reader p: A = sG, B = x_o a + s X_p. One proof for a whole
message: with weights w hashed from all of it, A' = sum wA, B' = sum wB, a' = sum wa, its maker knows x and t
with X_o = xG, A' = tG and B' = x a' + t X_p. As A fixes s, a single wrong B would have to cancel against
weights that depend on it.

The proof is challenge and two responses, 96 bytes. This module must never know which face is sealed, nor why.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from .dleq import respond, split_scalars
from .group import (
    SCALAR_BYTES,
    Point,
    Scalar,
    add,
    base,
    multiply,
    scalar_add,
    scalar_multiply,
    subtract,
    total,
)
from .judging import demand
from .randomness import Nonces
from .transcript import Transcript

PROOF_BYTES: Final = 3 * SCALAR_BYTES
SEAL_BYTES: Final = 64


class Seal(NamedTuple):
    """One sealed share: A = sG, B = x_o a + s X_p."""

    a: Point
    b: Point


def seal(
    script: Transcript, secret: Scalar, key: Point, reader: Point, bases: Sequence[Point], nonces: Nonces
) -> tuple[bytes, bytes]:
    """Return the pairs (64 bytes a base) and the proof that seal secret * base for the holder of `reader`."""
    blinds = nonces.draw(script.digest(), len(bases))
    seals = [
        Seal(base(blind), add(multiply(secret, point), multiply(blind, reader)))
        for blind, point in zip(blinds, bases, strict=True)
    ]
    weights = _weights(script, key, reader, bases, seals)
    base_sum = total(map(multiply, weights, bases))
    nonce, blind_nonce = nonces.draw(script.digest(), 2)
    script.absorb(
        "commitments",
        base(nonce) + base(blind_nonce) + add(multiply(nonce, base_sum), multiply(blind_nonce, reader)),
    )
    challenge = script.challenge("seals")
    blind_sum = scalar_multiply(weights[0], blinds[0])
    for weight, blind in zip(weights[1:], blinds[1:], strict=True):
        blind_sum = scalar_add(blind_sum, scalar_multiply(weight, blind))
    proof = challenge + respond(nonce, challenge, secret) + respond(blind_nonce, challenge, blind_sum)
    return b"".join(one.a + one.b for one in seals), proof


def check_seals(
    script: Transcript, key: Point, reader: Point, bases: Sequence[Point], pairs: bytes, proof: bytes
) -> list[Seal]:
    """Return the seals, one a base, after checking points and proof; raise if any of it is wrong."""
    demand(len(pairs) == len(bases) * SEAL_BYTES, "malformed-seals")
    challenge, response, blind_response = split_scalars(proof, 3)
    seals = [  # multiply() judges the points below
        Seal(Point(pairs[start : start + 32]), Point(pairs[start + 32 : start + 64]))
        for start in range(0, len(pairs), SEAL_BYTES)
    ]
    weights = _weights(script, key, reader, bases, seals)
    base_sum = total(map(multiply, weights, bases))
    first_sum = total(multiply(weight, one.a) for weight, one in zip(weights, seals, strict=True))
    second_sum = total(multiply(weight, one.b) for weight, one in zip(weights, seals, strict=True))
    opened = add(multiply(response, base_sum), multiply(blind_response, reader))
    script.absorb(
        "commitments",
        add(base(response), multiply(challenge, key))
        + add(base(blind_response), multiply(challenge, first_sum))
        + add(opened, multiply(challenge, second_sum)),
    )
    demand(script.challenge("seals") == challenge, "bad-seal-proof")
    return seals


def unseal(one: Seal, reader_secret: Scalar) -> Point:
    """Return the share x_o a that was sealed for the holder of this secret."""
    return subtract(one.b, multiply(reader_secret, one.a))


def _weights(
    script: Transcript, key: Point, reader: Point, bases: Sequence[Point], seals: Sequence[Seal]
) -> list[Scalar]:
    script.absorb("key", key)
    script.absorb("reader", reader)
    script.absorb("bases", b"".join(bases))
    script.absorb("seals", b"".join(one.a + one.b for one in seals))
    return script.weights("seals", len(bases))
