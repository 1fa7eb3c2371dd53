"""What a round costs between real peers: start of a round and one move, over loopback TLS, printed, never judged.

Run it by `python tests/bench/round.py`. All peers live in one process on this machine, each with two threads for its
session; they share the sockets, and what one has found proved (all others would find the same). Wall clock, the median
of a few matches of two rounds. `start` is from the signed charter to the first move that somebody may make: keys, every
seat's shuffle of both decks with its proofs, their checks, the deal. `next` is from the last audit of the first round
to the first move of the second, whose deck was made meanwhile: the guests think for a tenth of a second before each
move, for a round that ends before the next deck is made has to wait for it. `slot` is from a move to the settling of
its slot. The ratios compare `start` with one seat's own mix, done alone in one thread beforehand in this run
(`deal.py`), and `next` with `start`.
"""

import asyncio
import random
import secrets
import statistics
import time
from collections.abc import Coroutine
from dataclasses import dataclass, field, replace
from typing import Any, Final

from fliptable.core.cards import FLIP
from fliptable.core.moves import Call, Catch, Play
from fliptable.core.rules import PRESETS
from fliptable.p2p.deal.deal import Deal
from fliptable.p2p.deal.secret import Secret
from fliptable.p2p.identity import Identity
from fliptable.p2p.net.address import Address
from fliptable.p2p.net.pump import Pump
from fliptable.p2p.notices import Audited, Began, Ended, Notice, Settled

SEATS: Final = (2, 4, 10)
MATCHES: Final = 3
PACE: Final = 0.1
RULES: Final = replace(PRESETS["quick"], hand_size=7, match="rounds", rounds=2)


@dataclass
class Guest:
    """A peer that lays what fits and notes when things happened to it."""

    name: str
    began: float = 0.0
    audited: list[float] = field(default_factory=list[float])
    dealt: list[float] = field(default_factory=list[float])
    settled: list[float] = field(default_factory=list[float])
    moved: float = 0.0
    slots: list[float] = field(default_factory=list[float])
    ended: asyncio.Event = field(default_factory=asyncio.Event)
    tasks: set[asyncio.Task[None]] = field(default_factory=set[asyncio.Task[None]])

    def __post_init__(self) -> None:
        identity = Identity.generate(secrets.token_bytes)
        self.dice = random.Random(self.name)
        self.pump = Pump(identity, self._told, lambda data: None, only=["127.0.0.1"])

    def _told(self, notice: Notice) -> None:
        match notice:
            case Began():
                self.began = time.perf_counter()
            case Audited():
                self.audited.append(time.perf_counter())
            case Settled(act=act):
                self.settled.append(time.perf_counter())
                if self.moved:
                    self.slots.append(self.settled[-1] - self.moved)
                    self.moved = 0.0
                if len(self.dealt) == len(self.audited) and self.settled[-1] > (self.audited or [0.0])[-1]:
                    self.dealt.append(self.settled[-1])
                if act:
                    self.start(self._move())
            case Ended():
                self.ended.set()
            case _:
                pass

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _move(self) -> None:
        await asyncio.sleep(PACE)
        view = await self.pump.view()
        if view is not None and view.legal:
            plays = [move for move in view.legal if isinstance(move, Play)]
            rest = [move for move in view.legal if not isinstance(move, Call | Catch)]
            move = self.dice.choice(plays or rest)
            self.moved = time.perf_counter()
            await self.pump.do(lambda session, now: session.act(move, now))


async def match(seats: int) -> tuple[float, float, float]:
    """Seconds to the first move of the first round and of the second, and seconds a slot."""
    guests = [Guest(f"Guest{number}") for number in range(seats)]
    host = guests[0]
    await host.pump.open("Bench", host.name, RULES, seats, port=0, announce=False)
    host.start(host.pump.run())
    await host.pump.do(lambda session, now: session.ready(now))
    for guest in guests[1:]:
        await guest.pump.join([Address("127.0.0.1", host.pump.port)], guest.name, port=0)
        guest.start(guest.pump.run())
        await guest.pump.do(lambda session, now: session.ready(now))
    await asyncio.gather(*(guest.ended.wait() for guest in guests))
    for guest in guests:
        await guest.pump.close()
    start = max(guest.dealt[0] for guest in guests) - min(guest.began for guest in guests)
    following = max(guest.dealt[1] for guest in guests) - max(guest.audited[0] for guest in guests)
    slots = [slot for guest in guests for slot in guest.slots]
    return start, following, statistics.median(slots)


def alone(seats: int) -> float:
    """Seconds of one thread for one seat's own mix of both decks with its proofs."""
    rng = random.Random(seats)
    deal = Deal(bytes(32), 1, tuple(range(seats)), tuple(sheet.copies for sheet in FLIP.sheets))
    secrets_of = [Secret(rng.randbytes(32), seat, deal, rng.randbytes) for seat in range(seats)]
    for seat, secret in enumerate(secrets_of):
        deal.take_commit(seat, secret.commit())
    for seat, secret in enumerate(secrets_of):
        deal.take_key(seat, secret.key(b"bench"), b"bench")
    begin = time.process_time()
    secrets_of[0].mix(b"bench")
    return time.process_time() - begin


def main() -> None:
    """Print a line for each number of seats."""
    print(f"{'seats':>5}  {'start s':>8}  {'x one mix':>9}  {'next s':>7}  {'of start':>8}  {'slot ms':>8}")
    for seats in SEATS:
        own = alone(seats)
        runs = [asyncio.run(match(seats)) for _ in range(MATCHES if seats < 10 else 1)]
        start, following, slot = (statistics.median(run[part] for run in runs) for part in range(3))
        print(
            f"{seats:>5}  {start:>8.2f}  {start / own:>9.1f}  {following:>7.2f}  {following / start:>8.0%}"
            f"  {1000 * slot:>8.1f}"
        )


if __name__ == "__main__":
    main()
