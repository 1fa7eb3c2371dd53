"""Which tier a player gets: the one it was chosen with, else the one that whoever seats it prefers.

Must never know what a tier does.
"""

from __future__ import annotations

from collections.abc import Callable

from ..spec import PlayerSpec
from .command import Command
from .inprocess import InProcess
from .isolated import Isolated
from .tier import Tier


def place(spec: PlayerSpec, preferred: Callable[[PlayerSpec], Tier] | None = None) -> Tier:
    """The place where a player runs; a thread of this process when nobody prefers anything."""
    if spec.command:
        return Command(spec.command)
    if spec.isolated:
        return Isolated(spec)
    return preferred(spec) if preferred is not None else InProcess(spec.factory, spec.name)
