"""A player that cannot even be made."""

from fliptable.core.moves import Move
from fliptable.core.view import View
from fliptable.plugins import Player


class Unready(Player):
    def __init__(self) -> None:
        raise OSError("no model file")

    def choose(self, view: View) -> Move:
        return view.legal[0]
