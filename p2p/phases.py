"""The machine of a session as a table: its phases, what stands open in each, and where a letter belongs.

    phase    stands open                             judged by                           then
    DEAL     nothing: the deal is still being made   -                                   DEALT
    DEALT    Dealt of every member                   equal hash of the deal              DUES: the table starts
    PLAY     Event or Yield of every member          rules, share; events seen           DUES: events in order
    DUES     what the table's item asks of members   proofs                              DUES; settled: PLAY or SEED
    SEED     Seed of every member                    -                                   audit; DEAL or CLOSE
    CLOSE    Close of every member                   equal table                         OVER
    EXPEL    Expel of every member but the accused   as near as honest peers are         DEAL or CLOSE

(`MACHINE` is this table; DUES is the second half of the slot that DEALT or PLAY began. EXPEL and OVER may follow on
everything.) A member is a seat that takes part in the epoch; who left ends the epoch with the slot in which it left,
who is put out with the expulsion. Deals have a row of letters of their own, see `dealing`.

Must never know what makes a letter right.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from ..core.events import Event as Happening
from ..core.moves import Move
from ..core.table import Table
from .audit import Report
from .letter import Letter
from .log import DEAL, DUE, EXPULSION, SLOT
from .messages import (
    Address,
    Answer,
    Close,
    Commit,
    Dealt,
    Event,
    Expel,
    GameBody,
    Key,
    Mix,
    OfDeal,
    OfDue,
    Remix,
    Seals,
    Seed,
    Shares,
    Statements,
    Yield,
)
from .owed import Owed
from .record import Blame

COMMIT, KEY, MIX = 0, 1, 2
"""The steps of a deal as they stand in addresses; of mixes it is this and the seat."""


class Phase(Enum):
    """What the session is at; see the table on top."""

    DEAL = "deal"
    DEALT = "dealt"
    PLAY = "play"
    DUES = "dues"
    SEED = "seed"
    CLOSE = "close"
    EXPEL = "expel"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the machine: the stage of its addresses, what a member may send, and what may follow."""

    stage: int
    kinds: tuple[type[GameBody], ...]
    then: tuple[Phase, ...]


MACHINE: Mapping[Phase, Row] = {
    Phase.DEAL: Row(DEAL, (), (Phase.DEALT,)),
    Phase.DEALT: Row(SLOT, (Dealt,), (Phase.DUES,)),
    Phase.PLAY: Row(SLOT, (Event, Yield), (Phase.DUES,)),
    Phase.DUES: Row(DUE, (Shares, Seals, Statements, Answer, Remix), (Phase.PLAY, Phase.SEED)),
    Phase.SEED: Row(SLOT, (Seed,), (Phase.DEAL, Phase.CLOSE)),
    Phase.CLOSE: Row(SLOT, (Close,), ()),
    Phase.EXPEL: Row(EXPULSION, (Expel,), (Phase.DEAL, Phase.CLOSE)),
    Phase.OVER: Row(SLOT, (), ()),
}
"""What stands open in each phase and what may follow; EXPEL and OVER may follow on everything."""


@dataclass(frozen=True, slots=True)
class Task:
    """What belongs at an open address: one of these kinds, with this head, and for a due what it is about."""

    address: Address
    kinds: tuple[type[GameBody], ...]
    head: bytes
    owed: Owed | None = None


@dataclass(frozen=True, slots=True)
class Applied:
    """A move was applied, or came to nothing for this reason; and what happened."""

    seat: int
    move: Move
    refused: str | None


@dataclass(frozen=True, slots=True)
class Changed:
    """The table changed."""

    slot: int
    events: tuple[Happening, ...]


@dataclass(frozen=True, slots=True)
class SlotSettled:
    """A slot is settled, or one that was broken off is agreed on; these are the letters that did it, in order."""

    slot: int
    head: bytes
    letters: tuple[Letter, ...]


@dataclass(frozen=True, slots=True)
class RoundAudited:
    """The audit of a round, and how its table lay in the end."""

    round: int
    report: Report
    table: Table


@dataclass(frozen=True, slots=True)
class Blamed:
    """A seat was proved at fault; `letters` are those held that no slot was settled with."""

    blame: Blame
    letters: tuple[Letter, ...]


@dataclass(frozen=True, slots=True)
class PutOut:
    """All others have signed that they go on without a seat; this round comes next, dealt anew if it was begun."""

    seat: int
    round: int


@dataclass(frozen=True, slots=True)
class Parted:
    """All others have voted to end the round without these seats; the letters of their votes in seat order."""

    away: tuple[int, ...]
    letters: tuple[Letter, ...]


News = Applied | Changed | SlotSettled | RoundAudited | Blamed | PutOut | Parted


def number_of(body: GameBody) -> int:
    """Say which slot of its row a body belongs to: the slot, or the deal."""
    return body.deal if isinstance(body, OfDeal) else body.slot


def address_of(body: GameBody) -> Address:
    """Say at which address a body stands in its slot, or in its deal."""
    match body:
        case Commit():
            return Address(DEAL, COMMIT, body.seat, 0)
        case Key():
            return Address(DEAL, KEY, body.seat, 0)
        case Mix():
            return Address(DEAL, MIX + body.seat, body.seat, 0)
        case OfDue():
            return Address(DUE, body.step, body.seat, body.part)
        case Expel():
            return Address(EXPULSION, body.accused, body.seat, 0)
        case _:
            return Address(SLOT, 0, body.seat, 0)
