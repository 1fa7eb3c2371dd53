"""The group refuses everything that is no element of it, and says so at start-up."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fliptable.p2p.deal import group

FIELD = 2**255 - 19
wide = st.integers(1, 2**512 - 1).map(lambda number: number.to_bytes(64, "little"))
ORDER_TWO = (FIELD - 1).to_bytes(32, "little")
ORDER_FOUR = bytes(32)  # (sqrt(-1), 0)
ORDER_EIGHT = bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05")


def test_the_self_test_passes_here() -> None:
    group.self_test()


@pytest.mark.parametrize(
    "encoding",
    [
        pytest.param(b"", id="empty"),
        pytest.param(bytes(group.GENERATOR) + b"\0", id="too long"),
        pytest.param(bytes(group.GENERATOR[:31]), id="too short"),
        pytest.param(group.IDENTITY, id="identity"),
        pytest.param(bytes([1]) + bytes(30) + b"\x80", id="identity with a sign"),
        pytest.param((FIELD + 1).to_bytes(32, "little"), id="identity in a non-canonical form"),
        pytest.param((FIELD + 3).to_bytes(32, "little"), id="non-canonical"),
        pytest.param(b"\xff" * 32, id="all ones"),
        pytest.param(bytes([2]) + bytes(31), id="off the curve"),
        pytest.param(ORDER_TWO, id="order two"),
        pytest.param(ORDER_FOUR, id="order four"),
        pytest.param(ORDER_EIGHT, id="order eight"),
        pytest.param(bytes(group.add(group.GENERATOR, ORDER_TWO)), id="a part of order two"),
        pytest.param(bytes(group.add(group.GENERATOR, ORDER_EIGHT)), id="a part of order eight"),
    ],
)
def test_what_is_no_element_is_refused_decoded_and_multiplied(encoding: bytes) -> None:
    with pytest.raises(group.NotInGroup):
        group.decode_point(encoding)
    with pytest.raises(group.NotInGroup):
        group.multiply(group.reduce(bytes([3]) + bytes(63)), encoding)


@pytest.mark.parametrize("number", [0, group.ORDER, group.ORDER + 1, 2**255, 2**256 - 1])
def test_scalars_from_one_to_the_order_only(number: int) -> None:
    with pytest.raises(group.NotInGroup):
        group.decode_scalar(number.to_bytes(32, "little"))


@pytest.mark.parametrize("size", [0, 31, 33])
def test_scalars_have_32_bytes(size: int) -> None:
    with pytest.raises(group.NotInGroup):
        group.decode_scalar(b"\1" * size)


def test_the_zero_scalar_is_no_scalar() -> None:
    with pytest.raises(group.NotInGroup):
        group.reduce(group.ORDER.to_bytes(64, "little"))


@given(wide, wide)
def test_multiplication_is_linear(left: bytes, right: bytes) -> None:
    x, y = group.reduce(left), group.reduce(right)
    assert int.from_bytes(x, "little") == int.from_bytes(left, "little") % group.ORDER
    assert group.base(x) == group.multiply(x, group.GENERATOR)
    assert group.add(group.base(x), group.base(y)) == group.base(group.scalar_add(x, y))
    assert group.multiply(x, group.base(y)) == group.base(group.scalar_multiply(x, y))
    if x != y:
        assert group.subtract(group.base(x), group.base(y)) == group.base(group.scalar_subtract(x, y))
    assert group.decode_scalar(x) == x
    assert group.decode_point(group.base(x)) == group.base(x)


def test_the_sum_of_nothing_is_refused_by_every_use() -> None:
    assert group.total([]) == group.IDENTITY
    with pytest.raises(group.NotInGroup):
        group.decode_point(group.total([]))


def test_a_library_that_takes_a_part_of_order_two_deals_no_card(monkeypatch: pytest.MonkeyPatch) -> None:
    strict = group.sodium.crypto_core_ed25519_is_valid_point

    def lenient(encoding: bytes) -> bool:  # as libsodium was before the mend of CVE-2025-69277
        return strict(encoding) or strict(group.add(encoding, ORDER_TWO))

    monkeypatch.setattr(group.sodium, "crypto_core_ed25519_is_valid_point", lenient)
    with pytest.raises(group.GroupUnsound, match="order two"):
        group.self_test.__wrapped__()


def test_a_library_without_the_group_deals_no_card(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(group.sodium, "has_crypto_core_ed25519", False)
    with pytest.raises(group.GroupUnsound, match="without edwards25519"):
        group.self_test.__wrapped__()
