"""Who misuses the chat: in another's name, again, from elsewhere, too long. Nobody hears it, and play goes on."""

from __future__ import annotations

import pytest

from fliptable.p2p import letter as letters
from fliptable.p2p import wire
from fliptable.p2p.errors import Malformed
from fliptable.p2p.identity import Identity
from fliptable.p2p.messages import TALK_MAX, Say, Signed
from fliptable.p2p.notices import Said

from ..forger import CHEAT, identity_of, referee_of, seated, undisturbed
from ..switchboard import TABLE, Peer, Switchboard
from .strange import Strange
from .tables import small

HEARD_AT_MOST = 15


def heard(peer: Peer) -> list[str]:
    return [f"{notice.name}: {notice.text}" for notice in peer.notices if isinstance(notice, Said)]


def begun() -> Switchboard:
    board = small()
    seated(board)
    return board


def show(board: Switchboard, *letters: bytes) -> None:
    """Let the cheat send these to the opener."""
    for data in letters:
        board.peers[0].session.receive(board.peers[CHEAT].key, data, board.now)
    board.tick_all()


def line(board: Switchboard, number: int = 1, context: bytes | None = None, text: str = "Boo") -> bytes:
    where = referee_of(board.peers[0]).session if context is None else context
    return letters.write(identity_of(board.peers[CHEAT]), Say(where, number, text)).data


def test_in_the_name_of_somebody_else() -> None:
    board = begun()
    body = wire.encode(Say(referee_of(board.peers[0]).session, 1, "Boo"))
    victim = next(peer for seat, peer in enumerate(board.peers) if seat not in (0, CHEAT))
    with pytest.raises(Malformed):
        show(board, wire.encode(Signed(body, victim.key, identity_of(board.peers[CHEAT]).sign(letters.LABEL, body))))
    assert heard(board.peers[0]) == []
    undisturbed(board)


def test_what_another_has_said_is_heard_once_and_in_its_own_name() -> None:
    board = begun()
    victim = next(seat for seat in range(3) if seat not in (0, CHEAT))
    board.peers[victim].session.say("Only once", board.now, 5)
    (data,) = [data for _, data in board.peers[victim].session.outbox if data[1] == 16 and b"Only once" in data]
    board.tick_all()
    show(board, *[data] * 9)
    undisturbed(board)
    assert [said.partition(": ")[2] for said in heard(board.peers[0])] == ["Only once"]


@pytest.mark.parametrize("context", [bytes(16), bytes(32), TABLE[::-1]])
def test_from_another_table_or_session(context: bytes) -> None:
    board = begun()
    show(board, line(board, 1, context))
    assert heard(board.peers[0]) == []
    undisturbed(board)


def test_a_flood_is_dropped_and_counted_and_nobody_else_is_dropped_for_it() -> None:
    board = begun()
    show(board, *(line(board, number) for number in range(1, 500)))
    assert len(heard(board.peers[0])) <= HEARD_AT_MOST
    assert board.peers[0].session.chat.dropped[board.peers[CHEAT].key] >= 500 - HEARD_AT_MOST - 1
    other = next(seat for seat in range(3) if seat not in (0, CHEAT))
    board.peers[other].session.say("Stop it", board.now, 5)
    board.tick_all()
    undisturbed(board)
    assert [said for said in heard(board.peers[0]) if "Stop it" in said]


def test_a_stranger_is_not_heard() -> None:
    board = begun()
    stranger = Identity(bytes([7]) * 32)
    show(board, letters.write(stranger, Say(TABLE, 1, "Boo")).data)
    assert heard(board.peers[0]) == []
    assert not board.peers[0].session.chat.dropped
    undisturbed(board)


def test_a_text_that_is_too_long_is_no_message_and_its_signer_is_put_out() -> None:
    """As whatever else is signed for this session and is no message of it."""
    board = begun()
    long = wire.encode(Say(referee_of(board.peers[0]).session, 1, "x" * (TALK_MAX + 1)))
    identity = identity_of(board.peers[CHEAT])
    show(board, wire.encode(Signed(long, identity.public, identity.sign(letters.LABEL, long))))
    assert [fault.reason for fault in board.peers[0].faults] == ["malformed-body"]
    assert heard(board.peers[0]) == []


def test_who_was_put_out_is_not_heard_any_more() -> None:
    board = begun()
    identity = identity_of(board.peers[CHEAT])
    body = wire.encode(Strange(referee_of(board.peers[0]).session, 1))
    show(board, wire.encode(Signed(body, identity.public, identity.sign(letters.LABEL, body))), line(board))
    assert board.peers[0].faults
    assert heard(board.peers[0]) == []
