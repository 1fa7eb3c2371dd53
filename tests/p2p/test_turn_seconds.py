"""`turn_seconds`: at a table whose players never move, programs move when the time is up, and not before."""

from __future__ import annotations

from dataclasses import replace

from fliptable.core.events import Drew, Kept
from fliptable.core.rules import PRESETS
from fliptable.p2p.notices import Happened, Waiting

from .switchboard import Peer, Switchboard

# A first card that somebody has to name a colour for, or that makes somebody draw, would blur what is counted here.
RULES = replace(PRESETS["quick"], hand_size=3, opening_actions="ignore", opening_wild="redraw", opening_flip="redraw")


def idle(_peer: Peer, _board: Switchboard) -> None:
    """Never move."""


def happened(peer: Peer) -> list[object]:
    return [event for notice in peer.notices if isinstance(notice, Happened) for event in notice.events]


def moved(peer: Peer) -> list[int]:
    """Who drew or kept, in order."""
    return [event.seat for event in happened(peer) if isinstance(event, Drew | Kept)]


def test_when_the_time_is_up_a_program_draws_and_keeps() -> None:
    board = Switchboard(2, 3, replace(RULES, turn_seconds=5), player=idle)
    board.run(lambda: all(len(moved(peer)) >= 4 for peer in board.peers), limit=60)
    first, other = moved(board.peers[0])[0], 1 - moved(board.peers[0])[0]
    assert moved(board.peers[0])[:4] == moved(board.peers[1])[:4] == [first, first, other, other]
    assert 20 <= board.now < 25
    for peer in board.peers:
        assert [type(event) for event in happened(peer) if isinstance(event, Drew | Kept)][:4] == [Drew, Kept] * 2
        assert not any(isinstance(notice, Waiting) for notice in peer.notices)
        assert not peer.faults


def test_without_turn_seconds_everybody_waits() -> None:
    board = Switchboard(2, 3, RULES, player=idle)
    board.run(lambda: board.now > 60, limit=100)
    assert [moved(peer) for peer in board.peers] == [[], []]
    assert [peer.ended for peer in board.peers] == [None, None]
