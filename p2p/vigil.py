"""The watch over the others: who is silent, who is late, who does not move, and when to ask for what is missing.

Theory of operation. A peer is heard when anything comes from it. After 3 s a silent peer is named, after 20 s it
counts as gone; what needs no person and does not come is late after 10 s, after 60 s a mix and what waits until all
have checked one. A person may think for ever, unless the rules have `turn_seconds`: then each program moves for its
own seat when they are over, and a seat that has not moved 5 s later is late too. All count from the settling of the
slot that gave the decision. Times are seconds on the caller's clock, and no clock decides what is legal.

Must never know what follows for the game, or who is right.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from .log import SLOT
from .messages import Dealt, Mix, Remix
from .notices import Back, Notice, Waiting
from .phases import Phase
from .referee import Referee

QUIET_SECONDS = 3.0
"""After this a peer is named on the screen."""
LOST_SECONDS = 20.0
"""After this it counts as gone."""
LATE_SECONDS, LATE_MIX_SECONDS = 10.0, 60.0
"""How long something that needs no person may be missing."""
LATE_TURN_SECONDS = 5.0
"""How long after its time somebody else's seat may move."""
ASK_FIRST, ASK_AGAIN = 0.3, 1.0
"""Seconds without progress before asking for what is missing, and between asking again."""


class Vigil:
    """What one peer knows about the silence around it; everything counts from `now`."""

    def __init__(self, now: float) -> None:
        self._heard: dict[bytes, float] = {}
        self._progress = now
        self._asked = now
        self._named: tuple[str, ...] = ()
        self._decision = -1
        self._decided = now

    def watch(self, keys: Collection[bytes], now: float) -> None:
        """Watch exactly these keys; new ones count as heard now."""
        self._heard = {key: self._heard.get(key, now) for key in keys}

    def heard(self, key: bytes, now: float) -> None:
        """Note a sign of life."""
        if key in self._heard:
            self._heard[key] = max(now, self._heard[key])

    def progress(self, now: float) -> None:
        """Note that something that was awaited came."""
        self._progress = max(now, self._progress)

    def decision(self, number: int, now: float) -> None:
        """Note which decision the table waits for; a new one counts from now."""
        if number != self._decision:
            self._decision, self._decided = number, now

    def time_is_up(self, referee: Referee, now: float, more: float = 0.0) -> bool:
        """Say whether the seat to act has had its time, and so many seconds more."""
        seconds = referee.table.rules.turn_seconds
        return bool(seconds) and now - self._decided >= seconds + more

    @property
    def named(self) -> bool:
        """Whether somebody stands named as silent or late."""
        return bool(self._named)

    def lost(self, now: float) -> set[bytes]:
        """Give the keys that have been silent for so long that nobody waits any more."""
        return {key for key, at in self._heard.items() if now - at >= LOST_SECONDS}

    def late(self, referee: Referee, me: int | None, now: float, after: float | None = None) -> list[int]:
        """Give the seats whose letters are late, by default for so long that nobody waits any more."""
        patience = patience_for(referee)
        if patience is None:
            slow = self.time_is_up(referee, now, after or LATE_TURN_SECONDS)
            return [seat for seat in referee.table.to_act if slow and seat != me]
        if now - self._progress < (after or patience):
            return []
        # While nobody has moved, only who speaks of a move that nobody can show keeps us waiting.
        seats = referee.docket.doubted if _undecided(referee) else referee.waits_for.awaited
        return [seat for seat in seats if seat != me]

    def ask(self, now: float) -> bool:
        """Say whether it is time to ask for what is missing, and count it as asked."""
        if now < self._ask_at():
            return False
        self._asked = now
        return True

    def deadline(self, now: float, referee: Referee | None) -> float:
        """Say when something has to be asked, moved, named or given up if nothing comes."""
        times = [at + after for at in self._heard.values() for after in (QUIET_SECONDS, LOST_SECONDS)]
        if referee is not None and referee.table.rules.turn_seconds:
            due = self._decided + referee.table.rules.turn_seconds
            times += [due, due + QUIET_SECONDS, due + LATE_TURN_SECONDS]
        return min([max(now, self._ask_at()), *(time for time in times if time > now)])

    def tell(self, names: Mapping[bytes, str], late: Collection[str], now: float) -> list[Notice]:
        """Say who is silent or late, and who is no longer, where that has changed."""
        quiet = {names[key] for key, at in self._heard.items() if now - at >= QUIET_SECONDS and key in names}
        before, self._named = self._named, tuple(sorted(quiet | set(late)))
        if before == self._named:
            return []
        back = tuple(name for name in before if name not in self._named)
        notices: list[Notice] = [Back(back)] if back else []
        return [*notices, Waiting(self._named)] if self._named else notices

    def _ask_at(self) -> float:
        return max(self._progress + ASK_FIRST, self._asked + ASK_AGAIN)


def _undecided(referee: Referee) -> bool:
    return referee.phase is Phase.PLAY and not referee.log.of_stage(SLOT)


def patience_for(referee: Referee) -> float | None:
    """Say how long what is awaited may take; None where a person decides."""
    if _undecided(referee) and not referee.docket.doubted:
        return None
    # Nobody opens a card before it has checked all shuffles, so what comes after them waits for the slowest.
    mixed = referee.log.slot - referee.course.reshuffled <= 1
    kinds = {kind for task in referee.waits_for.open for kind in task.kinds}
    return LATE_MIX_SECONDS if mixed or kinds & {Mix, Remix, Dealt} else LATE_SECONDS
