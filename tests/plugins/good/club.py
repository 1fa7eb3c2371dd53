"""A plugin with everything: two players, one of them with options, rules, an observer, a command."""

from collections.abc import Iterable, Mapping

from fliptable.core.moves import Move
from fliptable.core.view import View
from fliptable.plugins import Option, Player, PlayerSpec, RulesSpec, hookimpl

HEARD: list[object] = []


class Chooser(Player):
    """Takes the move at an index."""

    def __init__(self, index: int = 0, style: str = "calm", warm: bool = False) -> None:
        self.index = index
        self.style = style
        self.warm = warm

    def choose(self, view: View) -> Move:
        return view.legal[self.index % len(view.legal)]


@hookimpl
def register_players() -> Iterable[PlayerSpec]:
    options = (
        Option("index", 0, "which move", range(100)),
        Option("style", "calm", "how it sits", ("calm", "eager")),
        Option("warm", False),
    )
    yield PlayerSpec("first", Chooser, "the first move")
    yield PlayerSpec("nth", Chooser, "the n-th move", options)


@hookimpl
def register_rules() -> Iterable[RulesSpec]:
    return [RulesSpec("club", "flip", {"target": 300}, "shorter matches")]


@hookimpl
def register_commands(app: list[str]) -> None:
    app.append("club")


@hookimpl
def game_event(event: Mapping[str, object]) -> None:
    HEARD.append(event)
