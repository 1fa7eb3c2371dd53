"""Every world that a seat cannot tell from the true one, by brute force: the measure of `View.sample`.

Written from the definition and from nothing else: all orders of the deal are equally likely, so is every order of what
goes into a reshuffle, and a world is what is then thrown away when it contradicts what the seat saw.
"""

from collections import Counter
from collections.abc import Iterator
from math import factorial, prod

from fliptable.core.cards import ALL_FACES
from fliptable.core.table import Table

World = tuple[int, ...]
"""The faces of one side, of the cards that are there now, by place."""


class TooMany(Exception):
    """There are more histories than anybody would list."""


def present(table: Table) -> list[int]:
    """The places that hold a card now."""
    return sorted({place for pile in (*table.hands, table.draw, table.discard) for place in pile})


def worlds(table: Table, seat: int, side: int, most: int = 200_000) -> dict[World, float]:
    """Each world of a side that agrees with what ``seat`` saw, with its chance.

    Raises:
        TooMany: more than ``most`` histories were begun.
    """
    outputs = {place for mix in table.mixes for place in mix.outputs}
    dealt = tuple(place for place in range(len(table.faces[side])) if place not in outputs)
    histories = _Histories(table, seat, side, most)
    deck = Counter({face: copies for face, copies in enumerate(table.inventory[side]) if copies})
    for deal in histories.orders(dealt, deck):
        histories.follow(0, deal, 1)
    found = histories.found
    return {world: weight / found.total() for world, weight in found.items()}


class _Histories:
    """The histories of one side, counted by the worlds they lead to."""

    def __init__(self, table: Table, seat: int, side: int, most: int) -> None:
        self.table, self.seat, self.left = table, seat, most
        self.faces, self.rights, self.facts = table.faces[side], table.rights[side], table.facts[side]
        self.here = present(table)
        self.found: Counter[World] = Counter()

    def allowed(self, place: int, face: int) -> bool:
        """Whether what the seat saw, and what was stated, leaves room for a face."""
        if self.rights[place] >> self.seat & 1:
            return self.faces[place] == face
        return bool(self.facts.get(place, ALL_FACES) >> face & 1)

    def orders(self, places: tuple[int, ...], left: Counter[int]) -> Iterator[dict[int, int]]:
        """Every way to lay the faces of ``left`` at places, equal faces not told apart."""
        self.left -= 1
        if self.left < 0:
            raise TooMany
        if not places:
            yield {}
            return
        for face in sorted(left):
            if left[face] and self.allowed(places[0], face):
                left[face] -= 1
                for rest in self.orders(places[1:], left):
                    yield {places[0]: face, **rest}
                left[face] += 1

    def follow(self, number: int, faces: dict[int, int], weight: int) -> None:
        """Mix what went into a reshuffle in every way, then the next one."""
        if number == len(self.table.mixes):
            self.found[tuple(faces[place] for place in self.here)] += weight
            return
        mix = self.table.mixes[number]
        inside = Counter(faces[place] for place in mix.inputs)
        # So many orders of the cards look the same.
        alike = prod(map(factorial, inside.values()))
        for order in self.orders(mix.outputs, inside):
            self.follow(number + 1, {**faces, **order}, weight * alike)


def chi_square(found: Counter[World], chances: dict[World, float]) -> tuple[float, float]:
    """How far what was found is from what was expected, and how far it hardly ever is by chance.

    The limit is passed once in 30,000 times by chance (four standard deviations; Wilson and Hilferty's approximation).
    """
    assert found.keys() <= chances.keys(), "a world was drawn that cannot be"
    tries, free = found.total(), len(chances) - 1
    square = sum((found[world] - tries * chance) ** 2 / (tries * chance) for world, chance in chances.items())
    return square, free * (1 - 2 / (9 * free) + 4 * (2 / (9 * free)) ** 0.5) ** 3
