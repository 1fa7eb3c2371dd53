"""How fast the engine plays: whole rounds by random players in one thread, printed, never judged.

Run it by `python tests/bench/engine.py [--rlcard] [--openspiel] [--pettingzoo]`. A game is one round from shuffle to
its score; a decision is one move of the seat to act, chosen evenly among those listed. *Short* is the preset with
``wild_draw_mode=enforce call_mode=auto voluntary_draw=no``, *plain* the preset itself, where random players draw
although they could play, so that rounds are many times longer. *raw_env* is the preset as PettingZoo has it: an
observation and a mask for each decision, and calls and catches are decisions too.

All contenders take turns, several times round, because the machine is shared: a speed is the median of its turns in CPU
time, a ratio the median of the ratios within each time round. What the speeds are compared with is measured in the same
run: a piece of plain Python that never changes (`yardstick`), and, where they are installed and asked for, RLCard's
game of the same family (the bare game, and the environment with its encoding), OpenSpiel's crazy eights through its
Python interface (C++ below) and PettingZoo's own noughts and crosses. Those play by other rules and their games have
other lengths, so look at decisions too. Below the table stand the four figures that were asked of this program.
"""

import argparse
import gc
import random
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final

from fliptable.core.dealer import TrustedDealer
from fliptable.core.legal import legal
from fliptable.core.play import make, start
from fliptable.core.rules import PRESETS, Rules

Game = Callable[[random.Random], int]
"""Plays one game and says how many decisions it had."""

SHORT: Final = {"wild_draw_mode": "enforce", "call_mode": "auto", "voluntary_draw": False}
BASES: Final = (
    "yardstick",
    "RLCard, 4 seats",
    "RLCard environment, 2 seats",
    "OpenSpiel, 4 seats",
    "tictactoe raw_env",
)
"""What all are compared with."""


def ours(rules: Rules, seats: int) -> Game:
    """One round of our engine."""
    names = "ABCDEFGHIJ"[:seats]

    def game(dice: random.Random) -> int:
        chance = dice.random
        table = TrustedDealer(dice).new_table(rules, names, int(chance() * seats))
        table.listening = False
        start(table)
        decisions = 0
        while moves := legal(table, seat := table.turn):  # None are legal once the round is over.
            make(table, seat, moves[int(chance() * len(moves))] if len(moves) > 1 else moves[0])
            decisions += 1
        return decisions

    return game


def yardstick(dice: random.Random) -> int:
    """A piece of Python that never changes: lists, dictionaries and small numbers, about as long as a game."""
    cards = list(range(112))
    dice.shuffle(cards)
    piles: dict[int, list[int]] = {seat: cards[seat * 7 : seat * 7 + 7] for seat in range(4)}
    top = cards[28]
    for card in cards[29:]:
        pile = piles[card % 4]
        fitting = [held for held in pile if held % 4 == top % 4 or held % 13 == top % 13]
        if fitting:
            top = fitting[int(dice.random() * len(fitting))]
            pile.remove(top)
        pile.append(card)
    return len(cards) - 29


def rlcard_game(seats: int) -> Game:
    """RLCard's bare game."""
    uno: Any = import_module("rlcard.games.uno")

    def game(dice: random.Random) -> int:
        chance = dice.random
        table = uno.Game(num_players=seats)
        state, _ = table.init_game()
        decisions = 0
        while not table.is_over():
            actions = state["legal_actions"]
            state, _ = table.step(actions[int(chance() * len(actions))])
            decisions += 1
        return decisions

    return game


def rlcard_environment() -> Game:
    """RLCard's environment, which encodes what a player sees at every step; it has two players and no more."""
    rlcard: Any = import_module("rlcard")
    table: Any = rlcard.make("uno")

    def game(dice: random.Random) -> int:
        chance = dice.random
        state, _ = table.reset()
        decisions = 0
        while not table.is_over():
            actions = list(state["legal_actions"])
            state, _ = table.step(actions[int(chance() * len(actions))])
            decisions += 1
        return decisions

    return game


def openspiel_game(seats: int) -> Game:
    """OpenSpiel's crazy eights with special cards; chance is a player there and makes no decision."""
    pyspiel: Any = import_module("pyspiel")
    rules = {"players": seats, "use_special_cards": True, "reshuffle": False}
    crazy_eights: Any = pyspiel.load_game("crazy_eights", rules)

    def game(dice: random.Random) -> int:
        chance = dice.random
        state = crazy_eights.new_initial_state()
        decisions = 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(dice.choices(outcomes, weights)[0])
            else:
                actions = state.legal_actions()
                state.apply_action(actions[int(chance() * len(actions))])
                decisions += 1
        return decisions

    return game


def raw_environment(module: str, *seats: int) -> Game:
    """An environment of PettingZoo without its wrappers: `last`, a legal action out of the mask, `step`."""
    numpy: Any = import_module("numpy")
    table: Any = import_module(module).raw_env(*seats)

    def game(dice: random.Random) -> int:
        chance = dice.random
        table.reset(seed=dice.getrandbits(32))
        decisions = 0
        while True:
            observation, _, over, _, _ = table.last()
            if over:
                return decisions
            possible = numpy.flatnonzero(observation["action_mask"]).tolist()
            table.step(possible[int(chance() * len(possible))])
            decisions += 1

    return game


