"""From a view to what is shown: one `Scene`, pure, the same for every front end.

Front ends lay it out and add nothing. Whatever is marked by colour anywhere is a letter or a word here first. Must
never know terminals, sizes or keys.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from ..core.cards import DARK, NO_COLOUR, PLAIN_WILD, UNKNOWN
from ..core.moves import Accept, Call, Catch, Challenge, Draw, Jump, Keep, Move, Name, Pass, Play, Swap
from ..core.notation import format_face
from ..core.phases import Challenged, Drawn, Naming, Pending, Swapping
from ..core.ruling import ruling
from ..core.table import ELIMINATED, FINISHED
from ..core.view import HeldCard, SeatView, View
from .language import _, n_
from .words import (
    DIRECTIONS,
    SIDES,
    answers,
    burden,
    listed,
    name_colour,
    name_colours,
    name_face,
    name_kind,
    suspected,
    wanted,
)


@dataclass(frozen=True, slots=True)
class HandCard:
    """A card of the own hand.

    Attributes:
        number: what is typed for it, from 1.
        place: its number in the deck.
        name: the active face in notation, ``?`` when it is not known yet.
        text: the active face in words.
        back: the inactive face in notation, empty where cards have but one face or backs are hidden.
        playable: whether it may be played now.
        drawn: whether it is the card just drawn.
        wild: whether playing it names a colour.
        age: its place in the hand in the order drawn, from 0.
    """

    number: int
    place: int
    name: str
    text: str
    back: str
    playable: bool
    drawn: bool
    wild: bool
    age: int


@dataclass(frozen=True, slots=True)
class Row:
    """A seat: how many cards, their visible backs (none where nobody sees them), and what is to be known about it."""

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
    ANSWER = "answer"
    SWAP = "swap"


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything a seat sees of a settled table.

    Attributes:
        side: in words; empty where cards have but one.
        dark: whether the dark side is up.
        direction: in words.
        clockwise: the same as a fact.
        top, top_name, top_back: the card on top of the discard pile, in words and in notation, and its other face.
        colour: the colour in force, or empty where a wild has none.
        letter: the same as its faces begin in notation.
        pending: what a draw card makes its victim draw while that may still be answered, else empty.
        draw_size, draw_back: the draw pile and the inactive face on top of it; that is empty where nobody sees it.
        colours: the four colours of the active side, in words.
        words: the same as notation spells them.
        letters: the same as their faces begin in notation.
        rows: the seats, clockwise, beginning to the left of the own one and ending with it.
        hand: the own cards by colour, symbol and back.
        asked: what the own seat is asked for.
        choices: what may be chosen besides cards.
        calls: whether a card may be played and the last one called with it.
        lowest: whether the lowest score wins.
        prompt: one sentence on what to do, empty when nothing is asked.
        hint: a sentence on each chance out of turn (a call, a catch, a jump), empty when there is none.
    """

    side: str
    dark: bool
    direction: str
    clockwise: bool
    top: str
    top_name: str
    top_back: str
    colour: str
    letter: str
    pending: str
    draw_size: int
    draw_back: str
    colours: tuple[str, ...]
    words: tuple[str, ...]
    letters: tuple[str, ...]
    rows: tuple[Row, ...]
    hand: tuple[HandCard, ...]
    asked: Asked
    choices: tuple[Choice, ...]
    calls: bool
    lowest: bool
    prompt: str
    hint: str


def present(view: View) -> Scene:
    """What the view's seat is shown."""
    sheet = view.sheet
    seats = len(view.seats)
    order = [(view.seat + step) % seats for step in range(1, seats + 1)]
    players = view.players
    asked = _asked(view)
    return Scene(
        side=_(SIDES[view.side]) if len(view.rules.cards.sheets) > 1 else "",
        dark=view.side == DARK,
        direction=_(DIRECTIONS[view.direction]),
        clockwise=view.direction == 1,
        top=name_face(sheet, view.top.front),
        top_name=format_face(sheet, view.top.front),
        top_back=_back(view, view.top.back),
        colour="" if view.colour == NO_COLOUR else name_colour(sheet, view.colour),
        letter="" if view.colour == NO_COLOUR else sheet.letters[view.colour],
        pending=_pending(view),
        draw_size=view.draw_size,
        draw_back=_back(view, view.draw_back),
        colours=tuple(name_colours(sheet)),
        words=sheet.colours,
        letters=sheet.letters,
        rows=tuple(_row(view, players[seat]) for seat in order),
        hand=_hand(view),
        asked=asked,
        choices=_choices(view, asked),
        calls=any(isinstance(move, Play) and move.call for move in view.legal),
        lowest=view.rules.scoring != "winner",
        prompt=_prompt(view, asked),
        hint=_hint(view),
    )


