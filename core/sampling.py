"""A world drawn uniformly from those that one seat cannot tell apart.

Light and dark are shuffled apart, so each side is sampled for itself. What binds a face that a seat does not see:
the multiset of all faces; the facts stated about it; and which faces went into which reshuffle, because what
everybody saw going in must lie among what came out.

A history is an assignment of faces to the places of the deal and, for each reshuffle, an order. All histories that
agree with what the seat saw are equally likely. They are drawn by rejection: places bound by a fact are filled
first, the rest at random, reshuffles are undone from the last to the first, and the draw is accepted with a
probability proportional to the number of choices on the way, so that no history is favoured.
Must never read a face that the seat has no right to.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Protocol

from .cards import ALL_FACES, UNKNOWN, FaceSet
from .dealer import Chance
from .dues import Mix
from .table import Table

MAX_TRIES = 10_000
"""A contradiction ends the search: one written into a position by hand, or a lie that the audit has not named yet. True
worlds need a few tries."""


class Sampler(Chance, Protocol):
    """What sampling asks of a generator beside shuffles; `random.Random` is one."""

    def random(self) -> float:
        """A uniform number in [0, 1)."""
        ...


def known_faces(table: Table, seat: int, side: int) -> list[int]:
    """Per place the face that ``seat`` has a right to, else `UNKNOWN`."""
    bit = 1 << seat
    return [
        face if rights & bit else UNKNOWN for face, rights in zip(table.faces[side], table.rights[side], strict=True)
    ]


def live_places(table: Table) -> list[int]:
    """The places that hold a card now: those that went into no reshuffle."""
    gone = {place for mix in table.mixes for place in mix.inputs}
    return [place for place in range(len(table.faces[0])) if place not in gone]


def unseen_faces(table: Table, seat: int, side: int) -> Counter[int]:
    """How many of each face lie where ``seat`` cannot see them."""
    known = known_faces(table, seat, side)
    left = Counter({face: copies for face, copies in enumerate(table.inventory[side]) if copies})
    hidden = 0
    for place in live_places(table):
        if known[place] == UNKNOWN:
            hidden += 1
        else:
            left[known[place]] -= 1
    left = +left
    if left.total() < hidden:  # A position with a ``?``: what it does not say may be anything of the printed deck.
        for face, copies in enumerate(table.rules.cards.sheets[side].copies):
            left[face] += max(0, copies - table.inventory[side][face])
    return +left


def sample_side(table: Table, seat: int, side: int, chance: Sampler) -> list[int]:
    """A face for every place of a side, retired places included.

    Raises:
        ValueError: no world agrees with what the seat saw.
    """
    known = known_faces(table, seat, side)
    mixes = table.mixes
    # A reshuffle of faces that are all known says exactly what came out of it; the others stay in one pool.
    closed = [all(known[place] != UNKNOWN for place in mix.inputs) for mix in mixes]
    home = {place: number for number, mix in enumerate(mixes) if closed[number] for place in mix.outputs}
    pools: dict[int, list[int]] = {}
    for place in live_places(table):
        if known[place] == UNKNOWN:
            pools.setdefault(home.get(place, -1), []).append(place)
    rest = unseen_faces(table, seat, side)
    left: dict[int, list[int]] = {}
    for number in pools:
        if number >= 0:
            came = Counter(known[place] for place in mixes[number].inputs)
            came.subtract(known[place] for place in mixes[number].outputs if known[place] != UNKNOWN)
            # A place of this reshuffle that a later one took, unseen, holds a face of it too; undoing finds which.
            left[number] = list((+came).elements())
            rest.subtract(+came)
    left[-1] = list((+rest).elements())
    for _ in range(MAX_TRIES):
        faces = known[:]
        if all(_fill(table, side, places, left[number], faces, chance) for number, places in pools.items()) and all(
            _undo(mix, known, faces, table.inventory[side], chance)
            for mix, whole in zip(reversed(mixes), reversed(closed), strict=True)
            if not whole
        ):
            return faces
    raise ValueError("No world agrees with what this seat has seen.")


def _fill(
    table: Table, side: int, places: Sequence[int], stock: Sequence[int], faces: list[int], chance: Sampler
) -> bool:
    """Lay ``stock`` on ``places``; false when this draw is rejected."""
    facts = table.facts[side]
    bound = sorted((p for p in places if p in facts), key=lambda place: facts[place].bit_count())
    free = [place for place in places if place not in facts]
    left = list(stock)
    done: list[FaceSet] = []
    for place in bound:
        allowed = facts[place]
        choices = [i for i, face in enumerate(left) if allowed >> face & 1]
        # The most choices there could have been here: places whose set lies inside this one took theirs from it.
        most = sum(1 for face in stock if allowed >> face & 1) - sum(1 for earlier in done if not earlier & ~allowed)
        if not choices or chance.random() * most >= len(choices):
            return False
        faces[place] = left.pop(choices[chance.randrange(len(choices))])
        done.append(allowed)
    chance.shuffle(left)
    if len(left) < len(free):
        raise ValueError("There are more cards than faces for them.")
    for place, face in zip(free, left, strict=False):
        faces[place] = face
    return True


def _undo(mix: Mix, known: list[int], faces: list[int], inventory: Sequence[int], chance: Sampler) -> bool:
    """Say which card of a reshuffle came from where; false when this draw is rejected.

    The faces known to have gone in are found among those that came out, in one of as many ways as there are; the
    draw is accepted in proportion to that number.
    """
    came = list(mix.outputs)
    ways = most = 1
    taken: Counter[int] = Counter()
    for place in mix.inputs:
        face = known[place]
        if face == UNKNOWN:
            continue
        choices = [output for output in came if faces[output] == face]
        ways *= len(choices)
        most *= max(1, inventory[face] - taken[face])
        taken[face] += 1
        if not choices:
            return False
        came.remove(choices[chance.randrange(len(choices))])
    if chance.random() * most >= ways:
        return False
    order = [faces[output] for output in came]
    chance.shuffle(order)
    for place, face in zip((p for p in mix.inputs if known[p] == UNKNOWN), order, strict=True):
        faces[place] = face
    return True


def candidates(table: Table, seat: int, place: int, side: int) -> tuple[int, ...]:
    """The faces that ``place`` may show on ``side``, as far as ``seat`` can tell."""
    if table.rights[side][place] >> seat & 1:
        return (table.faces[side][place],)
    fact = table.facts[side].get(place, ALL_FACES)
    return tuple(face for face in sorted(unseen_faces(table, seat, side)) if fact >> face & 1)
