"""A plugin for a later version of the interface."""

from collections.abc import Iterable

from fliptable.core.moves import Move
from fliptable.core.view import View
from fliptable.plugins import Player, PlayerSpec, hookimpl


class Newer(Player):
    def choose(self, view: View) -> Move:
        return view.legal[0]


@hookimpl
def register_players() -> Iterable[PlayerSpec]:
    return [PlayerSpec("newer", Newer, requires_api=(2, 0))]
