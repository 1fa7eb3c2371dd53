"""Who proves what is false as it could be proved if the challenge did not depend on all of the statement.

The forgers of Bernhard, Pereira and Warinschi (ASIACRYPT 2012): first the proof, then the statement that fits it.
"""

from __future__ import annotations

import hashlib
from typing import ClassVar

import pytest

from fliptable.p2p.deal import group
from fliptable.p2p.deal.dleq import respond
from fliptable.p2p.deal.group import Point
from fliptable.p2p.deal.seed import Seed
from fliptable.p2p.messages import GameBody, Key, Shares
from fliptable.p2p.owed import Owed
from fliptable.p2p.phases import Task
from fliptable.p2p.seat import OwnSeat

from ..forger import sentenced, with_cheat
from .tables import Table, pair, small

Head = tuple[bytes, int, int, bytes]


def inverse(scalar: group.Scalar) -> group.Scalar:
    """Of a public number, so that it may be computed as one."""
    value = pow(int.from_bytes(scalar, "little"), -1, group.ORDER)
    return group.Scalar(value.to_bytes(32, "little"))


def hashed(*fields: bytes) -> group.Scalar:
    return group.reduce(hashlib.sha512(b"".join(fields)).digest())


class Weak(OwnSeat):
    """Gives a false share of a single card, with a proof whose challenge is the hash of its commitments alone."""

    told: ClassVar[list[bytes]] = []

    def _of_due(self, task: Task, owed: Owed, head: Head) -> GameBody | None:
        body = super()._of_due(task, owed, head)
        if not isinstance(body, Shares) or len(owed.cards) != 1:
            return body
        deal = self._referee.round.deal
        key = Seed(self._secret(deal).seed, deal.session, deal.number, self.seat).key()
        base = deal.at(*owed.cards[0]).first.a
        nonce, other = hashed(b"nonce", body.points), hashed(b"other", body.points)
        first, second = group.base(nonce), group.base(other)
        challenge = hashed(first, second)
        answer = respond(nonce, challenge, key)
        # Any share would do that solves the second equation: second = answer * base + challenge * share.
        share = group.multiply(inverse(challenge), group.subtract(second, group.multiply(answer, base)))
        assert share != body.points
        assert holds(deal.keys[self.seat], base, share, challenge, answer)
        self.told.append(share)
        return Shares(*head, body.slot, body.step, body.part, share, challenge + answer)


def holds(key: Point, base: Point, share: Point, challenge: group.Scalar, answer: group.Scalar) -> bool:
    """Whether a verifier that hashes nothing but the commitments would believe it."""
    first = group.add(group.base(answer), group.multiply(challenge, key))
    second = group.add(group.multiply(answer, base), group.multiply(challenge, share))
    return hashed(first, second) == challenge


@pytest.mark.parametrize("table", [small, pair])
def test_a_share_made_to_fit_its_proof(table: Table) -> None:
    board = table()
    Weak.told.clear()
    with_cheat(board, Weak)
    sentenced(board, {"bad-share-proof"})
    assert Weak.told


class Unknowing(OwnSeat):
    """Takes a key of which it does not know the secret: it solves the equation of the proof for the key."""

    def _of_deal(self, task: Task, head: Head) -> GameBody | None:
        body = super()._of_deal(task, head)
        if not isinstance(body, Key):
            return body
        commitment = group.base(hashed(b"commitment"))
        answer = hashed(b"answer")
        challenge = hashed(commitment)
        key = group.multiply(inverse(challenge), group.subtract(commitment, group.base(answer)))
        assert group.add(group.base(answer), group.multiply(challenge, key)) == commitment
        return Key(*head, body.deal, key, challenge + answer)


def test_a_key_made_to_fit_its_proof() -> None:
    board = small()
    with_cheat(board, Unknowing)
    sentenced(board, {"bad-key-proof"})
