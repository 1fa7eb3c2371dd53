"""The shuffle proof: true shuffles pass, everything else is refused, and every equation has its own forger.

The forger below is a prover that knows all secrets and lies in one thing, as cleverly as that thing allows. It is
written from the module's text with whole numbers, and shares no line with the prover.
"""

import json
import pickle
import random
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fliptable.p2p.deal import group, shuffle_proof
from fliptable.p2p.deal.elgamal import Ciphertext, Deck, blinding, encode_deck, encrypt_openly, shuffle, starting_deck
from fliptable.p2p.deal.faces import FaceTable, face_table
from fliptable.p2p.deal.group import GENERATOR, IDENTITY, ORDER, NotInGroup, Point, Scalar
from fliptable.p2p.deal.randomness import Nonces
from fliptable.p2p.deal.shuffle_proof import EQUATIONS, Claim, Prover, check, holds, prove, read
from fliptable.p2p.deal.transcript import Transcript, context
from fliptable.p2p.errors import Misuse, PeerFault

from ...vectors import check_shuffle, regenerate_shuffle
from .spoilt import BAD_POINTS, BAD_SCALARS, Spoil

VECTORS = Path(regenerate_shuffle.__file__).parent
WIRE_PROOF = 16 * 1024  # the limits of the wire: a proof, and a frame
WIRE_FRAME = 64 * 1024

sizes = st.integers(1, 6)
widths = st.integers(1, 2)
seeds = st.integers(0, 2**32)


# ---- true shuffles


class Shuffled(NamedTuple):
    """A shuffle with all its secrets."""

    secret: Scalar
    key: Point
    inputs: list[list[Ciphertext]]
    outputs: list[list[Ciphertext]]
    permutation: list[int]
    scalars: list[list[Scalar]]

    def prove(self, dice: int = 0) -> bytes:
        return prove(begun(), self.key, self.inputs, self.outputs, self.permutation, self.scalars, source(dice))


def begun(kind: str = "mix") -> Transcript:
    script = Transcript(kind)
    script.absorb("context", context(bytes(32), 1, 0, (2,), 0, kind))
    return script


def source(dice: int) -> Nonces:
    return Nonces(b"n" * 32, b"", random.Random(f"nonces {dice}").randbytes)


def scalar(rng: random.Random) -> Scalar:
    return group.reduce(rng.randbytes(64))


def encrypted(face: Point, key: Point, blind: Scalar) -> Ciphertext:
    return Ciphertext(group.base(blind), group.add(face, group.multiply(blind, key)))


def shuffled(size: int, width: int, dice: int, *, distinct: bool = False) -> Shuffled:
    """A shuffle of cards of three faces, about half of them encrypted openly, so that some are equal.

    If `distinct`, every card has a face of its own and is hidden.
    """
    rng = random.Random(dice)
    secret = scalar(rng)
    key = group.base(secret)
    faces = face_table("light", 6).points

    def card(at: int) -> Ciphertext:
        face = faces[at] if distinct else rng.choice(faces[:3])
        return encrypt_openly(face, key) if rng.random() < 0.5 and not distinct else encrypted(face, key, scalar(rng))

    inputs = [[card(at) for at in range(size)] for _ in range(width)]
    permutation = rng.sample(range(size), size)
    scalars = [[scalar(rng) for _ in range(size)] for _ in range(width)]
    outputs = [shuffle(deck, permutation, blinding(row, key)) for deck, row in zip(inputs, scalars, strict=True)]
    return Shuffled(secret, key, inputs, outputs, permutation, scalars)


def refused(work: Callable[[], object]) -> None:
    with pytest.raises((PeerFault, NotInGroup)):
        work()


@given(sizes, widths, seeds)
def test_true_shuffles_pass(size: int, width: int, dice: int) -> None:
    one = shuffled(size, width, dice)
    proof = one.prove(dice)
    assert len(proof) == shuffle_proof.proof_bytes(size, width)
    check(begun(), one.key, one.inputs, one.outputs, proof)


@given(sizes, widths, seeds)
def test_a_proof_prepared_before_the_deck_passes(size: int, width: int, dice: int) -> None:
    one = shuffled(size, width, dice)
    prover = Prover(b"", one.permutation, width, source(dice))
    proof = prover.prove(begun(), one.key, one.inputs, one.outputs, one.scalars)
    check(begun(), one.key, one.inputs, one.outputs, proof)


@pytest.mark.parametrize("permutation", [[0, 1], [1, 0]])
def test_two_cards_pass_in_either_order(permutation: list[int]) -> None:
    one = shuffled(2, 1, 1)
    outputs = [shuffle(one.inputs[0], permutation, blinding(one.scalars[0], one.key))]
    proof = prove(begun(), one.key, one.inputs, outputs, permutation, one.scalars, source(1))
    check(begun(), one.key, one.inputs, outputs, proof)


