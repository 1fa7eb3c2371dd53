"""After a match: who of the table plays again, and the seat list of the next match.

Theory of operation. Whoever wants another match signs `Again`, and repeats it, for letters get lost; whoever goes
signs that too. The *clerk* is the first member of the old seat list that is still there: the opener, or after it
whoever sat down next. When everybody who is still there wants to play, or when the clerk says so, the clerk signs a
closed seat list of those who want, for a table whose id follows from the session; from there on it is a lobby like any
other, over the links that stand. Nobody is seated who has not said so: each member's own letters make the charter.

Must never know the game, the deal or the links.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from . import letter as letters
from .charter import next_table
from .errors import Misuse
from .identity import Identity
from .letter import Letter
from .messages import Again, Seats
from .notices import PlayAgain
from .vigil import LOST_SECONDS, Vigil

REPEAT_SECONDS: Final = 2.0
"""How often a wish is said again while nothing has come of it."""


class Rematch:
    """Our peer after the match of `session`, whose lobby ended with the list `seats`.

    `table` is the id of the next table. `outbox` and `notices` are for the caller to empty; `open` says whether
    another match may still come about for us.
    """

    def __init__(self, identity: Identity, session: bytes, seats: Seats, now: float) -> None:
        self.table = next_table(session)
        self.outbox: list[bytes] = []
        self.notices: list[PlayAgain] = []
        self.vigil = Vigil(now)
        self.open = False
        self.wanted = False
        self._identity = identity
        self._session, self._seats = session, seats
        self._wanting: set[bytes] = set()
        self._gone: set[bytes] = set()
        self._able: tuple[bytes, ...] = ()
        self._told = PlayAgain((), (), False)
        self._repeat = now

    # Who is there.

    @property
    def there(self) -> tuple[bytes, ...]:
        """The keys of those who may play again, the clerk first."""
        return tuple(key for key in self._able if key not in self._gone)

    @property
    def wanting(self) -> tuple[bytes, ...]:
        """The keys of those who want to."""
        return tuple(key for key in self.there if key in self._wanting)

    @property
    def is_clerk(self) -> bool:
        """Whether it is for us to sign the next list."""
        return self.there[:1] == (self._identity.public,)

    # What happens.

    def begin(self, members: Collection[bytes], now: float, *, stays: bool) -> None:
        """Let the match be over: these keys may play again, ours among them where it `stays`."""
        self._able = tuple(member.key for member in self._seats.members if member.key in members)
        self.open = stays and self._identity.public in self._able and len(self.there) > 1
        self.vigil.watch([key for key in self.there if key != self._identity.public], now)
        if not self.open:
            self._say(wants=False)
        elif self.wanted:
            self.ask()
        self._tell()

    def ask(self) -> None:
        """Want another match; before the end of this one it is kept until then."""
        self.wanted = True
        if self.open:
            self._wanting.add(self._identity.public)
            self._say(wants=True)
            self._tell()

    def go(self) -> None:
        """Go: nobody need wait for us."""
        if self.open:
            self._say(wants=False)
            self.open = False

    def take(self, letter: Letter, again: Again) -> None:
        """Hear what somebody wants; who goes does not come back."""
        if again.session != self._session or letter.sender == self._identity.public:
            return
        (self._wanting if again.wants else self._gone).add(letter.sender)
        self._tell()

    def tick(self, now: float) -> None:
        """Let time pass: say it again, and count as gone who has been silent for too long."""
        if not self.open:
            return
        lost = self.vigil.lost(now) - self._gone
        if lost:
            self._gone |= lost
            self._tell()
        if self.wanted and now >= self._repeat:
            self._say(wants=True)
            self._repeat = now + REPEAT_SECONDS

    def deadline(self, now: float) -> float:
        """Say when `tick` should be called at the latest."""
        return min(now + LOST_SECONDS / 20, max(now, self._repeat)) if self.wanted else now + LOST_SECONDS / 20

    # The next list.

    def next_list(self, *, at_once: bool = False) -> Seats | None:
        """As clerk, give the list of the next match when it is time, or `at_once` with those who want by now.

        Raises Misuse where it is not for us to begin, or nobody else wants to.
        """
        if at_once and not self.is_clerk:
            raise Misuse("only who opened the table can start, or who sat down next where that one has left")
        ready = self.open and self.is_clerk and self.wanted and len(self.wanting) > 1
        if at_once and not ready:
            raise Misuse("nobody else wants to play again yet" if self.wanted else "type rematch first")
        if not ready or not (at_once or self.wanting == self.there):
            return None
        members = tuple(member for member in self._seats.members if member.key in self.wanting)
        seats = self._seats
        return Seats(self.table, 1, True, len(members), seats.name, seats.rules, members)

    def accepts(self, letter: Letter, seats: Seats) -> bool:
        """Say whether this is a list that we want to play by: of the clerk, of people and rules that we know."""
        known = {member.key: member.name for member in self._seats.members if member.key in self._able}
        return (
            self.open
            and self.wanted
            and seats.table == self.table
            and letter.sender == seats.members[0].key == self.there[0]
            and seats.closed
            and (seats.rules, seats.name) == (self._seats.rules, self._seats.name)
            and all(known.get(member.key) == member.name for member in seats.members)
        )

    def _say(self, *, wants: bool) -> None:
        self.outbox.append(letters.write(self._identity, Again(self._session, wants)).data)

    def _tell(self) -> None:
        names = {member.key: member.name for member in self._seats.members}
        wanting, there = self.wanting, self.there
        notice = PlayAgain(
            tuple(names[key] for key in wanting),
            tuple(names[key] for key in there if key not in wanting),
            self.is_clerk,
        )
        if self.open and notice != self._told:
            self._told = notice
            self.notices.append(notice)
        if self.open and len(there) < 2:
            self.open = False
