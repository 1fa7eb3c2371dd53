"""``fliptable ai ask``: what a player would play in a position.

Must never know how a player thinks.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..core.table import Table
from ..core.view import View
from ..plugins.guard import Fault, Seat
from ..plugins.tiers.isolated import Isolated
from .endings import Exit, Stop
from .output import emit, own_stdout, say
from .position import load
from .wishes import find_player, load_players
from .words import listed


def run(name: str, file: str, *, seat: str | None, seed: int, plugins: Sequence[str], as_json: bool) -> Exit:
    """Print the move with the seat's name before it, as ``fliptable position`` takes it.

    Raises:
        Stop: something cannot be read, nobody is asked anything there, or the player fails.
    """
    with own_stdout():
        spec = find_player(load_players(plugins), name)
        table = load(file, seed)
        asked = _seat(table, seat)
        view = View(table, asked)
        if not view.legal:
            raise Stop(Exit.MISUSE, f"{table.seats[asked]} has no move there: choose another seat by --seat.")
        faults: list[Fault] = []
        # In a process of its own, so that one that hangs or exits ends neither this program nor what it says of it.
        guarded = Seat(spec, asked, table.seats, table.rules, seed=str(seed), on_fault=faults.append, tier=Isolated)
        move = guarded.choose(view)
        guarded.close()
        if faults:
            raise Stop(Exit.REFUSED, f"{faults[0].cause}.")  # of strikes there is only this one
        spelled = None if move is None else view.spell(move)
        who = table.seats[asked]
        if as_json:
            emit({"seat": who, "move": spelled})
        else:
            say(f"{who} does nothing now." if spelled is None else f"{who} {spelled}")
        return Exit.DONE


def _seat(table: Table, name: str | None) -> int:
    """The seat that is asked."""
    if table.over:
        raise Stop(Exit.MISUSE, "The round of this position is over: nobody is asked anything.")
    if name is None:
        return table.to_act[0]
    names = [seat.lower() for seat in table.seats]
    if name.lower() not in names:
        raise Stop(Exit.MISUSE, f"There is no seat {name} in this position: choose {listed(table.seats, 'or')}.")
    return names.index(name.lower())
