"""Cards in words: faces, what is needed, what has to be drawn; and how several are told in a row.

Names of cards and colours stand alone: no sentence bends them. Must never know events, seats or how it is shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Literal

from ..core.cards import (
    COLOURS,
    DRAWING_WILD,
    NO_COLOUR,
    PLAIN_WILD,
    SYMBOLS_PER_COLOUR,
    UNKNOWN,
    FaceSet,
    Kind,
    Sheet,
    colour_of,
    of,
)
from ..core.rules import Rules
from ..core.ruling import ruling
from .language import _, mark, n_, p_

KINDS: Final[Mapping[Kind, str]] = {
    Kind.DRAW_ONE: mark("draw one"),
    Kind.DRAW_TWO: mark("draw two"),
    Kind.DRAW_FIVE: mark("draw five"),
    Kind.REVERSE: mark("reverse"),
    Kind.SKIP: mark("skip"),
    Kind.SKIP_EVERYONE: mark("skip everyone"),
    Kind.FLIP: mark("flip"),
    Kind.WILD: mark("wild"),
    Kind.WILD_DRAW_TWO: mark("wild draw two"),
    Kind.WILD_DRAW_FOUR: mark("wild draw four"),
    Kind.WILD_DRAW_COLOR: mark("wild draw color"),
}
"""The names of cards that are no numbers, still to be translated."""

ONES: Final[Mapping[Kind, str]] = {
    Kind.DRAW_ONE: mark("a draw one"),
    Kind.DRAW_TWO: mark("a draw two"),
    Kind.DRAW_FIVE: mark("a draw five"),
    Kind.REVERSE: mark("a reverse"),
    Kind.SKIP: mark("a skip"),
    Kind.SKIP_EVERYONE: mark("a skip everyone"),
    Kind.FLIP: mark("a flip"),
    Kind.WILD: mark("a wild"),
    Kind.WILD_DRAW_TWO: mark("a wild draw two"),
    Kind.WILD_DRAW_FOUR: mark("a wild draw four"),
    Kind.WILD_DRAW_COLOR: mark("a wild draw color"),
}
"""The same as any one of its kind."""

COLOUR_NAMES: Final = (
    mark("red"),
    mark("yellow"),
    mark("green"),
    mark("blue"),
    mark("pink"),
    mark("teal"),
    mark("orange"),
    mark("purple"),
)
"""What `name_colour` translates: the colours of the sheets."""

SIDES: Final = (mark("light"), mark("dark"))
DIRECTIONS: Final[Mapping[int, str]] = {1: mark("clockwise"), -1: mark("counterclockwise")}


def name_colour(sheet: Sheet, colour: int) -> str:
    """``red``."""
    return _(sheet.colours[colour])


def name_colours(sheet: Sheet) -> list[str]:
    """The four colours of a side."""
    return [_(colour) for colour in sheet.colours]


def name_kind(kind: Kind) -> str:
    """``draw two``."""
    return _(KINDS[kind])


def name_face(sheet: Sheet, face: int) -> str:
    """``red 5``, ``teal skip everyone``, ``wild draw two``."""
    if face == UNKNOWN:
        return p_("card", "unknown")
    colour, kind = colour_of(face), sheet.kinds[face]
    symbol = name_kind(kind) if kind in KINDS else sheet.symbol(face)
    if colour == NO_COLOUR:
        return symbol
    return p_("card", "{colour} {symbol}").format(colour=name_colour(sheet, colour), symbol=symbol)


def name_faces(sheet: Sheet, faces: Sequence[int]) -> str:
    """Several faces in a row: ``red 5 and a card``, the unknown ones counted at the end."""
    known = [face for face in faces if face != UNKNOWN]
    hidden = len([face for face in faces if face == UNKNOWN])
    parts = [name_face(sheet, face) for face in known]
    if hidden:
        parts.append(count_cards(hidden))
    return listed(parts)


def count_cards(number: int) -> str:
    """``a card``, ``5 cards``, ``no card``: what somebody has or draws."""
    if number == 0:
        return _("no card")
    return n_("a card", "{number} cards", number).format(number=number)


def listed(parts: Iterable[str], last: Literal["and", "or"] = "and") -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    items = list(parts)
    if len(items) < 2:
        return "".join(items)
    pattern = p_("a list", "{items} and {last}") if last == "and" else p_("a list", "{items} or {last}")
    return pattern.format(items=", ".join(items[:-1]), last=items[-1])


def name_set(sheet: Sheet, faces: FaceSet, *, wilds: bool = True) -> str:
    """The faces of a set, as few words as say them: ``green, a 7 or a flip``; empty for none.

    Args:
        sheet: the side they are on.
        faces: the set.
        wilds: whether wilds are named too.
    """
    whole = [colour for colour in range(COLOURS) if faces & of(colour) == of(colour)]
    others = [colour for colour in range(COLOURS) if colour not in whole]
    parts = [name_colour(sheet, colour) for colour in whole]
    for symbol in range(SYMBOLS_PER_COLOUR):
        these = [face for face in (colour * SYMBOLS_PER_COLOUR + symbol for colour in others) if faces >> face & 1]
        if others and len(these) == len(others):
            parts.append(_any(sheet, symbol))
        else:
            parts += [_one(name_face(sheet, face)) for face in these]
    if wilds:
        found = [face for face in (PLAIN_WILD, DRAWING_WILD) if faces >> face & 1]
        parts += [_(ONES[Kind.WILD])] if len(found) == 2 else [one_of(sheet.kinds[face]) for face in found]
    return listed(parts, "or")


def one_of(kind: Kind) -> str:
    """``a draw two``."""
    return _(ONES[kind])


def _any(sheet: Sheet, face: int) -> str:
    kind = sheet.kinds[face]
    return one_of(kind) if kind in ONES else _one(sheet.symbol(face))


def _one(name: str) -> str:
    """One of this number, or of this colour and symbol."""
    text = p_("one of a kind", "an {card}") if name[0] in "aeio8" else p_("one of a kind", "a {card}")
    return text.format(card=name)


def wanted(rules: Rules, side: int, top: int, colour: int) -> str:
    """What has to be played on ``top`` while ``colour`` is in force, as a clause: ``green or a 7 is needed``.

    That wilds fit is said where they lie on a wild: there it may be otherwise.
    """
    sheet = rules.cards.sheets[side]
    faces = ruling(rules)[side].fits[top][colour + 1]
    found = name_set(sheet, faces, wilds=top >= PLAIN_WILD)
    return _("{cards} is needed").format(cards=found) if found else _("nothing fits on it")


def answers(rules: Rules, side: int, kind: Kind, colour: int) -> str:
    """What answers a pending draw card or sends it away, ``a draw two or a red reverse``; empty when nothing does."""
    tables = ruling(rules)[side]
    return name_set(rules.cards.sheets[side], tables.answers[kind] | tables.deflects(colour))


def burden(sheet: Sheet, cards: int, until: int) -> str:
    """What a pending draw card makes its victim draw: ``4 cards``, ``until teal comes, then 2 cards more``."""
    if until == NO_COLOUR:
        return count_cards(cards)
    if not cards:
        return _("until {colour} comes").format(colour=name_colour(sheet, until))
    return n_("until {colour} comes, then a card more", "until {colour} comes, then {number} cards more", cards).format(
        colour=name_colour(sheet, until), number=cards
    )


def suspected(rules: Rules, side: int, before: int) -> str:
    """What a wild draw card may not be played beside: ``red``, ``red or another wild``, ``another card that fits``."""
    sheet = rules.cards.sheets[side]
    match rules.wild_draw_test:
        case "colour":
            return "" if before == NO_COLOUR else name_colour(sheet, before)
        case "colour_or_wild" if before == NO_COLOUR:
            return _("another wild")
        case "colour_or_wild":
            return _("{colour} or another wild").format(colour=name_colour(sheet, before))
        case _:
            return _("another card that fits")


def upper_first(text: str) -> str:
    """As a sentence begins."""
    return text[:1].upper() + text[1:]
