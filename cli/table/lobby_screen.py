"""The lobby: the tables of this network that answer, and every other way to a table.

It is drawn before anything looks at the network. Must never know how a match is played.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ..language import _, mark
from .form import Do, Form, Row, Words
from .form_screen import BACK, ENTER, FormScreen
from .lobby_rows import KEPT, TABLE, WHY, back_rows, table_rows

if TYPE_CHECKING:
    from ...p2p.net.finder import Finder, FoundTable
    from ..journals import Kept
    from .app import TableApp

LOOK_SECONDS: Final = 0.3
QUIET_SECONDS: Final = 3.0
KEPT_MAX: Final = 3
"""How many games one can come back to are shown."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A way on from the lobby: its key, what it says, and what it does."""

    key: str
    label: str
    note: str
    go: Callable[[TableApp], object]


def _solo(game: TableApp) -> None:
    from .dialogs import SoloScreen

    game.push_screen(SoloScreen())


def _open(game: TableApp) -> None:
    from .dialogs import OpenScreen

    game.push_screen(OpenScreen())


def _join(game: TableApp) -> None:
    from .dialogs import JoinScreen

    game.push_screen(JoinScreen())


def _first(game: TableApp) -> None:
    from ..tutorial import FirstGame

    game.begin(FirstGame())


def _stats(game: TableApp) -> None:
    from .stats_screen import StatsScreen

    game.push_screen(StatsScreen())


def _rules(game: TableApp) -> None:
    from .rules_screen import RulesScreen

    game.push_screen(RulesScreen())


def _settings(game: TableApp) -> None:
    from .settings_screen import SettingsScreen

    game.push_screen(SettingsScreen())


ENTRIES: Final = (
    Entry("p", mark("Play alone"), mark("against AI players"), _solo),
    Entry("o", mark("Open a table"), mark("for others on this network"), _open),
    Entry("j", mark("Join by address or code"), mark("by what somebody reads out"), _join),
    Entry("f", mark("First game"), mark("learn it move by move"), _first),
    Entry("r", mark("Rules"), mark("every rule in a sentence"), _rules),
    Entry("h", mark("History"), mark("matches to look at again"), _stats),
    Entry("s", mark("Settings"), mark("name, language, colours, keys"), _settings),
)
"""All ways on besides the tables; a part of the program that has a screen of its own adds a line."""


