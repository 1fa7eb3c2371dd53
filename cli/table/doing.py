"""What a person is about to do at the table: the card selected, what is asked, and the lines that come of it.

It answers actions (`keys.ACTIONS`) and clicks with lines in notation. Must never know keys, sizes or colours of a
screen.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final, get_args

from ...core.cards import NO_COLOUR
from ...core.moves import Catch, Draw, Jump, Move, Pass, Play
from ...core.view import View
from ..language import _, n_
from ..look.board import Order, in_order
from ..present import Asked, HandCard, only_choice
from .asking import AWAY, LEAVE, Ask, Option, ask_about_absent, ask_to_leave, asked_by_table, colours, numbered
from .front import WHY, ScreenFront

ORDERS: Final[tuple[Order, ...]] = get_args(Order)
BUSY_SECONDS: Final = 5.0
"""A line that nobody has answered for so long does not hold up the next one."""


class Doing:
    """The hand and the prompt of one evening.

    Args:
        front: what is known, and where lines go.
        order: how the hand is sorted: by ``colour``, by ``value``, or as it was ``drawn``.
        arm: whether a card is only played when it is chosen twice.
        letter: gives the key of an action, for the options of a question.

    Attributes:
        place: the selected card, by its place in the deck; None in an empty hand.
        marked: the cards to play together, in this order.
        ask: the question that is open.
        at: the option selected there; None where keys go on to the hand.
    """

    def __init__(
        self, front: ScreenFront, *, order: Order = "colour", arm: bool = False, letter: Callable[[str], str] = str
    ) -> None:
        self.front = front
        self.order: Order = order
        self.arm = arm
        self.place: int | None = None
        self.marked: list[int] = []
        self.ask: Ask | None = None
        self.at: int | None = None
        self._letter = letter
        self._index = 0
        self._drawn: int | None = None
        self._chosen = False  # the selected card, by the person and not by us
        self._turn: tuple[object, ...] | None = None
        self._armed: int | None = None
        self._sent_at = -BUSY_SECONDS

    # The hand.

    @property
    def hand(self) -> list[HandCard]:
        """The own cards in the order in which they are shown."""
        scene = self.front.scene
        return list(in_order(scene.hand, self.order)) if scene is not None else []

    @property
    def index(self) -> int:
        """Which card of `hand` is selected."""
        return next((at for at, card in enumerate(self.hand) if card.place == self.place), 0)

    @property
    def card(self) -> HandCard | None:
        """The selected card."""
        return next((card for card in self.hand if card.place == self.place), None)

    def select(self, index: int) -> None:
        """Select a card by its number in `hand`, from 0; the nearest one there is."""
        hand = self.hand
        self._chosen = True
        if hand:
            self._index = max(0, min(index, len(hand) - 1))
            self.place = hand[self._index].place
        self._armed = None

    def renew(self) -> None:
        """Look at a new table: the selection follows its card, and questions that are past go."""
        scene, view = self.front.scene, self.front.view
        self._sent_at = -BUSY_SECONDS
        if scene is None or view is None:
            self.place, self.marked, self.ask, self.at = None, [], None, None
            return
        hand = self.hand
        places = [card.place for card in hand]
        drawn = next((card.place for card in hand if card.drawn), None)
        if drawn is not None and drawn != self._drawn:
            self.place = drawn
        elif not self._chosen and hand and not (self.card is not None and self.card.playable):
            kept = self.place if self.place in places else places[0]
            self.place = next((card.place for card in hand if card.playable), kept)
        if self.place not in places:
            self.place = places[min(self._index, len(places) - 1)] if places else None
        self._drawn = drawn
        self._index = self.index
        self.marked = [place for place in self.marked if place in places]
        turn = (view.acts, view.phase, view.side, view.draw_size, len(view.discard))
        lasting = self.ask is not None and (self.ask.kind == LEAVE or (self.ask.kind == AWAY and self.front.absent))
        if self.ask is None or (turn != self._turn and not lasting):
            self._armed = None
            self._reask()
        self._turn = turn

    # Doing something.

    def act(self, action: str) -> bool:
        """Do what an action of the table means; False where it means nothing here."""
        self.front.answer("")
        if action in ("left", "right"):
            self._step(-1 if action == "left" else 1)
        elif action in ("first", "last"):
            self.select(0 if action == "first" else len(self.hand))
        elif action == "play":
            self.enter()
        elif action == "back":
            self.take_back()
        elif action == "order":
            self.order = ORDERS[(ORDERS.index(self.order) + 1) % len(ORDERS)]
            self._index = self.index
            self.front.answer(
                {"colour": _("Sorted by colour."), "value": _("Sorted by value."), "drawn": _("In the order drawn.")}[
                    self.order
                ]
            )
        elif action == "mark":
            self._mark()
        elif action == "explain":
            self._explain()
        elif action == "quit":
            self._ask(ask_to_leave())
        elif action == "away":
            self.vote()
        else:
            return self._move(action)
        return True

    def _move(self, action: str) -> bool:
        match action:
            case "draw":
                self._send("pass" if self._legal(Pass) and not self._legal(Draw) else "draw")
            case "keep" | "challenge" | "accept":
                self._send(action)
            case "call":
                self._call()
            case "catch":
                self._one_of(Catch, action, _("Catch whom?"))
            case "jump":
                self._one_of(Jump, action, _("Jump in with which card?"))
            case _:
                return False
        return True

    def answer(self, key: str) -> bool:
        """Take an option by one of its keys; False where no question is open that has it."""
        option = next((one for one in self.ask.options if key in one.keys), None) if self.ask is not None else None
        if option is None:
            return False
        self._take(option)
        return True

    def choose(self, number: int) -> None:
        """Take an option by its number, from 0, as a click does."""
        if self.ask is not None and 0 <= number < len(self.ask.options):
            self._take(self.ask.options[number])

    def enter(self) -> None:
        """Do what is selected: an option, a card, or the only thing there is to do."""
        if self.ask is not None and self.at is not None:
            self._take(self.ask.options[self.at])
            return
        scene, card = self.front.scene, self.card
        if scene is None:
            return
        only = only_choice(scene)
        if only is not None and self.front.view is not None:
            self._send(self.front.view.spell(only.move))
        elif scene.asked is Asked.DRAWN and not any(each.playable for each in scene.hand):
            self._send("keep")
        elif card is not None:
            self._play(card, call=False)

    def point_at(self, name: str) -> None:
        """A seat was pointed at: take the option that is about it, or catch who sits there where that is possible."""
        options = self.ask.options if self.ask is not None else ()
        option = next((one for one in options if one.label == name), None)
        if option is not None:
            self._take(option)
            return
        for move in self._legal(Catch):
            if isinstance(move, Catch) and self.front.view is not None and self.front.view.seats[move.seat] == name:
                self._send(self._spell(move))

    def vote(self) -> None:
        """Ask about those who are away, where anybody is and nothing else is asked."""
        if self.front.absent and self.front.asks and (self.ask is None or self.ask.kind == AWAY):
            self._ask(ask_about_absent(self.front.absent))
        elif self.ask is not None and self.ask.kind == AWAY:
            self._reask()

    def take_back(self) -> None:
        """Close a question of ours, forget what is marked or armed."""
        self._armed = None
        self.marked = []
        self.front.answer("")
        if self.ask is not None and self.ask.own:
            self._reask()

    # Moves.

    def _send(self, line: str) -> None:
        """Send a move; until the table has answered no other one goes out by a key pressed twice."""
        now = time.monotonic()
        if now - self._sent_at < BUSY_SECONDS or not self.front.asks:
            return
        self._sent_at, self._chosen = now, False
        self.front.answer("")
        self.front.lines.send(line)

    def answered(self) -> None:
        """The line sent last came to nothing: another one may go out."""
        self._sent_at = -BUSY_SECONDS

    def _spell(self, move: Move) -> str:
        return self.front.view.spell(move) if self.front.view is not None else ""

    def _legal(self, kind: type[Move]) -> list[Move]:
        view = self.front.view
        return [] if view is None else [move for move in view.legal if isinstance(move, kind)]

    def _play(self, card: HandCard, *, call: bool) -> None:
        view = self.front.view
        if view is None:
            return
        places = tuple(self.marked) if len(self.marked) > 1 else (card.place,)
        plays = [] if len(places) > 1 else _plays(view, card)
        if len(places) == 1 and (not plays or not card.playable):
            self._explain()
            return
        if self.arm and self._armed != card.place:
            self._armed = card.place
            self.front.answer(_("Once more to play {card}.").format(card=card.text))
            return
        call = call and (len(places) > 1 or any(play.call for play in plays))
        named = sorted({play.colour for play in plays if play.colour != NO_COLOUR})
        if named:
            lines = [(colour, self._spell(Play(places, colour, call))) for colour in named]
            options = colours(self.front.scene, view, lines) if self.front.scene is not None else ()
            self._ask(Ask("colour", _("Which colour for the {card}?").format(card=card.text), options, own=True))
        else:
            self._send(self._spell(Play(places, NO_COLOUR, call)))

    def _call(self) -> None:
        """Play the selected card and call, or only call."""
        view, card = self.front.view, self.card
        if view is None:
            return
        plays = _plays(view, card) if card is not None and card.playable else []
        if card is not None and (any(play.call for play in plays) or len(self.marked) > 1):
            self._play(card, call=True)
        else:
            self._send("call")

    def _one_of(self, kind: type[Move], word: str, title: str) -> None:
        """The one move of a kind, a question where there are several, the word where there is none: it is explained."""
        view, moves = self.front.view, self._legal(kind)
        if view is None:
            return
        if kind is Jump:  # a call belongs to it where one is possible, as nobody would leave it out
            calls = {move.place for move in moves if isinstance(move, Jump) and move.call}
            moves = [move for move in moves if isinstance(move, Jump) and move.call == (move.place in calls)]
        if len(moves) > 1:
            self._ask(Ask(word, title, numbered(view, moves), own=True))
        else:
            self._send(self._spell(moves[0]) if moves else word)

    def _mark(self) -> None:
        card = self.card
        if card is None:
            return
        if card.place in self.marked:
            self.marked.remove(card.place)
        else:
            self.marked.append(card.place)
        count = len(self.marked)
        self.front.answer(
            n_("{count} card is marked.", "{count} cards are marked: they are played together.", count).format(
                count=count
            )
        )

    def _explain(self) -> None:
        card, view = self.card, self.front.view
        if card is not None and view is not None:
            self.front.lines.send(WHY + self._spell(Play((card.place,), 0 if card.wild else NO_COLOUR)))

    # Questions.

    def _ask(self, ask: Ask | None) -> None:
        self.ask = ask
        self.at = 0 if ask is not None and not self._hand_answers(ask) else None

    def _reask(self) -> None:
        scene, view = self.front.scene, self.front.view
        if scene is None or view is None or not self.front.asks:
            self._ask(None)
        else:
            self._ask(asked_by_table(scene, view, self._letter))

    def _hand_answers(self, ask: Ask) -> bool:
        """Whether cards of the hand answer it too, so that arrows and digits belong to them."""
        return not ask.own and any(card.playable for card in self.hand)

    def _take(self, option: Option) -> None:
        line = option.line
        if self.ask is not None and self.ask.own:
            self._reask()
        if line in (LEAVE, "wait", "end"):
            self.front.lines.send(line)
        elif line:
            self._send(line)

    def _step(self, step: int) -> None:
        if self.ask is not None and self.at is not None:
            self.at = (self.at + step) % len(self.ask.options)
        elif self.hand:
            self.select((self.index + step) % len(self.hand))


def _plays(view: View, card: HandCard) -> list[Play]:
    """The plays of this card alone; of equal cards the rules list only one, and all of them may be played."""
    held = view.card(card.place)
    looks = (held.front, held.back)
    return [
        move
        for move in view.legal
        if isinstance(move, Play)
        and len(move.places) == 1
        and (view.card(move.places[0]).front, view.card(move.places[0]).back) == looks
    ]
