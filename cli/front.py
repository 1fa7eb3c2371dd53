"""What every front end is told, and what it is asked: the seam between a peer and a screen.

`Front` itself shows nothing: it is what stands before an AI player's seat. Must never know sessions or sockets.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from ..core.moves import Move
from ..core.rules import Rules
from ..core.table import Table
from ..core.view import View
from ..p2p.notices import (
    Audited,
    Began,
    DealtAgain,
    Dropped,
    Ended,
    Fault,
    Happened,
    LeftOut,
    LinkState,
    PlayAgain,
    Result,
    Seated,
)
from .endings import Exit
from .summary import MatchSummary, RoundSummary


class Input(Protocol):
    """Where a person's or a script's lines come from: standard input, or the full screen."""

    async def get(self) -> str | None:
        """The next line without its end, None at the end of input and ever after."""
        ...


@dataclass(frozen=True, slots=True)
class Opened:
    """A table that we have opened: where others find it, and the invite code where there is one."""

    name: str
    addresses: tuple[str, ...]
    code: str | None


@dataclass(frozen=True, slots=True)
class PeerReport:
    """How one seat's own peer saw the match end."""

    seat: str
    result: Result


class Occasion(Protocol):
    """An evening at a table of whatever kind, ready to be spent in front of any front end."""

    @property
    def person(self) -> bool:
        """Whether a person or a script has the own seat."""
        ...

    @property
    def company(self) -> bool:
        """Whether others may come from elsewhere."""
        ...

    async def spend(self, front: Front, lines: Input | None) -> Exit:
        """Spend it; raises `Stop`. Cancelled, it says goodbye to the others first."""
        ...


class Front:
    """A front end that shows nothing; others override what they show. Tables and views are pictures of their own.

    Attributes:
        stays: whether somebody sits here who may want another match when one is over.
    """

    stays = False

    def opened(self, table: Opened) -> None:
        """Our table can be found."""

    def remark(self, text: str) -> None:
        """Something a person should read."""

    def advise(self, text: str) -> None:
        """What may be typed next: a remark, unless the front end says by itself how one goes on there."""
        self.remark(text)

    def lesson(self, number: int, count: int, text: str, task: str) -> None:
        """A lesson of the first game begins: what is to be learnt, and what to do."""

    def seated(self, notice: Seated) -> None:
        """The seat list has changed."""

    def agreed(self, rules: Rules) -> None:
        """The rules of the table are known, or others than before; the match has not begun."""

    def left_out(self, notice: LeftOut) -> None:
        """Somebody is no longer on the seat list."""

    def began(self, notice: Began, rules: Rules, players: Sequence[str]) -> None:
        """The match begins; ``players`` says who plays our other seats."""

    def happened(self, notice: Happened, table: Table, me: int) -> None:
        """The table changed."""

    def settled(self, view: View) -> None:
        """The table is settled: perhaps it is our turn."""

    def rematch(self, notice: PlayAgain) -> None:
        """The match is over, and another one may follow: who wants it, and who has not said so."""

    def linked(self, states: Mapping[str, LinkState]) -> None:
        """How the other seats are heard, by name; told when that has changed, at most once a second."""

    def watched(self, number: int) -> None:
        """So many watch the table over a link of ours, and see what is public; told when that has changed."""

    def said(self, name: str, text: str) -> None:
        """Somebody at the table said something, perhaps we did."""

    def waiting(self, names: tuple[str, ...]) -> None:
        """Nothing is heard from these seats."""

    def away(self, names: tuple[str, ...], seconds: int, ending: tuple[str, ...]) -> None:
        """These seats have been away for so long that one may type ``wait`` or ``end``; ``ending`` typed ``end``.

        Told again when that changes. When all who are connected want it, the round ends without those away.
        """

    def back(self, names: tuple[str, ...]) -> None:
        """These seats are heard again."""

    def audited(self, notice: Audited, scores: dict[str, int]) -> None:
        """A round was audited."""

    def round_over(self, summary: RoundSummary) -> None:
        """A round that was audited, summed up; word of the audit follows."""

    def fault(self, notice: Fault) -> None:
        """A seat was proved to break the protocol."""

    def dealt_again(self, notice: DealtAgain) -> None:
        """That seat is out, and what lies on the table is void; where others are left, they are dealt this round."""

    def player_failed(self, seat: str, reason: str, text: str) -> None:
        """An AI player of ours failed; the table goes on."""

    def dropped(self, notice: Dropped) -> None:
        """A move of ours came to nothing."""

    def ended(self, notice: Ended, seconds: float, peers: Sequence[PeerReport]) -> None:
        """It is over for us."""

    def match_over(self, summary: MatchSummary) -> None:
        """The match that is over for us, summed up; its end was told."""

    def typed(self, line: str, table: Table | None, seat: int) -> Move | None:
        """The move that a typed line means; what is no move the front end answers by itself.

        ``table`` is None before the cards are dealt.
        """
        return None
