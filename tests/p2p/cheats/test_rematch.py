"""Who wants others to play again that have not asked for it, or by other rules, or without those who have."""

from __future__ import annotations

import pytest

from fliptable.p2p import letter as letters
from fliptable.p2p import wire
from fliptable.p2p.charter import next_table
from fliptable.p2p.errors import Malformed
from fliptable.p2p.messages import Again, Seats, Signed

from ..forger import CHEAT, changed, identity_of, referee_of, sign
from ..switchboard import Switchboard
from ..test_chat import after
from ..test_rematch import asked, beginnings, ends, play_on, table, want

OTHER = 2


def seats_of(board: Switchboard) -> Seats:
    seats = board.peers[0].session.lobby.seats
    assert seats is not None
    return seats


def show(board: Switchboard, data: bytes, cheat: int = CHEAT) -> None:
    """Let the cheat send this to everybody."""
    for seat, peer in enumerate(board.peers):
        if seat != cheat:
            peer.session.receive(board.peers[cheat].key, data, board.now)
    board.tick_all()


def session_of(board: Switchboard) -> bytes:
    return referee_of(board.peers[0]).session


def next_seats(board: Switchboard, *seats: int) -> Seats:
    """A list for the next match with these members."""
    old = seats_of(board)
    keys = [board.peers[seat].key for seat in seats]
    members = tuple(next(member for member in old.members if member.key == key) for key in keys)
    return changed(
        old, table=next_table(session_of(board)), revision=1, closed=True, wanted=len(members), members=members
    )


def nobody_plays(board: Switchboard, *seats: int) -> None:
    after(board, 5)
    assert all(len(beginnings(board.peers[seat])) == 1 for seat in seats)


def test_a_wish_in_the_name_of_somebody_else_is_none() -> None:
    board = table(3)
    want(board, 0)
    body = wire.encode(Again(session_of(board), True))
    forged = Signed(body, board.peers[OTHER].key, identity_of(board.peers[CHEAT]).sign(letters.LABEL, body))
    with pytest.raises(Malformed):
        board.peers[0].session.receive(board.peers[CHEAT].key, wire.encode(forged), board.now)
    assert asked(board.peers[0]).wanting == ("Ada",)
    nobody_plays(board, 0, OTHER)


def test_a_wish_for_another_match_is_none_and_repeating_one_changes_nothing() -> None:
    board = table(3)
    want(board, 0)
    show(board, sign(board, Again(bytes(32), True)))
    assert asked(board.peers[0]).wanting == ("Ada",)
    for _ in range(200):
        show(board, sign(board, Again(session_of(board), True)))
    nobody_plays(board, 0, OTHER)
    assert asked(board.peers[0]).wanting == ("Ada", "Bo1")


def test_a_clerk_cannot_seat_who_has_not_asked() -> None:
    """The one that is named does not sit down; the other one, who wants to, waits in vain and not for ever."""
    board = table(3)
    want(board, 1)
    show(board, sign(board, next_seats(board, 0, 1, 2), cheat=0), cheat=0)
    after(board, 60)
    assert len(beginnings(board.peers[2])) == 1
    assert not ends(board.peers[2])[1:]
    assert ends(board.peers[1])[-1].outcome == "closed"
    want(board, 2)  # and is not bound to a clerk that has lied
    assert len(beginnings(board.peers[2])) == 1


@pytest.mark.parametrize(
    "seats",
    [(CHEAT, OTHER), *(pytest.param(each, marks=pytest.mark.slow) for each in ((CHEAT, 0, OTHER), (0, CHEAT, OTHER)))],
)
def test_nobody_but_the_clerk_makes_the_list(seats: tuple[int, ...]) -> None:
    board = table(3)
    want(board, OTHER)
    show(board, sign(board, next_seats(board, *seats)))
    nobody_plays(board, 0, OTHER)
    want(board, 0, CHEAT)
    play_on(board, 0, CHEAT, OTHER)


@pytest.mark.parametrize(
    "fields",
    [
        {"rules": (("deck", "classic"),)},
        *(
            pytest.param(fields, marks=pytest.mark.slow)
            for fields in ({"closed": False}, {"name": "Cellar"}, {"table": bytes(16)})
        ),
    ],
)
def test_a_clerk_cannot_change_what_was_agreed(fields: dict[str, object]) -> None:
    board = table(3)
    want(board, CHEAT, OTHER)
    show(board, sign(board, changed(next_seats(board, 0, 1, 2), **fields), cheat=0), cheat=0)
    nobody_plays(board, CHEAT, OTHER)


@pytest.mark.slow
def test_a_stranger_cannot_be_brought_in() -> None:
    board = table(3)
    want(board, CHEAT, OTHER)
    seats = next_seats(board, 0, 1, 2)
    stranger = changed(seats.members[2], key=bytes([9]) * 32)
    show(board, sign(board, changed(seats, members=(*seats.members[:2], stranger)), cheat=0), cheat=0)
    nobody_plays(board, CHEAT, OTHER)