def test_a_printed_deck_passes_and_fits_the_wire() -> None:
    one = shuffled(1, 1, 1)
    copies = [3] * 22 + [2] * 23
    deck = starting_deck(FaceTable(face_table("dark", 45).points), copies, one.key)
    rng = random.Random(3)
    permutation = rng.sample(range(112), 112)
    scalars = [scalar(rng) for _ in range(112)]
    outputs = shuffle(deck, permutation, blinding(scalars, one.key))
    proof = prove(begun(), one.key, [deck], [outputs], permutation, [scalars], source(1))
    check(begun(), one.key, [deck], [outputs], proof)
    assert len(proof) == shuffle_proof.proof_bytes(112, 1) == 11104 < WIRE_PROOF
    assert 2 * (len(proof) + len(encode_deck(outputs))) < WIRE_FRAME - 1024


def test_several_claims_are_judged_together() -> None:
    claims: list[Claim] = []
    deck = shuffled(3, 1, 5)
    for turn in range(3):  # each begins with the deck the one before ended with
        rng = random.Random(turn)
        scalars = [[scalar(rng) for _ in range(3)]]
        outputs = [shuffle(deck.inputs[0], deck.permutation, blinding(scalars[0], deck.key))]
        deck = deck._replace(outputs=outputs, scalars=scalars)
        claims.append(read(begun(), deck.key, deck.inputs, outputs, deck.prove(turn)))
        deck = deck._replace(inputs=outputs)
    other = shuffled(5, 2, 6)
    claims.append(read(begun(), other.key, other.inputs, other.outputs, other.prove()))
    assert holds(claims)
    assert all(holds([claim]) for claim in claims)
    for at, claim in enumerate(claims):
        worse = claim._replace(cards=[claim.cards[0] + 1, *claim.cards[1:]])
        assert not holds([*claims[:at], worse, *claims[at + 1 :]])
    # Two wrongs of equal size do not cancel.
    first, second = (
        claim._replace(singles=[claim.singles[0] + by, *claim.singles[1:]])
        for claim, by in zip(claims[:2], (1, -1), strict=True)
    )
    assert not holds([first, second])


# ---- secrets


def parts(proof: bytes) -> list[bytes]:
    return [proof[start : start + 32] for start in range(0, len(proof), 32)]


def test_two_proofs_of_one_shuffle_have_only_chance_in_common() -> None:
    one = shuffled(4, 1, 2)
    assert not set(parts(one.prove(1))) & set(parts(one.prove(2)))


def test_a_source_that_says_always_the_same_gives_no_two_statements_the_same_nonces() -> None:
    one = shuffled(3, 1, 2)
    other = one._replace(inputs=one.outputs)  # what is proved does not matter here

    def points(case: Shuffled, script: Transcript) -> set[bytes]:
        dull = Nonces(b"n" * 32, b"", bytes)
        proof = prove(script, case.key, case.inputs, case.outputs, case.permutation, case.scalars, dull)
        return set(parts(proof))

    assert points(one, begun()) == points(one, begun())
    assert not points(one, begun()) & points(other, begun())
    assert not points(one, begun()) & points(one, begun("other"))
    prepared = [
        Prover(b"same", order, 1, Nonces(b"n" * 32, b"", bytes)).prove(
            begun(), one.key, one.inputs, one.outputs, one.scalars
        )
        for order in ([0, 1, 2], [0, 2, 1])
    ]
    assert not set(parts(prepared[0])) & set(parts(prepared[1]))


def test_a_prover_serves_once_and_tells_nothing() -> None:
    one = shuffled(3, 1, 2)
    prover = Prover(b"", one.permutation, 1, source(1))
    prover.prove(begun(), one.key, one.inputs, one.outputs, one.scalars)
    with pytest.raises(Misuse):
        prover.prove(begun("again"), one.key, one.inputs, one.outputs, one.scalars)
    assert repr(prover) == "<Prover>"
    with pytest.raises(TypeError):
        pickle.dumps(prover)


