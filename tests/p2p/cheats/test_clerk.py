"""A clerk, or a member, that plays tricks with the seat list; the lobby alone, letters carried by hand."""

from __future__ import annotations

import msgspec
import pytest

from fliptable.core.rules import PRESETS
from fliptable.p2p import letter as letters
from fliptable.p2p import wire
from fliptable.p2p.charter import check_seats, good_names, options_of, seat_name
from fliptable.p2p.errors import Misuse, PeerFault
from fliptable.p2p.frames import DEFAULT_LIMIT
from fliptable.p2p.identity import Identity
from fliptable.p2p.lobby import Lobby
from fliptable.p2p.messages import Member, NonceReveal, Ready, Rise, Seats, Sit
from fliptable.p2p.revision import Step

from ..test_lobby import TABLE, Room, dice


def identity_of(lobby: Lobby) -> Identity:
    return lobby.__dict__["_identity"]


def seats_of(lobby: Lobby) -> Seats:
    assert lobby.seats is not None
    return lobby.seats


def revealed(seed: int) -> Room:
    """Bring three as far as the step where the others have shown their nonces."""
    room = Room(3, seed)
    for lobby in room.lobbies:
        lobby.ready(0)
    room.run(lambda: room.lobbies[1].step is Step.REVEAL and room.lobbies[2].step is Step.REVEAL)
    return room


def publish(room: Room, **fields: object) -> Seats:
    """Let the clerk sign whatever list it likes, the next one in number."""
    clerk = room.lobbies[0]
    seats = msgspec.structs.replace(seats_of(clerk), revision=seats_of(clerk).revision + 1, **fields)
    for lobby in room.lobbies[1:]:
        lobby.receive(letters.write(identity_of(clerk), seats), room.now)
    return seats


def test_a_clerk_that_dislikes_the_coin_cannot_toss_it_again() -> None:
    room = revealed(3)
    publish(room)
    for lobby in room.lobbies[1:]:
        assert lobby.ended is not None
        assert "began again" in lobby.ended


@pytest.mark.parametrize("change", [{"closed": False}, {"name": "Other"}, {"wanted": 4}, {"members": ()}])
def test_a_list_that_was_closed_only_loses_members(change: dict[str, object]) -> None:
    room = revealed(4)
    members = seats_of(room.lobbies[0]).members
    if "members" in change:
        stranger = Member(Identity(dice(9)(32)).public, "Eve", ())
        change = {"members": (members[0], members[1], stranger)}
    else:
        change = {**change, "members": members[:2]}
    publish(room, **change)
    assert room.lobbies[1].ended is not None


def test_leaving_somebody_out_is_no_reason_to_go() -> None:
    room = revealed(4)
    members = seats_of(room.lobbies[0]).members
    publish(room, members=tuple(member for member in members if member.key != room.keys[2]))
    assert room.lobbies[1].ended is None
    assert room.lobbies[2].refused


def test_an_old_letter_of_getting_up_gets_nobody_up() -> None:
    room = Room(4, 8)
    room.cut = {3}
    room.run(lambda: all(lobby.seated for lobby in room.lobbies[:3]))
    clerk, other = room.lobbies[:2]
    other.rise()
    old = letters.read(next(data for _, data in other.outbox if isinstance(letters.read(data).body, Rise)))
    room.run(lambda: len(seats_of(clerk).members) == 2)
    # The same person comes back, and somebody has kept the letter.
    again = Lobby(identity_of(other), TABLE, "Ada", (), dice(77))
    room.lobbies[1] = again
    again.linked(room.keys[0])
    room.run(lambda: again.seated)
    clerk.receive(old, room.now)
    assert len(seats_of(clerk).members) == 3
    again.rise()
    room.run(lambda: len(seats_of(clerk).members) == 2)


def test_a_proof_against_a_member_does_not_go_round_for_ever() -> None:
    """The clerk is in league with the liar and does not strike it off."""
    room = Room(4, 6)
    for lobby in room.lobbies[1:3]:
        lobby.ready(0)
    room.run(lambda: room.now > 3)
    liar, revision = identity_of(room.lobbies[3]), seats_of(room.lobbies[1]).revision
    room.cut = {0, 3}
    for nonce in range(20):
        false = letters.write(liar, Ready(TABLE, revision, bytes([nonce]) * 32))
        for lobby in room.lobbies[1:3]:
            lobby.receive(false, room.now)
    room.collect()
    sent = 0
    while room.mail and sent < 2000:
        source, target, data = room.mail.pop()
        sent += 1
        if not {source, target} & room.cut:
            room.lobbies[target].receive(letters.read(data), room.now)
        room.collect()
    assert sent < 100


@pytest.mark.parametrize("name", ["Kit\x1b[2Jchen", "Kit\u202echen", "Kit\nchen", " Kitchen", "Kit  chen"])
def test_the_name_of_a_table_can_be_shown(name: str) -> None:
    member = Member(bytes(32), "Ada", ())
    with pytest.raises(PeerFault):
        check_seats(Seats(TABLE, 1, False, 2, name, options_of(PRESETS["flip"]), (member,)))
    with pytest.raises(Misuse):
        Lobby.open(
            *(Identity(bytes(32)), TABLE, "Ada", (), dice(1)), called=name, rules=PRESETS["flip"], wanted=2, now=0
        )


@pytest.mark.parametrize("two", ["Bo B0", "Bill BiII", "Bill Bi11", "Bo Bo-", "Bo b_o", "Amo Arno", "Wu VVu", "- _"])
def test_two_seats_never_look_alike(two: str) -> None:
    one, other = two.split()
    assert not good_names([one, other])
    assert seat_name(other, [one]) != other
    assert good_names([one, seat_name(other, [one])])


def test_the_longest_seat_list_fits_into_a_frame() -> None:
    """Else whoever receives it hangs up on the clerk, for what strangers have written."""
    hints = tuple(str(number) * 64 for number in range(6))
    members = tuple(Member(bytes([seat]) * 32, "x" * 19 + str(seat), hints) for seat in range(10))
    seats = Seats(TABLE, 2**32 - 1, True, 10, "\U0001f0cf" * 40, options_of(PRESETS["flip"]), members)
    assert len(letters.write(Identity(bytes(32)), seats).data) < DEFAULT_LIMIT
    for hint in ("\U0001f0cf" * 64, "a b", "", "x" * 65):
        with pytest.raises(PeerFault):
            wire.decode(wire.encode(Sit(TABLE, "Eve", (hint,))), Sit)


def test_a_nonce_shown_before_all_are_bound_is_not_taken() -> None:
    room = Room(3, 5)
    for lobby in room.lobbies:
        lobby.ready(0)
    room.run(lambda: room.lobbies[1].step is Step.COMMIT)
    early = NonceReveal(TABLE, seats_of(room.lobbies[1]).revision, bytes(32))
    room.lobbies[1].receive(letters.write(identity_of(room.lobbies[2]), early), room.now)
    assert room.lobbies[1].step is Step.COMMIT
