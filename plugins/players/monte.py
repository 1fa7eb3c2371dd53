"""The Monte Carlo players: they try their moves in worlds that agree with all they know, and take what does best.

`search` says how. Worlds keep to all that was seen, flips and reshuffles included, and to what the moves of others
tell (`memory`). With a budget of nodes the clock is not looked at: then the same seed makes the same moves.
Must never know more than its view.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from random import Random
from time import perf_counter
from typing import Final

from ...core.events import Event
from ...core.moves import Catch, Move
from ...core.view import View
from ..hooks import hookimpl
from ..spec import Context, Option, Player, PlayerSpec
from .memory import Memory
from .search import Search, choices_of
from .steady import SteadyPlayer

MS: Final = 20
"""What a decision of ``monte`` takes at most, in milliseconds."""
STRONG_MS: Final = 80
"""... and of ``monte:strong``."""
SHARE: Final = 0.8
"""So much of the time that the table grants is used: a busy machine makes everybody late."""
WORLDS: Final = 100_000
NODES: Final = 10_000_000


class MontePlayer(Player):
    """Tries its moves in sampled worlds.

    Args:
        worlds: how many worlds a decision takes at most.
        ms: how many milliseconds it takes at most.
        nodes: how many moves it simulates at most, whatever the clock says; 0 to go by the clock.

    Attributes:
        used: how many moves the last decision simulated.
    """

    def __init__(self, worlds: int = WORLDS, ms: int = MS, nodes: int = 0) -> None:
        self._worlds, self._nodes = worlds, nodes
        self._seconds = self._granted = ms / 1000
        self._rng = Random()
        self._steady = SteadyPlayer()
        self._memory: Memory | None = None
        self.used = 0

    def start(self, context: Context) -> None:
        """Take the generator that makes the match repeatable, and the budget."""
        self._rng = context.rng
        self._memory = Memory(context.rules, context.seat)
        self._granted = context.budget.move
        self._seconds = min(self._seconds, self._granted * SHARE)
        self._nodes = min((nodes for nodes in (self._nodes, context.budget.nodes or 0) if nodes), default=0)

    def observe(self, event: Event) -> None:
        """Remember what the moves of others tell."""
        self._steady.observe(event)
        if self._memory is not None:
            self._memory.observe(event)

    def choose(self, view: View) -> Move | None:
        """What steady does where there is nothing to think about; else what does best in the worlds."""
        begin, self.used = perf_counter(), 0
        believed = self.believed(view)
        choices = choices_of(view, self._steady)
        if type(view.legal[-1]) is Catch or not choices:
            return self._steady.choose(view)
        if len(choices) == 1:
            return choices[0]
        search = Search(view, choices, self._steady, self._rng, believed)

        def by_the_clock(_nodes: int) -> float:
            now = (perf_counter() - begin) / self._seconds
            return now + now / search.worlds  # One more world has to fit in.

        try:
            search.run(self._worlds, (lambda nodes: nodes / self._nodes) if self._nodes else by_the_clock)
        except ValueError:  # A position that cannot be.
            return self._steady.choose(view)
        self.used = search.nodes
        if not self._nodes and perf_counter() - begin > self._granted:
            self._seconds *= SHARE  # So busy is the machine: less is on the safe side from now on.
        return search.best()

    def believed(self, view: View) -> View:
        """The view with what this player believes of hidden cards besides; worlds are sampled from it."""
        return view.supposing(self._memory.recall(view)) if self._memory is not None else view


@hookimpl
def register_players() -> Iterable[PlayerSpec]:
    """See `fliptable.plugins.hooks`."""
    worlds = Option("worlds", WORLDS, "the most worlds a decision takes", range(1, WORLDS + 1))
    nodes = Option("nodes", 0, "the most moves it simulates, whatever the clock says; 0: by the clock", range(NODES))
    players: list[PlayerSpec] = []
    for name, ms, description in (
        ("monte", MS, "tries its moves in worlds that agree with what it knows"),
        ("monte:strong", STRONG_MS, "the same, and takes more time"),
    ):
        options = (worlds, Option("ms", ms, "the most milliseconds a decision takes", range(1, 60_001)), nodes)
        players.append(PlayerSpec(name, partial(MontePlayer, ms=ms), description, options))
    return players
