"""A player that fails when it hears something."""

from fliptable.core.events import Event
from fliptable.core.moves import Move
from fliptable.core.view import View
from fliptable.plugins import Player


class Deaf(Player):
    def observe(self, event: Event) -> None:
        raise RuntimeError(event.type)

    def choose(self, view: View) -> Move:
        return view.legal[0]
