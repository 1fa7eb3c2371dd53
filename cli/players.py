"""``fliptable ai list``: the AI players there are, and the plugins they come from."""

from __future__ import annotations

from collections.abc import Sequence

from .endings import Exit
from .output import emit, own_stdout, say
from .wishes import load_players


def run(plugins: Sequence[str], *, as_json: bool) -> Exit:
    """List them; a broken plugin is listed with what is wrong. Raises `Stop` for a ``--plugin`` that does not load."""
    with own_stdout():
        registry = load_players(plugins)
        if as_json:
            emit(
                [
                    {
                        "plugin": plugin.name,
                        "source": plugin.source,
                        "version": plugin.version,
                        "players": [{"name": spec.name, "description": spec.description} for spec in plugin.players],
                        "rules": list(plugin.rules),
                        "error": plugin.error,
                    }
                    for plugin in registry.plugins
                ]
            )
            return Exit.DONE
        width = max((len(name) for name in registry.players), default=0)
        for plugin in registry.plugins:
            for spec in plugin.players:
                say(f"{spec.name:<{width}}  {spec.description}  [{plugin.source}]")
            if plugin.error:
                say(f"{plugin.name:<{width}}  does not work: {plugin.error}")
        return Exit.DONE
