"""Every message there and back, and what is no message."""

from __future__ import annotations

import random
from typing import get_args

import msgspec
import pytest

from fliptable.p2p import letter as letters
from fliptable.p2p import messages, wire
from fliptable.p2p.deal.membership import FACE_BYTES
from fliptable.p2p.deal.shuffle_proof import proof_bytes
from fliptable.p2p.errors import Malformed
from fliptable.p2p.identity import Identity
from fliptable.p2p.messages import (
    BODIES,
    DEAL_BODIES,
    FIRST_TAG,
    FRAME_LIMITS,
    GAME_BODIES,
    LETTERS,
    STATEMENTS_A_PART,
    TALK_MAX,
    UNSIGNED,
    Absent,
    Accord,
    Address,
    Again,
    Answer,
    Body,
    CatchMove,
    Claim,
    Close,
    Commit,
    Dealt,
    Event,
    Expel,
    Have,
    JumpMove,
    Key,
    Member,
    Mix,
    NameMove,
    NonceCommit,
    NonceReveal,
    PlayMove,
    Ready,
    Remix,
    Rise,
    Say,
    Seals,
    Seats,
    Seed,
    Shares,
    Signed,
    SignedMix,
    SignedStatements,
    Sit,
    Statements,
    SwapMove,
    Want,
    Yield,
)

TABLE, H32, H64 = bytes(16), bytes(32), bytes(64)
HEAD = (H32, 1, 3, H32)
SLOT = (*HEAD, 2)
SHUFFLE, STATED = proof_bytes(112, 1), 53 * FACE_BYTES  # the longest proofs there are

SAMPLES: list[Body] = [
    Sit(TABLE, "Ada", ("h:1",)),
    Rise(TABLE, 3),
    Seats(
        TABLE, 1, False, 3, "Kitchen", (("deck", "flip"), ("jump_in", True), ("target", 500)), (Member(H32, "Ada", ()),)
    ),
    Ready(TABLE, 1, H32),
    NonceCommit(TABLE, 1, H32),
    NonceReveal(TABLE, 1, H32),
    Accord(TABLE, 1, H32),
    Commit(*HEAD, 1, H32),
    Key(*HEAD, 1, H32, H64),
    Mix(*HEAD, 1, (bytes(112 * 64), bytes(112 * 64)), (bytes(SHUFFLE), bytes(SHUFFLE))),
    Dealt(*SLOT, H32),
    Again(H32, True),
    Say(H32, 2**32 - 1, "\N{GRINNING FACE}" * TALK_MAX),
    Event(*SLOT, H32, PlayMove((5,), 2, True, H32, H64)),
    Event(*SLOT, H32, NameMove(3)),
    Event(*SLOT, H32, PlayMove((5, 6, 7), -1, False, H32 * 3, H64)),
    Event(*SLOT, H32, JumpMove(5, True, H32, H64)),
    Event(*SLOT, H32, JumpMove(5, False, b"", b"")),
    Event(*SLOT, H32, SwapMove(9)),
    Event(*SLOT, H32, CatchMove(9)),
    Yield(*SLOT, (H32,)),
    Seed(*SLOT, b""),
    Close(*SLOT, H32),
    Expel(*SLOT, 9, 2, 3),
    Absent(*SLOT, tuple(range(9)), True, 2**32 - 1),
    Shares(*SLOT, 1, 0, bytes(224 * 32), H64),
    Seals(*SLOT, 1, 0, bytes(64), bytes(96)),
    Statements(*SLOT, 1, 0, tuple(Claim(True, bytes(STATED)) for _ in range(STATEMENTS_A_PART))),
    Answer(*SLOT, 1, 0, False),
    Remix(*SLOT, 1, 0, (bytes(111 * 64), bytes(111 * 64)), (bytes(SHUFFLE), bytes(SHUFFLE))),
]
IDENTITY = Identity(bytes(range(32)))


