"""A player that ends its process when it hears how the match ended."""

import os

from fliptable.core.moves import Move
from fliptable.core.phases import MatchResult
from fliptable.core.view import View
from fliptable.plugins import Player


class Sore(Player):
    def choose(self, view: View) -> Move:
        return view.legal[0]

    def finish(self, result: MatchResult | None) -> None:
        os._exit(1)
