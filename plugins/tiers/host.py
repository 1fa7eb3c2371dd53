"""What runs in a process that hosts players: each in a thread of its own, all told what to do through one pipe.

The process is watched from outside: it keeps no deadline but for what is awaited, and ends when its parent goes.
Must never know what else the parent does.
"""

from __future__ import annotations

import json
import os
import pickle
import threading
from queue import SimpleQueue
from time import monotonic

from ...core.rules import Rules
from ..errors import PluginError
from ..registry import Registry
from ..spec import PlayerSpec
from .child import Parent
from .hosted import Hosted
from .limits import limit_ourselves
from .orders import Ask, End, Make, Order
from .packing import unpack
from .tier import Failed, Late, Wrong, account, judge

_Told = tuple[int, Order, float]


def main() -> None:
    """Do what is told until the parent goes."""
    limit_ourselves()
    parent = Parent()
    parent.send(b"[]")
    guests: dict[int, SimpleQueue[_Told | None]] = {}
    while (frame := parent.receive()) is not None:
        seat, number, order, seconds = pickle.loads(frame)  # noqa: S301 - it is our parent's
        if order is None:
            if seat in guests:
                guests.pop(seat).put(None)
            continue
        if seat not in guests:
            guests[seat] = SimpleQueue()
            threading.Thread(target=_entertain, args=(parent, guests[seat]), daemon=True).start()
        guests[seat].put((number, order, monotonic() + seconds))
    os._exit(0)  # Whatever players are doing: nobody waits for them any more.


def _entertain(parent: Parent, orders: SimpleQueue[_Told | None]) -> None:
    """What runs in a player's thread."""
    guest = _Guest()
    while (told := orders.get()) is not None:
        number, order, deadline = told
        try:
            answer = guest.do(order, deadline)
        except Late:
            answer = ["late"]
        except Failed as failure:
            answer = ["failed", str(failure)]
        except Wrong as wrong:
            answer = ["wrong", wrong.kind.value, str(wrong)]
        except MemoryError as error:
            answer = ["full", account(error)]
        except BaseException as error:  # SystemExit too: it is the player that stops, not the process
            answer = ["failed", account(error)]
        parent.send(json.dumps([number, *answer]).encode())
    guest.close()


class _Guest:
    """One player and the rules it plays by."""

    def __init__(self) -> None:
        self._hosted: Hosted | None = None
        self._rules = Rules()
        self._seat = 0

    def do(self, order: Order, deadline: float) -> list[object]:
        """What `orders` says; raises what the player does."""
        match order:
            case Make(origin, name, context, past):
                self.close()
                self._rules, self._seat = context.rules, context.seat
                self._hosted = Hosted(found(origin, name).factory)
                self._hosted.start(context, deadline)
                self._hosted.hear(past, deadline)
                return ["done"]
            case Ask(events, table):
                view = unpack(table, self._rules, self._seat)
                move = judge(self._made().choose(events, view, deadline), view.legal, acts=view.acts)
                return ["move", None if move is None else view.legal.index(move)]
            case End(events, result):
                self._made().finish(events, result, deadline)
                return ["done"]

    def close(self) -> None:
        """Let go of the player."""
        if self._hosted is not None:
            self._hosted.close()

    def _made(self) -> Hosted:
        if self._hosted is None:
            raise Failed("it was never made")
        return self._hosted


def found(origin: tuple[str, str], name: str) -> PlayerSpec:
    """The player of a plugin, which is loaded here once more; raises `Failed`."""
    try:
        with _LOADING:
            if origin not in _REGISTRIES:
                _REGISTRIES[origin] = Registry.of(origin)
            return _REGISTRIES[origin].find(name)
    except PluginError as error:
        raise Failed(str(error).rstrip(".")) from None


_LOADING = threading.Lock()
_REGISTRIES: dict[tuple[str, str], Registry] = {}
