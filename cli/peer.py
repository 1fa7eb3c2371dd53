"""One seat of a table in this program: its pump, what it hears, and who plays it.

Several peers of one program share nothing but the event loop: each has its own key, its own session and its own door,
and they reach each other through sockets like strangers. Must never know how anything is shown.
"""

from __future__ import annotations

import asyncio
import math
import secrets
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import TypeVar

from ..core.events import Played
from ..core.moves import Catch, Leave, Move
from ..core.phases import MatchResult
from ..core.rules import Rules
from ..core.table import Table
from ..core.view import View
from ..p2p.gallery import WATCHERS_MAX
from ..p2p.identity import Identity
from ..p2p.net.pump import Pump
from ..p2p.notices import (
    Audited,
    Away,
    Back,
    Began,
    DealtAgain,
    Dropped,
    Ended,
    Fault,
    Happened,
    LeftOut,
    Linked,
    LinkState,
    Notice,
    Past,
    PlayAgain,
    Said,
    Seated,
    Settled,
    Waiting,
    Watched,
)
from ..p2p.session import VOTE_SECONDS, Session
from ..plugins.guard import Fault as PlayerFault
from ..plugins.guard import Seat
from ..plugins.spec import PlayerSpec
from ..plugins.tiers.tier import Tier
from .front import Front
from .observers import Observers
from .seat import AiSeat, Pace
from .tally import Tally

T = TypeVar("T")
SETTLE_SECONDS = 5.0
"""How long a typed line waits for a table that is busy."""
LOOK_SECONDS = 0.2
CLOSE_SECONDS = 2.0


