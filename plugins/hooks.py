"""The hooks of a plugin: module-level functions, marked with `hookimpl`.

pluggy discovers and registers them; they are called one by one, so that a failing one is reported and left out
(`registry`). An implementation may take fewer arguments than stand here. Must never know when they are called.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from pluggy import HookimplMarker, HookspecMarker

from ..core.rules import Rules
from .spec import PlayerSpec, RulesSpec

PROJECT: Final = "fliptable"

hookspec = HookspecMarker(PROJECT)
hookimpl = HookimplMarker(PROJECT)


@dataclass(frozen=True, slots=True)
class GameInfo:
    """What an observer is told when a match begins; ``seat`` is the own one, None for a spectator."""

    seats: tuple[str, ...]
    rules: Rules
    seat: int | None


@hookspec
def register_players() -> Iterable[PlayerSpec]:
    """The players this plugin brings."""
    return ()


@hookspec
def register_rules() -> Iterable[RulesSpec]:
    """The rule sets this plugin brings."""
    return ()


@hookspec
def register_commands(app: object) -> None:
    """Add sub-commands to the program: commands of ``app``, a Typer application that is this plugin's own."""


@hookspec
def game_started(info: GameInfo) -> None:
    """A match begins."""


@hookspec
def game_event(event: Mapping[str, object]) -> None:
    """Something happened; ``event`` is what ``--json`` prints of it, reduced to what this seat may know."""


@hookspec
def game_finished(result: Mapping[str, object]) -> None:
    """A match ended; ``result`` is the last line that ``--json`` prints."""


@hookspec
def player_faulted(name: str, seat: int, fault: object) -> None:
    """A player failed; ``fault`` is a `guard.Fault`."""
