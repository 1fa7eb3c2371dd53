"""What `steady` weighs: a few thoughts about each legal play, none of them about the future.

Made for speed, because the Monte Carlo players simulate with it: what is the same for all moves of a decision is
thought once, and hands are looked at through `View.fronts`. Must never know more than its view.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from ...core.cards import (
    COLOURED_DRAWS,
    COLOURS,
    PLAIN_WILD,
    SKIPS,
    UNKNOWN,
    WILD_DRAWS,
    Kind,
    colour_of,
)
from ...core.moves import Move, Name, Play
from ...core.view import View


@dataclass(frozen=True, slots=True)
class Weights:
    """How much each thought counts; only their proportions matter, except for the last two.

    Attributes:
        held: for each own card of the colour then in force.
        wild: a wild that is no longer in the hand.
        attack: making the next seat draw or miss its turn, ``attack_near`` more the nearer it is to going out.
        reverse_near: turning the direction away from a next seat that is near.
        bluff: playing a wild draw card while holding the colour in force.
        answer: leaving what the next seat is known to be able to answer; more when it is near.
        feared: for each card of the colour that the next seat is known to hold; more when it is near.
        flip_own, flip_theirs, flip_now: wilds and actions on the own backs, on the next seat's, on the own fronts.
        flip_answer, flip_reply: whether the next seat could answer the new top, and how many own cards could.
        flip_colour: for each card of the best colour on the own backs.
        flip_action: what an action counts where a wild counts 1.
        doubt: challenge when the odds of guilt are above this.
        shed: for each further card of a play of several.
        swap: for each card that a swap takes away.
        stuck: being left with one card that may not be the last.
        points: for each point laid, where everybody scores the own hand.
        bold: how often a seat that nothing is known of bluffs when it could.
    """

    held: float = 0.42
    wild: float = 2.35
    attack: float = 0.31
    attack_near: float = 0.58
    reverse_near: float = 0.3
    bluff: float = 1.82
    answer: float = 0.52
    feared: float = 0.14
    flip_own: float = 0.42
    flip_theirs: float = 0.2
    flip_now: float = 0.22
    flip_answer: float = 0.41
    flip_reply: float = 0.15
    flip_colour: float = 0.26
    flip_action: float = 0.23
    shed: float = 1.0
    swap: float = 0.8
    stuck: float = 3.0
    points: float = 0.02
    doubt: float = 0.4
    bold: float = 0.45


TUNED: Final = Weights()

_ATTACKS: Final = COLOURED_DRAWS | SKIPS | WILD_DRAWS
_FLIP: Final = Kind.FLIP
_REVERSE: Final = Kind.REVERSE
_COLOUR: Final = (*(colour_of(face) for face in range(PLAIN_WILD)), COLOURS, COLOURS, COLOURS)
"""The colour of a face; wilds, and at the end what is not known, have one of their own."""


class Thoughts:
    """What is thought once for all moves of a decision.

    Attributes:
        colours: how good it is that each colour is in force.
    """

    __slots__ = (
        "_fronts",
        "_hand",
        "_kinds",
        "_near",
        "_next",
        "_plain",
        "_theirs",
        "_view",
        "_w",
        "_wrongs",
        "colours",
    )

    def __init__(self, view: View, weights: Weights) -> None:
        self._view, self._w = view, weights
        self._wrongs: dict[int, bool] = {}
        self._kinds = view.sheet.kinds
        rules = view.rules
        self._next = view.after(view.seat)
        self._fronts = fronts = view.fronts(view.seat)
        self._hand = len(fronts)
        theirs = view.fronts(self._next).values()
        self._near = near = max(0.0, (5 - len(theirs)) / 4)
        self._theirs = [front for front in theirs if front != UNKNOWN]
        self._plain = rules.scoring == "winner" and not rules.seven_zero and not view.ruling[view.side].no_finish
        held = _colours(fronts.values())
        self.colours = [weights.held * count for count in held]
        if self._theirs:
            fear = weights.feared * (1 + near)
            feared = _colours(self._theirs)
            self.colours = [value - fear * count for value, count in zip(self.colours, feared, strict=True)]

    def best(self, legal: Sequence[Move]) -> Play:
        """The play it likes best, with the last card called where it can be."""
        best: Play | None = None
        most, colours, finest = 0.0, self.colours, max(self.colours)
        for move in legal:
            # A wild is as good as the colour named for it.
            if type(move) is Play and (move.colour < 0 or colours[move.colour] == finest):
                worth = self.worth(move)
                if best is None or worth > most or (worth == most and move.call > best.call):
                    best, most = move, worth
        if best is None:
            raise ValueError("There is no play among these moves.")
        return best

    def name(self, legal: Sequence[Move]) -> Name:
        """The colour it likes best."""
        return max((move for move in legal if type(move) is Name), key=lambda move: self.colours[move.colour])

    def worth(self, move: Play) -> float:
        """How good it is to lay these cards."""
        w, places = self._w, move.places
        face = self._fronts[places[-1]]
        kind = self._kinds[face]
        if kind == _FLIP:
            return self._flip(places[0])
        if face >= PLAIN_WILD:
            value = self.colours[move.colour] - w.wild
            if kind in WILD_DRAWS and self._wrong(places[0]):
                value -= w.bluff
        else:
            # The cards themselves will be gone.
            value = self.colours[_COLOUR[face]] - w.held * self._going(places, face)
            if self._theirs and self._answered(face):
                value -= w.answer * (1 + self._near)
        if kind:  # Numbers are 0.
            if kind in _ATTACKS or (kind == _REVERSE and self._skipping()):
                value += w.attack + w.attack_near * self._near
            elif kind == _REVERSE:
                value += w.reverse_near * self._near
        return value if self._plain and len(places) == 1 else value + self._otherwise(move)

    def _skipping(self) -> bool:
        """Whether a Reverse makes the next seat miss its turn."""
        view = self._view
        return view.rules.two_player_reverse == "skip" and len(view.active) == 2

    def _going(self, places: Sequence[int], face: int) -> int:
        """How many of the cards laid have the colour of the last one."""
        if len(places) == 1:
            return 1
        return sum(_COLOUR[self._fronts[place]] == _COLOUR[face] for place in places)

    def _answered(self, face: int) -> bool:
        """Whether the next seat is known to hold what fits on a face."""
        fits = self._view.ruling[self._view.side].fits[face][0]
        return any(fits >> front & 1 for front in self._theirs)

    def _wrong(self, place: int) -> bool:
        """Whether a wild draw card would be open to a challenge that it loses; asked for each colour of it."""
        found = self._wrongs.get(place)
        if found is None:
            self._wrongs[place] = found = self._find_wrong(place)
        return found

    def _find_wrong(self, place: int) -> bool:
        view = self._view
        if view.rules.wild_draw_mode != "bluff":
            return False
        guilty = view.ruling[view.side].guilty(view.rules.wild_draw_test, view.top.front, view.colour)
        return any(guilty >> face & 1 for held, face in self._fronts.items() if held != place and face != UNKNOWN)

    def _otherwise(self, move: Play) -> float:
        """What counts only under other rules than those of preset flip."""
        w, view = self._w, self._view
        faces = [self._fronts[place] for place in move.places]
        value = w.shed * (len(faces) - 1) + self.swap(faces[-1], len(faces))
        if view.rules.scoring != "winner":
            value += w.points * sum(view.sheet.points[face] for face in faces)
        no_finish = view.ruling[view.side].no_finish
        if no_finish and self._hand == len(faces) + 1:
            (left,) = (face for place, face in self._fronts.items() if place not in move.places)
            value -= w.stuck * (no_finish >> left & 1 if left != UNKNOWN else 0)
        return value

    def swap(self, face: int, laid: int) -> float:
        """What a 7 or a 0 does to the size of the own hand."""
        view, hand = self._view, self._hand - laid
        symbol = view.sheet.symbol(face) if view.rules.seven_zero and hand else ""
        others = [seat for seat in view.active if seat != view.seat]
        if symbol == "7":
            return self._w.swap * (hand - min(len(view.fronts(seat)) for seat in others))
        if symbol == "0":
            giver = next(seat for seat in others if view.after(seat) == view.seat)
            return self._w.swap * (hand - len(view.fronts(giver)))
        return 0.0

    def _flip(self, place: int) -> float:
        """How good it is to turn everything over: what the backs make of the hands, and of the new top."""
        w, view = self._w, self._view
        backs, kinds = view.backs(view.seat), view.rules.cards.sheets[1 - view.side].kinds
        own = [back for held, back in backs.items() if held != place and back != UNKNOWN]
        theirs = [back for back in view.backs(self._next).values() if back != UNKNOWN]
        fronts = [front for held, front in self._fronts.items() if held != place and front != UNKNOWN]
        value = w.flip_colour * max(_colours(own)) + w.flip_own * self._strength(kinds, own)
        value -= w.flip_theirs * self._strength(kinds, theirs)
        value -= w.flip_now * self._strength(self._kinds, fronts)
        top = view.bottom.back if view.rules.flip_mode == "whole_pile" else backs[place]
        if top != UNKNOWN:
            fits = view.ruling[1 - view.side].fits[top][0]
            value += w.flip_reply * sum(fits >> back & 1 for back in own)
            if any(fits >> back & 1 for back in theirs):
                value -= w.flip_answer * (1 + self._near)
        return value

    def _strength(self, kinds: Sequence[Kind], faces: Sequence[int]) -> float:
        """What a hand has beside numbers: wilds count 1."""
        found = [kinds[face] for face in faces]
        wilds = sum(kind >= Kind.WILD for kind in found)
        return wilds + self._w.flip_action * (len(found) - found.count(Kind.NUMBER) - wilds)


def _colours(faces: Iterable[int]) -> list[int]:
    """How many faces there are of each colour; a face that is not known is of none."""
    found = [0] * (COLOURS + 1)
    for face in faces:
        found[_COLOUR[face]] += 1
    found.pop()
    return found
