"""The referee: charter, deal, table and log of one session, fed with letters, and with nothing secret.

Theory of operation. A session is a row of slots. Everything in it is a letter at an address, and at any
moment some addresses stand open: the referee knows which message of which seat belongs there (`tasks`),
judges it, and enters it. When nothing stands open any more it takes the next step by itself, as the table
`phases.MACHINE` has it.

Three things can be wrong with a letter. What its own sender can be blamed for, by this letter or by two, is a
fault, and the match ends with the blame (`blame`). What shows only that sender and we do not hold the same
log (another head, another transcript, an event we have not seen, something due of which we know nothing) is a
*doubt*: the letter waits, `quarrels` asks for our side of the log to be sent there, and the letter that somebody
signed twice comes to light. What belongs to no open address is passed over. Nobody is blamed for what might be
another's doing; and what one honest peer takes for a fault all others do, whatever they have done since: so a
second letter is one however late it comes, and even when its signer has left.

A card that opens to no face although all shares were right means that somebody mixed wrongly; then the slot
ends where it is, seeds are shown, and the audit names who it was.

Must never know which seat is ours, what time it is, or any secret.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from ..core.events import Event as Happening
from ..core.moves import Draw, Jump, Leave, Move, rank
from ..core.table import Table
from . import wire
from .audit import Grade
from .charter import check_charter, first_dealer, rules_of, session_of
from .errors import Malformed, Misuse, PeerFault
from .letter import Letter
from .log import DEAL, DUE, SLOT, Admission, Log, in_order
from .messages import (
    LETTERS,
    Address,
    Charter,
    Close,
    DealBody,
    Dealt,
    DueBody,
    Event,
    GameBody,
    Remix,
    Seed,
    Yield,
)
from .notices import Result
from .owed import Owed
from .phases import MACHINE, Applied, Changed, News, Phase, RoundAudited, SlotSettled, Task, address_of
from .record import Blame
from .rounds import Round
from .spelling import to_core


class Referee:
    """One session as anybody can follow it.

    Raises PeerFault for a charter that is not what its nonces and rules say. `decision` is the slot whose settling
    gave the seat to act what it has to decide now: calls and catches of others since then are no new decision.
    `news`, and `quarrels` (seat to be sent our letters of a slot), are for the caller to empty; so is `round.met`.
    """

    def __init__(self, charter: Charter) -> None:
        check_charter(charter)
        self.session = session_of(charter)
        self.names = tuple(seat.name for seat in charter.seats)
        self.keys = tuple(seat.key for seat in charter.seats)
        self.dealer, self.draws = first_dealer(charter)
        self.log = Log(self.session, range(len(self.keys)))
        self.phase = Phase.SEED  # A match begins like the round after an audit.
        self.tasks: dict[Address, Task] = {}
        self.grade = Grade.CLEAN
        self.blame: Blame | None = None
        self.rounds = 0
        self.decision = 0
        self.news: list[News] = []
        self.quarrels: list[tuple[int, int]] = []
        self._deals = 0
        self._signed: bytes | None = None
        self._doubts: dict[Address, Letter] = {}
        self._queue: list[tuple[int, Move]] = []
        self._leavers: set[int] = set()
        self._step = 0
        self._asked: tuple[object, ...] = ()
        self._begin_round(Table(rules_of(charter.rules), self.names, self.dealer))

    # What others may read.

    @property
    def over(self) -> bool:
        """Whether nothing is awaited any more: the match ended, or a fault ended it."""
        return self.phase is Phase.OVER

    @property
    def table(self) -> Table:
        """The table of the round."""
        return self.round.table

    @property
    def members(self) -> tuple[int, ...]:
        """The seats of the epoch."""
        return self.log.members

    def seat_of(self, key: bytes) -> int | None:
        """Give the seat of an identity key."""
        return self.keys.index(key) if key in self.keys else None

    def task_of(self, seat: int) -> Task | None:
        """Give the first thing that is awaited from a seat."""
        return next((self.tasks[address] for address in self.log.open if address.seat == seat), None)

    def awaited(self) -> tuple[int, ...]:
        """Give the seats of which something is awaited."""
        return tuple(sorted({address.seat for address in self.log.open}))

    def place_of(self, address: Address) -> tuple[int, ...]:
        """Say where a proof stands in the protocol: (deal step,), (slot,) or (slot, step, part)."""
        if address.stage == DEAL:
            return (address.step,)
        return (self.log.slot,) if address.stage == SLOT else (self.log.slot, address.step, address.part)

    def events(self) -> tuple[Letter, ...]:
        """Give the events of the open slot that are here."""
        return tuple(letter for letter in self.log.of_stage(SLOT) if isinstance(letter.body, Event))

    @property
    def doubted(self) -> tuple[int, ...]:
        """The seats of which a letter of the open slot waits to be understood."""
        return tuple(sorted({address.seat for address in self._doubts}))

    @property
    def digest(self) -> bytes:
        """The digest of the public table as the open slot began, or after the last one."""
        return self._digest

    def result(self) -> Result:
        """Say how the match stands.

        After the last slot `head` is the one that all have signed in it: nobody signs that of the last slot itself, so
        there a cheat could still show everybody another one.
        """
        table = self.table
        match = table.match_result
        return Result(
            self.session,
            self.names,
            self.rounds,
            dict(zip(self.names, table.scores, strict=True)),
            tuple(self.names[seat] for seat in match.winners) if match else (),
            self.log.slot,
            self._signed or self.log.head,
            self._digest,
            self.grade.word,
        )

    # Letters.

    def take(self, letter: Letter) -> Admission:
        """Take a letter, judge it if its address stands open, and go on as far as that leads."""
        body = letter.body
        if self.over or not isinstance(body, GameBody) or body.session != self.session:
            return Admission.PASSED
        seat = self.seat_of(letter.sender)
        if seat is None:
            return Admission.PASSED
        admission = Admission.OPEN
        try:
            if body.seat != seat:
                raise PeerFault("wrong-seat")
            if seat not in self.members and body.slot >= self.log.slot:
                return Admission.PASSED
            admission = self._admit(letter, body)
        except PeerFault as fault:
            self._accuse(seat, fault, letter)
        self._run()
        return admission

    def take_malformed(self, data: bytes) -> None:
        """Look at a letter whose body cannot be read: a fault of its signer if it was meant for this session.

        Only then: the same key may sign what we do not know at another table, by another program.
        """
        try:
            envelope = wire.decode(data, *LETTERS)
            fields = wire.peek(envelope.body)
        except Malformed:
            return
        seat = self.seat_of(envelope.sender)
        if not self.over and seat is not None and len(fields) > 1 and fields[1] == self.session:
            self._blame(seat, "malformed-body", (data,))

    def _admit(self, letter: Letter, body: GameBody) -> Admission:
        address = address_of(body)
        doubted = self._doubts.get(address)
        if doubted is not None and body.slot == self.log.slot:
            if doubted.data == letter.data:
                return Admission.HELD
            raise PeerFault("equivocation", (doubted.data, letter.data))
        admission = self.log.admit(letter, body.slot, address)
        if admission is Admission.OPEN:
            self._enter(letter, body, address)
        elif admission is Admission.PASSED and address.stage == DUE and body.slot == self.log.slot - 1:
            self.quarrels.append((address.seat, body.slot))
        return admission

    def _enter(self, letter: Letter, body: GameBody, address: Address) -> None:
        """Judge a letter whose address stands open; raises PeerFault."""
        task = self.tasks[address]
        slot = self.log.slot
        if body.epoch != self.log.epoch or body.head != task.head:
            self._doubt(letter, address, slot if address.stage == DUE else slot - 1)
        elif not isinstance(body, task.kinds):
            raise PeerFault("unexpected-message")
        elif isinstance(body, Yield) and not self._has_seen(body):
            # Perhaps the event is only late, so nobody is asked yet.
            self._doubts[address] = letter
        elif isinstance(body, Dealt) and body.transcript != self.round.deal.transcript_hash():
            self._doubt(letter, address, slot)
        else:
            self._judge(letter, body, task)
            self.log.put(letter, address)

    def _judge(self, letter: Letter, body: GameBody, task: Task) -> None:
        """Judge what a letter says; raises PeerFault."""
        place = self.place_of(task.address)
        if isinstance(body, Event | Close) and body.table != self._digest:
            raise PeerFault("table-digest")
        if isinstance(body, DealBody):
            self.round.judge_deal(body, place)
        elif isinstance(body, Event):
            self.round.judge_event(body, place)
        elif isinstance(body, DueBody) and task.owed is not None:
            self.round.judge_due(letter, body, task.owed, place)
        elif isinstance(body, Seed) and len(body.seed) not in (0, 32):
            raise PeerFault("seed-length")

    # Doubts and blame.

    def _doubt(self, letter: Letter, address: Address, slot: int) -> None:
        self._doubts[address] = letter
        self.quarrels.append((address.seat, slot))

    def _has_seen(self, body: Yield) -> bool:
        return {letter.digest for letter in self.events()} >= set(body.seen)

    def _cleared(self) -> Letter | None:
        """Take out a yield whose events have all come by now."""
        for address, letter in self._doubts.items():
            body = letter.body
            if isinstance(body, Yield) and body.head == self.log.head and self._has_seen(body):
                return self._doubts.pop(address)
        return None

    def _press_doubts(self) -> None:
        """When nothing but doubts stands open, those who doubt get to see what we hold."""
        if self._doubts and set(self.log.open) == set(self._doubts):
            for address, letter in self._doubts.items():
                quarrel = (address.seat, self.log.slot)
                if isinstance(letter.body, Yield) and quarrel not in self.quarrels:
                    self.quarrels.append(quarrel)

    def _accuse(self, seat: int, fault: PeerFault, letter: Letter) -> None:
        self._blame(seat, fault.reason, fault.evidence or (letter.data,))

    def _blame(self, seat: int, reason: str, evidence: tuple[bytes, ...]) -> None:
        if self.blame is None:
            self.blame = Blame(self.log.slot, seat, reason, evidence)
            self._turn(Phase.OVER)

    # The machine.

    def _run(self) -> None:
        """Enter what came early, clear doubts, and take every step for which nothing stands open."""
        while not self.over:
            letter = self.log.due_now() or self._cleared()
            if letter is not None and isinstance(letter.body, GameBody):
                try:
                    self._enter(letter, letter.body, address_of(letter.body))
                except PeerFault as fault:
                    self._accuse(letter.body.seat, fault, letter)
            elif self.log.open:
                self._press_doubts()
                return
            else:
                self._step_on()

    def _step_on(self) -> None:
        after: Mapping[Phase, Callable[[], None]] = {
            Phase.COMMIT: lambda: self._open(Phase.KEY, 1, self.members),
            Phase.KEY: self._mix,
            Phase.MIX: self._mix,
            Phase.DEALT: self._start,
            Phase.PLAY: self._line_up,
            Phase.DUES: self._disclose,
            Phase.SEED: self._audit,
            Phase.CLOSE: self._close,
        }
        after[self.phase]()

    def _open(self, phase: Phase, step: int, seats: Iterable[int]) -> None:
        """Begin a phase: one letter of each of these seats."""
        self._turn(phase)
        row = MACHINE[phase]
        self._expect(Task(Address(row.stage, step, seat, 0), row.kinds, self.log.head) for seat in seats)

    def _turn(self, phase: Phase) -> None:
        if phase not in (*MACHINE[self.phase].then, Phase.OVER):
            raise Misuse(f"{phase.value} does not follow on {self.phase.value}")
        self.phase = phase

    def _expect(self, tasks: Iterable[Task]) -> None:
        for task in tasks:
            self.tasks[task.address] = task
            self.log.expect((task.address,))

    def _begin_round(self, table: Table) -> None:
        self._deals += 1
        self.round = Round(self.session, self._deals, self.members, table)
        self._digest = table.digest()
        self._open(Phase.COMMIT, 0, self.members)

    def _mix(self) -> None:
        mixing = self.round.deal.mixing
        if mixing is None:
            self._open(Phase.DEALT, 0, self.members)
        else:
            self._open(Phase.MIX, 2 + mixing, (mixing,))

    def _start(self) -> None:
        self._turn(Phase.DUES)
        self._tell(self.round.start())

    def _line_up(self) -> None:
        """All have spoken: line up the events by rank and distance, both as the slot began."""
        moves = {
            letter.body.seat: to_core(letter.body.move) for letter in self.events() if isinstance(letter.body, Event)
        }
        order = in_order(((rank(move), seat) for seat, move in moves.items()), self.table.distance)
        self._queue = [(seat, moves[seat]) for _, seat in order]
        if any(rank(move) in (rank(Jump(0)), rank(Draw())) for move in moves.values()):
            self._asked = ()  # Whatever is asked next is another question, even if it sounds the same.
        self.round.line_up()
        self._turn(Phase.DUES)

    def _disclose(self) -> None:
        """Meet the item that is complete; then the next item, the next event, or the end of the slot."""
        if self.round.wrecked:
            self._settle()
            self._open(Phase.SEED, 0, self.members)
        elif self.round.deal.mixing is not None:
            self._expect_due([Owed(self.round.deal.mixing, 0, Remix)])
        elif self.round.item_open:
            self._step += 1
            self._tell(self.round.meet())
        elif self.table.dues:
            # Who leaves in this slot still owes what is due, but holds no key of what is mixed from now on.
            staying = tuple(seat for seat in self.members if seat not in self._leavers)
            self._expect_due(self.round.begin_item(self.members, staying))
        elif self._queue:
            self._apply(*self._queue.pop(0))
        else:
            self._settle()
            self._open(Phase.SEED if self.table.over else Phase.PLAY, 0, self.members)

    def _expect_due(self, dues: Iterable[Owed]) -> None:
        # What is due depends on everything before it in the slot: who holds other letters sees another head.
        head = self.log.so_far()
        self._expect(Task(Address(DUE, self._step, owed.seat, owed.part), (owed.kind,), head, owed) for owed in dues)

    def _apply(self, seat: int, move: Move) -> None:
        refused, events = self.round.apply(seat, move)
        self.news.append(Applied(seat, move, refused))
        if refused is None and isinstance(move, Leave):
            self._leavers.add(seat)
        self._tell(events)

    def _settle(self) -> None:
        """End the slot, and with it the epoch of a seat that left."""
        slot = self.log.slot
        self.quarrels += [(seat, slot) for seat in self.log.never_opened()]
        rest = [seat for seat in self.members if seat not in self._leavers] if self._leavers else None
        settled = self.log.settle(rest)
        if self.table.settled:  # A wrecked round stops in the middle of something; then the last digest stands.
            self._digest = self.table.digest()
        asked = (self.table.round, self.table.turn, self.table.phase)
        if asked != self._asked:
            self._asked, self.decision = asked, slot
        self._leavers, self._queue, self._step = set(), [], 0
        self.tasks.clear()
        self._doubts.clear()
        self.news.append(SlotSettled(slot, self.log.head, tuple(settled)))

    def _audit(self) -> None:
        """Audit the round; then the next one, or the end of the match."""
        seeds = {letter.body.seat: letter for letter in self.log.of_stage(SLOT) if isinstance(letter.body, Seed)}
        report = self.round.audit(seeds)
        self.grade = max(self.grade, report.grade)
        self.rounds += not self.round.wrecked
        self._settle()
        self.news.append(RoundAudited(self.table.round, report))
        for finding in report.findings:
            self._blame(finding.seat, finding.reason, finding.evidence)
        if self.over:
            return
        if self.round.wrecked:
            # Somebody mixed wrongly and would not show the seed that proves it: no result, and no blame.
            self._turn(Phase.OVER)
        elif self.table.match_over:
            self._open(Phase.CLOSE, 0, self.members)
        else:
            self._begin_round(self.table.next_round())

    def _close(self) -> None:
        self._signed = self.log.head
        self._settle()
        self._turn(Phase.OVER)

    def _tell(self, events: Sequence[Happening]) -> None:
        if events:
            self.news.append(Changed(self.log.slot, tuple(events)))