def test_what_is_no_permutation_and_decks_of_another_shape_are_misuse() -> None:
    one = shuffled(3, 2, 2)
    for order in ([], [0, 0, 1], [1, 2, 3], [0, 1]):
        with pytest.raises(Misuse):
            prove(begun(), one.key, one.inputs, one.outputs, order, one.scalars, source(1))
    short = [deck[:2] for deck in one.inputs]
    none: list[list[Ciphertext]] = []
    pairs = [(short, one.outputs), (one.inputs, one.outputs[:1]), ([*none, [], []], [*none, [], []]), (none, none)]
    for inputs, outputs in pairs:
        with pytest.raises(Misuse):
            prove(begun(), one.key, inputs, outputs, one.permutation, one.scalars, source(1))
        with pytest.raises(Misuse):
            check(begun(), one.key, inputs, outputs, one.prove())
    for scalars in (one.scalars[:1], [row[:2] for row in one.scalars]):
        with pytest.raises(Misuse):
            prove(begun(), one.key, one.inputs, one.outputs, one.permutation, scalars, source(1))


def test_whoever_may_choose_the_challenge_needs_no_secret() -> None:
    # So a proof tells nothing: all of it can be made up, for a shuffle that is none. What stands in the way of
    # a forger is that the challenge is hashed from the announcements.
    rng = random.Random(4)
    one = shuffled(3, 2, 2)
    false = [[encrypted(GENERATOR, one.key, scalar(rng)) for _ in range(3)] for _ in range(2)]

    def numbers(count: int) -> list[int]:
        return [rng.randrange(1, ORDER) for _ in range(count)]

    def points(count: int) -> list[Point]:
        return [group.base(scalar(rng)) for _ in range(count)]

    claim = Claim(
        key=one.key,
        inputs=one.inputs,
        outputs=false,
        order=points(3),
        chain=points(3),
        announced=[GENERATOR] * 4,
        pairs=[Ciphertext(GENERATOR, GENERATOR)] * 2,
        cards=numbers(3),
        singles=numbers(4),
        columns=numbers(2),
        weights=numbers(3),
        links=numbers(3),
        challenge=rng.randrange(1, ORDER),
        seal=bytes(32),
    )
    # Each sum says what its announcement must be: the rest of it.
    announced = [
        combination(terms[1:]) for name in ("once", "product", "order", "chain") for terms in EQUATIONS[name](claim)
    ]
    halves = [[combination(terms[1:]) for terms in EQUATIONS[name](claim)] for name in ("first", "second")]
    made_up = claim._replace(announced=announced, pairs=list(map(Ciphertext, *halves)))
    assert not holds([claim])
    assert holds([made_up])


# ---- a proof is good for its own statement only


