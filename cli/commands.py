"""The commands that seat somebody: from their options to an evening at a table.

Everything that can be wrong with an option is found here, before the first socket; what has been found right is a
`Prepared` evening, which any front end can spend. Must never know how a match is played.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from ..core.errors import BadOption
from ..core.rules import Rules
from ..p2p.hello import NAME_MAX
from ..p2p.messages import SEATS_MAX
from ..p2p.text import clean
from ..plugins.registry import Registry
from ..plugins.spec import PlayerSpec
from ..plugins.tiers.worker import Worker
from . import game
from .endings import Exit, Stop
from .evening import Evening
from .front import Front, Input
from .journals import JournalFile, find_journal
from .jsonl import JsonLines
from .language import _, n_
from .lines import Lines
from .observers import Observers
from .output import own_stdout
from .plain import Plain
from .running import run
from .settings import let_go
from .terminal import fits_screen
from .where import NAME_SECONDS, Place, find_place, read_place
from .wishes import Wishes, bot_players, find_player, load_players

BOTS = 3
WAIT_MAX = 86400
RESUME_SECONDS = 60.0
"""How long the others are looked for by whoever comes back, unless ``--wait`` says otherwise."""


@dataclass(frozen=True, slots=True)
class Prepared:
    """An evening whose options have all been checked; nothing is on the network yet.

    Attributes:
        wishes: the options.
        registry: the AI players and observers there are.
        rules: the rules it wants.
        player: the AI player that has the own seat, None for a person or a script.
        bots: who plays the further seats of this program.
        reads: whether somebody has to type, whatever the front end.
        then: the whole evening.
        company: whether others may come from elsewhere.
    """

    wishes: Wishes
    registry: Registry
    rules: Rules
    player: PlayerSpec | None
    bots: tuple[PlayerSpec, ...]
    reads: bool
    then: Callable[[Evening], Awaitable[Exit]]
    company: bool = True

    @property
    def person(self) -> bool:
        """Whether a person or a script has the own seat."""
        return self.player is None

    async def spend(self, front: Front, lines: Input | None) -> Exit:
        """Spend the evening in front of ``front``; raises `Stop`. Cancelled, it says goodbye to the others first."""
        began = time.monotonic()
        # It starts while the cards are dealt, so that nobody waits for it.
        worker = Worker() if self.player is not None or self.bots else None
        tier = worker.tier if worker is not None else None
        observers = Observers(self.registry, front.remark)
        try:
            return await self.then(
                Evening(self.wishes, self.rules, front, lines, self.player, self.bots, tier, observers, began)
            )
        finally:
            if worker is not None:
                await asyncio.to_thread(worker.close)  # it waits for players that hear how it ended
            let_go()


def play(wishes: Wishes, *, bots: int | None, players: Sequence[str], auto: str | None) -> Exit:
    """You, or an AI player in your place, against AI players on this machine; raises `Stop`."""
    screen = _on_screen(wishes)
    with own_stdout():
        return _spend(prepare_play(wishes, bots=bots, players=players, auto=auto), screen=screen)


def prepare_play(wishes: Wishes, *, bots: int | None, players: Sequence[str], auto: str | None) -> Prepared:
    """Check what `play` was asked for; raises `Stop`."""
    wishes.check()
    registry = load_players(wishes.plugins)
    rules = wishes.rule_set(registry)
    number = max(BOTS, len(players)) if bots is None else bots
    _check_bots(number, 1)
    own = find_player(registry, auto) if auto is not None else None
    specs = bot_players(registry, players, number)
    return Prepared(wishes, registry, rules, own, tuple(specs), own is None, game.play, company=False)


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
    screen = _on_screen(wishes)
    with own_stdout():
        prepared = prepare_open(
            wishes, called, seats=seats, secret=secret, player=player, bots=bots, brought=brought, start=start
        )
        return _spend(prepared, screen=screen)


def prepare_open(
    wishes: Wishes,
    called: str | None,
    *,
    seats: int | None,
    secret: bool,
    player: str | None,
    bots: int,
    brought: Sequence[str],
    start: bool,
) -> Prepared:
    """Check what `open` was asked for; raises `Stop`."""
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
        raise Stop(
            Exit.MISUSE,
            n_(
                "{number} bot and you do not fit on {wanted} seats: raise --seats.",
                "{number} bots and you do not fit on {wanted} seats: raise --seats.",
                bots,
            ).format(number=bots, wanted=wanted),
        )
    own = find_player(registry, player) if player is not None else None
    specs = bot_players(registry, brought, bots)
    name = clean(called or "", NAME_MAX) or f"{wishes.nickname()}-table"
    evening = partial(game.open_table, called=name, seats=wanted, secret=secret, start=start)
    return Prepared(wishes, registry, rules, own, tuple(specs), own is None or not start, evening)


def join_table(
    wishes: Wishes, where: str | None, *, player: str | None, wait: float | None, resume: bool = False
) -> Exit:
    """Sit down at a table, or come back to one; raises `Stop`."""
    screen = _on_screen(wishes)
    prepare = prepare_resume if resume else prepare_join
    with own_stdout():
        return _spend(prepare(wishes, where, player=player, wait=wait), screen=screen)


def prepare_join(wishes: Wishes, where: str | None, *, player: str | None, wait: float | None) -> Prepared:
    """Check what `join` was asked for; raises `Stop`."""
    wishes.check()
    registry = load_players(wishes.plugins)
    rules = wishes.rule_set(registry)
    check_wait(wait)
    own = find_player(registry, player) if player is not None else None
    place = read_place(where) if where is not None else None
    seconds = NAME_SECONDS if wait is None else wait

    async def evening(spent: Evening) -> Exit:
        async def find() -> Place:
            return place or await find_place(where, seconds, wishes.interfaces)

        return await game.join_table(spent, find, wait or 0.0)

    return Prepared(wishes, registry, rules, own, (), own is None, evening)


def prepare_resume(
    wishes: Wishes, where: str | None, *, player: str | None, wait: float | None, journal: Path | None = None
) -> Prepared:
    """Check what `join --resume` was asked for; ``where`` is the table's name, or where one of it is now.

    Where the ``journal`` of the game is given, nobody has to look for it.

    Raises:
        Stop: an option is wrong, or there is nothing to come back to.
    """
    wishes.check()
    registry = load_players(wishes.plugins)
    rules = wishes.rule_set(registry)
    check_wait(wait)
    own = find_player(registry, player) if player is not None else None
    place = read_place(where) if where is not None else None
    path = journal or find_journal(where if place is None else None)
    addresses = place.addresses if place is not None else ()

    async def evening(spent: Evening) -> Exit:
        seconds = RESUME_SECONDS if wait is None else wait
        return await game.resume_table(spent, lambda: JournalFile.take(path), addresses, seconds)

    return Prepared(wishes, registry, rules, own, (), own is None, evening)


def check_wait(wait: float | None) -> None:
    """Raises `Stop` for a ``--wait`` that is not possible."""
    if wait is not None and not 0 <= wait <= WAIT_MAX:
        raise Stop(
            Exit.MISUSE,
            _("{option} is not possible: choose {least} to {most}.").format(
                option=f"--wait {wait:g}", least=0, most=_("{seconds} seconds").format(seconds=WAIT_MAX)
            ),
        )


def _check_bots(bots: int, least: int) -> None:
    if not least <= bots < SEATS_MAX:
        raise Stop(
            Exit.MISUSE,
            _("--bots {bots} is not possible: bring {least} to {most}.").format(
                bots=bots, least=least, most=SEATS_MAX - 1
            ),
        )


def _on_screen(wishes: Wishes) -> bool:
    """Whether the full screen is the front end; looked at before standard output is set apart."""
    return not wishes.json and not wishes.plain and fits_screen()


def _spend(prepared: Prepared, *, screen: bool) -> Exit:
    """Spend an evening; who sits in front of a terminal may always type, if only to leave."""
    if screen:
        from .table.app import spend

        return spend(prepared)
    front: Front = JsonLines(asks=prepared.person) if prepared.wishes.json else Plain(asks=prepared.person)

    async def work() -> Exit:
        lines = Lines() if prepared.reads or (sys.stdin is not None and sys.stdin.isatty()) else None
        return await prepared.spend(front, lines)

    return run(work)
