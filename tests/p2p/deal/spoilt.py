"""What is no point and no scalar of the group: the ways in which bytes of a peer may be wrong."""

from collections.abc import Callable

import pytest

from fliptable.p2p.deal import group
from fliptable.p2p.deal.group import Point

ORDER_TWO = (2**255 - 20).to_bytes(32, "little")
Spoil = Callable[[bytes], Point]


def marked(good: bytes) -> Point:
    """The good point with a part of order two: valid for a library before the mend of CVE-2025-69277."""
    return group.add(good, ORDER_TWO)


def always(bad: bytes) -> Spoil:
    return lambda _good: Point(bad)


BAD_POINTS = [
    pytest.param(marked, id="a part of order two"),
    pytest.param(always(ORDER_TWO), id="order two"),
    pytest.param(always(group.IDENTITY), id="identity"),
    pytest.param(always((2**255 - 16).to_bytes(32, "little")), id="non-canonical"),
    pytest.param(always(bytes([2]) + bytes(31)), id="off the curve"),
]
BAD_SCALARS = [
    pytest.param(bytes(32), id="zero"),
    pytest.param(group.ORDER.to_bytes(32, "little"), id="the order"),
    pytest.param((group.ORDER + 1).to_bytes(32, "little"), id="one more than the order"),
    pytest.param(b"\xff" * 32, id="all ones"),
]
