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
    Sheet,
    colour_of,
)
from ...core.events import Event, Verdict
from ...core.moves import Accept, Call, Catch, Challenge, Jump, Move, Name, Play, Swap
from ...core.phases import Challenged
from ...core.ruling import ruling
from ...core.view import View
from ..hooks import hookimpl
from ..spec import Player, PlayerSpec


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
        for move in legal:
            if isinstance(move, Catch):
                return move
        if view.seat not in view.to_act:
            return self._interrupt(view)
        if isinstance(view.phase, Challenged):
            judged = self._judge(view, view.phase)
            if judged is not None:
                return judged
        first = legal[0]
        if isinstance(first, Swap):
            return min((move for move in legal if isinstance(move, Swap)), key=lambda move: _cards(view, move.seat))
        if not isinstance(first, Play | Name):
            return first  # Nothing fits: draw, keep or pass.
        thoughts = _Thoughts(view, self._weights)
        if isinstance(first, Name):
            return max(
                (move for move in legal if isinstance(move, Name)), key=lambda move: thoughts.colour(move.colour)
            )
        plays = [move for move in legal if isinstance(move, Play)]
        return max(plays, key=lambda move: (thoughts.worth(move), move.call))

    def _interrupt(self, view: View) -> Move | None:
        """Out of turn: jump in, unless that swaps away a good hand; else call."""
        jumps = [move for move in view.legal if isinstance(move, Jump)]
        if jumps and _Thoughts(view, self._weights).swap(view.top.front, 1) >= 0:
            return max(jumps, key=lambda move: move.call)
        return next((move for move in view.legal if isinstance(move, Call)), None)

    def _judge(self, view: View, phase: Challenged) -> Move | None:
        """Challenge when the wild draw card was probably played wrongly; None to answer it with a card instead."""
        answers = any(isinstance(move, Play) for move in view.legal)
        before_top = view.discard[-2].front if len(view.discard) > 1 else UNKNOWN
        guilty = ruling(view.rules)[view.side].guilty(view.rules.wild_draw_test, before_top, phase.before)
        if not guilty:
            return None if answers else Accept()
        cards = view.players[phase.by].cards
        if any(guilty >> card.front & 1 for card in cards if card.front != UNKNOWN):
            return Challenge()
        if answers:
            return None
        unseen = view.unseen()
        share = sum(n for face, n in unseen.items() if guilty >> face & 1) / max(1, unseen.total())
        could = 1 - (1 - share) ** sum(card.front == UNKNOWN for card in cards)
        # Two verdicts' worth of prior; then what this seat was found doing.
        found, honest = self._guilty[phase.by], self._honest[phase.by]
        bold = (2 * self._weights.bold + found) / (2 + found + honest)
        odds = could * bold / (could * bold + 1 - could) if could else 0.0
        return Challenge() if odds > self._weights.doubt else Accept()


def _cards(view: View, seat: int) -> int:
    return len(view.players[seat].cards)