@given(seeds, st.data())
def test_a_bit_flipped_anywhere_is_refused(dice: int, data: st.DataObject) -> None:
    one = shuffled(2, 1, dice)
    proof = one.prove()
    at = data.draw(st.integers(0, 8 * len(proof) - 1))
    flipped = bytearray(proof)
    flipped[at // 8] ^= 1 << at % 8
    refused(lambda: check(begun(), one.key, one.inputs, one.outputs, bytes(flipped)))


def test_a_bit_flipped_in_any_part_is_refused() -> None:
    one = shuffled(3, 2, 8)
    proof = one.prove()
    rng = random.Random(1)
    for start in range(0, len(proof), 32):
        flipped = bytearray(proof)
        flipped[start + rng.randrange(32)] ^= 1 << rng.randrange(8)
        refused(lambda flipped=flipped: check(begun(), one.key, one.inputs, one.outputs, bytes(flipped)))


def test_two_parts_exchanged_are_refused() -> None:
    one = shuffled(3, 1, 8)
    pieces = parts(one.prove())
    for at in range(len(pieces) - 1):
        moved = [*pieces[:at], pieces[at + 1], pieces[at], *pieces[at + 2 :]]
        refused(lambda moved=moved: check(begun(), one.key, one.inputs, one.outputs, b"".join(moved)))


@pytest.mark.parametrize("change", [-32, -1, 1, 32])
def test_a_proof_of_another_length_is_refused(change: int) -> None:
    one = shuffled(3, 1, 8)
    proof = one.prove()
    other = proof[:change] if change < 0 else proof + b"\1" * change
    with pytest.raises(PeerFault, match="malformed-proof"):
        check(begun(), one.key, one.inputs, one.outputs, other)


def test_no_proof_at_all_is_refused() -> None:
    one = shuffled(3, 1, 8)
    with pytest.raises(PeerFault, match="malformed-proof"):
        check(begun(), one.key, one.inputs, one.outputs, b"")


@given(sizes, widths, seeds)
def test_a_proof_of_something_else_is_refused(size: int, width: int, dice: int) -> None:
    one, other = shuffled(size, width, dice), shuffled(size, width, dice + 1)
    proof = one.prove()
    for script, key, inputs, outputs in (
        (begun("other"), one.key, one.inputs, one.outputs),
        (begun(), other.key, one.inputs, one.outputs),
        (begun(), one.key, other.inputs, one.outputs),
        (begun(), one.key, one.inputs, other.outputs),
        (begun(), one.key, one.outputs, one.inputs),
        (begun(), other.key, other.inputs, other.outputs),
    ):
        with pytest.raises(PeerFault, match="bad-shuffle-proof"):
            check(script, key, inputs, outputs, proof)


def test_every_field_of_the_context_is_bound() -> None:
    one = shuffled(2, 1, 3)
    true = (bytes(32), 1, 0, (2,), 0, "mix")
    changed = (b"\1" * 32, 2, 1, (2, 0), 1, "play")

    def script(*fields: Any) -> Transcript:
        made = Transcript("mix")
        made.absorb("context", context(*fields))
        return made

    proof = prove(script(*true), one.key, one.inputs, one.outputs, one.permutation, one.scalars, source(1))
    check(script(*true), one.key, one.inputs, one.outputs, proof)
    for at, field in enumerate(changed):
        with pytest.raises(PeerFault, match="bad-shuffle-proof"):
            check(script(*true[:at], field, *true[at + 1 :]), one.key, one.inputs, one.outputs, proof)


def test_two_columns_are_not_four_cards() -> None:
    one = shuffled(2, 2, 3)
    long = [[card for deck in decks for card in deck] for decks in (one.inputs, one.outputs)]
    with pytest.raises(PeerFault, match="malformed-proof"):
        check(begun(), one.key, [long[0]], [long[1]], one.prove())


# ---- bytes that are no element


@pytest.mark.parametrize("spoil", BAD_POINTS)
def test_no_point_of_a_proof_may_be_no_point(spoil: Spoil) -> None:
    one = shuffled(2, 1, 8)
    pieces = parts(one.prove())
    for at in range(2 * 2 + 4 + 2):
        spoilt = b"".join([*pieces[:at], spoil(pieces[at]), *pieces[at + 1 :]])
        with pytest.raises(NotInGroup):
            check(begun(), one.key, one.inputs, one.outputs, spoilt)


@pytest.mark.parametrize("bad", BAD_SCALARS)
def test_no_scalar_of_a_proof_may_be_out_of_range(bad: bytes) -> None:
    one = shuffled(2, 1, 8)
    pieces = parts(one.prove())
    for at in range(2 * 2 + 4 + 2, len(pieces)):
        with pytest.raises(NotInGroup):
            check(begun(), one.key, one.inputs, one.outputs, b"".join([*pieces[:at], bad, *pieces[at + 1 :]]))


@pytest.mark.parametrize("spoil", BAD_POINTS)
def test_no_card_may_be_no_point_though_its_maker_proves_it(spoil: Spoil) -> None:
    one = shuffled(3, 1, 8)
    for at in range(3):
        for half in (0, 1):
            card = list(one.outputs[0][at])
            card[half] = Point(spoil(card[half]))
            deck = [*one.outputs[0][:at], Ciphertext(*card), *one.outputs[0][at + 1 :]]
            proof = one._replace(outputs=[deck]).prove()
            with pytest.raises(NotInGroup):
                check(begun(), one.key, one.inputs, [deck], proof)


# ---- the honest program does not prove false shuffles

Cheat = Callable[[Shuffled, random.Random], Sequence[Ciphertext]]


def substituted(one: Shuffled, rng: random.Random) -> Sequence[Ciphertext]:
    return [encrypted(face_table("dark", 1).points[0], one.key, scalar(rng)), *one.outputs[0][1:]]


def copied(one: Shuffled, _rng: random.Random) -> Sequence[Ciphertext]:
    return [one.outputs[0][1], *one.outputs[0][1:]]


def copied_and_hidden_again(one: Shuffled, rng: random.Random) -> Sequence[Ciphertext]:
    again = shuffle([one.outputs[0][1]], [0], blinding([scalar(rng)], one.key))
    return [*again, *one.outputs[0][1:]]


def under_another_key(one: Shuffled, _rng: random.Random) -> Sequence[Ciphertext]:
    other = group.base(Scalar(bytes([7]) + bytes(31)))
    blinds = blinding(one.scalars[0], one.key)
    return shuffle(one.inputs[0], one.permutation, [*blinding(one.scalars[0][:1], other), *blinds[1:]])


def not_permuted(one: Shuffled, _rng: random.Random) -> Sequence[Ciphertext]:
    places = [one.permutation[1], *one.permutation[1:]]
    return shuffle(one.inputs[0], places, blinding(one.scalars[0], one.key))


def tagged(one: Shuffled, rng: random.Random) -> Sequence[Ciphertext]:
    first = one.outputs[0][0]
    factor = scalar(rng)
    return [Ciphertext(group.multiply(factor, first.a), group.multiply(factor, first.b)), *one.outputs[0][1:]]


def in_another_order(one: Shuffled, _rng: random.Random) -> Sequence[Ciphertext]:
    return [one.outputs[0][1], one.outputs[0][0], *one.outputs[0][2:]]


@pytest.mark.parametrize(
    "cheat",
    [substituted, copied, copied_and_hidden_again, under_another_key, not_permuted, tagged, in_another_order],
)
@given(size=st.integers(2, 4), dice=seeds)
def test_a_false_shuffle_is_refused(cheat: Cheat, size: int, dice: int) -> None:
    one = shuffled(size, 1, dice, distinct=True)
    false = [list(cheat(one, random.Random(dice)))]
    proof = one._replace(outputs=false).prove()
    for evidence in (proof, one.prove()):
        with pytest.raises(PeerFault, match="bad-shuffle-proof"):
            check(begun(), one.key, one.inputs, false, evidence)


def test_a_false_second_column_is_refused() -> None:
    one = shuffled(3, 2, 9)
    for false in (copied(one, random.Random(1)), one.outputs[1][::-1], one.outputs[0]):
        case = one._replace(outputs=[one.outputs[0], list(false)])
        with pytest.raises(PeerFault, match="bad-shuffle-proof"):
            check(begun(), case.key, case.inputs, case.outputs, case.prove())


# ---- forgers: one for every equation

Row = Sequence[int]


def number(data: bytes) -> int:
    return int.from_bytes(data, "little")


def as_scalar(value: int) -> Scalar:
    return Scalar((value % ORDER).to_bytes(32, "little"))


def combination(terms: Iterable[tuple[int, Point]]) -> Point:
    """The sum of factor * point; factors may be negative or zero."""
    return group.total(group.multiply(as_scalar(factor), point) for factor, point in terms if factor % ORDER)


def inner(left: Iterable[int], right: Iterable[int]) -> int:
    return sum(a * b for a, b in zip(left, right, strict=True)) % ORDER


def product_of(values: Iterable[int]) -> int:
    result = 1
    for value in values:
        result = result * value % ORDER
    return result


class Lie(NamedTuple):
    """A statement, and where its forger departs from the truth.

    `matrix` is what the forger puts into c (row k, column j), in place of a permutation's. `permuted(u)` makes
    the u' from the weights, `factors(u, u')` what each d_k is times the one before it, and `moved(u, u')` the
    sums over u' r of the columns; all three know everything.
    """

    key: Point
    inputs: list[list[Ciphertext]]
    outputs: list[list[Ciphertext]]
    matrix: Sequence[Row]
    permuted: Callable[[Row], Row | None]
    factors: Callable[[Row, Row], Row]
    moved: Callable[[Row, Row], Row]


def forge(lie: Lie, rng: random.Random) -> bytes:
    """A proof in which all is right that can be; it tries again until the forger's own sums have a solution."""
    size = len(lie.matrix)
    bases = [shuffle_proof.order_base(k) for k in range(size)]
    product_base = shuffle_proof.product_base()

    def fresh(count: int) -> list[int]:
        return [rng.randrange(1, ORDER) for _ in range(count)]

    while True:
        script = begun()
        script.absorb_numbers("shape", (size, len(lie.inputs)))
        script.absorb("key", lie.key)
        script.absorb("inputs", b"".join(map(encode_deck, lie.inputs)))
        script.absorb("outputs", b"".join(map(encode_deck, lie.outputs)))
        t = fresh(size)
        columns = list(zip(*lie.matrix, strict=True))
        order = [combination([(t[j], GENERATOR), *zip(columns[j], bases, strict=True)]) for j in range(size)]
        script.absorb("order", b"".join(order))
        u = list(map(number, script.weights("order", size)))
        permuted = lie.permuted(u)
        if permuted is not None:
            break

    shades = fresh(size)
    factors = lie.factors(u, permuted)
    chain: list[Point] = []
    before = GENERATOR
    total_shades: list[int] = []
    for factor, shade in zip(factors, shades, strict=True):
        before = combination([(factor, before), (shade, product_base)])
        chain.append(before)
        total_shades.append((shade + factor * (total_shades[-1] if total_shades else 0)) % ORDER)
    script.absorb("chain", b"".join(chain))
    v = list(map(number, script.weights("chain", size)))

    m, n, q = fresh(size), fresh(4), fresh(len(lie.inputs))
    announced = [
        combination([(n[0], GENERATOR)]),
        combination([(n[1], product_base)]),
        combination([(n[2], GENERATOR), *zip(m, bases, strict=True)]),
        combination(
            [
                (n[3], product_base),
                *((m[k] * v[k], point) for k, point in enumerate([GENERATOR, *chain[:-1]])),
            ]
        ),
    ]
    pairs = [
        (
            combination([(-q[at], GENERATOR), *zip(m, (card.a for card in deck), strict=True)]),
            combination([(-q[at], lie.key), *zip(m, (card.b for card in deck), strict=True)]),
        )
        for at, deck in enumerate(lie.outputs)
    ]
    made = b"".join(announced) + b"".join(half for pair in pairs for half in pair)
    script.absorb("announced", made)
    e = number(script.challenge("shuffle"))

    secrets = [sum(t), total_shades[-1], inner(u, t), inner(v, shades)]
    answers = [
        *(nonce - e * weight for nonce, weight in zip(m, permuted, strict=True)),
        *(nonce - e * secret for nonce, secret in zip(n, secrets, strict=True)),
        *(nonce - e * moved for nonce, moved in zip(q, lie.moved(u, permuted), strict=True)),
    ]
    return b"".join([*order, *chain, made, *map(as_scalar, answers)])


def rows(matrix: Sequence[Row]) -> Callable[[Row], Row]:
    """The u' that belong to a matrix."""
    return lambda u: [inner(row, u) for row in matrix]


def honest_factors(_u: Row, permuted: Row) -> Row:
    return permuted


def honest_moved(scalars: Sequence[Sequence[Scalar]]) -> Callable[[Row, Row], Row]:
    return lambda _u, permuted: [inner(permuted, map(number, row)) for row in scalars]


def truth(one: Shuffled) -> Lie:
    size = len(one.permutation)
    matrix = [[int(j == place) for j in range(size)] for place in one.permutation]
    return Lie(one.key, one.inputs, one.outputs, matrix, rows(matrix), honest_factors, honest_moved(one.scalars))


def transformed(one: Shuffled, matrix: Sequence[Row], cards: Sequence[Row]) -> Lie:
    """Output k becomes the combination of inputs in row k of `cards`, hidden anew.

    It is consistent with the u' of `matrix` if the transpose of `matrix` is the inverse of `cards`.
    """
    outputs: list[list[Ciphertext]] = []
    for deck, scalars in zip(one.inputs, one.scalars, strict=True):
        blinds = blinding(scalars, one.key)
        outputs.append(
            [
                Ciphertext(
                    combination([*zip(row, (card.a for card in deck), strict=True), (1, blind.a)]),
                    combination([*zip(row, (card.b for card in deck), strict=True), (1, blind.b)]),
                )
                for row, blind in zip(cards, blinds, strict=True)
            ]
        )
    return truth(one)._replace(outputs=outputs, matrix=matrix, permuted=rows(matrix))


HALF = pow(2, -1, ORDER)


def forget_once(one: Shuffled, _rng: random.Random) -> Lie:
    """A card is doubled and another halved: marks that survive every later shuffle, like the ratios of SRA."""
    return transformed(one, [[HALF, 0, 0], [0, 0, 2], [0, 1, 0]], [[2, 0, 0], [0, 0, HALF], [0, 1, 0]])


def forget_product(one: Shuffled, _rng: random.Random) -> Lie:
    """Two cards are mixed into one another: nobody can read them but who knows the recipe."""
    return transformed(one, [[2, -1, 0], [0, 1, 0], [0, 0, 1]], [[HALF, 0, 0], [HALF, 1, 0], [0, 0, 1]])


def forget_chain(one: Shuffled, rng: random.Random) -> Lie:
    """The same, with a last d that has the right product whatever the others say."""

    def factors(u: Row, permuted: Row) -> Row:
        return [*permuted[:-1], product_of(u) * pow(product_of(permuted[:-1]), -1, ORDER)]

    return forget_product(one, rng)._replace(factors=factors)


def square_root(value: int) -> int | None:
    """A root modulo the order, which is 5 modulo 8."""
    root = pow(value, (ORDER + 3) // 8, ORDER)
    for candidate in (root, root * pow(2, (ORDER - 1) // 4, ORDER) % ORDER):
        if candidate * candidate % ORDER == value % ORDER:
            return candidate
    return None


def forget_order(one: Shuffled, _rng: random.Random) -> Lie:
    """A, A, B comes out as A, B, B: a card of one's own choice in the deck, all of it readable.

    The u' are chosen when the u are known: u'_0 = u_0 + u_1, and u'_1, u'_2 have the sum and the product that
    are left.
    """
    ace, bee = face_table("light", 2).points
    before, after = [ace, ace, bee], [ace, bee, bee]

    def permuted(u: Row) -> Row | None:
        first = (u[0] + u[1]) % ORDER
        rest = product_of(u) * pow(first, -1, ORDER)
        root = square_root(u[2] * u[2] - 4 * rest)
        return None if root is None else [first, (u[2] + root) * HALF % ORDER, (u[2] - root) * HALF % ORDER]

    def moved(u: Row, weights: Row) -> Row:  # the inputs are encrypted with 1 each
        return [(inner(weights, map(number, row)) - sum(u)) % ORDER for row in one.scalars]

    inputs = [[encrypt_openly(face, one.key) for face in before] for _ in one.inputs]
    outputs = [[encrypted(face, one.key, blind) for face, blind in zip(after, row, strict=True)] for row in one.scalars]
    matrix = [[int(j == k) for j in range(3)] for k in range(3)]
    return Lie(one.key, inputs, outputs, matrix, permuted, honest_factors, moved)


def bent_card(one: Shuffled, column: int, card: Ciphertext) -> Lie:
    outputs = list(one.outputs)
    outputs[column] = [card, *outputs[column][1:]]
    return truth(one)._replace(outputs=outputs)


def forget_first(one: Shuffled, rng: random.Random) -> Lie:
    """A card gets the first half of another: the shares that open it then open the other one, which is hidden."""
    column = rng.randrange(len(one.outputs))
    deck = one.outputs[column]
    return bent_card(one, column, Ciphertext(deck[1].a, deck[0].b))


def forget_second(one: Shuffled, rng: random.Random) -> Lie:
    """The difference of two faces is added to a card that the shuffler can name: it becomes the other face."""
    column = rng.randrange(len(one.outputs))
    card = one.outputs[column][0]
    change = group.subtract(*face_table("dark", 2).points)
    return bent_card(one, column, Ciphertext(card.a, group.add(card.b, change)))


FORGERS: dict[str, Callable[[Shuffled, random.Random], Lie]] = {
    "once": forget_once,
    "product": forget_product,
    "order": forget_order,
    "chain": forget_chain,
    "first": forget_first,
    "second": forget_second,
}


def opened(deck: Deck, secret: Scalar) -> list[Point]:
    """The faces of a deck, as all seats together would see them."""
    return sorted(group.subtract(card.b, group.multiply(secret, card.a)) for card in deck)


def test_every_equation_has_its_forger() -> None:
    assert set(FORGERS) == set(EQUATIONS)


@given(st.integers(1, 4), widths, seeds)
def test_the_forger_passes_with_the_truth(size: int, width: int, dice: int) -> None:
    one = shuffled(size, width, dice)
    proof = forge(truth(one), random.Random(dice))
    check(begun(), one.key, one.inputs, one.outputs, proof)


@pytest.mark.parametrize("name", FORGERS)
@given(width=widths, dice=seeds)
def test_a_forgery_passes_when_one_equation_is_left_out_and_fails_with_it(name: str, width: int, dice: int) -> None:
    rng = random.Random(dice)
    one = shuffled(3, width, dice)
    lie = FORGERS[name](one, rng)
    gained = [
        opened(before, one.secret) != opened(after, one.secret)
        for before, after in zip(lie.inputs, lie.outputs, strict=True)
    ]
    assert any(gained)  # the deck really is another one
    proof = forge(lie, rng)
    claim = read(begun(), lie.key, lie.inputs, lie.outputs, proof)
    assert holds([claim], [equation for other, equation in EQUATIONS.items() if other != name])
    assert not holds([claim], [EQUATIONS[name]])
    with pytest.raises(PeerFault, match="bad-shuffle-proof"):
        check(begun(), lie.key, lie.inputs, lie.outputs, proof)


def test_what_the_forgers_gain_is_what_is_said_of_them() -> None:
    one = shuffled(3, 1, 3)
    rng = random.Random(1)

    def faces(name: str) -> tuple[list[Point], list[Point]]:
        lie = FORGERS[name](one, rng)
        return opened(lie.inputs[0], one.secret), opened(lie.outputs[0], one.secret)

    ace, bee = face_table("light", 2).points
    assert faces("order") == (sorted([ace, ace, bee]), sorted([ace, bee, bee]))
    before, after = faces("once")
    assert len(set(after) - set(before)) == 2
    lie = FORGERS["first"](one, rng)
    victim = one.outputs[0][1]
    share = group.multiply(one.secret, lie.outputs[0][0].a)  # given for the bent card, which is to be opened
    assert [group.subtract(victim.b, share)] == opened([victim], one.secret)
    before, after = faces("second")
    change = group.subtract(*face_table("dark", 2).points)
    assert {group.add(face, change) for face in before} & set(after)


def test_decks_bent_after_the_answers_are_known_are_refused() -> None:
    # A careless transcript would let this through: the sums over the deck stay what they were.
    one = shuffled(3, 1, 3)
    proof = one.prove()
    claim = read(begun(), one.key, one.inputs, one.outputs, proof)

    def bent(deck: Sequence[Ciphertext], factors: Sequence[int]) -> list[Ciphertext]:
        up, down = (
            combination([(sign * pow(factor, -1, ORDER), GENERATOR)])
            for sign, factor in zip((1, -1), factors, strict=False)
        )
        first, second, *rest = deck
        return [first._replace(b=group.add(first.b, up)), second._replace(b=group.add(second.b, down)), *rest]

    outputs = [bent(one.outputs[0], claim.cards)]
    inputs = [bent(one.inputs[0], claim.weights)]
    assert holds([claim._replace(outputs=outputs)])
    assert holds([claim._replace(inputs=inputs)])
    for before, after in ((one.inputs, outputs), (inputs, one.outputs)):
        with pytest.raises(PeerFault, match="bad-shuffle-proof"):
            check(begun(), one.key, before, after, proof)


def test_errors_that_cancel_under_the_weights_of_the_true_proof_are_refused() -> None:
    # All equations are judged in one sum. If its weights were known before the answers are, two false answers
    # could make up for each other.
    one = shuffled(3, 1, 3)
    proof = one.prove()
    claim = read(begun(), one.key, one.inputs, one.outputs, proof)
    seen, blind = Transcript("shuffle check"), Transcript("shuffle check")
    seen.absorb("claim", claim.seal)
    for script in (seen, blind):
        weights = [number(weight) for weight in script.weights("equations", len(EQUATIONS))]
        once, _, order, *_ = weights
        cancelling = [claim.singles[0] + order, claim.singles[1], claim.singles[2] - once, claim.singles[3]]
        pieces = parts(proof)
        start = len(pieces) - len(claim.columns) - 4
        pieces[start : start + 4] = map(as_scalar, cancelling)
        false = read(begun(), one.key, one.inputs, one.outputs, b"".join(pieces))
        errors = [combination(terms) for name in ("once", "order") for terms in EQUATIONS[name](false)]
        assert IDENTITY not in errors
        assert combination(zip((once, order), errors, strict=True)) == IDENTITY  # so it would have passed
        assert not holds([false])


def test_the_weights_of_several_claims_depend_on_each(monkeypatch: pytest.MonkeyPatch) -> None:
    one = shuffled(2, 1, 3)
    claims = [read(begun(), one.key, one.inputs, one.outputs, one.prove(dice)) for dice in range(4)]
    drawn: list[list[Scalar]] = []
    weights = Transcript.weights

    def recorded(script: Transcript, label: str, count: int) -> list[Scalar]:
        drawn.append(weights(script, label, count))
        return drawn[-1]

    monkeypatch.setattr(Transcript, "weights", recorded)
    for several in ([0, 1], [2, 1], [0, 2], [1, 0]):
        assert holds([claims[at] for at in several])
    everything = [weight for row in drawn for weight in row]
    assert len(everything) == len(set(everything)) == 4 * 2 * len(EQUATIONS)


# ---- known answers


def vectors() -> dict[str, Any]:
    return cast("dict[str, Any]", json.loads((VECTORS / "shuffle.json").read_text(encoding="utf-8")))


def test_the_vectors_are_what_is_computed() -> None:
    assert regenerate_shuffle.text() == (VECTORS / "shuffle.json").read_text(encoding="utf-8")


def test_the_vectors_pass_by_hashlib_and_pynacl_alone() -> None:
    check_shuffle.check(vectors())


@pytest.mark.parametrize("part", ["key", "inputs", "outputs", "proof", "context"])
def test_the_checker_of_the_vectors_refuses_what_is_changed(part: str) -> None:
    document = vectors()
    proof = next(case for case in document["proofs"] if case["name"] == "five cards")
    data = bytearray.fromhex(proof[part])
    data[-20 if part == "proof" else 0] ^= 1
    proof[part] = data.hex()
    with pytest.raises(check_shuffle.Refused):
        check_shuffle.check(document)


def test_the_proofs_of_the_vectors_pass_here() -> None:
    for case in vectors()["proofs"]:
        script = Transcript("mix")
        script.absorb("context", bytes.fromhex(case["context"]))

        def columns(name: str, case: dict[str, Any] = case) -> list[list[Ciphertext]]:
            points = [group.decode_point(piece) for piece in parts(bytes.fromhex(case[name]))]
            cards = [Ciphertext(*pair) for pair in zip(points[::2], points[1::2], strict=True)]
            size = len(cards) // case["columns"]
            return [cards[start : start + size] for start in range(0, len(cards), size)]

        key = group.decode_point(bytes.fromhex(case["key"]))
        check(script, key, columns("inputs"), columns("outputs"), bytes.fromhex(case["proof"]))
