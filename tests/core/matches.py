"""Whole matches at random with every law asked on the way: the driver of the property tests."""

from collections import Counter
from random import Random
from typing import Final, Protocol

from fliptable.core.moves import Move
from fliptable.core.play import apply, start
from fliptable.core.table import LEFT, Table

from .laws import cards_of, check_clone, check_end, check_law, check_match_end, check_rights, check_turn, printed
from .playing import choose

PATIENCE: Final = 1000
"""After so many moves of a round whoever can lay a card does; draw cards answered in a crowd are slow to end."""
MOST_MOVES: Final = 20_000
"""Of one round; the longest that was seen had half of it."""
MOST_ROUNDS: Final = 300
"""Of one match; 99 can be asked for, and blocked rounds count for nothing."""
LOOK_EVERY: Final = 400
"""Moves from one thorough look to the next."""


class Watcher(Protocol):
    """Who is told what comes up."""

    def move(self, table: Table, move: Move) -> None:
        """A move, before it is made."""
        ...

    def end(self, table: Table) -> None:
        """The end of a round."""
        ...


class EndlessRound(AssertionError):
    """A round that did not end."""


def begin_next(table: Table) -> Table:
    """The next round: who plays it, who deals, and with which scores (rows 67, 70; H97)."""
    rules, scores, seats = table.rules, table.scores[:], len(table.seats)
    following = table.next_round()
    playing = [seat for seat, why in enumerate(following.out) if why is None]
    safe = [seat for seat in range(seats) if rules.scoring != "elimination" or scores[seat] < rules.target]
    assert playing == [seat for seat in safe if table.out[seat] != LEFT]
    duel = rules.scoring == "elimination" and rules.duel == "zero" and len(playing) == 2 < len(table.dealt)
    assert following.scores == [0 if duel and seat in playing else scores[seat] for seat in range(seats)]
    winner = None if table.result is None else table.result.winner
    if rules.next_starter == "winner" and winner in playing:
        assert following.after(following.dealer) == winner
    else:
        others = [(table.dealer + steps) % seats for steps in range(1, seats + 1)]
        assert following.dealer == next(seat for seat in others if seat in playing)
    assert (following.side, following.direction, following.round) == (0, 1, table.round + 1)
    assert not following.called | following.catchable | following.tried
    start(following)
    return following


class Match:
    """A whole match; the cheap laws are asked before every move, the others where something is new and now and then."""

    def __init__(self, table: Table, dice: Random, watcher: Watcher | None = None, most: int = MOST_MOVES) -> None:
        self.table, self.dice, self.watcher, self.most = table, dice, watcher, most
        self.leave = dice.choice((0.0, 0.0, 0.0005))
        self.moves = 0
        self.looked: Counter[type] = Counter()
        self._begin()

    def _begin(self) -> None:
        self.cards = cards_of(self.table)
        self.scores = self.table.scores[:]
        self.made = self.mixes = 0

    def play(self) -> None:
        """Play to the end of the match."""
        for _ in range(MOST_ROUNDS):
            while not self.table.over:
                self.step()
            if self.table.match_over:
                return
            self.next_round()
        raise AssertionError("a match without end")

    def go_on(self, moves: int) -> None:
        """Play so many moves, or to the end of the match."""
        for _ in range(moves):
            if self.table.match_over:
                return
            if self.table.over:
                self.next_round()
            self.step()

    def next_round(self) -> None:
        """Deal the next round."""
        self.table = begin_next(self.table)
        self._begin()
        assert self.cards == printed(self.table.rules)

    def step(self) -> None:
        """Make a move."""
        table = self.table
        check_turn(table)
        seat, move = choose(table, self.dice, leave=self.leave, play=0.6 if self.made < PATIENCE else 1.0)
        if self._worth_a_look():
            self._look(seat, move)
        if self.watcher is not None:
            self.watcher.move(table, move)
        apply(table, seat, move)
        self.made += 1
        if table.over:
            assert cards_of(table) == self.cards
            check_end(table, self.scores)
            check_match_end(table)
            if self.watcher is not None:
                self.watcher.end(table)
        elif self.made >= self.most:
            raise EndlessRound

    def _worth_a_look(self) -> bool:
        """Whether the phase is rather new, the cards were just mixed, or nobody has looked for long."""
        self.moves += 1
        phase = type(self.table.phase)
        self.looked[phase] += 1
        mixed = len(self.table.mixes) > self.mixes
        self.mixes = len(self.table.mixes)
        return self.looked[phase] in (1, 15) or (mixed and self.mixes < 3) or self.moves % LOOK_EVERY == 0

    def _look(self, seat: int, move: Move) -> None:
        """All the laws at once."""
        table = self.table
        assert cards_of(table) == self.cards
        check_rights(table)
        check_clone(table, seat, move)
        check_law(table, self.dice.randrange(len(table.seats)), self.dice)
