"""A secret shows itself in no text, copy or pickle, and gives nothing that is not asked of it."""

import copy
import pickle
import traceback
from random import Random

import pytest

from fliptable.p2p.deal.randomness import Nonces, Stream
from fliptable.p2p.deal.secret import Secret
from fliptable.p2p.deal.seed import Seed
from fliptable.p2p.errors import Misuse, PeerFault

from .circle import Circle

SEED = bytes(range(200, 232))


def shows(text: str) -> bool:
    return any(part in text for part in (repr(SEED)[2:-1], SEED.hex(), str(list(SEED))[1:-1]))


def test_no_text_of_a_secret_shows_it() -> None:
    circle = Circle()
    holders = [
        Secret(SEED, 0, circle.deal, bytes),
        Seed(SEED, b"", 1, 0),
        Stream(SEED, b"", "label"),
        Nonces(SEED, b"", bytes),
    ]
    for holder in holders:
        assert not shows(repr(holder) + str(holder) + f"{holder}")
    for holder in holders[:2]:
        for leak in (pickle.dumps, copy.copy, copy.deepcopy):
            with pytest.raises(TypeError) as refusal:
                leak(holder)
            assert not shows(str(refusal.value))
        assert not hasattr(holder, "__dict__")


@pytest.mark.parametrize("size", [0, 31, 33])
def test_a_seed_has_32_bytes_and_the_refusal_does_not_show_it(size: int) -> None:
    with pytest.raises(ValueError, match="32 bytes") as refusal:
        Secret((SEED * 2)[:size], 0, Circle().deal, bytes)
    assert not shows("".join(traceback.format_exception(refusal.value)))


def test_only_what_is_ours_to_give_is_given() -> None:
    circle = Circle()
    circle.show([(0, 0)], owner=1)
    mine, theirs = circle.secrets[0], circle.secrets[1]
    for cards in ([(0, 0)], [(1, 0), (1, 0)], []):
        with pytest.raises(Misuse):
            mine.shares(cards, b"")
    with pytest.raises(PeerFault, match="unknown-place"):
        mine.shares([(99, 0)], b"")
    for to, cards in ((1, [(0, 0)]), (2, [(1, 0)]), (0, [(0, 0)]), (7, [(0, 0)])):
        with pytest.raises(Misuse):
            mine.seals(to, cards, b"")
    with pytest.raises(Misuse):
        theirs.seals(0, [(0, 0), (1, 0)], b"")
    with pytest.raises(Misuse):
        mine.mix(b"")
    with pytest.raises(PeerFault, match="unknown-place"):
        mine.read(0, 5)


def test_proofs_are_fresh_and_work_is_not() -> None:
    circle = Circle()
    secret = circle.secrets[2]
    assert secret.commit() == secret.commit()
    assert secret.key(b"").proof != secret.key(b"").proof
    one, other = secret.shares([(0, 0)], b""), secret.shares([(0, 0)], b"")
    assert one.points == other.points
    assert one.proof != other.proof
    circle.show([(1, 1)], owner=2)
    assert secret.seals(0, [(1, 1)], b"").pairs != secret.seals(0, [(1, 1)], b"").pairs
    circle.deal.begin_mix([0], [8], (0, 1, 2))
    one, other = (Secret(secret.seed, 0, circle.deal, rng.randbytes).mix(b"") for rng in (Random(1), Random(2)))
    assert one.decks == other.decks
    assert one.proofs != other.proofs
