"""The rules in sentences: what each rule set does otherwise, and all that it has. Must never know a table."""

from __future__ import annotations

from ...core.rules import PRESETS
from ..language import _
from ..rule_words import describe
from .form import Do, Form, Row, Words
from .form_screen import FormScreen, foot
from .rules_rows import all_rules


class RulesScreen(FormScreen):
    """Lists the rule sets; Enter shows every rule of one."""

    def __init__(self) -> None:
        super().__init__(Form(_("Rules"), (), foot(_("read every rule"))))

    def on_mount(self) -> None:
        """Write and draw."""
        self.draw()

    def draw(self) -> None:
        """What differs is said of the rule set in focus."""
        focus = self.form.focus.name if self.form.focus is not None else next(iter(PRESETS))
        rows: list[Row] = []
        for name, rules in PRESETS.items():
            rows.append(Do(name, name))
            if name == focus:
                same = [_("The rules of the game as it is sold.")]
                rows += [Words(text, "faint", under=True) for text in describe(rules) or same]
        self.form.rows = rows
        super().draw()

    def done(self, name: str) -> None:
        """See `FormScreen`."""
        self.game.show_text(_("Rules: {name}").format(name=name), all_rules(PRESETS[name]))
