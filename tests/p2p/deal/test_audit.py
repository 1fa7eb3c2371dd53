"""The audit names the seat that cheated, whatever it did, and nobody else; and it knows every face."""

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fliptable.p2p.deal import dleq, group
from fliptable.p2p.deal.audit import all_faces, check_seed
from fliptable.p2p.deal.deal import Deal
from fliptable.p2p.deal.elgamal import Ciphertext
from fliptable.p2p.deal.payloads import Key
from fliptable.p2p.deal.randomness import Nonces, Stream
from fliptable.p2p.deal.secret import Secret
from fliptable.p2p.errors import Unreadable

from .circle import SESSION, SMALL, Cheat, Circle, dices, prefix, printed
from .spoilt import BAD_POINTS, Spoil

Decks = tuple[list[Ciphertext], ...]


def substituted(decks: Decks) -> Decks:
    """Card 0 of the light deck becomes a face of the cheat's own making that is none."""
    light, dark = decks
    return [Ciphertext(light[0].a, group.add(light[0].b, group.GENERATOR)), *light[1:]], dark


def duplicated(decks: Decks) -> Decks:
    """Card 1 of the dark deck becomes a copy of card 0, re-encrypted so that it looks like none."""
    light, dark = decks
    noise = Stream(b"n" * 32, b"", "noise").scalar()
    copy = Ciphertext(group.add(dark[0].a, group.base(noise)), group.add(dark[0].b, group.multiply(noise, JOINT[0])))
    return light, [dark[0], copy, *dark[2:]]


def reordered(decks: Decks) -> Decks:
    """Everything is there, in an order of the cheat's own choice."""
    light, dark = decks
    return light[1:] + light[:1], dark


JOINT: list[group.Point] = []
CHEATS: dict[str, Cheat] = {"substituted": substituted, "duplicated": duplicated, "reordered": reordered}


def findings(circle: Circle) -> dict[int, str]:
    found = {seat: check_seed(circle.deal, seat, seed) for seat, seed in circle.seeds.items()}
    return {seat: reason for seat, reason in found.items() if reason is not None}


@pytest.mark.parametrize("cheat", CHEATS)
@given(seat=st.integers(0, 3), dice=dices)
def test_a_bad_mix_at_the_start_is_its_mixers_alone(cheat: str, seat: int, dice: int) -> None:
    JOINT[:] = [Circle((0, 1, 2, 3), dice=dice).deal.stages[0].key]
    circle = Circle((0, 1, 2, 3), dice=dice, cheats={seat: CHEATS[cheat]})
    assert findings(circle) == {seat: "mix-not-from-seed"}


@pytest.mark.parametrize("cheat", CHEATS)
@pytest.mark.parametrize("seat", [0, 2])
def test_a_bad_mix_in_a_reshuffle_is_its_mixers_alone(cheat: str, seat: int) -> None:
    circle = Circle((0, 1, 2, 3))
    circle.show([(2, 0), (3, 1)])
    circle.deal.begin_mix([1, 2, 3], [8, 9, 10], circle.seats)
    JOINT[:] = [circle.deal.stages[-1].key]
    circle.mix({seat: CHEATS[cheat]})
    assert findings(circle) == {seat: "mix-not-from-seed"}


def test_a_bad_mix_in_an_abandoned_reshuffle_is_found_too() -> None:
    circle = Circle((0, 1, 2))
    circle.deal.begin_mix([1, 2, 3], [8, 9, 10], circle.seats)
    mixed = circle.secrets[0].mix(b"")
    light, dark = mixed.decks
    circle.deal.take_mix(0, mixed._replace(decks=(light[64:] + light[:64], dark)), b"")
    circle.deal.begin_mix([1, 2, 3], [8, 9, 10], circle.seats)
    circle.mix()
    assert findings(circle) == {0: "mix-not-from-seed"}


@pytest.mark.parametrize("spoil", BAD_POINTS)
def test_garbage_in_an_abandoned_reshuffle_is_its_mixers(spoil: Spoil) -> None:
    circle = Circle((0, 1, 2))
    circle.deal.begin_mix([1, 2, 3], [8, 9, 10], circle.seats)
    mixed = circle.secrets[0].mix(b"")
    light, dark = mixed.decks
    circle.deal.take_mix(0, mixed._replace(decks=(spoil(light[:32]) + light[32:], dark)), b"")
    circle.deal.begin_mix([1, 2, 3], [8, 9, 10], circle.seats)
    circle.mix()
    assert findings(circle) == {0: "mix-not-from-seed"}


