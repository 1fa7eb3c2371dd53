"""A player that computes without end, in Python."""

from fliptable.core.moves import Move
from fliptable.core.view import View


def choose(view: View) -> Move:
    while True:
        view.unseen()
