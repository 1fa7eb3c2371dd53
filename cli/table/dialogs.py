"""The dialogs of the lobby: play alone, open a table, join one. Must never know how a match is played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from ...core.rules import PRESETS
from ..endings import Stop
from ..language import _, n_
from ..rule_words import describe
from .form import Choose, Do, Form, Row, Words, Write
from .form_screen import FormScreen

if TYPE_CHECKING:
    from ...plugins.registry import Registry

SEATS: Final = range(2, 11)
NOBODY: Final = ""


class _Dialog(FormScreen):
    """A form whose `Do` named ``go`` begins an evening, if nothing is wrong."""

    def __init__(self, title: str, rows: Sequence[Row]) -> None:
        super().__init__(Form(title, rows, _("Arrows choose, Enter goes on, Esc goes back")))
        self._trouble = ""
        self._registry: Registry | None = None

    def registry(self) -> Registry:
        """The installed AI players; the first time they are loaded."""
        if self._registry is None:
            from ..wishes import load_players

            self._registry = load_players(())
        return self._registry

    def rows(self) -> list[Row]:
        """The rows as they are to be now."""
        return list(self.form.rows)

    def begin(self) -> None:
        """Begin the evening that was chosen."""

    def on_mount(self) -> None:
        """Write and draw."""
        self.renew()

    def changed(self, name: str) -> None:
        """What was wrong may be right now, and other rows may belong to the form."""
        self._trouble = ""
        self.renew()

    def renew(self) -> None:
        """Write the rows anew."""
        self.form.rows = [*self.rows(), *([Words(""), Words(self._trouble, "warning")] if self._trouble else [])]

    def refuse(self, sentence: str) -> None:
        """Say why it cannot begin."""
        self._trouble = sentence
        self.renew()
        self.draw()

    def done(self, name: str) -> None:
        """See `FormScreen`."""
        wrong = self.form.wrong()
        if name != "go" and isinstance(self.form.focus, Write) and self.form.focus.text and not wrong:
            self.form.focus_on("go")
            if len([row for row in self.form.rows if isinstance(row, Write | Choose)]) > 1:
                return
        if wrong:
            self.refuse(wrong)
        else:
            self.begin()


def rules_row(chosen: str) -> Choose:
    """The choice of a rule set."""
    names = list(PRESETS)
    return Choose("rules", _("Rules"), [(name, name) for name in names], names.index(chosen) if chosen in names else 0)


def rules_words(preset: str) -> list[Row]:
    """What a rule set does otherwise than flip."""
    differs = describe(PRESETS[preset])
    same = [_("The rules of the game as it is sold.")]
    return [Words(f"    {sentence}", "faint") for sentence in (differs or same)]


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
        self._rules: Choose | None = None
        self._players: list[Choose] = []

    def rows(self) -> list[Row]:
        """One choice of a player for each seat."""
        if self._rules is None:
            self._rules = rules_row(self.game.settings.rules)
        number = int(self._bots.value)
        while len(self._players) < number:
            self._players.append(self._player(len(self._players)))
        shown = self._players[:number]
        return [
            Do("go", _("Begin"), "", ""),
            Words(""),
            self._bots,
            *shown,
            *(Words(f"    {self._about(row.value)}", "faint") for row in shown if row is self.form.focus),
            self._rules,
            *rules_words(self._rules.value),
        ]

    def _player(self, number: int) -> Choose:
        names = list(self.registry().players)
        default = names.index("steady") if "steady" in names else 0
        label = _("AI player {number}").format(number=number + 1)
        return Choose(f"player {number}", label, [(name, name) for name in names], default)

    def _about(self, name: str) -> str:
        return self.registry().players[name].description

    def draw(self) -> None:
        """What is said of a player follows the focus."""
        self.renew()
        super().draw()

    def begin(self) -> None:
        """See `_Dialog`."""
        from dataclasses import replace

        from ..commands import prepare_play
        from ..wishes import Wishes

        wishes = replace(Wishes.of(self.game.settings), rules=self.form["rules"])
        number = int(self._bots.value)
        players = [row.value for row in self._players[:number]]
        self.game.prepare(
            lambda: prepare_play(wishes, bots=number, players=players, auto=None), self.refuse, leaving=self
        )


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
                Write("name", _("Name of the table"), "", _("(yours)")),
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
                rules_row(self.game.settings.rules),
            ]
        return [*self._made, *rules_words(self.form_value("rules"))]

    def form_value(self, name: str) -> str:
        """The value of one of the rows."""
        return next(row.value for row in self._made if isinstance(row, Choose) and row.name == name)

    def begin(self) -> None:
        """See `_Dialog`."""
        from dataclasses import replace

        from ..commands import prepare_open
        from ..wishes import Wishes

        wishes = replace(Wishes.of(self.game.settings), rules=self.form["rules"])
        name, bots, player = self.form["name"], int(self.form["bots"]), self.form["player"]
        seats, secret = int(self.form["seats"]), bool(self.form["secret"])
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
            leaving=self,
        )


class JoinScreen(_Dialog):
    """Somebody's table, by what they say of it."""

    def __init__(self) -> None:
        super().__init__(
            _("Join by address or code"),
            (
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
            ),
        )

    def rows(self) -> list[Row]:
        """The same all the time."""
        return [row for row in self.form.rows if not (isinstance(row, Words) and row.role == "warning")]

    def begin(self) -> None:
        """See `_Dialog`."""
        from ..commands import prepare_join
        from ..wishes import Wishes

        wishes, where = Wishes.of(self.game.settings), self.form["where"]
        if not where:
            self.refuse(_("Write an address, a name or a code first."))
            return
        self.game.prepare(lambda: prepare_join(wishes, where, player=None, wait=None), self.refuse, leaving=self)


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
