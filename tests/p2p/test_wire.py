import contextlib
import math
from enum import StrEnum
from typing import Annotated, Any, cast

import msgpack  # pyright: ignore[reportMissingTypeStubs]
import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fliptable.p2p.errors import Malformed
from fliptable.p2p.wire import decode, encode, peek


class Mood(StrEnum):
    CALM = "calm"
    WILD = "wild"


class Inner(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    x: Annotated[int, msgspec.Meta(ge=0, le=9)]
    mood: Mood


class One(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True, tag=1):
    key: Annotated[bytes, msgspec.Meta(min_length=2, max_length=2)]
    inner: Inner
    places: tuple[int, ...] = ()


class Two(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True, tag=2):
    text: str


def pack(value: object) -> bytes:
    return cast("bytes", cast(Any, msgpack).packb(value))


GOOD = One(b"ab", Inner(3, Mood.WILD), (1, 300))


def test_a_message_is_the_array_of_its_tag_and_its_fields():
    assert encode(GOOD) == pack([1, b"ab", [3, "wild"], [1, 300]])


@given(
    st.binary(min_size=2, max_size=2),
    st.integers(0, 9),
    st.sampled_from(Mood),
    st.lists(st.integers(0, 2**60)),
)
def test_messages_come_back_as_they_were(key: bytes, x: int, mood: Mood, places: list[int]):
    message = One(key, Inner(x, mood), tuple(places))
    assert decode(encode(message), One, Two) == message


BAD: list[bytes] = [
    encode(GOOD) + b"\x00",  # left over
    encode(GOOD)[:-1],  # cut short
    pack([3, "x"]),  # unknown tag
    pack([1, b"ab", [3, "wild"]]),  # the default left out: another spelling
    pack([1, b"ab", [3, "wild"], [], 7]),  # one field too many
    pack([1, b"abc", [3, "wild"], []]),  # too long
    pack([1, "ab", [3, "wild"], []]),  # text for bytes
    pack([1, b"ab", [3.0, "wild"], []]),  # a float
    pack([1, b"ab", [True, "wild"], []]),  # a boolean
    pack([1, b"ab", [10, "wild"], []]),  # out of bounds
    pack([1, b"ab", [3, "angry"], []]),  # no such mood
    pack([1, b"ab", {0: 3}]),  # a map
    pack([1, b"ab", [math.nan, "wild"], []]),
    b"\x92\x02\xc7\x01\x05x",  # an extension type
    b"\x92\x02\xd9\x01x",  # a longer spelling of a short text
    b"\x92\x02\xa1\xff",  # not UTF-8
    b"\x92\x02\xdd\xff\xff\xff\xff",  # an array that claims four thousand million elements
    b"\x92\x02" + b"\x91" * 5000,  # depth
    b"\xdc\x00\x02\x02\xa1x",  # the long form of an array
    b"",
]


@pytest.mark.parametrize("data", BAD, ids=range(len(BAD)))
def test_every_other_spelling_is_malformed(data: bytes):
    with pytest.raises(Malformed):
        decode(data, One, Two)


@given(st.binary(max_size=80))
def test_garbage_is_a_verdict(data: bytes):
    for read in (lambda: decode(data, One, Two), lambda: peek(data)):
        with contextlib.suppress(Malformed):
            read()


@given(st.integers(0, 200), st.integers(0, 255))
def test_a_changed_byte_is_another_message_or_none(at: int, value: int):
    data = bytearray(encode(GOOD))
    at %= len(data)
    if data[at] == value:
        return
    data[at] = value
    with contextlib.suppress(Malformed):
        assert decode(bytes(data), One, Two) != GOOD


def test_peek_reads_what_decode_would_not():
    assert peek(pack([1, 99, "new"])) == [1, 99, "new"]
