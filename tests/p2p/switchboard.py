"""An in-memory network under a virtual clock: N sessions, seeded delay, loss, duplication and cuts.

Reorder comes from the delays: every frame has its own. Each session gets its own entropy, so a run is the
same every time. Nothing here knows what a frame says.
"""

from __future__ import annotations

import heapq
import itertools
import random
from collections.abc import Callable
from dataclasses import dataclass, field

from fliptable.core.moves import Leave, Move, Play
from fliptable.core.rules import PRESETS, Rules
from fliptable.p2p.chores import Chore
from fliptable.p2p.identity import Identity
from fliptable.p2p.journal import read
from fliptable.p2p.notices import Audited, Ended, Fault, Notice
from fliptable.p2p.session import Session

TABLE = bytes(range(16))
HEARTBEAT = 1.0
CHORE = 0.05
"""How long work takes that a session hands out."""

Player = Callable[["Peer", "Switchboard"], Move | None]


def random_player(peer: Peer, board: Switchboard) -> Move | None:
    """Make a random legal move, seldom drawing what need not be drawn, so that rounds come to an end."""
    view = peer.session.view()
    assert view is not None
    legal = view.legal
    plays = [move for move in legal if isinstance(move, Play)]
    if plays and board.random.random() < 0.9:
        return board.random.choice(plays)
    if view.seat not in view.to_act and board.random.random() < 0.3:
        return None
    return board.random.choice(legal) if legal else None


@dataclass
class Peer:
    """A session with what came out of it, and the player that moves for it."""

    session: Session
    key: bytes
    player: Player
    notices: list[Notice] = field(default_factory=list[Notice])
    record: bytearray = field(default_factory=bytearray)
    journal: bytearray = field(default_factory=bytearray)
    sent: list[bytes] = field(default_factory=list[bytes])
    lives: int | None = None  # after so many more steps its program is killed: one is an entry kept, or a frame sent
    tick_at: float = 0.0
    acted: tuple[int, bytes] = (-1, b"")
    ended: Ended | None = None
    audits: list[str] = field(default_factory=list[str])

    def hear(self, notices: list[Notice]) -> None:
        self.notices += notices
        self.ended = self.ended or next((notice for notice in notices if isinstance(notice, Ended)), None)
        self.audits += [notice.result for notice in notices if isinstance(notice, Audited)]

    @property
    def faults(self) -> list[Fault]:
        return [notice for notice in self.notices if isinstance(notice, Fault)]