class LobbyScreen(FormScreen):
    """Lists tables as they answer; ``find`` makes what looks for them, ours when none is given."""

    def __init__(self, find: Callable[[], Finder] | None = None) -> None:
        super().__init__(Form("", ()))
        self.note = ""
        self._find = find
        self._finder: Finder | None = None
        self._kept: Sequence[Kept] = ()
        self._waited = 0.0
        self._looking: asyncio.Task[None] | None = None
        self._rests = False

    def on_mount(self) -> None:
        """Draw, and only then look around."""
        self.renew()
        self.call_after_refresh(self.look_around)

    async def on_unmount(self) -> None:
        """Look no longer."""
        self.rest()
        if self._looking is not None:
            await asyncio.gather(self._looking, return_exceptions=True)

    def on_screen_resume(self) -> None:
        """Write anew: the language or the look may be another."""
        self.renew()
        self.draw()

    def tell(self, sentence: str) -> None:
        """Say something above the tables, until something else is to be said."""
        self.note = sentence
        self.renew()
        self.draw()

    # What there is.

    def look_around(self) -> None:
        """Look for tables, and for games to come back to, until the screen goes or rests."""
        before = self._looking
        if before is None or before.done() or self._rests:
            self._rests = False
            self._looking = asyncio.create_task(self._look(before))

    def rest(self) -> None:
        """Look for nothing, as long as somebody plays."""
        self._rests = True
        if self._looking is not None:
            self._looking.cancel()

    async def _look(self, before: asyncio.Task[None] | None) -> None:
        if before is not None:  # it may still be letting go of the network
            await asyncio.wait({before})
        self._kept = await asyncio.to_thread(_games_to_come_back_to)
        if self._kept and self.form.focus is not None and self.form.focus.name == ENTRIES[0].key:
            self.renew()
            self.form.focus_on(f"{KEPT}{self._kept[0].path}")
        if self._find is None:
            from ...p2p.net.finder import Finder

            self._find = Finder
        self._finder, self._waited = self._find(), 0.0
        try:
            await self._finder.start()
            while True:
                if self.is_current:
                    self.renew()
                    self.draw()
                await asyncio.sleep(LOOK_SECONDS)
                self._waited += LOOK_SECONDS
        finally:
            finder, self._finder = self._finder, None
            await finder.close()

    @property
    def _tables(self) -> tuple[FoundTable, ...]:
        return self._finder.tables if self._finder is not None else ()

    def renew(self) -> None:
        """Write what there is now."""
        rows: list[Row] = [Words(_("No account, no server: nothing leaves your network."), "faint")]
        if self.note:
            rows += [Words(""), Words(self.note, "accent")]
        rows.append(Words(""))
        if self._kept:
            rows.append(Words(_("A game that broke off:"), "accent"))
            rows += [row for number, kept in enumerate(self._kept) for row in back_rows(kept, "" if number else "b")]
            rows.append(Words(""))
        if self._tables:
            rows.append(Words(_("Tables on this network:"), "accent"))
            rows += [row for table in self._tables for row in table_rows(table)]
        else:
            rows += [Words(sentence) for sentence in self._nothing()]
        rows.append(Words(""))
        rows += [Do(entry.key, _(entry.label), _(entry.note), entry.key) for entry in ENTRIES]
        self.form.title = _("fliptable: cards with two sides")
        self.form.rows = rows
        self.form.foot = [
            Do(ENTER, _("choose"), key="Enter"),
            Do("?", _("help"), key="?"),
            Do(BACK, _("quit"), key="q"),
        ]

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
            _("No table answers. Open one and tell the others, or join theirs by its address or code."),
            _("If there should be one: press ? and read why a list may stay empty."),
        ]

    # What is done.

    def done(self, name: str) -> None:
        """See `FormScreen`."""
        self.note = ""
        if name == "?":
            self.game.show_text(_("The lobby"), help_text())
        elif name.startswith(TABLE):
            self._sit_down(name.removeprefix(TABLE))
        elif name.startswith(KEPT):
            self._come_back(name.removeprefix(KEPT))
        else:
            next(entry for entry in ENTRIES if entry.key == name).go(self.game)
        self.renew()

    def close(self) -> None:
        """Leave the program."""
        self.game.exit()

    def _sit_down(self, id: str) -> None:
        table = next((each for each in self._tables if each.id == id), None)
        if table is None:
            self.tell(_("That table is gone."))
        elif table.why == "locked":
            _join(self.game)
        elif table.why == "playing":
            from .watch_screen import WatchScreen

            watching = WatchScreen(str(table.addresses[0]))
            self.game.push_screen(watching, lambda _seen: self.tell(watching.stop.sentence if watching.stop else ""))
        elif table.why:
            self.tell(_("{name}: {why}.").format(name=table.name, why=_(WHY[table.why])))
        else:
            from ..commands import prepare_join
            from ..wishes import Wishes

            wishes, where = Wishes.of(self.game.settings), str(table.addresses[0])
            self.game.prepare(lambda: prepare_join(wishes, where, player=None, wait=None), self.tell)

    def _come_back(self, path: str) -> None:
        from ..commands import prepare_resume
        from ..wishes import Wishes

        wishes, journal = Wishes.of(self.game.settings), Path(path)
        self.game.prepare(lambda: prepare_resume(wishes, None, player=None, wait=None, journal=journal), self.tell)


def help_text() -> list[str]:
    """What the lobby is for, what its keys do, and why it may stay empty."""
    entries = [("Enter", _("what is in focus; the arrows and Tab go through the list, and so does the mouse"))]
    entries += [(entry.key, f"{_(entry.label)}: {_(entry.note)}") for entry in ENTRIES]
    entries += [("b", _("return to the game that broke off last, where there is one"))]
    entries += [("?", _("this page")), ("q", _("quit, as Esc does"))]
    return [
        _("Tables on this network appear by themselves, with their seats and their rules; Enter sits down there."),
        "",
        *(f"{key:<7}{text}" for key, text in entries),
        "",
        _(
            "Where no table appears although there is one: firewalls and the networks of guests often keep such lists "
            "empty. Its address or its code may work all the same (j): whoever opened the table reads them out. If "
            "not, use a cable, or the hotspot of a phone, which everybody joins."
        ),
        "",
        _(
            "Whoever opens a table sees its code and its address. Before the first card everybody sees the same four "
            "words: read them out to each other, then nobody sits between you."
        ),
    ]


def _games_to_come_back_to() -> list[Kept]:
    from ..journals import journals

    return [kept for kept in journals() if not kept.busy][:KEPT_MAX]
