import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fliptable.p2p.errors import Malformed
from fliptable.p2p.frames import DEFAULT_LIMIT, HEADER, Frames, frame, tag_of

MIX = 9


def payload(tag: int, size: int) -> bytes:
    return bytes([0x92, tag]) + b"\x00" * (size - 2)


@given(st.lists(st.tuples(st.integers(0, 127), st.integers(2, 400)), max_size=8), st.data())
def test_frames_come_out_whole_however_the_bytes_are_cut(shapes: list[tuple[int, int]], data: st.DataObject):
    payloads = [payload(tag, size) for tag, size in shapes]
    stream = b"".join(frame(each) for each in payloads)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=12)))
    frames = Frames()
    out: list[bytes] = []
    for start, end in zip([0, *cuts], [*cuts, len(stream)], strict=True):
        out += frames.feed(stream[start:end])
    assert out == payloads


@given(st.binary(max_size=300))
def test_garbage_is_a_verdict(garbage: bytes):
    with contextlib.suppress(Malformed):
        for each in Frames({MIX: 64 * 1024}).feed(garbage):
            assert len(each) >= 2


@pytest.mark.parametrize(
    ("tag", "size", "fine"),
    [
        (1, DEFAULT_LIMIT, True),
        (1, DEFAULT_LIMIT + 1, False),
        (MIX, 64 * 1024, True),
        (MIX, 64 * 1024 + 1, False),
    ],
)
def test_each_tag_has_its_limit(tag: int, size: int, fine: bool):
    frames = Frames({MIX: 64 * 1024})
    if fine:
        assert frames.feed(frame(payload(tag, size))) == [payload(tag, size)]
    else:
        with pytest.raises(Malformed):
            frames.feed(frame(payload(tag, size)))


def test_a_limit_is_judged_before_the_payload_is_there():
    with pytest.raises(Malformed):
        Frames({MIX: 64 * 1024}).feed((20_000).to_bytes(HEADER, "big") + bytes([0x92, 1]))
    with pytest.raises(Malformed):
        Frames({MIX: 64 * 1024}).feed((1 << 31).to_bytes(HEADER, "big"))
    assert Frames({MIX: 64 * 1024}).feed((20_000).to_bytes(HEADER, "big") + bytes([0x92, MIX])) == []


@pytest.mark.parametrize("start", [b"", b"\x91", b"\x90\x01", b"\xa1\x01", b"\x81\x01", b"\x91\xcc", b"\xdc\x00"])
def test_what_is_no_tagged_array_has_no_tag(start: bytes):
    with pytest.raises(Malformed):
        tag_of(start)
