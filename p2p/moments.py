"""What a record shows slot by slot: the table after each one, and what happened in it.

A record belongs to no seat: it is the same bytes whoever of the peers wrote it, and anybody may read in it what any of
them may. While a round is played that is what is public. Once all seeds of a round were shown, every face of it is
proved, hands and pile included, and its moments are laid open; of a round that broke off, or whose seeds were not all
shown, they stay as they were for everybody. Must never open more than that, and never judges: that is `verify`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ..core.cards import UNKNOWN
from ..core.events import Event
from ..core.table import Table
from .deal.audit import all_faces
from .messages import Seed
from .phases import Blamed, Changed, News, PutOut, RoundAudited, SlotSettled
from .referee import Referee
from .rounds import Round


@dataclass(frozen=True, slots=True)
class Moment:
    """A slot in which the table changed: what happened, and the settled table after it."""

    slot: int
    events: tuple[Event, ...]
    table: Table


class Moments:
    """Collects them; to be handed to `verify.verify`, which calls it with each piece of news.

    Attributes:
        found: in the order of the log; between the moments the audits, the faults, and the seats that were put out.
        slots: how many slots the record has settled.
    """

    def __init__(self) -> None:
        self.found: list[Moment | RoundAudited | Blamed | PutOut] = []
        self.slots = 0
        self._round: Round | None = None
        self._events: list[Event] = []
        self._seeds: Mapping[int, bytes] = {}
        self._first = 0

    def __call__(self, referee: Referee, item: News) -> None:
        """Take a piece of news in."""
        match item:
            case Changed(_, events):
                self._round = referee.round
                self._events += events
            case SlotSettled(slot, _, letters):
                self.slots = slot + 1
                self._seeds = {one.body.seat: one.body.seed for one in letters if isinstance(one.body, Seed)}
                if self._events and self._round is not None:
                    self.found.append(Moment(slot, tuple(self._events), self._round.table.clone()))
                self._events.clear()
            case RoundAudited():
                false = {finding.seat for finding in item.report.findings}
                self._open({seat: seed for seat, seed in self._seeds.items() if seed and seat not in false})
                self.found.append(item)
                self._first = len(self.found)
            case Blamed():
                self._events.clear()  # what a slot has brought that broke off is void
                self.found.append(item)
            case PutOut():
                self.found.append(item)
                self._first = len(self.found)  # the round is dealt again, and nobody shows the seeds of these cards
            case _:
                pass

    def at(self, slot: int) -> Moment | None:
        """How the table lay when a slot was settled; None before the first cards."""
        before = [one for one in self.found if isinstance(one, Moment) and one.slot <= slot]
        return before[-1] if before else None

    def _open(self, seeds: Mapping[int, bytes]) -> None:
        """Lay the faces open that the seeds prove, in all moments of the round."""
        if self._round is None:
            return
        proved = all_faces(self._round.deal, seeds)
        for moment in self.found[self._first :]:
            if not isinstance(moment, Moment):
                continue
            for faces, found in zip(moment.table.faces, proved, strict=True):
                for place, face in found.items():
                    if face is not None and place < len(faces) and faces[place] == UNKNOWN:
                        faces[place] = face
