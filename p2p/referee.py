"""The referee: the letters of one session, each judged at the address where it belongs, and nothing secret.

Theory of operation. A session is a row of slots, and beside it a row of deals. Everything in them is a letter at an
address, and at any moment some addresses stand open: it is known which message of which seat belongs there
(`tasks_of`), it is judged, and entered. When nothing stands open any more the match below takes its next step. Only
proofs of shuffles are checked when somebody has time: `checks` says what is to be checked, `proved` takes what came of
it, and nothing is opened before.

Three things can be wrong with a letter. What its own sender can be blamed for, by this letter or by two, is a fault:
the round is void, and the others go on without that seat, see `expulsion`. What shows only that sender and we do not
hold the same log (another head, another deal, an event we have not seen, something due of which we know nothing) is a
*doubt*, see `docket`: the letter waits, our side of the log is sent there, and the letter that somebody signed twice
comes to light. What belongs to no open address is passed over. Nobody is blamed for what might be another's doing; and
what one honest peer takes for a fault all others do, whatever they have done since: so a second letter is one however
late it comes, and even when its signer has left.

A card that opens to no face although all proofs were right would mean that a proof says less than it should; then the
slot ends where it is, seeds are shown, and the audit names who it was.

Must never know which seat is ours, what time it is, or any secret.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..core.table import Table
from . import wire
from .agreement import APART
from .audit import Grade
from .ballot import Ballot
from .charter import check_charter, first_dealer, rules_of, session_of
from .deal.deal import Deal
from .deal.proving import Unproved
from .docket import Docket
from .errors import Malformed, PeerFault
from .expulsion import Expulsion
from .letter import Letter
from .log import DEAL, DUE, SLOT, Admission
from .match import Match
from .messages import (
    LETTERS,
    Absent,
    Address,
    Charter,
    Close,
    DealBody,
    Dealt,
    DueBody,
    Event,
    Expel,
    GameBody,
    Seed,
    Want,
)
from .notices import Result
from .phases import News, Phase, RoundAudited, Task, address_of, number_of
from .record import Blame
from .rounds import Round


class Referee:
    """One session as anybody can follow it.

    Raises PeerFault for a charter that is not what its nonces and rules say. `news` is for the caller to empty, and so
    are `round.met` and the `quarrels` of both dockets.
    """

    def __init__(self, charter: Charter) -> None:
        check_charter(charter)
        self.session = session_of(charter)
        self.names = tuple(seat.name for seat in charter.seats)
        self.keys = tuple(seat.key for seat in charter.seats)
        self.dealer, self.draws = first_dealer(charter)
        self.news: list[News] = []
        self._match = Match(self.session, Table(rules_of(charter.rules), self.names, self.dealer))
        self.docket, self.dealing, self.course = self._match.docket, self._match.dealing, self._match.course
        self.log, self.expulsion = self._match.log, Expulsion(self._match)
        self.ballot = Ballot()
        self._spoiled: tuple[int, PeerFault, Letter] | None = None  # the deal that is being made, how, and by what
        self._run()

    # What others may read.

    @property
    def over(self) -> bool:
        """Whether nothing is awaited any more: the match ended, or a fault ended it."""
        return self.phase is Phase.OVER

    @property
    def phase(self) -> Phase:
        """What the session is at."""
        return self._match.phase

    @property
    def round(self) -> Round:
        """The round that is played, or was played last."""
        return self._match.round

    @property
    def table(self) -> Table:
        """The table of the round."""
        return self.round.table

    @property
    def rounds(self) -> int:
        """How many rounds were played."""
        return self._match.rounds

    @property
    def dealt(self) -> bytes:
        """The hash of all letters of the deal of the round."""
        return self._match.dealt

    @property
    def digest(self) -> bytes:
        """The digest of the public table as the open slot began, or after the last one."""
        return self._match.digest

    @property
    def grade(self) -> Grade:
        """The worst that was found."""
        return self._match.grade

    @property
    def members(self) -> tuple[int, ...]:
        """The seats of the epoch."""
        return self.log.members

    @property
    def blames(self) -> Sequence[Blame]:
        """All who were proved at fault, with the evidence."""
        return self.expulsion.blames

    @property
    def barred(self) -> frozenset[int]:
        """The seats that were proved at fault: nothing of them counts any more."""
        return self.expulsion.barred

    def seat_of(self, key: bytes) -> int | None:
        """Give the seat of an identity key."""
        return self.keys.index(key) if key in self.keys else None

    def tasks_of(self, seat: int) -> list[Task]:
        """Give the first thing that is awaited from a seat in each row, slots before deals."""
        spoiler = self._spoiler
        spoiled = spoiler is not None and spoiler.sender == self.keys[seat]
        tasks = (docket.task_of(seat) for docket in self.dockets[: 1 if spoiled else 2])
        return [task for task in tasks if task is not None]

    @property
    def dockets(self) -> tuple[Docket, Docket]:
        """The two rows: slots and deals."""
        return self._match.dockets

    @property
    def waits_for(self) -> Docket:
        """The row for which the game waits: that of deals before a round, else that of slots."""
        return self.dealing.docket if self.phase is Phase.DEAL else self.docket

    def place_of(self, address: Address) -> tuple[int, ...]:
        """Say where a proof stands in a slot: (slot,) or (slot, step, part)."""
        return (self.log.slot,) if address.stage == SLOT else (self.log.slot, address.step, address.part)

    def result(self) -> Result:
        """Say how the match stands."""
        return self._match.result()

    # Letters.

    def take(self, letter: Letter) -> Admission:
        """Take a letter, judge it if its address stands open, and go on as far as that leads."""
        body = letter.body
        if self.over or not isinstance(body, GameBody) or body.session != self.session:
            return Admission.PASSED
        seat = self.seat_of(letter.sender)
        if seat is None or seat in self.barred:
            return Admission.PASSED
        admission = Admission.OPEN
        if self.expulsion.going_on and not isinstance(body, Expel | Absent):
            if body.seat == seat:
                self.expulsion.let_go(letter)
            admission = Admission.PASSED
        else:
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
        if seat is None or fields[1:2] != [self.session] or self.over or self.expulsion.going_on:
            return
        self.news += self.expulsion.blame(seat, "malformed-body", (data,))
        self._run()

    def _admit(self, letter: Letter, body: GameBody) -> Admission:
        if isinstance(body, Absent):
            return self._admit_vote(letter, body)
        if isinstance(body, Expel):
            return self._admit_expel(letter, body)
        row = self.dealing.docket.log if isinstance(body, DealBody) else self.log
        number = number_of(body)
        address = address_of(body)
        if body.seat not in row.members and number >= row.slot:
            return row.pass_over(letter, number, address)
        if isinstance(body, DealBody):
            known = self._spoiler is not None and self._spoiler.data == letter.data
            return Admission.HELD if known else self.dealing.take(letter, body)
        admission = self.docket.admit(letter, number, address)
        if admission is Admission.OPEN:
            self._enter(letter, body, address)
        elif admission is Admission.PASSED and address.stage == DUE and number == self.log.slot - 1:
            self.docket.quarrels.append((address.seat, number))
        return admission

    def _admit_vote(self, letter: Letter, body: Absent) -> Admission:
        """Take a vote of somebody who may be where we are; what is too old or too new says nothing."""
        log = self.log
        ordered = body.away == tuple(sorted(set(body.away)))
        here = body.epoch == log.epoch and abs(body.slot - log.slot) <= APART
        if not (ordered and here and {body.seat, *body.away} <= set(log.members)) or body.seat in body.away:
            return Admission.PASSED
        if not self.ballot.take(letter, body):
            return Admission.HELD
        self._count_votes()
        return Admission.OPEN

    def verdict(self) -> tuple[tuple[int, ...], tuple[Letter, ...]] | None:
        """Give the seats without which all others want to end the round, and their votes; None where not all do."""
        if self.over:
            return None
        log, voters = self.log, set(self.log.members) - self.barred
        verdict = self.ballot.verdict(voters, log.slot, log.epoch, self.expulsion.acted)
        return verdict if verdict is not None and not set(verdict[0]) & self.barred else None

    def abandon(self) -> None:
        """End the match by such a verdict of no more than half of the members: it binds only who voted for it."""
        verdict = self.verdict()
        if verdict is not None:
            self.news += self.expulsion.part(*verdict)

    def _count_votes(self) -> None:
        """Go on without the seats that are away, if all others have voted so, and are more than half."""
        verdict = self.verdict()
        if verdict is not None and 2 * len(verdict[1]) > len(self.log.members):
            self.news += self.expulsion.part(*verdict)

    def _admit_expel(self, letter: Letter, body: Expel) -> Admission:
        expulsion, address = self.expulsion, address_of(body)
        if not expulsion.sign(body):
            return self.log.pass_over(letter, self.log.slot, address)
        if body.accused == expulsion.accused and not expulsion.going_on:
            self.news += expulsion.begin()  # Somebody has not got as far as the last slot.
        admission = self.docket.admit(letter, self.log.slot, address)
        if admission is Admission.OPEN:
            self._enter(letter, body, address)
            if address in self.log.open:
                admission = Admission.PASSED  # It is not believed; nobody gains time by saying it again and again.
        expulsion.end_if_divided()
        self._count_votes()
        return admission

    def _enter(self, letter: Letter, body: GameBody, address: Address) -> None:
        """Judge a letter whose address stands open; raises PeerFault."""
        docket = self.docket
        if isinstance(body, DealBody):
            self.dealing.enter(letter)
        elif isinstance(body, Expel):
            if self.expulsion.believes(body):
                self.log.put(letter, address)
        elif isinstance(body, Close) and self.expulsion.accused is not None and body.head != self.log.head:
            self.news += self.expulsion.begin()  # The accused has told us different things before the last slot.
        elif docket.fits(letter, body, address):
            if isinstance(body, Dealt) and body.transcript != self.dealt:
                docket.doubt(letter, address, self.log.slot)
                self.dealing.docket.quarrels.append((address.seat, self.round.deal.number))
            else:
                self._judge(letter, body, docket.tasks[address])
                self.log.put(letter, address)

    def _judge(self, letter: Letter, body: GameBody, task: Task) -> None:
        """Judge what a letter says; raises PeerFault."""
        place = self.place_of(task.address)
        if isinstance(body, Event | Close) and body.table != self.digest:
            raise PeerFault("table-digest")
        if isinstance(body, Event):
            self.round.judge_event(body, place)
        elif isinstance(body, DueBody) and task.owed is not None:
            self.round.judge_due(letter, body, task.owed, place)
        elif isinstance(body, Seed) and len(body.seed) not in (0, 32):
            raise PeerFault("seed-length")

    def lacks(self, but: int | None) -> list[Want | None]:
        """Ask for what stands open in each row, without the letters of seat `but`, which nobody else can write."""
        return [docket.log.lacks(self.session, but) for docket in self.dockets]

    def answer(self, want: Want) -> list[bytes]:
        """Give the letters asked for, as far as they are here."""
        deals = any(address.stage == DEAL for address in want.addresses)
        found = self.dockets[deals].log.answer(want)
        if self.expulsion.going_on or self.over or want.slot < self.log.slot:
            # Who still asks after a fault has perhaps not heard of it.
            found += self.expulsion.evidence()
        return found

    # Proofs of shuffles.

    def checks(self) -> list[tuple[Deal, tuple[Unproved, ...]]]:
        """Give what is to be checked before anything of these deals is opened, the deal of the round first."""
        if self.over or self.expulsion.going_on:
            return []
        deals = dict.fromkeys((self.round.deal, None if self._spoiler else self.dealing.deal))
        return [(deal, deal.unproved) for deal in deals if deal is not None and deal.unproved]

    def proved(self, deal: Deal, items: Sequence[Unproved], false: Unproved | None) -> None:
        """Take what checking these mixes of a deal has given: they hold, or one of them is false."""
        if not any(deal is known for known, _ in self.checks()):
            return  # It was thrown away meanwhile.
        if false is None:
            deal.confirm(items)
        else:
            row = self.dealing if deal is self.dealing.deal else self.course
            letter = row.letter_of_mix(false.seat)
            if letter is not None:
                self._accuse(false.seat, PeerFault("bad-shuffle-proof"), letter)
        self._run()

    # Everything that follows from what came in.

    def _run(self) -> None:
        """Enter what came early, clear doubts, and take every step for which nothing stands open."""
        while not self.over:
            if self._accuse_spoiler():
                continue
            letter = self._next_letter()
            if letter is not None and isinstance(letter.body, GameBody):
                try:
                    self._enter(letter, letter.body, address_of(letter.body))
                except PeerFault as fault:
                    self._accuse(letter.body.seat, fault, letter)
            elif self.log.open:
                self.docket.press(self.members)
                return
            elif self.expulsion.going_on:
                self.news += self.expulsion.conclude()
            elif self._match.waiting:
                return
            else:
                self._step_on()

    def _next_letter(self) -> Letter | None:
        """Give a letter that came before it could be judged, and can be now."""
        letter = None if self.expulsion.going_on else self.dealing.run()
        return letter or self.log.due_now() or self.docket.take_cleared()

    def _step_on(self) -> None:
        news = self._match.step_on()
        self.news += news
        self.ballot.forget(self.log.slot)
        for item in news:
            if isinstance(item, RoundAudited):
                for finding in item.report.findings:
                    self.news += self.expulsion.blame(finding.seat, finding.reason, finding.evidence)

    def _accuse(self, seat: int, fault: PeerFault, letter: Letter) -> None:
        body = letter.body
        of_deal = isinstance(body, DealBody)
        if isinstance(body, DealBody) and body.seat == seat and not fault.evidence and self.phase not in _DEAL_STANDS:
            if self._spoiler is None:
                self._spoiled = body.deal, fault, letter
                self.dealing.docket.log.pass_over(letter, body.deal, address_of(body))
            return
        self.news += self.expulsion.blame(seat, fault.reason, fault.evidence or (letter.data,), of_deal=of_deal)

    @property
    def _spoiler(self) -> Letter | None:
        """The letter with which somebody has spoiled the deal that is being made while a round is played.

        That is held against it when the round is over: if somebody leaves before, the deal is thrown away, by some
        earlier than by others, and only who has it still could judge what was wrong in it.
        """
        return self._spoiled[2] if self._spoiled is not None and self._spoiled[0] == self.dealing.number else None

    def _accuse_spoiler(self) -> bool:
        """Accuse whoever has spoiled the deal, once it stands for all; say whether there was anything to accuse of."""
        if self._spoiled is None or self.phase not in _DEAL_STANDS:
            return False
        (number, fault, letter), self._spoiled = self._spoiled, None
        seat = self.seat_of(letter.sender)
        if number == self.dealing.number and seat is not None:
            self._accuse(seat, fault, letter)
        return True


_DEAL_STANDS = (Phase.DEAL, Phase.CLOSE, Phase.OVER)
"""The phases in which nobody can leave, so that the deal that is being made is the same for all."""
