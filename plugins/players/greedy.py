"""The greedy player: sheds its dearest card first, always calls, and catches whoever forgot to.

Must never know more than its view.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from ...core.cards import NO_COLOUR, colour_of
from ...core.moves import Call, Catch, Draw, Keep, Move, Name, Play
from ...core.view import View
from ..hooks import hookimpl
from ..spec import Player, PlayerSpec


class GreedyPlayer(Player):
    """Highest points first, then the first one listed; names the colour it holds most of; never challenges."""

    def choose(self, view: View) -> Move:
        """Catch, else play, else name, else whatever commits to least."""
        legal = view.legal
        for kind in (Catch, Play, Name):
            found = [move for move in legal if isinstance(move, kind)]
            if found:
                return max(found, key=lambda move: self._worth(view, move))
        return next((move for move in legal if isinstance(move, Call | Draw | Keep)), legal[0])

    def _worth(self, view: View, move: Move) -> tuple[int, int, bool]:
        """Points of the card, how many cards match the colour named, whether the call goes with it."""
        if isinstance(move, Play):
            face = view.card(move.places[0]).front
            return view.sheet.points[face], self._held(view, move.colour), move.call
        return 0, self._held(view, move.colour) if isinstance(move, Name) else 0, False

    def _held(self, view: View, colour: int) -> int:
        held = Counter(colour_of(card.front) for card in view.hand)
        return held[colour] if colour != NO_COLOUR else 0


@hookimpl
def register_players() -> Iterable[PlayerSpec]:
    """See `fliptable.plugins.hooks`."""
    return [PlayerSpec("greedy", GreedyPlayer, "its dearest card first, and always calls")]
