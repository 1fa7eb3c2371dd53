"""A secret shows itself in no text, copy or pickle, and gives nothing that is not asked of it."""

import copy
import pickle
import traceback
from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest

from fliptable.p2p.deal.deal import Deal
from fliptable.p2p.deal.mixing import Mixer
from fliptable.p2p.deal.proving import first_false
from fliptable.p2p.deal.randomness import Nonces, Stream
from fliptable.p2p.deal.secret import Secret
from fliptable.p2p.deal.seed import Seed
from fliptable.p2p.deal.transcript import Transcript
from fliptable.p2p.errors import Misuse, PeerFault

from .circle import SESSION, SMALL, Circle

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


class Counted:
    """A source of entropy that counts its calls."""

    def __init__(self) -> None:
        self.calls = 0

    def __call__(self, count: int) -> bytes:
        self.calls += 1
        return bytes([self.calls]) * count


def mixing(members: tuple[int, ...] = (0, 1, 2)) -> tuple[Circle, Secret, Counted]:
    """A reshuffle of public cards, which any seats may make, and the secret of the seat that is second of three."""
    circle = Circle()
    circle.show([(place, side) for place in (0, 1) for side in (0, 1)])
    entropy = Counted()
    secret = Secret(circle.seeds[1], 1, circle.deal, entropy)
    circle.deal.begin_mix([0, 1], [8, 9], members)
    return circle, secret, entropy


def test_what_is_prepared_is_done_once_and_ahead() -> None:
    circle, secret, entropy = mixing()
    for _ in range(2):
        secret.prepare()
        assert entropy.calls == 2  # one a deck
    circle.deal.take_mix(0, circle.secrets[0].mix(b""), b"")
    secret.prepare()
    mixed = secret.mix(b"")
    assert entropy.calls == 2
    circle.deal.take_mix(1, mixed, b"")
    again = Secret(circle.seeds[1], 1, circle.deal, entropy)  # as after a restart
    for late in (secret, again):
        late.prepare()
    assert entropy.calls == 2
    circle.deal.take_mix(2, circle.secrets[2].mix(b""), b"")
    assert first_false(circle.deal.unproved) is None


def test_who_does_not_mix_prepares_nothing() -> None:
    _circle, secret, entropy = mixing((0, 2))
    secret.prepare()
    idle = Secret(SEED, 0, Deal(SESSION, 1, (0, 1), SMALL), entropy)
    idle.prepare()
    assert entropy.calls == 0
    with pytest.raises(Misuse, match="turn"):
        idle.mix(b"")


def test_what_was_prepared_for_one_stage_serves_no_other() -> None:
    circle, secret, entropy = mixing()
    secret.prepare()
    circle.deal.begin_mix([0, 1], [8, 9], (1, 2))
    mixed = secret.mix(b"")
    assert entropy.calls == 4
    circle.deal.take_mix(1, mixed, b"")
    circle.deal.take_mix(2, circle.secrets[2].mix(b""), b"")
    assert first_false(circle.deal.unproved) is None


def test_a_mix_is_made_once_a_stage() -> None:
    circle, secret, _entropy = mixing((1, 2))
    secret.mix(b"")
    with pytest.raises(Misuse, match="once"):
        secret.mix(b"")
    secret.prepare()
    with pytest.raises(Misuse, match="once"):
        secret.mix(b"")
    circle.deal.begin_mix([0, 1], [8, 9], (1, 2))
    circle.deal.take_mix(1, secret.mix(b""), b"")
    with pytest.raises(Misuse, match="turn"):
        secret.mix(b"")


def test_a_mix_that_overtakes_its_preparation_is_good() -> None:
    with ThreadPoolExecutor(2) as pool:
        for dice in range(10):
            circle = Circle((0, 1), ((1,), (1,)), dice, mixed=False)
            for secret in circle.secrets.values():
                ahead = [pool.submit(secret.prepare) for _ in range(2)]
                circle.deal.take_mix(circle.deal.mixing or 0, secret.mix(b""), b"")
                for one in ahead:
                    one.result()
            assert first_false(circle.deal.unproved) is None


def test_what_is_prepared_shows_nothing() -> None:
    circle, _secret, _entropy = mixing()
    work = Seed(SEED, SESSION, 1, 0)
    mixer = Mixer(work, circle.deal.stages[-1], 0, Transcript("nothing"), Nonces(SEED, b"", bytes))
    assert repr(mixer) == "<Mixer>"
    assert not hasattr(mixer, "__dict__")
    for leak in (pickle.dumps, copy.copy, copy.deepcopy):
        with pytest.raises(TypeError):
            leak(mixer)
