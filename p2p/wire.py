"""The wire: typed messages to bytes and back, one spelling each.

A message is a frozen `msgspec.Struct` with `array_like`, `forbid_unknown_fields` and a small number as tag;
on the wire it is the MessagePack array of its tag and its fields. Past this module nothing is untyped. Must
never know what a message means: which values are wrong in the game is for others to say.
"""

from collections.abc import Callable
from functools import cache
from typing import TypeVar, Union, cast

import msgpack  # pyright: ignore[reportMissingTypeStubs]
import msgspec

from .errors import Malformed
from .frames import tag_of

M = TypeVar("M", bound=msgspec.Struct)

# msgpack comes without types: its two functions get theirs here, once.
_pack = cast("Callable[[object], bytes]", msgpack.packb)  # pyright: ignore[reportUnknownMemberType]
_unpack = cast("Callable[[bytes], object]", msgpack.unpackb)  # pyright: ignore[reportUnknownMemberType]


@cache
def tags(*types: type[msgspec.Struct]) -> frozenset[int]:
    """Give the tags of message types."""
    return frozenset(cast("int", each.__struct_config__.tag) for each in types)


def encode(message: msgspec.Struct) -> bytes:
    """Give the only bytes that mean `message`."""
    return _pack(msgspec.to_builtins(message, builtin_types=(bytes,)))


def decode(data: bytes, *types: type[M]) -> M:
    """Read a message of one of `types`.

    Raises Malformed for an unknown tag, a missing or unknown field, a wrong type, a value outside the bounds
    its type states, bytes left over, and any bytes that `encode` would not have written.
    """
    tag_of(data)
    try:
        message = cast(M, msgspec.convert(_unpack(data), _union(types)))
        same = encode(message) == data
    # Whatever the two libraries have to say about a stranger's bytes is one and the same verdict to us.
    except Exception as error:
        raise Malformed("message-shape") from error
    if not same:
        raise Malformed("message-spelling")
    return message


def peek(data: bytes) -> list[object]:
    """Read the fields of a message of any kind or version, the tag first, trusting none of them.

    For telling a message of another protocol version from garbage. Raises Malformed.
    """
    tag_of(data)
    try:
        fields = _unpack(data)
    except Exception as error:
        raise Malformed("message-shape") from error
    return cast("list[object]", fields)


@cache
def _union(types: tuple[type[msgspec.Struct], ...]) -> object:
    """Build the union of message types once; msgspec then keeps what it compiled for it."""
    return Union[types]  # noqa: UP007 - the members are known only when it runs
