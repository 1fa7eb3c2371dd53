"""The rows of the lobby that come and go: tables of the network, and games that broke off.

Must never know what choosing one does.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final

from ..language import _, mark
from ..look.text import clean_text
from ..rule_words import describe
from ..words import listed
from .form import Do, Row, Words

if TYPE_CHECKING:
    from ...p2p.net.finder import FoundTable
    from ..journals import Kept

TABLE: Final = "table "
KEPT: Final = "kept "
"""What the rows of tables and of games to come back to are called, before their ids."""
DAY_SECONDS: Final = 86400.0

WHY: Final = {
    "playing": mark("they are playing: you can watch"),
    "table-full": mark("you cannot join: all seats are taken"),
    "locked": mark("you need its invite code: join by +CODE"),
    "other-version": mark("you cannot join: it speaks another version of fliptable"),
}
"""Why one cannot sit down at a table, or not without more."""


def back_rows(kept: Kept, key: str) -> list[Row]:
    """A game that one can come back to."""
    when = time.strftime("%H:%M" if time.time() - kept.when < DAY_SECONDS else "%Y-%m-%d", time.localtime(kept.when))
    label = _("Return to {table}").format(table=clean_text(kept.table))
    note = _("with {names}, last played {when}").format(names=listed(list(kept.names)), when=when)
    return [Do(f"{KEPT}{kept.path}", label, key=key), Words(note, "faint", under=True)]


def table_rows(table: FoundTable) -> list[Row]:
    """A table, and what one should know before sitting down there."""
    from ...core.rules import PRESETS
    from ..tables import rules_name

    preset = rules_name(table.rules)
    known = preset in PRESETS
    seats = _("{taken} of {wanted} seats").format(taken=table.seats, wanted=table.wanted)
    rules = _("rules {name}").format(name=preset) if known else _("rules of its own")
    why = _(WHY[table.why]) if table.why in WHY else ""
    rows: list[Row] = [Do(TABLE + table.id, table.name, f"{seats}, {rules}")]
    if why:
        rows.append(Words(why, "warning", under=True))
    differs = describe(PRESETS[preset]) if known else []
    return [*rows, *(Words(sentence, "faint", under=True) for sentence in differs)]
