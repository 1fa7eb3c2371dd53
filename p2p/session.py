"""A session: one peer at one table, from sitting down to the last word, without sockets and without a clock.

Theory of operation. Three stages follow each other: the lobby, the game, and staying a little for those who
still lack something. Bytes go in by `receive`, signs of life by `heard`, time by `tick`; bytes to send
collect in `outbox`, what a program should know in `notices`, and the record, piece by piece, in `recorded`;
the caller empties all three. Lobby, log, deal and rules each know nothing of the others; they meet here and
in the referee below.

Whatever is awaited from our own seat is made at once, enters through the same door as a stranger's letter,
and is sent to everybody linked. Only a move waits, for the player: `act`. Heavy work that nobody waits for is
handed out as a `chore`, to be done in any thread, and comes back by `finish`. What is lost is asked for (`Want`)
and sent again as it was. Silence is named after 3 s; after 20 s, or when something that needs no person is
late by 10 s (60 s for a mix), the round is void and the session ends with what was recorded: nobody waits for
ever. Where the rules give a move only so many seconds, our own seat's are counted here, and then it moves by itself.

Must never know sockets, files or what is on a screen.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from ..core.moves import Leave, Move
from ..core.neutral import neutral
from ..core.rules import Rules
from ..core.view import View
from . import letter as letters
from . import record, wire
from .charter import rules_of, session_words
from .deal.deal import Deal
from .deal.proving import Unproved, first_false
from .errors import Malformed, Misuse
from .frames import tag_of
from .identity import Identity
from .letter import Letter
from .lobby import Lobby
from .log import Admission
from .messages import FIRST_TAG, UNSIGNED, Have, Hints, LobbyBody, Member, Sit, Want
from .notices import (
    Audited,
    Began,
    DealtAgain,
    Dropped,
    Ended,
    Fault,
    Happened,
    Notice,
    Settled,
)
from .phases import Applied, Blamed, Changed, Phase, PutOut, RoundAudited, SlotSettled
from .referee import Referee
from .seat import OwnSeat
from .vigil import QUIET_SECONDS, Vigil, patience_for

ANSWER_PAUSE = 0.25
"""One peer's questions are answered no more often than this."""
STAY_SECONDS = 5.0
"""How long an ended session stays for those who still lack something."""
EARLY_LETTERS = 2
"""How many letters of the game one peer may be ahead of our lobby."""


Done = tuple[Deal, Sequence[Unproved], Unproved | None] | None
Chore = Callable[[], Done]
"""Work that touches nothing of the session, and what it gives."""


@dataclass(frozen=True, slots=True)
class TableInfo:
    """What may be announced about a table."""

    table: bytes
    name: str
    seats: int
    wanted: int
    playing: bool
    rules: bytes


