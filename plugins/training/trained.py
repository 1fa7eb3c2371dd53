"""A trained policy as a player: at a table, in the arena, as an opponent. Must never know how it was trained."""

from __future__ import annotations

from abc import abstractmethod

import numpy as np

from ...core.moves import Move
from ...core.view import View
from ..spec import Context, Player
from .actions import choices
from .encoding import Observation, mask_of
from .features import Encoder
from .picking import pick


class TrainedPlayer(Player):
    """A player that decides by observations and actions; a subclass writes `act`.

    It has to sit where it was trained for: as many seats, the same deck.
    """

    def start(self, context: Context) -> None:
        """Get ready for a match; a subclass that overrides this calls it."""
        self._context = context
        self._encoder = Encoder(context.rules, len(context.seats))

    @abstractmethod
    def act(self, observation: Observation) -> int:
        """An action whose ``action_mask`` is 1; everything else costs a strike."""

    def choose(self, view: View) -> Move | None:
        """What the policy does; asked several times for a play of several cards."""
        table, laid = view.known(), ()
        while True:
            possible = choices(table, view.seat, view.legal, laid, waits=not view.acts)
            seen = np.frombuffer(self._encoder.encode(table, view.seat, laid), dtype=np.int8)
            action = self.act({"observation": seen, "action_mask": mask_of(possible)})
            choice = pick(view.seats[view.seat], action, possible)
            if not isinstance(choice, int):
                return choice
            laid = (*laid, choice)
