"""A player whose move is never legal: it catches itself."""

from fliptable.core.moves import Catch, Move
from fliptable.core.view import View


def choose(view: View) -> Move:
    return Catch(view.seat)
