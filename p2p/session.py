"""A session: one peer at one table, from sitting down to the last word, without sockets and without a clock.

Theory of operation. Three stages follow each other: the lobby, the game, and staying a little for those who
still lack something. Bytes go in by `receive`, signs of life by `heard`, time by `tick`; bytes to send
collect in `outbox`, what a program should know in `notices`, the record, piece by piece, in `recorded`, and
in `journaled` what has to be kept before anything of the outbox is sent (`journal`); the caller empties all four.
Lobby, log, deal and rules each know nothing of the others; they meet here, in the `game` and in the referee below.

Heavy work that nobody waits for is handed out as a `chore`, to be done in any thread, and comes back by `finish`. What
is lost is asked for (`Want`) and sent again as it was. Silence is named after 3 s; after 20 s, or when something that
needs no person is late by 10 s (60 s for a mix), the seat is away, and the others vote: as long as one of them waits,
the table does. `patience` is how many seconds later our own peer votes to end it by itself (inf where a person votes).

Must never know sockets, files or what is on a screen.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ..core.moves import Leave, Move
from ..core.rules import Rules
from ..core.view import View
from . import letter as letters
from . import record, wire
from .announcing import TableInfo, announced
from .charter import rules_of
from .chat import Chat
from .chores import Chore, Chores, Done
from .ending import Stay
from .errors import Malformed, Misuse
from .frames import tag_of
from .game import Game
from .gathering import Gathering
from .identity import Identity
from .journal import Began, Drew, Journal, Proved, Sealed, Took, spell, start
from .letter import Letter
from .lobby import Lobby
from .log import DEAL
from .messages import FIRST_TAG, UNSIGNED, Again, Have, Hints, LobbyBody, Member, Say, Seats, Want
from .notices import Dropped, Ended, Notice, Said
from .referee import Referee
from .rematch import Rematch
from .seat import OwnSeat
from .telling import beginning

VOTE_SECONDS = 60.0
"""How much longer than it takes to call a seat away our peer waits for it, where no person says otherwise."""
ANSWER_PAUSE = 0.25
"""One peer's questions are answered no more often than this; those about deals apart from the others."""
EARLY_LETTERS = 2
"""How many letters of the game one peer may be ahead of our lobby."""


