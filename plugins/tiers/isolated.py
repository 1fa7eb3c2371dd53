"""A Python player in a process of its own.

What enters that process is what its seat may know (`core.knowledge`), and nothing else of the game; what leaves it is
the number of a legal move. It may take no more of the machine than `limits` says. A player that is late, or takes its
process down, gets a new one: it is made again and told all that happened so far. Must never know other players.
"""

from __future__ import annotations

from collections.abc import Sequence
from time import monotonic

from ...core.events import Event
from ...core.moves import Move
from ...core.phases import MatchResult
from ...core.view import View
from ..spec import Context, PlayerSpec
from .child import Gone
from .hosting import Host
from .orders import Ask, Cancelled, End, Full, Make, Order, outcome
from .packing import pack
from .tier import Died, Failed, Late


class Isolated:
    """The tier of one process a player.

    Args:
        spec: the player; a plugin must have brought it, so that the process can find it.
        context: what it was told before the match, when it is in the middle of one.
        past: what has happened so far.
    """

    def __init__(self, spec: PlayerSpec, context: Context | None = None, past: Sequence[Event] = ()) -> None:
        self._origin = spec.origin
        self._name = spec.name
        self._context = context
        self._past = list(past)
        self._host: Host | None = Host()
        self._made = False
        self.spent = 0.0

    def start(self, context: Context, seconds: float) -> None:
        """See `Tier`."""
        self._context = context
        self._make(self._past, seconds)

    def choose(self, events: Sequence[Event], view: View, seconds: float) -> object:
        """See `Tier`."""
        heard = len(self._past)
        self._past.extend(events)
        self.spent = 0.0
        if not self._made and self._context is not None:
            self._make(self._past[:heard], self._context.budget.start)
        began = monotonic()
        try:
            return self._ask(Ask(events, pack(view)), seconds, view.legal)
        finally:
            self.spent = monotonic() - began

    def finish(self, events: Sequence[Event], result: MatchResult | None, seconds: float) -> None:
        """See `Tier`; a player whose process is gone is not made again for that."""
        if self._made:
            self._ask(End(events, result), seconds)

    def close(self) -> None:
        """See `Tier`."""
        self._made = False
        if self._host is not None:
            self._host.kill()
            self._host = None

    def _make(self, past: Sequence[Event], seconds: float) -> None:
        if self._origin is None:
            raise Failed("no plugin brought it, so that no other process can find it")
        if self._context is not None:
            self._ask(Make(self._origin, self._name, self._context, past), seconds)
            self._made = True

    def _ask(self, order: Order, seconds: float, legal: Sequence[Move] = ()) -> Move | None:
        if self._host is None:
            self._host = Host()
        try:
            return outcome(self._host.ask(0, order, seconds), legal)
        except Cancelled:
            raise
        except Full as full:
            self.close()
            raise Failed(str(full)) from None
        except Late:
            self.close()
            raise
        except Gone as gone:
            self.close()
            raise Died(str(gone)) from None
