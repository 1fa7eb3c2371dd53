"""The thread that sessions live in, and a second one for the chores they hand out.

Everything that happens to a session goes into one inbox; the worker takes it in order, one turn at a time, and
what the session has to say comes back as a `Turn`. So proofs take as long as they take while the event loop goes
on reading, answering probes and sending heartbeats. Nobody else ever touches the session. Chores touch nothing of it:
shuffles are checked and prepared beside the game, and what came of it goes into the inbox. Mostly there is one session
in a process; where there are several (AI players that play at home) they share the two threads, so that what one has
checked no other needs to check at the same moment. Must never touch a link.
"""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, TypeVar

from ..announcing import TableInfo
from ..chores import Chore, Done
from ..errors import PeerFault
from ..messages import Member
from ..notices import Notice
from ..session import Session
from .mesh import Frame, LinkDown, LinkUp, MeshEvent, Pulse, Rumour

REST_SECONDS: Final = 0.005  # what a session that wants to be called at once has to wait for

WAITING_FRAMES: Final = 2_000  # of one member, or of all strangers together, while a turn goes on; its bytes too
WAITING_BYTES: Final = 2_000_000
STRANGERS: Final = b""

_SESSIONS: Final = ThreadPoolExecutor(1, thread_name_prefix="sessions")
_CHORES: Final = ThreadPoolExecutor(1, thread_name_prefix="chores")

T = TypeVar("T")
Keep = Callable[[list[bytes], bool], None]
Call = Callable[[Session, float], Any]
Item = MeshEvent | tuple[Call, asyncio.Future[Any]]
Answer = tuple[asyncio.Future[Any], Any, Exception | None]


@dataclass(frozen=True, slots=True)
class Turn:
    """What one turn has given: everything the event loop has to carry away.

    `seats` is the letter with the list of members. `faults` are the peers whose bytes no honest program sends;
    `outcome` is "" while the session goes on, and `done` says that nobody needs us any more.
    """

    outbox: list[tuple[bytes | None, bytes]]
    notices: list[Notice]
    recorded: list[bytes]
    seats: bytes | None
    faults: list[bytes]
    status: tuple[int, bytes]
    info: TableInfo | None
    members: tuple[Member, ...]
    playing: bool
    outcome: str
    done: bool


class Worker:
    """One session in its thread, then what follows it; `put` what happens, `do` what is wanted, `turn` by turn, `end`.

    `keep(entries, sent)` is called in the thread with what the journal has to hold before anything of the turn is sent,
    and whether anything is.
    """

    def __init__(self, session: Session, keep: Keep = lambda entries, sent: None) -> None:
        self._session, self._keep = session, keep
        self._inbox: list[Item] = []
        self._waiting: dict[bytes, tuple[int, int]] = {}
        self._alive: set[bytes] = set()
        self._wake = asyncio.Event()
        self._loop = asyncio.get_running_loop()
        self._deadline = 0.0
        self._ended = False

    def put(self, event: MeshEvent, *, member: bool = True) -> bool:
        """Add something that happened; False where more of one peer's frames wait than any honest one sends.

        Who is no member shares with all others who are none: a new key costs a stranger nothing.
        """
        if isinstance(event, Frame):
            whose = event.key if member else STRANGERS
            frames, size = self._waiting.get(whose, (0, 0))
            if frames >= WAITING_FRAMES or size + len(event.payload) > WAITING_BYTES:
                return False
            self._waiting[whose] = frames + 1, size + len(event.payload)
        elif isinstance(event, Pulse | Rumour):
            if event.key in self._alive:
                return True
            self._alive.add(event.key)
        self._inbox.append(event)
        self._wake.set()
        return True

    def wake(self) -> None:
        """Let the turn that is waited for come now."""
        self._wake.set()

    async def do(self, call: Callable[[Session, float], T]) -> T:
        """Let the worker call `call(session, now)` and give what it gives; raises what it raises."""
        if self._ended:
            return call(self._session, self._loop.time())  # there is no thread any more that it could meet
        future: asyncio.Future[T] = self._loop.create_future()
        self._inbox.append((call, future))
        self._wake.set()
        return await future

    async def turn(self) -> Turn:
        """Wait until something happened or the session wants to be called, and let it work."""
        with suppress(TimeoutError):
            async with asyncio.timeout_at(self._deadline):
                await self._wake.wait()
        self._wake.clear()
        items, self._inbox = self._inbox, []
        self._waiting.clear()
        self._alive.clear()
        try:
            turn, chore, answers, deadline = await self._loop.run_in_executor(
                _SESSIONS, self._work, items, self._loop.time()
            )
        except BaseException:
            _cancel(items)
            raise
        if chore is not None:
            self._loop.run_in_executor(_CHORES, chore).add_done_callback(partial(self._bring, self._session))
        self._deadline = max(deadline, self._loop.time() + REST_SECONDS)
        for future, value, error in answers:
            if not future.done():
                if error is None:
                    future.set_result(value)
                else:
                    future.set_exception(error)
        return turn

    def end(self) -> None:
        """Take nothing any more; what nobody took is cancelled."""
        self._ended = True
        _cancel(self._inbox)
        self._inbox = []

    def _bring(self, asked: Session, done: asyncio.Future[Done]) -> None:
        """Put what a chore of a session has given into the inbox; where another one followed it is of no use."""
        if self._ended or done.cancelled() or asked is not self._session:
            return
        result = done.result()
        self._inbox.append((lambda session, now: session.finish(result, now), self._loop.create_future()))
        self._wake.set()

    def _work(self, items: Sequence[Item], now: float) -> tuple[Turn, Chore | None, list[Answer], float]:
        """In the thread: let the session take what came, and gather what it has to say and to be done."""
        session = self._session
        answers: list[Answer] = []
        faults: list[bytes] = []
        for item in items:
            if isinstance(item, tuple):
                call, future = item
                try:
                    answers.append((future, call(session, now), None))
                except Exception as error:  # it is for whoever asked
                    answers.append((future, None, error))
            else:
                try:
                    _tell(session, item, now)
                except PeerFault:
                    faults.append(item.key)
            session = self._session = session.next or session
        session.tick(now)
        session = self._session = session.next or session
        outbox, session.outbox = session.outbox, []
        notices, session.notices = session.notices, []
        recorded, session.recorded = session.recorded, []
        journaled, session.journaled = session.journaled, []
        if journaled:
            self._keep(journaled, bool(outbox))
        seats = session.lobby.seats
        turn = Turn(
            outbox,
            notices,
            recorded,
            session.lobby.seats_letter,
            faults,
            session.status,
            session.info,
            seats.members if seats else (),
            session.referee is not None,
            (session.outcome or "") if session.over else "",
            session.may_go(now),
        )
        return turn, session.chore(), answers, session.next_deadline(now)


def _tell(session: Session, event: MeshEvent, now: float) -> None:
    match event:
        case Frame():
            session.receive(event.key, event.payload, now)
        case Pulse() | Rumour():
            session.heard(event.key, now)
        case LinkUp():
            session.linked(event.key, now)
        case LinkDown():
            session.unlinked(event.key, now)


def _cancel(items: Sequence[Item]) -> None:
    for item in items:
        if isinstance(item, tuple):
            item[1].cancel()
