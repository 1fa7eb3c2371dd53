"""How strong our players are: rounds won of equal deals, every seat in turn, printed, never judged.

Run it by `python tests/bench/strength.py [--preset flip] [--seats 2] [--rounds 1000] [--jobs 2] [CONTENDER ...]`;
presets and numbers of seats may be several, with commas. Each contender plays alone against as many `steady` players
as there are further seats (``steady`` itself against `random` ones). A contender is a player as ``--ai`` takes it, so
``monte:nodes=1200`` is `monte` by a number of simulated moves instead of the clock: that gives the same rounds on any
machine, as the digest shows. Two more show what knowledge could be worth and are no players, for they cheat:
``sees-hands`` knows all hands, but not what will be drawn, ``sees-all`` knows that too; both take the same options.

Printed are the share with its 95 % half-width, what would be even, milliseconds of a decision (half of them take no
longer; 99 of 100) and how many moves half of them simulate at most, decisions without a choice not left out; in
brackets the milliseconds of those that had one.
"""

import argparse
import hashlib
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from time import perf_counter
from typing import Final

from fliptable.core.dealer import Chance, TrustedDealer
from fliptable.core.events import Event
from fliptable.core.moves import Move
from fliptable.core.rules import PRESETS
from fliptable.core.sampling import MAX_TRIES
from fliptable.core.table import Table
from fliptable.core.view import View
from fliptable.plugins import Context, Player, PlayerSpec
from fliptable.plugins.arena.game import one_round, play_game
from fliptable.plugins.players.monte import MontePlayer
from fliptable.plugins.registry import Registry
from fliptable.plugins.spec import Budget
from fliptable.plugins.tiers.direct import Direct

LONG: Final = Budget(move=60.0, bank=600.0)
CONTENDERS: Final = (
    "steady",
    "monte",
    "monte:strong",
    "monte:nodes=1200",
    "monte:nodes=5000",
    "sees-hands:nodes=1200",
    "sees-all:nodes=1200",
)


class SeesHands(MontePlayer):
    """Knows what everybody holds, but not the pile. It cheats: it reads the table behind its view."""

    def believed(self, view: View) -> View:
        """Every hand lies open for this seat."""
        table = hidden(view).clone()
        for rights in table.rights:
            for hand in table.hands:
                for place in hand:
                    rights[place] |= 1 << view.seat
        return View(table, view.seat)


class Everything(View):
    """A view of which the only world is the true one."""

    def sample(self, chance: Chance, tries: int = MAX_TRIES) -> Table:
        """The table itself; only another reshuffle would bring something new."""
        world = hidden(self).clone()
        world.discloser = TrustedDealer(chance)
        return world


class SeesAll(MontePlayer):
    """Knows what will be drawn as well. It cheats even more."""

    def believed(self, view: View) -> View:
        """Nothing is left to guess."""
        return Everything(hidden(view), view.seat)


def hidden(view: View) -> Table:
    """The table behind a view, with every face: what no player may look at."""
    return view._table  # pyright: ignore[reportPrivateUsage]


CHEATS: Final = {"sees-hands": SeesHands, "sees-all": SeesAll}


class Measured(Player):
    """A player whose decisions are timed."""

    def __init__(self, player: Player, notes: list[tuple[float, int, bool]]) -> None:
        self._player, self._notes = player, notes

    def start(self, context: Context) -> None:
        """Hand it on."""
        self._player.start(context)

    def observe(self, event: Event) -> None:
        """Hand it on."""
        self._player.observe(event)

    def choose(self, view: View) -> Move | None:
        """Hand it on, and note seconds, simulated moves, and whether there was a choice."""
        begin = perf_counter()
        move = self._player.choose(view)
        self._notes.append((perf_counter() - begin, getattr(self._player, "used", 0), len(view.legal) > 1))
        return move  # pyright: ignore[reportReturnType]


@dataclass(frozen=True)
class Pairing:
    """Who plays whom, by which rules."""

    contender: str
    preset: str
    seats: int

    def spec(self, registry: Registry) -> PlayerSpec:
        """The contender."""
        name, _, options = self.contender.partition(":")
        if name not in CHEATS:
            return registry.find(self.contender)
        spec = PlayerSpec(name, CHEATS[name], options=registry.players["monte"].options)
        return spec.with_options(options) if options else spec


Part = tuple[int, str, list[tuple[float, int, bool]]]
"""Rounds won, digest, and what was noted."""


def play(pairing: Pairing, seed: str, rounds: range) -> Part:
    """Some of the rounds of a pairing."""
    registry = Registry.installed()
    spec, other = pairing.spec(registry), registry.find("random" if pairing.contender == "steady" else "steady")
    notes: list[tuple[float, int, bool]] = []
    won, digest = 0, hashlib.sha256()
    rules = one_round(PRESETS[pairing.preset])
    for number in rounds:
        deal, seat = divmod(number, pairing.seats)
        line = [other] * pairing.seats
        line[seat] = PlayerSpec(spec.name, lambda: Measured(spec.factory(), notes))
        game = play_game(
            line,
            rules,
            seed=f"{seed}/{number}",
            deal=f"{seed}/deal {deal}",
            dealer=deal % pairing.seats,
            budget=LONG,
            tier=Direct,
        )
        assert not game.faults, game.faults
        won += game.winners == (seat,)
        digest.update(game.digest.encode())
    return won, digest.hexdigest(), notes


def report(pairing: Pairing, rounds: int, parts: Iterable[Part]) -> str:
    """One line."""
    parts = list(parts)
    share = sum(won for won, _, _ in parts) / rounds
    half = 1.96 * (share * (1 - share) / rounds) ** 0.5
    notes = [note for _, _, found in parts for note in found]
    times = sorted(seconds * 1000 for seconds, _, _ in notes)
    choices = sorted(seconds * 1000 for seconds, _, choice in notes if choice)
    nodes = sorted(nodes for _, nodes, _ in notes)
    digest = hashlib.sha256("".join(digest for _, digest, _ in parts).encode()).hexdigest()
    return (
        f"{pairing.preset:8} {pairing.seats} seats  {pairing.contender:24} {100 * share:5.1f} ± {100 * half:.1f} %"
        f"  (even: {100 / pairing.seats:.0f} %)  p50 {middle(times):.1f} ms [{middle(choices):.1f}]"
        f"  p99 {times[len(times) * 99 // 100]:.1f} ms  p50 {nodes[len(nodes) // 2]} nodes"
        f"  {rounds} rounds  {digest[:12]}"
    )


def middle(numbers: list[float]) -> float:
    """The median of sorted numbers."""
    return numbers[len(numbers) // 2] if numbers else 0.0


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("contenders", nargs="*", default=CONTENDERS)
    parser.add_argument("--preset", default="flip,classic")
    parser.add_argument("--seats", default="2,4")
    parser.add_argument("--rounds", type=int, default=1000)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    seated = [int(seats) for seats in options.seats.split(",")]
    step = 20 * max(seated)
    with ProcessPoolExecutor(options.jobs) as pool:
        for preset in options.preset.split(","):
            for seats in seated:
                for contender in options.contenders:
                    pairing = Pairing(contender, preset, seats)
                    chunks = [
                        range(first, min(first + step, options.rounds)) for first in range(0, options.rounds, step)
                    ]
                    parts = pool.map(partial(play, pairing, options.seed), chunks)
                    print(report(pairing, options.rounds, parts), flush=True)


if __name__ == "__main__":
    main()
