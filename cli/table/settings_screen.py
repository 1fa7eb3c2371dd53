"""The settings: each with its choices in words, changed at once and kept in the file of settings.

Must never know what a setting does.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import msgspec
from textual import events

from ...core.rules import PRESETS
from ..config import ABOUT, VARIABLE, chosen_settings, read_setting, save_setting
from ..endings import Stop
from ..folders import config_folder
from ..language import _, languages, mark
from ..look.look import theme_names
from .form import Choose, Do, Form, Row, Words, Write
from .form_screen import FormScreen, foot

if TYPE_CHECKING:
    from .app import TableApp

LABELS: Final = {
    "name": mark("Nickname"),
    "language": mark("Language"),
    "theme": mark("Table"),
    "vision": mark("Colours of the cards"),
    "colours": mark("How many colours"),
    "glyphs": mark("Signs"),
    "motion": mark("Movement"),
    "bell": mark("Bell"),
    "sort": mark("Your hand"),
    "arm": mark("Second Enter plays"),
    "hints": mark("Hints"),
    "pace": mark("AI players wait"),
    "rules": mark("Rules"),
    "plain": mark("Lines of text"),
}
"""What each setting is called; ``keys`` have a screen of their own."""

WORDS: Final = {
    ("language", ""): mark("that of the system"),
    ("vision", "normal"): mark("for all eyes"),
    ("vision", "protan"): mark("for eyes that see little red"),
    ("vision", "deutan"): mark("for eyes that see little green"),
    ("vision", "tritan"): mark("for eyes that see little blue"),
    ("glyphs", "auto"): mark("what the terminal can show"),
    ("glyphs", "unicode"): mark("shapes and blocks (Unicode)"),
    ("glyphs", "ascii"): mark("letters alone (ASCII)"),
    ("colours", "auto"): mark("what the terminal can show"),
    ("colours", "true"): mark("all"),
    ("colours", "none"): mark("none"),
    ("motion", "full"): mark("the table is seen to turn over"),
    ("motion", "reduced"): mark("none"),
    ("bell", "turn"): mark("when it is your turn and you look elsewhere"),
    ("bell", "off"): mark("never"),
    ("sort", "colour"): mark("by colour"),
    ("sort", "value"): mark("by value"),
    ("sort", "drawn"): mark("as it was drawn"),
    **{(name, "true"): mark("yes") for name in ("arm", "hints", "plain")},
    **{(name, "false"): mark("no") for name in ("arm", "hints", "plain")},
}
"""Values in words; others are called what they are in the file."""

LANGUAGES: Final = {"en": "English", "da": "dansk", "de": "Deutsch", "hu": "magyar", "sl": "slovenščina"}
"""What languages are called by those who speak them; others by their code."""
PACES: Final = (0.0, 0.5, 1.0, 2.0, 3.0)


def change_setting(game: TableApp, name: str, text: str) -> str:
    """Let a setting hold from now on, and keep it; gives what is wrong in a sentence, or nothing."""
    try:
        source = chosen_settings()[name].source
        if source.startswith(VARIABLE):
            return _("{variable} holds this setting: change it there, or take it out of the environment.").format(
                variable=source
            )
        value = read_setting(name, text, _("Settings"), text=True)
        game.change_and_show(msgspec.structs.replace(game.settings, **{name: value}))
        save_setting(name, value)
    except Stop as stop:
        return stop.sentence
    return ""


def values(game: TableApp, name: str) -> list[str]:
    """What a setting may be as it is written, what it is now among it."""
    from ..config import choices

    now = spelled(getattr(game.settings, name))
    match name:
        case "theme":
            found: Sequence[str] = theme_names(config_folder() / "themes")
        case "language":
            found = ("", *languages())
        case "rules":
            found = tuple(PRESETS)
        case "pace":
            found = tuple(map(spelled, PACES))
        case _:
            found = choices(name)
    return [*found, *([now] if now not in found else [])]


def spelled(value: object) -> str:
    """A value as `read_setting` reads it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return f"{value:g}" if isinstance(value, float) else str(value)


class SettingsScreen(FormScreen):
    """All settings."""

    def __init__(self) -> None:
        super().__init__(Form("", ()))
        self._note = ""
        self._name: Write | None = None

    def on_mount(self) -> None:
        """Write and draw."""
        self.draw()

    def draw(self) -> None:
        """Write the rows anew: the language may be another, and what is in focus is explained."""
        game = self.game
        if self._name is None:
            self._name = Write("name", "", game.settings.name, game.login)
        self._keep_name()
        self._name.label = _(LABELS["name"])
        rows: list[Row] = []
        for name in LABELS:
            row = self._name if name == "name" else self._choice(name)
            rows.append(row)
            if self.form.focus is not None and self.form.focus.name == name:
                rows.append(Words(self._note or _(ABOUT[name]), "warning" if self._note else "faint", under=True))
        self.form.title = _("Settings")
        self.form.rows = [
            *rows,
            Words(""),
            Do("card", _("Look at the colours"), _("can you tell the cards apart? do the signs fit?"), ""),
            Do("keys", _("Keys"), _("what each key does at the table")),
        ]
        self.form.foot = foot(_("next choice"), Words(_("arrows choose")))
        super().draw()

    def changed(self, name: str) -> None:
        """A choice holds at once, a text when it is left."""
        if name != "name":
            self._note = change_setting(self.game, name, self.form[name])

    def done(self, name: str) -> None:
        """See `FormScreen`."""
        if name == "card":
            from .calibration_screen import CalibrationScreen

            self.game.push_screen(CalibrationScreen())
        elif name == "keys":
            from .keys_screen import KeysScreen

            self.game.push_screen(KeysScreen())
        else:
            self.form.move(1)

    def close(self) -> None:
        """Keep the name, and go."""
        self.form.focus_on("keys")
        self._keep_name()
        super().close()

    def _choice(self, name: str) -> Choose:
        options = [(value, word(name, value)) for value in values(self.game, name)]
        now = spelled(getattr(self.game.settings, name))
        return Choose(name, _(LABELS[name]), options, [value for value, _ in options].index(now))

    def _keep_name(self) -> None:
        focus = self.form.focus
        if self._name is None or focus is None or focus.name == "name":
            return
        text = self._name.text.strip()
        if text != self.game.settings.name:
            self._note = change_setting(self.game, "name", text)
            self._name.text = self.game.settings.name
            self._name.at = len(self._name.text)
            if self._note:
                self.form.focus_on("name")

    def take(self, event: events.Key) -> None:
        """A sentence about what was tried last goes with the next key."""
        self._note = ""
        super().take(event)


def word(name: str, value: str) -> str:
    """A value in words."""
    if name == "language" and value:
        return LANGUAGES.get(value, value)
    if name == "pace":
        return _("{seconds} s").format(seconds=value)
    return _(WORDS[name, value]) if (name, value) in WORDS else value
