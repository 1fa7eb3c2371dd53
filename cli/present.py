"""From a view to what is shown: one `Scene`, pure, the same for every front end.

Front ends lay it out and add nothing. Whatever is marked by colour anywhere is a letter or a word here first. Must
never know terminals, sizes or keys.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from ..core.cards import DIRECTIONS, NO_COLOUR, PLAIN_WILD, SIDE_NAMES, UNKNOWN, Sheet
from ..core.moves import Accept, Call, Catch, Challenge, Draw, Keep, Move, Name, Pass, Play
from ..core.notation import format_face
from ..core.phases import Challenged, Drawn, Naming
from ..core.view import HeldCard, SeatView, View
from .words import listed, name_face, wanted


@dataclass(frozen=True, slots=True)
class HandCard:
    """A card of the own hand.

    Attributes:
        number: what is typed for it, from 1.
        place: its number in the deck.
        name: the active face in notation, ``?`` when it is not known yet.
        text: the active face in words.
        back: the inactive face in notation.
        playable: whether it may be played now.
        drawn: whether it is the card just drawn.
        wild: whether playing it names a colour.
    """

    number: int
    place: int
    name: str
    text: str
    back: str
    playable: bool
    drawn: bool
    wild: bool


@dataclass(frozen=True, slots=True)
class Row:
    """A seat: its cards by their visible backs, and what is to be known about it."""

    name: str
    me: bool
    turn: bool
    cards: int
    backs: tuple[str, ...]
    marks: tuple[str, ...]
    score: int


@dataclass(frozen=True, slots=True)
class Choice:
    """Something to choose that is no card: what it is called in notation, its move, and a number where it has one."""

    text: str
    move: Move
    number: int | None = None


class Asked(Enum):
    """What the own seat is asked for."""

    NOTHING = "nothing"
    CARD = "card"
    DRAWN = "drawn"
    COLOUR = "colour"
    CHALLENGE = "challenge"


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything a seat sees of a settled table.

    Attributes:
        side, direction: in words.
        top, top_name, top_back: the card on top of the discard pile, in words and in notation, and its other face.
        colour: the colour in force, or empty where a wild has none.
        draw_size, draw_back: the draw pile and the inactive face on top of it.
        colours: the four colours of the active side.
        rows: the seats, clockwise, beginning to the left of the own one and ending with it.
        hand: the own cards by colour, symbol and back.
        asked: what the own seat is asked for.
        choices: what may be chosen besides cards.
        calls: whether a card may be played and the last one called with it.
        prompt: one sentence on what to do, empty when nothing is asked.
        hint: one sentence on a chance out of turn (a catch, a call), empty when there is none.
    """

    side: str
    direction: str
    top: str
    top_name: str
    top_back: str
    colour: str
    draw_size: int
    draw_back: str
    colours: tuple[str, ...]
    rows: tuple[Row, ...]
    hand: tuple[HandCard, ...]
    asked: Asked
    choices: tuple[Choice, ...]
    calls: bool
    prompt: str
    hint: str


def present(view: View) -> Scene:
    """What the view's seat is shown."""
    sheets = view.rules.cards.sheets
    sheet, other = sheets[view.side], sheets[1 - view.side]
    seats = len(view.seats)
    order = [(view.seat + step) % seats for step in range(1, seats + 1)]
    players = view.players
    asked = _asked(view)
    return Scene(
        side=SIDE_NAMES[view.side],
        direction=DIRECTIONS[view.direction],
        top=name_face(sheet, view.top.front),
        top_name=format_face(sheet, view.top.front),
        top_back=format_face(other, view.top.back),
        colour="" if view.colour == NO_COLOUR else sheet.colours[view.colour],
        draw_size=view.draw_size,
        draw_back=format_face(other, view.draw_back),
        colours=sheet.colours,
        rows=tuple(_row(view, players[seat], other) for seat in order),
        hand=_hand(view),
        asked=asked,
        choices=_choices(view, asked),
        calls=any(isinstance(move, Play) and move.call for move in view.legal),
        prompt=_prompt(view, asked),
        hint=_hint(view),
    )


def only_choice(scene: Scene) -> Choice | None:
    """The one thing there is to do on the own turn; None where there is more, or nothing."""
    if scene.asked is Asked.NOTHING or len(scene.choices) != 1 or any(card.playable for card in scene.hand):
        return None
    return scene.choices[0]


