"""Who mixes falsely is named, in whatever seat it sits and whatever it does, and nobody else ever is."""

from collections.abc import Callable, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fliptable.p2p.deal import group, shuffle_proof
from fliptable.p2p.deal.audit import all_faces
from fliptable.p2p.deal.deal import Card, Deal
from fliptable.p2p.deal.elgamal import Ciphertext, read_deck
from fliptable.p2p.deal.group import NotInGroup
from fliptable.p2p.deal.payloads import Mixed
from fliptable.p2p.deal.proving import first_false
from fliptable.p2p.deal.randomness import Nonces
from fliptable.p2p.deal.seed import Seed
from fliptable.p2p.deal.transcript import Transcript
from fliptable.p2p.errors import Misuse, PeerFault

from .circle import SESSION, Circle, prefix
from .shufflers import ALONE, LIARS, SEATS, Liar, all_false, lie, mix, no_point, of_order_two, waiting
from .spoilt import BAD_POINTS, BAD_SCALARS, Spoil

WHEN = ("start", "reshuffle")


def places(deal: Deal) -> list[Card]:
    return [(place, side) for side, faces in enumerate(deal.hidden) for place, face in faces.items() if not face.spent]


# ---- hostile shufflers


@pytest.mark.parametrize("when", WHEN)
@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("name", LIARS)
def test_a_false_mix_is_its_mixers_alone(name: str, seat: int, when: str) -> None:
    for honest_proof in (False, True):
        circle = waiting(when)
        before = places(circle.deal)
        mix(circle, {seat: LIARS[name]}, honest_proof=honest_proof)
        items = circle.deal.unproved
        assert [item.seat for item in items] == list(SEATS)
        assert (false := first_false(items)) is not None
        assert (false.seat, false.stage) == (seat, int(when == "reshuffle"))
        assert all_false(items) == [seat]
        assert [first_false([item]) for item in items] == [false if item is false else None for item in items]
        assert (circle.deal.step, places(circle.deal)) == ("proof", before)


def test_all_liars_are_at_work() -> None:
    """None of them gives the honest deck, or one that is refused at a glance."""
    for liar in (*LIARS.values(), of_order_two):
        seen: list[bytes] = []
        for work in (None, liar):
            circle = waiting("reshuffle")
            chosen: Liar | None = work
            mixed = lie(circle, 0, chosen)
            circle.deal.take_mix(0, mixed, prefix(0, "mix"))
            seen.append(mixed.decks[0])
        assert seen[0] != seen[1]


@pytest.mark.parametrize("name", ["copied", "substituted", "removed", "added_up", "marked", "for_one_key", "fed"])
def test_what_the_liars_would_gain(name: str) -> None:
    # Only to show that they are no straw men: with nobody checking, the deck is another one.
    circle = waiting("reshuffle")
    mix(circle, {0: LIARS[name]})
    circle.deal.confirm(circle.deal.unproved)
    light = all_faces(circle.deal, circle.seeds)[0]
    assert sorted(map(str, (light[place] for place in (3, 4, 5, 6)))) != ["0", "1", "2", "3"]


@pytest.mark.parametrize("when", WHEN)
@pytest.mark.parametrize("spoil", BAD_POINTS)
@pytest.mark.parametrize("half", [0, 1])
def test_no_half_of_a_card_may_be_no_point(half: int, spoil: Spoil, when: str) -> None:
    for seat in SEATS:
        circle = waiting(when)
        # `lie` proves the honest deck: the library below would not even add up the false one
        mix(circle, {seat: no_point(spoil, half)}, honest_proof=True)
        assert [item.seat for item in circle.deal.unproved] == list(SEATS[: seat + 1])  # the next one stops
        assert all_false(circle.deal.unproved) == [seat]


@pytest.mark.parametrize("when", WHEN)
@pytest.mark.parametrize("seat", SEATS)
def test_a_mark_of_order_two_is_refused_though_its_maker_proves_it(seat: int, when: str) -> None:
    circle = waiting(when)
    mix(circle, {seat: of_order_two})
    assert [item.seat for item in circle.deal.unproved] == list(SEATS[: seat + 1])
    assert all_false(circle.deal.unproved) == [seat]


@given(
    liars=st.dictionaries(st.integers(0, 3), st.sampled_from(list(LIARS)), min_size=2),
    dice=st.integers(0, 2**32),
)
def test_several_liars_are_all_named_in_their_order(liars: dict[int, str], dice: int) -> None:
    circle = Circle((0, 1, 2, 3), ((1, 1, 1, 1), (1, 1, 1, 1)), dice, mixed=False)
    mix(circle, {seat: LIARS[name] for seat, name in liars.items()})
    assert all_false(circle.deal.unproved) == sorted(liars)


