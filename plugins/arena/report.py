"""What came of a tournament: shares, ratings, times, faults, in the order of the line-up.

Must never know how many workers played, or in which order the games came in.
"""

from __future__ import annotations

import hashlib
import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..guard import Fault
from .game import Game, Statistics
from .ratings import Field, half_width, ratings
from .schedule import Schedule
from .times import quantile


@dataclass(frozen=True, slots=True)
class Standing:
    """One seat of the line-up.

    Attributes:
        name: the player.
        games: how many it played.
        win_share: the share of games it won; a game that several won counts in parts.
        half_width: of the share's 95 % interval, from how far the rotations differ.
        rating: the natural logarithm of its strength, 0 being the average; seats of one player have one rating.
        rating_low: where the 95 % interval of the rating begins.
        rating_high: where it ends.
        faults: how often it failed, by kind.
        forfeits: games that it lost by failing too often.
        lost: the first game that it did not win, counted from 0; None when it won them all.
        ms_p50: milliseconds that half of its decisions did not exceed; None when it made none.
        ms_p99: the same for 99 of 100.
    """

    name: str
    games: int
    win_share: float
    half_width: float
    rating: float
    rating_low: float
    rating_high: float
    faults: Mapping[str, int]
    forfeits: int
    lost: int | None
    ms_p50: float | None
    ms_p99: float | None


@dataclass(frozen=True, slots=True)
class Report:
    """A tournament that was played.

    Attributes:
        schedule: what was played.
        standings: one for each seat of the line-up.
        statistics: how rounds go, as the JSON has it.
        faults: the first fault of each kind of each player, with the number of its game, counted from 0.
        digest: SHA-256 (hex) over all games, in their order.
        seconds: wall-clock time.
        played: games that were played now; others were in the resume file.
        decisions: decisions made in those.
    """

    schedule: Schedule
    standings: tuple[Standing, ...]
    statistics: Mapping[str, float]
    faults: tuple[tuple[int, Fault], ...]
    digest: str
    seconds: float
    played: int
    decisions: int

    def to_dict(self, rules: str) -> dict[str, Any]:
        """The last line of ``--json``; ``rules`` is what the rule set is called."""
        seconds = max(self.seconds, 1e-9)
        return {
            "type": "arena",
            "rules": rules,
            "seats": self.schedule.seats,
            "games": self.schedule.games,
            "seed": self.schedule.seed,
            "seconds": round(self.seconds, 3),
            "games_per_second": round(self.played / seconds, 1),
            "decisions_per_second": round(self.decisions / seconds, 1),
            "players": [
                {
                    "name": standing.name,
                    "games": standing.games,
                    "win_share": round(standing.win_share, 6),
                    "half_width": round(standing.half_width, 6),
                    "rating": round(standing.rating, 4),
                    "rating_low": round(standing.rating_low, 4),
                    "rating_high": round(standing.rating_high, 4),
                    "faults": sum(standing.faults.values()),
                    "fault_kinds": dict(standing.faults),
                    "forfeits": standing.forfeits,
                    "ms_p50": _short(standing.ms_p50),
                    "ms_p99": _short(standing.ms_p99),
                }
                for standing in self.standings
            ],
            "statistics": {name: round(value, 6) for name, value in self.statistics.items()},
            "digest": self.digest,
        }


def _short(value: float | None) -> float | None:
    """Three significant figures; there are no more in a bucket."""
    return None if value is None else float(f"{value:.3g}")


class Tally:
    """Takes games in any order and makes the report of them."""

    def __init__(self, schedule: Schedule) -> None:
        self._schedule = schedule
        self._winners: dict[int, tuple[int, ...]] = {}
        self._digests: dict[int, bytes] = {}
        self._times: list[Counter[int]] = [Counter() for _ in schedule.players]
        self._forfeits = [0] * schedule.seats
        self._kinds: list[Counter[str]] = [Counter() for _ in schedule.players]
        self._first: dict[tuple[str, str], tuple[int, Fault]] = {}
        self._statistics = Statistics()

    def add(self, number: int, game: Game) -> None:
        """Take a game, each one once."""
        order = self._schedule.order(number)
        self._winners[number] = tuple(order[seat] for seat in game.winners)
        self._digests[number] = bytes.fromhex(game.digest)
        for seat, times in enumerate(game.times):
            self._times[order[seat]].update(times)
        for seat in game.forfeited:
            self._forfeits[order[seat]] += 1
        for fault in game.faults:
            self._kinds[order[fault.seat]][fault.kind.value] += 1
            key = (fault.player, fault.kind.value)
            if key not in self._first or number < self._first[key][0]:
                self._first[key] = (number, fault)
        self._statistics = Statistics(*map(sum, zip(self._statistics, game.statistics, strict=True)))

    def report(self, seconds: float, played: int, decisions: int) -> Report:
        """What came of all games of the schedule, each of which has been added."""
        schedule = self._schedule
        shares = self._shares()
        rated = ratings(self._wins(), str(schedule.seed))
        standings = tuple(
            Standing(
                name,
                schedule.games,
                math.fsum(shares[who]) / len(shares[who]),
                half_width(shares[who]),
                *rated[name],
                faults=dict(sorted(self._kinds[who].items())),
                forfeits=self._forfeits[who],
                lost=min((number for number, winners in self._winners.items() if who not in winners), default=None),
                ms_p50=quantile(self._times[who], 0.5),
                ms_p99=quantile(self._times[who], 0.99),
            )
            for who, name in enumerate(schedule.players)
        )
        digest = hashlib.sha256(b"".join(self._digests[number] for number in range(schedule.games)))
        faults = tuple(self._first[key] for key in sorted(self._first))
        return Report(schedule, standings, self._averages(), faults, digest.hexdigest(), seconds, played, decisions)

    def _shares(self) -> list[list[float]]:
        """For each seat of the line-up its share of every rotation."""
        seats = self._schedule.seats
        found = [[0.0] * (self._schedule.games // seats) for _ in range(seats)]
        for number, winners in self._winners.items():
            for who in winners:
                found[who][number // seats] += 1 / len(winners) / seats
        return found

    def _wins(self) -> list[dict[tuple[Field, str], float]]:
        """Per rotation, how many games each name won."""
        players = self._schedule.players
        field = tuple(sorted(players))
        found: list[dict[tuple[Field, str], float]] = []
        for shares in zip(*self._shares(), strict=True):
            wins = {(field, name): 0.0 for name in field}
            for who, share in enumerate(shares):
                wins[field, players[who]] += share * len(players)
            found.append({key: round(count, 9) for key, count in wins.items()})
        return found

    def _averages(self) -> dict[str, float]:
        """What happens in a round on average."""
        sums = self._statistics
        rounds = max(sums.rounds, 1)
        return {
            "turns": sums.turns / rounds,
            "flips": sums.flips / rounds,
            "points": sums.points / max(sums.won, 1),
            "ends_dark": sums.dark / rounds,
            "reshuffles": sums.reshuffled / rounds,
        }
