"""What a program is told in JSON: the printed deck, and events as its seat may know them.

Must never tell what the seat may not know.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import Any

from ...core.events import Drew, Event, Reshuffled, TurnedUp
from ...core.report import report
from ...core.rules import Rules
from ...core.view import View


def deck(rules: Rules) -> list[dict[str, Any]]:
    """Per side its name, the four colours, and of each face the name, what it does, its points and copies."""
    return [
        {
            "side": sheet.name,
            "colours": list(sheet.colours),
            "faces": [
                {"face": face, "kind": kind.name.lower(), "points": points, "copies": copies}
                for face, kind, points, copies in zip(sheet.faces, sheet.kinds, sheet.points, sheet.copies, strict=True)
            ],
        }
        for sheet in rules.cards.sheets
    ]


def told(view: View, events: Sequence[Event]) -> list[dict[str, Any]]:
    """Events that led to a view, for its seat.

    Cards drawn in an earlier round stand as ``?``: the table on which they had a place is gone.
    """
    table, seat = view.known(), view.seat
    before = len(events) - _of_this_round(events)
    found = [report(table, event, seat) for event in events[before:]]
    hidden = "/".join("?" for _ in table.sheets)
    earlier: list[dict[str, Any]] = []
    for event in events[:before]:
        match event:
            case Drew(who, places, _):
                cards = [hidden] * len(places)
                earlier.append({"type": event.type, "seat": table.seats[who], "n": len(places), "cards": cards})
            case TurnedUp(_, _, back):
                earlier.append({"type": event.type, "card": hidden, "back": back})
            case _:
                earlier.append(report(table, event, seat))
    return earlier + found


def _of_this_round(events: Sequence[Event]) -> int:
    """How many of the last events belong to the round that the last one belongs to.

    A round begins with one turned-up card, or several that went back into the pile.
    """
    turned_up = [number for number, event in enumerate(events) if isinstance(event, TurnedUp)]
    if not turned_up:
        return len(events)
    opening = takewhile(lambda event: isinstance(event, TurnedUp | Reshuffled), reversed(events[: turned_up[-1]]))
    return len(events) - turned_up[-1] + sum(1 for _ in opening)
