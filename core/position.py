"""A position: a table as JSON, there and back.

What a position prints can be read back: the same legal moves, the same public digest. Lists of cards run bottom to
top, oldest first in a hand. Rights to faces follow from where a card lies (the holder reads the active face,
everybody sees backs, discards and the back on top of the pile); ``seen`` lists only what differs from that,
``facts`` what was stated.

A place is the number of a card in it. Must never know files, or how a position is read.
"""

from __future__ import annotations

from typing import Any, Final

from .cards import DIRECTIONS, NO_COLOUR, SIDE_NAMES, faces_in
from .notation import card_at, format_colour, format_face
from .penalties import pending_kind
from .phases import PHASES, Challenged, Drawn, Naming, Opening, Pending
from .report import round_field, winner_field
from .rules import PRESETS, Rules
from .table import ELIMINATED, FINISHED, LEFT, Table

Position = dict[str, Any]

OUT: Final = (LEFT, ELIMINATED, FINISHED)
# Where a card lies, in ``seen`` and ``facts``: a seat's name, or one of these, which no seat can have for a name.
DRAW_PILE: Final = "draw pile"
DISCARD_PILE: Final = "discard pile"


def position(table: Table) -> Position:
    """The settled table as a position, with every face that is known here; ``?`` for the others."""
    names = table.seats
    sheet = table.sheets[table.side]
    found: Position = {
        "rules": rules_field(table.rules),
        "seats": list(names),
        "dealer": names[table.dealer],
        "turn": names[table.turn],
        "direction": DIRECTIONS[table.direction],
        "side": SIDE_NAMES[table.side],
        "colour": None if table.colour == NO_COLOUR else format_colour(sheet, table.colour),
        "phase": PHASES[type(table.phase)],
        "hands": {name: [card_at(table, place) for place in table.hands[seat]] for seat, name in enumerate(names)},
        "draw": [card_at(table, place) for place in table.draw],
        "discard": [card_at(table, place) for place in table.discard],
        "called": _names(table, table.called),
        "scores": dict(zip(names, table.scores, strict=True)),
    }
    match table.phase:
        case Drawn(place):
            found["drawn"] = card_at(table, place)
        case Naming(next_seat):
            found["next"] = names[next_seat]
        case Challenged(by, before, place, _, _):
            found["challenge"] = {
                "by": names[by],
                "before": None if before == NO_COLOUR else format_colour(sheet, before),
                "card": card_at(table, place),
            }
        case _:
            pass
    if isinstance(table.phase, Pending) or (isinstance(table.phase, Challenged) and table.rules.answers_draws):
        found["pending"] = _pending(table, table.phase)
    optional: Position = {
        "catchable": _names(table, table.catchable),
        "tried": _names(table, table.tried),
        "owed": {names[seat]: cards for seat, cards in sorted(table.owed.items())},
        "passes": table.passes,
        "played": table.played,
        "out": {names[seat]: why for seat, why in enumerate(table.out) if why is not None},
        "places": [names[seat] for seat in table.places],
        "seen": _seen(table),
        "facts": _facts(table),
        "repeats": [[*situation, count] for situation, count in table.repeats.items()],
        "round": None if table.result is None else round_field(names, table.result),
        "match": _match(table),
        "number": table.round - 1,
    }
    found.update({key: value for key, value in optional.items() if value})
    if "number" in found:
        found["number"] = table.round
    return found


def rules_field(rules: Rules) -> str | dict[str, Any]:
    """A preset's name, or the nearest preset and what differs from it."""
    differences = {name: rules.differences(base) for name, base in PRESETS.items() if base.deck == rules.deck}
    name = min(differences, key=lambda name: len(differences[name]))
    return {"preset": name, **differences[name]} if differences[name] else name


def _names(table: Table, mask: int) -> list[str]:
    return [name for seat, name in enumerate(table.seats) if mask >> seat & 1]


def _pending(table: Table, phase: Pending | Challenged) -> Position:
    """The draw that waits for an answer; ``colour`` is the one to draw until, if one is meant."""
    sheet = table.sheets[table.side]
    kind = pending_kind(table, phase)
    return {
        "kind": sheet.symbol(sheet.kinds.index(kind)),
        "sum": phase.total,
        "victim": table.seats[table.turn],
        "colour": None if phase.until == NO_COLOUR else format_colour(sheet, phase.until),
    }


def _match(table: Table) -> Position | None:
    result = table.match_result
    if result is None:
        return None
    winner = winner_field([table.seats[seat] for seat in result.winners])
    return {"winner": winner, "scores": dict(zip(table.seats, result.scores, strict=True))}


def lying(table: Table) -> list[tuple[str, int, int]]:
    """(where, index, place) of every card."""
    found = [
        (name, i, place) for name, hand in zip(table.seats, table.hands, strict=True) for i, place in enumerate(hand)
    ]
    found += [(DRAW_PILE, i, place) for i, place in enumerate(table.draw)]
    return found + [(DISCARD_PILE, i, place) for i, place in enumerate(table.discard)]


def usual_right(table: Table, where: str, index: int, side: int) -> int:
    """Who may read a face because of where its card lies."""
    backs = table.everyone if table.shows_backs else 0
    if where == DISCARD_PILE:
        return backs if side != table.side else table.everyone
    if where == DRAW_PILE:
        top = index == len(table.draw) - 1 and not isinstance(table.phase, Opening)
        return backs if top and side != table.side else 0
    return backs if side != table.side else 1 << table.seats.index(where)


def _seen(table: Table) -> list[Any]:
    found: list[Any] = []
    for where, index, place in lying(table):
        for side, rights in enumerate(table.rights):
            if rights[place] != usual_right(table, where, index, side):
                who = "all" if rights[place] == table.everyone else _names(table, rights[place])
                found.append([where, index, SIDE_NAMES[side], who])
    return found


def _facts(table: Table) -> list[Any]:
    found: list[Any] = []
    for where, index, place in lying(table):
        for side, facts in enumerate(table.facts):
            if place in facts:
                names = [format_face(table.sheets[side], face) for face in faces_in(facts[place])]
                found.append([where, index, SIDE_NAMES[side], names])
    return found