class Session:
    """One peer's session; made by `open` or `join`."""

    def __init__(self, identity: Identity, lobby: Lobby, entropy: Callable[[int], bytes], now: float) -> None:
        self.lobby = lobby
        self.referee: Referee | None = None
        self.outbox: list[tuple[bytes | None, bytes]] = []
        self.notices: list[Notice] = []
        self.recorded: list[bytes] = []
        self.outcome: str | None = None
        self._identity = identity
        self._entropy = entropy
        self._own: OwnSeat | None = None
        self._vigil = Vigil(now)
        self._linked: set[bytes] = set()
        self._early: dict[bytes, list[Letter]] = {}
        self._answered: dict[bytes, float] = {}
        self._stay_until = 0.0
        self._stay_slot = 0
        self._have: dict[bytes, int] = {}
        self._argued: set[tuple[int, int, int]] = set()
        self._busy = False
        self._members = 0
        self._contact: bytes | None = None

    @classmethod
    def open(
        cls,
        identity: Identity,
        table: bytes,
        name: str,
        hints: Hints,
        entropy: Callable[[int], bytes],
        *,
        called: str,
        rules: Rules,
        wanted: int,
        now: float,
    ) -> Session:
        """Open a table named `called` with id `table` (16 bytes) and sit down under the nickname `name`.

        `hints` are addresses under which others can reach us. Raises Misuse for rules that do not go with the
        number of seats `wanted`.
        """
        lobby = Lobby.open(identity, table, name, hints, entropy, called=called, rules=rules, wanted=wanted, now=now)
        session = cls(identity, lobby, entropy, now)
        session._work(now)
        return session

    @classmethod
    def join(
        cls,
        identity: Identity,
        table: bytes,
        name: str,
        hints: Hints,
        entropy: Callable[[int], bytes],
        *,
        now: float,
        contact: bytes | None = None,
    ) -> Session:
        """Sit down at the table with this id as soon as a peer of it is linked.

        With `contact` only the link to that key can tell us who sits there; later ones follow from the first list.
        """
        session = cls(identity, Lobby(identity, table, name, hints, entropy), entropy, now)
        session._contact = contact
        return session

    # What the program reads.

    @property
    def me(self) -> int | None:
        """The own seat, once there is a charter."""
        return self._own.seat if self._own else None

    @property
    def status(self) -> tuple[int, bytes]:
        """Slot and head for heartbeats; in the lobby the revision of the seat list and zeros."""
        if self.referee is not None:
            return self.referee.log.slot, self.referee.log.head
        seats = self.lobby.seats
        return (seats.revision if seats else 0), bytes(32)

    @property
    def info(self) -> TableInfo | None:
        """What may be announced; None before the first seat list."""
        seats = self.lobby.seats
        if seats is None:
            return None
        rules = rules_of(seats.rules).digest()
        # A closed list that is full says "full", which is what a newcomer can understand before the game begins.
        playing = self.referee is not None or (seats.closed and len(seats.members) < seats.wanted)
        return TableInfo(self.lobby.table, seats.name, len(seats.members), seats.wanted, playing, rules)

    @property
    def rules(self) -> Rules | None:
        """The rules of the table, once known."""
        seats = self.lobby.seats
        return rules_of(seats.rules) if seats else None

    @property
    def peers(self) -> tuple[Member, ...]:
        """The other members, with the addresses they gave: whom to be linked with."""
        seats = self.lobby.seats
        return tuple(m for m in seats.members if m.key != self._identity.public) if seats else ()

    def view(self) -> View | None:
        """Give what our seat may know of the table; None before the game."""
        if self.referee is None or self._own is None:
            return None
        return View(self.referee.table, self._own.seat)

    def may_go(self, now: float) -> bool:
        """Whether the session has ended and nobody needs us any more."""
        return self.outcome is not None and now >= self._stay_until

    # What the program says.

    def ready(self, now: float) -> None:
        """Agree to play by the table's rules with whoever sits there."""
        self.lobby.ready(now)
        self._work(now)

    def start(self, now: float) -> None:
        """As opener, begin with the members there are; raises Misuse unless two sit."""
        self.lobby.start(now)
        self._work(now)

    def act(self, move: Move, now: float) -> None:
        """Move, as soon as the slot is open for it; a move that no longer holds by then comes back as Dropped."""
        if self._own is None or self.outcome is not None:
            self.notices.append(Dropped(move, "no-game"))
            return
        self._own.wish(move)
        self._work(now)

    def leave(self, now: float) -> None:
        """Get up: at once in the lobby, in the game with the next slot."""
        if self.referee is not None:
            self.act(Leave(), now)
        elif self.outcome is None:
            self.lobby.rise()
            self._work(now, "left")

    # What comes from outside.

    def linked(self, key: bytes, now: float) -> None:
        """Hear that a link to this peer is up."""
        self._linked.add(key)
        self.heard(key, now)
        if self.referee is None:
            self.lobby.linked(key)
        self._work(now)

    def unlinked(self, key: bytes, now: float) -> None:
        """Hear that the link to this peer is gone; silence tells the rest."""
        self._linked.discard(key)
        self._answered.pop(key, None)
        self._work(now)

    def heard(self, key: bytes, now: float) -> None:
        """Hear any sign of life of a peer."""
        self._vigil.heard(key, now)
        if self._vigil.named and self.outcome is None:
            self._name_silent(now)

    def receive(self, key: bytes, data: bytes, now: float) -> None:
        """Take a frame that came over the link to `key`.

        Raises Malformed for bytes that no honest program sends; the link's owner says goodbye then.
        """
        self.heard(key, now)
        if tag_of(data) < FIRST_TAG:
            raise Malformed("not a message of a session")
        if tag_of(data) in wire.tags(*UNSIGNED):
            self._take_unsigned(key, wire.decode(data, *UNSIGNED), now)
        else:
            self._take_letter(key, data, now)
        self._work(now)

    def tick(self, now: float) -> None:
        """Let time pass: ask for what is missing, name who is silent, give up on who is lost."""
        if self.outcome is None:
            self._ask(now)
            self._judge_silence(now)
            self._work(now)

    def next_deadline(self, now: float) -> float:
        """Say when `tick` should be called at the latest."""
        if self.outcome is not None:
            return max(now, self._stay_until)
        return self._vigil.deadline(now, self.referee)

    # What can be done beside.

    def chore(self) -> Chore | None:
        """Give work for any thread, one piece at a time: our coming mix, then proofs of others; `finish` takes it."""
        referee, own = self.referee, self._own
        if self._busy or referee is None or own is None or self.outcome is not None:
            return None
        prepare = own.preparation()
        if prepare is not None:
            self._busy = True
            return partial(_prepare, prepare)
        for deal, items in referee.checks():
            # Who has still to mix lets nobody wait for more than one check.
            some = items[:1] if own.seat in deal.to_mix else items
            self._busy = True
            return partial(_check, deal, some, own.seat)
        return None

    def finish(self, done: Done, now: float) -> None:
        """Take what a chore has given."""
        self._busy = False
        if done is not None and self.referee is not None:
            self.referee.proved(*done)
        self._work(now)

    # Letters.

    def _take_letter(self, key: bytes, data: bytes, now: float) -> None:
        try:
            letter = letters.read(data)
        except Malformed as fault:
            # What a key has signed is its own affair, and not that of whoever passes it on.
            if not fault.evidence or (letters.signer(data) == key and self.referee is None):
                raise
            if self.referee is not None and self.outcome is None:
                self.referee.take_malformed(data)
            return
        if isinstance(letter.body, LobbyBody):
            if self._from_the_table(key, letter):
                self.lobby.receive(letter, now)
        elif self.referee is None:
            self._keep_early(letter)
        elif self.outcome is None:
            self._enter(letter, now)
        elif self.outcome == "left":
            self._testify(self.referee, letter)

    def _testify(self, referee: Referee, letter: Letter) -> None:
        """Show the others, although we have left, what somebody has signed twice: perhaps they wait because of it."""
        referee.take(letter)
        for item in referee.news:
            if isinstance(item, Blamed):
                self.outbox.extend((None, data) for data in item.blame.evidence)
        referee.news.clear()

    def _from_the_table(self, key: bytes, letter: Letter) -> bool:
        """Whether a letter of the lobby came over a link that may bring it.

        The first list comes from whom we have called, and a wish to sit down from its writer or through a member: so
        one stranger has one voice.
        """
        seats = self.lobby.seats
        if seats is None:
            return self._contact is None or key == self._contact
        return not isinstance(letter.body, Sit) or key == letter.sender or key in {m.key for m in seats.members}

    def _keep_early(self, letter: Letter) -> None:
        """Keep what a member says of the game while the charter is not complete here, a little of each."""
        seats = self.lobby.seats
        members = {member.key for member in seats.members} if seats else set[bytes]()
        self._early = {key: early for key, early in self._early.items() if key in members}
        if letter.sender in members:
            early = self._early.setdefault(letter.sender, [])
            if len(early) < EARLY_LETTERS:
                early.append(letter)

    def _enter(self, letter: Letter, now: float) -> None:
        if self.referee is not None:
            admission = self.referee.take(letter)
            if admission in (Admission.OPEN, Admission.LATER):
                self._vigil.heard(letter.sender, now)
            if admission is Admission.OPEN:
                self._vigil.progress(now)

    def _take_unsigned(self, key: bytes, message: Want | Have, now: float) -> None:
        if isinstance(message, Have):
            if self.referee is not None and message.session == self.referee.session:
                self._have[key] = max(message.slot, self._have.get(key, 0))
                self._shorten_stay(now)
            return
        if now - self._answered.get(key, float("-inf")) < ANSWER_PAUSE:
            return
        self._answered[key] = now
        if self.referee is not None and message.context == self.referee.session:
            self.outbox.extend((key, data) for data in self.referee.answer(message))
        else:
            self.lobby.answer(message, key)

    # Everything that follows from what came in.

    def _work(self, now: float, outcome: str = "closed") -> None:
        # The lobby answers questions about its letters after it is done, too.
        self.outbox += self.lobby.outbox
        self.lobby.outbox.clear()
        if self.referee is None and self.outcome is None:
            self._work_lobby(now, outcome)
        if self.referee is not None and self.outcome is None:
            self._work_game(self.referee, now)

    def _work_lobby(self, now: float, outcome: str) -> None:
        lobby = self.lobby
        self.notices += lobby.notices
        lobby.notices.clear()
        if lobby.ended is not None:
            self._end("refused" if lobby.refused else outcome, lobby.ended, now)
            return
        self._vigil.watch(self._watched(), now)
        if lobby.done:
            self._begin(now)

    def _watched(self) -> list[bytes]:
        """Give the keys whose silence matters: in the lobby the clerk judges all, the others only the clerk."""
        if self.referee is not None:
            keys = [self.referee.keys[seat] for seat in self.referee.members]
        elif self.lobby.is_clerk or self.lobby.clerk is None:
            keys = [member.key for member in self.peers]
        else:
            keys = [self.lobby.clerk]
        return [key for key in keys if key != self._identity.public]

    def _begin(self, now: float) -> None:
        lobby = self.lobby
        charter = lobby.charter
        referee = self.referee = Referee(charter)
        seat = referee.seat_of(self._identity.public)
        if seat is None:
            raise Misuse("a charter without us")
        self._own = OwnSeat(referee, seat, self._entropy)
        self._vigil = Vigil(now)
        self._vigil.watch(self._watched(), now)
        self._members = len(referee.members)
        self.recorded.append(record.begin(charter, lobby.accords))
        draws = tuple(tuple(turn) for turn in referee.draws)
        words = session_words(referee.session)
        self.notices.append(Began(referee.session, words, referee.names, seat, referee.dealer, draws))
        early, self._early = self._early, {}
        for letter in (letter for row in early.values() for letter in row):
            self._enter(letter, now)

    def _work_game(self, referee: Referee, now: float) -> None:
        own = self._own
        if own is None:
            return
        while True:
            self._tell(referee, own, now)
            self._keep_time(referee, own, now)
            tasks = referee.tasks_of(own.seat) if own.seat in referee.members and not referee.over else []
            body = next((body for task in tasks if (body := own.make(task)) is not None), None)
            if body is None:
                break
            self._post(letters.write(self._identity, body), referee, now)
        self.notices += [Dropped(move, reason) for move, reason in own.dropped]
        own.dropped.clear()
        self._argue(referee)
        self._close(referee, own, now)

    def _keep_time(self, referee: Referee, own: OwnSeat, now: float) -> None:
        """Move for our own seat when its time is up and its player has not."""
        self._vigil.decision(referee.course.decision, now)
        waits = referee.phase is Phase.PLAY and own.seat in referee.table.to_act and not own.wishing
        if waits and self._vigil.time_is_up(referee, now):
            own.wish(neutral(referee.table, own.seat))

    def _post(self, letter: Letter, referee: Referee, now: float) -> None:
        """Enter our own letter like any other, and send it to everybody."""
        if referee.take(letter) is not Admission.OPEN:
            raise Misuse("our own letter was not awaited")
        self.outbox.append((None, letter.data))
        self._vigil.progress(now)

    def _tell(self, referee: Referee, own: OwnSeat, now: float) -> None:
        """Learn what was shown to us, and turn the referee's news into notices and record."""
        own.learn()
        news, referee.news = referee.news, []
        for item in news:
            match item:
                case Applied(seat, move, refused):
                    if seat == own.seat and refused is not None:
                        self.notices.append(Dropped(move, refused))
                case Changed(slot, events):
                    self.notices.append(Happened(slot, events))
                case SlotSettled(slot, head, settled):
                    self._vigil.progress(now)
                    self.recorded.append(record.append(settled))
                    if len(referee.members) != self._members:
                        # Who left stays until it knows that nobody needs its letters any more.
                        self._members = len(referee.members)
                        self._have_all(referee)
                    self._vigil.watch(self._watched(), now)
                    last = slot + 1 == referee.log.slot
                    act = last and referee.phase is Phase.PLAY and own.seat in referee.table.to_act
                    self.notices.append(Settled(slot, head, act))
                case RoundAudited(number, report):
                    names, innocent = (
                        tuple(referee.names[seat] for seat in seats) for seats in (report.seats, report.innocent)
                    )
                    self.notices.append(Audited(number, report.grade.word, names, innocent))
                case Blamed(blame, held):
                    self._vigil.progress(now)
                    # What the open slot holds goes in too: only with it can the evidence be judged again.
                    self.recorded += [record.append(held), record.accuse(blame)]
                    self.outbox.extend((None, data) for data in blame.evidence)
                    self.notices.append(Fault(referee.names[blame.seat], blame.reason, blame.evidence, blame.slot))
                case PutOut(seat, number):
                    self._vigil.watch(self._watched(), now)
                    self.notices.append(DealtAgain(referee.names[seat], number))

    def _argue(self, referee: Referee) -> None:
        """Send our letters of a slot or deal to whoever holds others; once a seat and slot."""
        for row, docket in enumerate(referee.dockets):
            for seat, number in docket.quarrels:
                if (row, seat, number) not in self._argued:
                    self._argued.add((row, seat, number))
                    key = referee.keys[seat]
                    # Where no link leads, what is for all is passed on.
                    to = key if key in self._linked else None
                    self.outbox.extend((to, data) for data in docket.log.everything(number))
            docket.quarrels.clear()
        rows = [docket.log.slot for docket in referee.dockets]
        self._argued = {argued for argued in self._argued if argued[2] >= rows[argued[0]] - 1}

    def _close(self, referee: Referee, own: OwnSeat, now: float) -> None:
        """See whether it is over for us, and how."""
        faulty = " and ".join(referee.names[blame.seat] for blame in referee.blames)
        if own.seat in referee.barred or referee.given_up(own.seat):
            self._end("void", "The others have put you out, because you broke the protocol.", now)
        elif referee.has_left(own.seat):
            self._end("left", "You left the match.", now)
        elif referee.over and referee.table.match_over and not referee.round.wrecked:
            self._end("finished", "The match is over.", now)
        elif referee.over and faulty:
            self._end("void", f"{faulty} broke the protocol and the others cannot go on, so the round is void.", now)
        elif referee.over:
            self._end("void", "A card was no card, and who is to blame would not show it.", now)

    def _end(self, outcome: str, text: str, now: float) -> None:
        self.outcome = outcome
        referee = self.referee
        self.notices.append(Ended(outcome, text, referee.result() if referee else None))
        if referee is not None:
            self._stay_slot = referee.log.slot
            self._stay_until = now + STAY_SECONDS
            self._have_all(referee)
            self._shorten_stay(now)

    def _have_all(self, referee: Referee) -> None:
        self.outbox.append((None, wire.encode(Have(referee.session, referee.log.slot, referee.log.head))))

    def _shorten_stay(self, now: float) -> None:
        """Nobody stays for peers that have everything, or that no link leads to."""
        referee = self.referee
        if self.outcome not in ("finished", "left") or referee is None:
            return
        others = {referee.keys[seat] for seat in referee.members} & self._linked
        if all(self._have.get(key, 0) >= self._stay_slot for key in others):
            self._stay_until = now

    # Time.

    def _ask(self, now: float) -> None:
        referee = self.referee
        if referee is None:
            self._vigil.progress(self.lobby.progress)
        if self._vigil.ask(now):
            wants = [self.lobby.wants()] if referee is None else referee.lacks(self.me)
            self.outbox += [(None, wire.encode(want)) for want in wants if want is not None]

    def _name_silent(self, now: float) -> None:
        referee = self.referee
        if referee is None:
            names, late = {member.key: member.name for member in self.peers}, []
        else:
            names = dict(zip(referee.keys, referee.names, strict=True))
            late = [referee.names[seat] for seat in self._vigil.late(referee, self.me, now, QUIET_SECONDS)]
        self.notices += self._vigil.tell(names, late, now)

    def _judge_silence(self, now: float) -> None:
        """Name who is silent or late, and give up on who has been so for too long."""
        self._name_silent(now)
        lost, referee = self._vigil.lost(now), self.referee
        if referee is None:
            self.lobby.tick(now)
            if lost:
                self.lobby.lost(tuple(lost), now)
            return
        gone = [seat for seat in referee.members if referee.keys[seat] in lost]
        slow = [] if gone else self._vigil.late(referee, self.me, now)
        if gone or slow:
            names = " and ".join(referee.names[seat] for seat in gone or slow)
            what = "did not move in time" if slow and patience_for(referee) is None else "fell silent"
            self._end("void", f"{names} {what}, so the round is void.", now)


def _prepare(prepare: Callable[[], None]) -> Done:
    prepare()
    return None


def _check(deal: Deal, items: Sequence[Unproved], own: int) -> Done:
    """Check mixes; our own needs none."""
    return deal, items, first_false([item for item in items if item.seat != own])
