"""Flat Monte Carlo with sequential halving: which of some moves does best in worlds that agree with a view.

Every move is tried in the same worlds, so that luck is the same for all; after each stage the worse half is dropped. A
trial goes on for a few moves as `steady` would play for every seat, each by what it would see; how the round stands
then is judged by `outlook`, which is faster than to play it out and leaves less to luck.
Must never know who sits where, or look at the clock.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import count
from math import sqrt
from random import Random
from typing import Final

from ...core.cards import NO_COLOUR
from ...core.moves import Call, Catch, Draw, Jump, Move, Play
from ...core.play import make
from ...core.view import View, play_out
from .outlook import worth
from .steady import SteadyPlayer

HORIZON: Final = 8
"""How many moves a trial lasts."""
MOST_MOVES: Final = 8
"""Of more moves only those that steady likes best are tried."""
COLOURS_TRIED: Final = 2
"""So many colours are tried for each wild."""
TRIES: Final = 50
"""A world that agrees with what is supposed is found in so many tries, or the suppositions are dropped."""
MOST_TRIES: Final = 1000
"""... and one that agrees with what is known in so many."""
CHECKED: Final = 16
"""After so many worlds each time it is looked whether one move is ahead of all others already ..."""
AHEAD: Final = 4.0
"""... by so many standard errors."""

PRIOR_WORLDS: Final = 5
"""What steady thinks of a move counts like trials in so many worlds ..."""
PRIOR: Final = 0.047
"""... a unit of its worths like so much chance to win (measured: the slope, and the spread around it) ..."""
PRIOR_DRAW: Final = -1.6
"""... and a draw though something fits like a play that is so much worse than the best."""

Choice = Move | None
"""What may be chosen: a move, or None to let pass what may be done out of turn."""


class Search:
    """One decision.

    Args:
        view: of the seat that decides.
        choices: what it may do.
        steady: whose thoughts of the moves are where it begins.
        chance: where the worlds come from.
        supposing: a view in which more is supposed than is known; the view itself otherwise.

    Attributes:
        worlds: in how many worlds the moves were tried.
        nodes: how many moves were simulated.
    """

    def __init__(
        self, view: View, choices: Sequence[Choice], steady: SteadyPlayer, chance: Random, supposing: View
    ) -> None:
        self._view, self._choices, self._chance, self._supposing = view, choices, chance, supposing
        self._policy = SteadyPlayer().choose
        self._left = list(range(len(choices)))
        self._sums = [PRIOR_WORLDS * PRIOR * thought for thought in _thoughts(view, choices, steady)]
        self._squares = [0.0] * len(choices)
        self.worlds = self.nodes = 0

    def run(self, worlds: int, spent: Callable[[int], float]) -> None:
        """Try the moves until one is left.

        Args:
            worlds: in how many worlds at most.
            spent: which share of the budget is used up, by the number of nodes so far.

        Raises:
            ValueError: no world agrees with the view.
        """
        stages = (len(self._choices) - 1).bit_length()
        for stage in range(1, stages + 1):
            for number in count(1):
                self._try_all()
                if max(spent(self.nodes), self.worlds / worlds) >= stage / stages:
                    break
                if number % CHECKED == 0 and self._decided():
                    return
            self._left.sort(key=self._sums.__getitem__, reverse=True)
            del self._left[(len(self._left) + 1) // 2 :]

    def best(self) -> Choice:
        """The move that did best."""
        return self._choices[max(self._left, key=self._sums.__getitem__)]

    def _try_all(self) -> None:
        """Try every move that is left in one more world."""
        try:
            world = self._supposing.sample(self._chance, TRIES)
        except ValueError:
            self._supposing = self._view
            world = self._view.sample(self._chance, MOST_TRIES)
        self.worlds += 1
        seat = self._view.seat
        for index in self._left:
            trial, choice = world.clone(), self._choices[index]
            if choice is not None:
                make(trial, seat, choice)
            self.nodes += 1 + play_out(trial, self._policy, HORIZON)
            value = worth(trial, seat)
            self._sums[index] += value
            self._squares[index] += value * value

    def _decided(self) -> bool:
        """Whether the best move is far ahead of the second best."""
        first, second = sorted(self._left, key=self._sums.__getitem__, reverse=True)[:2]
        # In the same worlds both tend to do well together, so that this is an upper bound.
        error = sqrt(sum(self._squares[i] - self._sums[i] ** 2 / self.worlds for i in (first, second)))
        return self._sums[first] - self._sums[second] > AHEAD * error


def choices_of(view: View, steady: SteadyPlayer) -> list[Choice]:
    """The moves that are worth trying.

    The last card is always called along with its play, and only the best colours are tried for a wild.
    """
    worths = steady.worth(view)
    called = {replace(move, call=False) for move in view.legal if isinstance(move, Play | Jump) and move.call}
    spared = called | _dull(worths)
    found: list[Choice] = [
        move
        for move in view.legal
        if move not in spared and type(move) is not Catch and not (view.acts and type(move) is Call)
    ]
    if not view.acts and not any(isinstance(move, Call) for move in found):
        found.append(None)
    if len(found) > MOST_MOVES:
        found.sort(key=lambda move: worths.get(move, 100.0) if move is not None else 100.0, reverse=True)
        del found[MOST_MOVES:]
    return found


def _thoughts(view: View, choices: Sequence[Choice], steady: SteadyPlayer) -> list[float]:
    """How much worse than its best play steady thinks each choice; 0 where it thinks nothing."""
    worths = steady.worth(view)
    best = max(worths.values(), default=0.0)
    drawing = PRIOR_DRAW if worths else 0.0
    return [worths[move] - best if move in worths else drawing if type(move) is Draw else 0.0 for move in choices]


def _dull(worths: Mapping[Move, float]) -> set[Move]:
    """Of the ways to lay a wild those that name a colour which is not among the best."""
    wilds: dict[tuple[tuple[int, ...], bool], list[Play]] = {}
    for move in worths:
        if isinstance(move, Play) and move.colour != NO_COLOUR:
            wilds.setdefault((move.places, move.call), []).append(move)
    return {
        move for moves in wilds.values() for move in sorted(moves, key=worths.__getitem__, reverse=True)[COLOURS_TRIED:]
    }
