"""Who sends what is no message: damaged, cut off, too long, nested, of another kind, or signed and senseless."""

from __future__ import annotations

import random

import pytest

from fliptable.p2p import letter as letters
from fliptable.p2p import wire
from fliptable.p2p.errors import Malformed
from fliptable.p2p.frames import Frames, frame
from fliptable.p2p.messages import FRAME_LIMITS, Signed, Want, Yield

from ..forger import CHEAT, Forger, identity_of, on, seated, sentenced, undisturbed
from .strange import Strange
from .tables import pair, small


def test_bytes_damaged_on_the_way_change_nothing() -> None:
    dice = random.Random(5)
    board = pair()

    def tap(source: int, target: int, data: bytes) -> bytes:
        damaged = bytearray(data[: dice.choice((len(data), len(data), dice.randrange(len(data))))])
        if damaged:
            damaged[dice.randrange(len(damaged))] ^= 1 << dice.randrange(8)
        unsigned = len(damaged) > 1 and damaged[1] in (19, 20)
        if bytes(damaged) != data and not unsigned:
            with pytest.raises(Malformed):
                board.peers[target].session.receive(board.peers[source].key, bytes(damaged), board.now)
        return data

    board.tap = tap
    undisturbed(board)


def test_a_signed_body_that_is_no_message_names_its_signer() -> None:
    board = small()
    identity = identity_of(board.peers[CHEAT])

    def nonsense(body: Yield) -> bytes:
        spelled = wire.encode(Strange(body.session, body.slot))
        return wire.encode(Signed(spelled, identity.public, identity.sign(letters.LABEL, spelled)))

    Forger(board, on(Yield, nonsense))
    sentenced(board, {"malformed-body"})


def nested(depth: int) -> bytes:
    return b"\x93\x13" + b"\x91" * depth + b"\xc0"


BOMBS = [
    b"",
    b"\x91",
    b"\xc1" * 40,
    nested(4000),
    b"\x94\x10" + b"\xdd\xff\xff\xff\xff",  # four thousand million elements
    b"\x94\x10" + b"\xc6\xff\xff\xff\xff" + b"x",  # as many bytes
    b"\x94\x13" + b"\xdf\xff\xff\xff\xff",
    b"\x94\x10" + b"\xa5\xff\xfe\xfd\xfc\xfb" + b"\xc4\x00" * 2,  # no text
    b"\x94\x10" + b"\xd6\xff\xff\xff\xff\xff" + b"\xc4\x00" * 2,  # a time
    wire.encode(Want(bytes(32), 0, ())) + b"\x00",
]


@pytest.mark.parametrize("bomb", BOMBS, ids=range(len(BOMBS)))
def test_what_bursts_parsers_is_malformed(bomb: bytes) -> None:
    """And nothing else: the link is closed, the match goes on."""
    board = pair()
    seated(board)
    with pytest.raises(Malformed):
        board.peers[0].session.receive(board.peers[CHEAT].key, bomb, board.now)
    undisturbed(board)


@pytest.mark.parametrize("tag", [16, 17, 18, 19])
def test_a_frame_over_its_limit_is_refused_before_it_is_there(tag: int) -> None:
    limit = FRAME_LIMITS.get(tag, 8 * 1024)
    frames = Frames(FRAME_LIMITS)
    assert frames.feed(frame(b"\x92" + bytes([tag]) + bytes(limit - 2)))
    with pytest.raises(Malformed):
        frames.feed((limit + 1).to_bytes(4, "big") + b"\x92" + bytes([tag]))


def test_a_body_in_another_spelling_names_its_signer() -> None:
    """The same values, but not as all write them: a second spelling would be a second letter."""
    board = small()
    identity = identity_of(board.peers[CHEAT])

    def other(body: Yield) -> bytes:
        spelled = wire.encode(body)
        at = 2 + 2 + 32  # the epoch, after tag and session
        assert spelled[at] == body.epoch
        long = spelled[:at] + b"\xcc" + spelled[at:]
        return wire.encode(Signed(long, identity.public, identity.sign(letters.LABEL, long)))

    Forger(board, on(Yield, other))
    sentenced(board, {"malformed-body"})