class _Thoughts:
    """What is thought once for all moves of a decision."""

    def __init__(self, view: View, weights: Weights) -> None:
        self._view = view
        self._weights = weights
        self._sheet = view.sheet
        self._tables = ruling(view.rules)[view.side]
        self._next = view.players[view.after(view.seat)]
        skips = view.rules.two_player_reverse == "skip"
        self._two = skips and sum(1 for player in view.players if player.out is None) == 2
        self._near = max(0.0, (5 - len(self._next.cards)) / 4)
        self._theirs = [card.front for card in self._next.cards if card.front != UNKNOWN]
        self._held = _colours(card.front for card in view.hand)
        self._feared = _colours(self._theirs)

    def worth(self, move: Play) -> float:
        """How good it is to lay these cards."""
        w, view, places = self._weights, self._view, move.places
        faces = [view.card(place).front for place in places]
        face = faces[-1]
        kind = self._sheet.kinds[face]
        if kind is Kind.FLIP:
            return self._flip(places[0])
        if face >= PLAIN_WILD:
            value = self.colour(move.colour) - w.wild
            if kind in WILD_DRAWS and self._wrong(places[0]):
                value -= w.bluff
        else:
            # The cards themselves will be gone.
            value = self.colour(colour_of(face)) - w.held * sum(colour_of(laid) == colour_of(face) for laid in faces)
            fits = self._tables.fits[face][0]
            if any(fits >> front & 1 for front in self._theirs):
                value -= w.answer * (1 + self._near)
        if kind in _ATTACKS or (kind is Kind.REVERSE and self._two):
            value += w.attack + w.attack_near * self._near
        elif kind is Kind.REVERSE:
            value += w.reverse_near * self._near
        return value + self._otherwise(move, faces)

    def _wrong(self, place: int) -> bool:
        """Whether a wild draw card would be open to a challenge that it loses."""
        view = self._view
        if view.rules.wild_draw_mode != "bluff":
            return False
        guilty = self._tables.guilty(view.rules.wild_draw_test, view.top.front, view.colour)
        return any(guilty >> card.front & 1 for card in view.hand if card.place != place and card.front != UNKNOWN)

    def _otherwise(self, move: Play, faces: Sequence[int]) -> float:
        """What counts only under other rules than those of preset flip."""
        w, view = self._weights, self._view
        value = w.shed * (len(faces) - 1) + self.swap(faces[-1], len(faces))
        if view.rules.scoring != "winner":
            value += w.points * sum(self._sheet.points[face] for face in faces)
        if self._tables.no_finish and len(view.hand) == len(faces) + 1:
            (left,) = (card.front for card in view.hand if card.place not in move.places)
            value -= w.stuck * (self._tables.no_finish >> left & 1 if left != UNKNOWN else 0)
        return value

    def swap(self, face: int, laid: int) -> float:
        """What a 7 or a 0 does to the size of the own hand."""
        view, hand = self._view, len(self._view.hand) - laid
        symbol = self._sheet.symbol(face) if view.rules.seven_zero and hand else ""
        others = [player for player in view.players if player.out is None and player.seat != view.seat]
        if symbol == "7":
            return self._weights.swap * (hand - min(len(player.cards) for player in others))
        if symbol == "0":
            giver = next(player for player in others if view.after(player.seat) == view.seat)
            return self._weights.swap * (hand - len(giver.cards))
        return 0.0

    def colour(self, colour: int) -> float:
        """How good it is that a colour is in force."""
        w = self._weights
        return w.held * self._held[colour] - w.feared * (1 + self._near) * self._feared[colour]

    def _flip(self, place: int) -> float:
        """How good it is to turn everything over: what the backs make of the hands, and of the new top."""
        w, view = self._weights, self._view
        other = view.rules.cards.sheets[1 - view.side]
        rest = [card for card in view.hand if card.place != place]
        own = [card.back for card in rest if card.back != UNKNOWN]
        theirs = [card.back for card in self._next.cards if card.back != UNKNOWN]
        value = w.flip_colour * max(_colours(own)) + w.flip_own * self._strength(other, own)
        value -= w.flip_theirs * self._strength(other, theirs)
        value -= w.flip_now * self._strength(self._sheet, [card.front for card in rest if card.front != UNKNOWN])
        top = view.discard[0].back if view.rules.flip_mode == "whole_pile" else view.card(place).back
        if top != UNKNOWN:
            fits = ruling(view.rules)[1 - view.side].fits[top][0]
            value += w.flip_reply * sum(fits >> back & 1 for back in own)
            if any(fits >> back & 1 for back in theirs):
                value -= w.flip_answer * (1 + self._near)
        return value

    def _strength(self, sheet: Sheet, faces: Sequence[int]) -> float:
        """What a hand has beside numbers: wilds count 1."""
        kinds = [sheet.kinds[face] for face in faces]
        wilds = sum(kind >= Kind.WILD for kind in kinds)
        return wilds + self._weights.flip_action * (len(kinds) - kinds.count(Kind.NUMBER) - wilds)


def _colours(faces: Iterable[int]) -> list[int]:
    """How many faces there are of each colour; a face that is not known is of none."""
    found = [0] * COLOURS
    for face in faces:
        if UNKNOWN < face < PLAIN_WILD:
            found[colour_of(face)] += 1
    return found


@hookimpl
def register_players() -> Iterable[PlayerSpec]:
    """See `fliptable.plugins.hooks`."""
    return [PlayerSpec("steady", SteadyPlayer, "a tuned rule of thumb, some dozen microseconds a move")]
