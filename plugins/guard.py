"""The guard around a player: whatever it does, the table goes on.

A player that raises, answers something that is no move or not legal, or does not answer in time costs its seat a
neutral move and a *strike*; with the third strike the random player takes the seat and the match is forfeited.
Everything here is synchronous and belongs to one thread at a time; where the player itself runs is the affair of the
tier (`tiers`).

Must never know: peers, sockets, screens.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from ..core.events import Event
from ..core.moves import Accept, Draw, Keep, Move, Name, Pass
from ..core.phases import MatchResult
from ..core.rules import Rules
from ..core.view import View
from .players.random import RandomPlayer
from .spec import TABLE_BUDGET, Budget, Context, PlayerSpec
from .tiers.placing import place
from .tiers.tier import Died, Failed, FaultKind, Late, Tier, Wrong, judge

STRIKES: Final = 3
"""With so many the seat goes to the random player."""

_NEUTRAL: Final = (Draw, Pass, Keep, Accept, Name)


@dataclass(frozen=True, slots=True)
class Fault:
    """One failure of a player.

    Attributes:
        player: its name.
        seat: where it sits.
        kind: what it did wrong.
        text: one sentence for people, with the player's own words in it.
        strikes: how many it has now; `STRIKES` mean that the random player has its seat.
    """

    player: str
    seat: int
    kind: FaultKind
    text: str
    strikes: int

    @property
    def cause(self) -> str:
        """The sentence without its end, what it cost: there may be no match in which that counts."""
        return self.text.rpartition("; ")[0] or self.text.removesuffix(".")


class Seat:
    """A player at its seat for one match.

    Args:
        spec: the player.
        seat: which seat.
        seats: names of all seats, clockwise.
        rules: the rules played.
        seed: where the player's random numbers come from; the same seed gives the same numbers.
        budget: how long it may think.
        on_fault: told of each failure, in the thread that asked.
        tier: makes the place where the player runs, if it asks for none of its own; by default a thread of this
            process.
    """

    def __init__(
        self,
        spec: PlayerSpec,
        seat: int,
        seats: Sequence[str],
        rules: Rules,
        *,
        seed: str,
        budget: Budget = TABLE_BUDGET,
        on_fault: Callable[[Fault], None] | None = None,
        tier: Callable[[PlayerSpec], Tier] | None = None,
    ) -> None:
        self.spec = spec
        self.seat = seat
        self.strikes = 0
        self._seed = seed
        self._context = Context(seat, tuple(seats), rules, stream(seed, "player", str(seat)), budget)
        self._bank = budget.bank
        self._on_fault = on_fault
        self._tier = place(spec, tier)
        self._started = False
        self._heard: list[Event] = []
        self._stand_in: RandomPlayer | None = None

    @property
    def forfeited(self) -> bool:
        """Whether the random player has taken the seat."""
        return self._stand_in is not None

    @property
    def patience(self) -> float:
        """How many seconds the next decision may take."""
        return self._context.budget.move + self._bank

    def start(self) -> None:
        """Make the player and let it get ready; `choose` does it when nobody did, but then the table waits.

        A player that cannot start is out at once: there is nothing to ask a second time.
        """
        if self._started or self.forfeited:
            return
        self._started = True
        name = self.spec.name
        try:
            self._tier.start(self._context, self._context.budget.start)
        except Late:
            self._replace(f"{name} was not ready within {self._context.budget.start:g} s.")
        except Failed as failure:
            self._replace(f"{name} could not start: {failure}.")

    def observe(self, event: Event) -> None:
        """Keep an event for the player, which hears it before its next question; never waits."""
        if not self.forfeited:
            self._heard.append(event)

    def choose(self, view: View) -> Move | None:
        """The player's move, one of ``view.legal``, or a neutral one; None when the seat does nothing.

        The table behind ``view`` must stay as it is until this returns, and a player that comes too late still looks
        at it afterwards: hand over a view of a copy (`Table.clone`). Returns within the budget whatever happens; only
        where a process has to be replaced that comes on top.
        """
        legal = view.legal
        if not legal:
            return None
        self.start()
        if self._stand_in is not None:
            return self._stand_in.choose(view)
        acts = view.acts
        patience, name = self.patience, self.spec.name
        events, self._heard = self._heard, []
        try:
            return judge(self._tier.choose(events, view, patience), legal, acts=acts)
        except Late:
            self._strike(FaultKind.LATE, f"{name} did not answer within {round(patience, 2):g} s")
        except Died as failure:
            self._strike(FaultKind.DIED, f"{name} failed: {failure}")
        except Failed as failure:
            self._strike(FaultKind.RAISED, f"{name} failed: {failure}")
        except Wrong as wrong:
            self._strike(wrong.kind, f"{name} answered {wrong}")
        finally:
            self._bank = max(0.0, self._bank - max(0.0, self._tier.spent - self._context.budget.move))
        return neutral(legal) if acts else None

    def finish(self, result: MatchResult | None) -> None:
        """Tell the player how the match ended and let go of it; a failure now costs nothing but its report."""
        if self._started and not self.forfeited:
            try:
                self._tier.finish(self._heard, result, self._context.budget.move)
            except Late:
                self._report(FaultKind.LATE, f"{self.spec.name} did not come to an end.")
            except Failed as failure:
                kind = FaultKind.DIED if isinstance(failure, Died) else FaultKind.RAISED
                self._report(kind, f"{self.spec.name} failed at the end: {failure}.")
        self.close()

    def close(self) -> None:
        """Let go of the player without a word, as when the table breaks up."""
        self._tier.close()

    def _strike(self, kind: FaultKind, text: str) -> None:
        self.strikes += 1
        if self.strikes < STRIKES:
            self._report(kind, f"{text}; strike {self.strikes} of {STRIKES}.")
        else:
            self._stand_aside()
            self._report(kind, f"{text}; the random player takes the seat.")

    def _replace(self, text: str) -> None:
        self.strikes = STRIKES
        self._stand_aside()
        self._report(FaultKind.START, text[:-1] + "; the random player takes the seat.")

    def _stand_aside(self) -> None:
        self._tier.close()
        self._heard.clear()
        self._stand_in = RandomPlayer(stream(self._seed, "stand-in", str(self.seat)))

    def _report(self, kind: FaultKind, text: str) -> None:
        if self._on_fault is not None:
            self._on_fault(Fault(self.spec.name, self.seat, kind, text, self.strikes))


def neutral(legal: Sequence[Move]) -> Move:
    """The move that commits to least: draw, pass, keep, accept, the first colour; else the first there is."""
    return next((move for kind in _NEUTRAL for move in legal if isinstance(move, kind)), legal[0])


def stream(seed: str, *names: str) -> Random:
    """A generator of its own for each name under one seed."""
    return Random(hashlib.sha256("/".join((seed, *names)).encode()).digest())
