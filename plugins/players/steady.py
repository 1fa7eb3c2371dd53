"""The steady player: a few weighted thoughts about each legal move, none of them about the future.

It keeps wilds as the reserve they are, plays into the colour it holds most of and out of those that the next seat is
known to hold, saves its attacks for a next seat that is nearly out, looks at the backs before it plays a Flip, and
challenges by the odds from what it has not seen. A draw card is answered where it can be, hands are swapped with who
has fewest cards. The weights were found by playing preset flip against `greedy` and itself (a cross-entropy search),
not by theory; the hilltop is flat, and a tenth more or less of any of them changes nothing that could be measured.
Those for other rules are guesses. Must never know more than its view.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, fields, replace

from ...core.cards import UNKNOWN
from ...core.events import Event, Verdict
from ...core.moves import Accept, Call, Catch, Challenge, Jump, Move, Name, Play, Swap
from ...core.phases import Challenged
from ...core.view import View
from ..hooks import hookimpl
from ..spec import Player, PlayerSpec
from .weighing import TUNED, Thoughts, Weights


@dataclass(frozen=True, slots=True)
class Thought:
    """A part of what a move is worth.

    Attributes:
        kind: the field of `Weights` that it comes from.
        share: what it adds, or takes away.
    """

    kind: str
    share: float


class SteadyPlayer(Player):
    """Takes the move that its weights like best."""

    def __init__(self, weights: Weights = TUNED) -> None:
        self._weights = weights
        self._honest: Counter[int] = Counter()
        self._guilty: Counter[int] = Counter()

    def observe(self, event: Event) -> None:
        """Remember who was found bluffing, and who was not."""
        if isinstance(event, Verdict):
            (self._guilty if event.guilty else self._honest)[event.accused] += 1

    def choose(self, view: View) -> Move | None:
        """Catch first; then whatever the phase asks for."""
        legal = view.legal
        if type(legal[-1]) is Catch:  # They are listed last.
            return next(move for move in legal if type(move) is Catch)
        if not view.acts:
            return self._interrupt(view)
        if type(view.phase) is Challenged:
            judged = self._judge(view, view.phase)
            if judged is not None:
                return judged
        first = legal[0]
        if type(first) is Play:
            return Thoughts(view, self._weights).best(legal)
        if type(first) is Name:
            return Thoughts(view, self._weights).name(legal)
        if type(first) is Swap:
            return min((move for move in legal if type(move) is Swap), key=lambda move: len(view.fronts(move.seat)))
        return first  # Nothing fits: draw, keep or pass.

    def worth(self, view: View, weights: Weights | None = None) -> dict[Move, float]:
        """How good it thinks each play is, or each colour to name; of nothing else it thinks in numbers."""
        thoughts = Thoughts(view, weights or self._weights)
        found: dict[Move, float] = {}
        for move in view.legal:
            if isinstance(move, Play):
                found[move] = thoughts.worth(move)
            elif isinstance(move, Name):
                found[move] = thoughts.colours[move.colour]
        return found

    def thoughts(self, view: View, move: Move | None) -> tuple[Thought, ...]:
        """Why it likes a legal move or does not: what each weight adds to its worth, the most telling first.

        For a challenge and its refusal the odds of guilt, as ``doubt``; for what it does not weigh nothing.
        """
        if isinstance(move, Challenge | Accept) and isinstance(view.phase, Challenged):
            return (Thought("doubt", self.guilt(view, view.phase)),)
        if not isinstance(move, Play | Name):
            return ()
        # A worth is a sum of terms with a weight each, so what a weight adds is what is missing without it.
        full = self.worth(view)[move]
        found = [
            Thought(kind, full - self.worth(view, replace(self._weights, **{kind: 0.0}))[move])
            for kind in (field.name for field in fields(Weights))
            if kind not in ("doubt", "bold", "flip_action")  # The last one is a part of other flip thoughts.
        ]
        return tuple(sorted((t for t in found if abs(t.share) > 1e-9), key=lambda t: abs(t.share), reverse=True))

    def _interrupt(self, view: View) -> Move | None:
        """Out of turn: jump in, unless that swaps away a good hand; else call."""
        jumps = [move for move in view.legal if isinstance(move, Jump)]
        if jumps and Thoughts(view, self._weights).swap(view.top.front, 1) >= 0:
            return max(jumps, key=lambda move: move.call)
        return next((move for move in view.legal if isinstance(move, Call)), None)

    def _judge(self, view: View, phase: Challenged) -> Move | None:
        """Challenge when the wild draw card was probably played wrongly; None to answer it with a card instead."""
        odds = self.guilt(view, phase)
        if odds < 1 and any(isinstance(move, Play) for move in view.legal):
            return None
        return Challenge() if odds > self._weights.doubt else Accept()

    def guilt(self, view: View, phase: Challenged) -> float:
        """How likely it is that a wild draw card was played wrongly, by what was not seen yet and who played it."""
        guilty = view.ruling[view.side].guilty(view.rules.wild_draw_test, view.under.front, phase.before)
        fronts = view.fronts(phase.by).values()
        if not guilty or any(guilty >> front & 1 for front in fronts if front != UNKNOWN):
            return 1.0 if guilty else 0.0
        unseen = view.unseen()
        share = sum(n for face, n in unseen.items() if guilty >> face & 1) / max(1, unseen.total())
        could = 1 - (1 - share) ** sum(front == UNKNOWN for front in fronts)
        # Two verdicts' worth of prior; then what this seat was found doing.
        found, honest = self._guilty[phase.by], self._honest[phase.by]
        bold = (2 * self._weights.bold + found) / (2 + found + honest)
        return could * bold / (could * bold + 1 - could) if could else 0.0


@hookimpl
def register_players() -> Iterable[PlayerSpec]:
    """See `fliptable.plugins.hooks`."""
    return [PlayerSpec("steady", SteadyPlayer, "a tuned rule of thumb, some microseconds a move")]
