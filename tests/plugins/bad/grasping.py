"""A player that holds the interpreter: one huge power, computed in C, during which no other thread runs."""

from fliptable.core.moves import Move
from fliptable.core.view import View


def choose(view: View) -> Move:
    power: int = pow(3, 1_000_000_000)
    return view.legal[power % 1]