class Session:
    """One peer's session; made by `open` or `join`.

    Where it `stays` after a match that came to its end, the same people may play again: `next` is that session then,
    and the one to go on with. It has taken over what this one had still to say.
    """

    def __init__(
        self,
        identity: Identity,
        lobby: Lobby,
        entropy: Callable[[int], bytes],
        now: float,
        contact: bytes | None = None,
    ) -> None:
        self.lobby = lobby
        self.referee: Referee | None = None
        self.outbox: list[tuple[bytes | None, bytes]] = []
        self.notices: list[Notice] = []
        self.recorded: list[bytes] = []
        self.journaled: list[bytes] = []
        self.outcome: str | None = None
        self.patience = VOTE_SECONDS
        self.chat = Chat(identity, now)
        self.next: Session | None = None
        self.stays = False
        self._identity = identity
        self._entropy = entropy
        self._gathering = Gathering(identity, lobby, now, contact)
        self._own: OwnSeat | None = None
        self._game: Game | None = None
        self._chores: Chores | None = None
        self._stay = Stay()
        self._linked: set[bytes] = set()
        self._early: dict[bytes, list[Letter]] = {}
        self._answered: dict[tuple[bytes, bool], float] = {}
        self._sealed: tuple[bytes, ...] = ()
        self._rematch: Rematch | None = None
        self._former: tuple[bytes, frozenset[bytes]] = (b"", frozenset())

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
        return cls(identity, Lobby(identity, table, name, hints, entropy), entropy, now, contact)

    @classmethod
    def resume(cls, journal: Journal, entropy: Callable[[int], bytes], now: float) -> Session:
        """Come back to the seat that a journal is about, and to where it stood.

        `recorded` holds the record from its beginning then. Raises Misuse for a journal that contradicts itself.
        """
        sealed = journal.sealed
        lobby = Lobby.restore(journal.identity, journal.table, journal.name, entropy, sealed=sealed, now=now)
        session = cls(journal.identity, lobby, entropy, now)
        session._sealed = sealed
        for entry in journal.entries:
            session._again(entry, now)
        if session._game is not None:
            session._game.stand()
        session.journaled.clear()
        session._work(now)
        return session

    def _again(self, entry: Began | Drew | Took | Proved, now: float) -> None:
        if isinstance(entry, Began):
            for data in entry.accords:
                self.lobby.receive(letters.read(data), now)
            if not self.lobby.done or self._game is not None:
                raise Misuse("this journal does not go on as it began")
            self._begin(now, back=True)
        elif self._game is None:
            raise Misuse("this journal is about a game that never began")
        else:
            self._game.again(entry, now)

    @property
    def _stage(self) -> Gathering | Game:
        return self._game or self._gathering

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
        return announced(self.lobby, begun=self.referee is not None)

    @property
    def rules(self) -> Rules | None:
        """The rules of the table, once known."""
        seats = self.lobby.seats
        return rules_of(seats.rules) if seats else None

    @property
    def peers(self) -> tuple[Member, ...]:
        """The other members, with the addresses they gave: whom to be linked with."""
        return self._gathering.others

    def view(self) -> View | None:
        """Give what our seat may know of the table; None before the game."""
        if self.referee is None or self._own is None:
            return None
        return View(self.referee.table, self._own.seat)

    @property
    def over(self) -> bool:
        """Whether it has ended, and no other match can follow."""
        return self.outcome is not None and not (self._rematch is not None and self._rematch.open)

    def may_go(self, now: float) -> bool:
        """Whether the session has ended and nobody needs us any more."""
        return self.over and now >= self._stay.until(now)

    # What the program says.

    def ready(self, now: float) -> None:
        """Agree to play by the table's rules with whoever sits there."""
        self.lobby.ready(now)
        self._work(now)

    def start(self, now: float) -> None:
        """As opener, begin with the members there are; raises Misuse unless two sit.

        After a match: begin the next one with those who want it by now.
        """
        if self._rematch is not None and self._rematch.open:
            self._follow(self._rematch.next_list(at_once=True), now)
            return
        self.lobby.start(now)
        self._work(now)

    def act(self, move: Move, now: float) -> None:
        """Move, as soon as the slot is open for it; a move that no longer holds by then comes back as Dropped."""
        if self._own is None or self.outcome is not None:
            self.notices.append(Dropped(move, "no-game"))
            return
        self._own.wish(move)
        self._work(now)

    def say(self, text: str, now: float, stamp: int) -> None:
        """Say something to the table; `stamp` as in `Chat.say`. Raises Misuse, where we do not sit here too."""
        names = self._speakers()
        me = names.get(self._identity.public)
        if me is None:
            raise Misuse("you do not sit at this table yet")
        context = self.referee.session if self.referee is not None else self.lobby.table
        shown, letter = self.chat.say(context, text, now, stamp)
        self.outbox.append((None, letter.data))
        self.notices.append(Said(me, shown))

    def play_again(self, now: float) -> None:
        """Want another match after this one; raises Misuse where none can follow."""
        if self._rematch is None or self.over:
            raise Misuse("there is no match that another one could follow")
        self.stays = True
        self._rematch.ask()
        self._work(now)

    def vote(self, end: bool, now: float) -> None:
        """Vote to end the round without those who are away, or to wait for them; raises Misuse where nobody is."""
        if self._game is None or self.outcome is not None:
            raise Misuse("nobody is away")
        self._game.vote(end, now)
        self._work(now)

    def leave(self, now: float) -> None:
        """Get up: at once in the lobby, in the game with the next slot, after it from what may follow."""
        if self._rematch is not None and self.outcome is not None:
            self._rematch.go()
            self._work(now)
        elif self.referee is not None:
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
        for deals in (False, True):
            self._answered.pop((key, deals), None)
        self._work(now)

    def heard(self, key: bytes, now: float) -> None:
        """Hear any sign of life of a peer."""
        stage = self._stage
        stage.vigil.heard(key, now)
        if self._rematch is not None:
            self._rematch.vigil.heard(key, now)
        if stage.vigil.named and self.outcome is None:
            self.notices += stage.name_silent(now)

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
            stage = self._stage
            self.outbox += [(None, wire.encode(want)) for want in stage.wants(now) if want is not None]
            self.notices += stage.name_silent(now)
            stage.miss(self.patience, now)
            self._work(now)
        elif self._rematch is not None and self._rematch.open:
            self._rematch.tick(now)
            self._work(now)

    def next_deadline(self, now: float) -> float:
        """Say when `tick` should be called at the latest."""
        if self._rematch is not None and not self.over and self.outcome is not None:
            return self._rematch.deadline(now)
        if self.outcome is not None:
            return self._stay.until(now)
        return self._stage.vigil.deadline(now, self.referee)

    # What can be done beside.

    def chore(self) -> Chore | None:
        """Give work for any thread, one piece at a time: our coming mix, then proofs of others; `finish` takes it."""
        return self._chores.take() if self._chores is not None and self.outcome is None else None

    def finish(self, done: Done, now: float) -> None:
        """Take what a chore has given."""
        if self._chores is not None:
            if done is not None:
                deal, items, false = done
                mixes = tuple((item.stage, item.seat) for item in items)
                self.journaled.append(spell(Proved(deal.number, mixes, -1 if false is None else items.index(false))))
            self._chores.finish(done)
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
                self.journaled.append(spell(Took(data)))
                self.referee.take_malformed(data)
            return
        match letter.body:
            case Say() as line:
                self._hear(letter, line, now)
            case Again() as again:
                self._take_again(letter, again, now)
            case Seats() as seats if self._rematch is not None and seats.table == self._rematch.table:
                if self.outcome is not None and self._rematch.accepts(letter, seats):
                    self._follow(letter, now)
            case body if isinstance(body, LobbyBody):
                self._gathering.take(key, letter, now)
            case _:
                self._take_game(letter, now)

    def _take_game(self, letter: Letter, now: float) -> None:
        if self._game is None:
            self._keep_early(letter)
        elif self.outcome is None:
            self._game.take(letter, now)
        elif self.outcome == "left":
            self._game.testify(letter)

    def _take_again(self, letter: Letter, again: Again, now: float) -> None:
        if self._rematch is not None and letter.sender in self._speakers():
            self._rematch.take(letter, again)
        seats = self.lobby.seats_letter
        session, keys = self._former
        late = again.wants and again.session == session and letter.sender in keys
        if late and seats is not None and self._may_answer(letter.sender, False, now):
            # Where no link leads to it, whoever has one passes it on.
            self.outbox.append((letter.sender if letter.sender in self._linked else None, seats))

    def _follow(self, seats: Seats | Letter | None, now: float) -> None:
        """Go over to the next match, with this list of its members, as its clerk or as the clerk has signed it."""
        former, me = self.referee, self._identity.public
        mine = next((member for member in self._gathering.members if member.key == me), None)
        if seats is None or former is None or mine is None or self.next is not None:
            return
        lobby = Lobby.reopen(self._identity, mine.name, mine.hints, self._entropy, seats=seats, now=now)
        following = self.next = Session(self._identity, lobby, self._entropy, now)
        following.chat, following.stays, following._linked = self.chat, self.stays, set(self._linked)
        following.patience = self.patience
        following._former = former.session, frozenset(former.keys)
        self._work(now)
        following.outbox, following.notices, following.recorded = self.outbox, self.notices, self.recorded
        self.outbox, self.notices, self.recorded, self.journaled = [], [], [], []
        following._work(now)

    def _speakers(self) -> dict[bytes, str]:
        """Who may speak here, with their names; who was put out may not."""
        referee = self.referee
        if referee is None:
            return {member.key: member.name for member in self._gathering.members}
        seats = enumerate(zip(referee.keys, referee.names, strict=True))
        return {key: name for seat, (key, name) in seats if seat not in referee.barred}

    def _hear(self, letter: Letter, line: Say, now: float) -> None:
        name = self._speakers().get(letter.sender)
        contexts = [self.lobby.table, *([self.referee.session] if self.referee is not None else [])]
        text = self.chat.hear(letter, line, contexts, now) if name is not None else None
        if name is not None and text is not None:
            self.notices.append(Said(name, text))

    def _keep_early(self, letter: Letter) -> None:
        """Keep what a member says of the game while the charter is not complete here, a little of each."""
        members = {member.key for member in self._gathering.members}
        self._early = {key: early for key, early in self._early.items() if key in members}
        if letter.sender in members:
            early = self._early.setdefault(letter.sender, [])
            if len(early) < EARLY_LETTERS:
                early.append(letter)

    def _take_unsigned(self, key: bytes, message: Want | Have, now: float) -> None:
        if isinstance(message, Have):
            if self.referee is not None and message.session == self.referee.session:
                self._stay.heard(key, message.slot)
                self._shorten_stay(now)
            return
        # Who lacks letters of the slot and of a deal asks for both at once: neither takes the other's answer away.
        if not self._may_answer(key, any(address.stage == DEAL for address in message.addresses), now):
            return
        if self.referee is not None and message.context == self.referee.session:
            self.outbox.extend((key, data) for data in self.referee.answer(message))
        else:
            self.lobby.answer(message, key)

    def _may_answer(self, key: bytes, deals: bool, now: float) -> bool:
        """Whether it is time to answer a peer's question, about deals or about anything else; count it as answered."""
        if now - self._answered.get((key, deals), float("-inf")) < ANSWER_PAUSE:
            return False
        self._answered[key, deals] = now
        return True

    # Everything that follows from what came in.

    def _work(self, now: float, outcome: str = "closed") -> None:
        # The lobby answers questions about its letters after it is done, too.
        self.outbox += self.lobby.outbox
        self.lobby.outbox.clear()
        if self._game is None and self.outcome is None:
            self._work_lobby(now, outcome)
        if self._game is not None:
            self._work_game(self._game, now)
        if self._rematch is not None and self.next is None:
            self.outbox += [(None, data) for data in self._rematch.outbox]
            self.notices += self._rematch.notices
            self._rematch.outbox.clear()
            self._rematch.notices.clear()
            if self.outcome is not None:
                self._follow(self._rematch.next_list(), now)

    def _work_lobby(self, now: float, outcome: str) -> None:
        lobby = self.lobby
        if lobby.sealed != self._sealed:
            self._keep_sealed(lobby.sealed)
        self.notices += lobby.notices
        lobby.notices.clear()
        if lobby.ended is not None:
            self._end("refused" if lobby.refused else outcome, lobby.ended, now)
            return
        self._gathering.watch(now)
        if lobby.done:
            self._begin(now)

    def _keep_sealed(self, sealed: tuple[bytes, ...]) -> None:
        """Keep what our signature of a charter rests on; with the first one the journal begins."""
        if not self._sealed:
            self.journaled.append(start(self._identity, self.lobby.table, self.lobby.name))
        self._sealed = sealed
        self.journaled.append(spell(Sealed(sealed)))

    def _begin(self, now: float, *, back: bool = False) -> None:
        referee = self.referee = Referee(self.lobby.charter)
        seat = referee.seat_of(self._identity.public)
        if seat is None:
            raise Misuse("a charter without us")
        self._own = OwnSeat(referee, seat, self._entropy)
        self._chores = Chores(referee, self._own)
        self._game = Game(self._identity, referee, self._own, now)
        seats = self.lobby.seats
        self._rematch = Rematch(self._identity, referee.session, seats, now) if seats is not None else None
        self.recorded.append(record.begin(self.lobby.charter, self.lobby.accords))
        self.journaled.append(spell(Began(self.lobby.accords)))
        self.notices.append(replace(beginning(referee, seat), back=back))
        for letter in (letter for early in self._early.values() for letter in early):
            self._game.take(letter, now)
        self._early.clear()

    def _work_game(self, game: Game, now: float) -> None:
        ended = game.work(self._linked, now) if self.outcome is None else None
        self._take_over(game)
        if ended is not None:
            self._end(*ended, now)

    def _take_over(self, game: Game) -> None:
        """Take over what the game has to say."""
        self.outbox += game.outbox
        self.notices += game.notices
        self.recorded += game.recorded
        self.journaled += game.journaled
        game.journaled.clear()
        game.outbox.clear()
        game.notices.clear()
        game.recorded.clear()

    def _end(self, outcome: str, text: str, now: float) -> None:
        self.outcome = outcome
        referee = self.referee
        self.notices.append(Ended(outcome, text, referee.result() if referee else None))
        if referee is not None and self._game is not None:
            self._stay.begin(referee.log.slot, now)
            self._game.have_all()
            self._take_over(self._game)
            self._shorten_stay(now)
            if outcome == "finished" and self._rematch is not None:
                self._rematch.begin({referee.keys[seat] for seat in referee.members}, now, stays=self.stays)

    def _shorten_stay(self, now: float) -> None:
        """Nobody stays for peers that no link leads to."""
        if self.outcome in ("finished", "left") and self._game is not None:
            self._stay.shorten(self._linked.intersection(self._game.others()), now)
