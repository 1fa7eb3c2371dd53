"""A tournament as plain data, from which every game of it follows by its number.

Each deal is played once for each different order of the players around the table, so that everybody has had every
hand and every place; seats that bear the same player are one. All that is random in a game follows from the seed and
the number of the deal, so that a line-up that is turned by a seat plays the same games in another order.

Must never know where a game is played, or what has come of it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from ...core.rules import MAX_SEATS, MIN_SEATS, Rules
from ..errors import BadSchedule
from ..loading import is_file
from ..registry import Registry
from ..spec import ARENA_BUDGET, Budget, PlayerSpec

GAMES_MAX: Final = 1_000_000
"""So many are kept in memory."""


@dataclass(frozen=True, slots=True)
class Schedule:
    """A tournament; `schedule` makes one that can be played.

    Attributes:
        players: the line-up, one player a seat, as ``--ai`` spells them.
        rules: the rules; a game is as long as ``rules.match`` says.
        games: how many games, a multiple of the seats.
        seed: everything random follows it.
        budget: how long a player may think.
        plugins: files and modules that bring players, as ``--plugin`` names them.
    """

    players: tuple[str, ...]
    rules: Rules
    games: int
    seed: int = 0
    budget: Budget = ARENA_BUDGET
    plugins: tuple[str, ...] = ()

    @property
    def seats(self) -> int:
        """How many sit at the table."""
        return len(self.players)

    @property
    def period(self) -> int:
        """After so many turns of the line-up the same players sit on the same seats again."""
        seats, players = self.seats, self.players
        return next(step for step in range(1, seats + 1) if players[step:] + players[:step] == players)

    def order(self, game: int) -> tuple[int, ...]:
        """Who sits where in a game: for each seat a number in the line-up."""
        return tuple((seat - game) % self.seats for seat in range(self.seats))

    def seed_of(self, game: int) -> str:
        """What everything random in a game follows; the same for all orders of one deal."""
        return f"{self.seed}/{game // self.period}"

    def fingerprint(self) -> str:
        """SHA-256 (hex) of all that decides how a game goes, files of players included; not of how many there are."""
        plugins = [
            hashlib.sha256(Path(name).read_bytes()).hexdigest() if is_file(name) else name for name in self.plugins
        ]
        said = [self.players, self.rules.to_dict(), self.seed, asdict(self.budget), plugins]
        return hashlib.sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()

    def specs(self) -> list[PlayerSpec]:
        """The players of the line-up, loaded in this process; raises `PluginError`."""
        registry = Registry.installed(self.plugins)
        found = {text: registry.find(text) for text in self.players}
        return [found[text] for text in self.players]


def schedule(
    players: Sequence[str],
    rules: Rules,
    *,
    games: int,
    seats: int | None = None,
    seed: int = 0,
    budget: Budget = ARENA_BUDGET,
    plugins: Sequence[str] = (),
) -> Schedule:
    """A tournament in which every player plays every seat of every deal.

    Args:
        players: the line-up; repeated in order where there are more seats.
        rules: the rules.
        games: at least so many: rounded up to whole rotations through the seats.
        seats: how many sit at the table; as many as there are players by default.
        seed: everything random follows it.
        budget: how long a player may think.
        plugins: files and modules that bring players.

    Raises:
        BadSchedule: the numbers do not go together.
        BadOption: the number of seats does not go with the rules.
    """
    count = len(players) if seats is None else seats
    if not players:
        raise BadSchedule("A tournament needs players: name at least one, for example steady.")
    if not MIN_SEATS <= count <= MAX_SEATS:
        hint = " with --seats 2 one player plays against itself" if len(players) == 1 and seats is None else ""
        raise BadSchedule(
            f"{count} at a table is not possible: {MIN_SEATS} to {MAX_SEATS} play{';' if hint else ''}{hint}."
        )
    if len(players) > count:
        raise BadSchedule(f"{len(players)} players do not fit on {count} seats: raise --seats or name fewer.")
    if games < 1:
        raise BadSchedule(f"{games} games are none: ask for at least one.")
    if games > GAMES_MAX:
        raise BadSchedule(f"{str(games)[:20]} games are too many: up to {GAMES_MAX:,} go, and more with other seeds.")
    rules.check_seats(count)
    line_up = tuple(players[seat % len(players)] for seat in range(count))
    return Schedule(line_up, rules, -(-games // count) * count, seed, budget, tuple(plugins))
