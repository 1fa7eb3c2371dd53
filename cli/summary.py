"""A round and a match when they are over: what is shown of them, the same for every front end and for the history.

Computed from the table of the audited round and from what has happened in it. Must never know terminals, files or how
anything is shown.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from ..core import events as e
from ..core.cards import UNKNOWN
from ..core.notation import format_face
from ..core.rules import Rules
from ..core.table import Table
from ..p2p.notices import Audited, Checked

DEEDS: Final = ("played", "drew", "called", "caught", "catches", "challenges", "skipped", "left")
"""What is counted of a seat: cards played and drawn, last cards called, how often it was caught and caught somebody,
challenges it made, turns it missed, whether it left."""


@dataclass(frozen=True, slots=True)
class SeatRound:
    """A seat when a round is over.

    Attributes:
        seat: its name.
        hand: what it still holds, the active face of each card in notation, by colour and symbol.
        counts: what that hand is worth.
        gained: its points in this round.
        score: its points of the match so far.
        deeds: how often it did what stands in `DEEDS`.
    """

    seat: str
    hand: tuple[str, ...]
    counts: int
    gained: int
    score: int
    deeds: Counter[str]


@dataclass(frozen=True, slots=True)
class RoundSummary:
    """A round that is over and was audited.

    Attributes:
        number: from 1.
        me: our seat.
        winner: its name; None where nobody won.
        blocked: nobody could move any more.
        points: what the round was worth to its winner, or what all hands were together.
        side: the side that was up in the end.
        flips: how often the table turned over.
        rows: the seats in seat order.
        lowest: whether points are penalties.
        target: at how many points the match ends; None where it does not end by points.
        audit: how the audit ended, in one word, and because of whom.
        innocent: who confessed to a bluff that was none.
        checked: what was found right of each seat's work.
        faults: how many faults the audit has found.
    """

    number: int
    me: int
    winner: str | None
    blocked: bool
    points: int
    side: int
    flips: int
    rows: tuple[SeatRound, ...]
    lowest: bool
    target: int | None
    audit: str
    because: tuple[str, ...]
    innocent: tuple[str, ...]
    checked: tuple[Checked, ...]
    faults: int

    @property
    def proofs(self) -> int:
        """How many proofs were found right."""
        return sum(one.proofs for one in self.checked)

    @property
    def ranked(self) -> tuple[SeatRound, ...]:
        """The seats, who leads first."""
        return tuple(sorted(self.rows, key=lambda row: row.score if self.lowest else -row.score))


@dataclass(frozen=True, slots=True)
class MatchSummary:
    """A match that is over for us.

    Attributes:
        session: its id.
        table: what the table was called.
        rules: what was played.
        seats, me: the names in seat order, and which of them is ours.
        outcome, text: how it ended: see `notices.Ended`.
        winners: names.
        scores: final points by seat.
        played: how many rounds were played to their end.
        rounds: those of them that were audited, in order.
        faults: who was proved at fault in the match, and why.
        audit: the worst grade of all audits.
        seconds: how long the evening was.
        record: where its record is, None where there is none.
    """

    session: bytes
    table: str
    rules: Rules
    seats: tuple[str, ...]
    me: int
    outcome: str
    text: str
    winners: tuple[str, ...]
    scores: tuple[int, ...]
    played: int
    rounds: tuple[RoundSummary, ...]
    faults: tuple[tuple[str, str], ...]
    audit: str
    seconds: float
    record: Path | None

    @property
    def finished(self) -> bool:
        """Whether it was played to its end."""
        return self.outcome == "finished"

    @property
    def won(self) -> bool:
        """Whether we are among the winners."""
        return self.finished and self.seats[self.me] in self.winners

    @property
    def lowest(self) -> bool:
        """Whether points are penalties."""
        return self.rules.scoring != "winner"

    @property
    def proofs(self) -> int:
        """How many proofs were found right, in all audited rounds."""
        return sum(one.proofs for one in self.rounds)

    @property
    def flips(self) -> int:
        """How often the table turned over."""
        return sum(one.flips for one in self.rounds)

    @property
    def series(self) -> tuple[tuple[int, ...], ...]:
        """By seat the points at the beginning, and after each audited round."""
        return tuple((0, *(one.rows[seat].score for one in self.rounds)) for seat in range(len(self.seats)))

    @property
    def places(self) -> tuple[tuple[int, int], ...]:
        """(place, seat), the winners first, then by points; seats with equal points share a place."""
        keys = {
            seat: (name not in self.winners, score if self.lowest else -score)
            for seat, (name, score) in enumerate(zip(self.seats, self.scores, strict=True))
        }
        order = sorted(keys, key=lambda seat: (*keys[seat], seat))
        return tuple((1 + sum(keys[other] < keys[seat] for other in order), seat) for seat in order)

    @property
    def best(self) -> RoundSummary | None:
        """The round that went best for us: among those that we won, or among all where we won none."""
        name = self.seats[self.me]
        won = [one for one in self.rounds if one.winner == name]
        sign = -1 if self.lowest else 1
        return max(
            won or (self.rounds if self.lowest else ()), key=lambda one: sign * one.rows[self.me].gained, default=None
        )

    def deeds(self, seat: int) -> Counter[str]:
        """What a seat did in all audited rounds."""
        return sum((one.rows[seat].deeds for one in self.rounds), Counter[str]())


def count_deeds(events: Iterable[e.Event], deeds: Sequence[Counter[str]]) -> int:
    """Count what happened, by seat, into ``deeds``; gives how often the table turned over."""
    flips = 0
    for event in events:
        match event:
            case e.Played(seat, places, call=call):
                deeds[seat]["played"] += len(places)
                deeds[seat]["called"] += call
            case e.Drew(seat, places):
                deeds[seat]["drew"] += len(places)
            case e.Called(seat):
                deeds[seat]["called"] += 1
            case e.Caught(seat, target):
                deeds[seat]["catches"] += 1
                deeds[target]["caught"] += 1
            case e.Challenged(seat):
                deeds[seat]["challenges"] += 1
            case e.Skipped(seat):
                deeds[seat]["skipped"] += 1
            case e.Left(seat):
                deeds[seat]["left"] += 1
            case e.Flipped():
                flips += 1
            case _:
                pass
    return flips


def sum_up_round(notice: Audited, me: int, deeds: Sequence[Counter[str]], flips: int) -> RoundSummary:
    """A round as its audit leaves it.

    Args:
        notice: the audit.
        me: our seat.
        deeds: what the seats did in the round.
        flips: how often the table turned over in it.
    """
    table = notice.table
    result, rules = table.result, table.rules
    by = dict(result.by) if result is not None else {}
    winner = result.winner if result is not None else None
    points = result.points if result is not None else 0
    scored = {} if winner is None else {winner: points} if rules.scoring == "winner" else by
    rows = tuple(
        SeatRound(
            name,
            _hand(table, seat),
            by.get(seat, 0),
            scored.get(seat, 0),
            table.scores[seat],
            Counter(deeds[seat]),
        )
        for seat, name in enumerate(table.seats)
    )
    return RoundSummary(
        number=notice.round,
        me=me,
        winner=None if winner is None else table.seats[winner],
        blocked=result is not None and result.blocked,
        points=points,
        side=table.side,
        flips=flips,
        rows=rows,
        lowest=rules.scoring != "winner",
        target=rules.target if rules.match == "points" else None,
        audit=notice.result,
        because=notice.names,
        innocent=notice.innocent,
        checked=notice.checked,
        faults=len(notice.names) if notice.result == "faulty" else 0,
    )


def _hand(table: Table, seat: int) -> tuple[str, ...]:
    """What lies in a hand, as far as it was shown."""
    faces = table.faces[table.side]
    shown = sorted(table.hands[seat], key=lambda place: (faces[place] == UNKNOWN, faces[place]))
    return tuple(format_face(table.sheets[table.side], faces[place]) for place in shown)
