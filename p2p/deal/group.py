"""The group of the hidden cards: the subgroup of prime order of edwards25519, through libsodium.

A few calls and two types. A `Point` is 32 bytes in canonical form that were found to lie in the subgroup, the
identity excepted; a `Scalar` is 32 bytes, little endian, from 1 to ORDER - 1. Bytes of a peer become one by
`decode_point` and `decode_scalar` only. Nothing here computes on the curve itself, and no secret becomes a
Python integer.

This module must never know what a point stands for.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Final, NewType

import nacl.bindings as sodium
from nacl.exceptions import CryptoError

Point = NewType("Point", bytes)
Scalar = NewType("Scalar", bytes)

POINT_BYTES: Final = 32
SCALAR_BYTES: Final = 32
ORDER: Final = 2**252 + 27742317777372353535851937790883648493
GENERATOR: Final = Point(bytes.fromhex("58" + "66" * 31))
IDENTITY: Final = bytes([1]) + bytes(31)

_ZERO: Final = bytes(SCALAR_BYTES)
_FIELD: Final = 2**255 - 19
_ORDER_TWO: Final = (_FIELD - 1).to_bytes(32, "little")  # the point (0, -1)


class NotInGroup(ValueError):
    """These bytes encode no element of the group; the text says nothing about them."""


class GroupUnsound(RuntimeError):
    """The library under us accepts what it must refuse: no card may be dealt with it."""


def decode_point(data: bytes) -> Point:
    """Return a peer's bytes as a point.

    Raises NotInGroup on a wrong length, a non-canonical form, a point off the curve or outside the subgroup
    of prime order, and on the identity.
    """
    if len(data) != POINT_BYTES or not sodium.crypto_core_ed25519_is_valid_point(data):
        raise NotInGroup("not a point of the group")
    return Point(data)


def decode_scalar(data: bytes) -> Scalar:
    """Return a peer's bytes as a scalar; raises NotInGroup unless it is 32 bytes and from 1 to ORDER - 1."""
    if len(data) != SCALAR_BYTES or not 0 < int.from_bytes(data, "little") < ORDER:
        raise NotInGroup("not a scalar of the group")
    return Scalar(data)


def reduce(uniform: bytes) -> Scalar:
    """Return 64 uniform bytes modulo the order (bias below 2^-250).

    Raises NotInGroup on the zero nobody will ever see, so that a Scalar is never zero.
    """
    scalar = sodium.crypto_core_ed25519_scalar_reduce(uniform)
    if scalar == _ZERO:
        raise NotInGroup("the zero scalar")
    return Scalar(scalar)


def base(scalar: Scalar) -> Point:
    """Return scalar * GENERATOR."""
    return Point(sodium.crypto_scalarmult_ed25519_base_noclamp(scalar))


def multiply(scalar: Scalar, point: bytes) -> Point:
    """Return scalar * point, and check the point on the way, as `decode_point` would.

    libsodium judges the point in every multiplication (`self_test` holds it to that), so what is multiplied
    anyway need not be decoded first. Raises NotInGroup for what is no point of the group.
    """
    try:
        return Point(sodium.crypto_scalarmult_ed25519_noclamp(scalar, point))
    except CryptoError:
        raise NotInGroup("not a point of the group") from None


def add(left: bytes, right: bytes) -> Point:
    """Return left + right, which may be the identity; raises NotInGroup only for what is not on the curve."""
    try:
        return Point(sodium.crypto_core_ed25519_add(left, right))
    except CryptoError:
        raise NotInGroup("not a point of the curve") from None


def subtract(left: bytes, right: bytes) -> Point:
    """Return left - right, which may be the identity; raises NotInGroup only for what is not on the curve."""
    try:
        return Point(sodium.crypto_core_ed25519_sub(left, right))
    except CryptoError:
        raise NotInGroup("not a point of the curve") from None


def negate(point: Point) -> Point:
    """Return the point that adds up with this one to the identity."""
    return subtract(IDENTITY, point)


def total(points: Iterable[Point]) -> Point:
    """Return the sum of points; of none, the identity, which no later multiplication accepts."""
    result = Point(IDENTITY)
    for point in points:
        result = add(result, point)
    return result


def scalar_add(left: Scalar, right: Scalar) -> Scalar:
    """Return left + right modulo the order."""
    return Scalar(sodium.crypto_core_ed25519_scalar_add(left, right))


def scalar_subtract(left: Scalar, right: Scalar) -> Scalar:
    """Return left - right modulo the order."""
    return Scalar(sodium.crypto_core_ed25519_scalar_sub(left, right))


def scalar_multiply(left: Scalar, right: Scalar) -> Scalar:
    """Return left * right modulo the order."""
    return Scalar(sodium.crypto_core_ed25519_scalar_mul(left, right))


@cache
def self_test() -> None:
    """Show once a process that the library refuses what it must; raises GroupUnsound.

    The order-two part is why: libsodium before the mend of CVE-2025-69277 took a point plus (0, -1) for a
    valid one, and a card marked that way can be found again after any number of re-encryptions.
    """
    if not (sodium.has_crypto_core_ed25519 and sodium.has_crypto_scalarmult_ed25519):
        raise GroupUnsound("libsodium was built without edwards25519")
    one = Scalar(bytes([1]) + bytes(31))
    if base(one) != GENERATOR or multiply(one, GENERATOR) != GENERATOR:
        raise GroupUnsound("libsodium multiplies wrongly")
    bad = {
        "a point with a part of order two": bytes(add(GENERATOR, _ORDER_TWO)),
        "the point of order two": _ORDER_TWO,
        "the identity": IDENTITY,
        "a non-canonical encoding of the identity": (_FIELD + 1).to_bytes(32, "little"),
        "a non-canonical encoding": (_FIELD + 3).to_bytes(32, "little"),
        "an encoding off the curve": bytes([2]) + bytes(31),
    }
    for name, encoding in bad.items():
        if _accepted(one, encoding):
            raise GroupUnsound(f"libsodium accepts {name}")


def _accepted(one: Scalar, encoding: bytes) -> bool:
    if sodium.crypto_core_ed25519_is_valid_point(encoding):
        return True
    try:
        multiply(one, encoding)
    except NotInGroup:
        return False
    return True
