"""The game in plain sentences: faces, what happened, why a move is refused.

Sentences speak in terms of the table ("red 5 does not match: green or a 7 is needed"), name the reader "you", and
never carry a meaning by colour. Must never know how they are shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from ..core import events as e
from ..core.cards import DIRECTIONS, LIGHT, NO_COLOUR, SIDE_NAMES, UNKNOWN, Kind, Sheet, colour_of
from ..core.errors import Reason
from ..core.moves import Catch, Move, Name, Play
from ..core.position import rules_field
from ..core.rules import Rules
from ..core.table import Table

KINDS: Final[Mapping[Kind, str]] = {
    Kind.DRAW_ONE: "draw one",
    Kind.DRAW_FIVE: "draw five",
    Kind.REVERSE: "reverse",
    Kind.SKIP: "skip",
    Kind.SKIP_EVERYONE: "skip everyone",
    Kind.FLIP: "flip",
    Kind.WILD: "wild",
    Kind.WILD_DRAW_TWO: "wild draw two",
    Kind.WILD_DRAW_COLOR: "wild draw color",
}

REASONS: Final[Mapping[Reason, str]] = {
    Reason.ROUND_OVER: "The round is over.",
    Reason.NOT_SETTLED: "The table is still busy with the last move.",
    Reason.SEAT_OUT: "This seat has left the match.",
    Reason.NOT_YOUR_TURN: "It is another seat's turn.",
    Reason.CARD_NOT_HELD: "This card is not in the hand.",
    Reason.UNKNOWN_FACE: "The move would have to read a face that is not known.",
    Reason.DOES_NOT_FIT: "The card does not match the colour, number or symbol on top.",
    Reason.DRAWN_CARD_ONLY: "After drawing, only the drawn card may be played.",
    Reason.ONE_CARD_ONLY: "One card is played at a time.",
    Reason.COLOUR_NEEDED: "A wild needs its colour.",
    Reason.COLOUR_NOT_ASKED: "Only a wild names a colour.",
    Reason.COLOUR_OF_OTHER_SIDE: "This colour belongs to the other side of the cards.",
    Reason.NAME_FIRST: "A colour has to be named first.",
    Reason.NOTHING_TO_NAME: "There is no colour to name now.",
    Reason.CHALLENGE_FIRST: "The wild draw card has to be accepted or challenged first.",
    Reason.NOTHING_TO_CHALLENGE: "There is nothing to accept or challenge now.",
    Reason.ALREADY_DREW: "A card was drawn already: it is played or kept.",
    Reason.NOTHING_TO_DRAW: "There is no card left to draw.",
    Reason.NOTHING_DRAWN: "Only a card just drawn can be kept.",
    Reason.CAN_DRAW: "Nobody passes while cards can be drawn.",
    Reason.MUST_PLAY: "Nobody passes while a card fits.",
    Reason.CALL_TOO_EARLY: "A last card is called when one card is left, or with the play that leaves one.",
    Reason.CALLED_ALREADY: "The last card was called already.",
    Reason.NOT_CATCHABLE: "This seat cannot be caught now.",
    Reason.NOT_IN_RULES: "The rules of this table do not have this move.",
}
"""What each code says when nothing more is known."""


# Cards.


def name_face(sheet: Sheet, face: int) -> str:
    """``red 5``, ``teal skip everyone``, ``wild draw two``."""
    if face == UNKNOWN:
        return "unknown"
    colour = colour_of(face)
    name = KINDS.get(sheet.kinds[face]) or sheet.faces[face][1:]
    return name if colour == NO_COLOUR else f"{sheet.colours[colour]} {name}"


def name_faces(sheet: Sheet, faces: Iterable[int]) -> str:
    """Several faces in a row: ``red 5 and a card``, the unknown ones counted at the end."""
    known = [face for face in faces if face != UNKNOWN]
    hidden = len([face for face in faces if face == UNKNOWN])
    parts = [name_face(sheet, face) for face in known]
    if hidden:
        parts.append(count_cards(hidden))
    return listed(parts)


def count_cards(number: int) -> str:
    """``a card``, ``5 cards``, ``no card``."""
    return {0: "no card", 1: "a card"}.get(number, f"{number} cards")


def listed(parts: Iterable[str], last: str = "and") -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    items = list(parts)
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {last} {items[-1]}"


def wanted(sheet: Sheet, top: int, colour: int) -> str:
    """What fits on ``top`` while ``colour`` is in force, as the middle of a sentence: ``green or a 7``."""
    if colour_of(top) == NO_COLOUR:
        return "a wild" if colour == NO_COLOUR else f"{sheet.colours[colour]} or a wild"
    symbol = KINDS.get(sheet.kinds[top]) or sheet.faces[top][1:]
    return f"{sheet.colours[colour]} or {'an' if symbol == '8' else 'a'} {symbol}"


def name_cut(rules: Rules, seats: Sequence[str], draws: Iterable[Iterable[tuple[int, int]]], dealer: int) -> str:
    """Who drew what for the deal: ``Drawn for the deal: Ada red 9 and Bo blue skip. Ada deals first.`` and so on."""
    light = rules.cards.sheets[LIGHT]
    turns = [listed(f"{seats[seat]} {name_face(light, face)}" for seat, face in turn) for turn in draws]
    return f"Drawn for the deal: {'; then '.join(turns)}. {seats[dealer]} deals first."


def name_rules(rules: Rules) -> str:
    """The nearest preset, what differs from it, and how long a match is: ``flip with hand_size=5, to 500 points``."""
    named = rules_field(rules)
    values = {"preset": named} if isinstance(named, str) else named
    differences = [f"{key}={value}" for key, value in values.items() if key not in ("preset", *_LENGTH)]
    told = f" with {', '.join(differences)}" if differences else ""
    return f"{values['preset']}{told}, {_length(rules)}"


_LENGTH: Final = ("match", "target", "rounds")


def _length(rules: Rules) -> str:
    match rules.match:
        case "points":
            return f"to {rules.target} points"
        case "rounds" if rules.rounds > 1:
            return f"{rules.rounds} rounds"
        case _:
            return "one round"


# What happened.


class Teller:
    """Says what happened at a table to one reader.

    Args:
        table: the table after the events, with what the reader knows laid over it.
        me: the reader's seat, or None for somebody who looks on and sees all that is known here.
    """

    def __init__(self, table: Table, me: int | None = None) -> None:
        self._table = table
        self._me = me

    def tell(self, event: e.Event) -> str:  # noqa: C901 - one branch a kind of event
        """One sentence."""
        table = self._table
        match event:
            case e.TurnedUp(_, face, back):
                first = f"The first card is {name_face(table.sheets[0], face)}"
                return f"{first}; it goes back and another is turned up." if back else f"{first}."
            case e.Played(seat, _, faces, side, colour, call):
                sheet = table.sheets[side]
                text = f"{self._does(seat, 'play')} {listed(name_face(sheet, face) for face in faces)}"
                text += f" and {self._verb(seat, 'name')} {sheet.colours[colour]}" if colour != NO_COLOUR else ""
                return f"{text}, and {self._verb(seat, 'call')} the last card!" if call else f"{text}."
            case e.Drew(seat, places, side):
                return f"{self._does(seat, 'draw')} {self._drawn(places, side)}."
            case e.Kept(seat):
                return f"{self._does(seat, 'keep')} the card."
            case e.Passed(seat):
                return f"{self._does(seat, 'pass')}: nothing fits, and there is nothing to draw."
            case e.Named(seat, side, colour):
                return f"{self._does(seat, 'name')} {table.sheets[side].colours[colour]}."
            case e.Challenged(seat, accused):
                return f"{self._does(seat, 'challenge')} {self.whom(accused)}: was that wild allowed?"
            case e.Accepted(seat):
                return f"{self._does(seat, 'accept')} the wild draw card."
            case e.Verdict(seat, accused, guilty):
                if guilty:
                    return f"{self._who(accused)} had a card of the colour in force: {self.whom(accused)} must draw."
                return f"{self._who(accused)} had no card of the colour in force: {self.whom(seat)} must draw."
            case e.Called(seat):
                return f"{self._does(seat, 'call')} the last card!"
            case e.Caught(seat, target, cards):
                return f"{self._does(seat, 'catch')} {self.whom(target)}, who did not call: {cards} cards to draw."
            case e.Skipped(seat):
                return "You miss your turn." if seat == self._me else f"{table.seats[seat]} misses a turn."
            case e.Reversed(_, direction):
                return f"Play goes {DIRECTIONS[direction]} now."
            case e.Flipped(_, side, top):
                sheet = table.sheets[side]
                return f"FLIP! All cards turn to the {SIDE_NAMES[side]} side; {name_face(sheet, top)} lies on top."
            case e.Reshuffled(cards):
                return f"The draw pile is made anew from {count_cards(cards)}."
            case e.Left(seat):
                return f"{self._does(seat, 'leave')} the match; the hand lies open."
            case e.RoundOver():
                return self._round_over(event)
            case e.MatchOver(winners, _):
                if not winners:
                    return "The match is over, and nobody wins it."
                only_me = winners == (self._me,)
                names = listed("you" if seat == self._me else table.seats[seat] for seat in winners)
                verb = "win" if only_me or len(winners) > 1 else "wins"
                return f"{_start(names) if self._me in winners[:1] else names} {verb} the match."

    def whom(self, seat: int) -> str:
        """``you`` or the seat's name, inside a sentence."""
        return "you" if seat == self._me else self._table.seats[seat]

    def _who(self, seat: int) -> str:
        return "You" if seat == self._me else self._table.seats[seat]

    def _verb(self, seat: int, verb: str) -> str:
        if seat == self._me:
            return verb
        return {"catch": "catches", "pass": "passes"}.get(verb, f"{verb}s")

    def _does(self, seat: int, verb: str) -> str:
        return f"{self._who(seat)} {self._verb(seat, verb)}"

    def _drawn(self, places: tuple[int, ...], side: int) -> str:
        """The drawn cards by the faces the reader may see; a later flip does not change what they were."""
        table = self._table
        rights, me = table.rights[side], self._me
        faces = [table.faces[side][place] if me is None or rights[place] >> me & 1 else UNKNOWN for place in places]
        return name_faces(table.sheets[side], faces) if faces else "no card: none is left"

    def _round_over(self, event: e.RoundOver) -> str:
        if event.winner is None:
            return "The round is blocked: nobody can play or draw, and nobody scores."
        names = self._table.seats
        winner = self._does(event.winner, "win")
        parts = [f"{'your hand' if seat == self._me else names[seat]} {points}" for seat, points in event.by]
        return f"{winner} the round: {event.points} points" + (f" ({', '.join(parts)})." if len(parts) > 1 else ".")


