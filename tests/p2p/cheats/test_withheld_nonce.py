"""Who sees in the lobby which seats the nonces of all others would give, and does not show its own if it dislikes them.

There is no second try: it is left out, and the others begin again with new nonces. The lobby alone, letters carried by
hand.
"""

from __future__ import annotations

import pytest

from fliptable.p2p import letter as letters
from fliptable.p2p.messages import NonceReveal
from fliptable.p2p.notices import LeftOut
from fliptable.p2p.revision import Step

from ..forger import said
from ..switchboard import Switchboard
from ..test_lobby import Room
from .tables import QUICK
from .test_clerk import identity_of


@pytest.mark.parametrize("liar", [1, 2])
def test_who_does_not_show_its_nonce_is_left_out(liar: int) -> None:
    board = Switchboard(3, 5, QUICK)

    def tap(source: int, target: int, data: bytes) -> bytes | None:
        return None if source == liar and isinstance(said(data), NonceReveal) else data

    board.tap = tap
    rest = [peer for number, peer in enumerate(board.peers) if number != liar]
    board.run(lambda: all(any(isinstance(notice, LeftOut) for notice in peer.notices) for peer in rest))
    board.run(lambda: all(peer.session.lobby.seats is not None for peer in rest))
    assert board.now < 15
    for peer in rest:
        (left,) = [notice for notice in peer.notices if isinstance(notice, LeftOut)]
        assert left.names == (f"Bo{liar}",)
        seats = peer.session.lobby.seats
        assert seats is not None
        assert board.peers[liar].key not in {member.key for member in seats.members}


def test_the_others_toss_again_with_new_nonces() -> None:
    """What it has seen is worth nothing for the next toss."""
    room = Room(4, 3)
    for lobby in room.lobbies:
        lobby.ready(0)
    room.run(lambda: all(lobby.step is Step.REVEAL for lobby in room.lobbies[:3]))
    first = [nonce_of(room, number) for number in range(3)]
    room.cut = {3}
    room.run(lambda: all(lobby.done for lobby in room.lobbies[:3]))
    second = [seat.nonce for seat in room.lobbies[0].charter.seats]
    assert len(second) == 3
    assert not set(first) & set(second)


def nonce_of(room: Room, number: int) -> bytes:
    lobby = room.lobbies[number]
    held = lobby.__dict__["_now"].held(Step.REVEAL, room.keys[number])
    assert held is not None
    assert isinstance(held.body, NonceReveal)
    return held.body.nonce


def test_another_nonce_than_it_was_bound_to() -> None:
    """It is out as soon as its two letters meet."""
    room = Room(3, 5)
    for lobby in room.lobbies:
        lobby.ready(0)
    room.run(lambda: room.lobbies[0].step is Step.REVEAL)
    clerk = room.lobbies[0]
    assert clerk.seats is not None
    false = NonceReveal(clerk.table, clerk.seats.revision, bytes(32))
    clerk.receive(letters.write(identity_of(room.lobbies[2]), false), room.now)
    assert room.keys[2] not in {member.key for member in clerk.seats.members}
    assert room.keys[1] in {member.key for member in clerk.seats.members}
