r"""The journal: what a peer keeps for itself, so that its program can be killed and come back to the same seat.

    magic      "fliptable journal 1\n"
    entry      4 bytes length, 4 bytes CRC-32 of what follows, both big endian; then so many bytes, and again
    Start      the own key, the table and the nickname
    Door       the own port and the table's join secret
    Sealed     the letters of the lobby that lead up to the own signature of the charter, the seat list first
    Began      the signatures of all others: the charter stands
    Drew       our seed of a deal
    Took       a letter of the game that has changed something here, our own among them, as it came
    Proved     what checking the proofs of mixes has given
    Seen       where a peer was seen

From `Began` on the entries are exactly what went into the referee, in that order; so whoever reads them stands where
the program stood. It is written before anything that follows from it is sent: what was signed is known for ever, and
nothing else is ever signed in its place. What stands after the last whole entry was torn off by whatever ended the
program, and nothing that follows from it was sent.

Whoever holds a journal can read the cards of its seat and sign in its name: it is as secret as the key in it. Must
never know files, and no text of an entry shows a secret.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Annotated, Final

import msgspec
from msgspec import Meta, Struct

from . import letter as letters
from .errors import Malformed, Misuse
from .identity import Identity
from .messages import Seats

MAGIC: Final = b"fliptable journal 1\n"
ENTRY_MAX: Final = 1 << 20
HEADER: Final = 8


class Entry(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """What all entries have in common; no text of one shows what it holds."""

    def __repr__(self) -> str:
        return f"<{type(self).__name__}>"


class Start(Entry, frozen=True, tag=0):
    """The first entry: our key as PEM, the table's id, and our nickname."""

    key: bytes
    table: Annotated[bytes, Meta(min_length=16, max_length=16)]
    name: str


class Door(Entry, frozen=True, tag=1):
    """The port of our door, and the join secret or ""."""

    port: Annotated[int, Meta(ge=0, le=65535)]
    secret: Annotated[str, Meta(max_length=64)]


class Sealed(Entry, frozen=True, tag=2):
    """The letters of one revision of the seat list: the list itself, what all said to it, and our own signature."""

    letters: tuple[bytes, ...]


class Began(Entry, frozen=True, tag=3):
    """The accords of all seats."""

    accords: tuple[bytes, ...]


class Drew(Entry, frozen=True, tag=7):
    """The seed that we drew for a deal."""

    deal: int
    seed: Annotated[bytes, Meta(min_length=32, max_length=32)]


class Took(Entry, frozen=True, tag=4):
    """A letter that the referee has taken."""

    letter: bytes


class Proved(Entry, frozen=True, tag=5):
    """Mixes of a deal, as (stage, seat), were checked; `false` is the index of the first one that is none, or -1."""

    deal: int
    mixes: tuple[tuple[int, int], ...]
    false: int


class Seen(Entry, frozen=True, tag=6):
    """A peer was seen at this host."""

    key: Annotated[bytes, Meta(max_length=64)]
    host: Annotated[str, Meta(max_length=256)]


Any = Start | Door | Sealed | Began | Drew | Took | Proved | Seen
_ENCODER: Final = msgspec.msgpack.Encoder()
_DECODER: Final = msgspec.msgpack.Decoder(Any)


@dataclass(frozen=True, slots=True)
class Journal:
    """A journal taken apart: `entries` are what went into the game, in order, `length` how far the file is whole."""

    identity: Identity
    table: bytes
    name: str
    sealed: tuple[bytes, ...] = field(repr=False)
    entries: tuple[Began | Drew | Took | Proved, ...] = field(repr=False)
    port: int
    join_secret: str = field(repr=False)
    seen: dict[bytes, str]
    length: int


def spell(entry: Any) -> bytes:
    """Spell an entry as it stands in the file."""
    data = _ENCODER.encode(entry)
    return len(data).to_bytes(4, "big") + zlib.crc32(data).to_bytes(4, "big") + data


def start(identity: Identity, table: bytes, name: str) -> bytes:
    """Spell the beginning of a journal, magic included."""
    return MAGIC + spell(Start(identity.to_pem(), table, name))


def read(data: bytes) -> Journal:
    """Read a journal as far as it is whole; raises Misuse for bytes that are none, or that nobody can come back by."""
    if not data.startswith(MAGIC):
        raise Misuse("this is no journal of a game")
    entries, length = _entries(data)
    first = entries[0] if entries else None
    sealed: tuple[bytes, ...] = ()
    inputs: list[Began | Drew | Took | Proved] = []
    port, secret, seen = 0, "", dict[bytes, str]()
    for entry in entries[1:]:
        match entry:
            case Sealed(letters):
                sealed, inputs = letters, []
            case Door():
                port, secret = entry.port, entry.secret
            case Seen():
                seen[entry.key] = entry.host
            case Began() | Drew() | Took() | Proved():
                inputs.append(entry)
            case Start():
                raise Misuse("this journal begins twice")
    if not isinstance(first, Start) or not sealed:
        raise Misuse("this journal ends before the game began")
    identity = Identity.from_pem(first.key)
    return Journal(*(identity, first.table, first.name, sealed, tuple(inputs), port, secret, seen, length))


def seats_of(journal: Journal) -> Seats:
    """Give the seat list of the table; raises Misuse where there is none."""
    try:
        body = letters.read(journal.sealed[0]).body
    except Malformed as error:
        raise Misuse("the letters of the lobby cannot be read") from error
    if not isinstance(body, Seats):
        raise Misuse("the seat list is missing")
    return body


def _entries(data: bytes) -> tuple[Sequence[Any], int]:
    """Give all whole entries, and where the last one ends."""
    entries: list[Any] = []
    at = len(MAGIC)
    while len(data) >= at + HEADER:
        length, check = int.from_bytes(data[at : at + 4], "big"), int.from_bytes(data[at + 4 : at + HEADER], "big")
        whole = data[at + HEADER : at + HEADER + length]
        if length > ENTRY_MAX or len(whole) < length or zlib.crc32(whole) != check:
            break
        try:
            entries.append(_DECODER.decode(whole))
        except (msgspec.MsgspecError, ValueError, RecursionError):
            break
        at += HEADER + length
    return entries, at
