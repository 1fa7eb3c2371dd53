"""A cheat at the switchboard: what its seat sends is changed on the wire and signed again with its own key.

Or its seat is replaced by one that lies, which is what a modified program is. The honest peers may find out at
different moments; what they say must be the same. Nothing here knows an attack.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

import msgspec

from fliptable.p2p import letter as letters
from fliptable.p2p.errors import Malformed
from fliptable.p2p.identity import Identity
from fliptable.p2p.messages import Body, GameBody, Message
from fliptable.p2p.notices import DealtAgain, Waiting
from fliptable.p2p.referee import Referee
from fliptable.p2p.seat import OwnSeat
from fliptable.p2p.verify import verify

from .switchboard import Peer, Switchboard, random_player

CHEAT = 1
"""The number of the peer that cheats, where a test does not choose another one."""
LETTERS = (16, 17, 18)
PATIENCE = 6000.0
"""How many seconds a match may take over a bad network before it counts as one that hangs."""

B = TypeVar("B", bound=Message)
Change = Callable[[Body], Body | bytes | None]


def identity_of(peer: Peer) -> Identity:
    return peer.session.__dict__["_identity"]


def referee_of(peer: Peer) -> Referee:
    referee = peer.session.referee
    assert referee is not None
    return referee


def own_of(peer: Peer) -> OwnSeat:
    own = peer.session.__dict__["_own"]
    assert isinstance(own, OwnSeat)
    return own


def seat_of(board: Switchboard, number: int) -> int:
    """Give the seat on which the peer with this number sits; seats are in another order than peers."""
    peer = board.peers[number]
    seat = referee_of(peer).seat_of(peer.key)
    assert seat is not None
    return seat


def name_of(board: Switchboard, number: int) -> str:
    """Give the name under which the peer with this number sits."""
    return referee_of(board.peers[number]).names[seat_of(board, number)]


def seated(board: Switchboard) -> None:
    """Go on until all have signed the charter."""
    board.run(lambda: all(peer.session.referee is not None for peer in board.peers))


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

    def __init__(self, board: Switchboard, change: Change, targets: set[int] | None = None, cheat: int = CHEAT) -> None:
        self.done: Body | None = None
        self._cheat, self._identity = cheat, identity_of(board.peers[cheat])
        self._change, self._targets = change, targets
        board.tap = self

    def __call__(self, source: int, target: int, data: bytes) -> bytes | None:
        if source != self._cheat or data[1] not in LETTERS:
            return data
        body = said(data)
        if body is None or letters.signer(data) != self._identity.public:
            return data  # Somebody else's, passed on, or what it has been convicted of.
        changed = self._change(body) if self.done in (None, body) else None
        if changed is None:
            return data
        self.done = body
        if self._targets is not None and target not in self._targets:
            return data
        return changed if isinstance(changed, bytes) else letters.write(self._identity, changed).data


def honest(board: Switchboard, cheat: int = CHEAT) -> list[Peer]:
    return [peer for number, peer in enumerate(board.peers) if number != cheat]


def sentenced(
    board: Switchboard,
    reasons: set[str],
    *,
    cheat: int = CHEAT,
    whole: bool = False,
    crafted: bool = False,
) -> None:
    """All honest peers name the cheat, once, for one of these reasons, and nobody else; they go on without it.

    With `whole` they play the match to its end; else only until they have agreed to deal again. Each of their records
    proves the fault to whoever verifies it; not so that of a `crafted` game, which began in the middle.
    """
    rest = honest(board, cheat)
    board.run(lambda: all(peer.ended is not None or (not whole and again(peer)) for peer in rest), PATIENCE)
    name, seat = name_of(board, cheat), seat_of(board, cheat)
    for peer in rest:
        assert [fault.seat for fault in peer.faults] == [name], [(fault.seat, fault.reason) for fault in peer.faults]
        assert peer.faults[0].reason in reasons, peer.faults[0].reason
        assert again(peer) == [name], peer.ended
        assert referee_of(peer).barred == {seat}
        assert seat not in referee_of(peer).members or len(rest) == 1
        # Where letters get lost, somebody honest may well be late.
        named = {who for notice in peer.notices if isinstance(notice, Waiting) for who in notice.names}
        assert named <= {name} or board.loss
        assert peer.ended is None or peer.ended.outcome == "finished", peer.ended
    if whole:
        agreed(rest, name)
    if not crafted:
        convicted(rest, name, whole=whole)


def again(peer: Peer) -> list[str]:
    """Give the names of those without whom a peer goes on."""
    return [notice.without for notice in peer.notices if isinstance(notice, DealtAgain)]


def agreed(rest: Sequence[Peer], name: str) -> None:
    """The match came to its end, for all in the same way, and the cheat did not win it, even if it had."""
    results = [peer.ended.result for peer in rest if peer.ended is not None]
    assert len(results) == len(rest)
    for result in results:
        assert result is not None
        assert result == results[0]
        assert name not in result.winners
        assert result.audit == "faulty"


def convicted(rest: Sequence[Peer], name: str, *, whole: bool) -> None:
    """Who reads nothing but a record finds the same fault in it, and no other."""
    for record, reason in {bytes(peer.record): peer.faults[0].reason for peer in rest}.items():
        verdict = verify(record)
        assert [(found.seat, found.reason) for found in verdict.faults] == [(name, reason)]
        assert not verdict.ok
        assert verdict.complete or not whole


def given_up(board: Switchboard, cheat: int = CHEAT) -> None:
    """Nothing is proved against the cheat, but it is waited for no longer: all name it, and nobody else."""
    rest = honest(board, cheat)
    board.run(lambda: all(peer.ended or any(isinstance(n, DealtAgain) for n in peer.notices) for peer in rest))
    name = name_of(board, cheat)
    for peer in rest:
        peer.player, peer.acted = random_player, (-1, b"")  # whoever held still plays on without it
    board.tick_all()
    board.run(lambda: all(peer.ended is not None for peer in rest))
    for peer in rest:
        assert peer.ended is not None
        without = [notice.without for notice in peer.notices if isinstance(notice, DealtAgain)]
        if len(rest) > 1:
            assert (peer.ended.outcome, without) == ("finished", [name])
        else:
            assert peer.ended.outcome == "void"
            assert peer.ended.text.startswith(f"{name} fell silent")
        assert not peer.faults
        assert {who for notice in peer.notices if isinstance(notice, Waiting) for who in notice.names} == {name}
        verdict = verify(bytes(peer.record))
        assert verdict.ok
        assert verdict.complete


def undisturbed(board: Switchboard) -> None:
    """The match comes to its end as if nothing had happened: nobody is named, and the record is clean."""
    board.run(limit=PATIENCE)
    for peer in board.peers:
        assert peer.ended is not None
        assert peer.ended.outcome == "finished", peer.ended
        assert not peer.faults
        verdict = verify(bytes(peer.record))
        assert verdict.ok, verdict.faults
        assert verdict.complete


def with_cheat(board: Switchboard, kind: type[OwnSeat], cheat: int = CHEAT) -> None:
    """Replace the cheat's seat as soon as it has one."""
    board.run(lambda: board.peers[cheat].session.__dict__["_own"] is not None)
    own_of(board.peers[cheat]).__class__ = kind


def sign(board: Switchboard, body: Body, cheat: int = CHEAT) -> bytes:
    """Let the cheat sign whatever it likes."""
    return letters.write(identity_of(board.peers[cheat]), body).data
