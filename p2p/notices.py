"""What a session tells the program around it: one small type a kind, in the words of a person at the table.

Seats are named, not numbered, wherever a person reads it. What happened in the game stays in core's own
events. Must never know how anything is shown.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ..core.events import Event
from ..core.moves import Move
from ..core.table import Table


@dataclass(frozen=True, slots=True)
class Seated:
    """The seat list of the lobby, or who is ready, has changed; `me` is the own name, None before sitting."""

    table: str
    names: tuple[str, ...]
    ready: tuple[str, ...]
    wanted: int
    closed: bool
    me: str | None


@dataclass(frozen=True, slots=True)
class LeftOut:
    """These members are no longer on the seat list, and why; the others begin again."""

    names: tuple[str, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Began:
    """The charter is signed: the session, its four words, the seats in order, and the dealer's cut.

    `back`: the match began before, and our program has come back to it.
    """

    session: bytes
    words: tuple[str, ...]
    seats: tuple[str, ...]
    me: int
    dealer: int
    draws: tuple[tuple[tuple[int, int], ...], ...]
    back: bool = False


@dataclass(frozen=True, slots=True)
class Happened:
    """The table changed in this slot."""

    slot: int
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Settled:
    """A slot is settled; when `act` is true the own seat is the one that is waited for now."""

    slot: int
    head: bytes
    act: bool


@dataclass(frozen=True, slots=True)
class Dropped:
    """A move of ours was not sent, or came to nothing because something else was applied first."""

    move: Move
    reason: str


@dataclass(frozen=True, slots=True)
class Waiting:
    """Nothing was heard for a while from these seats, or what they owe is late."""

    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Away:
    """These seats have been away for so many seconds: every connected seat may vote to end the round without them.

    `ending` are the seats that have; told again when that changes.
    """

    names: tuple[str, ...]
    seconds: int
    ending: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Back:
    """These seats are heard again."""

    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlayAgain:
    """The match is over: who wants another one, and who is still there and has not said so.

    It begins when nobody is left who has not; or sooner, with those who want, when who opened the table says so, or who
    sat down next where that one is gone: `clerk` tells whether that is us.
    """

    wanting: tuple[str, ...]
    undecided: tuple[str, ...]
    clerk: bool


@dataclass(frozen=True, slots=True)
class LinkState:
    """How a seat is heard: `milliseconds` there and back, None where nothing was measured or no link leads there.

    `via` is the seat that passes on what it says, None with a link of its own; `silent` how many seconds nothing was
    heard, 0 below three.
    """

    milliseconds: int | None
    via: str | None
    silent: int


@dataclass(frozen=True, slots=True)
class Linked:
    """How the other seats are heard, by name; told when it has changed, at most once a second."""

    states: Mapping[str, LinkState]


@dataclass(frozen=True, slots=True)
class Watched:
    """So many watch the table from here: they see what is public, and no hand."""

    number: int


@dataclass(frozen=True, slots=True)
class Said:
    """Somebody at the table says something, perhaps we: a text that is fit for a screen."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Checked:
    """What was found right of a seat's work in one round: how many proofs of each kind; one may speak of many cards.

    `again`: it has shown its seed, and all of its work was done again from it, with the same result.
    """

    seat: str
    keys: int
    shuffles: int
    shares: int
    seals: int
    statements: int
    again: bool

    @property
    def proofs(self) -> int:
        """How many proofs they are together."""
        return self.keys + self.shuffles + self.shares + self.seals + self.statements


@dataclass(frozen=True, slots=True)
class Audited:
    """A round was re-executed: clean, partial, refused or faulty, because of whom; and who confessed for nothing.

    `checked` is what was found right, by seat; `table` how the round lay in the end, its result and hands with it.
    """

    round: int
    result: str
    names: tuple[str, ...]
    checked: tuple[Checked, ...]
    table: Table
    innocent: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Fault:
    """A seat provably broke the protocol or the rules; `evidence` are the signed messages that prove it."""

    seat: str
    reason: str
    evidence: tuple[bytes, ...]
    slot: int


@dataclass(frozen=True, slots=True)
class DealtAgain:
    """The seat `without` was put out; this round comes next for the others, dealt anew if it had begun."""

    without: str
    round: int


@dataclass(frozen=True, slots=True)
class Result:
    """How a match stands at its end; the fields of the result line that scripts read."""

    session: bytes
    seats: tuple[str, ...]
    rounds: int
    scores: Mapping[str, int]
    winners: tuple[str, ...]
    slots: int
    head: bytes
    table: bytes
    audit: str


@dataclass(frozen=True, slots=True)
class Ended:
    """The session is over for us.

    `outcome` is one of: finished; left (we got up or left the match); refused (the table would not have us);
    closed (the lobby ended without a match); void (a round could not be finished). `text` is one sentence for
    a person; `result` is there once a charter was signed.
    """

    outcome: str
    text: str
    result: Result | None


@dataclass(frozen=True, slots=True)
class Past:
    """What was told before our program came back to a match, in order: it is no news to anybody at the table."""

    notices: tuple[Notice, ...]


Notice = (
    Seated
    | LeftOut
    | Began
    | Happened
    | Settled
    | Dropped
    | Waiting
    | Away
    | Back
    | PlayAgain
    | Linked
    | Watched
    | Said
    | Audited
    | Fault
    | DealtAgain
    | Past
    | Ended
)