@pytest.mark.parametrize("body", SAMPLES, ids=lambda body: type(body).__name__)
def test_a_body_comes_back_and_fits_its_frame(body: Body) -> None:
    data = wire.encode(body)
    assert wire.decode(data, *BODIES) == body
    letter = letters.write(IDENTITY, body)
    assert letters.read(letter.data) == letter
    assert letter.sender == IDENTITY.public
    assert len(letter.data) <= FRAME_LIMITS.get(letter.data[1], 8 * 1024)


def test_there_is_a_sample_of_every_body() -> None:
    assert {type(body) for body in SAMPLES} == set(BODIES)


def test_no_tag_is_used_twice_and_the_links_are_left_alone() -> None:
    moves = get_args(messages.WireMove)
    tags = [kind.__struct_config__.tag for kind in (*LETTERS, *UNSIGNED, *BODIES, *moves, messages.Charter)]
    assert len(set(tags)) == len(tags)
    assert all(isinstance(tag, int) and FIRST_TAG <= tag < 128 for tag in tags)


def test_every_message_is_an_array_with_exactly_its_fields() -> None:
    for kind in (*LETTERS, *UNSIGNED, *BODIES):
        config = kind.__struct_config__
        assert config.array_like
        assert config.forbid_unknown_fields
        assert config.frozen


@pytest.mark.parametrize("body", SAMPLES, ids=lambda body: type(body).__name__)
def test_a_changed_byte_of_a_letter_is_malformed(body: Body) -> None:
    data = letters.write(IDENTITY, body).data
    dice = random.Random(len(data))
    for at in {0, 1, len(data) - 1, *(dice.randrange(len(data)) for _ in range(20))}:
        changed = bytearray(data)
        changed[at] ^= 1 << dice.randrange(8)
        with pytest.raises(Malformed):
            letters.read(bytes(changed))


def test_a_body_in_the_wrong_letter_is_malformed_and_proves_nothing() -> None:
    """Only the body is signed, so anybody may have put it there."""
    spelled = wire.encode(SAMPLES[0])
    data = wire.encode(SignedMix(spelled, IDENTITY.public, IDENTITY.sign(letters.LABEL, spelled)))
    with pytest.raises(Malformed) as caught:
        letters.read(data)
    assert not caught.value.evidence


def test_a_signature_of_somebody_else_proves_nothing() -> None:
    spelled = wire.encode(SAMPLES[0])
    other = Identity(bytes(32))
    data = wire.encode(Signed(spelled, other.public, IDENTITY.sign(letters.LABEL, spelled)))
    with pytest.raises(Malformed) as caught:
        letters.read(data)
    assert not caught.value.evidence


@pytest.mark.parametrize(
    "false",
    [
        msgspec.structs.replace(SAMPLES[3], agreed=bytes(31)),
        msgspec.structs.replace(SAMPLES[7], seat=10),
        msgspec.structs.replace(SAMPLES[7], deal=-1),
        Yield(*SLOT, ()),
        Statements(*SLOT, 1, 0, tuple(Claim(True, b"") for _ in range(17))),
        Event(*SLOT, H32, PlayMove((), 2, True, H32, H64)),
        Event(*SLOT, H32, NameMove(4)),
        Event(*SLOT, H32, SwapMove(10)),
        Event(*SLOT, H32, JumpMove(5, False, H32 * 2, H64)),
    ],
)
def test_what_is_out_of_bounds_is_malformed(false: Body) -> None:
    with pytest.raises(Malformed):
        wire.decode(wire.encode(false), *BODIES)


def test_unsigned_messages_come_back() -> None:
    for message in (Want(TABLE, 3, (Address(2, 1, 3, 0),)), Have(H32, 3, H32)):
        assert wire.decode(wire.encode(message), *UNSIGNED) == message


def test_bodies_of_the_game_name_session_epoch_seat_and_head_first_then_the_deal_or_the_slot() -> None:
    for kind in GAME_BODIES:
        number = "deal" if kind in DEAL_BODIES else "slot"
        names = [field.name for field in msgspec.structs.fields(kind)]
        assert names[:5] == ["session", "epoch", "seat", "head", number]


def test_only_statements_have_room_for_their_proofs() -> None:
    assert letters.write(IDENTITY, SAMPLES[-3]).data[1] == SignedStatements.__struct_config__.tag
