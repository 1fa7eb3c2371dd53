"""A letter: a signed body together with the bytes it travels in, read once and never made twice.

Whoever signs keeps the bytes and sends those again; whoever forwards or records passes them on as they came.
Two letters are the same when their bytes are: no key but the sender's own can make a second one that
verifies, so two different letters for one address prove equivocation whatever they differ in.

Must never know who may say what when.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cached_property

from . import wire
from .errors import Malformed
from .identity import Identity, verify
from .messages import BODIES, LETTERS, Body, letter_of

LABEL = "letter"


@dataclass(frozen=True)
class Letter:
    """The bytes, what they say, and the key that signed them."""

    data: bytes
    body: Body
    sender: bytes

    @cached_property
    def digest(self) -> bytes:
        """SHA-256 of the bytes (32)."""
        return hashlib.sha256(self.data).digest()


def write(identity: Identity, body: Body) -> Letter:
    """Sign a body; the same body always gives the same bytes."""
    spelled = wire.encode(body)
    envelope = letter_of(type(body))
    return Letter(wire.encode(envelope(spelled, identity.public, identity.sign(LABEL, spelled))), body, identity.public)


def read(data: bytes) -> Letter:
    """Read a letter, signature included.

    Raises Malformed with empty evidence when the signature is not the sender's, or the envelope is not the one for
    such a body: only the body is signed, so anybody may have written that. With the letter as evidence when the key
    did sign a body that is no message.
    """
    envelope = wire.decode(data, *LETTERS)
    if not verify(envelope.sender, envelope.signature, LABEL, envelope.body):
        raise Malformed("signature")
    try:
        body = wire.decode(envelope.body, *BODIES)
    except Malformed as error:
        raise Malformed("malformed-body", (data,)) from error
    if letter_of(type(body)) is not type(envelope):
        raise Malformed("envelope")
    return Letter(data, body, envelope.sender)


def signer(data: bytes) -> bytes:
    """Say which key a letter claims to be from, without checking anything; raises Malformed."""
    return wire.decode(data, *LETTERS).sender
