"""The proof that a hidden face lies in a set of faces, which says nothing of which one it is.

A face that its owner alone locks is rest = F + x a, where X = xG is the owner's round key. For the faces
F_0 .. F_(n-1) of a set the owner proves that for one i at least log_G X = log_a D_i, where D_i = rest - F_i:
a Chaum-Pedersen statement a face, joined by OR in the manner of Cramer, Damgard and Schoenmakers (CRYPTO '94).

The proof is, face by face in the order of the set, a challenge c_i of 16 bytes and a response z_i of 32. From
them, all numbers little endian,

    A_i = z_i G + c_i X        B_i = z_i a + c_i D_i

and c_0 xor .. xor c_(n-1) must be the first 16 bytes of the hash of the whole statement, all A_i and all B_i.
(To leave one c_i out would save nothing: the joint challenge would have to be sent, as A_i and B_i are not.)

Why it is sound. Were the statement false, then for each i the A_i and B_i that were hashed leave at most one number
below the order as c_i, hence at most one of 128 bits: of all joint challenges one at most can be answered, and the
hash decides. So whoever computes N hashes proves something false with a probability of at most N / 2^128, whatever
else it computes and whatever logarithms it knows; SHA-256 is taken for a random function. As no secret is extracted
from two runs here, the argument loses nothing to short challenges. The group and the signatures offer no more than
128 bits either, and with challenges of 32 bytes a set of 54 faces would not fit into its 3 KiB. Everything the
statement is about is hashed before the commitments, so nothing of it can be chosen to fit a proof (Bernhard, Pereira
and Warinschi, ASIACRYPT 2012).

Why it tells nothing. Let F_t be the true face and w_i = z_i + c_i x: then A_i = w_i G, and B_i is w_i a plus
c_i (F_t - F_i). The prover draws all w_i and c_i. At t the last term is nothing whatever c_t is, so c_t alone may
follow from the hash. All w_i are uniform, and so are all c_i but for a bias below 2^-120: none of them says what t
is. Neither does the time: for each t the same calls of libsodium are made in the order of the set. But a proof of
something false would tell the face to whoever tries all of them on its hash, so the prover makes none.

This module must never know why a face is asked for; binding a proof to its place in the protocol is the
transcript's part, which the caller begins.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from ..errors import Misuse
from .dleq import respond
from .group import (
    GENERATOR,
    IDENTITY,
    SCALAR_BYTES,
    Point,
    Scalar,
    add,
    base,
    decode_scalar,
    multiply,
    subtract,
)
from .judging import demand
from .randomness import Nonces
from .transcript import Transcript

CHALLENGE_BYTES: Final = 16
FACE_BYTES: Final = CHALLENGE_BYTES + SCALAR_BYTES


def prove(
    script: Transcript,
    key: Point,
    a: Point,
    rest: Point,
    faces: Sequence[Point],
    index: int,
    secret: Scalar,
    nonces: Nonces,
) -> bytes:
    """Return the proof, 48 bytes a face, that `rest` is one of `faces` plus secret * a, where key = secret * G.

    Raises Misuse unless the set has faces, each once, and the one at `index` is the true one.
    """
    _absorb(script, key, a, rest, faces)
    if not 0 <= index < len(faces) or subtract(rest, faces[index]) != multiply(secret, a):
        raise Misuse("only the truth about a card is proved")
    drawn = nonces.draw(script.digest(), 2 * len(faces))
    blinds = drawn[: len(faces)]
    challenges = [scalar[:CHALLENGE_BYTES] for scalar in drawn[len(faces) :]]
    gaps = [subtract(faces[index], face) for face in faces]
    gaps[index] = GENERATOR  # multiplied for nothing, so that the true face takes as long as any other
    masks = list(map(multiply, map(_scalar, challenges), gaps))
    masks[index] = Point(IDENTITY)
    firsts = list(map(base, blinds))
    seconds = [add(multiply(blind, a), mask) for blind, mask in zip(blinds, masks, strict=True)]
    joint = _challenge(script, firsts, seconds)
    challenges[index] = _join([joint, *challenges[:index], *challenges[index + 1 :]])
    return b"".join(
        challenge + respond(blind, _scalar(challenge), secret)
        for challenge, blind in zip(challenges, blinds, strict=True)
    )


def check(script: Transcript, key: Point, a: Point, rest: Point, faces: Sequence[Point], proof: bytes) -> None:
    """Raise PeerFault or NotInGroup unless the proof shows that `rest` is one of `faces` plus x a, where key = xG.

    Raises Misuse unless the set has faces, each once.
    """
    _absorb(script, key, a, rest, faces)
    demand(len(proof) == len(faces) * FACE_BYTES, "malformed-proof")
    parts = [proof[start : start + FACE_BYTES] for start in range(0, len(proof), FACE_BYTES)]
    challenges = [_scalar(part[:CHALLENGE_BYTES]) for part in parts]
    responses = [decode_scalar(part[CHALLENGE_BYTES:]) for part in parts]
    firsts: list[Point] = []
    seconds: list[Point] = []
    for face, challenge, response in zip(faces, challenges, responses, strict=True):
        firsts.append(add(base(response), multiply(challenge, key)))
        seconds.append(add(multiply(response, a), multiply(challenge, subtract(rest, face))))
    joint = _challenge(script, firsts, seconds)
    demand(_join(part[:CHALLENGE_BYTES] for part in parts) == joint, "bad-membership-proof")


def _join(challenges: Iterable[bytes]) -> bytes:
    """Return the exclusive or of challenges of 16 bytes."""
    result = 0
    for challenge in challenges:
        result ^= int.from_bytes(challenge, "little")
    return result.to_bytes(CHALLENGE_BYTES, "little")


def _scalar(challenge: bytes) -> Scalar:
    """Return a challenge as a scalar; raises NotInGroup for zero, which nobody will ever draw."""
    return decode_scalar(challenge.ljust(SCALAR_BYTES, b"\0"))


def _absorb(script: Transcript, key: Point, a: Point, rest: Point, faces: Sequence[Point]) -> None:
    if not faces or len(set(faces)) != len(faces):
        raise Misuse("a card is proved to lie in a set of one face or more, each once")
    script.absorb("key", key)
    script.absorb("base", a)
    script.absorb("rest", rest)
    script.absorb("faces", b"".join(faces))


def _challenge(script: Transcript, firsts: Sequence[Point], seconds: Sequence[Point]) -> bytes:
    script.absorb("first commitments", b"".join(firsts))
    script.absorb("second commitments", b"".join(seconds))
    script.absorb("challenge", b"membership")
    return script.digest()[:CHALLENGE_BYTES]