class Peer:
    """A peer of this program.

    Args:
        identity: its key.
        name: the nickname it asks for.
        front: what is told, and asked about typed lines.
        player: the AI player that has the seat, None for a person or a script.
        pace: how long an AI player waits.
        tier: makes the place where the AI player runs.
        secret: of the table, or "".
        only: the interfaces to use; none: all that look like a LAN.
        recorded: takes the record, piece by piece.
        journaled: takes what has to be kept before more is sent, see `Pump`.
        observers: plugins that look on from this seat.

    Attributes:
        pump: its network.
        name: how the table calls it.
        begun: set when the match begins.
        seats: who sits at the table, by name.
        links: how the other seats are heard, by name.
        muted: whose chat is not told.
        ended: how it ended, once it did.
        stays: whether another match may follow for us; ``again``: whether it was asked for.
        table: what the table is called.
        tally: sums up the match.
    """

    def __init__(
        self,
        identity: Identity,
        name: str,
        front: Front,
        *,
        player: PlayerSpec | None = None,
        pace: Pace | None = None,
        tier: Callable[[PlayerSpec], Tier] | None = None,
        secret: str = "",
        only: Sequence[str] = (),
        recorded: Callable[[bytes], None] = lambda data: None,
        journaled: Callable[[bytes, bool], None] = lambda data, sent: None,
        observers: Observers | None = None,
        watchers: int = WATCHERS_MAX,
    ) -> None:
        self.name = name
        self.front = front
        self.player = player
        self.ended: Ended | None = None
        self.stays = self.again = False
        self.table = ""
        self.tally = Tally()
        self.begun = asyncio.Event()
        self.seats: tuple[str, ...] = ()
        self.muted: set[str] = set()
        self.links: Mapping[str, LinkState] = {}
        self.others: Callable[[], Sequence[str]] = tuple
        self._notices: deque[Notice] = deque()
        self._news = asyncio.Event()
        patience = VOTE_SECONDS if player is not None else math.inf  # a person votes in person
        self.pump = Pump(
            identity,
            self._told,
            recorded,
            secret=secret,
            only=only,
            journaled=journaled,
            patience=patience,
            watchers=watchers,
        )
        self._pace = pace or Pace()
        self._tier = tier
        self._observers = observers
        self._running: asyncio.Task[None] | None = None
        self._ai: AiSeat | None = None
        self._playing: asyncio.Task[None] | None = None
        self._me = 0
        self._rules: Rules | None = None
        self._agreed: Rules | None = None
        self._played_at = 0.0
        self._changed = asyncio.Event()
        self._untold: list[Happened] = []
        self._shown = -1

    @property
    def running(self) -> bool:
        """Whether its session is going on."""
        return self._running is not None and not self._running.done()

    # Running.

    def start(self) -> None:
        """Start the pump; the table is open or joined."""
        self._running = asyncio.create_task(self.pump.run())

    async def attend(self) -> Ended:
        """Hear everything until it is over for us, and give how."""
        if self._running is None:
            raise RuntimeError("start the peer first")
        self._running.add_done_callback(lambda _: self._news.set())
        while self.ended is None:
            self._news.clear()
            while self._notices and self.ended is None:
                await self._hear(self._notices.popleft())
            if self.ended is None and self._running.done() and not self._notices:
                self._running.result()  # what broke the pump is a defect, and said so
                raise RuntimeError("the session ended without a word")
            if self.ended is None and not self._notices:
                await self._news.wait()
        return self.ended

    async def follows(self) -> bool:
        """Hear what comes after the end, and say whether another match begins."""
        while self._running is not None:
            self._news.clear()
            while self._notices:
                notice = self._notices.popleft()
                if isinstance(notice, Ended):
                    self.front.remark(notice.text)
                    return False
                if isinstance(notice, Began):
                    self.ended, self.again = None, False
                await self._hear(notice)
                if self.ended is None:
                    return True
            if self._running.done():
                return False
            await self._news.wait()
        return False

    async def stay(self, *, after: bool = True) -> None:
        """Stay when the match is over, for another one may follow; or no more."""

        def stay(session: Session, now: float) -> None:
            del now
            session.stays = after

        self.stays = after
        await self.do(stay)

    async def linger(self) -> None:
        """Stay for those who still lack something, some seconds at most."""
        if self._running is not None:
            await self._running

    async def close(self, reason: str = "closing") -> None:
        """Say goodbye to everybody and let go of everything."""
        await self._stop_playing(None)
        await self.pump.close(reason)
        if self._running is not None:
            await asyncio.wait({self._running}, timeout=CLOSE_SECONDS)

    def _told(self, notice: Notice) -> None:
        self._notices.append(notice)
        self._news.set()

    # Asking the session.

    async def do(self, call: Callable[[Session, float], T]) -> T:
        """Let the session do something, also after it has ended."""
        asked = asyncio.create_task(self.pump.do(call))
        await asyncio.wait({asked})
        # The session's thread went while we stood in line: now nobody else touches it.
        return await self.pump.do(call) if asked.cancelled() else asked.result()

    async def look(self) -> Table | None:
        """A picture of the table as our seat knows it; None before the match."""
        return await self.do(_picture)

    async def look_at_slot(self) -> tuple[Table, int] | None:
        """The same, with the slot it stands in."""
        return await self.do(_picture_of_slot)

    async def look_at_what_is_told(self) -> tuple[Table, int] | None:
        """The same, but None where word of what led to it still waits to be heard: word of its settling follows."""
        seen = await self.look_at_slot()
        return None if any(isinstance(notice, Happened | Settled) for notice in self._notices) else seen

    async def act(self, move: Move) -> None:
        """Send a move; a catch not before the grace time of the rules is over."""
        if isinstance(move, Leave):
            await self.leave()
            return
        if isinstance(move, Catch) and self._rules is not None:
            due = self._played_at + self._rules.catch_grace_ms / 1000
            await asyncio.sleep(max(0.0, due - asyncio.get_running_loop().time()))
        await self.do(lambda session, now: session.act(move, now))

    async def vote(self, *, end: bool) -> None:
        """Vote to end the round without those who are away, or to wait for them; raises Misuse where nobody is."""
        await self.do(lambda session, now: session.vote(end, now))

    async def leave(self) -> None:
        """Get up from the table."""
        await self.do(lambda session, now: session.leave(now))

    async def typed(self, line: str) -> None:
        """Take a line that somebody typed, as soon as the table is settled."""
        table = await self.look()
        deadline = asyncio.get_running_loop().time() + SETTLE_SECONDS
        while table is not None and not _ready(table) and asyncio.get_running_loop().time() < deadline:
            self._changed.clear()
            await self._change(LOOK_SECONDS)
            table = await self.look()
        move = self.front.typed(line, table, self._me)
        if move is not None:
            self._changed.clear()
            await self.act(move)
            # What was typed ahead is meant for the table after this move.
            await self._change(SETTLE_SECONDS)

    async def _change(self, seconds: float) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._changed.wait()

    # Hearing.

    async def _hear(self, notice: Notice) -> None:
        match notice:
            case Began():
                await self._begin(notice)
            case Seated():
                await self._sit(notice)
            case Happened() | Settled() | Audited() | Dropped():
                await self._hear_game(notice)
            case DealtAgain():
                self._deal_again(notice)
            case Past():
                self.tally.past(notice)
            case Watched(number):
                self.front.watched(number)
            case Ended():
                await self._end(notice)
            case _:
                self._hear_people(notice)

    async def _sit(self, notice: Seated) -> None:
        """Tell who sits there, and once by which rules."""
        self.name, self.table = notice.me or self.name, notice.table
        self.seats = notice.names
        self.front.seated(notice)
        rules = await self.do(lambda session, now: session.rules)
        if rules is not None and rules != self._agreed:
            self._agreed = rules
            self.front.agreed(rules)

    def _hear_people(self, notice: LeftOut | Waiting | Away | Back | PlayAgain | Linked | Said | Fault) -> None:
        front = self.front
        match notice:
            case PlayAgain():
                front.rematch(notice)
            case Linked(states):
                self.links = states
                front.linked(states)
            case Said(name, text):
                if name not in self.muted:
                    front.said(name, text)
            case LeftOut():
                front.left_out(notice)
            case Waiting(names):
                front.waiting(names)
            case Away(names, seconds, ending):
                front.away(names, seconds, ending)
            case Back(names):
                front.back(names)
            case Fault():
                self.tally.fault(notice)
                front.fault(notice)

    async def _hear_game(self, notice: Happened | Settled | Audited | Dropped) -> None:
        front = self.front
        match notice:
            case Happened(_, events):
                self.tally.happened(events)
                if any(isinstance(event, Played) for event in events):
                    self._played_at = asyncio.get_running_loop().time()
                if self._ai is not None:
                    self._ai.happened(events)
                self._untold.append(notice)
            case Settled():
                self._changed.set()
                await self._tell()
                if self._ai is not None:
                    self._ai.settled()
                await self._settle()
            case Audited():
                table = await self.look()
                scores = dict(zip(table.seats, table.scores, strict=True)) if table else {}
                summary = self.tally.audited(notice)
                if summary is not None:
                    front.round_over(summary)
                front.audited(notice, scores)
            case Dropped():
                self._changed.set()
                front.dropped(notice)
                if self._ai is not None:
                    self._ai.dropped()
                await self._settle(again=True)

    def _deal_again(self, notice: DealtAgain) -> None:
        # What the slot that broke off has brought is void, and its places are those of other cards now.
        self._untold.clear()
        self.tally.dealt_again()
        self._changed.set()
        self.front.dealt_again(notice)
        if self._observers is not None:
            self._observers.dealt_again(notice)
        if self._ai is not None:
            self._ai.dropped()

    async def _tell(self) -> None:
        """Tell what happened, now that what it brought to our hand can be read."""
        table = await self.look()
        untold, self._untold = self._untold, []
        if table is not None:
            for notice in untold:
                self.front.happened(notice, table, self._me)
                if self._observers is not None:
                    self._observers.happened(table, notice.events, self._me)

    async def _settle(self, *, again: bool = False) -> None:
        """Show the settled table; word of a slot may come when the next one is settled too: each is shown once."""
        seen = await self.look_at_what_is_told()
        if seen is None:
            return
        table, slot = seen
        # Of two seats one may have been put out meanwhile: then it is over, and of what was dealt nothing lies there.
        if table.settled and table.discard and (again or slot != self._shown):
            self._shown = slot
            self.front.settled(View(table, self._me))

    async def _begin(self, notice: Began) -> None:
        rules = await self.do(lambda session, now: session.rules)
        self._me, self._rules, self.name = notice.me, rules, notice.seats[notice.me]
        self.seats = notice.seats
        if rules is None:
            return
        self.begun.set()
        self._untold.clear()
        self._shown = -1
        self.tally.began(notice, rules)
        self.front.began(notice, rules, self.others())
        if self._observers is not None:
            self._observers.started(notice.seats, rules, notice.me)
        if self.player is not None:
            guard = Seat(
                self.player,
                notice.me,
                notice.seats,
                rules,
                seed=secrets.token_hex(16),
                on_fault=self._failure(),
                tier=self._tier,
            )
            self._ai = AiSeat(guard, self.look_at_what_is_told, self.act, self._pace)
            self._playing = asyncio.create_task(self._ai.run())

    def _failure(self) -> Callable[[PlayerFault], None]:
        """What the guard calls from its thread."""
        loop = asyncio.get_running_loop()

        def tell(fault: PlayerFault) -> None:
            self.front.player_failed(self.name, fault.kind.value, fault.text)
            if self._observers is not None:
                self._observers.failed(fault)

        def failed(fault: PlayerFault) -> None:
            with suppress(RuntimeError):  # the program has ended meanwhile
                loop.call_soon_threadsafe(tell, fault)

        return failed

    async def _end(self, notice: Ended) -> None:
        self.ended = notice
        self._changed.set()
        await self._tell()
        table = await self.look()
        await self._stop_playing(table.match_result if table else None)

    async def _stop_playing(self, result: MatchResult | None) -> None:
        if self._playing is not None:
            self._playing.cancel()
            await asyncio.gather(self._playing, return_exceptions=True)
        if self._ai is not None:
            self._ai.finish(result)
            self._ai = None


def _picture(session: Session, now: float) -> Table | None:
    del now
    return None if session.referee is None else session.referee.table.clone()


def _picture_of_slot(session: Session, now: float) -> tuple[Table, int] | None:
    table = _picture(session, now)
    return None if table is None else (table, session.status[0])


def _ready(table: Table) -> bool:
    return table.over or table.settled
