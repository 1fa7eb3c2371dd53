"""The random player: any legal move, each as likely as the other. Also who takes the seat of a player that failed.

Must never know more than its view.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from ...core.moves import Move
from ...core.view import View
from ..hooks import hookimpl
from ..spec import Context, Player, PlayerSpec


class RandomPlayer(Player):
    """Uniform over the legal moves."""

    def __init__(self, rng: Random | None = None) -> None:
        self._rng = rng if rng is not None else Random()

    def start(self, context: Context) -> None:
        """Take the generator that makes the match repeatable."""
        self._rng = context.rng

    def choose(self, view: View) -> Move:
        """Any of them."""
        return self._rng.choice(view.legal)


@hookimpl
def register_players() -> Iterable[PlayerSpec]:
    """See `fliptable.plugins.hooks`."""
    return [PlayerSpec("random", RandomPlayer, "any legal move")]
