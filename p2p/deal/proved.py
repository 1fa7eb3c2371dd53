"""What was proved once is proved: peers that live in one process check the same bytes once.

What a check gave is remembered by a hash of all that it depends on; what it refused is refused anew each time. Several
threads may use it: each line that touches the dictionary is one operation on it, and what gets lost between two of
them is only checked again.

This module must never know what was proved.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeVar, TypeVarTuple, cast

from .transcript import Transcript

REMEMBERED: Final = 4096
"""The start of a round of ten has twenty shuffles and ten messages of shares. Of a shuffle only the hash is kept, of
shares and seals their points too: mostly some hundred bytes, a few KB where a whole hand is opened."""

_held: dict[bytes, tuple[object]] = {}

About = TypeVarTuple("About")
T = TypeVar("T")


def once(check: Callable[[Transcript, *About], T], script: Transcript, *about: *About) -> T:
    """Return ``check(script, *about)``, or what it returned when it was asked for the same before.

    `about` are bytes and sequences of bytes, and what `check` returns depends on nothing else. Raises what it raises.
    """
    whole = Transcript("proved")
    whole.absorb("statement", script.digest())
    for part in cast("tuple[bytes | Sequence[bytes], ...]", about):
        pieces = [part] if isinstance(part, bytes) else part
        whole.absorb_numbers("pieces", map(len, pieces))
        whole.absorb("part", b"".join(pieces))
    seal = whole.digest()
    known = _held.get(seal)
    if known is None:
        known = (check(script, *about),)
        remember({seal: known[0]})
    return cast("T", known[0])


def is_proved(seal: bytes) -> bool:
    """Say whether what has this seal was found proved before."""
    return seal in _held


def remember(results: Mapping[bytes, object]) -> None:
    """Note what was found proved, with what came of it: the last few thousand of a process."""
    if len(_held) + len(results) > REMEMBERED:
        _held.clear()
    for seal, result in results.items():
        _held[seal] = (result,)
