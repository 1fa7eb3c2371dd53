"""``fliptable arena --only GAME``: one game of a tournament again, alone and in this very process.

The players run in the thread of the program, with no time limit and with their own standard output, so that what they
print is seen and a debugger can be put into them. Must never change how the game goes.
"""

from __future__ import annotations

import math
import traceback
from bdb import BdbQuit
from collections.abc import Callable, Sequence

from ..core.cards import NO_COLOUR, SIDE_NAMES
from ..core.events import Event, RoundOver
from ..core.moves import Move
from ..core.notation import card_at, format_colour, format_move
from ..core.phases import MatchResult
from ..core.position import position
from ..core.table import Table
from ..core.view import View
from ..plugins.arena.game import SEATS, Game, play_game
from ..plugins.arena.resume import game_to_dict
from ..plugins.arena.schedule import Schedule
from ..plugins.guard import Fault
from ..plugins.spec import Context, PlayerSpec
from ..plugins.tiers.direct import Direct
from ..plugins.tiers.tier import Failed
from .endings import Exit, Stop
from .output import emit, say, tell


def run(schedule: Schedule, number: int, *, trace: bool, before: int | None, as_json: bool) -> Exit:
    """Play a game again.

    Args:
        schedule: its tournament.
        number: which game, counted from 1.
        trace: print a line for each move, and tracebacks of what the players raise.
        before: print the position before this move, counted from 1, and nothing else.
        as_json: print JSON Lines.

    Raises:
        Stop: there is no such game or move.
    """
    if not 1 <= number <= schedule.games:
        raise Stop(Exit.MISUSE, f"--only {number} is not possible: there are games 1 to {schedule.games}.")
    specs = schedule.specs()
    teller = _Trace([specs[who] for who in schedule.order(number - 1)], before, as_json=as_json, speaks=trace)
    try:
        game = play_game(
            teller.specs,
            schedule.rules,
            seed=schedule.seed_of(number - 1),
            budget=schedule.budget,
            tier=lambda spec: _Patient(spec, shows=trace),
            on_move=teller.move,
            on_event=teller.event,
            on_fault=teller.fault,
        )
    except _Reached as reached:
        emit(position(reached.table))
        return Exit.DONE
    if before is not None:
        raise Stop(Exit.MISUSE, f"--before {before} is not possible: game {number} has moves 1 to {teller.moves}.")
    teller.end(number, game)
    return Exit.DONE


class _Reached(Exception):
    """The move before which somebody wants to stop."""

    def __init__(self, table: Table) -> None:
        self.table = table


class _Patient:
    """The tier of a trace: direct, never late, and loud about what is raised."""

    def __init__(self, spec: PlayerSpec, *, shows: bool) -> None:
        self._direct = Direct(spec)
        self._shows = shows
        self.spent = 0.0
        """Nothing: a debugger may take its time."""

    def start(self, context: Context, seconds: float) -> None:
        """See `Tier`."""
        del seconds
        self._loudly(lambda: self._direct.start(context, math.inf))

    def choose(self, events: Sequence[Event], view: View, seconds: float) -> object:
        """See `Tier`."""
        del seconds
        return self._loudly(lambda: self._direct.choose(events, view, math.inf))

    def finish(self, events: Sequence[Event], result: MatchResult | None, seconds: float) -> None:
        """See `Tier`."""
        del seconds
        self._loudly(lambda: self._direct.finish(events, result, math.inf))

    def close(self) -> None:
        """See `Tier`."""
        self._direct.close()

    def _loudly(self, work: Callable[[], object]) -> object:
        try:
            return work()
        except Failed as failure:
            if isinstance(failure.__cause__, BdbQuit):  # who leaves the debugger wants no more of the game
                raise KeyboardInterrupt from None
            if self._shows and failure.__cause__ is not None:
                tell(_account(failure.__cause__))
            raise
        except KeyboardInterrupt as interrupt:
            if self._shows:
                tell(_account(interrupt))
            raise


def _account(error: BaseException) -> str:
    """A traceback that begins where the player's own code does."""
    trace = error.__traceback__
    while trace is not None and str(trace.tb_frame.f_globals.get("__name__")).startswith("fliptable."):
        trace = trace.tb_next
    return "".join(traceback.format_exception(type(error), error, trace or error.__traceback__))


class _Trace:
    """Says what happens in the game, a line a move."""

    def __init__(self, specs: Sequence[PlayerSpec], before: int | None, *, as_json: bool, speaks: bool) -> None:
        self.specs = specs
        self.moves = 0
        self._before = before
        self._as_json = as_json
        self._speaks = speaks and before is None
        self._width = max(len(spec.name) for spec in specs)

    def move(self, table: Table, seat: int, move: Move) -> None:
        """A move is about to be made."""
        self.moves += 1
        if self.moves == self._before:
            raise _Reached(table)
        if not self._speaks:
            return
        name, spelled = self.specs[seat].name, format_move(table, seat, move)
        if self._as_json:
            emit({"type": "move", "number": self.moves, "seat": table.seats[seat], "player": name, "move": spelled})
            return
        line = f"{self.moves:>4}  {table.seats[seat]} {name:<{self._width}}  {spelled:<20}"
        cards = len(table.hands[seat])
        say(f"{line}  ({cards} {'card' if cards == 1 else 'cards'}; {_top(table)})")

    def event(self, table: Table, event: Event) -> None:
        """Something has happened."""
        if self._speaks and not self._as_json and isinstance(event, RoundOver):
            if event.winner is None:
                say("      the round is blocked")
            else:
                say(f"      {self._seat(table, event.winner)} wins the round: {event.points} points")

    def fault(self, fault: Fault) -> None:
        """A player has failed."""
        if self._before is not None:
            return
        if self._as_json:
            emit({"type": "fault", "number": self.moves + 1, "seat": fault.seat, "text": fault.text})
        else:
            say(f"   !  {fault.text}")

    def end(self, number: int, game: Game) -> None:
        """The game is over."""
        names = [spec.name for spec in self.specs]
        if self._as_json:
            emit({"type": "game", "game": number, "players": names, **game_to_dict(game)})
            return
        won = ", ".join(f"{SEATS[seat]} {names[seat]}" for seat in game.winners) or "nobody"
        say(f"Game {number}: won by {won} after {self.moves} moves. Digest {game.digest[:16]}")

    def _seat(self, table: Table, seat: int) -> str:
        return f"{table.seats[seat]} {self.specs[seat].name}"


def _top(table: Table) -> str:
    """What lies on top before the move."""
    sheet = table.sheets[table.side]
    colour = table.colour_in_force
    named = f" {format_colour(sheet, colour)}" if table.colour != NO_COLOUR else ""
    side = f", {SIDE_NAMES[table.side]}" if len(table.sheets) > 1 else ""
    return f"on {card_at(table, table.discard[-1])}{named}{side}"
