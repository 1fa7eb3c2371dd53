"""One game between guarded players, with the trusted dealer: whatever a player does, it comes to an end.

Everything random follows the seed of the game, so a game can be played again alone. Must never know which
tournament a game belongs to, or where its players run.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from time import perf_counter_ns
from typing import Final, NamedTuple

from ...core.cards import DARK
from ...core.dealer import TrustedDealer
from ...core.events import Event, Flipped, Reshuffled
from ...core.moves import Call, Catch, Move
from ...core.phases import TURN
from ...core.play import make, start
from ...core.rules import Rules
from ...core.table import Table
from ...core.view import View
from ..guard import Fault, Seat, stream
from ..spec import ARENA_BUDGET, Budget, PlayerSpec
from ..tiers.tier import Tier
from .times import Times, bucket

SEATS: Final = "ABCDEFGHIJ"
"""What the seats are called: their names must not tell a player against whom it plays."""
_OURS: Final = f"{__package__}".rpartition(".")[0] + ".players"
MOST_MOVES: Final = 20_000
"""A round with more moves is broken off without a winner; the longest that was seen had half of it."""
MOST_ROUNDS: Final = 1_000
"""So is a match with more rounds: players that never finish one would go on for ever."""


class Statistics(NamedTuple):
    """What is counted in the rounds of a game; sums, so that games can be added up.

    Attributes:
        rounds: rounds played.
        turns: how often a seat became the one to play or draw; a skipped one did not.
        flips: Flips, one that opens a round included.
        won: rounds with a winner.
        points: what their winners got, or with other ways of scoring what lay in the hands of the others.
        dark: rounds that ended on the dark side.
        reshuffled: rounds in which the discard pile was made the draw pile.
    """

    rounds: int = 0
    turns: int = 0
    flips: int = 0
    won: int = 0
    points: int = 0
    dark: int = 0
    reshuffled: int = 0


@dataclass(frozen=True, slots=True)
class Game:
    """How a game ended: plain data that goes from process to process.

    Attributes:
        winners: the seats that won; several share it, nobody wins a blocked round. A seat that forfeited never wins:
            where its stand-in came first, all others share the game.
        scores: points per seat.
        faults: what the players did wrong, in order.
        forfeited: the seats that the random player had taken at the end.
        times: per seat, how long its player's decisions took.
        statistics: what was counted.
        digest: SHA-256 (hex) over the cards and all moves.
    """

    winners: tuple[int, ...]
    scores: tuple[int, ...]
    faults: tuple[Fault, ...]
    forfeited: tuple[int, ...]
    times: tuple[Times, ...]
    statistics: Statistics
    digest: str


def one_round(rules: Rules) -> Rules:
    """The same rules, but one round decides; where points eliminate seats there is nothing shorter than a match."""
    return rules if rules.scoring == "elimination" else rules.with_options({"match": "single"})


def play_game(
    specs: Sequence[PlayerSpec],
    rules: Rules,
    *,
    seed: str,
    budget: Budget = ARENA_BUDGET,
    tier: Callable[[PlayerSpec], Tier] | None = None,
    dealer: int = 0,
    deal: str | None = None,
    trusting: bool = False,
    on_question: Callable[[PlayerSpec, float], None] | None = None,
    on_move: Callable[[Table, int, Move], None] | None = None,
    on_event: Callable[[Table, Event], None] | None = None,
    on_fault: Callable[[Fault], None] | None = None,
) -> Game:
    """Play a game: as long as ``rules.match`` says (`one_round` makes it a round).

    Args:
        specs: the player of each seat, 2 to 10.
        rules: the rules.
        seed: where the players' random numbers come from.
        budget: how long a player may think.
        tier: makes the place where a player runs; a thread of this process by default.
        dealer: who deals first.
        deal: where the dealer's random numbers come from; ``seed`` by default.
        trusting: show the players of this package the table itself, where others get a copy; only for a tier that
            has come to its end when it answers.
        on_question: told before a player is asked anything, with the seconds that it may take.
        on_move: told of each move before it is made; the table must stay as it is.
        on_event: told of everything that happens, with the table after it.
        on_fault: told of each fault at once.

    Raises:
        BadOption: the number of seats does not go with the rules.
    """
    rules.check_seats(len(specs))
    chance = stream(seed if deal is None else deal, "deal")
    table = TrustedDealer(chance).new_table(rules, SEATS[: len(specs)], dealer)
    faults: list[Fault] = []

    def note(fault: Fault) -> None:
        faults.append(fault)
        if on_fault is not None:
            on_fault(fault)

    seats = [
        Seat(spec, number, table.seats, rules, seed=seed, budget=budget, on_fault=note, tier=tier)
        for number, spec in enumerate(specs)
    ]
    trusted = [trusting and _is_ours(spec) for spec in specs]
    match = _Match(seats, trusted, on_question, on_move, on_event)
    try:
        for seat in seats:
            if on_question is not None:
                on_question(seat.spec, budget.start)
            seat.start()
        while match.play(table) and table.round < MOST_ROUNDS:
            table = table.next_round()
        for seat in seats:
            if on_question is not None and not seat.forfeited:
                on_question(seat.spec, budget.move)
            seat.finish(table.match_result)
    finally:
        for seat in seats:
            seat.close()
    forfeited = tuple(seat.seat for seat in seats if seat.forfeited)
    return Game(
        winners=_winners(table, forfeited),
        scores=tuple(table.scores),
        faults=tuple(faults),
        forfeited=forfeited,
        times=tuple(match.times),
        statistics=Statistics(*map(sum, zip(*match.rounds, strict=True))),
        digest=match.digest.hexdigest(),
    )


def _winners(table: Table, forfeited: Sequence[int]) -> tuple[int, ...]:
    """Who won; a forfeit is the last place, so then somebody else did."""
    result = table.match_result
    winners = tuple(seat for seat in result.winners if seat not in forfeited) if result is not None else ()
    if winners or not forfeited:
        return winners
    return tuple(seat for seat in range(len(table.seats)) if seat not in forfeited)


class _Match:
    """The rounds of one game, and what is counted in them."""

    def __init__(
        self,
        seats: Sequence[Seat],
        trusted: Sequence[bool],
        on_question: Callable[[PlayerSpec, float], None] | None,
        on_move: Callable[[Table, int, Move], None] | None,
        on_event: Callable[[Table, Event], None] | None,
    ) -> None:
        self._seats = seats
        self._trusted = trusted
        self._on_question = on_question
        self._on_move = on_move
        self._on_event = on_event
        self.times: list[dict[int, int]] = [{} for _ in seats]
        self.rounds: list[Statistics] = []
        self.digest = hashlib.sha256()

    def play(self, table: Table) -> bool:
        """Play a round; whether the match goes on."""
        history = table.history
        made: list[bytes] = []
        start(table)
        self._tell(table, history)
        turns = int(table.phase is TURN)
        while not table.over and len(made) < MOST_MOVES:
            seat, move = self._ask(table)
            if self._on_move is not None:
                self._on_move(table, seat, move)
            made.append(_spell(seat, move))
            mark = len(history)
            make(table, seat, move)
            self._tell(table, history[mark:])
            if table.phase is TURN and type(move) is not Call and type(move) is not Catch:
                turns += 1
        for faces in table.faces:
            self.digest.update(bytes(faces))
        self.digest.update(b"".join(made))
        self.rounds.append(_count(table, turns))
        return table.over and not table.match_over

    def _tell(self, table: Table, events: Sequence[Event]) -> None:
        for event in events:
            for seat in self._seats:
                seat.observe(event)
            if self._on_event is not None:
                self._on_event(table, event)

    def _ask(self, table: Table) -> tuple[int, Move]:
        """Whoever may do something out of turn is asked first, the seat to act last."""
        turn = table.turn
        if table.catchable or table.rules.jump_in:
            for seat in table.active:
                if seat != turn and (move := self._choose(table, seat)) is not None:
                    return seat, move
        move = self._choose(table, turn)
        if move is None:
            raise RuntimeError("a table waits for a seat that cannot move")
        return turn, move

    def _choose(self, table: Table, number: int) -> Move | None:
        """Ask a seat, and note how long its player took."""
        view = View(table if self._trusted[number] else table.clone(), number)
        if not view.legal:
            return None
        seat = self._seats[number]
        if seat.forfeited:
            return seat.choose(view)
        if self._on_question is not None:
            self._on_question(seat.spec, seat.patience)
        began = perf_counter_ns()
        move = seat.choose(view)
        took = bucket(perf_counter_ns() - began)
        times = self.times[number]
        times[took] = times.get(took, 0) + 1
        return move


def _is_ours(spec: PlayerSpec) -> bool:
    """Whether a player came with this package."""
    return spec.origin is not None and spec.origin[1].startswith(f"{_OURS}.")


@lru_cache(4096)
def _spell(seat: int, move: Move) -> bytes:
    """A move as it enters the digest."""
    return f"{seat}{move!r}\n".encode()


def _count(table: Table, turns: int) -> Statistics:
    result, history = table.result, table.history
    won = result is not None and result.winner is not None
    return Statistics(
        rounds=1,
        turns=turns,
        flips=sum([type(event) is Flipped for event in history]),
        won=int(won),
        points=result.points if result is not None and won else 0,
        dark=int(table.side == DARK),
        reshuffled=int(any(type(event) is Reshuffled for event in history)),
    )
