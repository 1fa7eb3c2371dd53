"""Somebody between two peers, who plays the one to the other: each signs a charter with the middleman's keys.

Nothing but the players' own eyes and ears can tell, and they can: the words on their screens differ.
"""

from __future__ import annotations

from fliptable.p2p.notices import Began

from ..forger import undisturbed
from ..switchboard import Peer, Switchboard
from .tables import QUICK


def words_of(peer: Peer) -> tuple[str, ...]:
    (began,) = [notice for notice in peer.notices if isinstance(notice, Began)]
    return began.words


def test_equal_words_at_one_table_and_others_at_two() -> None:
    """Ada and Bo each sit with the middleman, who gives itself the other's name and passes on what can be passed on."""
    ada, bo = Switchboard(2, 7, QUICK), Switchboard(2, 8, QUICK)
    for board in (ada, bo):
        undisturbed(board)
        one, other = board.peers
        assert words_of(one) == words_of(other)
    names = [
        {seat for notice in board.peers[0].notices if isinstance(notice, Began) for seat in notice.seats}
        for board in (ada, bo)
    ]
    assert names[0] == names[1]
    assert words_of(ada.peers[0]) != words_of(bo.peers[1])


def test_a_letter_carried_from_one_table_to_the_other_is_not_the_middlemans() -> None:
    """It can hand on what Ada says, and Bo sees that it is not signed by who sits there."""
    ada, bo = Switchboard(2, 7, QUICK), Switchboard(2, 8, QUICK)
    heard: list[bytes] = []

    def listen(source: int, target: int, data: bytes) -> bytes:
        heard.append(data)
        return data

    ada.tap = listen
    ada.run()

    def carry(source: int, target: int, data: bytes) -> bytes:
        if heard and target == 1:
            again = heard.pop(0)
            bo.at(bo.now + 0.01, lambda: bo._deliver(0, 1, again))  # pyright: ignore[reportPrivateUsage]
        return data

    bo.tap = carry
    undisturbed(bo)
