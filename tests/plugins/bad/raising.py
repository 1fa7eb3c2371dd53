"""A player that raises at every question."""

from fliptable.core.moves import Move
from fliptable.core.view import View


def choose(view: View) -> Move:
    raise ValueError("it is\ntoo hot")
