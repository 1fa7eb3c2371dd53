"""A player as a class, that notes whatever it is told."""

from fliptable.core.events import Event
from fliptable.core.moves import Move
from fliptable.core.phases import MatchResult
from fliptable.core.view import View
from fliptable.plugins import Context, Player

TOLD: list[object] = []


class Patient(Player):
    """Hears everything, and passes out of turn."""

    async def start(self, context: Context) -> None:
        TOLD.clear()
        TOLD.append(context)

    def observe(self, event: Event) -> None:
        TOLD.append(event)

    def choose(self, view: View) -> Move | None:
        TOLD.append(view)
        return view.legal[-1] if view.seat in view.to_act else None

    def finish(self, result: MatchResult | None) -> None:
        TOLD.append(result)
