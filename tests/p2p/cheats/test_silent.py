"""A peer that will not give its share of a card: to nobody, or to one alone. Silence is seen, and proves nothing."""

from __future__ import annotations

import pytest

from fliptable.p2p import letter as letters
from fliptable.p2p.messages import Commit, GameBody, Key, Mix, Remix, Seals, Shares, Yield

from ..forger import CHEAT, LETTERS, given_up, seated, undisturbed
from ..switchboard import Switchboard
from .tables import Table, guilty, reshuffled, small


def withholding(board: Switchboard, kind: type[GameBody], targets: set[int]) -> None:
    """The cheat's letters of one kind do not reach these peers, whoever of them asks it."""
    seated(board)
    key = board.peers[CHEAT].key

    def tap(source: int, target: int, data: bytes) -> bytes | None:
        if source != CHEAT or target not in targets or data[1] not in LETTERS:
            return data
        letter = letters.read(data)
        return None if isinstance(letter.body, kind) and letter.sender == key else data

    board.tap = tap


@pytest.mark.parametrize(
    ("kind", "table"),
    [(Key, small), (Mix, small), (Shares, small), (Remix, reshuffled), (Seals, guilty)],
)
def test_who_owes_something_to_all_and_does_not_send_it_is_waited_for_no_longer(
    kind: type[GameBody], table: Table
) -> None:
    board = table()
    withholding(board, kind, set(range(3)) - {CHEAT})
    given_up(board)


@pytest.mark.parametrize("kind", [Commit, Mix, Shares, Yield])
def test_what_is_kept_from_one_peer_alone_it_has_from_another(kind: type[GameBody]) -> None:
    board = small()
    withholding(board, kind, {2})
    undisturbed(board)
