"""The game as our own peer plays it: what it says by itself, what it tells its program, and for whom it waits.

Theory of operation. Whatever is awaited from our own seat is made at once, enters through the same door as a stranger's
letter, and is sent to everybody linked; only a move waits, for the player. That goes on until nothing of ours stands
open (`work`). Where the rules give a move only so many seconds, our own seat's are counted here, and then it moves by
itself. Whoever holds other letters than we do is sent ours, once.

Must never know which stage comes before the game, or after it.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from ..core.neutral import neutral
from . import letter as letters
from . import wire
from .ending import ending
from .errors import Malformed, Misuse
from .identity import Identity
from .journal import Drew, Proved, Took, spell
from .letter import Letter
from .log import SLOT, Admission
from .messages import Absent, Event, Expel, Have, LeaveMove, SlotBody, Want
from .notices import Away, Dropped, Notice, Past, Settled
from .phases import Blamed, Parted, Phase, SlotSettled
from .referee import Referee
from .seat import OwnSeat
from .telling import notice_of, recorded
from .vigil import LOST_SECONDS, QUIET_SECONDS, Vigil

VOTE_PAUSE = 0.2
"""A seat is heard to vote no more often than this."""


class Game:
    """Our seat `own` in the session of `referee`.

    `outbox`, `notices`, `recorded` and `journaled` are for the caller to empty.
    """

    def __init__(self, identity: Identity, referee: Referee, own: OwnSeat, now: float) -> None:
        self.outbox: list[tuple[bytes | None, bytes]] = []
        self.notices: list[Notice] = []
        self.recorded: list[bytes] = []
        self.journaled: list[bytes] = []
        self.vigil = Vigil(now)
        self._identity = identity
        self._referee, self._own = referee, own
        self._members = len(referee.members)
        self._argued: set[tuple[int, int, int]] = set()
        self._aside: set[bytes] = set()
        self._votes_at: dict[int, float] = {}
        self.away: tuple[int, ...] = ()
        self._away_since = now
        self._told: Away | None = None
        self._watch(now)

    # What comes in.

    def take(self, letter: Letter, now: float) -> None:
        """Take a letter, whoever brought it."""
        if isinstance(letter.body, Absent) and not self._may_vote(letter.body.seat, now):
            return  # It comes again.
        admission = self._enter(letter)
        if admission in (Admission.OPEN, Admission.LATER):
            self.vigil.heard(letter.sender, now)
        if admission is Admission.OPEN and not isinstance(letter.body, Absent):
            self.vigil.progress(now)

    def _enter(self, letter: Letter) -> Admission:
        """Show a letter to the referee, and keep it in the journal if that may have changed anything."""
        admission, body = self._referee.take(letter), letter.body
        if admission is Admission.PASSED:
            # What is said about who is put out counts although it is not entered; saying it again changes nothing.
            leaves = isinstance(body, Event) and isinstance(body.move, LeaveMove)
            if not (leaves or isinstance(body, Expel)) or letter.digest in self._aside:
                return admission
            self._aside.add(letter.digest)
        if admission is not Admission.HELD:
            self.journaled.append(spell(Took(letter.data)))
        return admission

    def again(self, entry: Drew | Took | Proved, now: float) -> None:
        """Go through an entry of the journal once more; nothing is said because of it."""
        referee = self._referee
        if isinstance(entry, Drew):
            self._own.seeds[entry.deal] = entry.seed
        elif isinstance(entry, Proved):
            for deal, items in referee.checks():
                found = {(item.stage, item.seat): item for item in items}
                mixes = [found[at] for at in entry.mixes if at in found] if deal.number == entry.deal else []
                if mixes:
                    referee.proved(deal, mixes, mixes[entry.false] if entry.false >= 0 else None)
                    break
        else:
            try:
                referee.take(letters.read(entry.letter))
            except Malformed:
                referee.take_malformed(entry.letter)
        self._tell(now)
        self.outbox.clear()

    def stand(self) -> None:
        """Tell of all that was gone through once more as of the past, up to the last slot that was settled."""
        settled = [number for number, notice in enumerate(self.notices) if isinstance(notice, Settled)]
        if settled:
            last = self.notices[settled[-1]]
            past = tuple(self.notices[: settled[-1]])
            self.notices = [Past(past), *self.notices[settled[-1] :]]
            if isinstance(last, Settled) and last.act:
                said = any(isinstance(one.body, SlotBody) and one.body.seat == self._own.seat for one in self._said())
                self.notices[1] = replace(last, act=not said)

    def _said(self) -> list[Letter]:
        return self._referee.log.of_stage(SLOT)

    def testify(self, letter: Letter) -> None:
        """Show the others, although we have left, what somebody has signed twice: perhaps they wait because of it."""
        self._referee.take(letter)
        for item in self._referee.news:
            if isinstance(item, Blamed):
                self._send_all(item.blame.evidence)
        self._referee.news.clear()

    # What follows from it.

    def work(self, linked: Collection[bytes], now: float) -> tuple[str, str] | None:
        """Tell what is new, and say whatever is awaited from our seat; give what `ending` says then."""
        referee, own = self._referee, self._own
        verdict = referee.verdict()
        if verdict is not None and own.seat not in verdict[0]:
            referee.abandon()
        while True:
            self._tell(now)
            self._keep_time(now)
            tasks = referee.tasks_of(own.seat) if own.seat in referee.members and not referee.over else []
            body = next((body for task in tasks if (body := own.make(task)) is not None), None)
            self.journaled += [spell(Drew(*drawn)) for drawn in own.drawn]
            own.drawn.clear()
            if body is None:
                break
            self._post(letters.write(self._identity, body), now)
        self.notices += [Dropped(move, reason) for move, reason in own.dropped]
        own.dropped.clear()
        self._argue(linked)
        return ending(referee, own.seat)

    def have_all(self) -> None:
        """Tell everybody how far we are."""
        log = self._referee.log
        self._send_all((wire.encode(Have(self._referee.session, log.slot, log.head)),))

    def _send_all(self, frames: Collection[bytes]) -> None:
        self.outbox.extend((None, data) for data in frames)

    def _tell(self, now: float) -> None:
        """Learn what was shown to us, and turn the referee's news into notices and record."""
        self._own.learn()
        news, self._referee.news = self._referee.news, []
        for item in news:
            notice = notice_of(item, self._referee, self._own.seat)
            self.notices += [notice] if notice is not None else []
            self.recorded += recorded(item)
            if isinstance(item, SlotSettled):
                self.vigil.progress(now)
                self._count_members()
            elif isinstance(item, Blamed):
                self.vigil.progress(now)
                self._send_all(item.blame.evidence)
            elif isinstance(item, Parted):
                self.vigil.progress(now)
                self._send_all([letter.data for letter in item.letters])
        if news:
            self._watch(now)

    def _count_members(self) -> None:
        """Who left stays until it knows that nobody needs its letters any more."""
        if len(self._referee.members) != self._members:
            self._members = len(self._referee.members)
            self.have_all()

    def _keep_time(self, now: float) -> None:
        """Move for our own seat when its time is up and its player has not."""
        referee, own = self._referee, self._own
        self.vigil.decision(referee.course.decision, now)
        asked = referee.phase is Phase.PLAY and referee.docket.task_of(own.seat) is not None
        waits = asked and own.seat in referee.table.to_act and not own.wishing
        if waits and self.vigil.time_is_up(referee, now):
            own.wish(neutral(referee.table, own.seat))

    def _post(self, letter: Letter, now: float) -> None:
        """Enter our own letter like any other, and send it to everybody."""
        if self._enter(letter) is not Admission.OPEN:
            raise Misuse("our own letter was not awaited")
        self._send_all((letter.data,))
        self.vigil.progress(now)

    def _argue(self, linked: Collection[bytes]) -> None:
        """Send our letters of a slot or deal to whoever holds others; once a seat and slot."""
        dockets = self._referee.dockets
        for row, docket in enumerate(dockets):
            for seat, number in docket.quarrels:
                if (row, seat, number) not in self._argued:
                    self._argued.add((row, seat, number))
                    key = self._referee.keys[seat]
                    # Where no link leads, what is for all is passed on.
                    to = key if key in linked else None
                    self.outbox.extend((to, data) for data in docket.log.everything(number))
            docket.quarrels.clear()
        self._argued = {argued for argued in self._argued if argued[2] >= dockets[argued[0]].log.slot - 1}

    # Silence.

    def wants(self, now: float) -> list[Want | None]:
        """Say what to ask everybody for, when it is time; and say our own vote again, as long as somebody is away."""
        if not self.vigil.ask(now):
            return []
        vote = self._referee.ballot.letter(self._own.seat) if self.away else None
        if vote is not None:
            self._send_all((vote.data,))
        return self._referee.lacks(self._own.seat)

    def name_silent(self, now: float) -> list[Notice]:
        """Say who is silent or late, where that has changed."""
        referee = self._referee
        late = [referee.names[seat] for seat in self.vigil.late(referee, self._own.seat, now, QUIET_SECONDS)]
        return self.vigil.tell(dict(zip(referee.keys, referee.names, strict=True)), late, now)

    def miss(self, patience: float, now: float) -> None:
        """Say who has been silent or late for too long, take back a vote that was about others, and vote when due.

        After `patience` seconds more our peer votes by itself to end the round.
        """
        referee, lost = self._referee, self.vigil.lost(now)
        if referee.over:
            return
        there = [seat for seat in referee.members if seat not in referee.barred]
        gone = [seat for seat in there if referee.keys[seat] in lost]
        away = tuple(gone or [seat for seat in self.vigil.late(referee, self._own.seat, now) if seat in there])
        if away != self.away:
            self.away, self._away_since = away, now
        vote = referee.ballot.newest(self._own.seat)
        if vote is not None and vote.end and vote.away != away:
            self._vote(vote.away, False, now)
        elif away and now - self._away_since >= patience and (vote is None or vote.away != away):
            self._vote(away, True, now)
        self._tell_away(now)

    def vote(self, end: bool, now: float) -> None:
        """Vote to end the round without those who are away, or to wait; raises Misuse where nobody is away."""
        if not self.away:
            raise Misuse("nobody is away")
        vote = self._referee.ballot.newest(self._own.seat)
        if vote is None or (vote.end, vote.away) != (end, self.away):
            self._vote(self.away, end, now)
            self._tell_away(now)

    def _vote(self, away: tuple[int, ...], end: bool, now: float) -> None:
        referee, seat = self._referee, self._own.seat
        newest = referee.ballot.newest(seat)
        number = newest.number + 1 if newest is not None else 0
        head = referee.session, referee.log.epoch, seat, referee.log.head
        letter = letters.write(self._identity, Absent(*head, referee.log.slot, away, end, number))
        self._enter(letter)
        self._send_all((letter.data,))
        self._tell(now)

    def _may_vote(self, seat: int, now: float) -> bool:
        """Whether a vote of this seat is taken now: nobody changes its mind all the time."""
        if now - self._votes_at.get(seat, float("-inf")) < VOTE_PAUSE:
            return False
        self._votes_at[seat] = now
        return True

    def _tell_away(self, now: float) -> None:
        """Tell who is away, and who wants to end the round, where that has changed."""
        referee, away = self._referee, self.away
        told = None
        if away and not referee.over:
            names, ending = (
                tuple(referee.names[seat] for seat in seats) for seats in (away, referee.ballot.ended_by(away))
            )
            told = Away(names, 0, ending)
        if told is not None and told != self._told:
            silent = int(now - self._away_since + LOST_SECONDS)
            self.notices.append(replace(told, seconds=silent))
        self._told = told

    def others(self) -> list[bytes]:
        """Give the keys of the other members whose letters count."""
        referee = self._referee
        keys = [referee.keys[seat] for seat in referee.members if seat not in referee.expulsion.gone]
        return [key for key in keys if key != self._identity.public]

    def _watch(self, now: float) -> None:
        self.vigil.watch(self.others(), now)