@dataclass
class Contender:
    """What is measured, and what was found in each turn: games a second, decisions a second, decisions a game."""

    name: str
    game: Game
    games: list[float] = field(default_factory=list[float])
    decisions: list[float] = field(default_factory=list[float])
    lengths: list[float] = field(default_factory=list[float])

    def run(self, seconds: float, dice: random.Random) -> None:
        """Play for so long."""
        gc.collect()
        games = decisions = 0
        begin = time.process_time()
        while (spent := time.process_time() - begin) < seconds:
            decisions += self.game(dice)
            games += 1
        self.games.append(games / spent)
        self.decisions.append(decisions / spent)
        self.lengths.append(decisions / games)


def contenders(options: argparse.Namespace) -> list[Contender]:
    """All that is asked for and there."""
    found = [Contender("yardstick", yardstick)]
    for preset in ("flip", "classic"):
        for seats in (4, 2):
            rules = PRESETS[preset]
            found.append(Contender(f"{preset} short, {seats} seats", ours(rules.with_options(SHORT), seats)))
            found.append(Contender(f"{preset} plain, {seats} seats", ours(rules, seats)))
    if options.rlcard and installed("rlcard", "rlcard"):
        found.append(Contender("RLCard, 4 seats", rlcard_game(4)))
        found.append(Contender("RLCard, 2 seats", rlcard_game(2)))
        found.append(Contender("RLCard environment, 2 seats", rlcard_environment()))
    if options.openspiel and installed("pyspiel", "open_spiel"):
        found.append(Contender("OpenSpiel, 4 seats", openspiel_game(4)))
        found.append(Contender("OpenSpiel, 2 seats", openspiel_game(2)))
    if options.pettingzoo and installed("pettingzoo", "pettingzoo") and installed("pygame", "pygame"):
        for preset in ("flip", "classic"):
            module = f"fliptable.plugins.training.{preset}_v0"
            found += [Contender(f"{preset} raw_env, {seats} seats", raw_environment(module, seats)) for seats in (4, 2)]
        # The module `tictactoe_v3` warns whoever imports it.
        found.append(Contender("tictactoe raw_env", raw_environment("pettingzoo.classic.tictactoe.tictactoe")))
    return found


def installed(module: str, package: str) -> bool:
    """Whether a module is there; says so when it is not."""
    there = find_spec(module) is not None
    if not there:
        print(f"{module} is not here, so nothing is compared with it: pip install {package}")
    return there


def ratio(one: list[float], other: list[float]) -> float:
    """The median of the ratios within each time round."""
    return statistics.median(a / b for a, b in zip(one, other, strict=True))


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rlcard", action="store_true", help="compare with RLCard, if it is installed")
    parser.add_argument("--openspiel", action="store_true", help="compare with OpenSpiel, if it is installed")
    parser.add_argument("--pettingzoo", action="store_true", help="play as environments, if PettingZoo is installed")
    parser.add_argument("--rounds", type=int, default=7, help="how often all take turns (7)")
    parser.add_argument("--seconds", type=float, default=0.4, help="how long a turn lasts (0.4)")
    parser.add_argument("--seed", type=int, default=1, help="the dice (1)")
    options = parser.parse_args()
    found = contenders(options)
    for number in range(options.rounds):
        for contender in found:
            contender.run(options.seconds, random.Random(options.seed + number))
    show(found)


def show(found: list[Contender]) -> None:
    """Print a line for each contender, with its ratio to each of those that the others are compared with."""
    bases = [base for base in found if base.name in BASES]
    print(f"{'':28}{'games/s':>9}{'decisions/s':>13}{'a game':>8}   games/s and decisions/s, times those of")
    print(" " * 58 + "".join(f"{base.name.removesuffix(', 2 seats'):>20}" for base in bases))
    for contender in found:
        speeds = (contender.games, contender.decisions, contender.lengths)
        games, decisions, length = map(statistics.median, speeds)
        ratios = "".join(
            f"{ratio(contender.games, base.games):>11.2f}{ratio(contender.decisions, base.decisions):>9.2f}"
            for base in bases
        )
        print(f"{contender.name:28}{games:>9,.0f}{decisions:>13,.0f}{length:>8.1f}{ratios}")
    show_goals({contender.name: contender for contender in found})


def show_goals(found: dict[str, Contender]) -> None:
    """Print what was asked for, as far as it was measured."""
    flip = found["flip short, 4 seats"]
    if "RLCard, 4 seats" in found:
        bare, encoded = found["RLCard, 4 seats"], found["RLCard environment, 2 seats"]
        print(f"games/s, 4 seats, times RLCard's bare game: {ratio(flip.games, bare.games):.2f} (at least 4)")
        print(f"games/s, 4 seats, times RLCard's environment: {ratio(flip.games, encoded.games):.2f} (at least 10)")
    if "OpenSpiel, 4 seats" in found:
        times = ratio(flip.decisions, found["OpenSpiel, 4 seats"].decisions)
        print(f"decisions/s, 4 seats, times OpenSpiel through Python: {times:.2f} (at least 2.5)")
    if "flip raw_env, 4 seats" in found:
        slowest = min(statistics.median(one.decisions) for name, one in found.items() if "raw_env," in name)
        print(f"steps/s of the slowest raw_env: {slowest:,.0f} (at least 40,000 on a quiet core)")


if __name__ == "__main__":
    main()
