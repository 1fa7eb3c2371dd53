"""A player that fails when the match begins."""

from fliptable.core.moves import Move
from fliptable.core.view import View
from fliptable.plugins import Context, Player


class Unready(Player):
    def start(self, context: Context) -> None:
        raise KeyError(context.seat)

    def choose(self, view: View) -> Move:
        return view.legal[0]
