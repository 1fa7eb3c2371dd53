"""Forgers who know their own secret and the protocol, and try what a careless Fiat-Shamir would let through."""

import random
from collections.abc import Sequence

import pytest

from fliptable.p2p.deal import dleq, group, sealing
from fliptable.p2p.deal.group import GENERATOR, ORDER, Point, Scalar
from fliptable.p2p.deal.randomness import Nonces
from fliptable.p2p.deal.transcript import Transcript
from fliptable.p2p.errors import PeerFault

DICE = random.Random(2)
NONCES = Nonces(b"f" * 32, b"", DICE.randbytes)
X, Y, OTHER = (group.reduce(DICE.randbytes(64)) for _ in range(3))
KEY, READER = group.base(X), group.base(Y)
BASES = [group.base(group.reduce(DICE.randbytes(64))) for _ in range(4)]
TRUE = [group.multiply(X, base) for base in BASES]


def inverse(scalar: Scalar) -> Scalar:
    return Scalar(pow(int.from_bytes(scalar, "little"), -1, ORDER).to_bytes(32, "little"))


def cancelling(points: Sequence[Point], weights: Sequence[Scalar]) -> list[Point]:
    """Two of the points wrong, by as much as cancels under these weights."""
    first = group.add(points[0], group.multiply(inverse(weights[0]), GENERATOR))
    second = group.subtract(points[1], group.multiply(inverse(weights[1]), GENERATOR))
    return [first, second, *points[2:]]


def share_weights(script: Transcript, shares: Sequence[Point]) -> list[Scalar]:
    """The transcript of a batch written out a second time: it is part of the protocol."""
    script.absorb("key", KEY)
    script.absorb("bases", b"".join(BASES))
    script.absorb("shares", b"".join(shares))
    return script.weights("shares", len(BASES))


def forged_shares(shares: Sequence[Point], secret: Scalar) -> bytes:
    """A proof for any shares by someone who knows `secret`: right in everything that can be had right."""
    script = Transcript("forge")
    weights = share_weights(script, shares)
    base_sum = group.total(map(group.multiply, weights, BASES))
    share_sum = group.total(map(group.multiply, weights, shares))
    (nonce,) = NONCES.draw(b"", 1)
    script.absorb("base sum", base_sum)
    script.absorb("share sum", share_sum)
    script.absorb("commitments", group.base(nonce) + group.multiply(nonce, base_sum))
    challenge = script.challenge("shares")
    return challenge + dleq.respond(nonce, challenge, secret)


def check(shares: Sequence[Point], proof: bytes) -> None:
    dleq.check_shares(Transcript("forge"), KEY, BASES, b"".join(shares), proof)


def test_the_forger_would_pass_with_the_truth() -> None:
    check(TRUE, forged_shares(TRUE, X))
    check(TRUE, dleq.prove_shares(Transcript("forge"), X, KEY, BASES, TRUE, NONCES))


def test_false_shares_are_refused_though_the_key_is_known() -> None:
    for false in ([group.add(TRUE[0], GENERATOR), *TRUE[1:]], [group.multiply(OTHER, base) for base in BASES]):
        for proof in (forged_shares(false, X), dleq.prove_shares(Transcript("forge"), X, KEY, BASES, false, NONCES)):
            with pytest.raises(PeerFault, match="bad-share-proof"):
                check(false, proof)


def test_shares_under_another_key_are_refused() -> None:
    others = [group.multiply(OTHER, base) for base in BASES]
    with pytest.raises(PeerFault, match="bad-share-proof"):
        check(others, forged_shares(others, OTHER))


def test_shares_shifted_after_the_weights_are_known_are_refused() -> None:
    proof = forged_shares(TRUE, X)
    shifted = cancelling(TRUE, share_weights(Transcript("forge"), TRUE))
    with pytest.raises(PeerFault, match="bad-share-proof"):
        check(shifted, proof)


def test_seals_shifted_after_the_weights_are_known_are_refused() -> None:
    pairs, proof = sealing.seal(Transcript("forge"), X, KEY, READER, BASES, NONCES)
    seals = sealing.check_seals(Transcript("forge"), KEY, READER, BASES, pairs, proof)
    assert [sealing.unseal(one, Y) for one in seals] == TRUE
    script = Transcript("forge")
    script.absorb("key", KEY)
    script.absorb("reader", READER)
    script.absorb("bases", b"".join(BASES))
    script.absorb("seals", pairs)
    weights = script.weights("seals", len(BASES))
    for part in (0, 1):
        shifted = cancelling([one[part] for one in seals], weights)
        wrong = b"".join(one.a + point if part else point + one.b for one, point in zip(seals, shifted, strict=True))
        with pytest.raises(PeerFault, match="bad-seal-proof"):
            sealing.check_seals(Transcript("forge"), KEY, READER, BASES, wrong, proof)


def test_seals_of_false_shares_by_the_honest_code_are_refused() -> None:
    # The owner seals with another secret than its key's: the reader would read nonsense, and everybody sees it.
    pairs, proof = sealing.seal(Transcript("forge"), OTHER, KEY, READER, BASES, NONCES)
    with pytest.raises(PeerFault, match="bad-seal-proof"):
        sealing.check_seals(Transcript("forge"), KEY, READER, BASES, pairs, proof)


def test_a_key_proof_without_the_secret_is_refused() -> None:
    with pytest.raises(PeerFault, match="bad-key-proof"):
        dleq.check_key(Transcript("forge"), KEY, dleq.prove_key(Transcript("forge"), OTHER, KEY, NONCES))
    # The classic hole: choose the response first, then a key that fits. It works only if the key is not hashed.
    challenge, response = OTHER, Y
    commitment = group.add(group.base(response), group.multiply(challenge, KEY))
    fitting = group.multiply(inverse(challenge), group.subtract(commitment, group.base(response)))
    with pytest.raises(PeerFault, match="bad-key-proof"):
        dleq.check_key(Transcript("forge"), fitting, challenge + response)