class Switchboard:
    """`seats` sessions; the first opens the table, the others join it."""

    def __init__(
        self,
        seats: int,
        seed: int = 0,
        rules: Rules = PRESETS["quick"],
        *,
        delay: float = 0.02,
        loss: float = 0.0,
        twice: float = 0.0,
        player: Player = random_player,
    ) -> None:
        self.random = random.Random(seed)
        self.now = 0.0
        self.delay, self.loss, self.twice = delay, loss, twice
        self.cuts: set[int] = set()
        self.tap: Callable[[int, int, bytes], bytes | None] | None = None
        self.work: dict[int, float] = {}  # how long work takes a peer, where that is not `CHORE`
        self.frames = 0
        self.away = 3.0  # how many seconds after it was killed a program is there again
        self._count = itertools.count()
        self._events: list[tuple[float, int, Callable[[], None]]] = []
        self.peers: list[Peer] = []
        for seat in range(seats):
            dice = random.Random(seed * 1000 + seat)
            identity = Identity(dice.randbytes(32))
            if seat == 0:
                session = Session.open(
                    identity, TABLE, "Ada", (), dice.randbytes, called="Kitchen", rules=rules, wanted=seats, now=0
                )
            else:
                session = Session.join(identity, TABLE, f"Bo{seat}", (), dice.randbytes, now=0)
            self.peers.append(Peer(session, identity.public, player))
        for peer in self.peers:
            peer.session.patience = 0.0
            peer.session.ready(0)
        for one, other in itertools.permutations(range(seats), 2):
            self.peers[one].session.linked(self.peers[other].key, 0)
        for seat in range(seats):
            self._collect(seat)
            self._beat(seat)

    # Time and wire.

    def at(self, time: float, what: Callable[[], None]) -> None:
        heapq.heappush(self._events, (time, next(self._count), what))

    def run(self, until: Callable[[], bool] | None = None, limit: float = 600.0) -> None:
        """Let events happen until the condition holds, or all sessions have ended."""
        until = until or (
            lambda: all(peer.session.outcome for seat, peer in enumerate(self.peers) if seat not in self.cuts)
        )
        while not until():
            assert self._events, "nothing happens any more"
            self.now, _, what = heapq.heappop(self._events)
            assert self.now < limit, "somebody hangs"
            what()

    def send(self, source: int, target: int, data: bytes) -> None:
        """Put a frame on the wire."""
        if self.tap is not None:
            changed = self.tap(source, target, data)
            if changed is None:
                return
            data = changed
        if self.random.random() < self.loss:
            return
        for _ in range(2 if self.random.random() < self.twice else 1):
            self.at(self.now + self.random.uniform(0.001, self.delay), lambda: self._deliver(source, target, data))

    def cut(self, seat: int) -> None:
        """Take a peer off the wire, and what it had on its way with it."""
        self.cuts.add(seat)

    def tick_all(self) -> None:
        """Wake every session that is on the wire, for example after a cut has healed."""
        for seat, peer in enumerate(self.peers):
            if seat not in self.cuts:
                peer.session.tick(self.now)
                self._collect(seat)

    def _deliver(self, source: int, target: int, data: bytes) -> None:
        if {source, target} & self.cuts:
            return
        self.frames += 1
        self.peers[target].session.receive(self.peers[source].key, data, self.now)
        self._collect(target)

    def kill(self, seat: int) -> None:
        """Kill a program: what it holds in memory is gone; it comes back to its journal after a while."""
        peer = self.peers[seat]
        peer.lives = None
        self.cut(seat)
        self.at(self.now + self.away, lambda: self.resume(seat))

    def resume(self, seat: int) -> None:
        """Let a program come back to its journal, as far as that is whole."""
        peer = self.peers[seat]
        journal = read(bytes(peer.journal))
        del peer.journal[journal.length :]
        peer.session = Session.resume(journal, random.Random(f"{seat} {self.now}").randbytes, self.now)
        peer.session.patience = 0.0
        peer.record.clear()
        peer.acted = (-1, b"")
        self.cuts.discard(seat)
        for other, one in enumerate(self.peers):
            if other != seat and other not in self.cuts:
                one.session.unlinked(peer.key, self.now)
                one.session.linked(peer.key, self.now)
                peer.session.linked(one.key, self.now)
                self._collect(other)
        self._collect(seat)

    def _step(self, seat: int) -> bool:
        """Count a step of a program; say whether it was its last one."""
        peer = self.peers[seat]
        if peer.lives is not None:
            peer.lives -= 1
            if peer.lives < 0:
                self.kill(seat)
                return True
        return False

    def _beat(self, seat: int) -> None:
        for target, peer in enumerate(self.peers):
            if target != seat and not {seat, target} & self.cuts:
                peer.session.heard(self.peers[seat].key, self.now)
        if not self.peers[seat].session.may_go(self.now):
            self.at(self.now + HEARTBEAT, lambda: self._beat(seat))

    def _tick(self, seat: int, time: float) -> None:
        peer = self.peers[seat]
        if peer.tick_at == time and seat not in self.cuts:
            peer.session.tick(self.now)
            self._collect(seat)

    # Around one session.

    def _collect(self, seat: int) -> None:
        """Carry away what a session has to say, and let its player move."""
        peer = self.peers[seat]
        while True:
            session = peer.session = peer.session.next or peer.session
            peer.hear(session.notices)
            peer.record += b"".join(session.recorded)
            session.notices.clear()
            session.recorded.clear()
            if not self._keep_and_send(seat):
                return
            if not self._play(seat):
                break
        session, chore = peer.session, peer.session.chore()
        if chore is not None:
            self.at(self.now + self.work.get(seat, CHORE), lambda: self._finish(seat, session, chore))
        if not peer.session.over:
            peer.tick_at = max(self.now + 0.01, peer.session.next_deadline(self.now))
            time = peer.tick_at
            self.at(time, lambda: self._tick(seat, time))

    def _keep_and_send(self, seat: int) -> bool:
        """Keep what the journal has to hold, then send; False where the program is killed in the middle of it."""
        peer, session = self.peers[seat], self.peers[seat].session
        outbox, session.outbox = session.outbox, []
        kept, session.journaled = session.journaled, []
        for entry in kept:
            if peer.lives == 0:
                peer.journal += entry[: self.random.randrange(len(entry))]
            if self._step(seat):
                return False
            peer.journal += entry
        for key, data in outbox:
            if self._step(seat):
                return False
            peer.sent.append(data)
            for target, other in enumerate(self.peers):
                if target != seat and (key is None or key == other.key):
                    self.send(seat, target, data)
        return True

    def _finish(self, seat: int, session: Session, chore: Chore) -> None:
        if session is self.peers[seat].session:
            session.finish(chore(), self.now)
            self._collect(seat)

    def _play(self, seat: int) -> bool:
        peer = self.peers[seat]
        session = peer.session
        referee = session.referee
        if referee is None or session.outcome or not referee.table.settled or peer.acted == session.status:
            return False
        if referee.phase.value != "play":
            return False
        peer.acted = session.status
        move = peer.player(peer, self)
        if move is None:
            return False
        session.act(move, self.now)
        return True


def leave_after(slots: int) -> Player:
    """Play at random and leave when so many slots are settled."""

    def player(peer: Peer, board: Switchboard) -> Move | None:
        return Leave() if peer.session.status[0] >= slots else random_player(peer, board)

    return player
