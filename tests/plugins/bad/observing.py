"""A plugin whose observer fails."""

from collections.abc import Mapping

from fliptable.plugins import hookimpl


@hookimpl
def game_event(event: Mapping[str, object]) -> None:
    raise ZeroDivisionError(event["type"])
