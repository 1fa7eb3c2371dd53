"""A match as a row of slots with a row of deals beside it: what it is at, and what comes next.

Theory of operation. The table `phases.MACHINE` says what stands open in each phase and what may follow. Whoever reads
the letters enters them; when nothing stands open any more, and nothing is waited for, `step_on` takes the next step
and gives the news of it. A round needs a deal, which mostly is there already, and everybody's word that it is the
same. When a seat was put out, `go_on` begins the round anew without it, or says that it was the last word.

Must never judge a letter, or know who is at fault.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from ..core.leaving import put_out
from ..core.scoring import surely_last
from ..core.table import Table
from .agreement import Agreement
from .audit import Grade
from .course import Course
from .dealing import Dealing
from .docket import Docket
from .errors import Misuse
from .letter import Letter
from .log import SLOT, Log
from .messages import Address, Seed
from .notices import Result
from .phases import MACHINE, News, Phase, RoundAudited, SlotSettled, Task
from .rounds import Round


class Match:
    """The match that begins at `table`, of the session with this id.

    `docket` is the row of slots, `log` what it holds, `course` the open one, and `dealing` the deals. `rounds` counts
    those that were played; `counted` says how many they were as the open slot began, and the one before. `dealt` is the
    hash of all letters of the deal, `digest` that of the public table as the open slot began, or after the last one,
    `grade` the worst that was found, and `signed` the head that all have signed in the last slot, once it is settled.
    """

    def __init__(self, session: bytes, table: Table) -> None:
        self.session = session
        self.log = Log(session, range(len(table.seats)))
        self.docket = Docket(self.log)
        self.dealing = Dealing(session, table.inventory, tuple(sheet.name for sheet in table.sheets))
        self.course = Course(self.docket)
        self.phase = Phase.SEED  # A match begins like the round after an audit.
        self.grade = Grade.CLEAN
        self.rounds = 0
        self.counted = {0: 0}
        self.dealt = b""
        self.signed: bytes | None = None
        self._begun: dict[int, Table] = {}
        self._letters_of_deal: list[Letter] = []
        self._begin_round(table)

    # What it is at.

    @property
    def dockets(self) -> tuple[Docket, Docket]:
        """The two rows: slots and deals."""
        return self.docket, self.dealing.docket

    @property
    def waiting(self) -> bool:
        """Whether the next step has to wait for a deal, or for the proofs of a reshuffle."""
        if self.phase is Phase.DEAL:
            return not self.dealing.ready
        return self.phase is Phase.DUES and bool(self.round.deal.unproved) and self.round.deal.mixing is None

    def result(self) -> Result:
        """Say how the match stands.

        After the last slot `head` is the one that all have signed in it: nobody signs that of the last slot itself, so
        there a cheat could still show everybody another one.
        """
        table = self.round.table
        match = table.match_result
        return Result(
            self.session,
            table.seats,
            self.rounds,
            dict(zip(table.seats, table.scores, strict=True)),
            tuple(table.seats[seat] for seat in match.winners) if match else (),
            self.log.slot,
            self.signed or self.log.head,
            self.digest,
            self.grade.word,
        )

    def unreported(self) -> tuple[Letter, ...]:
        """Give the letters of the deal of the round, and of the open slot, that were not given before."""
        letters, self._letters_of_deal = self._letters_of_deal, []
        return (*letters, *self.docket.unreported())

    # What comes next.

    def step_on(self) -> list[News]:
        """Take the next step."""
        steps: Mapping[Phase, Callable[[], list[News]]] = {
            Phase.DEAL: self._deal,
            Phase.DEALT: self._start,
            Phase.PLAY: self._line_up,
            Phase.DUES: self._advance,
            Phase.SEED: self._audit,
            Phase.CLOSE: self._close,
        }
        return steps[self.phase]()

    def turn(self, phase: Phase) -> None:
        """Go over to a phase that may follow; raises Misuse."""
        if phase not in (*MACHINE[self.phase].then, Phase.EXPEL, Phase.OVER):
            raise Misuse(f"{phase.value} does not follow on {self.phase.value}")
        self.phase = phase

    def restart(self, agreed: Agreement) -> Table:
        """Break off the slot and begin the epoch that was agreed on; give the table as it stands by then."""
        self.docket.clear()
        self.course.break_off()
        self.log.restart(agreed.slot, agreed.epoch, agreed.members, agreed.head, agreed.since)
        table = self.round.table if agreed.rounds == self.rounds else self._begun[agreed.rounds + 1]
        self.rounds = agreed.rounds
        self.counted = {agreed.slot: agreed.rounds}
        self.dealing.begin(agreed.epoch, agreed.members, agreed.deal, agreed.undealt)
        return table

    def go_on(self, table: Table, rest: Sequence[int]) -> int:
        """Go on with a table at which only these seats are left; give the number of the round that comes next."""
        for seat in range(len(table.seats)):
            table = table if seat in rest else put_out(table, seat)
        number = table.round + (table.over and not table.match_over)
        if not table.match_over:
            self._begin_round(table.next_round() if table.over else table)
            return number
        self._set_round(Round(self.round.deal, table))
        if len(table.staying) > 1:
            self._open(Phase.CLOSE, self.log.members)
        else:
            self.turn(Phase.OVER)
        return number

    def _open(self, phase: Phase, seats: Iterable[int]) -> None:
        """Begin a phase: one letter of each of these seats."""
        self.turn(phase)
        row, head = MACHINE[phase], self.log.head
        self.docket.expect(Task(Address(row.stage, 0, seat, 0), row.kinds, head) for seat in seats)

    def _begin_round(self, table: Table) -> None:
        """Wait for the deal of a round: mostly it is there already."""
        self._begun = {number: begun for number, begun in self._begun.items() if number == table.round - 1}
        self._begun[table.round] = table.clone()
        if self.dealing.deal is None:
            self.dealing.begin(self.log.epoch, self.log.members)
        deal = self.dealing.deal
        if deal is None:
            raise Misuse("a round needs a deal")
        self._set_round(Round(deal, table))
        self.turn(Phase.DEAL)

    def _set_round(self, round: Round) -> None:
        self.round = round
        self.digest = round.table.digest()

    def _deal(self) -> list[News]:
        """The deal is ready, and everybody has to say the same of it before anything is opened."""
        self._letters_of_deal, self.dealt = self.dealing.take_deal()
        self._open(Phase.DEALT, self.log.members)
        return []

    def _start(self) -> list[News]:
        self.turn(Phase.DUES)
        news = self.course.start(self.round)
        if not surely_last(self.round.table):
            self.dealing.begin(self.log.epoch, self.log.members)
        return news

    def _line_up(self) -> list[News]:
        self.course.line_up(self.round)
        self.turn(Phase.DUES)
        return []

    def _advance(self) -> list[News]:
        news = self.course.advance(self.round)
        if news is not None:
            return news
        settled = self._settle()
        over = self.round.wrecked or self.round.table.over
        self._open(Phase.SEED if over else Phase.PLAY, self.log.members)
        return [settled]

    def _settle(self) -> SlotSettled:
        """End the slot, and with it the epoch of a seat that left; a deal in which it took part is thrown away."""
        docket, log, slot, table = self.docket, self.log, self.log.slot, self.round.table
        docket.quarrels += [(seat, slot) for seat in log.never_opened()]
        letters = self.unreported()
        rest = self.course.end(table)
        log.settle(rest)
        if rest and self.dealing.deal is not None:
            self.dealing.renew(log.epoch, rest)
        before = self.rounds
        if table.over:
            self.rounds = table.round
        self.counted = {slot: before, slot + 1: self.rounds}
        if table.settled:  # A wrecked round stops in the middle of something; then the last digest stands.
            self.digest = table.digest()
        docket.clear()
        return SlotSettled(slot, log.head, letters)

    def _audit(self) -> list[News]:
        """Audit the round; then the next one, or the end of the match. Where there are findings it goes no further."""
        said = self.log.of_stage(SLOT)
        report = self.round.audit({one.body.seat: one for one in said if isinstance(one.body, Seed)})
        self.grade = max(self.grade, report.grade)
        settled, table = self._settle(), self.round.table
        audited = RoundAudited(table.round, report, table.clone())
        if report.findings:
            pass
        elif self.round.wrecked:
            # Somebody mixed wrongly and would not show the seed that proves it: no result, and no blame.
            self.turn(Phase.OVER)
        elif table.match_over:
            self._open(Phase.CLOSE, self.log.members)
        else:
            self._begin_round(table.next_round())
        return [settled, audited]

    def _close(self) -> list[News]:
        self.signed = self.log.head
        settled = self._settle()
        self.turn(Phase.OVER)
        return [settled]