def _asked(view: View) -> Asked:
    if view.seat not in view.to_act:
        return Asked.NOTHING
    match view.phase:
        case Drawn():
            return Asked.DRAWN
        case Naming():
            return Asked.COLOUR
        case Challenged():
            return Asked.CHALLENGE
        case _:
            return Asked.CARD


def _row(view: View, player: SeatView, other: Sheet) -> Row:
    marks = {
        "left": player.out is not None,
        "called": player.called,
        "can be caught": player.catchable,
        f"draws {player.owed} more": player.owed > 0,
        "dealer": player.seat == view.dealer,
    }
    return Row(
        name=player.name,
        me=player.seat == view.seat,
        turn=player.seat in view.to_act,
        cards=len(player.cards),
        backs=tuple(format_face(other, card.back) for card in player.cards),
        marks=tuple(mark for mark, on in marks.items() if on),
        score=player.score,
    )


def _hand(view: View) -> tuple[HandCard, ...]:
    """Unknown fronts, which lie there only for a moment, come last."""
    sheets = view.rules.cards.sheets
    sheet, other = sheets[view.side], sheets[1 - view.side]
    by_place = {card.place: card for card in view.hand}
    plays = [move for move in view.legal if isinstance(move, Play)]
    # Of equal cards only the one drawn first is listed as legal; in the hand both fit.
    playable = {_faces(by_place[move.places[0]]) for move in plays}
    only = view.phase.place if isinstance(view.phase, Drawn) and view.seat in view.to_act else None

    def order(card: HeldCard) -> tuple[bool, int, int, int]:
        return card.front == UNKNOWN, card.front, card.back, card.place

    return tuple(
        HandCard(
            number=number,
            place=card.place,
            name=format_face(sheet, card.front),
            text=name_face(sheet, card.front),
            back=format_face(other, card.back),
            playable=_faces(card) in playable and only in (None, card.place),
            drawn=card.place == only,
            wild=card.front >= PLAIN_WILD,
        )
        for number, card in enumerate(sorted(view.hand, key=order), 1)
    )


def _faces(card: HeldCard) -> tuple[int, int]:
    return card.front, card.back


def _choices(view: View, asked: Asked) -> tuple[Choice, ...]:
    """Moves that are no cards; numbered where no card can be meant."""
    numbered = asked in (Asked.COLOUR, Asked.CHALLENGE)
    wanted_kinds = (Draw, Keep, Pass, Name, Accept, Challenge)
    turn = [move for move in view.legal if isinstance(move, wanted_kinds)]
    found = [Choice(view.spell(move), move, number if numbered else None) for number, move in enumerate(turn, 1)]
    return (*found, *(Choice(view.spell(move), move) for move in view.legal if isinstance(move, Call | Catch)))


def _prompt(view: View, asked: Asked) -> str:
    sheet = view.rules.cards.sheets[view.side]
    match asked:
        case Asked.NOTHING:
            return ""
        case Asked.CARD:
            return f"Your turn: {wanted(sheet, view.top.front, view.colour)} is needed."
        case Asked.DRAWN:
            drawn = next((card for card in _hand(view) if card.drawn), None)
            if drawn is not None and drawn.playable:
                return f"You drew {drawn.text}: play it or keep it."
            return f"You drew {drawn.text if drawn else 'a card'}, which does not fit: keep it."
        case Asked.COLOUR:
            return f"Name a colour for the {name_face(sheet, view.top.front)}: {listed(sheet.colours, 'or')}."
        case Asked.CHALLENGE:
            return _challenge(view)


def _challenge(view: View) -> str:
    if not isinstance(view.phase, Challenged):
        return ""
    sheet = view.rules.cards.sheets[view.side]
    by, before = view.seats[view.phase.by], view.phase.before
    text = f"{by} played {name_face(sheet, view.top.front)} at you"
    if before == NO_COLOUR:
        return f"{text}: accept or challenge."
    return f"{text}: accept, or challenge if you think that {by} had {sheet.colours[before]}."


def _hint(view: View) -> str:
    catches = [view.seats[move.seat] for move in view.legal if isinstance(move, Catch)]
    parts = [f"{name} has one card and did not call: catch {name}." for name in catches]
    if any(player.catchable and player.seat == view.seat for player in view.players):
        parts.insert(0, "You have one card and did not call: call, before somebody catches you.")
    return " ".join(parts)