def test_who_mixes_garbage_on_is_no_honest_seat() -> None:
    circle = Circle((0, 1, 2))
    circle.deal.begin_mix([1, 2, 3], [8, 9, 10], circle.seats)
    mixed = circle.secrets[0].mix(b"")
    light, dark = mixed.decks
    off_the_curve = bytes([2]) + bytes(31)
    circle.deal.take_mix(0, mixed._replace(decks=(off_the_curve + light[32:], dark)), b"")
    circle.deal.take_mix(1, mixed, b"")
    circle.deal.begin_mix([1, 2, 3], [8, 9, 10], circle.seats)
    circle.mix()
    assert findings(circle) == {0: "mix-not-from-seed", 1: "mix-not-from-seed"}


def test_a_substituted_card_opens_to_no_face_and_names_nobody_yet() -> None:
    circle = Circle(cheats={1: substituted})
    cards = [(place, 0) for place in range(8)]
    circle.show(cards)
    faces = all_faces(circle.deal, circle.seeds)
    (lost,) = [place for place, face in faces[0].items() if face is None]
    for place, side in cards:
        if place != lost:
            assert circle.deal.face(place, side) == faces[0][place]
    with pytest.raises(Unreadable) as unreadable:
        circle.deal.face(lost, 0)
    assert (unreadable.value.place, unreadable.value.side) == (lost, 0)
    with pytest.raises(Unreadable):
        circle.deal.begin_mix([lost], [8], circle.seats)


def test_the_owner_of_a_substituted_card_finds_it_unreadable() -> None:
    circle = Circle(cheats={2: substituted})
    circle.show([(0, 0)], owner=1)
    with pytest.raises(Unreadable):
        circle.secrets[1].read(0, 0)


def test_a_duplicated_card_shows_in_the_multiset() -> None:
    JOINT[:] = [Circle().deal.stages[0].key]
    circle = Circle(cheats={2: duplicated})
    light, dark = all_faces(circle.deal, circle.seeds)
    assert Counter(light.values()) == printed(SMALL)[0]
    assert dark[0] == dark[1]


@given(st.binary(max_size=64), st.integers(0, 2))
def test_another_seed_is_not_the_committed_one(seed: bytes, seat: int) -> None:
    circle = AUDITED
    assert check_seed(circle.deal, seat, seed) == "seed-not-committed"
    others = [other for other in circle.seats if other != seat]
    assert all(check_seed(circle.deal, seat, circle.seeds[o]) == "seed-not-committed" for o in others)
    assert check_seed(circle.deal, 9, circle.seeds[seat]) == "seed-not-committed"


AUDITED = Circle()


def test_a_key_from_elsewhere_is_found() -> None:
    rng = random.Random(3)
    deal = Deal(SESSION, 1, (0, 1), SMALL)
    secrets = {seat: Secret(rng.randbytes(32), seat, deal, rng.randbytes) for seat in (0, 1)}
    for seat, secret in secrets.items():
        deal.take_commit(seat, secret.commit())
    other = Stream(rng.randbytes(32), b"", "key").scalar()
    nonces = Nonces(rng.randbytes(32), b"", rng.randbytes)
    script = deal.statement("key", 0, prefix(0, "key"))
    point = group.base(other)
    deal.take_key(0, Key(point, dleq.prove_key(script, other, point, nonces)), prefix(0, "key"))
    deal.take_key(1, secrets[1].key(prefix(1, "key")), prefix(1, "key"))
    assert check_seed(deal, 0, secrets[0].seed) == "key-not-from-seed"
    assert check_seed(deal, 1, secrets[1].seed) is None


def test_a_seat_that_fell_silent_is_audited_as_far_as_it_came() -> None:
    rng = random.Random(4)
    deal = Deal(SESSION, 1, (0, 1), SMALL)
    secrets = {seat: Secret(rng.randbytes(32), seat, deal, rng.randbytes) for seat in (0, 1)}
    for seat, secret in secrets.items():
        deal.take_commit(seat, secret.commit())
    assert check_seed(deal, 0, secrets[0].seed) is None
    for seat, secret in secrets.items():
        deal.take_key(seat, secret.key(b""), b"")
    deal.take_mix(0, secrets[0].mix(b""), b"")
    assert [check_seed(deal, seat, secrets[seat].seed) for seat in (0, 1)] == [None, None]


def test_faces_are_known_as_far_as_seeds_and_shares_go() -> None:
    circle = Circle()
    circle.show([(0, 0), (1, 0)], owner=1)  # all but seat 1 gave their shares
    circle.give(1, [(1, 0)])
    truth = all_faces(circle.deal, circle.seeds)
    without = {seat: seed for seat, seed in circle.seeds.items() if seat != 1}
    partial = all_faces(circle.deal, without)
    assert partial[0][0] is None
    assert partial[0][1] == truth[0][1]
    assert all(face is None for face in partial[1].values())
    only = all_faces(circle.deal, {1: circle.seeds[1]})
    assert only[0][0] == truth[0][0]
    assert only[0][2] is None
