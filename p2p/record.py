r"""The record of a game: one file, the public log alone, the same bytes whoever of the peers wrote it.

    magic      "fliptable record 1\n"
    entry      4 bytes length, big-endian, then so many bytes; and again
    first      the charter
    then       the accords of all seats, in seat order, then every letter of every slot, in the log's order; before the
               first slot of a round the letters of its deal
    and        where a seat was proved at fault: what was held of the deal and the slot that end there, `Blame` with the
               evidence, and the letters in which the others put it out

There is nothing in it that is not signed or computed from what is signed, so a changed byte shows. It is
written slot by slot as slots settle; so a record may end early, at the end of any slot, and still be true as
far as it goes. Must never know files, and never judges: that is `verify`, through the referee.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated, Final

from msgspec import Meta

from . import wire
from .errors import Malformed
from .frames import frame, tag_of
from .letter import Letter
from .messages import Charter, Count, Message, SeatNumber

MAGIC: Final = b"fliptable record 1\n"
ENTRY_MAX: Final = 160 * 1024
BLAME_TAG: Final = 33


class Blame(Message, frozen=True, tag=BLAME_TAG):
    """The seat that was proved at fault, in which slot, for what reason, and the letters that prove it."""

    slot: Count
    seat: SeatNumber
    reason: Annotated[str, Meta(min_length=1, max_length=64)]
    evidence: Annotated[tuple[bytes, ...], Meta(min_length=1, max_length=4)]


class BadRecord(Exception):
    """These bytes are no record; `reason` is a code in kebab case, `entry` counts entries from 0."""

    def __init__(self, reason: str, entry: int) -> None:
        super().__init__(f"entry {entry}: {reason}")
        self.reason = reason
        self.entry = entry


@dataclass(frozen=True, slots=True)
class Record:
    """A record taken apart, nothing in it judged: `entries` are letters, as bytes, and blames, in order."""

    charter: Charter
    accords: tuple[bytes, ...]
    entries: tuple[bytes | Blame, ...]


def begin(charter: Charter, accords: Iterable[bytes]) -> bytes:
    """Write the beginning of a record; `accords` are letters as bytes, in seat order."""
    return MAGIC + frame(wire.encode(charter)) + b"".join(frame(accord) for accord in accords)


def append(letters: Iterable[Letter]) -> bytes:
    """Write letters: those of a settled slot, or what was held of one that somebody's fault ends."""
    return b"".join(frame(letter.data) for letter in letters)


def accuse(blame: Blame) -> bytes:
    """Write who was proved at fault."""
    return frame(wire.encode(blame))


def read(data: bytes) -> Record:
    """Take a record apart.

    Raises BadRecord: "not-a-record", "cut-off" (it ends within an entry), "bad-entry", "no-charter",
    "charter-unreadable", "no-accords" or "blame-unreadable".
    """
    if not data.startswith(MAGIC):
        raise BadRecord("not-a-record", 0)
    entries = _entries(data)
    if not entries:
        raise BadRecord("no-charter", 0)
    try:
        charter = wire.decode(entries[0], Charter)
    except Malformed as error:
        raise BadRecord("charter-unreadable", 0) from error
    first = 1 + len(charter.seats)
    if len(entries) < first:
        raise BadRecord("no-accords", len(entries))
    return Record(charter, tuple(entries[1:first]), tuple(map(_entry, entries[first:], range(first, len(entries)))))


def _entry(data: bytes, number: int) -> bytes | Blame:
    if tag_of(data) != BLAME_TAG:
        return data
    try:
        return wire.decode(data, Blame)
    except Malformed as error:
        raise BadRecord("blame-unreadable", number) from error


def _entries(data: bytes) -> list[bytes]:
    entries: list[bytes] = []
    at = len(MAGIC)
    while at < len(data):
        length = int.from_bytes(data[at : at + 4], "big")
        at += 4
        if at > len(data):
            raise BadRecord("cut-off", len(entries))
        if not 2 <= length <= ENTRY_MAX:
            raise BadRecord("bad-entry", len(entries))
        if at + length > len(data):
            raise BadRecord("cut-off", len(entries))
        entries.append(data[at : at + length])
        at += length
        try:
            tag_of(entries[-1])
        except Malformed as error:
            raise BadRecord("bad-entry", len(entries) - 1) from error
    return entries
