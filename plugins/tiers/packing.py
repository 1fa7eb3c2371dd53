"""Tables and events as bytes for a process of ours, which already knows the rules.

Only what a seat may know is ever packed (`core.knowledge`). Pickle serves one way alone, from us to a process that we
have started; nothing that a player's process says is unpickled. Must never pack a face that the seat has no right to.
"""

from __future__ import annotations

import io
import pickle
from collections.abc import Callable
from typing import Final

from ...core.phases import Opening, Over, Swapping, Turn
from ...core.rules import Rules
from ...core.ruling import ruling
from ...core.table import FIELDS, Table
from ...core.view import View

_DERIVED: Final = frozenset({"rules", "sheets", "sides", "discloser"})
_SENT: Final = tuple(name for name in FIELDS if name not in _DERIVED)

# Phases without values are compared by identity: they go by name.
_SINGLE: Final[dict[type, Callable[[object], str]]] = {
    Opening: lambda _: "OPENING",
    Turn: lambda _: "TURN",
    Swapping: lambda _: "SWAPPING",
    Over: lambda _: "OVER",
}


def pack(view: View) -> bytes:
    """What a view knows."""
    known = view.known()
    buffer = io.BytesIO()
    pickler = pickle.Pickler(buffer, pickle.HIGHEST_PROTOCOL)
    pickler.dispatch_table = _SINGLE
    pickler.dump([getattr(known, name) for name in _SENT])
    return buffer.getvalue()


def unpack(data: bytes, rules: Rules, seat: int) -> View:
    """The view of ``seat`` again; ``data`` has to come from `pack` in the process that started this one."""
    table = Table(rules, (), blank=True)
    table.rules, table.sheets, table.sides, table.discloser = rules, rules.cards.sheets, ruling(rules), None
    for name, value in zip(_SENT, pickle.loads(data), strict=True):  # noqa: S301 - it is our parent's
        setattr(table, name, value)
    return View(table, seat)
