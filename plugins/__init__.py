"""AI players as plugins: what an author imports.

The `Player` class stands in `spec`, the hooks in `hooks`, discovery in `registry`, the guard around a player in
`guard`. Imports core; knows nothing of peers, sockets or screens.
"""

from .hooks import GameInfo, hookimpl
from .spec import API_VERSION, Context, Option, Player, PlayerSpec, RulesSpec

__all__ = ["API_VERSION", "Context", "GameInfo", "Option", "Player", "PlayerSpec", "RulesSpec", "hookimpl"]
