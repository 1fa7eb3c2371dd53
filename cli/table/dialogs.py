"""The dialogs of the lobby: play alone, open a table, join one. Must never know how a match is played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from ...core.rules import PRESETS
from ..endings import Stop
from ..language import _, n_
from .form import Choose, Do, Form, Row, Words, Write
from .form_screen import FormScreen, foot
from .rules_rows import RulesRows

if TYPE_CHECKING:
    from ...plugins.registry import Registry

SEATS: Final = range(2, 11)
NOBODY: Final = ""


class _Dialog(FormScreen):
    """A form whose `Do` named ``go`` begins an evening, if nothing is wrong."""

    def __init__(self, title: str, rows: Sequence[Row]) -> None:
        super().__init__(Form(title, rows, foot(_("go on"), Words(_("arrows choose")))))
        self._trouble = ""
        self._registry: Registry | None = None

    def registry(self) -> Registry:
        """The installed AI players and rule sets; the first time they are loaded."""
        if self._registry is None:
            from ..wishes import load_players

            self._registry = load_players(())
        return self._registry

    @property
    def rules(self) -> RulesRows:
        """The choice of rules: that of last time, as long as the program runs."""
        if self.game.rules_rows is None:
            self.game.rules_rows = RulesRows({**PRESETS, **self.registry().rules}, self.game.settings.rules)
        return self.game.rules_rows

    def rows(self) -> list[Row]:
        """The rows as they are to be now."""
        return list(self.form.rows)

    def begin(self) -> None:
        """Begin the evening that was chosen."""

    def changed(self, name: str) -> None:
        """What was wrong may be right now, and other rows may belong to the form."""
        self._trouble = ""
        if self.game.rules_rows is not None:
            self.game.rules_rows.changed(name)

    def draw(self) -> None:
        """Write the rows anew: some are said of what is in focus."""
        self.form.rows = [*([Words(self._trouble, "warning"), Words("")] if self._trouble else []), *self.rows()]
        super().draw()

    def refuse(self, sentence: str) -> None:
        """Say why it cannot begin."""
        self._trouble = sentence
        self.draw()

    def done(self, name: str) -> None:
        """See `FormScreen`."""
        if name == "all rules":
            self.game.show_text(_("Rules"), self.rules.text())
        elif wrong := self.form.wrong():
            self.refuse(wrong)
        elif name != "go" and len([row for row in self.form.rows if isinstance(row, Write | Choose)]) > 1:
            self.form.move(1)  # a text among other things is done with, no more
        else:
            self.begin()


class SoloScreen(_Dialog):
    """Against AI players on this machine."""

    def __init__(self) -> None:
        super().__init__(_("Play alone"), ())
        self._bots = Choose(
            "bots",
            _("How many others"),
            [(str(number), str(number)) for number in range(1, 10)],
            2,
        )
        self._players: list[Choose] = []

    def rows(self) -> list[Row]:
        """One choice of a player for each seat."""
        number = int(self._bots.value)
        while len(self._players) < number:
            self._players.append(self._player(len(self._players)))
        shown = self._players[:number]
        return [
            Do("go", _("Begin")),
            Words(""),
            self._bots,
            *(part for row in shown for part in self._with_words(row)),
            *self.rules.rows(self.form),
        ]

    def _with_words(self, row: Choose) -> list[Row]:
        """A choice of a player, and in focus what that one is like."""
        about = self.registry().players[row.value].description
        return [row, Words(about, "faint", under=True)] if row is self.form.focus else [row]

    def _player(self, number: int) -> Choose:
        names = list(self.registry().players)
        default = names.index("steady") if "steady" in names else 0
        label = _("AI player {number}").format(number=number + 1)
        return Choose(f"player {number}", label, [(name, name) for name in names], default)

    def begin(self) -> None:
        """See `_Dialog`."""
        from dataclasses import replace

        from ..commands import prepare_play
        from ..wishes import Wishes

        wishes = replace(Wishes.of(self.game.settings), rules=self.rules.name, settings=self.rules.settings)
        number = int(self._bots.value)
        players = [row.value for row in self._players[:number]]
        self.game.prepare(lambda: prepare_play(wishes, bots=number, players=players, auto=None), self.refuse)


class OpenScreen(_Dialog):
    """A table of one's own."""

    def __init__(self) -> None:
        super().__init__(_("Open a table"), ())
        self._made: list[Row] = []

    def rows(self) -> list[Row]:
        """Name, seats, who may come, who is brought along, and the rules."""
        if not self._made:
            names = [NOBODY, *self.registry().players]
            self._made = [
                Do("go", _("Open it")),
                Words(""),
                Write("name", _("Name of the table"), "", _("(named after you)")),
                Choose("seats", _("Seats"), [(str(number), str(number)) for number in SEATS], SEATS.index(4)),
                Choose(
                    "secret",
                    _("Who may sit down"),
                    [("", _("everybody on this network")), ("secret", _("only who has the invite code"))],
                ),
                Choose(
                    "bots",
                    _("AI players you bring"),
                    [(str(number), n_("{n} player", "{n} players", number).format(n=number)) for number in range(9)],
                ),
                Choose("player", _("Which one"), [(name, name or _("any")) for name in names]),
            ]
        brings = any(row.value != "0" for row in self._made if isinstance(row, Choose) and row.name == "bots")
        shown = [row for row in self._made if brings or not (isinstance(row, Choose) and row.name == "player")]
        return [*shown, *self.rules.rows(self.form)]

    def begin(self) -> None:
        """See `_Dialog`."""
        from dataclasses import replace

        from ..commands import prepare_open
        from ..wishes import Wishes

        wishes = replace(Wishes.of(self.game.settings), rules=self.rules.name, settings=self.rules.settings)
        name, bots = self.form["name"], int(self.form["bots"])
        player = self.form["player"] if bots else NOBODY
        seats, secret = int(self.form["seats"]), bool(self.form["secret"])
        if bots >= seats:
            self.refuse(_("So many AI players and you do not fit there: choose more seats, or bring fewer."))
            return
        self.game.prepare(
            lambda: prepare_open(
                wishes,
                name or None,
                seats=seats,
                secret=secret,
                player=None,
                bots=bots,
                brought=[player] * bots if player else [],
                start=False,
            ),
            self.refuse,
        )


class JoinScreen(_Dialog):
    """Somebody's table, by what they say of it."""

    def __init__(self) -> None:
        super().__init__(_("Join by address or code"), ())
        self._made: list[Row] = [
            Write("where", _("Where"), "", _("address, name or +CODE"), wrong_place),
            Do("go", _("Sit down")),
            Words(""),
            Words(
                _(
                    "Who opened the table sees its address and its code and can read them out: a code begins with "
                    "+ and has no I, L, O or U. A name works where the list of tables does."
                ),
                "faint",
            ),
        ]

    def rows(self) -> list[Row]:
        """The same all the time."""
        return self._made

    def begin(self) -> None:
        """See `_Dialog`."""
        from ..commands import prepare_join
        from ..wishes import Wishes

        wishes, where = Wishes.of(self.game.settings), self.form["where"]
        if not where:
            self.refuse(_("Write an address, a name or a code first."))
            return
        self.game.prepare(lambda: prepare_join(wishes, where, player=None, wait=None), self.refuse)


def wrong_place(text: str) -> str:
    """What is wrong with an address or a code, in a sentence; nothing while it may still become one."""
    from ..where import read_place

    if not text or text == "+":
        return ""
    try:
        read_place(text)
    except Stop as stop:
        return stop.sentence
    return ""
