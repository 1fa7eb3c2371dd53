"""Two letters for one address where nothing is awaited: where none will ever be, or for somebody who is elsewhere.

One honest peer can tell at once that they are two, another one has no room for them or is past that slot. It has to
see it all the same: who holds the proof goes on with nobody who does not.
"""

from __future__ import annotations

import pytest

from fliptable.core.moves import Leave, Move
from fliptable.p2p.log import AHEAD
from fliptable.p2p.messages import Answer, Commit, OfDue, OfSlot
from fliptable.p2p.phases import Phase

from ..forger import CHEAT, referee_of, said, seat_of, seated, sentenced, sign
from ..switchboard import Peer, Switchboard, random_player
from .tables import ahead, small

FIRST, OTHER = 0, 2
NEVER = 200
"""A step that no slot has."""


def due(board: Switchboard, slot: int, step: int, *, guilty: bool = False) -> bytes:
    """Let the cheat sign something that is due at this step."""
    referee = referee_of(board.peers[CHEAT])
    return sign(
        board,
        Answer(referee.session, referee.log.epoch, seat_of(board, CHEAT), bytes(32), slot, step, 0, guilty),
    )


def twice(board: Switchboard, target: int, slot: int) -> None:
    """Tell one peer two things for an address of this slot at which nothing will ever be awaited."""
    for guilty in (False, True):
        board.send(CHEAT, target, due(board, slot, NEVER, guilty=guilty))


@pytest.mark.parametrize(("full", "told"), [(FIRST, OTHER), (OTHER, FIRST)])
def test_two_letters_where_another_peer_has_no_room_for_them(full: int, told: int) -> None:
    board = small()
    seated(board)
    board.run(lambda: all(referee_of(peer).phase is Phase.PLAY for peer in board.peers))
    slot = referee_of(board.peers[FIRST]).log.slot
    for step in range(AHEAD):
        board.send(CHEAT, full, due(board, slot, NEVER + 1 + step))
    board.at(board.now + 0.05, lambda: twice(board, told, slot))
    sentenced(board, {"equivocation"})


@pytest.mark.parametrize(("past", "behind"), [(FIRST, OTHER), (OTHER, FIRST)])
def test_two_letters_of_a_slot_that_another_peer_has_settled(past: int, behind: int) -> None:
    board = small()
    seated(board)
    board.run(lambda: all(referee_of(peer).log.slot == 2 for peer in board.peers))

    def tap(source: int, target: int, data: bytes) -> bytes | None:
        """One of them does not get the cheat's word on this slot."""
        body = said(data)
        held = isinstance(body, OfSlot) and body.slot == 2 and body.seat == seat_of(board, CHEAT)
        return None if target == behind and held and not isinstance(body, Answer) else data

    board.tap = tap
    board.run(lambda: referee_of(board.peers[past]).log.slot == 3)
    assert referee_of(board.peers[behind]).log.slot == 2
    twice(board, behind, 2)
    sentenced(board, {"equivocation"})


def hasty(peer: Peer, board: Switchboard) -> Move | None:
    """The cheat leaves when it can."""
    return Leave() if board.peers.index(peer) == CHEAT else random_player(peer, board)


@pytest.mark.parametrize(("past", "behind"), [(FIRST, OTHER), (OTHER, FIRST)])
def test_two_letters_after_leaving_for_somebody_who_has_not_seen_that(past: int, behind: int) -> None:
    """Of the next deal, in which it has no place any more."""
    board = ahead()
    board.peers[CHEAT].player = hasty
    seated(board)

    def tap(source: int, target: int, data: bytes) -> bytes | None:
        """One of them does not get what the cheat owes when it leaves."""
        body = said(data)
        owed = isinstance(body, OfDue) and body.slot and body.seat == seat_of(board, CHEAT)
        return None if target == behind and owed else data

    board.tap = tap
    board.run(lambda: seat_of(board, CHEAT) not in referee_of(board.peers[past]).members)
    assert seat_of(board, CHEAT) in referee_of(board.peers[behind]).members
    referee = referee_of(board.peers[behind])
    for filler in (bytes(32), b"\1" * 32):
        body = Commit(referee.session, 0, seat_of(board, CHEAT), bytes(32), referee.dealing.number + 1, filler)
        board.send(CHEAT, behind, sign(board, body))
    sentenced(board, {"equivocation"})
