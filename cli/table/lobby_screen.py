"""The lobby: the tables of this network that answer, and every other way to a table.

It is drawn before anything looks at the network. Must never know how a match is played.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from ..language import _, mark
from ..rule_words import describe
from .form import Do, Form, Row, Words
from .form_screen import FormScreen
from .screen import GameScreen

if TYPE_CHECKING:
    from ...p2p.net.finder import Finder, FoundTable

LOOK_SECONDS: Final = 0.3
QUIET_SECONDS: Final = 3.0
TABLE: Final = "table "

WHY: Final = {
    "playing": mark("you cannot join: they are playing"),
    "table-full": mark("you cannot join: all seats are taken"),
    "locked": mark("you need its invite code: join by +CODE"),
    "other-version": mark("you cannot join: it speaks another version of fliptable"),
}


@dataclass(frozen=True, slots=True)
class Entry:
    """A way on from the lobby: its key, what it says, and the screen it leads to."""

    key: str
    label: str
    note: str
    screen: Callable[[], GameScreen[None]]


def _solo() -> GameScreen[None]:
    from .dialogs import SoloScreen

    return SoloScreen()


def _open() -> GameScreen[None]:
    from .dialogs import OpenScreen

    return OpenScreen()


def _join() -> GameScreen[None]:
    from .dialogs import JoinScreen

    return JoinScreen()


def _stats() -> GameScreen[None]:
    from .stats_screen import StatsScreen

    return StatsScreen()


ENTRIES: Final = (
    Entry("p", mark("Play alone"), mark("against AI players on this machine"), _solo),
    Entry("o", mark("Open a table"), mark("for others on this network"), _open),
    Entry("j", mark("Join by address or code"), mark("192.168.1.7, or a +CODE that somebody reads out"), _join),
    Entry("h", mark("History"), mark("your matches, to look at again"), _stats),
)
"""All ways on besides the tables; a part of the program that has a screen of its own adds a line."""


class LobbyScreen(FormScreen):
    """Lists tables as they answer; ``finder`` is made when the screen stands, unless one is given."""

    def __init__(self, finder: Finder | None = None) -> None:
        super().__init__(Form(_("fliptable: cards with two sides"), (), ""))
        self.note = ""
        self._finder = finder
        self._waited = 0.0
        self._looking: asyncio.Task[None] | None = None

    def on_mount(self) -> None:
        """Draw, and only then look around."""
        self.renew()
        self.call_after_refresh(self._look_around)

    async def on_unmount(self) -> None:
        """Stop looking."""
        if self._looking is not None:
            self._looking.cancel()
            await asyncio.gather(self._looking, return_exceptions=True)
        if self._finder is not None:
            await self._finder.close()

    def on_screen_resume(self) -> None:
        """Write anew: the language or the look may be another."""
        self.renew()

    def tell(self, sentence: str) -> None:
        """Say something above the tables, until something else is to be said."""
        self.note = sentence
        self.renew()
        self.draw()

    # What there is.

    def _look_around(self) -> None:
        self._looking = asyncio.create_task(self._look())

    async def _look(self) -> None:
        if self._finder is None:
            from ...p2p.net.finder import Finder

            self._finder = Finder()
        await self._finder.start()
        while True:
            self.renew()
            self.draw()
            await asyncio.sleep(LOOK_SECONDS)
            self._waited += LOOK_SECONDS

    def renew(self) -> None:
        """Write what there is now."""
        tables = self._finder.tables if self._finder is not None else ()
        rows: list[Row] = [Words(_("No account, no server: nothing leaves your network."), "faint")]
        if self.note:
            rows += [Words(""), Words(self.note, "accent")]
        rows.append(Words(""))
        if tables:
            rows.append(Words(_("Tables on this network:"), "accent"))
            rows += [row for table in tables for row in _table_rows(table)]
        else:
            rows += [Words(sentence) for sentence in self._nothing()]
        rows.append(Words(""))
        rows += [Do(entry.label, _(entry.label), _(entry.note), entry.key) for entry in ENTRIES]
        rows.append(Do("first", _("First game"), _("learn it in ten minutes, move by move"), "f"))
        rows.append(Do("quit", _("Quit"), "", "q"))
        self.form.rows = rows
        self.form.foot = _("Arrows and Enter, or the letter, or the mouse")

    def _nothing(self) -> list[str]:
        """What is said where no table answers."""
        off = self._finder.off if self._finder is not None else ""
        if off and off != "not started":
            return [
                _("Tables cannot be looked for here ({why}).").format(why=off),
                _("You can open one, join by address or code, or play alone."),
            ]
        if self._waited < QUIET_SECONDS:
            return [_("Looking for tables on this network ...")]
        return [
            _("No table answers. Open one and tell the others, or join theirs by its address or code, or play alone."),
            _(
                "If you know that there is a table: firewalls and guest networks often keep such lists empty. "
                "Its address or code may still work; else try a cable or a phone's hotspot."
            ),
        ]

    # What is done.

    def done(self, name: str) -> None:
        """See `FormScreen`."""
        if name == "quit":
            self.close()
        elif name.startswith(TABLE):
            self._sit_down(name.removeprefix(TABLE))
        else:
            if name == "first":
                from ..tutorial import FirstGame

                self.note = ""
                self.game.begin(FirstGame())
                return
            entry = next(entry for entry in ENTRIES if entry.label == name)
            self.note = ""
            self.game.push_screen(entry.screen())

    def close(self) -> None:
        """Leave the program."""
        self.game.exit()

    def _sit_down(self, id: str) -> None:
        tables = self._finder.tables if self._finder is not None else ()
        table = next((each for each in tables if each.id == id), None)
        if table is None:
            self.tell(_("That table is gone."))
        elif table.why == "locked":
            self.game.push_screen(_join())
        elif table.why:
            self.tell(f"{table.name}: {_(WHY[table.why])}.")
        else:
            from ..commands import prepare_join
            from ..wishes import Wishes

            wishes, where = Wishes.of(self.game.settings), str(table.addresses[0])
            self.note = ""
            self.game.prepare(lambda: prepare_join(wishes, where, player=None, wait=None), self.tell)


def _table_rows(table: FoundTable) -> list[Row]:
    """A table, and what one should know before sitting down there."""
    from ...core.rules import PRESETS
    from ..tables import rules_name

    preset = rules_name(table.rules)
    known = preset in PRESETS
    seats = _("{taken} of {wanted} seats").format(taken=table.seats, wanted=table.wanted)
    rules = _("rules {name}").format(name=preset) if known else _("rules of its own")
    why = _(WHY[table.why]) if table.why in WHY else ""
    rows: list[Row] = [Do(TABLE + table.id, table.name, f"{seats}, {rules}{', ' if why else ''}{why}")]
    differs = describe(PRESETS[preset]) if known else []
    return [*rows, *(Words(f"    {sentence}", "faint") for sentence in differs)]
