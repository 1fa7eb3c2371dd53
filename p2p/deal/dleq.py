"""Two proofs about a round key X = xG: its owner knows x (Schnorr), and shares are xa (batched DLEQ).

The batch is proved in the manner of RFC 9497: one Chaum-Pedersen proof for weighted sums. The weights differ
from the RFC in one point: each depends on the whole message and not only on its own pair. With weights of its
own pair alone a prover can look for wrong shares whose weighted errors cancel (a generalised birthday search,
well below 2^64 for a deal of 128).

Proofs are challenge and response, 64 bytes; the response is nonce - challenge * secret. This module must
never know what the points stand for; binding a proof to its place in the protocol is the transcript's part,
which the caller begins.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from .group import (
    SCALAR_BYTES,
    Point,
    Scalar,
    add,
    base,
    decode_scalar,
    multiply,
    scalar_multiply,
    scalar_subtract,
    total,
)
from .judging import demand
from .randomness import Nonces
from .transcript import Transcript

PROOF_BYTES: Final = 2 * SCALAR_BYTES


def split_scalars(proof: bytes, count: int) -> list[Scalar]:
    """Return a proof as its scalars; raises PeerFault or NotInGroup unless there are exactly `count`."""
    demand(len(proof) == count * SCALAR_BYTES, "malformed-proof")
    return [decode_scalar(proof[start : start + SCALAR_BYTES]) for start in range(0, len(proof), SCALAR_BYTES)]


def respond(nonce: Scalar, challenge: Scalar, secret: Scalar) -> Scalar:
    """Return nonce - challenge * secret."""
    return scalar_subtract(nonce, scalar_multiply(challenge, secret))


def prove_key(script: Transcript, secret: Scalar, key: Point, nonces: Nonces) -> bytes:
    """Return the proof of knowledge of `secret` for key = secret * G."""
    script.absorb("key", key)
    (nonce,) = nonces.draw(script.digest(), 1)
    script.absorb("commitment", base(nonce))
    challenge = script.challenge("key")
    return challenge + respond(nonce, challenge, secret)


def check_key(script: Transcript, key: Point, proof: bytes) -> None:
    """Raise unless the proof shows that its maker knows the logarithm of `key`."""
    challenge, response = split_scalars(proof, 2)
    script.absorb("key", key)
    script.absorb("commitment", add(base(response), multiply(challenge, key)))
    demand(script.challenge("key") == challenge, "bad-key-proof")


def prove_shares(
    script: Transcript,
    secret: Scalar,
    key: Point,
    bases: Sequence[Point],
    shares: Sequence[Point],
    nonces: Nonces,
) -> bytes:
    """Return one proof that each share is secret * its base, where key = secret * G."""
    weights = _weights(script, key, bases, shares)
    base_sum = total(map(multiply, weights, bases))
    share_sum = multiply(secret, base_sum)  # the prover knows the factor: one multiplication instead of one a card
    (nonce,) = nonces.draw(script.digest(), 1)
    challenge = _share_challenge(script, base_sum, share_sum, base(nonce), multiply(nonce, base_sum))
    return challenge + respond(nonce, challenge, secret)


def check_shares(script: Transcript, key: Point, bases: Sequence[Point], shares: bytes, proof: bytes) -> list[Point]:
    """Return the shares, one a base, after checking points and proof; raise if any of it is wrong."""
    demand(len(shares) == len(bases) * 32, "malformed-shares")
    challenge, response = split_scalars(proof, 2)
    points = [Point(shares[start : start + 32]) for start in range(0, len(shares), 32)]  # multiply() judges them below
    weights = _weights(script, key, bases, points)
    base_sum = total(map(multiply, weights, bases))
    share_sum = total(map(multiply, weights, points))
    first = add(base(response), multiply(challenge, key))
    second = add(multiply(response, base_sum), multiply(challenge, share_sum))
    demand(_share_challenge(script, base_sum, share_sum, first, second) == challenge, "bad-share-proof")
    return points


def _weights(script: Transcript, key: Point, bases: Sequence[Point], shares: Sequence[Point]) -> list[Scalar]:
    script.absorb("key", key)
    script.absorb("bases", b"".join(bases))
    script.absorb("shares", b"".join(shares))
    return script.weights("shares", len(bases))


def _share_challenge(script: Transcript, base_sum: Point, share_sum: Point, first: Point, second: Point) -> Scalar:
    script.absorb("base sum", base_sum)
    script.absorb("share sum", share_sum)
    script.absorb("commitments", first + second)
    return script.challenge("shares")
