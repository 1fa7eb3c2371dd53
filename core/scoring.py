"""Points of a round, and the end of a match. Must never know how a round was played."""

from __future__ import annotations

from .cards import DARK, UNKNOWN
from .errors import IllegalMove, Reason
from .phases import MatchResult, RoundResult
from .table import Table


def hand_points(table: Table, seat: int) -> int:
    """What a hand counts on the active side; every face of it is public by now."""
    points, faces = table.sheets[table.side].points, table.faces[table.side]
    shown = [faces[place] for place in table.hands[seat]]
    if UNKNOWN in shown:
        raise IllegalMove(Reason.UNKNOWN_FACE)
    found = sum([points[face] for face in shown])
    return 2 * found if table.rules.dark_double_score and table.side == DARK else found


def round_result(table: Table, winner: int, *, blocked: bool = False) -> RoundResult:
    """What lies in all hands but the winner's, those of seats that left or were eliminated included (H100, H101)."""
    by = tuple(
        (seat, hand_points(table, seat))
        for seat in range(len(table.seats))
        if seat != winner and seat not in table.places and (table.out[seat] is None or table.hands[seat])
    )
    return RoundResult(winner, sum(points for _, points in by), by, blocked, table.places)


def blocked_result(table: Table) -> RoundResult:
    """Nobody has won, unless the fewest points decide: who went out first has none, else a single seat's (row 62)."""
    if table.rules.blocked_scoring == "fewest_points":
        if table.places:
            return round_result(table, table.places[0], blocked=True)
        held = {seat: hand_points(table, seat) for seat in table.active}
        fewest = [seat for seat in held if held[seat] == min(held.values())]
        if len(fewest) == 1:
            return round_result(table, fewest[0], blocked=True)
    return RoundResult(None, 0, (), blocked=True, places=table.places)


def award(table: Table, result: RoundResult) -> None:
    """Write the points down: to the winner, or to everybody the own ones (rows 63 to 67)."""
    if result.winner is None:
        return
    if table.rules.scoring == "winner":
        table.scores[result.winner] += result.points
    else:
        for seat, points in result.by:
            table.scores[seat] += points


def reached(table: Table) -> tuple[int, ...]:
    """The seats that an elimination puts out of the match now (row 67)."""
    if table.rules.scoring != "elimination":
        return ()
    return tuple(seat for seat in table.staying if table.scores[seat] >= table.rules.target)


def match_result(table: Table) -> MatchResult | None:
    """How the match ends with this round, or None when it goes on.

    One seat is left: it wins. One round decides: its winner. Else a number of rounds or a target: the best score among
    the seats still there, the lowest where points are penalties; several hold it together, or play another round.
    """
    staying, rules = table.staying, table.rules
    scores = tuple(table.scores)
    if len(staying) == 1:
        return MatchResult(staying, scores)
    if rules.scoring == "elimination":
        rest = set(staying) - set(reached(table))
        return MatchResult(tuple(sorted(rest)), scores) if len(rest) < 2 else None
    if rules.match == "single":
        winner = table.result.winner if table.result else None
        return MatchResult((winner,) if winner in staying else (), scores)
    if rules.match == "rounds":
        ended = table.round >= rules.rounds
    else:
        ended = any(scores[seat] >= rules.target for seat in staying)
    best = (min if rules.scoring == "low" else max)(scores[seat] for seat in staying)
    leaders = tuple(seat for seat in staying if scores[seat] == best)
    if not ended or (rules.tie == "round" and len(leaders) > 1):
        return None
    return MatchResult(leaders, scores)


def surely_last(table: Table) -> bool:
    """Whether no round can follow this one, however it ends."""
    rules = table.rules
    if rules.scoring == "elimination":
        return False
    return rules.match == "single" or (rules.match == "rounds" and table.round >= rules.rounds and rules.tie != "round")
