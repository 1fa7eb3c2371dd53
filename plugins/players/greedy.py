"""The greedy player: sheds its dearest card first, always calls, and catches whoever forgot to.

Must never know more than its view.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from ...core.cards import NO_COLOUR, colour_of
from ...core.moves import Call, Catch, Draw, Jump, Keep, Move, Name, Play, Swap
from ...core.view import View
from ..hooks import hookimpl
from ..spec import Player, PlayerSpec


class GreedyPlayer(Player):
    """Highest points first, then the first one listed; names the colour it holds most of; never challenges."""

    def choose(self, view: View) -> Move:
        """Catch, else jump in, play, name or swap, else whatever commits to least."""
        legal = view.legal
        for kind in (Catch, Jump, Play, Name, Swap):
            found = [move for move in legal if isinstance(move, kind)]
            if found:
                return max(found, key=lambda move: self._worth(view, move))
        return next((move for move in legal if isinstance(move, Call | Draw | Keep)), legal[0])

    def _worth(self, view: View, move: Move) -> tuple[int, int, bool]:
        """Points of the cards, how many cards match the colour named, whether the call goes with it."""
        match move:
            case Play(places, colour, call):
                points = sum(view.sheet.points[view.card(place).front] for place in places)
                return points, self._held(view, colour), call
            case Jump(_, call):
                return 0, 0, call
            case Name(colour):
                return 0, self._held(view, colour), False
            case Swap(seat):
                return -len(view.players[seat].cards), 0, False
            case _:
                return 0, 0, False

    def _held(self, view: View, colour: int) -> int:
        held = Counter(colour_of(card.front) for card in view.hand)
        return held[colour] if colour != NO_COLOUR else 0


@hookimpl
def register_players() -> Iterable[PlayerSpec]:
    """See `fliptable.plugins.hooks`."""
    return [PlayerSpec("greedy", GreedyPlayer, "its dearest card first, and always calls")]
