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
from .language import _, n_
from .words import listed, name_colour, suspected

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
        """The same in words; empty where there is none."""
        return name_colour(self.view.sheet, self.colour) if self.colour != NO_COLOUR else ""

    @property
    def next(self) -> str:
        """Who comes next."""
        return self.view.seats[self.view.after(self.view.seat)]

    @property
    def theirs(self) -> int:
        """How many cards the next seat has."""
        return len(self.view.players[self.view.after(self.view.seat)].cards)

    @property
    def more(self) -> int:
        """How many cards of the colour are left in the hand."""
        gone = self.move.places if isinstance(self.move, Play) else ()
        return sum(colour_of(card.front) == self.colour for card in self.view.hand if card.place not in gone)


def _held(case: _Case) -> str:
    if not case.colour_name:
        return _("you hold more of its colour") if case.more else _("you hold no more of its colour")
    if not case.more:
        return _("you hold no more {colour} cards").format(colour=case.colour_name)
    text = n_("you hold {number} more {colour} card", "you hold {number} more {colour} cards", case.more)
    return text.format(number=case.more, colour=case.colour_name)


def _near(case: _Case) -> str:
    text = n_("{name} has only one card", "{name} has only {number} cards", case.theirs)
    return text.format(name=case.next, number=case.theirs)


def _reverse_near(case: _Case) -> str:
    text = n_(
        "it turns play away from {name}, who has one card",
        "it turns play away from {name}, who has {number} cards",
        case.theirs,
    )
    return text.format(name=case.next, number=case.theirs)


def _feared(case: _Case) -> str:
    if not case.colour_name:
        return _("{name} is seen to hold less of it").format(name=case.next)
    return _("{name} is seen to hold less {colour}").format(name=case.next, colour=case.colour_name)


WORDS: Final[Mapping[str, Callable[[_Case], str]]] = {
    "held": _held,
    "wild": lambda _case: _("it keeps a wild for later"),
    "attack": lambda case: _("{name} has to draw or misses a turn").format(name=case.next),
    "attack_near": _near,
    "reverse_near": _reverse_near,
    "bluff": lambda _case: _("a wild draw card would be a bluff now"),
    "answer": lambda case: _("{name} is not seen to hold what fits on it").format(name=case.next),
    "feared": _feared,
    "flip_own": lambda _case: _("your other side has wilds and action cards"),
    "flip_theirs": lambda case: _("a Flip would do {name} good").format(name=case.next),
    "flip_now": lambda _case: _("your hand is better on this side"),
    "flip_answer": lambda case: _("after a Flip {name} could go on at once").format(name=case.next),
    "flip_reply": lambda _case: _("cards of your other side fit after the Flip"),
    "flip_colour": lambda _case: _("your other side has much of one colour"),
    "shed": lambda _case: _("several cards go at once"),
    "swap": lambda _case: _("hands change owners in your favour"),
    "stuck": lambda _case: _("it leaves no card that may not be the last"),
    "points": lambda _case: _("it gets rid of more points"),
}
"""What each weight of `steady` says for a move, where it is what makes the difference."""


def hint(view: View, adviser: SteadyPlayer) -> str:
    """What ``adviser`` would do and why: one sentence, or two; also where there is nothing to do."""
    if not view.legal:
        waited = [view.seats[seat] for seat in view.to_act]
        if not waited:
            return _("There is nothing for you to do now.")
        return n_(
            "There is nothing for you to do now. It is {names}'s turn.",
            "There is nothing for you to do now. It is {names}'s turn.",
            len(waited),
        ).format(names=listed(waited))
    move = adviser.choose(view)
    if move is None:
        return _("steady would let that chance pass: jumping in would give a better hand away.")
    alone = len(view.legal) == 1 and view.acts
    reasons = [_("it is all there is to do")] if alone else _reasons(view, adviser, move)
    text = _("steady would {move}: {reasons}.") if reasons else _("steady would {move}.")
    return text.format(move=view.spell(move), reasons=listed(reasons))


def _reasons(view: View, adviser: SteadyPlayer, move: Move) -> list[str]:
    match move:
        case Play() | Name():
            return _weighed(view, adviser, move)
        case Catch(seat):
            return [_("{name} has one card and did not call").format(name=view.seats[seat])]
        case Call():
            return [_("who has not called the last card can be caught")]
        case Jump():
            return [_("it gets rid of a card out of turn")]
        case Draw() | Pass():
            pending = isinstance(view.phase, Pending)
            return [_("you hold nothing that answers") if pending else _("nothing of yours fits")]
        case Keep():
            return [_("the drawn card does not fit")]
        case Swap(seat):
            cards = len(view.players[seat].cards)
            text = n_(
                "{name} has a card, and nobody has fewer", "{name} has {number} cards, and nobody has fewer", cards
            )
            return [text.format(name=view.seats[seat], number=cards)]
        case Challenge() | Accept() if isinstance(view.phase, Challenged):
            return [_suspicion(view, view.phase, sum(thought.share for thought in adviser.thoughts(view, move)))]
        case _:
            return []


def _suspicion(view: View, phase: Challenged, odds: float) -> str:
    by, why = view.seats[phase.by], suspected(view.rules, view.side, phase.before)
    if not why:
        return _("{name} was free to play it").format(name=by)
    return _("the odds that {name} had {held} are {odds}").format(name=by, held=why, odds=f"{odds:.0%}")


def _weighed(view: View, adviser: SteadyPlayer, move: Play | Name) -> list[str]:
    """What tells the move from the best other one that it differs from, the heaviest thought first."""
    worth = adviser.worth(view)
    others = sorted((each for each in worth if not _alike(each, move)), key=lambda each: -worth[each])
    if not others:
        return [_("no other card fits")]
    own, case = adviser.thoughts(view, move), _Case(view, move)
    for other in others:
        edges = Counter({thought.kind: thought.share for thought in own})
        edges.subtract({thought.kind: thought.share for thought in adviser.thoughts(view, other)})
        heaviest = [kind for kind, edge in edges.most_common(REASONS_MAX) if edge > WORTH_SAYING]
        if heaviest:
            return [WORDS[kind](case) for kind in heaviest]
    return [_("anything else would be as good")]


def _alike(one: Move, other: Move) -> bool:
    """Whether two moves differ in the call alone."""
    if isinstance(one, Play) and isinstance(other, Play):
        return (one.places, one.colour) == (other.places, other.colour)
    return one == other