# Why not.


def refuse(  # noqa: C901 - one branch a code that has more to say
    table: Table, seat: int | None, move: Move | None, reason: Reason, me: int | None = None
) -> str:
    """Why a move is refused, in terms of this table: one sentence.

    Args:
        table: the table before the move, with what the reader may know.
        seat: who wanted to move, when that is known.
        move: the move, when it could be read that far.
        reason: the rule's code.
        me: the reader's seat, who is told "you".
    """
    sheet = table.sheets[table.side]
    who, have, hold = (
        ("You", "have", "hold") if seat is not None and seat == me else (_name(table, seat), "has", "holds")
    )
    match reason, move:
        case Reason.DOES_NOT_FIT, Play(places):
            card = _start(name_face(sheet, table.faces[table.side][places[0]]))
            return f"{card} does not match: {wanted(sheet, table.top, table.colour_in_force)} is needed."
        case Reason.DRAWN_CARD_ONLY, _:
            return f"{REASONS[reason][:-1]}; or keep it."
        case Reason.NOT_YOUR_TURN, _ if table.to_act:
            return f"It is {table.seats[table.to_act[0]]}'s turn."
        case (Reason.COLOUR_NEEDED, _) | (Reason.NAME_FIRST, _) | (Reason.COLOUR_OF_OTHER_SIDE, _):
            return f"{REASONS[reason][:-1]}: {listed(sheet.colours, 'or')}."
        case Reason.COLOUR_NOT_ASKED, Play(places):
            face = table.faces[table.side][places[0]]
            return f"{_start(name_face(sheet, face))} is no wild: it names no colour."
        case Reason.CARD_NOT_HELD, _:
            return f"{who} {hold} no such card."
        case Reason.SEAT_OUT, _:
            return f"{who} {have} left the match."
        case Reason.MUST_PLAY, _ if seat is not None:
            return f"Nobody passes while a card fits: {_fitting(table, seat)} does."
        case Reason.CALL_TOO_EARLY, _ if seat is not None:
            rule = REASONS[reason]
            return f"{who} {have} {count_cards(len(table.hands[seat]))}: {rule[0].lower()}{rule[1:]}"
        case Reason.NOT_CATCHABLE, Catch(target):
            return _not_catchable(table, seat, target)
        case Reason.CHALLENGE_FIRST, _:
            return f"{_start(name_face(sheet, table.top))} has to be accepted or challenged first."
        case Reason.NOTHING_TO_NAME, Name() if table.colour_in_force != NO_COLOUR:
            return f"There is no colour to name now: it is {sheet.colours[table.colour_in_force]}."
        case _:
            return REASONS[reason]


def _name(table: Table, seat: int | None) -> str:
    return "The seat" if seat is None else table.seats[seat]


def _start(text: str) -> str:
    return text[:1].upper() + text[1:]


def _fitting(table: Table, seat: int) -> str:
    faces, fitting = table.faces[table.side], table.fitting
    fits = [faces[place] for place in table.hands[seat] if faces[place] != UNKNOWN and fitting >> faces[place] & 1]
    return name_face(table.sheets[table.side], fits[0]) if fits else "one"


def _not_catchable(table: Table, seat: int | None, target: int) -> str:
    name = table.seats[target]
    if target == seat:
        return "Nobody catches the own seat."
    if table.called >> target & 1:
        return f"{name} cannot be caught: the last card was called."
    if len(table.hands[target]) != 1:
        return f"{name} cannot be caught: {name} has {count_cards(len(table.hands[target]))}."
    return f"{name} cannot be caught any more: somebody has acted since."
