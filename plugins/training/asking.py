"""Who is asked when: a round or a match as a row of questions, one seat at a time.

People act at the same time: whoever is quick may call, catch or jump in while another one thinks. Here each of them
is asked in turn, so that nothing that the rules let a seat do is lost. After every move all who may do something out
of turn are asked, in the order that the game gives to events that meet: who may call, who may catch, who may jump in;
among equals who sits next in the direction of play. Each may act or let it pass. The seat to act is asked last, and
has all its moves, calls and catches among them. Whoever acts ends that row of questions, and a new one begins; whoever
waits is not asked again before that. So a late call comes before a catch, as between peers, and a seat is caught only
when it lets the call pass. No seat can leave.

Must never know actions, observations or rewards.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from ...core.dealer import TrustedDealer
from ...core.events import Event
from ...core.legal import legal
from ...core.moves import Move, rank
from ...core.phases import OVER, RoundResult
from ...core.play import make, start
from ...core.rules import Rules

_Waiting = tuple[int, int, int, list[Move]]
"""A seat that may act out of turn: rank of its first move, distance from the seat to act, itself, its moves."""


class Asking:
    """A round, or a match of several, from one question to the next.

    Args:
        rules: the rules played.
        names: names of the seats.
        dice: deals and shuffles.
        match: whether rounds follow each other until the match ends.
        listening: whether the table keeps its history.

    Attributes:
        table: where it stands.
        seat: who is asked; the last one when all is over.
        moves: what it may do, besides nothing when it is not its turn.
        results: how the rounds ended so far.
        over: whether nobody will be asked again.
    """

    __slots__ = ("_events", "_jumps", "_mark", "_match", "_waiting", "moves", "over", "results", "seat", "table")

    def __init__(
        self, rules: Rules, names: Sequence[str], dice: Random, *, match: bool = False, listening: bool = False
    ) -> None:
        self._match = match
        self._jumps = rules.jump_in
        self._waiting: list[_Waiting] = []
        self._events: list[Event] = []
        self._mark = 0
        self.results: list[RoundResult] = []
        self.over = False
        self.table = TrustedDealer(dice).new_table(rules, names, dice.randrange(len(names)))
        self.table.listening = listening
        self.seat = 0
        self.moves: list[Move] = []
        start(self.table)
        self._look()

    @property
    def waits(self) -> bool:
        """Whether the seat that is asked may let it pass, because it is not its turn."""
        return self.seat != self.table.turn

    @property
    def winners(self) -> tuple[int, ...]:
        """Who won, once all is over: the match, or the one round that was asked for."""
        if self._match and self.table.match_result is not None:
            return self.table.match_result.winners
        winner = self.results[-1].winner
        return () if winner is None else (winner,)

    def take_events(self) -> list[Event]:
        """What has happened since this was asked last, where the table keeps its history."""
        self._hear()
        events, self._events = self._events, []
        return events

    def answer(self, move: Move | None) -> None:
        """Make one of `moves` for the seat that was asked, or nothing; then the next one is asked."""
        if move is None:
            self._next()
        else:
            make(self.table, self.seat, move)
            self._look()

    def _look(self) -> None:
        """After a move: see who may do something, and begin the next round when one has ended."""
        table = self.table
        if table.phase is OVER:
            self._end()
            if self.over:
                return
            table = self.table
        if table.catchable or (self._jumps and table.played):
            waiting: list[_Waiting] = []
            for seat in range(len(table.seats)):
                if seat != table.turn:
                    moves = legal(table, seat)
                    if moves:
                        waiting.append((min(map(rank, moves)), table.distance(seat), seat, moves))
            waiting.sort(key=lambda one: one[:2], reverse=True)
            self._waiting = waiting
        elif self._waiting:
            self._waiting = []
        self._next()

    def _next(self) -> None:
        if self._waiting:
            _, _, self.seat, self.moves = self._waiting.pop()
        else:
            self.seat = self.table.turn
            self.moves = legal(self.table, self.seat)

    def _end(self) -> None:
        """A round is over, and perhaps all of it."""
        while self.table.phase is OVER:  # A round of few cards may end before anybody is asked.
            if self.table.result is not None:
                self.results.append(self.table.result)
            if not self._match or self.table.match_over:
                self.over = True
                self.moves = []
                return
            self._hear()
            self.table, self._mark = self.table.next_round(), 0
            start(self.table)

    def _hear(self) -> None:
        self._events += self.table.history[self._mark :]
        self._mark = len(self.table.history)
