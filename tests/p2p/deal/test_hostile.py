"""Whatever a peer sends instead of the right bytes is a fault of that peer, and changes nothing."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fliptable.p2p.deal import group
from fliptable.p2p.deal.deal import Card, Deal
from fliptable.p2p.deal.payloads import Commit, Key, Mixed, Seals, Shares
from fliptable.p2p.deal.secret import Secret
from fliptable.p2p.errors import PeerFault

from .circle import SESSION, SMALL, Circle, prefix
from .spoilt import BAD_POINTS, BAD_SCALARS, Spoil

flips = st.tuples(st.integers(0, 2**16), st.integers(1, 255))


def flipped(data: bytes, flip: tuple[int, int]) -> bytes:
    where, change = flip[0] % len(data), flip[1]
    return data[:where] + bytes([data[where] ^ change]) + data[where + 1 :]


def keyed() -> tuple[Deal, dict[int, Secret]]:
    """A deal that waits for its keys."""
    rng = random.Random(7)
    deal = Deal(SESSION, 1, (0, 1), SMALL)
    secrets = {seat: Secret(rng.randbytes(32), seat, deal, rng.randbytes) for seat in (0, 1)}
    for seat, secret in secrets.items():
        deal.take_commit(seat, secret.commit())
    return deal, secrets


# A deal is changed by good messages only, which is what these tests hold, so one serves them all.
CIRCLE = Circle((0, 1, 2), dice=11)
CIRCLE.show([(0, 0), (1, 0), (2, 1)], owner=0)
CARDS: list[Card] = [(3, 0), (4, 1), (5, 0)]
HAND: list[Card] = [(0, 0), (1, 0), (2, 1)]


def snapshot(deal: Deal) -> object:
    return [
        (place, hidden.first, hidden.rest, hidden.lock, dict(hidden.shares), dict(hidden.seals))
        for faces in deal.hidden
        for place, hidden in faces.items()
    ]


def refused(shares: Shares, seat: int = 1, cards: list[Card] = CARDS, context: bytes | None = None) -> str:
    before = snapshot(CIRCLE.deal)
    with pytest.raises(PeerFault) as verdict:
        CIRCLE.deal.take_shares(seat, cards, shares, prefix(1, "shares") if context is None else context)
    assert snapshot(CIRCLE.deal) == before
    return verdict.value.reason


def seals_refused(
    seals: Seals, owner: int = 0, to: int = 1, cards: list[Card] = HAND, context: bytes | None = None
) -> str:
    before = snapshot(CIRCLE.deal)
    with pytest.raises(PeerFault) as verdict:
        CIRCLE.deal.take_seals(owner, to, cards, seals, prefix(0, "seals") if context is None else context)
    assert snapshot(CIRCLE.deal) == before
    return verdict.value.reason


def good_shares() -> Shares:
    return CIRCLE.secrets[1].shares(CARDS, prefix(1, "shares"))


def good_seals() -> Seals:
    return CIRCLE.secrets[0].seals(1, HAND, prefix(0, "seals"))


@given(flips)
def test_a_key_with_any_byte_changed_is_refused(flip: tuple[int, int]) -> None:
    deal, secrets = keyed()
    key = secrets[0].key(prefix(0, "key"))
    changed = flipped(key.point + key.proof, flip)
    with pytest.raises(PeerFault) as verdict:
        deal.take_key(0, Key(changed[:32], changed[32:]), prefix(0, "key"))
    assert verdict.value.reason == "bad-key-proof"
    assert deal.keys == {}


@pytest.mark.parametrize("spoil", BAD_POINTS)
def test_a_key_that_is_no_point_is_refused(spoil: Spoil) -> None:
    deal, secrets = keyed()
    key = secrets[0].key(prefix(0, "key"))
    with pytest.raises(PeerFault):
        deal.take_key(0, Key(spoil(key.point), key.proof), prefix(0, "key"))


def test_a_key_of_another_seat_deal_or_context_is_refused() -> None:
    deal, secrets = keyed()
    key = secrets[0].key(prefix(0, "key"))
    with pytest.raises(PeerFault):
        deal.take_key(1, key, prefix(0, "key"))
    with pytest.raises(PeerFault):
        deal.take_key(0, key, prefix(1, "key"))
    for other in (Deal(SESSION, 2, (0, 1), SMALL), Deal(bytes(32), 1, (0, 1), SMALL)):
        for seat in (0, 1):
            other.take_commit(seat, secrets[seat].commit())
        with pytest.raises(PeerFault):
            other.take_key(0, key, prefix(0, "key"))
    for wrong in (Key(b"", key.proof), Key(key.point, key.proof[:-1]), Key(key.point, key.proof + b"\1")):
        with pytest.raises(PeerFault):
            deal.take_key(0, wrong, prefix(0, "key"))
    deal.take_key(0, key, prefix(0, "key"))


def test_a_rogue_key_is_refused() -> None:
    deal, secrets = keyed()
    deal.take_key(0, secrets[0].key(prefix(0, "key")), prefix(0, "key"))
    mine = secrets[1].key(prefix(1, "key"))
    rogue = group.subtract(mine.point, deal.keys[0])  # would make the joint key one that seat 1 knows alone
    with pytest.raises(PeerFault):
        deal.take_key(1, Key(rogue, mine.proof), prefix(1, "key"))


@pytest.mark.parametrize("size", [0, 31, 33])
def test_a_commitment_has_32_bytes(size: int) -> None:
    deal = Deal(SESSION, 1, (0, 1), SMALL)
    with pytest.raises(PeerFault, match="malformed-commit"):
        deal.take_commit(0, Commit(bytes(size)))
    assert deal.awaited == (0, 1)


def test_a_mix_of_another_shape_is_refused_at_once() -> None:
    circle = Circle()
    circle.deal.begin_mix([0, 1, 2], [8, 9, 10], circle.seats)
    good = circle.secrets[0].mix(b"")
    light, dark = good.decks
    proof = good.proofs[0]
    stranger = light[:64]
    for wrong, reason in (
        (Mixed((light,), good.proofs), "malformed-mix"),
        (Mixed((light, dark, dark), good.proofs), "malformed-mix"),
        (Mixed((light[:-1], dark), good.proofs), "malformed-mix"),
        (Mixed((light, dark + stranger), good.proofs), "malformed-mix"),
        (Mixed((light[:-64], dark), good.proofs), "malformed-mix"),
        (Mixed((light, b""), good.proofs), "malformed-mix"),
        (Mixed((light[:64] + light[:64] + light[128:], dark), good.proofs), "repeated-ciphertext"),
        (Mixed(good.decks, ()), "malformed-proof"),
        (Mixed(good.decks, (proof,)), "malformed-proof"),
        (Mixed(good.decks, (proof, proof, proof)), "malformed-proof"),
        (Mixed(good.decks, (proof, b"")), "malformed-proof"),
        (Mixed(good.decks, (proof, proof[:-1])), "malformed-proof"),
        (Mixed(good.decks, (proof, proof[:-32])), "malformed-proof"),
        (Mixed(good.decks, (proof + b"\1" * 32, proof)), "malformed-proof"),
    ):
        with pytest.raises(PeerFault) as verdict:
            circle.deal.take_mix(0, wrong, b"")
        assert verdict.value.reason == reason
        assert circle.deal.mixing == 0
        assert circle.deal.unproved == ()
    circle.deal.take_mix(0, good, b"")
    assert circle.deal.mixing == 1


@given(flips)
def test_shares_with_any_byte_changed_are_refused(flip: tuple[int, int]) -> None:
    good = good_shares()
    changed = flipped(good.points + good.proof, flip)
    assert refused(Shares(changed[:-64], changed[-64:])) == "bad-share-proof"


def test_shares_of_another_card_seat_or_context_are_refused() -> None:
    good = good_shares()
    assert refused(good, cards=[(3, 0), (4, 1), (6, 0)]) == "bad-share-proof"
    assert refused(good, cards=[(4, 1), (3, 0), (5, 0)]) == "bad-share-proof"
    assert refused(good, seat=2) == "bad-share-proof"
    assert refused(good, context=prefix(2, "shares")) == "bad-share-proof"
    assert refused(good, context=prefix(1, "shares", (0, 1))) == "bad-share-proof"
    assert refused(good, context=b"") == "bad-share-proof"
    swapped = Shares(good.points[32:64] + good.points[:32] + good.points[64:], good.proof)
    assert refused(swapped) == "bad-share-proof"
    CIRCLE.deal.take_seals(0, 2, HAND, CIRCLE.secrets[0].seals(2, HAND, b""), b"")  # and the good ones pass
    other = Circle((0, 1, 2), dice=11)
    other.deal.take_shares(1, CARDS, good, prefix(1, "shares"))


def test_shares_of_another_number_are_refused() -> None:
    good = good_shares()
    for points in (b"", good.points[:-1], good.points[:-32], good.points + good.points[:32]):
        assert refused(Shares(points, good.proof)) == "malformed-shares"
    for proof in (b"", good.proof[:-1], good.proof + b"\1"):
        assert refused(Shares(good.points, proof)) == "malformed-proof"


@pytest.mark.parametrize("spoil", BAD_POINTS)
def test_shares_that_are_no_points_are_refused(spoil: Spoil) -> None:
    good = good_shares()
    assert refused(Shares(good.points[:64] + spoil(good.points[64:]), good.proof)) == "bad-share-proof"


@pytest.mark.parametrize("scalar", BAD_SCALARS)
def test_proofs_with_bad_scalars_are_refused(scalar: bytes) -> None:
    shares, seals = good_shares(), good_seals()
    assert refused(Shares(shares.points, scalar + shares.proof[32:])) == "bad-share-proof"
    assert refused(Shares(shares.points, shares.proof[:32] + scalar)) == "bad-share-proof"
    for at in (0, 32, 64):
        proof = seals.proof[:at] + scalar + seals.proof[at + 32 :]
        assert seals_refused(Seals(seals.pairs, proof)) == "bad-seal-proof"


def test_a_response_above_the_order_is_no_second_form_of_a_proof() -> None:
    good = good_shares()
    again = (int.from_bytes(good.proof[32:], "little") + group.ORDER).to_bytes(32, "little")
    assert refused(Shares(good.points, good.proof[:32] + again)) == "bad-share-proof"


def test_errors_that_cancel_in_the_sum_are_refused() -> None:
    # What a batch without weights would let through: one share too high, another too low by the same.
    good = good_shares()
    first = group.add(good.points[:32], group.GENERATOR)
    second = group.subtract(good.points[32:64], group.GENERATOR)
    assert refused(Shares(first + second + good.points[64:], good.proof)) == "bad-share-proof"


def test_shares_nobody_asked_this_seat_for_are_refused() -> None:
    good = good_shares()
    hand = CIRCLE.secrets[0].shares(HAND, prefix(1, "shares"))
    assert refused(hand, cards=HAND) == "share-not-owed"  # seat 1 gave its shares already
    for cards in ([(3, 0), (3, 0), (5, 0)], []):
        assert refused(good, cards=cards) == "share-not-owed"
    for card in ((99, 0), (5, 2), (-1, 0), (5, -1)):
        assert refused(good, cards=[(3, 0), (4, 1), card]) == "unknown-place"
    assert refused(good, seat=7) == "share-not-owed"


@given(flips)
def test_seals_with_any_byte_changed_are_refused(flip: tuple[int, int]) -> None:
    good = good_seals()
    changed = flipped(good.pairs + good.proof, flip)
    assert seals_refused(Seals(changed[:-96], changed[-96:])) == "bad-seal-proof"


def test_seals_of_another_card_owner_reader_or_context_are_refused() -> None:
    good = good_seals()
    assert seals_refused(good, cards=[(1, 0), (0, 0), (2, 1)]) == "bad-seal-proof"
    assert seals_refused(good, to=2) == "bad-seal-proof"
    assert seals_refused(good, context=prefix(0, "shares")) == "bad-seal-proof"
    for cards in ([(0, 0), (0, 0), (2, 1)], [(3, 0), (4, 1), (5, 0)], []):
        assert seals_refused(good, cards=cards) == "seal-not-owed"
    assert seals_refused(good, cards=[(99, 0)]) == "unknown-place"
    assert seals_refused(good, owner=1) == "seal-not-owed"
    assert seals_refused(good, to=0) == "seal-not-owed"
    assert seals_refused(good, to=5) == "seal-not-owed"
    for pairs in (b"", good.pairs[:-1], good.pairs[:-64], good.pairs + good.pairs[:64]):
        assert seals_refused(Seals(pairs, good.proof)) == "malformed-seals"
    for proof in (b"", good.proof[:-1], good.proof[:64], good.proof + b"\1"):
        assert seals_refused(Seals(good.pairs, proof)) == "malformed-proof"


@pytest.mark.parametrize("spoil", BAD_POINTS)
@pytest.mark.parametrize("at", [0, 32, 128, 160])
def test_seals_that_are_no_points_are_refused(spoil: Spoil, at: int) -> None:
    good = good_seals()
    pairs = good.pairs[:at] + spoil(good.pairs[at : at + 32]) + good.pairs[at + 32 :]
    assert seals_refused(Seals(pairs, good.proof)) == "bad-seal-proof"


def test_a_seal_of_another_share_is_refused() -> None:
    # A well-formed encryption for the reader, of the share of another card: only the proof tells.
    good = good_seals()
    pairs = good.pairs[64:128] + good.pairs[:64] + good.pairs[128:]
    assert seals_refused(Seals(pairs, good.proof)) == "bad-seal-proof"
    shifted = group.add(good.pairs[32:64], group.GENERATOR)
    assert seals_refused(Seals(good.pairs[:32] + shifted + good.pairs[64:], good.proof)) == "bad-seal-proof"
