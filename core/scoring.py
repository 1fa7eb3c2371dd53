"""Points of a round, and the end of a match. Must never know how a round was played."""

from __future__ import annotations

from .phases import MatchResult, RoundResult
from .table import Table


def hand_points(table: Table, seat: int) -> int:
    """What a hand counts on the active side; every face of it is public by now."""
    points = table.sheets[table.side].points
    return sum(points[table.read(place, table.side)] for place in table.hands[seat])


def round_result(table: Table, winner: int) -> RoundResult:
    """The winner takes what lies in all other hands, those of seats that left included, and never its own (H101)."""
    by = tuple(
        (seat, hand_points(table, seat))
        for seat in range(len(table.seats))
        if seat != winner and (table.out[seat] is None or table.hands[seat])
    )
    return RoundResult(winner, sum(points for _, points in by), by)


def match_result(table: Table) -> MatchResult | None:
    """How the match ends with this round, or None when it goes on.

    One active seat is left: it wins. One round decides: its winner. A number of rounds or a target: the best score
    among the seats still there, shared when several hold it.
    """
    active, rules = table.active, table.rules
    scores = tuple(table.scores)
    if len(active) == 1:
        return MatchResult(active, scores)
    best = max(scores[seat] for seat in active)
    leaders = tuple(seat for seat in active if scores[seat] == best)
    match rules.match:
        case "single":
            winner = table.result.winner if table.result else None
            return MatchResult(() if winner is None else (winner,), scores)
        case "rounds":
            return MatchResult(leaders, scores) if table.round >= rules.rounds else None
        case _:
            return MatchResult(leaders, scores) if best >= rules.target else None