def _back(view: View, face: int) -> str:
    """An inactive face in notation; where no backs are seen, what is not known is not mentioned."""
    sheets = view.rules.cards.sheets
    if len(sheets) == 1 or (face == UNKNOWN and view.rules.backs == "hidden"):
        return ""
    return format_face(sheets[1 - view.side], face)


def only_choice(scene: Scene) -> Choice | None:
    """The one thing there is to do on the own turn; None where there is more, or nothing."""
    if scene.asked is Asked.NOTHING or len(scene.choices) != 1 or any(card.playable for card in scene.hand):
        return None
    return scene.choices[0]


def _asked(view: View) -> Asked:
    if not view.acts:
        return Asked.NOTHING
    match view.phase:
        case Drawn():
            return Asked.DRAWN
        case Naming():
            return Asked.COLOUR
        case Challenged():
            return Asked.CHALLENGE
        case Pending():
            return Asked.ANSWER
        case Swapping():
            return Asked.SWAP
        case _:
            return Asked.CARD


def _row(view: View, player: SeatView) -> Row:
    marks = {
        _out(view, player): player.out is not None,
        _("called"): player.called,
        _("can be caught"): player.catchable,
        n_("draws {number} more", "draws {number} more", player.owed).format(number=player.owed): player.owed > 0,
        _("dealer"): player.seat == view.dealer,
    }
    return Row(
        name=player.name,
        me=player.seat == view.seat,
        turn=player.seat in view.to_act,
        cards=len(player.cards),
        backs=tuple(back for card in player.cards if (back := _back(view, card.back))),
        marks=tuple(mark for mark, on in marks.items() if on),
        score=player.score,
    )


def _out(view: View, player: SeatView) -> str:
    """Why a seat takes no part, as a mark."""
    match player.out:
        case str(why) if why == FINISHED:
            if player.seat in view.places:
                return _("place {place}").format(place=view.places.index(player.seat) + 1)
            return _("finished")
        case str(why) if why == ELIMINATED:
            return _("out")
        case _:
            return _("left")


def _hand(view: View) -> tuple[HandCard, ...]:
    """Unknown fronts, which lie there only for a moment, come last."""
    sheet = view.sheet
    by_place = {card.place: card for card in view.hand}
    plays = [move for move in view.legal if isinstance(move, Play)]
    # Of equal cards only the one drawn first is listed as legal; in the hand both fit.
    playable = {_faces(by_place[move.places[0]]) for move in plays}
    ages = {card.place: age for age, card in enumerate(view.hand)}
    only = view.phase.place if isinstance(view.phase, Drawn) and view.acts else None

    def order(card: HeldCard) -> tuple[bool, int, int, int]:
        return card.front == UNKNOWN, card.front, card.back, card.place

    return tuple(
        HandCard(
            number=number,
            place=card.place,
            name=format_face(sheet, card.front),
            text=name_face(sheet, card.front),
            back=_back(view, card.back),
            playable=_faces(card) in playable and only in (None, card.place),
            drawn=card.place == only,
            wild=card.front >= PLAIN_WILD,
            age=ages[card.place],
        )
        for number, card in enumerate(sorted(view.hand, key=order), 1)
    )


def _faces(card: HeldCard) -> tuple[int, int]:
    return card.front, card.back


def _choices(view: View, asked: Asked) -> tuple[Choice, ...]:
    """Moves that are no cards; numbered where no card can be meant."""
    cards = any(isinstance(move, Play) for move in view.legal)
    numbered = asked in (Asked.COLOUR, Asked.CHALLENGE, Asked.SWAP) and not cards
    wanted_kinds = (Draw, Keep, Pass, Name, Accept, Challenge, Swap)
    turn = [move for move in view.legal if isinstance(move, wanted_kinds)]
    found = [Choice(view.spell(move), move, number if numbered else None) for number, move in enumerate(turn, 1)]
    chances = [move for move in view.legal if isinstance(move, Call | Catch | Jump)]
    return (*found, *(Choice(view.spell(move), move) for move in chances))