def test_two_liars_whose_errors_cancel_are_both_named() -> None:
    """The first moves a card, the second moves it back: what comes out in the end is the printed deck."""
    point = group.GENERATOR

    def there(made: Sequence[Ciphertext]) -> list[Ciphertext]:
        return [made[0]._replace(b=group.add(made[0].b, point)), *made[1:]]

    circle = Circle((0, 1), ALONE, mixed=False)
    circle.deal.take_mix(0, lie(circle, 0, lambda work: there(work.made)), prefix(0, "mix"))
    order = Seed(circle.seeds[1], SESSION, 1, 1).permutation(0, 0, 4)

    def back(made: Sequence[Ciphertext]) -> list[Ciphertext]:
        at = order.index(0)
        return [*made[:at], made[at]._replace(b=group.subtract(made[at].b, point)), *made[at + 1 :]]

    circle.deal.take_mix(1, lie(circle, 1, lambda work: back(work.made), side=0), prefix(1, "mix"))
    assert all_false(circle.deal.unproved) == [0, 1]
    circle.deal.confirm(circle.deal.unproved)
    assert sorted(map(str, all_faces(circle.deal, circle.seeds)[0].values())) == ["0", "1", "2", "3"]


# ---- a proof is good for one mix only


def proved_for(circle: Circle, seat: int, script: Callable[[int], Transcript]) -> Mixed:
    """The honest mix of a seat with proofs of the truth, that begin with another transcript."""
    stage = circle.deal.stages[-1]
    work = Seed(circle.seeds[seat], SESSION, 1, seat)
    mixed = lie(circle, seat, None)
    proofs = [
        shuffle_proof.prove(
            script(side),
            stage.key,
            [before],
            [read_deck(after, len(before))],
            work.permutation(stage.number, side, len(before)),
            [work.scalars(stage.number, side, len(before))],
            Nonces(b"", b"", bytes),
        )
        for side, (before, after) in enumerate(zip(stage.decks, mixed.decks, strict=True))
    ]
    return mixed._replace(proofs=tuple(proofs))


@pytest.mark.parametrize("when", WHEN)
@pytest.mark.parametrize("seat", SEATS)
def test_a_proof_of_another_session_deal_stage_side_seat_or_context_is_refused(seat: int, when: str) -> None:
    context = prefix(seat, "mix")

    def named(script: Callable[[Deal, int], Transcript]) -> list[int]:
        circle = waiting(when)
        while circle.deal.mixing != seat:
            mixer = circle.deal.mixing
            assert mixer is not None
            circle.deal.take_mix(mixer, circle.secrets[mixer].mix(prefix(mixer, "mix")), prefix(mixer, "mix"))
        mixed = proved_for(circle, seat, lambda side: script(circle.deal, side))
        circle.deal.take_mix(seat, mixed, context)
        return all_false(circle.deal.unproved)

    other = waiting("reshuffle" if when == "start" else "start").deal.stages[-1]

    def elsewhere(session: bytes, number: int) -> Callable[[Deal, int], Transcript]:
        stranger = Deal(session, number, SEATS, ALONE)
        return lambda deal, side: stranger.mix_statement(seat, context, deal.stages[-1], side)

    assert named(elsewhere(SESSION, 1)) == []
    wrongs: list[Callable[[Deal, int], Transcript]] = [
        elsewhere(bytes(32), 1),
        elsewhere(SESSION, 2),
        lambda deal, side: deal.mix_statement(seat, context, other, side),
        lambda deal, side: deal.mix_statement(seat, context, deal.stages[-1], 1 - side),
        lambda deal, side: deal.mix_statement((seat + 1) % 3, context, deal.stages[-1], side),
        lambda deal, side: deal.mix_statement(seat, prefix(seat, "mix", (1,)), deal.stages[-1], side),
        lambda deal, _side: deal.statement("shuffle", seat, context),
        lambda deal, _side: deal.statement("mix", seat, context),
    ]
    for wrong in wrongs:
        assert named(wrong) == [seat]


def test_the_mix_of_a_stage_that_was_given_up_is_not_good_for_the_next() -> None:
    circle = waiting("reshuffle")
    old = circle.secrets[0].mix(prefix(0, "mix"))
    circle.deal.take_mix(0, old, prefix(0, "mix"))
    circle.deal.begin_mix([0, 1, 2], [4, 5, 6], SEATS)  # the same cards under the same key
    assert circle.deal.stages[1].decks != circle.deal.stages[2].decks == circle.deal.stages[1].history[0]
    circle.deal.take_mix(0, old, prefix(0, "mix"))
    assert all_false(circle.deal.unproved) == [0]


def test_the_decks_and_proofs_of_the_two_sides_are_not_exchanged() -> None:
    for seat in SEATS:
        circle = waiting("reshuffle")
        while circle.deal.mixing != seat:
            mixer = circle.deal.mixing or 0
            circle.deal.take_mix(mixer, circle.secrets[mixer].mix(b""), b"")
        mixed = circle.secrets[seat].mix(prefix(seat, "mix"))
        stage = circle.deal.stages[-1]
        for wrong in (
            Mixed(mixed.decks[::-1], mixed.proofs[::-1]),
            Mixed(mixed.decks[::-1], mixed.proofs),
            Mixed(mixed.decks, mixed.proofs[::-1]),
            Mixed(mixed.decks, mixed.proofs[:1] * 2),
        ):
            circle.deal.take_mix(seat, wrong, prefix(seat, "mix"))
            assert all_false(circle.deal.unproved[-1:]) == [seat]
            stage.history.pop()
            stage.unproved.pop()
        circle.deal.take_mix(seat, mixed, prefix(seat, "mix"))
        assert all_false(circle.deal.unproved[-1:]) == []


