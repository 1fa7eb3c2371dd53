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
from .frames import HEADER, frame, tag_of
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
    reader = Reader()
    entries = reader.feed(data)
    if len(data) < len(MAGIC):
        raise BadRecord("not-a-record", 0)
    if reader.left:
        raise BadRecord("cut-off", len(entries))
    if not entries:
        raise BadRecord("no-charter", 0)
    charter = charter_of(entries[0])
    first = 1 + len(charter.seats)
    if len(entries) < first:
        raise BadRecord("no-accords", len(entries))
    return Record(charter, tuple(entries[1:first]), tuple(map(entry_of, entries[first:], range(first, len(entries)))))


def charter_of(entry: bytes) -> Charter:
    """Read the first entry; raises BadRecord("charter-unreadable")."""
    try:
        return wire.decode(entry, Charter)
    except Malformed as error:
        raise BadRecord("charter-unreadable", 0) from error


def entry_of(data: bytes, number: int) -> bytes | Blame:
    """Read an entry after the accords, the one with this number; raises BadRecord("blame-unreadable")."""
    if tag_of(data) != BLAME_TAG:
        return data
    try:
        return wire.decode(data, Blame)
    except Malformed as error:
        raise BadRecord("blame-unreadable", number) from error


class Reader:
    """The entries of a record whose bytes come one after the other; `left` are those of one that is not whole yet."""

    def __init__(self) -> None:
        self.left = b""
        self._begun = False
        self._number = 0

    def feed(self, data: bytes) -> list[bytes]:
        """Take bytes and give the entries that are whole; raises BadRecord("not-a-record" | "bad-entry")."""
        data, self.left = self.left + data, b""
        at = 0
        if not self._begun:
            if not MAGIC.startswith(data[: len(MAGIC)]):
                raise BadRecord("not-a-record", 0)
            if len(data) < len(MAGIC):
                self.left = data
                return []
            self._begun, at = True, len(MAGIC)
        entries: list[bytes] = []
        while len(data) - at >= HEADER:
            length = int.from_bytes(data[at : at + HEADER], "big")
            if not 2 <= length <= ENTRY_MAX:
                raise BadRecord("bad-entry", self._number)
            if at + HEADER + length > len(data):
                break
            entry = data[at + HEADER : at + HEADER + length]
            try:
                tag_of(entry)
            except Malformed as error:
                raise BadRecord("bad-entry", self._number) from error
            entries.append(entry)
            self._number += 1
            at += HEADER + length
        self.left = data[at:]
        return entries
