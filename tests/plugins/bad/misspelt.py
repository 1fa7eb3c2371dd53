"""A plugin with a hook that does not exist."""

from fliptable.plugins import GameInfo, hookimpl


@hookimpl
def game_strated(info: GameInfo) -> None: ...
