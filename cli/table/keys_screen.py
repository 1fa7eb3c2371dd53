"""The keys at the table: choose an action, press its new key. Must never know what an action does."""

from __future__ import annotations

from typing import Final

import msgspec
from textual import events

from ..config import save_setting
from ..endings import Stop
from ..language import _
from .form import Do, Form, Row, Words
from .form_screen import FormScreen, foot
from .keys import ACTIONS, named

ALL: Final = "all keys"


class KeysScreen(FormScreen):
    """Every action with its keys; ``asking`` is the one that waits for its new key."""

    def __init__(self) -> None:
        super().__init__(Form("", ()))
        self.asking = ""
        self._note = ""

    def on_mount(self) -> None:
        """Write and draw."""
        self.draw()

    def draw(self) -> None:
        """Write the rows anew."""
        rows: list[Row] = []
        focus = self.form.focus.name if self.form.focus is not None else ACTIONS[0].name
        for action in ACTIONS:
            keys = "  ".join(map(named, self.game.keys.of(action.name)))
            if action.name != focus:
                rows.append(Do(action.name, keys, _(action.text)))
                continue
            # Here the text has room, and the name that the file of settings has for it.
            rows += [Do(action.name, keys, action.name), Words(_(action.text), "faint", under=True)]
            if self._note:
                rows.append(Words(self._note, "warning", under=True))
        own = bool(self.game.settings.keys)
        self.form.title = _("Keys")
        self.form.rows = [*rows, *([Words(""), Do(ALL, _("All keys as they were at first"))] if own else [])]
        self.form.foot = foot(_("another key"), Do("default", _("as at first"), key="Del"))
        super().draw()

    def done(self, name: str) -> None:
        """Ask for the new key, or take back what was chosen."""
        if name == ALL:
            self._keep({})
        elif name == "default":
            self._default()
        else:
            self.asking = name
            self._note = _("Press the new key now. Esc changes nothing.")

    def take(self, event: events.Key) -> None:
        """Take the new key, where one is asked for."""
        if not self.asking:
            self._note = ""
            if event.key in ("delete", "backspace"):
                self._default()
                self.draw()
            else:
                super().take(event)
            return
        name, self.asking, self._note = self.asking, "", ""
        if event.key != "escape":
            character = event.character if event.is_printable and event.character != " " else None
            self._keep({**self.game.settings.keys, name: character or event.key})
        self.draw()

    def click(self, name: str) -> None:
        """A click ends the question."""
        self.asking = self._note = ""
        super().click(name)

    def _default(self) -> None:
        focus = self.form.focus
        if focus is not None:
            self._keep({name: keys for name, keys in self.game.settings.keys.items() if name != focus.name})

    def _keep(self, keys: dict[str, str]) -> None:
        """Let these keys hold and keep them, or say why that cannot be."""
        try:
            self.game.change_and_show(msgspec.structs.replace(self.game.settings, keys=keys))
            save_setting("keys", keys)
        except Stop as stop:
            self._note = stop.sentence
