"""The referee: charter, deals, table and log of one session, fed with letters, and with nothing secret.

Theory of operation. A session is a row of slots, and beside it a row of deals. Everything in them is a letter at an
address, and at any moment some addresses stand open: it is known which message of which seat belongs there
(`tasks_of`), it is judged, and entered. When nothing stands open any more the referee takes the next step by itself, as
the table `phases.MACHINE` has it. Only proofs of shuffles are checked when somebody has time: `checks` says what is to
be checked, `proved` takes what came of it, and nothing is opened before.

Three things can be wrong with a letter. What its own sender can be blamed for, by this letter or by two, is a fault:
the round is void, and the others go on without that seat, once all of them have signed so (`blames`). What shows only
that sender and we do not hold the same log (another head, another deal, an event we have not seen, something due of
which we know nothing) is a *doubt*: the letter waits, `quarrels` asks for our side of the log to be sent there, and the
letter that somebody signed twice comes to light. What belongs to no open address is passed over. Nobody is blamed for
what might be another's doing; and what one honest peer takes for a fault all others do, whatever they have done since:
so a second letter is one however late it comes, and even when its signer has left. While a seat is being put out only
that is agreed on; a second fault meanwhile ends the match.

A card that opens to no face although all proofs were right would mean that a proof says less than it should; then the
slot ends where it is, seeds are shown, and the audit names who it was.

Must never know which seat is ours, what time it is, or any secret.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from ..core.events import Event as Happening
from ..core.leaving import put_out
from ..core.moves import Draw, Jump, Leave, Move, rank
from ..core.scoring import surely_last
from ..core.table import Table
from . import wire
from .audit import Grade
from .charter import check_charter, first_dealer, rules_of, session_of
from .deal.deal import Deal
from .deal.proving import Unproved
from .dealing import Dealing
from .docket import Docket
from .errors import Malformed, Misuse, PeerFault
from .expulsion import APART, agree, near
from .letter import Letter
from .log import DEAL, DUE, EXPULSION, SLOT, Admission, Log, in_order
from .messages import (
    LETTERS,
    Address,
    Charter,
    Close,
    DealBody,
    Dealt,
    DueBody,
    Event,
    Expel,
    GameBody,
    LeaveMove,
    Remix,
    Seed,
    SlotBody,
    Want,
    Yield,
)
from .notices import Result
from .owed import Owed
from .phases import (
    MACHINE,
    Applied,
    Blamed,
    Changed,
    News,
    Phase,
    PutOut,
    RoundAudited,
    SlotSettled,
    Task,
    address_of,
)
from .record import Blame
from .rounds import Round
from .spelling import to_core


class Referee:
    """One session as anybody can follow it.

    Raises PeerFault for a charter that is not what its nonces and rules say. `decision` is the slot whose settling
    gave the seat to act what it has to decide now: calls and catches of others since then are no new decision.
    `reshuffled` is the last slot with a reshuffle: some may still be checking it in the slot after.
    `news` is for the caller to empty, and so are `round.met` and the `quarrels` of both dockets.
    """

    def __init__(self, charter: Charter) -> None:
        check_charter(charter)
        self.session = session_of(charter)
        self.names = tuple(seat.name for seat in charter.seats)
        self.keys = tuple(seat.key for seat in charter.seats)
        self.dealer, self.draws = first_dealer(charter)
        self.log = Log(self.session, range(len(self.keys)))
        self.docket = Docket(self.log)
        table = Table(rules_of(charter.rules), self.names, self.dealer)
        self.dealing = Dealing(self.session, table.inventory, tuple(sheet.name for sheet in table.sheets))
        self.phase = Phase.SEED  # A match begins like the round after an audit.
        self.grade = Grade.CLEAN
        self.blames: list[Blame] = []
        self.rounds = 0
        self.decision = -1
        self.reshuffled = -2
        self.news: list[News] = []
        self._begun: dict[int, Table] = {}
        self._signers: dict[int, set[int]] = {}
        self._leaves: dict[int, Letter] = {}
        self._counted = {0: 0}  # how many rounds had been played as the open slot began, and the one before
        self._told: list[Letter] = []
        self._waved: int | None = None  # who was proved at fault in the very last slot, and is only left out of it
        self._dealt: list[Letter] = []
        self.dealt = b""  # the hash of all letters of the deal
        self._signed: bytes | None = None
        self._queue: list[tuple[int, Move]] = []
        self._leavers: set[int] = set()
        self._step = 0
        self._asked: tuple[object, ...] = ()
        self._begin_round(table)
        self._run()

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

    @property
    def barred(self) -> frozenset[int]:
        """The seats that were proved at fault: nothing of them counts any more."""
        return frozenset(blame.seat for blame in self.blames)

    def has_left(self, seat: int) -> bool:
        """Whether a seat is no member any more, or has left in a slot that was broken off."""
        return seat not in self.members or (self.phase is Phase.EXPEL and seat in self._leaves)

    def given_up(self, seat: int) -> bool:
        """Whether all others, two at least, have signed that they go on without this seat."""
        others = set(self.members) - {seat}
        return len(others) > 1 and self._signers.get(seat, set()) >= others

    def seat_of(self, key: bytes) -> int | None:
        """Give the seat of an identity key."""
        return self.keys.index(key) if key in self.keys else None

    def tasks_of(self, seat: int) -> list[Task]:
        """Give the first thing that is awaited from a seat in each row, slots before deals."""
        tasks = (docket.task_of(seat) for docket in self.dockets)
        return [task for task in tasks if task is not None]

    @property
    def dockets(self) -> tuple[Docket, Docket]:
        """The two rows: slots and deals."""
        return self.docket, self.dealing.docket

    @property
    def waits_for(self) -> Docket:
        """The row for which the game waits: that of deals before a round, else that of slots."""
        return self.dealing.docket if self.phase is Phase.DEAL else self.docket

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
        return self.docket.doubted

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
        if seat is None or seat in self.barred:
            return Admission.PASSED
        if self.phase is Phase.EXPEL and not isinstance(body, Expel):
            self._let_go(letter)
            self._run()
            return Admission.PASSED
        admission = Admission.OPEN
        try:
            if body.seat != seat:
                raise PeerFault("wrong-seat")
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
        meant = seat is not None and len(fields) > 1 and fields[1] == self.session
        if meant and seat is not None and not self.over and self.phase is not Phase.EXPEL:
            self._blame(seat, "malformed-body", (data,))
            self._run()

    def _admit(self, letter: Letter, body: GameBody) -> Admission:
        if isinstance(body, Expel):
            return self._admit_expel(letter, body)
        row = self.dealing.docket.log if isinstance(body, DealBody) else self.log
        number = body.deal if isinstance(body, DealBody) else body.slot
        if body.seat not in row.members and number >= row.slot:
            return Admission.PASSED
        if isinstance(body, DealBody):
            return self.dealing.take(letter, body)
        address = address_of(body)
        admission = self.docket.admit(letter, body.slot, address)
        if admission is Admission.OPEN:
            self._enter(letter, body, address)
        elif admission is Admission.PASSED and address.stage == DUE and body.slot == self.log.slot - 1:
            self.docket.quarrels.append((address.seat, body.slot))
        return admission

    def _admit_expel(self, letter: Letter, body: Expel) -> Admission:
        if abs(body.epoch - self.log.epoch) > APART or body.seat not in self.members:
            return Admission.PASSED
        current = self.blames[-1].seat if self.phase is Phase.EXPEL else self._waved
        if body.accused in self.barred and body.accused != current:
            return Admission.PASSED
        self._signers.setdefault(body.accused, set()).add(body.seat)
        if body.accused == self._waved:
            self._begin_expulsion(body.accused)  # Somebody has not got as far as the last slot.
        address = address_of(body)
        admission = self.docket.admit(letter, self.log.slot, address)
        if admission is Admission.OPEN:
            self._enter(letter, body, address)
        if self.phase is Phase.EXPEL and any(
            signers - {accused, self.blames[-1].seat} and accused != self.blames[-1].seat
            for accused, signers in self._signers.items()
        ):
            # Somebody else is at fault too, or is said to be: there is nothing left that all could agree on.
            self._turn(Phase.OVER)
        return admission

    def _let_go(self, letter: Letter) -> None:
        """Nobody waits for the consent of a seat that has left in a slot which is broken off."""
        body = letter.body
        if isinstance(body, Event) and isinstance(body.move, LeaveMove) and abs(body.slot - self.log.slot) <= APART:
            self._leaves[body.seat] = letter
            self.docket.drop(Address(EXPULSION, self.blames[-1].seat, body.seat, 0))

    def _enter(self, letter: Letter, body: GameBody, address: Address) -> None:
        """Judge a letter whose address stands open; raises PeerFault."""
        task = self.docket.tasks[address]
        slot = self.log.slot
        if isinstance(body, Expel):
            if self._believes(body):
                self.log.put(letter, address)
        elif isinstance(body, Close) and self._waved is not None and body.head != task.head:
            self._begin_expulsion(self._waved)  # The accused has told us different things before the last slot.
        elif body.epoch != self.log.epoch or body.head != task.head:
            self.docket.doubt(letter, address, slot if address.stage == DUE else slot - 1)
        elif not isinstance(body, task.kinds):
            raise PeerFault("unexpected-message")
        elif isinstance(body, Yield) and not self._has_seen(body):
            # Perhaps the event is only late, so nobody is asked yet.
            self.docket.doubts[address] = letter
        elif isinstance(body, Dealt) and body.transcript != self.dealt:
            self.docket.doubt(letter, address, slot)
            self.dealing.docket.quarrels.append((address.seat, self.round.deal.number))
        else:
            self._judge(letter, body, task)
            self.log.put(letter, address)

    def _believes(self, body: Expel) -> bool:
        """Whether its sender can be where it says: it has not spoken in a slot that it has not got to."""
        spoken = any(
            letter.body.seat == body.seat for letter in self.log.of_stage(SLOT) if isinstance(letter.body, SlotBody)
        )
        if spoken and body.slot < self.log.slot:
            return False
        return near(body, self.log.epoch, self.dealing.number, self.log.slot, self._counted)

    def _judge(self, letter: Letter, body: GameBody, task: Task) -> None:
        """Judge what a letter says; raises PeerFault."""
        place = self.place_of(task.address)
        if isinstance(body, Event | Close) and body.table != self._digest:
            raise PeerFault("table-digest")
        if isinstance(body, Event):
            self.round.judge_event(body, place)
        elif isinstance(body, DueBody) and task.owed is not None:
            self.round.judge_due(letter, body, task.owed, place)
        elif isinstance(body, Seed) and len(body.seed) not in (0, 32):
            raise PeerFault("seed-length")

    # Proofs of shuffles.

    def checks(self) -> list[tuple[Deal, tuple[Unproved, ...]]]:
        """Give what is to be checked before anything of these deals is opened, the deal of the round first."""
        if self.over or self.phase is Phase.EXPEL:
            return []
        deals = dict.fromkeys((self.round.deal, self.dealing.deal))
        return [(deal, deal.unproved) for deal in deals if deal is not None and deal.unproved]

    def proved(self, deal: Deal, items: Sequence[Unproved], false: Unproved | None) -> None:
        """Take what checking these mixes of a deal has given: they hold, or one of them is false."""
        if not any(deal is known for known, _ in self.checks()):
            return  # It was thrown away meanwhile.
        if false is None:
            deal.confirm(items)
        else:
            letter = self._mix_of(deal, false.seat)
            if letter is not None:
                self._accuse(false.seat, PeerFault("bad-shuffle-proof"), letter)
        self._run()

    def _mix_of(self, deal: Deal, seat: int) -> Letter | None:
        if deal is self.dealing.deal:
            return self.dealing.letter_of_mix(seat)
        for letter in reversed(self.log.of_stage(DUE)):
            if isinstance(letter.body, Remix) and letter.body.seat == seat:
                return letter
        return None

    # Doubts and blame.

    def _has_seen(self, body: Yield) -> bool:
        return {letter.digest for letter in self.events()} >= set(body.seen)

    def _cleared(self) -> Letter | None:
        """Take out a yield whose events have all come by now."""
        for address, letter in self.docket.doubts.items():
            body = letter.body
            if not isinstance(body, Yield) or body.epoch != self.log.epoch or body.head != self.log.head:
                continue
            if self._has_seen(body):
                return self.docket.doubts.pop(address)
        return None

    def _press_doubts(self) -> None:
        """When nothing but doubts stands open, everybody gets to see what we hold: who doubts may be gone by now."""
        doubts, slot = self.docket.doubts, self.log.slot
        if doubts and set(self.log.open) == set(doubts):
            numbers = {slot if _rests_on_its_slot(letter.body) else slot - 1 for letter in doubts.values()}
            quarrels = [(seat, number) for number in sorted(numbers) for seat in self.members]
            self.docket.quarrels += [quarrel for quarrel in quarrels if quarrel not in self.docket.quarrels]

    def _accuse(self, seat: int, fault: PeerFault, letter: Letter) -> None:
        of_deal = isinstance(letter.body, DealBody)
        self._blame(seat, fault.reason, fault.evidence or (letter.data,), of_deal=of_deal)

    def _blame(self, seat: int, reason: str, evidence: tuple[bytes, ...], *, of_deal: bool = False) -> None:
        """A seat is proved at fault: the others put it out, or the match ends.

        What is `of_deal` can only be judged again with the letters of the deal that is being made.
        """
        if self.over or seat in self.barred:
            return
        blame = Blame(self.log.slot, seat, reason, evidence)
        self.blames.append(blame)
        self.grade = Grade.FAULTY
        if self.phase is Phase.EXPEL:
            self.news.append(Blamed(blame, tuple(self.log.of_stage(EXPULSION))))
            self._turn(Phase.OVER)
            return
        made = self.dealing.docket.log.letters() if of_deal else []
        self.news.append(Blamed(blame, (*self._dealt, *self._untold(), *made)))
        self._dealt, self._told = [], self.log.letters()
        if self.phase is Phase.CLOSE:
            self.docket.drop(Address(SLOT, 0, seat, 0))
        if self.phase is Phase.CLOSE and not self.docket.doubts:
            # All have the same result, and some are perhaps done with it: it stands, and the others sign it.
            self._waved = seat
        else:
            self._begin_expulsion(seat)

    def _untold(self) -> list[Letter]:
        """Give the letters of the open slot that the news has not told with a blame."""
        return [letter for letter in self.log.letters() if letter not in self._told]

    def _begin_expulsion(self, seat: int) -> None:
        """Ask all but the accused, and whoever leaves in this very slot, to sign that they go on without it."""
        self._waved = None
        for docket in self.dockets:
            docket.clear()
        letters = self.log.said()
        self._leaves = {one.body.seat: one for one in letters if isinstance(one.body, Event) and _leaves(one.body)}
        rest = [other for other in self.members if other != seat and other not in self._leaves]
        if len(rest) < 2:
            self._go_on(self.table, rest)
        else:
            self._turn(Phase.EXPEL)
            self.docket.expect(Task(Address(EXPULSION, seat, other, 0), (Expel,), self.log.head) for other in rest)

    def lacks(self, but: int | None) -> list[Want | None]:
        """Ask for what stands open in each row, without the letters of seat `but`, which nobody else can write."""
        return [docket.log.lacks(self.session, but) for docket in self.dockets]

    def answer(self, want: Want) -> list[bytes]:
        """Give the letters asked for, as far as they are here."""
        deals = any(address.stage == DEAL for address in want.addresses)
        found = self.dockets[deals].log.answer(want)
        if self.blames and (self.phase is Phase.EXPEL or self.over or want.slot < self.log.slot):
            # Who still asks after a fault has perhaps not heard of it.
            found += [*self.blames[-1].evidence, *self.log.expulsion()]
            found += [letter.data for letter in self._leaves.values()]
        return found

    def _expel(self) -> None:
        """All who are left have signed: a new epoch begins without the accused."""
        held = [(one, one.body) for one in self.log.of_stage(EXPULSION) if isinstance(one.body, Expel)]
        letters = [letter for letter, body in held if body.seat not in self._leaves]
        rest = [body.seat for _, body in held if body.seat not in self._leaves]
        agreed = agree(self.session, letters)
        self.news.append(SlotSettled(self.log.slot, agreed.head, tuple(letters)))
        self.docket.clear()
        self._signers.clear()
        self.log.restart(agreed.slot, agreed.epoch, rest, agreed.head, agreed.since)
        self._leavers, self._queue, self._step, self._asked, self._told = set(), [], 0, (), []
        table = self.table if agreed.rounds == self.rounds else self._begun[agreed.rounds + 1]
        self.rounds = agreed.rounds
        self._counted = {agreed.slot: agreed.rounds}
        self.dealing.begin(agreed.epoch, rest, agreed.deal, agreed.undealt)
        self._go_on(table, rest)

    def _go_on(self, table: Table, rest: Sequence[int]) -> None:
        """Go on with a table at which only these seats are left."""
        for seat in range(len(self.names)):
            table = table if seat in rest else put_out(table, seat)
        self.news.append(PutOut(self.blames[-1].seat, table.round + (table.over and not table.match_over)))
        if not table.match_over:
            self._begin_round(table.next_round() if table.over else table)
            return
        self.round = Round(self.round.deal, table)
        self._digest = table.digest()
        if len(table.staying) > 1:
            self._open(Phase.CLOSE, self.members)
        else:
            self._turn(Phase.OVER)

    # The machine.

    def _run(self) -> None:
        """Enter what came early, clear doubts, and take every step for which nothing stands open."""
        while not self.over:
            if self.phase is not Phase.EXPEL and self._run_deals():
                continue
            letter = self.log.due_now() or self._cleared()
            if letter is not None and isinstance(letter.body, GameBody):
                try:
                    self._enter(letter, letter.body, address_of(letter.body))
                except PeerFault as fault:
                    self._accuse(letter.body.seat, fault, letter)
            elif self.log.open:
                self._press_doubts()
                return
            elif self._waits:
                return
            else:
                self._step_on()

    @property
    def _waits(self) -> bool:
        """Whether the next step has to wait for a deal, or for the proofs of a reshuffle."""
        if self.phase is Phase.DEAL:
            return not self.dealing.ready
        return self.phase is Phase.DUES and bool(self.round.deal.unproved) and self.round.deal.mixing is None

    def _run_deals(self) -> bool:
        letter = self.dealing.run()
        if letter is None or not isinstance(letter.body, GameBody):
            return False
        try:
            self.dealing.enter(letter)
        except PeerFault as fault:
            self._accuse(letter.body.seat, fault, letter)
        return True

    def _step_on(self) -> None:
        after: Mapping[Phase, Callable[[], None]] = {
            Phase.DEAL: self._deal,
            Phase.DEALT: self._start,
            Phase.PLAY: self._line_up,
            Phase.DUES: self._disclose,
            Phase.SEED: self._audit,
            Phase.CLOSE: self._close,
            Phase.EXPEL: self._expel,
        }
        after[self.phase]()

    def _open(self, phase: Phase, seats: Iterable[int]) -> None:
        """Begin a phase: one letter of each of these seats."""
        self._turn(phase)
        row = MACHINE[phase]
        self.docket.expect(Task(Address(row.stage, 0, seat, 0), row.kinds, self.log.head) for seat in seats)

    def _turn(self, phase: Phase) -> None:
        if phase not in (*MACHINE[self.phase].then, Phase.EXPEL, Phase.OVER):
            raise Misuse(f"{phase.value} does not follow on {self.phase.value}")
        self.phase = phase

    def _begin_round(self, table: Table) -> None:
        """Wait for the deal of a round: mostly it is there already."""
        self._begun = {number: begun for number, begun in self._begun.items() if number == table.round - 1}
        self._begun[table.round] = table.clone()
        if self.dealing.deal is None:
            self.dealing.begin(self.log.epoch, self.members)
        deal = self.dealing.deal
        if deal is None:
            raise Misuse("a round needs a deal")
        self.round = Round(deal, table)
        self._digest = table.digest()
        self._turn(Phase.DEAL)

    def _deal(self) -> None:
        """The deal is ready, and everybody has to say the same of it before anything is opened."""
        self._dealt, self.dealt = self.dealing.take_deal()
        self._open(Phase.DEALT, self.members)

    def _start(self) -> None:
        self._turn(Phase.DUES)
        self._tell(self.round.start())
        if not surely_last(self.table):
            self.dealing.begin(self.log.epoch, self.members)

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
            self._open(Phase.SEED, self.members)
        elif self.round.deal.mixing is not None:
            self.reshuffled = self.log.slot
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
            self._open(Phase.SEED if self.table.over else Phase.PLAY, self.members)

    def _expect_due(self, dues: Iterable[Owed]) -> None:
        # What is due depends on everything before it in the slot: who holds other letters sees another head.
        head = self.log.so_far()
        self.docket.expect(
            Task(Address(DUE, self._step, owed.seat, owed.part), (owed.kind,), head, owed) for owed in dues
        )

    def _apply(self, seat: int, move: Move) -> None:
        refused, events = self.round.apply(seat, move)
        self.news.append(Applied(seat, move, refused))
        if refused is None and isinstance(move, Leave):
            self._leavers.add(seat)
        self._tell(events)

    def _settle(self) -> None:
        """End the slot, and with it the epoch of a seat that left; a deal in which it took part is thrown away."""
        slot = self.log.slot
        self.docket.quarrels += [(seat, slot) for seat in self.log.never_opened()]
        rest = [seat for seat in self.members if seat not in self._leavers] if self._leavers else None
        dealt, self._dealt = self._dealt, []
        untold, self._told = self._untold(), []
        self.log.settle(rest)
        if rest and self.dealing.deal is not None:
            self.dealing.renew(self.log.epoch, rest)
        before = self.rounds
        if self.table.over:
            self.rounds = self.table.round
        self._counted = {slot: before, slot + 1: self.rounds}
        if self.table.settled:  # A wrecked round stops in the middle of something; then the last digest stands.
            self._digest = self.table.digest()
        asked = (self.table.round, self.table.turn, self.table.phase)
        if asked != self._asked:
            self._asked, self.decision = asked, slot
        self._leavers, self._queue, self._step = set(), [], 0
        self.docket.clear()
        self.news.append(SlotSettled(slot, self.log.head, (*dealt, *untold)))

    def _audit(self) -> None:
        """Audit the round; then the next one, or the end of the match."""
        seeds = {letter.body.seat: letter for letter in self.log.of_stage(SLOT) if isinstance(letter.body, Seed)}
        report = self.round.audit(seeds)
        self.grade = max(self.grade, report.grade)
        self._settle()
        self.news.append(RoundAudited(self.table.round, report))
        for finding in report.findings:
            self._blame(finding.seat, finding.reason, finding.evidence)
        if report.findings:
            return
        if self.round.wrecked:
            # Somebody mixed wrongly and would not show the seed that proves it: no result, and no blame.
            self._turn(Phase.OVER)
        elif self.table.match_over:
            self._open(Phase.CLOSE, self.members)
        else:
            self._begin_round(self.table.next_round())

    def _close(self) -> None:
        self._signed = self.log.head
        self._settle()
        self._turn(Phase.OVER)

    def _tell(self, events: Sequence[Happening]) -> None:
        if events:
            self.news.append(Changed(self.log.slot, tuple(events)))


def _leaves(body: Event) -> bool:
    return isinstance(body.move, LeaveMove)


def _rests_on_its_slot(body: object) -> bool:
    """Whether a letter that is doubted rests on others of its own slot, and not on the slot before."""
    return isinstance(body, Yield | Dealt | DueBody)
