"""The trusted dealer: who knows every card and meets all dues at once.

It serves where one program owns the whole game: arena, positions, simulations, tests. Peers have no such dealer.
Chance comes from a generator that the caller brings. Must never serve a peer.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from struct import unpack
from typing import Protocol, TypeVar

from .cut import draw_dealer
from .dues import Mix
from .rules import Rules
from .table import Table

Item = TypeVar("Item")


class Chance(Protocol):
    """What is asked of a random generator; `random.Random` is one."""

    def randbytes(self, n: int, /) -> bytes:
        """So many uniform bytes."""
        ...

    def random(self) -> float:
        """A uniform number in [0, 1)."""
        ...

    def randrange(self, start: int, /) -> int:
        """A uniform number in 0 .. start-1."""
        ...


@cache
def _faces(copies: tuple[int, ...]) -> tuple[int, ...]:
    """Each face as often as there is of it."""
    return tuple(face for face, count in enumerate(copies) for _ in range(count))


class TrustedDealer:
    """Shuffles by a generator of the caller's; the same generator gives the same cards."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance

    def new_table(self, rules: Rules, seats: Sequence[str], dealer: int | None = None) -> Table:
        """A table ready to `start`; without ``dealer`` the seats draw for it.

        Raises:
            BadOption: the number of seats does not go with the rules.
        """
        rules.check_seats(len(seats))
        if dealer is None:
            dealer, _ = draw_dealer(rules, len(seats), self._chance.randrange)
        table = Table(rules, seats, dealer)
        self.prepare(table)
        return table

    def prepare(self, table: Table) -> None:
        """Give every place its two faces, paired afresh."""
        table.discloser = self
        for side, copies in enumerate(table.inventory):
            table.faces[side] = self._shuffled(_faces(copies))

    def mix(self, table: Table, mix: Mix) -> None:
        """Re-pair the faces of a reshuffle."""
        for faces in table.faces:
            faces[mix.outputs[0] : mix.outputs[-1] + 1] = self._shuffled([faces[place] for place in mix.inputs])

    def _shuffled(self, faces: Sequence[Item]) -> list[Item]:
        """The faces, whatever stands for them, in a uniformly random order (Fisher and Yates).

        It is uniform but for less than one part in 10^7: each choice is a remainder of 32 random bits. All of them
        are asked for at once: the fastest there is here.
        """
        shuffled = list(faces)
        draws: tuple[int, ...] = unpack(f"<{len(shuffled)}I", self._chance.randbytes(4 * len(shuffled)))
        for last in range(len(shuffled) - 1, 0, -1):
            chosen = draws[last] % (last + 1)
            shuffled[last], shuffled[chosen] = shuffled[chosen], shuffled[last]
        return shuffled
