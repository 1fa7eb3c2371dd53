"""Follows a match from one seat, and sums up its rounds and the whole.

Must never know sessions, files or how anything is shown.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from ..core.events import Event
from ..core.rules import Rules
from ..p2p.notices import Audited, Began, DealtAgain, Ended, Fault, Happened, Past
from .summary import MatchSummary, RoundSummary, count_deeds, sum_up_round


class Tally:
    """Told by the notices of a session, in their order."""

    def __init__(self) -> None:
        self._began: Began | None = None
        self._rules: Rules | None = None
        self._rounds: list[RoundSummary] = []
        self._faults: list[tuple[str, str]] = []
        self._deeds: list[Counter[str]] = []
        self._flips = 0

    def began(self, notice: Began, rules: Rules) -> None:
        """The match begins."""
        self._began, self._rules = notice, rules
        self._rounds, self._faults = [], []
        self._clear()

    def past(self, notice: Past) -> None:
        """What was told before our program came back to the match."""
        for one in notice.notices:
            match one:
                case Happened(_, events):
                    self.happened(events)
                case Audited():
                    self.audited(one)
                case Fault():
                    self.fault(one)
                case DealtAgain():
                    self.dealt_again()
                case _:
                    pass

    def happened(self, events: Iterable[Event]) -> None:
        """The table changed."""
        if self._began is None:
            return
        self._flips += count_deeds(events, self._deeds)

    def fault(self, notice: Fault) -> None:
        """A seat was proved at fault."""
        self._faults.append((notice.seat, notice.reason))

    def dealt_again(self) -> None:
        """What has happened in the round is void."""
        self._clear()

    def audited(self, notice: Audited) -> RoundSummary | None:
        """The round as it ended; None before a match."""
        if self._began is None:
            return None
        summary = sum_up_round(notice, self._began.me, self._deeds, self._flips)
        self._rounds = [one for one in self._rounds if one.number < summary.number] + [summary]
        self._clear()
        return summary

    def ended(self, notice: Ended, table: str, seconds: float, record: Path | None) -> MatchSummary | None:
        """The match as it ended; None where none had begun.

        Args:
            notice: how it ended.
            table: what the table was called.
            seconds: how long the evening was.
            record: where its record is.
        """
        began, rules, result = self._began, self._rules, notice.result
        if began is None or rules is None or result is None:
            return None
        return MatchSummary(
            session=result.session,
            table=table,
            rules=rules,
            seats=result.seats,
            me=began.me,
            outcome=notice.outcome,
            text=notice.text,
            winners=result.winners if notice.outcome == "finished" else (),
            scores=tuple(result.scores[name] for name in result.seats),
            played=result.rounds,
            rounds=tuple(self._rounds),
            faults=tuple(self._faults),
            audit=result.audit,
            seconds=seconds,
            record=record,
        )

    def _clear(self) -> None:
        self._deeds = [Counter() for _ in self._began.seats] if self._began is not None else []
        self._flips = 0
