"""Which key does what at the table: one list of actions, from which the footer and the help are made.

A key is spelled as Textual names it (``enter``, ``f1``, ``ctrl+l``), or is the character itself (``?``, ``ø``). Must
never know what an action does.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from ..endings import Exit, Stop
from ..language import _, mark

NAMES: Final = {
    "left": "←",
    "right": "→",
    "up": "↑",
    "down": "↓",
    "enter": "Enter",
    "space": "Space",
    "escape": "Esc",
    "home": "Home",
    "end": "End",
    "tab": "Tab",
    "pageup": "PgUp",
    "pagedown": "PgDn",
}
"""How keys are shown that have no character."""


@dataclass(frozen=True, slots=True)
class Action:
    """Something a key does.

    Attributes:
        name: how settings call it.
        keys: its keys where nobody has chosen others.
        short: a word or two for the footer.
        text: what the help says.
    """

    name: str
    keys: tuple[str, ...]
    short: str
    text: str


ACTIONS: Final = (
    Action("left", ("left", "up"), "", mark("the card or choice to the left")),
    Action("right", ("right", "down"), mark("pick"), mark("the card or choice to the right")),
    Action("first", ("home",), mark("first"), mark("the first card")),
    Action("last", ("end",), mark("last"), mark("the last card")),
    Action("play", ("enter",), mark("play"), mark("play the selected card, or do what is chosen")),
    Action(
        "mark",
        ("space",),
        mark("mark"),
        mark("mark cards of one number to play them together, where the rules have it"),
    ),
    Action("draw", ("d",), mark("draw"), mark("draw a card, or pass where none is left")),
    Action("keep", ("k",), mark("keep"), mark("keep the card just drawn")),
    Action("call", ("u",), mark("call"), mark("play the selected card and call that one is left; or only call")),
    Action("catch", ("c",), mark("catch"), mark("catch somebody who has one card and did not call")),
    Action("challenge", ("x",), mark("challenge"), mark("challenge a wild draw card played at you")),
    Action("accept", ("a",), mark("accept"), mark("accept a wild draw card played at you")),
    Action("jump", ("j",), mark("jump in"), mark("play the same card out of turn, where the rules have it")),
    Action("hint", ("h",), mark("hint"), mark("what the AI player steady would do, and why")),
    Action("explain", ("e",), mark("why not"), mark("why the selected card may not be played")),
    Action("order", ("o",), mark("sort"), mark("sort the hand by colour, by value, or as it was drawn")),
    Action("chat", ("t",), mark("chat"), mark("write to the others; Esc ends it")),
    Action("away", ("p",), mark("who is away"), mark("wait for who is away, or vote to go on without")),
    Action("log", ("l",), mark("log"), mark("everything that was said")),
    Action("help", ("?", "f1"), mark("help"), mark("these keys")),
    Action("back", ("escape",), mark("back"), mark("close a window, take a choice back")),
    Action("quit", ("q",), mark("leave"), mark("leave the match, after a question")),
)
"""All of them; digits pick a card by its number and are nobody else's."""

FIXED: Final = frozenset({"ctrl+c", "ctrl+z", *"0123456789"})
"""Keys that always mean the same."""


def named(key: str) -> str:
    """What people call a key."""
    return NAMES.get(key, key.upper() if key.startswith("f") and key[1:].isdecimal() else key)


class KeyMap:
    """The keys that hold.

    Args:
        chosen: keys for actions, several separated by spaces, as the settings have them.

    Raises:
        Stop: an action that does not exist, no key, or a key for two actions.
    """

    def __init__(self, chosen: Mapping[str, str] | None = None) -> None:
        chosen = chosen or {}
        names = [action.name for action in ACTIONS]
        for name in chosen:
            if name not in names:
                raise Stop(
                    Exit.MISUSE,
                    _("There is no action {name} to give a key: choose one of {names}.").format(
                        name=name, names=", ".join(names)
                    ),
                )
        self._keys = {action.name: tuple(chosen.get(action.name, "").split()) or action.keys for action in ACTIONS}
        self._actions: dict[str, str] = {}
        for name, keys in self._keys.items():
            for key in keys:
                if key in FIXED:
                    raise Stop(
                        Exit.MISUSE,
                        _("The key {key} is taken for good: choose another one for {name}.").format(key=key, name=name),
                    )
                if key in self._actions:
                    raise Stop(
                        Exit.MISUSE,
                        _(
                            "The key {key} cannot mean both {one} and {other}: choose another one for one of them."
                        ).format(key=key, one=self._actions[key], other=name),
                    )
                self._actions[key] = name

    def action(self, key: str, character: str | None = None) -> str | None:
        """The action of a key, by its character where it has one; None where it means nothing."""
        if character is not None and character in self._actions:
            return self._actions[character]
        return self._actions.get(key)

    def of(self, name: str) -> tuple[str, ...]:
        """The keys of an action."""
        return self._keys[name]

    def shown(self, name: str) -> str:
        """The first key of an action, as people call it."""
        return named(self._keys[name][0])

    def footer(self, *names: str) -> list[tuple[str, str, str]]:
        """Action, key and short word, for these actions."""
        short = {action.name: action.short for action in ACTIONS}
        return [
            # One entry for both ways through the hand.
            (name, (self.shown("left") if name == "right" else "") + self.shown(name), _(short[name]))
            for name in names
        ]

    def help(self) -> list[str]:
        """What every key does, and the mouse, in sentences."""
        keys = {action.name: " ".join(map(named, self._keys[action.name])) for action in ACTIONS}
        column = max(map(len, keys.values())) + 2
        told = [f"{keys[action.name]:<{column}}{_(action.text)}" for action in ACTIONS]
        digits = "0-9".ljust(column) + _("the card of this number; for 10 and more type both digits")
        mouse = _(
            "The mouse: a click selects a card, a second one plays it; the wheel goes through the hand. The draw pile, "
            "the choices and the keys at the foot can be clicked, and so can who is to be caught."
        )
        return [*told[:4], digits, *told[4:], "", mouse]
