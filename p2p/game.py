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
from .journal import Proved, Took, spell
from .letter import Letter
from .log import SLOT, Admission
from .messages import Event, Expel, Have, LeaveMove, SlotBody, Want
from .notices import Dropped, Notice, Past, Settled
from .phases import Blamed, Phase, SlotSettled
from .referee import Referee
from .seat import OwnSeat
from .telling import notice_of, recorded
from .vigil import QUIET_SECONDS, Vigil, patience_for


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
        self._watch(now)

    # What comes in.

    def take(self, letter: Letter, now: float) -> None:
        """Take a letter, whoever brought it."""
        admission = self._enter(letter)
        if admission in (Admission.OPEN, Admission.LATER):
            self.vigil.heard(letter.sender, now)
        if admission is Admission.OPEN:
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

    def again(self, entry: Took | Proved, now: float) -> None:
        """Go through an entry of the journal once more; nothing is said because of it."""
        referee = self._referee
        if isinstance(entry, Proved):
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
        while True:
            self._tell(now)
            self._keep_time(now)
            tasks = referee.tasks_of(own.seat) if own.seat in referee.members and not referee.over else []
            body = next((body for task in tasks if (body := own.make(task)) is not None), None)
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
        waits = referee.phase is Phase.PLAY and own.seat in referee.table.to_act and not own.wishing
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
        """Say what to ask everybody for, when it is time."""
        return self._referee.lacks(self._own.seat) if self.vigil.ask(now) else []

    def name_silent(self, now: float) -> list[Notice]:
        """Say who is silent or late, where that has changed."""
        referee = self._referee
        late = [referee.names[seat] for seat in self.vigil.late(referee, self._own.seat, now, QUIET_SECONDS)]
        return self.vigil.tell(dict(zip(referee.keys, referee.names, strict=True)), late, now)

    def give_up(self, now: float) -> str | None:
        """Say in words who has been silent or late for too long, if anybody has."""
        referee, lost = self._referee, self.vigil.lost(now)
        gone = [seat for seat in referee.members if referee.keys[seat] in lost]
        slow = [] if gone else self.vigil.late(referee, self._own.seat, now)
        if not gone and not slow:
            return None
        names = " and ".join(referee.names[seat] for seat in gone or slow)
        what = "did not move in time" if slow and patience_for(referee) is None else "fell silent"
        return f"{names} {what}, so the match ends without a result."

    def others(self) -> list[bytes]:
        """Give the keys of the other members."""
        keys = [self._referee.keys[seat] for seat in self._referee.members]
        return [key for key in keys if key != self._identity.public]

    def _watch(self, now: float) -> None:
        self.vigil.watch(self.others(), now)
