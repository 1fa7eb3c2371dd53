"""How a seat goes out, and how a round ends: steps of the agenda. Must never read a face that is not public."""

from __future__ import annotations

from .agenda import plan, tell
from .disclose import open_face, open_hands
from .events import MatchOver, RoundOver, WentOut
from .phases import OVER
from .scoring import award, blocked_result, match_result, reached, round_result
from .table import BARRIER, ELIMINATED, FINISHED, Step, Table


def go_out(table: Table, seat: int, then: Step) -> None:
    """``seat`` has no card left: the round is won, or the others play on to the last (``then``)."""
    if not table.rules.play_to_last:
        end_round(table, seat)
        return
    table.drop(seat, FINISHED)
    tell(table, WentOut, seat, FINISHED)
    if not end_if_alone(table):
        plan(table, then)


def eliminate(table: Table, seat: int) -> None:
    """A hand too large is laid open, frozen, and scored like a leaver's; what it still had to draw lapses (mercy)."""
    table.drop(seat, ELIMINATED)
    tell(table, WentOut, seat, ELIMINATED)
    for place in table.hands[seat]:
        open_face(table, place, table.side)
    end_if_alone(table)


def end_if_alone(table: Table) -> bool:
    """End the round when one seat is left in it: it wins, unless another one went out before."""
    if table.players > 1:
        return False
    table.agenda.clear()
    end_round(table, table.places[0] if table.places else table.active[0])
    return True


def end_round(table: Table, winner: int) -> None:
    """The other hands are laid open on the active side and counted."""
    open_hands(table, table.side, winner)
    if table.dues:
        plan(table, BARRIER, (score, winner))
    else:
        score(table, winner)


def score(table: Table, winner: int) -> None:
    """The round is won."""
    table.result = round_result(table, winner)
    finish(table)


def block(table: Table) -> None:
    """Nobody can move, or nothing changes any more (row 62)."""
    table.agenda.clear()
    if table.rules.blocked_scoring == "fewest_points":
        open_hands(table, table.side)
    if table.dues:
        plan(table, BARRIER, (score_blocked,))
    else:
        score_blocked(table)


def score_blocked(table: Table) -> None:
    """Nobody has won, or who holds the fewest points."""
    table.result = blocked_result(table)
    finish(table)


def finish(table: Table) -> None:
    """The round is over; perhaps the match too."""
    table.phase = OVER
    table.called = table.catchable = table.tried = 0
    table.owed.clear()
    result = table.result
    if result is not None:
        award(table, result)
        tell(table, RoundOver, result.winner, result.points, result.by, result.blocked, result.places)
    for seat in reached(table):
        table.drop(seat, ELIMINATED)
        tell(table, WentOut, seat, ELIMINATED)
    table.match_result = match = match_result(table)
    if match is not None:
        tell(table, MatchOver, match.winners, match.scores)
