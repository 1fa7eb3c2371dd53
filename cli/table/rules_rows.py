"""The choice of rules in a form: a rule set, and the single rules that people ask for most.

Must never know what the rules are chosen for.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ...core.errors import BadOption
from ...core.rules import OPTIONS, Rules, Value, parse_options
from ..language import _, mark
from ..rule_words import DECKS, describe, meaning, setting
from .form import Choose, Do, Form, Row, Words

SINGLE: Final[Mapping[str, str]] = {
    "stacking": mark("Draw card on draw card"),
    "jump_in": mark("Jumping in"),
    "seven_zero": mark("Sevens and zeros"),
    "draw_rule": mark("Drawing"),
    "call_mode": mark("Calling the last card"),
    "match": mark("A match goes by"),
    "target": mark("Points"),
    "rounds": mark("Rounds"),
    "turn_seconds": mark("Seconds for a turn"),
}
"""What can be chosen one by one, and what it is called here; all others are for ``--set``."""

NUMBERS: Final[Mapping[str, tuple[int, ...]]] = {
    "target": (100, 200, 300, 500, 1000),
    "rounds": (1, 2, 3, 5, 10),
    "turn_seconds": (0, 15, 30, 60, 120),
}
"""Of many numbers the ones that are offered, besides that of the rule set."""


class RulesRows:
    """The rows, and what is chosen in them.

    Args:
        sets: the rule sets there are, by name.
        chosen: the name of the one to begin with, if there is one of that name.
    """

    def __init__(self, sets: Mapping[str, Rules], chosen: str) -> None:
        self._sets = sets
        names = list(sets)
        at = names.index(chosen) if chosen in names else 0
        self._set = Choose("rules", _("Rules"), [(name, name) for name in names], at)
        self._whether = Choose(
            "single", _("Single rules"), [("", _("as that rule set has them")), ("own", _("chosen below"))]
        )
        self._single: dict[str, Choose] = {}
        self._renew()

    @property
    def name(self) -> str:
        """The name of the rule set."""
        return self._set.value

    @property
    def settings(self) -> tuple[str, ...]:
        """What differs from it, as ``--set`` takes it."""
        base = self._sets[self.name].to_dict()
        chosen = {row.name: OPTIONS[row.name].parse(row.value) for row in self._shown()}
        return tuple(setting(name, value) for name, value in chosen.items() if value != base[name])

    def rules(self) -> Rules:
        """The rules; raises BadOption where two of them exclude each other."""
        return parse_options(self._sets[self.name], self.settings)

    def rows(self, form: Form) -> list[Row]:
        """The rows of now; of what is in focus in the form more is said."""
        rows: list[Row] = [self._set]
        if not self._whether.value:
            same = [_("The rules of the game as it is sold.")]
            rows += [Words(text, "faint", under=True) for text in describe(self._sets[self.name]) or same]
        rows.append(self._whether)
        for row in self._shown():
            rows.append(row)
            if row is form.focus:
                value = OPTIONS[row.name].parse(row.value)
                rows.append(Words(f"{meaning(row.name, value)} ({setting(row.name, value)})", "faint", under=True))
        try:
            self.rules()
        except BadOption as error:
            rows.append(Words(str(error), "warning", under=True))
        return [*rows, Do("all rules", _("Read all rules as they are chosen"))]

    def changed(self, name: str) -> None:
        """Another rule set has other single rules."""
        if name == "rules":
            self._renew()

    def text(self) -> list[str]:
        """All rules as they are chosen, a sentence each."""
        try:
            return all_rules(self.rules())
        except BadOption as error:
            return [str(error)]

    def _renew(self) -> None:
        values = self._sets[self.name].to_dict()
        self._single = {name: _choose(name, label, values[name]) for name, label in SINGLE.items()}

    def _shown(self) -> list[Choose]:
        if not self._whether.value:
            return []
        idle = {"target"} if self._single["match"].value != "points" else set[str]()
        idle |= {"rounds"} if self._single["match"].value != "rounds" else set()
        return [row for name, row in self._single.items() if name not in idle]


def all_rules(rules: Rules) -> list[str]:
    """Every rule that is used, a sentence each."""
    values, unused = rules.to_dict(), rules.unused()
    return [_(DECKS[rules.deck]), *(meaning(name, values[name]) for name in OPTIONS if name not in unused)]


def _choose(name: str, label: str, value: Value) -> Choose:
    option = OPTIONS[name]
    values = option.values if isinstance(option.values, tuple) else sorted({*NUMBERS[name], int(value)})
    words = {True: _("yes"), False: _("no")}
    spelled = [(option.spell(each), words[each] if isinstance(each, bool) else str(each)) for each in values]
    return Choose(name, _(label), spelled, [each for each, _ in spelled].index(option.spell(value)))
