"""A cheat at the switchboard: what its seat sends is changed on the wire and signed again with its own key.

The honest peers may end at different moments; what they say must be the same. Nothing here knows an attack.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import msgspec

from fliptable.p2p import letter as letters
from fliptable.p2p.errors import Malformed
from fliptable.p2p.identity import Identity
from fliptable.p2p.messages import Body, GameBody, Message
from fliptable.p2p.notices import Waiting
from fliptable.p2p.referee import Referee
from fliptable.p2p.seat import OwnSeat
from fliptable.p2p.verify import verify

from .switchboard import Peer, Switchboard

CHEAT = 1
LETTERS = (16, 17, 18)

B = TypeVar("B", bound=Message)
Change = Callable[[Body], Body | bytes | None]


def identity_of(peer: Peer) -> Identity:
    return peer.session.__dict__["_identity"]


def referee_of(peer: Peer) -> Referee:
    referee = peer.session.referee
    assert referee is not None
    return referee


def name_of(board: Switchboard, seat: int) -> str:
    """Give the name under which the peer with this number sits; seats are in another order than peers."""
    referee = referee_of(board.peers[seat])
    return referee.names[referee.keys.index(board.peers[seat].key)]


def said(data: bytes) -> Body | None:
    """Read what a frame says, where it is a letter that can be read."""
    try:
        return letters.read(data).body
    except Malformed:
        return None


def changed(body: B, **fields: object) -> B:
    return msgspec.structs.replace(body, **fields)


def flipped(data: bytes) -> bytes:
    return bytes([data[0] ^ 1]) + data[1:]


def head_of(body: GameBody) -> tuple[bytes, int, int, bytes]:
    return body.session, body.epoch, body.seat, body.head


def on(kind: type[B], change: Callable[[B], Body | bytes | None]) -> Change:
    """Change letters of one kind and leave the others alone."""
    return lambda body: change(body) if isinstance(body, kind) else None


class Forger:
    """Changes one letter that the cheat sends, the first that can be changed; for all, or only for some."""

    def __init__(self, board: Switchboard, change: Change, targets: set[int] | None = None) -> None:
        self.done: Body | None = None
        self._identity = identity_of(board.peers[CHEAT])
        self._change, self._targets = change, targets
        board.tap = self

    def __call__(self, source: int, target: int, data: bytes) -> bytes | None:
        if source != CHEAT or data[1] not in LETTERS:
            return data
        body = letters.read(data).body
        changed = self._change(body) if self.done in (None, body) else None
        if changed is None:
            return data
        self.done = body
        if self._targets is not None and target not in self._targets:
            return data
        return changed if isinstance(changed, bytes) else letters.write(self._identity, changed).data


def honest(board: Switchboard) -> list[Peer]:
    return [peer for seat, peer in enumerate(board.peers) if seat != CHEAT]


def sentenced(board: Switchboard, reasons: set[str], *, crafted: bool = False) -> None:
    """All honest peers end with the cheat named, for one of these reasons, and no other name anywhere.

    Each of their records is true as far as it goes, and proves the fault to whoever verifies it; not so that of a
    `crafted` game, which began in the middle.
    """
    board.run(lambda: all(peer.ended is not None for peer in honest(board)))
    name = name_of(board, CHEAT)
    for peer in honest(board):
        assert peer.ended is not None
        assert {fault.seat for fault in peer.faults} == {name}
        assert {fault.reason for fault in peer.faults} <= reasons
        assert peer.ended.outcome == "void"
        named = {who for notice in peer.notices if isinstance(notice, Waiting) for who in notice.names}
        assert named <= {name}
        if not crafted:
            verdict = verify(bytes(peer.record))
            assert [(found.seat, found.reason) for found in verdict.faults] == [(name, peer.faults[0].reason)]


def with_cheat(board: Switchboard, kind: type[OwnSeat]) -> None:
    """Replace the cheat's seat as soon as it has one."""
    board.run(lambda: board.peers[CHEAT].session.__dict__["_own"] is not None)
    board.peers[CHEAT].session.__dict__["_own"].__class__ = kind
