"""The first time: a nickname, and the offer of the first game. Must never ask twice."""

from __future__ import annotations

from ..language import _, p_
from .form import Do, Form, Words, Write
from .form_screen import FormScreen, foot
from .settings_screen import change_setting


class WelcomeScreen(FormScreen):
    """Asks for a name over the lobby; Esc takes the one that is proposed."""

    def __init__(self) -> None:
        super().__init__(Form(_("Welcome to fliptable"), (), foot(_("go on"), escape=p_("a question", "skip"))))
        self._named = False

    def on_mount(self) -> None:
        """Ask for the name."""
        self.form.rows = [
            Words(_("What shall the others call you?")),
            Words(""),
            Write("name", _("Nickname"), self.game.login),
            Words(""),
            Words(
                _(
                    "There is no account and no server: the name and the game stay between you and those who sit at "
                    "your table, and nothing leaves your network. You can change it in the settings."
                ),
                "faint",
            ),
        ]
        self.draw()

    def done(self, name: str) -> None:
        """Keep the name, and offer the first game."""
        if name == "name":
            self._keep(self.form["name"])
        elif name == "first":
            from ..tutorial import FirstGame

            self.game.begin(FirstGame())
        else:
            self.dismiss()

    def close(self) -> None:
        """Whoever does not want to be asked is never asked again."""
        if not self._named:
            self._keep("")
        self.dismiss()

    def _keep(self, name: str) -> None:
        wrong = change_setting(self.game, "name", "" if name == self.game.login else name)
        self._named = True
        self.form.rows = [
            Words(_("Hello {name}!").format(name=name or self.game.login), "accent"),
            *([Words(wrong, "warning")] if wrong else []),
            Words(""),
            Do("first", _("Learn the game in ten minutes"), _("move by move, against nobody")),
            Do("lobby", _("Go to the lobby"), _("you know the game, or want to look around")),
        ]
