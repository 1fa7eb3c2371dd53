"""The first words on a connection: what a table shows to anybody, and how the two ends prove who they are.

The server's identity is the key of its certificate, which TLS makes it prove. The dialler signs the
certificate's hash, the server's nonce, its own key, the protocol version and the table: such a hello is worth
nothing on another connection or to another server. Where the table has a join secret both ends prove it by an
HMAC, the dialler first. Pure functions and types; must never know when they are used (`link`).
"""

import hashlib
import hmac
from enum import IntEnum, StrEnum
from typing import Annotated

import msgspec

from .errors import PeerFault
from .identity import Identity, statement, verify
from .messages import SEATS_MAX, VERSION, Bytes32, Bytes64, TableId

NAME_MAX = 40
AROUND_MAX = 3 * SEATS_MAX

SeatCount = Annotated[int, msgspec.Meta(ge=0, le=SEATS_MAX)]
Version = Annotated[int, msgspec.Meta(ge=0, le=65535)]
Milliseconds = Annotated[int, msgspec.Meta(ge=0, le=2**32 - 1)]
SecretProof = Annotated[bytes, msgspec.Meta(max_length=32)]
Reason = Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9]{1,16}(-[a-z0-9]{1,16}){0,4}\Z")]


class TableState(StrEnum):
    """What a table is doing."""

    OPEN = "open"
    PLAYING = "playing"


class Purpose(IntEnum):
    """Why a peer dials: only to read the poster, for a seat (also its own, coming back), or to watch."""

    PROBE = 0
    SEAT = 1
    WATCH = 2


class Poster(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """What a table shows to anybody who asks: nothing in it is secret, and nothing is proved.

    `seats` are taken, `wanted` is how many it wants, `rules` is their digest; `locked` tables want a secret.
    """

    table: TableId
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=NAME_MAX)]
    seats: SeatCount
    wanted: SeatCount
    state: TableState
    rules: Bytes32
    locked: bool


class Greeting(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True, tag=0):
    """The server's first word. In every version of the protocol the version is its first field."""

    version: Version
    nonce: Bytes32
    poster: Poster


class Hello(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True, tag=1):
    """The dialler's answer. In every version of the protocol the version is its first field."""

    version: Version
    table: TableId
    purpose: Purpose
    key: Bytes32
    nonce: Bytes32
    signature: Bytes64
    secret: SecretProof


class Welcome(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True, tag=2):
    """The server lets the dialler in, and proves the join secret in its turn."""

    secret: SecretProof


class Heartbeat(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True, tag=3):
    """A sign of life: the slot its sender stands in, the hash of the last settled one, and whom it hears.

    `around` are the keys of the peers that the sender has links to and hears, in order: so others know who is
    alive behind a link they lack, and for whom to pass letters on. `sent` is when it was said, in milliseconds on a
    clock of the sender's that begins with the link; `echo` is the `sent` it heard last (0: none yet), and `held` how
    many milliseconds ago: so both ends know how long a frame goes there and back.
    """

    slot: Annotated[int, msgspec.Meta(ge=0, le=2**32 - 1)]
    head: Bytes32
    around: Annotated[tuple[Bytes32, ...], msgspec.Meta(max_length=AROUND_MAX)]
    sent: Milliseconds
    echo: Milliseconds
    held: Milliseconds


class Goodbye(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True, tag=4):
    """The last word of either side: a reason in kebab case."""

    reason: Reason


def join_key(secret: str) -> bytes:
    """Stretch a join secret into the 32-byte key that both ends prove; no secret, no key (empty).

    Takes some 50 ms on purpose: the secret is short enough to be read aloud, and a false table that was
    dialled learns one HMAC, at which it may guess at home.
    """
    if not secret:
        return b""
    return hashlib.scrypt(secret.encode(), salt=statement("join secret"), n=2**14, r=8, p=1, dklen=32)


def make_hello(
    identity: Identity, server: bytes, greeting: Greeting, purpose: Purpose, nonce: bytes, join: bytes
) -> Hello:
    """Answer a greeting; `server` is the certificate in DER, `nonce` 32 fresh bytes, `join` a `join_key`."""
    bare = Hello(VERSION, greeting.poster.table, purpose, identity.public, nonce, bytes(64), b"")
    fields = _fields(server, greeting.nonce, bare)
    signature = identity.sign("link hello", *fields)
    return msgspec.structs.replace(bare, signature=signature, secret=_secret(join, "link secret", fields))


def check_hello(hello: Hello, server: bytes, greeting: Greeting, join: bytes) -> None:
    """Judge the answer to our greeting.

    Raises PeerFault("other-version" | "other-table" | "bad-proof" | "wrong-secret").
    """
    fields = _fields(server, greeting.nonce, hello)
    if hello.version != VERSION:
        raise PeerFault("other-version")
    if hello.table != greeting.poster.table:
        raise PeerFault("other-table")
    if hello.purpose is Purpose.PROBE or not verify(hello.key, hello.signature, "link hello", *fields):
        raise PeerFault("bad-proof")
    if join and not hmac.compare_digest(hello.secret, _secret(join, "link secret", fields)):
        raise PeerFault("wrong-secret")


def make_welcome(hello: Hello, server: bytes, greeting: Greeting, join: bytes) -> Welcome:
    """Let in whoever sent `hello`, and prove that we know the secret too."""
    return Welcome(_secret(join, "link secret back", _fields(server, greeting.nonce, hello)))


def check_welcome(welcome: Welcome, hello: Hello, server: bytes, greeting: Greeting, join: bytes) -> None:
    """Judge the server's welcome; raises PeerFault("wrong-secret").

    Who came with a secret wants it proved: a false table would welcome anybody.
    """
    if join and welcome != make_welcome(hello, server, greeting, join):
        raise PeerFault("wrong-secret")


def _fields(server: bytes, nonce: bytes, hello: Hello) -> tuple[bytes, ...]:
    return (
        hashlib.sha256(server).digest(),
        nonce,
        hello.key,
        hello.version.to_bytes(2, "big"),
        hello.table,
        bytes([hello.purpose]),
        hello.nonce,
    )


def _secret(join: bytes, label: str, fields: tuple[bytes, ...]) -> bytes:
    return hmac.digest(join, statement(label, *fields), "sha256") if join else b""
