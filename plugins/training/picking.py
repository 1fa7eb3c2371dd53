"""From an action to what it stands for, and the table in words. Must never know rewards."""

from __future__ import annotations

from collections.abc import Mapping
from operator import index
from typing import Any, SupportsIndex

from ...core.cards import DIRECTIONS, SIDE_NAMES
from ...core.phases import PHASES
from ...core.report import card_for
from ...core.table import Table
from .actions import SIZE, Choice, spell


class IllegalAction(ValueError):
    """An action that is not legal now; the game is as it was."""


def pick(agent: str, action: Any, possible: Mapping[int, Choice]) -> Choice:
    """What ``action`` stands for.

    Raises:
        IllegalAction: it is none of the possible ones; nothing takes its place.
    """
    try:
        return possible[index(action)]
    except (TypeError, KeyError):
        raise IllegalAction(f"{agent} may not take action {_named(action)}: take one whose action_mask is 1.") from None


def _named(action: object) -> str:
    """An action that is not possible."""
    if not isinstance(action, SupportsIndex):
        return f"{action!r}, which is no whole number"
    number = index(action)
    return f"{number} ({spell(number)})" if 0 <= number < SIZE else f"{number}, which is no action at all"


def picture(table: Table, seat: int) -> str:
    """The table as one seat sees it, in a few lines."""
    sheet, side = table.sheets[table.side], SIDE_NAMES[table.side]
    colour = table.colour_in_force
    lines = [
        f"{side} side, {DIRECTIONS[table.direction]}, {PHASES[type(table.phase)]}",
        f"top {card_for(table, table.discard[-1], seat)}, {sheet.colours[colour] if colour >= 0 else 'no colour'}; "
        f"{len(table.draw)} cards to draw",
    ]
    for who, name in enumerate(table.seats):
        mark = "*" if who == table.turn else " "
        lines.append(f"{mark}{name}: " + " ".join(card_for(table, place, seat) for place in table.hands[who]))
    return "\n".join(lines)
