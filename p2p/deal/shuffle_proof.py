"""The proof of a shuffle: a deck holds the same faces as another, and nobody learns which card went where.

The proof of Terelius and Wikstrom (2010), in the form Haenni, Locher, Koenig and Dubuis (2017) give for
ElGamal, and with Haines (2019) for cards of several ciphertexts; written from the mathematics.

**Statement.** Columns e_l and e'_l (l from 0) of N ciphertexts each, under the key Y. The prover knows one
permutation p and scalars r_lk with e'_l[k] = e_l[p(k)] + (r_lk G, r_lk Y) for all l and k: what
`elgamal.shuffle` makes of each column. A deck is one column.

**Points nobody chose.** H and h_0, h_1 ... by hash-to-group, see `product_base` and `order_base`.

**Proof.** Points of 32 bytes, then scalars of 32 bytes, one after the other:

    c_0 .. c_(N-1)         c_p(k) = t_p(k) G + h_k: the order, fixed before the weights u are known
    d_0 .. d_(N-1)         d_k = (u'_0 ... u'_k) G + R_k H, where u'_k = u_p(k); put d_(-1) = G
    T1 T2 T3 T4            announcements of the first four equations below
    A_l B_l                those of the last two, column by column
    s_0 .. s_(N-1)         s_k = nonce - e u'_k
    s1 s2 s3 s4            nonce - e * secret; the secrets are sum t_j, R_(N-1), sum u_j t_j and
                           sum v_k (R_k - u'_k R_(k-1)), with R_(-1) = 0
    z_l                    nonce - e * sum u'_k r_lk, column by column

**Challenges.** The caller begins the transcript: protocol, session, deal, epoch, place, sender, kind. Then:
numbers "shape" (N, columns), "key" Y, "inputs" and "outputs" (column by column, a then b of each card),
"order" all c, weights u = "order", "chain" all d, weights v = "chain", "announced" all T, then A and B column by
column, and the challenge e = "shuffle".

**Equations.** Sums over j or k from 0 to N - 1:

    once      T1  = s1 G + e (sum c_j - sum h_k)                 every card goes to one place, and whole
    product   T2  = s2 H + e (d_(N-1) - (u_0 ... u_(N-1)) G)     the u' have the product of the u
    order     T3  = s3 G + sum s_k h_k + e sum u_j c_j           the u' are the u in the order in c
    chain     T4  = s4 H + sum s_k v_k d_(k-1) + e sum v_k d_k   each d_k is u'_k d_(k-1), blinded
    first     A_l = sum s_k a'_lk - z_l G + e sum u_j a_lj       the cards went in the order of the u'
    second    B_l = sum s_k b'_lk - z_l Y + e sum u_j b_lj       the same of their second halves

"once", "order", "chain" and "product" say that the matrix inside c is a permutation's: its rows add up to one,
and the product of (row * u) over its rows is the product of u, which for random u holds of no other matrix. The
literature proves the N links of the chain one by one; here they are proved in one sum, with weights v that
depend on every d. That is 10.8 KiB and not 14.5 for 112 cards, and on both sides one multiplication a card
less. It proves as much: the u' are fixed before v (to change them is to know a relation between the h), so what
is known of the sum for N independent v is known of each link.

**How sound.** u, v and e are whole scalars, so who knows no relation between G, H and the h passes with a false
statement with a probability of about (N + 3) 2^-252 for each hash that is tried. To know such a relation is to
know a discrete logarithm on the curve, about 2^126 operations: the curve is the bound, not the challenge.
**How hidden.** c and d hide perfectly; answers are uniform, and announcements follow from them and e.

This module must never know which deck this is, and never turn a secret into a Python integer; weights,
challenges and a finished proof are no secrets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import accumulate, chain
from typing import Final, NamedTuple

from ..errors import Misuse
from .confidential import Confidential
from .dleq import respond
from .elgamal import Ciphertext, Deck, encode_deck
from .faces import hash_to_group
from .group import (
    GENERATOR,
    IDENTITY,
    ORDER,
    POINT_BYTES,
    SCALAR_BYTES,
    Point,
    Scalar,
    add,
    base,
    decode_scalar,
    multiply,
    scalar_add,
    scalar_multiply,
    scalar_subtract,
    total,
)
from .judging import demand
from .randomness import Nonces
from .transcript import PROTOCOL, Transcript

_SINGLES: Final = 4  # equations that do not repeat for every column
_ONE: Final = Scalar(bytes([1]) + bytes(31))


class Claim(NamedTuple):
    """A statement and its proof, read and not yet judged; nothing in it is secret.

    The names are those of the module's text: `order` c, `chain` d, `announced` T1 to T4, `pairs` (A_l, B_l),
    `cards` s_k, `singles` s1 to s4, `columns` z_l, `weights` u, `links` v. `seal` is a hash of all of it.
    """

    key: Point
    inputs: Sequence[Deck]
    outputs: Sequence[Deck]
    order: Sequence[Point]
    chain: Sequence[Point]
    announced: Sequence[Point]
    pairs: Deck
    cards: Sequence[int]
    singles: Sequence[int]
    columns: Sequence[int]
    weights: Sequence[int]
    links: Sequence[int]
    challenge: int
    seal: bytes


Terms = Sequence[tuple[int, Point]]
Equation = Callable[[Claim], Iterable[Terms]]


@cache
def product_base() -> Point:
    """Return H: the point of the label "fliptable/1 shuffle product"."""
    return hash_to_group(f"{PROTOCOL} shuffle product")


@cache
def order_base(index: int) -> Point:
    """Return h_index: the point of the label "fliptable/1 shuffle <index>"."""
    return hash_to_group(f"{PROTOCOL} shuffle {index}")


def proof_bytes(size: int, columns: int) -> int:
    """Return how long the proof for this many cards and columns is."""
    points = 2 * size + _SINGLES + 2 * columns
    return POINT_BYTES * points + SCALAR_BYTES * (size + _SINGLES + columns)


class Prover(Confidential):
    """One proof to be, as far as it needs no deck: about half of the work.

    `statement` is a hash of what it is for, as far as that is known, and `columns` how many ciphertexts a card
    has. It serves for one proof only: two proofs with the same nonces would tell the permutation. Raises Misuse
    on what is no permutation.
    """

    __slots__ = (
        "_announced",
        "_blinds",
        "_cards",
        "_columns",
        "_order",
        "_permutation",
        "_shaded",
        "_shades",
        "_singles",
        "_spent",
    )

    def __init__(self, statement: bytes, permutation: Sequence[int], columns: int, nonces: Nonces) -> None:
        size = len(permutation)
        if not size or not columns or sorted(permutation) != list(range(size)):
            raise Misuse("what is no permutation cannot be proved")
        # The permutation goes in too: two decks prepared for one statement must not share nonces by a weak source.
        mixed = Transcript("shuffle nonces")
        mixed.absorb("statement", statement)
        mixed.absorb_numbers("permutation", permutation)
        drawn = iter(nonces.draw(mixed.digest(), 3 * size + _SINGLES + columns))
        self._permutation = tuple(permutation)
        bases = [order_base(index) for index in range(size)]
        self._blinds = [next(drawn) for _ in range(size)]  # t, by input card
        self._shades = [next(drawn) for _ in range(size)]  # R
        self._shaded = [multiply(shade, product_base()) for shade in self._shades]
        self._cards = [next(drawn) for _ in range(size)]  # nonces of u'
        self._singles = [next(drawn) for _ in range(_SINGLES)]
        self._columns = list(drawn)
        self._order = [Point(IDENTITY)] * size
        for source, point in zip(permutation, bases, strict=True):
            self._order[source] = add(base(self._blinds[source]), point)
        once, product, order, _ = self._singles
        self._announced = [
            base(once),
            multiply(product, product_base()),
            _combine(chain([(order, GENERATOR)], zip(self._cards, bases, strict=True))),
        ]
        self._spent = False

    def prove(
        self,
        script: Transcript,
        key: Point,
        inputs: Sequence[Deck],
        outputs: Sequence[Deck],
        scalars: Sequence[Sequence[Scalar]],
    ) -> bytes:
        """Return the proof that each column of `outputs` is the shuffle of its column of `inputs`.

        `scalars` are those of `elgamal.blinding`, a row for each column; other secrets than the true ones give
        a proof that nobody accepts. Raises Misuse on decks of another shape, and if it was called before.
        """
        if self._spent:
            raise Misuse("a second proof with these nonces would tell the permutation")
        sizes = [len(self._permutation)] * len(self._columns)
        if [len(deck) for deck in inputs] != sizes or [len(row) for row in scalars] != sizes:
            raise Misuse("a shuffle has a place for every card and a scalar for every ciphertext")
        self._spent = True
        _absorb_statement(script, key, inputs, outputs)
        weights = _commit(script, "order", self._order)
        permuted = [weights[source] for source in self._permutation]
        products = list(accumulate(permuted, scalar_multiply))
        linked = [add(base(product), shaded) for product, shaded in zip(products, self._shaded, strict=True)]
        links = _commit(script, "chain", linked)
        steps = map(scalar_multiply, self._cards, links)
        shift = _dot(steps, [_ONE, *products[:-1]])
        announced = [*self._announced, _combine([(shift, GENERATOR), (self._singles[3], product_base())])]
        pairs = self._announce_pairs(key, inputs)
        challenge = _challenge(script, announced, pairs)
        cards = [respond(nonce, challenge, weight) for nonce, weight in zip(self._cards, permuted, strict=True)]
        singles = self._answer(weights, links, cards, challenge)
        columns = [scalar_subtract(_dot(cards, row), nonce) for row, nonce in zip(scalars, self._columns, strict=True)]
        return b"".join(chain(self._order, linked, announced, *pairs, cards, singles, columns))

    # T4, A and B are each drawn by what stands before H, G and Y in the end. The nonce of the module's text is that
    # less the share of R or r in the sum, and it first comes up in the answer, where every factor of R and r is
    # public. So no d_k is multiplied again, as its maker knows what is in it, and no output at all.

    def _announce_pairs(self, key: Point, inputs: Sequence[Deck]) -> list[Ciphertext]:
        # Over the inputs, in their order: equal points, as a starting deck has, are multiplied once.
        by_source = list(self._cards)
        for nonce, source in zip(self._cards, self._permutation, strict=True):
            by_source[source] = nonce
        return [
            Ciphertext(
                _combine(chain([(column, GENERATOR)], zip(by_source, (card.a for card in deck), strict=True))),
                _combine(chain([(column, key)], zip(by_source, (card.b for card in deck), strict=True))),
            )
            for column, deck in zip(self._columns, inputs, strict=True)
        ]

    def _answer(
        self, weights: Sequence[Scalar], links: Sequence[Scalar], cards: Sequence[Scalar], challenge: Scalar
    ) -> list[Scalar]:
        once, product, order, linked = self._singles
        factors = _chain_factors(list(map(_number, links)), list(map(_number, cards)), _number(challenge))
        return [
            respond(once, challenge, _sum(self._blinds)),
            respond(product, challenge, self._shades[-1]),
            respond(order, challenge, _dot(weights, self._blinds)),
            scalar_subtract(linked, _dot(map(_scalar, factors), self._shades)),
        ]


def prove(
    script: Transcript,
    key: Point,
    inputs: Sequence[Deck],
    outputs: Sequence[Deck],
    permutation: Sequence[int],
    scalars: Sequence[Sequence[Scalar]],
    nonces: Nonces,
) -> bytes:
    """Return the proof that `Prover.prove` makes, of a shuffle that nothing was prepared for."""
    statement = Transcript("shuffle statement")
    statement.absorb("begun", script.digest())
    _absorb_statement(statement, key, inputs, outputs)
    return Prover(statement.digest(), permutation, len(inputs), nonces).prove(script, key, inputs, outputs, scalars)


def check(script: Transcript, key: Point, inputs: Sequence[Deck], outputs: Sequence[Deck], proof: bytes) -> None:
    """Raise PeerFault or NotInGroup unless the proof shows that `outputs` is a shuffle of `inputs`.

    Every point of the decks is judged on the way, as `decode_point` would: it need not be decoded before.
    Raises Misuse on decks of unequal size.
    """
    demand(holds([read(script, key, inputs, outputs, proof)]), "bad-shuffle-proof")


def read(script: Transcript, key: Point, inputs: Sequence[Deck], outputs: Sequence[Deck], proof: bytes) -> Claim:
    """Return the claim these bytes make, for `holds`; raise PeerFault or NotInGroup if they make none."""
    size, width = _absorb_statement(script, key, inputs, outputs)
    demand(len(proof) == proof_bytes(size, width), "malformed-proof")
    parts = iter([proof[start : start + 32] for start in range(0, len(proof), 32)])

    def points(count: int) -> list[Point]:
        return [Point(next(parts)) for _ in range(count)]  # multiply() judges them in `holds`

    def numbers(count: int) -> list[int]:
        return [_number(decode_scalar(next(parts))) for _ in range(count)]

    order, links_points, announced = points(size), points(size), points(_SINGLES)
    pairs = [Ciphertext(*points(2)) for _ in range(width)]
    weights = _commit(script, "order", order)
    links = _commit(script, "chain", links_points)
    challenge = _challenge(script, announced, pairs)
    script.absorb("answers", proof[-SCALAR_BYTES * (size + _SINGLES + width) :])
    return Claim(
        key,
        inputs,
        outputs,
        order,
        links_points,
        announced,
        pairs,
        numbers(size),
        numbers(_SINGLES),
        numbers(width),
        list(map(_number, weights)),
        list(map(_number, links)),
        _number(challenge),
        script.digest(),
    )


def _once(claim: Claim) -> Iterator[Terms]:
    bases = ((-claim.challenge, order_base(index)) for index in range(len(claim.order)))
    yield [
        (-1, claim.announced[0]),
        (claim.singles[0], GENERATOR),
        *((claim.challenge, point) for point in claim.order),
        *bases,
    ]


def _product(claim: Claim) -> Iterator[Terms]:
    product = 1
    for weight in claim.weights:
        product = product * weight % ORDER
    yield [
        (-1, claim.announced[1]),
        (claim.singles[1], product_base()),
        (claim.challenge, claim.chain[-1]),
        (-claim.challenge * product, GENERATOR),
    ]


def _order(claim: Claim) -> Iterator[Terms]:
    yield [
        (-1, claim.announced[2]),
        (claim.singles[2], GENERATOR),
        *((answer, order_base(index)) for index, answer in enumerate(claim.cards)),
        *((claim.challenge * weight, point) for weight, point in zip(claim.weights, claim.order, strict=True)),
    ]


def _chain(claim: Claim) -> Iterator[Terms]:
    factors = _chain_factors(claim.links, claim.cards, claim.challenge)
    yield [
        (-1, claim.announced[3]),
        (claim.singles[3], product_base()),
        (claim.links[0] * claim.cards[0], GENERATOR),
        *zip(factors, claim.chain, strict=True),
    ]


def _first(claim: Claim) -> list[Terms]:
    return [
        _moved(claim, pair.a, answer, GENERATOR, [card.a for card in before], [card.a for card in after])
        for pair, answer, before, after in zip(claim.pairs, claim.columns, claim.inputs, claim.outputs, strict=True)
    ]


def _second(claim: Claim) -> list[Terms]:
    return [
        _moved(claim, pair.b, answer, claim.key, [card.b for card in before], [card.b for card in after])
        for pair, answer, before, after in zip(claim.pairs, claim.columns, claim.inputs, claim.outputs, strict=True)
    ]


def _moved(
    claim: Claim, announced: Point, answer: int, blind_base: Point, before: Sequence[Point], after: Sequence[Point]
) -> Terms:
    return [
        (-1, announced),
        (-answer, blind_base),
        *zip(claim.cards, after, strict=True),
        *((claim.challenge * weight, point) for weight, point in zip(claim.weights, before, strict=True)),
    ]


EQUATIONS: Final[Mapping[str, Equation]] = {
    "once": _once,
    "product": _product,
    "order": _order,
    "chain": _chain,
    "first": _first,
    "second": _second,
}


def holds(claims: Sequence[Claim], equations: Iterable[Equation] = tuple(EQUATIONS.values())) -> bool:
    """Say whether these equations hold for all these claims; raise NotInGroup if a point is none.

    All of them are added up, each with a weight hashed from every claim, and the sum must vanish; so every
    point is multiplied once, wherever it stands. Several claims together are cheaper than one by one: they
    share the h, and a deck that one claim ends with and another begins with. But of several it does not say
    which one is false.
    """
    script = Transcript("shuffle check")
    for claim in claims:
        script.absorb("claim", claim.seal)
    sums = [terms for equation in equations for claim in claims for terms in equation(claim)]
    factors: dict[Point, int] = {}
    for weight, terms in zip(script.weights("equations", len(sums)), sums, strict=True):
        times = _number(weight)
        for factor, point in terms:
            factors[point] = factors.get(point, 0) + times * factor
    return _combine((_scalar(factor), point) for point, factor in factors.items()) == IDENTITY


def _absorb_statement(
    script: Transcript, key: Point, inputs: Sequence[Deck], outputs: Sequence[Deck]
) -> tuple[int, int]:
    """Take the statement in; return the numbers of cards and of columns."""
    sizes = {len(deck) for deck in chain(inputs, outputs)}
    if len(inputs) != len(outputs) or len(sizes) != 1 or sizes == {0}:
        raise Misuse("a shuffle has the same columns before and after, all of one size")
    (size,) = sizes
    script.absorb_numbers("shape", (size, len(inputs)))
    script.absorb("key", key)
    script.absorb("inputs", b"".join(map(encode_deck, inputs)))
    script.absorb("outputs", b"".join(map(encode_deck, outputs)))
    return size, len(inputs)


def _commit(script: Transcript, label: str, points: Sequence[Point]) -> list[Scalar]:
    """Take in one point for every card; return one weight for each."""
    script.absorb(label, b"".join(points))
    return script.weights(label, len(points))


def _challenge(script: Transcript, announced: Sequence[Point], pairs: Deck) -> Scalar:
    script.absorb("announced", b"".join(announced) + encode_deck(pairs))
    return script.challenge("shuffle")


def _chain_factors(links: Sequence[int], cards: Sequence[int], challenge: int) -> list[int]:
    """Return what stands before each d_k in the equation of the chain; all of it is public."""
    following = [link * answer for link, answer in zip(links[1:], cards[1:], strict=True)]
    return [after + challenge * link for after, link in zip([*following, 0], links, strict=True)]


def _combine(terms: Iterable[tuple[Scalar, Point]]) -> Point:
    """Return the sum of scalar * point, with one multiplication for each different point."""
    factors: dict[Point, Scalar] = {}
    for scalar, point in terms:
        factors[point] = scalar_add(factors[point], scalar) if point in factors else scalar
    return total(base(scalar) if point == GENERATOR else multiply(scalar, point) for point, scalar in factors.items())


def _dot(left: Iterable[Scalar], right: Iterable[Scalar]) -> Scalar:
    return _sum(map(scalar_multiply, left, right))


def _sum(scalars: Iterable[Scalar]) -> Scalar:
    *_, result = accumulate(scalars, scalar_add)
    return result


def _number(public: Scalar) -> int:
    return int.from_bytes(public, "little")


def _scalar(public: int) -> Scalar:
    return Scalar((public % ORDER).to_bytes(SCALAR_BYTES, "little"))
