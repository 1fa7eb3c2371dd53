"""``fliptable ai list``: the AI players there are, and the plugins they come from.

Must never end because one of them is broken.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from typer.main import get_group

from ..plugins.registry import Plugin
from .endings import Exit
from .output import emit, own_stdout, state
from .strangers import gather
from .wishes import load_players


def run(plugins: Sequence[str], *, as_json: bool) -> Exit:
    """List them; a broken plugin is listed with what is wrong. Raises `Stop` for a ``--plugin`` that does not load."""
    from .app import app

    with own_stdout():
        registry = load_players(plugins)
        gather(registry, tuple(get_group(app).commands))
        if as_json:
            emit([entry for plugin in registry.plugins for entry in _entries(plugin)])
            return Exit.DONE
        width = max((len(name) for name in registry.players), default=0)
        for plugin in registry.plugins:
            for spec in plugin.players:
                state(f"{spec.name:<{width}}  {spec.description}  [{plugin.source}]", width + 2)
            if plugin.error:
                state(f"{plugin.name:<{width}}  does not work: {plugin.error}", width + 2)
        return Exit.DONE


def _entries(plugin: Plugin) -> list[dict[str, Any]]:
    """A plugin as scripts read it: an entry a player; one with its error where it does not work."""
    origin = {"plugin": plugin.name, "source": plugin.source, "version": plugin.version}
    found: list[dict[str, Any]] = [
        {"name": spec.name, "description": spec.description, **origin, "error": None} for spec in plugin.players
    ]
    return [*found, {"name": None, "description": "", **origin, "error": plugin.error}] if plugin.error else found