def _prompt(view: View, asked: Asked) -> str:
    sheet = view.sheet
    match asked:
        case Asked.NOTHING:
            return ""
        case Asked.CARD:
            return _("Your turn: {wanted}.").format(wanted=wanted(view.rules, view.side, view.top.front, view.colour))
        case Asked.DRAWN:
            return _drawn(view)
        case Asked.COLOUR:
            return _("Name a colour for the {card}: {colours}.").format(
                card=name_face(sheet, view.top.front), colours=listed(name_colours(sheet), "or")
            )
        case Asked.CHALLENGE:
            return _challenge(view)
        case Asked.ANSWER:
            return _answer(view)
        case Asked.SWAP:
            targets = [view.players[move.seat] for move in view.legal if isinstance(move, Swap)]
            hands = [
                n_("{name} ({number} card)", "{name} ({number} cards)", len(player.cards)).format(
                    name=player.name, number=len(player.cards)
                )
                for player in targets
            ]
            return _("You played a 7: with whom do you swap hands? {hands}.").format(hands=listed(hands, "or"))


def _drawn(view: View) -> str:
    """What may be done with the card just drawn."""
    drawn = next((card for card in _hand(view) if card.drawn), None)
    if drawn is None:
        return _("You drew a card: keep it.")
    if drawn.playable and any(isinstance(move, Keep) for move in view.legal):
        text = _("You drew {card}: play it or keep it.")
    elif drawn.playable:
        text = _("You drew {card}: it fits, and has to be played.")
    else:
        face = view.card(drawn.place).front
        fits = ruling(view.rules)[view.side].fits[view.top.front][view.colour + 1] >> face & 1 if face >= 0 else 0
        text = (
            _("You drew {card}, which may not be played now: keep it.")
            if fits
            else _("You drew {card}, which does not fit: keep it.")
        )
    return text.format(card=drawn.text)


def _challenge(view: View) -> str:
    if not isinstance(view.phase, Challenged):
        return ""
    by, why = view.seats[view.phase.by], suspected(view.rules, view.side, view.phase.before)
    found = answers(view.rules, view.side, view.sheet.kinds[view.top.front], view.colour)
    pending = _pending(view)
    played = _("{name} played {card} at you (to draw: {burden})") if pending else _("{name} played {card} at you")
    if found and why:
        text = _("{played}: accept, answer with {answers}, or challenge if you think that {name} had {held}.")
    elif found:
        text = _("{played}: accept, answer with {answers} or challenge.")
    elif why:
        text = _("{played}: accept, or challenge if you think that {name} had {held}.")
    else:
        text = _("{played}: accept or challenge.")
    told = played.format(name=by, card=name_face(view.sheet, view.top.front), burden=pending)
    return text.format(played=told, answers=found, name=by, held=why)


def _answer(view: View) -> str:
    """What a draw card that waits makes its victim draw, and what answers it."""
    if not isinstance(view.phase, Pending):
        return ""
    found = answers(view.rules, view.side, view.phase.kind, view.colour)
    text = (
        _("The {draw_card} is at you: draw {burden}, or answer with {answers}.")
        if found
        else _("The {draw_card} is at you: draw {burden}.")
    )
    return text.format(draw_card=name_kind(view.phase.kind), burden=_pending(view), answers=found)


def _pending(view: View) -> str:
    """What waits to be drawn; empty where a draw card is not answered anyway."""
    phase = view.phase
    if isinstance(phase, Pending) or (isinstance(phase, Challenged) and view.rules.answers_draws):
        return burden(view.sheet, phase.total, phase.until)
    return ""


def _hint(view: View) -> str:
    catches = [view.seats[move.seat] for move in view.legal if isinstance(move, Catch)]
    parts = [_("{name} has one card and did not call: catch {name}.").format(name=name) for name in catches]
    if any(player.catchable and player.seat == view.seat for player in view.players):
        parts.insert(0, _("You have one card and did not call: call, before somebody catches you."))
    jumps = [move for move in view.legal if isinstance(move, Jump)]
    if jumps:
        jump = max(jumps, key=lambda move: move.call)
        parts.append(_("You hold the same card: {move}.").format(move=view.spell(jump)))
    return " ".join(parts)
