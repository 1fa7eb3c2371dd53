"""The lobby: from strangers at a table to a charter that all have signed.

Theory of operation. The opener is clerk of the seat list: the clerk alone signs `Seats`, with a revision that grows
with every change, and everybody holds the newest one. All else is about one revision (`revision`): all are ready, all
commit to a nonce, all reveal it, all sign the charter that follows.

A new revision starts again at READY, with new nonces: so when somebody goes, falls silent, does not reveal or lies,
the clerk strikes that member off, and the rest begin again by themselves; being ready is kept as long as the rules
are the same. Nobody chooses the coin: all are bound before anything is shown, and who dislikes the result can only
be left out of the next one. The clerk too: a list that is closed can lose members and is never followed by any other,
so a new toss of the coin costs a seat, and everybody sees whose. The clerk can refuse people a seat, or waste their
time, and nothing else; with the charter the clerk is gone. Letters of members without a link to each other are
passed on by whoever holds them, on demand (`wants`, `answer`).

Must never know cards, rounds or sockets. Silence is judged outside and told by `lost`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..core.errors import BadOption
from ..core.rules import Rules
from . import letter as letters
from .charter import check_seats, good_title, only_shrinks, options_of, rules_of, seat_name
from .errors import Malformed, Misuse, PeerFault
from .identity import Identity
from .letter import Letter
from .messages import (
    Accord,
    Address,
    Charter,
    Hints,
    LobbyBody,
    Member,
    OfList,
    Ready,
    Rise,
    Seats,
    Sit,
    Want,
)
from .notices import LeftOut, Notice, Seated
from .revision import Revision, Step

STALL_SECONDS = 10.0
"""How long the clerk waits for a letter that needs no person; the others wait three times as long."""
ACCUSE_SECONDS = 1.0
"""A proof against one member is passed on no more often than this: others pass it on too."""


class Lobby:
    """One peer's part in a lobby.

    `table` is the table's id. `sealed` are the letters that our own signature of a charter rests on, the seat list
    first and the signature last: with them `restore` comes back to it. Letters to send collect in `outbox` as (key, or
    None for everybody, bytes) and what people should know in `notices`; both are for the caller to empty. `charter` and
    `accords` are there once `done`; `ended` says in one sentence why the lobby is over for us without one, and
    `refused` whether that was because the table would not have us.
    """

    def __init__(
        self, identity: Identity, table: bytes, name: str, hints: Hints, entropy: Callable[[int], bytes]
    ) -> None:
        self.table = table
        self.outbox: list[tuple[bytes | None, bytes]] = []
        self.notices: list[Notice] = []
        self.ended: str | None = None
        self.refused = False
        self.progress = 0.0
        self._identity = identity
        self.name = name
        self._hints = hints
        self._entropy = entropy
        self._consent: Rules | None = None
        self._willing = self._prompt = False
        self._now: Revision | None = None
        self.sealed: tuple[bytes, ...] = ()
        self._accused: dict[bytes, float] = {}
        self._since: dict[bytes, int] = {}

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
    ) -> Lobby:
        """Open a table called `called` for `wanted` seats and sit down as its clerk.

        Raises Misuse when these rules cannot be played by so many, or the name cannot be shown.
        """
        if not good_title(called):
            raise Misuse("a table is named by printable words with single spaces between them")
        try:
            rules.check_seats(wanted)
        except BadOption as error:
            raise Misuse(str(error)) from error
        lobby = cls(identity, table, name, hints, entropy)
        member = Member(identity.public, seat_name(name, ()), hints)
        lobby._publish(Seats(table, 1, False, wanted, called, options_of(rules), (member,)), now)
        return lobby

    @classmethod
    def restore(
        cls,
        identity: Identity,
        table: bytes,
        name: str,
        entropy: Callable[[int], bytes],
        *,
        sealed: Sequence[bytes],
        now: float,
    ) -> Lobby:
        """Come back to a table whose charter we have signed, as `sealed` says; raises Misuse where it does not."""
        lobby = cls(identity, table, name, (), entropy)
        try:
            first, *rest = (letters.read(data) for data in sealed)
        except (Malformed, ValueError) as error:
            raise Misuse("the letters of the lobby cannot be read") from error
        if not isinstance(first.body, Seats):
            raise Misuse("the seat list is missing")
        current = lobby._now = Revision(first, first.body)
        lobby._willing, lobby._consent, lobby.progress = True, rules_of(first.body.rules), now
        for letter in rest:
            if isinstance(letter.body, OfList):
                current.enter(letter, letter.body)
            while current.advance():
                if current.step is Step.SIGN:
                    current.make(identity.public, entropy)
        if current.held(Step.SIGN, identity.public) is None:
            raise Misuse("our own signature is missing")
        lobby.sealed = tuple(sealed)
        return lobby

    @classmethod
    def reopen(
        cls,
        identity: Identity,
        name: str,
        hints: Hints,
        entropy: Callable[[int], bytes],
        *,
        seats: Seats | Letter,
        now: float,
    ) -> Lobby:
        """Begin with a closed list of people who all want to play: one to be signed by us as clerk, or the clerk's.

        Nobody has to think here, so whoever is late is struck off in this step too.
        """
        body = seats.body if isinstance(seats, Letter) else seats
        if not isinstance(body, Seats):
            raise Misuse("a lobby begins with a seat list")
        lobby = cls(identity, body.table, name, hints, entropy)
        lobby._willing = lobby._prompt = True
        if isinstance(seats, Letter):
            lobby.receive(seats, now)
        else:
            lobby._publish(body, now)
        return lobby

    # What others may read.

    @property
    def seats(self) -> Seats | None:
        """The newest seat list."""
        return self._now.seats if self._now else None

    @property
    def seats_letter(self) -> bytes | None:
        """The same as the clerk has signed it."""
        return self._now.letter.data if self._now else None

    @property
    def clerk(self) -> bytes | None:
        """The key of the clerk, once known."""
        return self._now.keys[0] if self._now else None

    @property
    def is_clerk(self) -> bool:
        """Whether we keep the seat list."""
        return self.clerk == self._identity.public

    @property
    def seated(self) -> bool:
        """Whether we are on the list."""
        return self._now is not None and self._identity.public in self._now.keys

    @property
    def step(self) -> Step:
        """How far it has come."""
        return self._now.step if self._now else Step.READY

    @property
    def done(self) -> bool:
        """Whether all have signed one charter."""
        return self.step is Step.DONE

    @property
    def charter(self) -> Charter:
        """The charter; only once `done`."""
        if self._now is None or self._now.charter is None:
            raise Misuse("there is no charter yet")
        return self._now.charter

    @property
    def accords(self) -> tuple[bytes, ...]:
        """The signatures of the charter in seat order, as the letters they came in; only once `done`."""
        current = self._now
        if current is None or current.charter is None:
            raise Misuse("there is no charter yet")
        signed = (current.held(Step.SIGN, seat.key) for seat in current.charter.seats)
        return tuple(letter.data for letter in signed if letter is not None)

    def missing(self) -> tuple[bytes, ...]:
        """Give the keys of the members whose letter for the current step is not here."""
        return self._now.missing() if self._now else ()

    @property
    def _list(self) -> Revision:
        if self._now is None:
            raise Misuse("there is no seat list yet")
        return self._now

    # What the program asks for.

    def ready(self, now: float) -> None:
        """Agree to the rules and to whoever sits down; it holds for later lists with the same rules."""
        self._willing = True
        if self._now is not None:
            self._consent = rules_of(self._now.seats.rules)
            self._send_ready(now)
            self._advance(now)

    def start(self, now: float) -> None:
        """Close the list with the members there are; raises Misuse unless we are the clerk and two sit."""
        current = self._now
        if current is None or not self.is_clerk:
            raise Misuse("only who opened the table can start it")
        if len(current.keys) < 2:
            raise Misuse("a table needs two seats at least")
        if not current.seats.closed:
            self._change(current.seats.members, True, now)

    def rise(self) -> None:
        """Get up and go."""
        self._say(Rise(self.table, self._now.number if self._now else 0))
        self.ended = "You left the table."

    def lost(self, keys: tuple[bytes, ...], now: float) -> None:
        """Hear that these peers have been silent for too long."""
        if self.done or self.ended:
            return
        if self.clerk in keys:
            self._end("Who opened the table is gone, so the table is closed.")
        elif self.is_clerk:
            self._strike(keys, "silent", now)

    def tick(self, now: float) -> None:
        """Judge what needs no person and does not come."""
        current = self._now
        if current is None or current.step is Step.DONE or self.ended:
            return
        if current.step is Step.READY and not self._prompt:
            return
        if self.is_clerk and now - self.progress >= STALL_SECONDS:
            self._strike(tuple(key for key in self.missing() if key != self._identity.public), "late", now)
        elif now - self.progress >= 3 * STALL_SECONDS:
            self._end("The table does not get on, so it is closed.")

    def linked(self, key: bytes) -> None:
        """Greet a peer whose link has just come up: with the list, or with the wish to sit down."""
        if self.ended:
            return
        if self._now is not None:
            self.outbox.append((key, self._now.letter.data))
        if not self.seated:
            self._say(Sit(self.table, self.name, self._hints), key)

    # Letters.

    def receive(self, letter: Letter, now: float) -> None:
        """Take a letter of the lobby; what does not belong to this table or this revision is passed over."""
        body = letter.body
        if self.ended or not isinstance(body, LobbyBody) or body.table != self.table:
            return
        match body:
            case Seats():
                self._take_seats(letter, body, now)
            case Sit():
                self._take_sit(letter, body, now)
            case Rise():
                if letter.sender == self.clerk and not self.done:
                    self._end("Who opened the table left it, so the table is closed.")
                elif self.is_clerk and not self.done and body.revision >= self._since.get(letter.sender, 0):
                    self._strike((letter.sender,), "left", now)
            case _:
                self._take_step(letter, body, now)

    def wants(self) -> Want | None:
        """Say which letters are missing here, for others to send."""
        current = self._now
        if self.ended or current is None:
            if self._now is None and not self.ended:
                self._say(Sit(self.table, self.name, self._hints))
            return None
        if not self.seated:
            self._say(Sit(self.table, self.name, self._hints))
        index = {key: seat for seat, key in enumerate(current.keys)}
        lacks = tuple(Address(0, current.step, index[key], 0) for key in self.missing())
        return Want(self.table, current.number, lacks)

    def answer(self, want: Want, asker: bytes) -> None:
        """Send what somebody asked for as far as it is here; a newer list comes first."""
        current = self._now
        if current is None or want.context != self.table:
            return
        if want.slot < current.number:
            self.outbox.append((asker, current.letter.data))
        elif want.slot == current.number:
            for address in dict.fromkeys(want.addresses):
                if address.seat < len(current.keys) and address.step in Step._value2member_map_:
                    held = current.held(Step(address.step), current.keys[address.seat])
                    if held is not None:
                        self.outbox.append((asker, held.data))

    def _take_sit(self, letter: Letter, sit: Sit, now: float) -> None:
        current = self._now
        if current is None:
            return
        if not self.is_clerk:
            if letter.sender not in current.keys:
                self.outbox.append((current.keys[0], letter.data))
            return
        seats = current.seats
        if letter.sender in current.keys or seats.closed or len(seats.members) >= seats.wanted:
            self.outbox.append((letter.sender, current.letter.data))
            return
        name = seat_name(sit.name, [member.name for member in seats.members])
        members = (*seats.members, Member(letter.sender, name, sit.hints))
        # Who has been here before may have got up before: that letter is older than this list.
        self._since = {key: self._since.get(key, 0) for key in current.keys} | {letter.sender: current.number}
        self._change(members, len(members) == seats.wanted, now)

    def _take_seats(self, letter: Letter, seats: Seats, now: float) -> None:
        current = self._now
        if letter.sender != seats.members[0].key or self.done:
            return
        if current is not None and (letter.sender != current.keys[0] or seats.revision <= current.number):
            return
        me = self._identity.public
        again = current is not None and current.seats.closed and not only_shrinks(current.seats, seats)
        if again and any(member.key == me for member in seats.members):
            self._end("Who opened the table began again after it had been closed, so the table is left.")
            return
        try:
            check_seats(seats)
        except PeerFault as fault:
            unknown = fault.reason == "rules"
            self._end(
                "This table plays by rules that this program does not know."
                if unknown
                else "The seat list of this table makes no sense."
            )
            return
        self._adopt(letter, seats, now)

    def _take_step(self, letter: Letter, body: OfList, now: float) -> None:
        current = self._now
        if current is None or self.done:
            return
        if body.revision != current.number or letter.sender not in current.keys:
            return
        try:
            entered = current.enter(letter, body)
        except PeerFault as fault:
            self._accuse(letter.sender, fault, now)
            return
        if entered:
            self.progress = now
            if isinstance(body, Ready):
                self._tell()
            self._advance(now)
        elif current.quarrels_with(letter, body):
            # Another charter: somebody told two stories. Who holds the other one finds out from our letters.
            self.outbox.extend((letter.sender, held.data) for held in current.letters())

    def _advance(self, now: float) -> None:
        """Take every step for which all letters are here."""
        current = self._now
        while current is not None and current.advance():
            self.progress = now
            if current.step is not Step.DONE:
                self._send_step(current)

    def _send_step(self, current: Revision) -> None:
        """Make, enter and send our own letter of the current step."""
        body = current.make(self._identity.public, self._entropy)
        letter = letters.write(self._identity, body)
        current.enter(letter, body)
        if isinstance(body, Accord):
            self.sealed = (current.letter.data, *(held.data for held in current.letters()))
        self.outbox.append((None, letter.data))

    def _send_ready(self, now: float) -> None:
        current, me = self._now, self._identity.public
        if current is None or me not in current.keys or current.held(Step.READY, me) is not None:
            return
        if self._consent == rules_of(current.seats.rules):
            self._send_step(current)
            self.progress = now
            self._tell()

    # The seat list.

    def _change(self, members: tuple[Member, ...], closed: bool, now: float) -> None:
        """As clerk: sign and send a new list."""
        seats = self._list.seats
        self._publish(
            Seats(seats.table, seats.revision + 1, closed, seats.wanted, seats.name, seats.rules, members),
            now,
        )

    def _publish(self, seats: Seats, now: float) -> None:
        letter = letters.write(self._identity, seats)
        self.outbox.append((None, letter.data))
        self._adopt(letter, seats, now)

    def _adopt(self, letter: Letter, seats: Seats, now: float) -> None:
        """Begin again with a new list."""
        before = self._now
        self._now = Revision(letter, seats)
        self._accused.clear()
        self.progress = now
        me = self._identity.public
        if me not in self._now.keys:
            if self._prompt or (before is not None and me in before.keys):
                self._end("The others went on without you.", refused=True)
            elif seats.closed or len(seats.members) >= seats.wanted:
                self._end("All seats at this table are taken.", refused=True)
            return
        if before is not None:
            gone = tuple(member.name for member in before.seats.members if member.key not in self._now.keys)
            if gone and not self.is_clerk:
                self.notices.append(LeftOut(gone, "gone"))
        if self._willing and self._consent is None:
            self._consent = rules_of(seats.rules)
        self._tell()
        self._send_ready(now)
        self._advance(now)

    def _strike(self, keys: tuple[bytes, ...], reason: str, now: float) -> None:
        """As clerk: take members off the list; the rest begin again."""
        seats = self._list.seats
        rest = tuple(member for member in seats.members if member.key not in keys)
        if len(rest) == len(seats.members):
            return
        gone = tuple(member.name for member in seats.members if member.key in keys)
        self.notices.append(LeftOut(gone, reason))
        if self._prompt and len(rest) < 2:
            self._end("Nobody else is left to play with.")
            return
        self._change(rest, seats.closed and len(rest) >= 2, now)

    def _accuse(self, key: bytes, fault: PeerFault, now: float) -> None:
        """Pass the proof on, so that the clerk sees it too, and as clerk strike the member off."""
        if now - self._accused.get(key, float("-inf")) < ACCUSE_SECONDS:
            return
        self._accused[key] = now
        self.outbox.extend((None, data) for data in fault.evidence)
        if self.is_clerk:
            self._strike((key,), fault.reason, now)
        elif key == self.clerk:
            self._end("Who opened the table does not play by the protocol, so the table is closed.")

    # Words.

    def _tell(self) -> None:
        current = self._list
        names = {member.key: member.name for member in current.seats.members}
        ready = tuple(name for key, name in names.items() if current.held(Step.READY, key))
        me = names.get(self._identity.public)
        seats = current.seats
        self.notices.append(Seated(seats.name, tuple(names.values()), ready, seats.wanted, seats.closed, me))

    def _end(self, sentence: str, *, refused: bool = False) -> None:
        self.ended = sentence
        self.refused = refused

    def _say(self, body: LobbyBody, key: bytes | None = None) -> None:
        self.outbox.append((key, letters.write(self._identity, body).data))
