"""The commands that seat somebody: from their options to an evening at a table.

Everything that can be wrong with an option is found here, before the first socket. Must never know how a match is
played.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Awaitable, Callable, Sequence
from functools import partial

from ..core.errors import BadOption
from ..core.rules import Rules
from ..p2p.hello import NAME_MAX
from ..p2p.messages import SEATS_MAX
from ..p2p.net.posters import clean
from ..plugins.registry import Registry
from ..plugins.spec import PlayerSpec
from ..plugins.tiers.worker import Worker
from . import game
from .endings import Exit, Stop
from .evening import Evening
from .front import Front
from .jsonl import JsonLines
from .lines import Lines
from .observers import Observers
from .output import own_stdout
from .plain import Plain
from .running import run
from .settings import let_go
from .where import NAME_SECONDS, Place, find_place, read_place
from .wishes import Wishes, bot_players, find_player, load_players

BOTS = 3
WAIT_MAX = 86400


def play(wishes: Wishes, *, bots: int | None, players: Sequence[str], auto: str | None) -> Exit:
    """You, or an AI player in your place, against AI players on this machine; raises `Stop`."""
    with own_stdout():
        wishes.check()
        registry = load_players(wishes.plugins)
        rules = wishes.rule_set(registry)
        number = max(BOTS, len(players)) if bots is None else bots
        _check_bots(number, 1)
        own = find_player(registry, auto) if auto is not None else None
        specs = bot_players(registry, players, number)
        return _spend(wishes, registry, rules, own, specs, reads=own is None, then=game.play)


def open_table(
    wishes: Wishes,
    called: str | None,
    *,
    seats: int | None,
    secret: bool,
    player: str | None,
    bots: int,
    brought: Sequence[str],
    start: bool,
) -> Exit:
    """Open a table on the network and sit down at it; raises `Stop`."""
    with own_stdout():
        wishes.check()
        registry = load_players(wishes.plugins)
        rules = wishes.rule_set(registry)
        _check_bots(bots, 0)
        bots = max(bots, len(brought))
        wanted = seats if seats is not None else min(10, max(4, bots + 2))
        try:
            rules.check_seats(wanted)
        except BadOption as error:
            raise Stop(Exit.MISUSE, str(error)) from None
        if bots >= wanted:
            raise Stop(Exit.MISUSE, f"{bots} bots and you do not fit on {wanted} seats: raise --seats.")
        own = find_player(registry, player) if player is not None else None
        specs = bot_players(registry, brought, bots)
        name = clean(called or "", NAME_MAX) or f"{wishes.nickname()}-table"
        evening = partial(game.open_table, called=name, seats=wanted, secret=secret, start=start)
        return _spend(wishes, registry, rules, own, specs, reads=own is None or not start, then=evening)


def join_table(wishes: Wishes, where: str | None, *, player: str | None, wait: float | None) -> Exit:
    """Sit down at a table; raises `Stop`."""
    with own_stdout():
        wishes.check()
        registry = load_players(wishes.plugins)
        rules = wishes.rule_set(registry)
        if wait is not None and not 0 <= wait <= WAIT_MAX:
            raise Stop(Exit.MISUSE, f"--wait {wait:g} is not possible: choose 0 to {WAIT_MAX} seconds.")
        own = find_player(registry, player) if player is not None else None
        place = read_place(where) if where is not None else None
        seconds = NAME_SECONDS if wait is None else wait

        async def evening(spent: Evening) -> Exit:
            async def find() -> Place:
                return place or await find_place(where, seconds, wishes.interfaces)

            return await game.join_table(spent, find, wait or 0.0)

        return _spend(wishes, registry, rules, own, (), reads=own is None, then=evening)


def _check_bots(bots: int, least: int) -> None:
    if not least <= bots < SEATS_MAX:
        raise Stop(Exit.MISUSE, f"--bots {bots} is not possible: bring {least} to {SEATS_MAX - 1}.")


def _spend(
    wishes: Wishes,
    registry: Registry,
    rules: Rules,
    player: PlayerSpec | None,
    bots: Sequence[PlayerSpec],
    *,
    reads: bool,
    then: Callable[[Evening], Awaitable[Exit]],
) -> Exit:
    """Run an evening; who sits in front of a terminal may always type, if only to leave."""
    began = time.monotonic()
    asks = player is None
    front: Front = JsonLines(asks=asks) if wishes.json else Plain(asks=asks)

    observers = Observers(registry, front.remark)
    # It starts while the cards are dealt, so that nobody waits for it.
    worker = Worker() if player is not None or bots else None

    async def work() -> Exit:
        lines = Lines() if reads or (sys.stdin is not None and sys.stdin.isatty()) else None
        tier = worker.tier if worker is not None else None
        return await then(Evening(wishes, rules, front, lines, player, bots, tier, observers, began))

    try:
        return run(work)
    finally:
        if worker is not None:
            worker.close()
        let_go()
