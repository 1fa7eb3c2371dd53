"""What a program plays for a seat whose time is up: never better than a free choice (option `turn_seconds`).

Must never know a clock.
"""

from __future__ import annotations

from .legal import legal
from .moves import Accept, Draw, Keep, Move, Pass
from .table import Table


def neutral(table: Table, seat: int) -> Move:
    """Draw and keep, accept, take the sum of a pending draw; else the first move there is (the first colour).

    Raises:
        ValueError: nothing is asked of the seat.
    """
    moves = legal(table, seat) if seat in table.to_act else []
    if not moves:
        raise ValueError("Nothing is asked of this seat.")
    return next((move for move in moves if isinstance(move, Draw | Keep | Accept | Pass)), moves[0])
