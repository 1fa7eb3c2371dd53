"""Two different statements never share a challenge, and what a seed makes is uniform and repeatable."""

import hashlib
import random
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from fliptable.p2p.deal.group import ORDER
from fliptable.p2p.deal.randomness import Nonces, Stream, salt
from fliptable.p2p.deal.transcript import Transcript, context, expand

fields = st.lists(st.tuples(st.text("ab", max_size=3), st.binary(max_size=4)), max_size=4)


def hashed(parts: list[tuple[str, bytes]]) -> bytes:
    script = Transcript("test")
    for label, data in parts:
        script.absorb(label, data)
    return script.digest()


@given(fields, fields)
def test_different_fields_give_different_hashes(one: list[tuple[str, bytes]], other: list[tuple[str, bytes]]) -> None:
    assert (hashed(one) == hashed(other)) == (one == other)


def test_a_transcript_is_the_bytes_its_docstring_says() -> None:
    script = Transcript("test")
    script.absorb("data", b"xyz")
    expected = b""
    for label, data in ((b"protocol", b"fliptable/1"), (b"statement", b"test"), (b"data", b"xyz")):
        expected += bytes([len(label)]) + label + len(data).to_bytes(8, "big") + data
    assert script.digest() == hashlib.sha256(expected).digest()


def test_every_part_of_a_context_counts() -> None:
    contexts = {
        context(b"session", 1, 2, (3, 4), 5, "shares"),
        context(b"session2", 1, 2, (3, 4), 5, "shares"),
        context(b"session", 0, 2, (3, 4), 5, "shares"),
        context(b"session", 2, 1, (3, 4), 5, "shares"),
        context(b"session", 1, 2, (4, 3), 5, "shares"),
        context(b"session", 1, 2, (3,), 4, "shares"),
        context(b"session", 1, 2, (3, 4, 5), 5, "shares"),
        context(b"session", 1, 2, (3, 4), 6, "shares"),
        context(b"session", 1, 2, (3, 4), 5, "share"),
    }
    assert len(contexts) == 9


def test_challenges_and_weights_depend_on_all_before_and_differ() -> None:
    one, other = Transcript("test"), Transcript("test")
    other.absorb("more", b"")
    row = [one.challenge("a"), one.challenge("a"), *one.weights("w", 3), *one.weights("w", 3)]
    row += [other.challenge("a"), *other.weights("w", 2)]
    assert len(set(row)) == len(row)


def test_expand_is_the_hash_its_docstring_says() -> None:
    seed, index = b"s" * 32, 5
    start = seed + index.to_bytes(8, "big")
    wide = hashlib.sha256(start + b"\0").digest() + hashlib.sha256(start + b"\1").digest()
    assert int.from_bytes(expand(seed, index), "little") == int.from_bytes(wide, "little") % ORDER


@given(st.integers(0, 300), st.binary(min_size=32, max_size=32))
def test_a_permutation_is_one_and_repeats(size: int, seed: bytes) -> None:
    order = Stream(seed, b"salt", "label").permutation(size)
    assert sorted(order) == list(range(size))
    assert order == Stream(seed, b"salt", "label").permutation(size)


def test_permutations_are_uniform() -> None:
    # 24000 draws of 24 orders, 1000 expected of each, standard deviation 31; five of them do not happen by
    # chance, and the seed is fixed. A shuffle that swaps with any card instead is off by up to 406.
    stream = Stream(b"u" * 32, b"salt", "label")
    counts = Counter(tuple(stream.permutation(4)) for _ in range(24000))
    assert len(counts) == 24
    assert all(845 <= count <= 1155 for count in counts.values())


@given(st.integers(1, 65536))
def test_below_stays_below(limit: int) -> None:
    stream = Stream(b"b" * 32, b"salt", str(limit))
    assert all(0 <= stream.below(limit) < limit for _ in range(5))


def test_a_stream_is_the_same_however_it_is_cut() -> None:
    whole = Stream(b"s" * 32, b"salt", "label").read(5000)
    cut = Stream(b"s" * 32, b"salt", "label")
    assert b"".join(cut.read(size) for size in (1, 2047, 1, 2900, 51)) == whole
    others = [(b"t" * 32, b"salt", "label"), (b"s" * 32, b"salt2", "label"), (b"s" * 32, b"salt", "label2")]
    assert all(Stream(*other).read(32) != whole[:32] for other in others)


def test_salts_name_session_deal_and_seat() -> None:
    salts = {salt(*parts) for parts in ((b"s", 1, 2), (b"t", 1, 2), (b"s", 2, 2), (b"s", 1, 1), (b"s", 2, 1))}
    assert len(salts) == 5


def test_nonces_differ_when_either_source_of_them_fails() -> None:
    stuck = Nonces(b"s" * 32, b"salt", bytes)  # a source that gives zeros: the statement still tells nonces apart
    assert stuck.draw(b"one", 1) != stuck.draw(b"two", 1)
    other_seed = Nonces(b"t" * 32, b"salt", bytes)
    assert stuck.draw(b"one", 1) != other_seed.draw(b"one", 1)
    fresh = Nonces(b"s" * 32, b"salt", random.Random(1).randbytes)
    assert fresh.draw(b"one", 2) != fresh.draw(b"one", 2)
