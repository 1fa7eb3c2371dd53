"""How long decisions took, counted so that what several workers counted can be added up.

A duration falls into one of eight buckets an octave, so a quantile is right within 7 %, from 16 nanoseconds to hours.
Must never know who decided.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

Times = Mapping[int, int]
"""How many decisions fell into each bucket."""

_STEPS: Final = 8
_FINE: Final = 3
"""Bits of a duration that tell the buckets of an octave apart."""


def bucket(nanoseconds: int) -> int:
    """The bucket of a duration."""
    octave = max(nanoseconds.bit_length() - 1 - _FINE, 0)
    return octave * _STEPS + (nanoseconds >> octave)


def quantile(times: Times, share: float) -> float | None:
    """The milliseconds that ``share`` (0 to 1) of the decisions did not exceed, or None when there were none."""
    left = share * sum(times.values())
    for number in sorted(times):
        left -= times[number]
        if left <= 0:
            return _middle(number) / 1e6
    return None


def _middle(number: int) -> float:
    """The middle of a bucket, in nanoseconds."""
    octave = max(number // _STEPS - 1, 0)
    return ((number - octave * _STEPS) + 0.5) * 2**octave
