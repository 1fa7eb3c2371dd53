"""A fork where no slot follows: what is reported must be what all have signed."""

from __future__ import annotations

import hashlib

import pytest
from nacl import bindings as sodium

from fliptable.p2p import letter as letters
from fliptable.p2p import wire
from fliptable.p2p.identity import Identity, statement
from fliptable.p2p.messages import Body, Close, Signed
from fliptable.p2p.verify import verify

from ..forger import CHEAT, Forger, changed, honest, identity_of, name_of, on
from .tables import small


def signed_again(identity: Identity, body: Body) -> bytes:
    """Sign a body a second time, with another nonce: as right as the first, and other bytes."""
    spelled = wire.encode(body)
    message = statement(letters.LABEL, spelled)
    digest = hashlib.sha512(identity.__dict__["_key"].private_bytes_raw()).digest()
    secret = bytes([digest[0] & 248]) + digest[1:31] + bytes([digest[31] & 63 | 64])
    nonce = sodium.crypto_core_ed25519_scalar_reduce(bytes([7]) * 64)
    commitment = sodium.crypto_scalarmult_ed25519_base_noclamp(nonce)
    challenge = sodium.crypto_core_ed25519_scalar_reduce(
        hashlib.sha512(commitment + identity.public + message).digest()
    )
    reduced = sodium.crypto_core_ed25519_scalar_reduce(secret + bytes(32))
    response = sodium.crypto_core_ed25519_scalar_add(nonce, sodium.crypto_core_ed25519_scalar_mul(challenge, reduced))
    return wire.encode(Signed(spelled, identity.public, commitment + response))


def test_two_stories_in_the_last_slot_change_nothing_that_is_reported() -> None:
    board = small()
    identity = identity_of(board.peers[1])
    Forger(board, on(Close, lambda body: signed_again(identity, body)), {2})
    board.run()
    one, other = board.peers[0], board.peers[2]
    assert bytes(one.record) != bytes(other.record)
    for peer in (one, other):
        assert peer.ended is not None
        assert peer.ended.outcome == "finished"
        verdict = verify(bytes(peer.record))
        assert verdict.ok
        assert verdict.result == peer.ended.result
    assert one.ended is not None
    assert other.ended is not None
    assert one.ended.result == other.ended.result


@pytest.mark.parametrize("targets", [{0}, {2}, {0, 2}])
def test_a_false_word_in_the_last_slot_changes_nothing_that_is_reported(targets: set[int]) -> None:
    """It names its sender where it is heard; the match was over before, for all alike."""
    board = small()
    Forger(board, on(Close, lambda body: changed(body, table=bytes(32))), targets)
    rest = honest(board)
    board.run(lambda: all(peer.ended is not None for peer in rest))
    name = name_of(board, CHEAT)
    one, other = (peer.ended for peer in rest)
    assert one is not None
    assert other is not None
    assert one.outcome == other.outcome == "finished"
    assert one.result is not None
    assert other.result is not None
    assert (one.result.scores, one.result.winners, one.result.head) == (
        other.result.scores,
        other.result.winners,
        other.result.head,
    )
    faults = {fault.seat for peer in rest for fault in peer.faults}
    assert faults == {name}
    for peer in rest:
        verdict = verify(bytes(peer.record))
        assert {finding.seat for finding in verdict.faults} == {fault.seat for fault in peer.faults}
