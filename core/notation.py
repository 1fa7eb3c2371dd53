"""One spelling for a face, a card and a move: there and back.

``r5`` is a face, ``r5/t8`` a card (light face / dark face, whatever side is up), ``B play r5 call`` a move. A held
card is named by its active face, and by both faces only where its holder has cards that differ in the back alone.
Reading is strict about spelling (`BadNotation`) and leaves the rules to the rules: a readable move that names a
card not held, or a colour of the other side, is refused as `IllegalMove`. Must never know what a move does.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final

from .cards import NO_COLOUR, PLAIN_WILD, UNKNOWN, Sheet
from .errors import BadNotation, IllegalMove, Reason
from .moves import Accept, Call, Catch, Challenge, Draw, Jump, Keep, Leave, Move, Name, Pass, Play, Swap
from .near import near
from .phases import Drawn
from .table import Table

KEYWORDS: Final = frozenset(
    {"play", "draw", "keep", "pass", "name", "challenge", "accept", "call", "catch", "jump", "swap", "leave"}
)
"""The first words of moves; no seat may have one for a name."""

_PLAIN: Final[dict[str, Move]] = {
    "draw": Draw(),
    "keep": Keep(),
    "pass": Pass(),
    "challenge": Challenge(),
    "accept": Accept(),
    "call": Call(),
    "leave": Leave(),
}
_PLAIN_WORDS: Final = {move: word for word, move in _PLAIN.items()}

MAX_SEAT_NAME: Final = 20
_SEAT_NAME: Final = re.compile(rf"[A-Za-z0-9_-]{{1,{MAX_SEAT_NAME}}}")


def is_seat_name(text: str) -> bool:
    """Whether ``text`` may name a seat: letters, digits, ``-``, ``_``, at most 20, no keyword of moves."""
    return _SEAT_NAME.fullmatch(text) is not None and text.lower() not in KEYWORDS


def are_seat_names(names: Sequence[str]) -> bool:
    """Whether each of ``names`` may name a seat and no two are equal when case is ignored."""
    return len({name.lower() for name in names}) == len(names) and all(map(is_seat_name, names))


# Faces and cards.


def format_face(sheet: Sheet, face: int) -> str:
    """``r5``, or ``?`` for a face that is not known."""
    return "?" if face == UNKNOWN else sheet.faces[face]


def parse_face(sheet: Sheet, text: str) -> int:
    """The face that ``text`` names on this side, `UNKNOWN` for ``?``; raises `BadNotation`."""
    if text == "?":
        return UNKNOWN
    face = sheet.by_name.get(text)
    if face is None:
        raise BadNotation(f"{text or 'An empty text'} is no {sheet.name} face.")
    return face


def format_card(sheets: tuple[Sheet, ...], faces: tuple[int, ...]) -> str:
    """``r5/t8`` from one face a side."""
    return "/".join(format_face(sheet, face) for sheet, face in zip(sheets, faces, strict=True))


def parse_card(sheets: tuple[Sheet, ...], text: str) -> tuple[int, ...]:
    """One face a side from ``r5/t8``; raises `BadNotation`."""
    parts = text.split("/")
    if len(parts) != len(sheets):
        form = "both faces, light first, as in r5/t8" if len(sheets) > 1 else _ONE_FACE
        raise BadNotation(f"{text or 'An empty text'} is no card: write {form}.")
    return tuple(parse_face(sheet, part) for sheet, part in zip(sheets, parts, strict=True))


_ONE_FACE: Final = "its one face, as in r5"


def card_at(table: Table, place: int) -> str:
    """The card at a place, as far as its faces are known."""
    return format_card(table.sheets, tuple(faces[place] for faces in table.faces))


def held_name(table: Table, seat: int, place: int) -> str:
    """The shortest name of a held card that tells it from the others in the hand."""
    faces = table.faces[table.side]
    twins = {table.look(other, seat) for other in table.hands[seat] if faces[other] == faces[place]}
    if len(twins) > 1 or faces[place] == UNKNOWN:
        return format_card(table.sheets, table.look(place, seat))
    return format_face(table.sheets[table.side], faces[place])


# Colours and seats.


def format_colour(sheet: Sheet, colour: int) -> str:
    """The full name of a colour."""
    return sheet.colours[colour]


def parse_colour(table: Table, text: str) -> int:
    """The colour of the active side that ``text`` names.

    Raises:
        BadNotation: it names no colour of the deck.
        IllegalMove: it names one of the other side.
    """
    word = text.lower()
    for side, sheet in enumerate(table.sheets):
        if word in sheet.colours:
            if side != table.side:
                raise IllegalMove(Reason.COLOUR_OF_OTHER_SIDE)
            return sheet.colours.index(word)
    raise BadNotation(f"{text} is no colour: write one of {', '.join(table.sheets[table.side].colours)}.")


def parse_seat(table: Table, text: str) -> int:
    """The seat with this name, ignoring case; raises `BadNotation`."""
    word = text.lower()
    for seat, name in enumerate(table.seats):
        if name.lower() == word:
            return seat
    raise BadNotation(f"There is no seat called {text}: the seats are {', '.join(table.seats)}.")


# Moves.


def format_move(table: Table, seat: int, move: Move) -> str:
    """A move of ``seat``, without its name, as the table stands before it: ``play W red call``."""
    match move:
        case Play(places, colour, call):
            words = ["play", *(held_name(table, seat, place) for place in places)]
            if colour != NO_COLOUR:
                words.append(format_colour(table.sheets[table.side], colour))
            return " ".join([*words, "call"] if call else words)
        case Jump(place, call):
            return f"jump {held_name(table, seat, place)}" + (" call" if call else "")
        case Name(colour):
            return f"name {format_colour(table.sheets[table.side], colour)}"
        case Catch(target):
            return f"catch {table.seats[target]}"
        case Swap(target):
            return f"swap {table.seats[target]}"
        case _:
            return _PLAIN_WORDS[move]


def parse_move(table: Table, text: str, seat: int | None = None) -> tuple[int, Move]:
    """The seat and its move.

    Args:
        table: the table as it stands before the move.
        text: ``play r5``, or ``B play r5``.
        seat: whose move it is when the text names nobody; by default the seat to act.

    Raises:
        BadNotation: the text cannot be read.
        IllegalMove: it reads, but names a card the seat does not hold or a colour of the other side.
    """
    words = text.split()
    if words and words[0].lower() not in KEYWORDS:
        named = words[0].lower() in [name.lower() for name in table.seats]
        if not named and (len(words) == 1 or words[1].lower() not in KEYWORDS):
            meant = near(words[0], [*KEYWORDS, *table.seats])
            raise BadNotation(f"No move and no seat is called {words[0]}: the moves are {_MOVES}.{meant}")
        seat = parse_seat(table, words.pop(0))
    if not words or words[0].lower() not in KEYWORDS:
        raise BadNotation(f"{text.strip() or 'An empty line'} is no move: the moves are {_MOVES}.")
    verb, *rest = words
    verb = verb.lower()
    if seat is None:
        if not table.to_act:
            raise IllegalMove(Reason.ROUND_OVER if table.over else Reason.NOT_SETTLED)
        seat = table.to_act[0]
    if verb in _PLAIN and not rest:
        return seat, _PLAIN[verb]
    if rest and (len(rest) == 1 or verb in _CARD_MOVES):
        parse = _PARSERS.get(verb)
        if parse is not None:
            return seat, parse(table, seat, rest)
    raise BadNotation(f"{text.strip()} is no move: {_USAGE.get(verb, f'{verb} stands alone')}.")


_MOVES: Final = (
    "play CARD, draw, keep, pass, name COLOUR, challenge, accept, call, catch SEAT, jump CARD, swap SEAT and leave"
)
_USAGE: Final = {
    "play": "write play CARD, with a colour for a wild, and call for the last card",
    "catch": "write catch SEAT",
    "name": "write name COLOUR",
    "jump": "write jump CARD, and call for the last card",
    "swap": "write swap SEAT",
}


def _parse_play(table: Table, seat: int, words: list[str]) -> Play:
    """``CARD [CARD ...] [COLOUR] [call]``."""
    call = len(words) > 1 and words[-1].lower() == "call"
    if call:
        words = words[:-1]
    colour = NO_COLOUR
    if len(words) > 1 and words[-1].isalpha() and not _names_face(table, words[-1]):
        colour = parse_colour(table, words[-1])
        words = words[:-1]
    places: list[int] = []
    for word in words:
        places.append(_held_place(table, seat, word, places))
    return Play(tuple(places), colour, call)


def _names_face(table: Table, text: str) -> bool:
    return any(text in sheet.by_name for sheet in table.sheets)


def _held_place(table: Table, seat: int, text: str, taken: list[int]) -> int:
    """The held card that ``text`` names, the one drawn first; raises `BadNotation` or `IllegalMove`.

    After drawing only the drawn card can be meant, so it comes before all others.
    """
    hand = [place for place in table.hands[seat] if place not in taken]
    if isinstance(table.phase, Drawn) and table.phase.place in hand:
        hand = [table.phase.place, *hand]
    if "/" in text:
        wanted = parse_card(table.sheets, text)
        # By what the holder may read; a position may also be spoken of by all that it says.
        matches = [p for p in hand if table.look(p, seat) == wanted]
        matches = matches or [p for p in hand if tuple(faces[p] for faces in table.faces) == wanted]
    else:
        if not _names_face(table, text):
            form = "a face such as r5, or both faces as in r5/t8" if len(table.sheets) > 1 else _ONE_FACE
            raise BadNotation(f"{text} is no card: write {form}.")
        face = table.sheets[table.side].by_name.get(text)
        matches = [p for p in hand if table.faces[table.side][p] == face]
    if matches:
        return matches[0]
    unknown = any(table.faces[table.side][place] == UNKNOWN for place in hand)
    raise IllegalMove(Reason.UNKNOWN_FACE if unknown else Reason.CARD_NOT_HELD)


def _parse_catch(table: Table, _seat: int, words: list[str]) -> Move:
    return Catch(parse_seat(table, words[0]))


def _parse_name(table: Table, _seat: int, words: list[str]) -> Move:
    return Name(parse_colour(table, words[0]))


def _parse_jump(table: Table, seat: int, words: list[str]) -> Move:
    play = _parse_play(table, seat, words)
    place, *more = play.places
    if more:
        raise IllegalMove(Reason.ONE_CARD_ONLY)
    if play.colour != NO_COLOUR and table.faces[table.side][place] < PLAIN_WILD:
        raise IllegalMove(Reason.COLOUR_NOT_ASKED)
    return Jump(place, play.call)


def _parse_swap(table: Table, _seat: int, words: list[str]) -> Move:
    return Swap(parse_seat(table, words[0]))


_CARD_MOVES: Final = frozenset({"play", "jump"})
_PARSERS: Final[dict[str, Callable[[Table, int, list[str]], Move]]] = {
    "play": _parse_play,
    "catch": _parse_catch,
    "name": _parse_name,
    "jump": _parse_jump,
    "swap": _parse_swap,
}
