"""The machine of a session as a table: its phases, what stands open in each, and where a letter belongs.

    phase    stands open                             judged by                           then
    COMMIT   Commit of every member                  -                                   KEY
    KEY      Key of every member                     proof                               MIX
    MIX      Mix of the member whose turn it is      points                              MIX, at last DEALT
    DEALT    Dealt of every member                   equal transcripts                   DUES: the table starts
    PLAY     Event or Yield of every member          rules, share; events seen           DUES: events in order
    DUES     what the table's item asks of members   proofs                              DUES; settled: PLAY or SEED
    SEED     Seed of every member                    -                                   audit; COMMIT or CLOSE
    CLOSE    Close of every member                   equal table                         OVER

(`MACHINE` is this table; DUES is the second half of the slot that DEALT or PLAY began.) A member is a seat
that takes part in the epoch; who left ends the epoch with the slot in which it left.

Must never know what makes a letter right.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from ..core.events import Event as Happening
from ..core.moves import Move
from .audit import Report
from .letter import Letter
from .log import DEAL, DUE, SLOT
from .messages import (
    Address,
    Answer,
    Close,
    Commit,
    Dealt,
    Event,
    GameBody,
    Key,
    Mix,
    OfDue,
    Remix,
    Seals,
    Seed,
    Shares,
    Statements,
    Yield,
)
from .owed import Owed


class Phase(Enum):
    """What the session is at; see the table on top."""

    COMMIT = "commit"
    KEY = "key"
    MIX = "mix"
    DEALT = "dealt"
    PLAY = "play"
    DUES = "dues"
    SEED = "seed"
    CLOSE = "close"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the machine: the stage of its addresses, what a member may send, and what may follow."""

    stage: int
    kinds: tuple[type[GameBody], ...]
    then: tuple[Phase, ...]


MACHINE: Mapping[Phase, Row] = {
    Phase.COMMIT: Row(DEAL, (Commit,), (Phase.KEY,)),
    Phase.KEY: Row(DEAL, (Key,), (Phase.MIX,)),
    Phase.MIX: Row(DEAL, (Mix,), (Phase.MIX, Phase.DEALT)),
    Phase.DEALT: Row(SLOT, (Dealt,), (Phase.DUES,)),
    Phase.PLAY: Row(SLOT, (Event, Yield), (Phase.DUES,)),
    Phase.DUES: Row(DUE, (Shares, Seals, Statements, Answer, Remix), (Phase.PLAY, Phase.SEED)),
    Phase.SEED: Row(SLOT, (Seed,), (Phase.COMMIT, Phase.CLOSE)),
    Phase.CLOSE: Row(SLOT, (Close,), ()),
    Phase.OVER: Row(SLOT, (), ()),
}
"""What stands open in each phase and what may follow; OVER may follow on everything."""


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
    """A slot is settled; these are its letters, in order."""

    slot: int
    head: bytes
    letters: tuple[Letter, ...]


@dataclass(frozen=True, slots=True)
class RoundAudited:
    """The audit of a round."""

    round: int
    report: Report


News = Applied | Changed | SlotSettled | RoundAudited


def address_of(body: GameBody) -> Address:
    """Say at which address a body stands in its slot."""
    match body:
        case Commit():
            return Address(DEAL, 0, body.seat, 0)
        case Key():
            return Address(DEAL, 1, body.seat, 0)
        case Mix():
            return Address(DEAL, 2 + body.seat, body.seat, 0)
        case OfDue():
            return Address(DUE, body.step, body.seat, body.part)
        case _:
            return Address(SLOT, 0, body.seat, 0)
