"""One process for all players of this program, and one for each from the moment that something goes wrong in it.

As long as all goes well players share a process. When a question in it is not answered in time, or the process ends,
or memory does, nobody can tell from outside who did it: another player's thread may hold the interpreter, or all the
memory. So nobody is blamed. The process is killed, every player gets one of its own when it is asked next, is made
again there and told all that happened so far; a question that stood open is put again, with the same time. What
happens in such a process is the doing of one player.

Must never blame a player for what another one may have done.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from contextlib import suppress
from itertools import count
from time import monotonic, sleep
from typing import Final

from ...core.events import Event
from ...core.moves import Move
from ...core.phases import MatchResult
from ...core.view import View
from ..spec import Context, PlayerSpec
from .child import Gone
from .hosting import Host
from .inprocess import InProcess
from .isolated import Isolated
from .orders import Ask, End, Full, Make, Order, outcome
from .packing import pack
from .tier import Died, Late, Tier

CLOSE_SECONDS: Final = 1.5
"""How long `Worker.close` waits for players that are hearing the end of a match."""


class Worker:
    """The process of the players of this program; started at once, in the background.

    Attributes:
        closed: whether `close` has been called: no player is made again from then on.
    """

    def __init__(self) -> None:
        self._host = Host()
        self._numbers = count()
        self._lock = threading.Lock()
        self._open: set[Tier] = set()
        self.closed = False

    def tier(self, spec: PlayerSpec) -> Tier:
        """Where a player runs: here, or in a thread of this program when no plugin brought it."""
        if spec.origin is None:
            return InProcess(spec.factory, spec.name)
        made = _Sharing(self, spec, next(self._numbers))
        with self._lock:
            self._open.add(made)
        return made

    def ask(self, number: int, order: Order, seconds: float) -> list[object]:
        """As `Host.ask`, for the player of this number."""
        return self._host.ask(number, order, seconds)

    def give_up(self) -> None:
        """End the process that all share."""
        self._host.kill()

    def let_go(self, tier: Tier, number: int) -> None:
        """A player is done with."""
        self._host.dismiss(number)
        with self._lock:
            self._open.discard(tier)

    def close(self) -> None:
        """End it, when those who hear the end of their match have heard it, or have taken too long."""
        self.closed = True
        deadline = monotonic() + CLOSE_SECONDS
        while monotonic() < deadline:
            with self._lock:
                if not self._open:
                    break
            sleep(0.01)
        self._host.kill()
        with self._lock:
            left = list(self._open)
        for tier in left:
            tier.close()


class _Sharing:
    """A player that shares the process of a `Worker` as long as all goes well."""

    def __init__(self, worker: Worker, spec: PlayerSpec, number: int) -> None:
        self._worker = worker
        self._spec = spec
        self._number = number
        self._context: Context | None = None
        self._past: list[Event] = []
        self._own: Isolated | None = None
        self.spent = 0.0

    def start(self, context: Context, seconds: float) -> None:
        """See `Tier`."""
        self._context = context
        if self._spec.origin is not None and self._own is None:
            with suppress(Late, Gone, Full):
                self._shared(Make(self._spec.origin, self._spec.name, context, ()), seconds)
                return
        self._alone(()).start(context, seconds)

    def choose(self, events: Sequence[Event], view: View, seconds: float) -> object:
        """See `Tier`."""
        if self._own is None:
            heard = tuple(self._past)
            self._past.extend(events)
            began = monotonic()
            try:
                return self._shared(Ask(events, pack(view)), seconds, view.legal)
            except (Late, Gone, Full):
                self._alone(heard)
            finally:
                self.spent = monotonic() - began
        own = self._alone(())
        try:
            return own.choose(events, view, seconds)
        finally:
            self.spent = own.spent

    def finish(self, events: Sequence[Event], result: MatchResult | None, seconds: float) -> None:
        """See `Tier`. What breaks the process now costs nobody anything, and so nobody is named."""
        if self._own is not None:
            self._own.finish(events, result, seconds)
            return
        with suppress(Late, Gone, Full):
            self._shared(End(events, result), seconds)

    def close(self) -> None:
        """See `Tier`."""
        if self._own is not None:
            self._own.close()
        self._worker.let_go(self, self._number)

    def _shared(self, order: Order, seconds: float, legal: Sequence[Move] = ()) -> Move | None:
        """Ask in the process of all; raises also `Late`, `Gone` and `Full`, with nobody to blame."""
        try:
            return outcome(self._worker.ask(self._number, order, seconds), legal)
        except (Late, Full):
            self._worker.give_up()
            raise

    def _alone(self, heard: Sequence[Event]) -> Isolated:
        """The process of its own, in which it has heard of so much; raises `Died` when the program ends."""
        if self._own is None and self._worker.closed:
            raise Died("the program ends")
        if self._own is None:
            self._own = Isolated(self._spec, self._context, heard)
            self._past.clear()
        return self._own
