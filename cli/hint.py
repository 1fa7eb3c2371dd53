"""What `steady` would do in somebody's place, and why, in a sentence.

The reasons are its own (`SteadyPlayer.thoughts`): those that tell its move from the next best one. Must never know more
than the view.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from ..core.cards import NO_COLOUR, colour_of
from ..core.moves import Accept, Call, Catch, Challenge, Draw, Jump, Keep, Move, Name, Pass, Play, Swap
from ..core.phases import Challenged, Pending
from ..core.view import View
from ..plugins.players.steady import SteadyPlayer
from .words import count_cards, listed, suspected

REASONS_MAX: Final = 2
WORTH_SAYING: Final = 0.05
"""A thought that makes less of a difference than this is no reason."""


@dataclass(frozen=True, slots=True)
class _Case:
    """A move of which something is said: its colour afterwards, and the seat that comes next."""

    view: View
    move: Move

    @property
    def colour(self) -> int:
        """The colour in force after it."""
        match self.move:
            case Name(colour):
                return colour
            case Play(places, colour, _):
                return colour if colour != NO_COLOUR else colour_of(self.view.card(places[-1]).front)
            case _:
                return NO_COLOUR

    @property
    def colour_name(self) -> str:
        """The same in words."""
        return self.view.sheet.colours[self.colour] if self.colour != NO_COLOUR else "it"

    @property
    def next(self) -> str:
        """Who comes next."""
        return self.view.seats[self.view.after(self.view.seat)]

    @property
    def theirs(self) -> str:
        """How many cards the next seat has, in words."""
        cards = len(self.view.players[self.view.after(self.view.seat)].cards)
        return "one card" if cards == 1 else count_cards(cards)

    @property
    def more(self) -> str:
        """How many cards of the colour are left in the hand."""
        gone = self.move.places if isinstance(self.move, Play) else ()
        left = sum(colour_of(card.front) == self.colour for card in self.view.hand if card.place not in gone)
        return f"{left or 'no'} more {self.colour_name} {'card' if left == 1 else 'cards'}"


WORDS: Final[Mapping[str, Callable[[_Case], str]]] = {
    "held": lambda case: f"you hold {case.more}",
    "wild": lambda _: "it keeps a wild for later",
    "attack": lambda case: f"{case.next} has to draw or misses a turn",
    "attack_near": lambda case: f"{case.next} has only {case.theirs}",
    "reverse_near": lambda case: f"it turns play away from {case.next}, who has {case.theirs}",
    "bluff": lambda _: "a wild draw card would be a bluff now",
    "answer": lambda case: f"{case.next} is not seen to hold what fits on it",
    "feared": lambda case: f"{case.next} is seen to hold less {case.colour_name}",
    "flip_own": lambda _: "your other side has wilds and action cards",
    "flip_theirs": lambda case: f"a Flip would do {case.next} good",
    "flip_now": lambda _: "your hand is better on this side",
    "flip_answer": lambda case: f"after a Flip {case.next} could go on at once",
    "flip_reply": lambda _: "cards of your other side fit after the Flip",
    "flip_colour": lambda _: "your other side has much of one colour",
    "shed": lambda _: "several cards go at once",
    "swap": lambda _: "hands change owners in your favour",
    "stuck": lambda _: "it leaves no card that may not be the last",
    "points": lambda _: "it gets rid of more points",
}
"""What each weight of `steady` says for a move, where it is what makes the difference."""


def hint(view: View, adviser: SteadyPlayer) -> str:
    """What ``adviser`` would do and why: one sentence, or two; also where there is nothing to do."""
    if not view.legal:
        waited = [view.seats[seat] for seat in view.to_act]
        turn = f" It is {listed(waited)}'s turn." if waited else ""
        return f"There is nothing for you to do now.{turn}"
    move = adviser.choose(view)
    if move is None:
        return "steady would let that chance pass: jumping in would give a better hand away."
    alone = len(view.legal) == 1 and view.acts
    reasons = ["it is all there is to do"] if alone else _reasons(view, adviser, move)
    why = f": {listed(reasons)}" if reasons else ""
    return f"steady would {view.spell(move)}{why}."


def _reasons(view: View, adviser: SteadyPlayer, move: Move) -> list[str]:
    match move:
        case Play() | Name():
            return _weighed(view, adviser, move)
        case Catch(seat):
            return [f"{view.seats[seat]} has one card and did not call"]
        case Call():
            return ["who has not called the last card can be caught"]
        case Jump():
            return ["it gets rid of a card out of turn"]
        case Draw() if isinstance(view.phase, Pending):
            return ["you hold nothing that answers"]
        case Draw() | Pass():
            return ["nothing of yours fits"]
        case Keep():
            return ["the drawn card does not fit"]
        case Swap(seat):
            return [f"{view.seats[seat]} has {count_cards(len(view.players[seat].cards))}, and nobody has fewer"]
        case Challenge() | Accept() if isinstance(view.phase, Challenged):
            by, why = view.seats[view.phase.by], suspected(view.rules, view.side, view.phase.before)
            odds = sum(thought.share for thought in adviser.thoughts(view, move))
            return [f"the odds that {by} had {why} are {odds:.0%}"] if why else [f"{by} was free to play it"]
        case _:
            return []


def _weighed(view: View, adviser: SteadyPlayer, move: Play | Name) -> list[str]:
    """What tells the move from the best other one that it differs from, the heaviest thought first."""
    worth = adviser.worth(view)
    others = sorted((each for each in worth if not _alike(each, move)), key=lambda each: -worth[each])
    if not others:
        return ["no other card fits"]
    own, case = adviser.thoughts(view, move), _Case(view, move)
    for other in others:
        edges = Counter({thought.kind: thought.share for thought in own})
        edges.subtract({thought.kind: thought.share for thought in adviser.thoughts(view, other)})
        heaviest = [kind for kind, edge in edges.most_common(REASONS_MAX) if edge > WORTH_SAYING]
        if heaviest:
            return [WORDS[kind](case) for kind in heaviest]
    return ["anything else would be as good"]


def _alike(one: Move, other: Move) -> bool:
    """Whether two moves differ in the call alone."""
    if isinstance(one, Play) and isinstance(other, Play):
        return (one.places, one.colour) == (other.places, other.colour)
    return one == other