# ---- every field of a mix

TWO = Circle((0, 1), ((1, 1), (1, 1)), mixed=False)
GOOD = lie(TWO, 0, None)
POINTS = 2 * 2 + 4 + 2  # the points of a proof of two cards; the rest of its parts are scalars
PARTS = POINTS + 2 + 4 + 1


def parts(data: bytes) -> list[bytes]:
    return [data[start : start + 32] for start in range(0, len(data), 32)]


def verdict(mixed: Mixed) -> str:
    """What comes of a mix instead of the good one of seat 0: a reason at once, or whom the check names."""
    deal = TWO.deal
    try:
        deal.take_mix(0, mixed, prefix(0, "mix"))
    except PeerFault as fault:
        assert deal.unproved == ()
        assert deal.mixing == 0
        return fault.reason
    items = deal.unproved
    deal.stages[-1].history.pop()
    deal.stages[-1].unproved.clear()
    return f"seats {all_false(items)}"


def with_proof(proof: bytes, side: int) -> Mixed:
    return GOOD._replace(proofs=(proof, GOOD.proofs[1]) if side == 0 else (GOOD.proofs[0], proof))


def test_the_good_mix_passes() -> None:
    assert [len(parts(proof)) for proof in GOOD.proofs] == [PARTS] * 2
    assert verdict(GOOD) == "seats []"


@pytest.mark.parametrize("spoil", BAD_POINTS)
@pytest.mark.parametrize("side", [0, 1])
def test_no_point_of_a_mix_may_be_no_point(side: int, spoil: Spoil) -> None:
    pieces = parts(GOOD.proofs[side])
    for at in range(POINTS):
        spoilt = b"".join([*pieces[:at], spoil(pieces[at]), *pieces[at + 1 :]])
        assert verdict(with_proof(spoilt, side)) == "seats [0]"
    cards = parts(GOOD.decks[side])
    for at in range(len(cards)):
        deck = b"".join([*cards[:at], spoil(cards[at]), *cards[at + 1 :]])
        decks = (deck, GOOD.decks[1]) if side == 0 else (GOOD.decks[0], deck)
        assert verdict(GOOD._replace(decks=decks)) == "seats [0]"


@pytest.mark.parametrize("scalar", BAD_SCALARS)
@pytest.mark.parametrize("side", [0, 1])
def test_no_scalar_of_a_mix_may_be_out_of_range(side: int, scalar: bytes) -> None:
    pieces = parts(GOOD.proofs[side])
    for at in range(POINTS, PARTS):
        spoilt = b"".join([*pieces[:at], scalar, *pieces[at + 1 :]])
        assert verdict(with_proof(spoilt, side)) == "malformed-proof"


def test_a_scalar_plus_the_order_is_no_second_form_of_a_proof() -> None:
    pieces = parts(GOOD.proofs[0])
    for at in range(POINTS, PARTS):
        larger = (int.from_bytes(pieces[at], "little") + group.ORDER).to_bytes(32, "little")
        spoilt = b"".join([*pieces[:at], larger, *pieces[at + 1 :]])
        assert verdict(with_proof(spoilt, 0)) == "malformed-proof"


@given(st.integers(0, PARTS - 1), st.integers(1, PARTS - 1), st.integers(0, 1))
def test_parts_of_a_proof_have_one_order(one: int, turn: int, side: int) -> None:
    pieces = parts(GOOD.proofs[side])
    other = (one + turn) % PARTS
    pieces[one], pieces[other] = pieces[other], pieces[one]
    assert verdict(with_proof(b"".join(pieces), side)) in {"seats [0]", "malformed-proof"}


@given(st.integers(0, 2**16), st.integers(1, 255), st.integers(0, 3))
def test_a_mix_with_any_byte_changed_is_refused(where: int, change: int, part: int) -> None:
    fields = [*GOOD.decks, *GOOD.proofs]
    data = bytearray(fields[part])
    data[where % len(data)] ^= change
    fields[part] = bytes(data)
    assert verdict(Mixed(tuple(fields[:2]), tuple(fields[2:]))) in {"seats [0]", "malformed-proof"}


@pytest.mark.parametrize("spoil", BAD_POINTS)
@pytest.mark.parametrize("half", [0, 1])
def test_the_honest_mix_of_what_is_no_point_is_none_and_names_nobody(half: int, spoil: Spoil) -> None:
    circle = waiting("reshuffle")
    circle.deal.take_mix(0, lie(circle, 0, no_point(spoil, half), honest_proof=True), prefix(0, "mix"))
    circle.secrets[1].prepare()
    with pytest.raises(NotInGroup):
        circle.secrets[1].mix(b"")
    with pytest.raises(Misuse):
        circle.secrets[1].mix(b"")
    assert circle.deal.mixing == 1
    circle.deal.begin_mix([0, 1, 2], [4, 5, 6], SEATS)
    circle.mix()
