"""Plugins that look on: they are told what the own seat may know, and cost nothing where nobody listens.

Must never know how a match is played.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from ..core.events import Event
from ..core.report import report
from ..core.rules import Rules
from ..core.table import Table
from ..p2p.notices import DealtAgain
from ..plugins.guard import Fault
from ..plugins.hooks import GameInfo
from ..plugins.registry import Registry


class Observers:
    """The plugins of ``registry`` that observe; ``remark`` is told when one of them fails, once."""

    def __init__(self, registry: Registry, remark: Callable[[str], None]) -> None:
        self._registry = registry
        self._remark = remark
        self._told = {plugin.error for plugin in registry.plugins}

    def started(self, seats: Sequence[str], rules: Rules, seat: int) -> None:
        """A match begins."""
        if self._registry.listens("game_started"):
            self._registry.game_started(GameInfo(tuple(seats), rules, seat))
            self._complain()

    def happened(self, table: Table, events: Sequence[Event], seat: int) -> None:
        """The table changed."""
        if self._registry.listens("game_event"):
            for event in events:
                self._registry.game_event(report(table, event, seat))
            self._complain()

    def dealt_again(self, notice: DealtAgain) -> None:
        """What was on the table is void."""
        if self._registry.listens("game_event"):
            self._registry.game_event({"type": "dealt-again", "without": notice.without, "round": notice.round})
            self._complain()

    def finished(self, result: Mapping[str, object]) -> None:
        """The match is over; ``result`` is the last line that ``--json`` prints."""
        if self._registry.listens("game_finished"):
            self._registry.game_finished(result)
            self._complain()

    def failed(self, fault: Fault) -> None:
        """An AI player failed."""
        if self._registry.listens("player_faulted"):
            self._registry.player_faulted(fault.player, fault.seat, fault)
            self._complain()

    def _complain(self) -> None:
        for plugin in self._registry.plugins:
            if plugin.error and plugin.error not in self._told:
                self._told.add(plugin.error)
                self._remark(plugin.error)
