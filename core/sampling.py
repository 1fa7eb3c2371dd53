"""A world drawn evenly from those that one seat cannot tell apart.

Light and dark are shuffled apart, so each side is sampled for itself. What binds a face that a seat does not see:
the multiset of all faces; the facts stated about it; and which faces went into which reshuffle, because what
everybody saw going in must lie among what came out.

A history says which card lay at each place of the deal, and for each reshuffle which card came from where; before
anybody has seen anything all histories are equally likely. What the seat saw is laid down one after the other: a face
that came out of a reshuffle is traced back, to a known face that went in, or to the deal through places that nobody saw
and of which nothing else was stated; then a fact takes a face that is left. Each step is drawn by its true chances, and
multiplies the *weight* of the history by how likely it was that the step could be taken at all. What is left when all
that was seen has its place falls as it likes.

A history is accepted in proportion to its weight, so that none is favoured. Where only facts bind there is a greatest
weight to compare with. Where faces were traced there is none, but weights differ little: the greatest met so far
serves, which is even but for a small remainder.
Must never read a face that the seat has no right to.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, islice, product
from math import exp, log
from typing import Final

from .cards import ALL_FACES, FACES, UNKNOWN, FaceSet, faces_in
from .dealer import Chance
from .dues import Mix
from .table import Table

MAX_TRIES: Final = 10_000
"""A contradiction ends the search: one written into a position by hand, or a lie that the audit has not named yet. True
worlds need a few tries."""
PILOTS: Final = 12
"""Where faces have to be traced, the greatest weight of so many histories is taken for the bound."""
PATIENCE: Final = 100
"""After so many histories that were not accepted the greatest weight so far is taken for the bound."""
MOST_WAYS: Final = 100
"""Equal faces with more ways to have come are traced one by one: looking ahead is not worth it."""
IMPOSSIBLE: Final = float("-inf")
"""The weight of a history that contradicts what was seen. Weights are logarithms."""

End = tuple[int, bool]
"""Where a face came from: the stock of a source, or (true) a face known to have gone into that reshuffle."""


Stated = tuple[int, FaceSet, tuple[int, ...]]
"""A place and the faces that it may have, as a set and one by one."""


def known_faces(table: Table, seat: int, side: int) -> list[int]:
    """Per place the face that ``seat`` has a right to, else `UNKNOWN`."""
    bit = 1 << seat
    return [
        face if rights & bit else UNKNOWN for face, rights in zip(table.faces[side], table.rights[side], strict=True)
    ]


def unseen_faces(table: Table, seat: int, side: int) -> Counter[int]:
    """How many of each face lie where ``seat`` cannot see them."""
    faces, rights, bit = table.faces[side], table.rights[side], 1 << seat
    piles = (table.draw, table.discard, *table.hands)
    return _unseen(table, side, [faces[p] if rights[p] & bit else UNKNOWN for pile in piles for p in pile])


def _unseen(table: Table, side: int, lying: Sequence[int]) -> Counter[int]:
    """What the faces of a side are when some of them lie open; ``lying`` has `UNKNOWN` for each of the others."""
    left = list(table.inventory[side])
    for face in lying:
        if face != UNKNOWN:
            left[face] -= 1
    if sum([copies for copies in left if copies > 0]) < lying.count(UNKNOWN):
        # A position with a ``?``: that may be anything of the printed deck.
        printed = table.rules.cards.sheets[side].copies
        more = [max(0, copies - there) for copies, there in zip(printed, table.inventory[side], strict=True)]
        left = [max(0, copies) + extra for copies, extra in zip(left, more, strict=True)]
    return Counter({face: copies for face, copies in enumerate(left) if copies > 0})


def draw(past: Past, chance: Chance, tries: int = MAX_TRIES) -> list[int]:
    """A face for every place of a side, retired places included.

    Raises:
        ValueError: no world agrees with what the seat saw, or so many tries found none.
    """
    histories = _histories(past, chance, tries)
    pilots: list[tuple[float, _History]] = []
    if past.traced and not past.piloted:
        pilots = list(islice(histories, PILOTS))
        past.piloted = True
        past.bound = max((weight for weight, _ in pilots), default=past.bound)
    best, likeliest = IMPOSSIBLE, None
    for number, (weight, history) in enumerate(chain(pilots, histories)):
        if weight > best:
            best, likeliest = weight, history
            if past.traced:
                past.bound = max(past.bound, weight)
        bound = past.bound if number < PATIENCE else best
        if chance.random() < exp(min(0.0, weight - bound)):
            return history.complete()
    if likeliest is None:
        raise ValueError("No world agrees with what this seat has seen.")
    return likeliest.complete()


def _histories(past: Past, chance: Chance, tries: int) -> Iterator[tuple[float, _History]]:
    """Histories with their weights; those that came to a contradiction are left out."""
    for _ in range(tries):
        history = _History(past, chance)
        weight = history.follow()
        if weight != IMPOSSIBLE:
            yield weight, history


def _log(number: float) -> float:
    """The weight of so many choices; unlike products of small numbers sums do not vanish."""
    return log(number) if number else IMPOSSIBLE


def _pick(weights: Sequence[float], chance: Chance) -> int:
    """A number drawn by weight."""
    left = chance.random() * sum(weights)
    for number, weight in enumerate(weights):
        left -= weight
        if left < 0:
            return number
    return max(range(len(weights)), key=weights.__getitem__)


class Past:
    """What a seat has seen of a side, in the order that a history follows.

    A *source* is where faces come from: number 0 is the deal, the others are the reshuffles. One of which all went in
    face up is like a deal of its own: its stock is known. Faces that came out of any other one have to be traced.

    Attributes:
        known: per place the face, or `UNKNOWN`.
        home: per place the number of its source.
        hidden: per source its unknown places.
        stocks: per source the faces that lie at its unknown places, one number a face; None where faces are traced.
        facts: per source its unknown places of which something was stated, what leaves the fewest choices first.
        late: all of them, with their source, where faces are traced: they are laid after all traces, which are more
            particular, but no trace ends at a place of which something else was stated.
        stated: what was stated, by place.
        goes: for each place that went into a reshuffle, the number of its source.
        seen: per source that is traced the places that came out and are known, by face.
        mixes: the reshuffles; that of source n is number n - 1.
        bound: the greatest weight that facts alone can lead to.
        traced: whether any face has to be traced.
        piloted: whether the bound was found by some histories already, as it is where faces are traced.
    """

    def __init__(self, table: Table, seat: int, side: int) -> None:
        self.known = known = known_faces(table, seat, side)
        self.mixes: tuple[Mix, ...] = table.mixes
        self.home = [0] * len(known)
        for number, mix in enumerate(self.mixes, 1):
            for place in mix.outputs:
                self.home[place] = number
        went_in = [[known[place] for place in mix.inputs] for mix in self.mixes]
        dealt = [face for face, home in zip(known, self.home, strict=True) if home == 0]
        self.stocks: list[list[int] | None] = [_counts(_unseen(table, side, dealt).elements())]
        self.stocks += [None if UNKNOWN in faces else _counts(faces) for faces in went_in]
        self.facts: list[list[Stated]] = [[] for _ in self.stocks]
        self.seen: list[dict[int, list[int]]] = [{} for _ in self.stocks]
        self.late: list[tuple[int, Stated]] = []
        self.stated = table.facts[side]
        self.goes = {place: number for number, mix in enumerate(self.mixes, 1) for place in mix.inputs}
        self._sort(table.facts[side])
        self.traced = None in self.stocks
        self.piloted = False
        self.bound = self._bound()

    def _sort(self, facts: Mapping[int, FaceSet]) -> None:
        """Take what is known of each place to its source."""
        self.hidden: list[list[int]] = [[] for _ in self.stocks]
        for place, (face, home) in enumerate(zip(self.known, self.home, strict=True)):
            stock = self.stocks[home]
            if face == UNKNOWN:
                self.hidden[home].append(place)
                if place in facts:
                    self.facts[home].append((place, facts[place], faces_in(facts[place])))
            elif stock is None:
                self.seen[home].setdefault(face, []).append(place)
            elif home:
                stock[face] -= 1
        for number, (stock, stated) in enumerate(zip(self.stocks, self.facts, strict=True)):
            stated.sort(key=partial(_choices, stock or [1] * FACES))
            if None in self.stocks:
                self.late += [(number, fact) for fact in stated]
                stated.clear()
        for stock, places in zip(self.stocks, self.hidden, strict=True):
            if stock is not None and (min(stock) < 0 or sum(stock) < len(places)):
                raise ValueError("There are more cards than faces for them.")

    def _bound(self) -> float:
        """The weight of the most choices that each fact about a stock can have had.

        Places whose set lies inside that of a later one took theirs from it.
        """
        bound = 0.0
        for stock, facts in zip(self.stocks, self.facts, strict=True):
            if stock is not None:
                for number, (_, allowed, choices) in enumerate(facts):
                    inside = sum(1 for _, earlier, _ in facts[:number] if not earlier & ~allowed)
                    bound += _log(max(0, sum(stock[face] for face in choices) - inside))
        return bound


def _choices(stock: Sequence[int], fact: Stated) -> int:
    """How many faces of a stock a fact leaves to choose from."""
    return sum([stock[face] for face in fact[2]])


def _counts(faces: Iterable[int]) -> list[int]:
    counts = [0] * FACES
    for face in faces:
        counts[face] += 1
    return counts


class _Reshuffle:
    """A reshuffle in which not all is known: what went in and has not come out again in this history.

    Attributes:
        known: the places that went in with each face.
        unknown: the other places that went in, by their source and what was stated of them.
        left: how many went in and have not come out.
    """

    __slots__ = ("known", "left", "unknown")

    def __init__(self, mix: Mix, faces: Sequence[int], past: Past) -> None:
        self.known: dict[int, list[int]] = {}
        self.unknown: dict[tuple[int, FaceSet], list[int]] = {}
        self.left = len(mix.inputs)
        for place in mix.inputs:
            if faces[place] != UNKNOWN:
                self.known.setdefault(faces[place], []).append(place)
            else:
                group = past.home[place], past.stated.get(place, ALL_FACES)
                self.unknown.setdefault(group, []).append(place)


class _History:
    """One history while it is drawn."""

    def __init__(self, past: Past, chance: Chance) -> None:
        self.past, self.chance = past, chance
        self.faces = past.known[:]
        self.stocks = [None if stock is None else stock[:] for stock in past.stocks]
        self.mixes: dict[int, _Reshuffle] = {}

    def follow(self) -> float:
        """Give all that was seen its place; the weight, which is `IMPOSSIBLE` when it came to a contradiction."""
        weight = 0.0
        for number, stock in enumerate(self.stocks):
            if stock is not None:
                for place, _, choices in self.past.facts[number]:
                    weight += self._state(place, number, choices, stock)
                    if weight == IMPOSSIBLE:
                        return weight
        for number, stock in enumerate(self.stocks):
            if stock is None and weight != IMPOSSIBLE:
                weight += self._come_out(number)
        for number, stated in self.past.late:
            if weight != IMPOSSIBLE and self.faces[stated[0]] == UNKNOWN:
                weight += self._state_late(number, stated)
        return weight

    def _state_late(self, number: int, stated: Stated) -> float:
        """Lay a face that was stated, now that all traces are drawn."""
        place, fact, choices = stated
        # How many are left of a stock hangs on the traces, so here it is their share that counts.
        weight = self._state(place, number, choices, self._shares(number, choices))
        into = self.mixes.get(self.past.goes.get(place, 0))
        if into is not None and weight != IMPOSSIBLE:
            into.unknown[number, fact].remove(place)
            into.known.setdefault(self.faces[place], []).append(place)
        return weight

    def _shares(self, number: int, choices: Sequence[int]) -> list[float]:
        """How likely a place of a source is to have each of these faces as things stand."""
        shares, stock = [0.0] * FACES, self.stocks[number]
        left = 0 if stock is None else sum(stock)
        for face in choices:
            if stock is None:
                shares[face] = self._chances(number, face)[number]
            elif stock[face]:
                shares[face] = stock[face] / left
        return shares

    def _state(self, place: int, number: int, choices: Sequence[int], chances: Sequence[float]) -> float:
        """Lay a face that was stated; ``chances``: how likely each face is."""
        likely = [chances[face] for face in choices]
        if any(likely):
            self._lay(place, number, choices[_pick(likely, self.chance)])
        return _log(sum(likely))

    def _come_out(self, number: int) -> float:
        """Trace what was seen to come out of a reshuffle."""
        past, weight = self.past, 0.0
        self.mixes[number] = mix = _Reshuffle(past.mixes[number - 1], self.faces, past)
        # First the faces that nobody saw going in: there is no choice about them, so weights do not differ by them.
        for face, places in sorted(past.seen[number].items(), key=lambda seen: seen[0] in mix.known):
            weight += self._trace_all(places, number, face)
            if weight == IMPOSSIBLE:
                return weight
        return weight

    def _chances(self, number: int, face: int, end: End | None = None) -> list[float]:
        """How likely a place of each source up to this one is to have a face as things stand, from ``end`` if given."""
        chances: list[float] = []
        for source in range(number + 1):
            stock = self.stocks[source]
            if stock is not None:
                found = stock[face] / sum(stock) if stock[face] and end in (None, (source, False)) else 0.0
            else:
                mix = self.mixes[source]
                found = float(len(mix.known.get(face, ()))) if end in (None, (source, True)) else 0.0
                for (other, fact), places in mix.unknown.items():
                    if fact >> face & 1:
                        found += len(places) * chances[other]
                found = found / mix.left if found else 0.0
            chances.append(found)
        return chances

    def _trace_all(self, places: Sequence[int], number: int, face: int) -> float:
        """Trace the places that show the same face: they are different cards, so their ends are chosen together."""
        stocks = [(source, False) for source, stock in enumerate(self.stocks[:number]) if stock is not None]
        mixes = [(source, True) for source in self.mixes if face in self.mixes[source].known]
        chances = {end: self._chances(number, face, end)[number] for end in (*stocks, *mixes)}
        ends = [end for end in chances if chances[end]]
        if len(places) == 1 or len(ends) ** len(places) > MOST_WAYS:
            return sum(self._trace(place, number, face) for place in places)
        ways = list(product(ends, repeat=len(places)))
        guesses = [self._guess(chances, way, face) for way in ways]
        if not any(guesses):
            return IMPOSSIBLE
        picked = _pick(guesses, self.chance)
        weight = log(sum(guesses) / guesses[picked])
        return weight + sum(
            self._trace(place, number, face, end) for place, end in zip(places, ways[picked], strict=True)
        )

    def _trace(self, place: int, number: int, face: int, end: End | None = None) -> float:
        """Trace one place, to ``end`` if one is given."""
        likely = self._chances(number, face, end)[number]
        if likely:
            self._lay(place, number, face, end)
        return _log(likely)

    def _guess(self, chances: Mapping[End, float], way: Sequence[End], face: int) -> float:
        """About how likely it is that places end so, one after the other: what one took another one cannot take."""
        guess = 1.0
        taken: Counter[End] = Counter()
        for end in way:
            source, known = end
            stock = self.stocks[source]
            cards = len(self.mixes[source].known[face]) if known or stock is None else stock[face]
            guess *= chances[end] * max(0, cards - taken[end]) / cards
            taken[end] += 1
        return guess

    def _lay(self, place: int, number: int, face: int, end: End | None = None) -> None:
        """Give a place of a source its face, and trace where it came from: to ``end``, if one is given."""
        chances = self._chances(number, face, end) if number in self.mixes else []
        while True:
            self.faces[place] = face
            stock = self.stocks[number]
            if stock is not None:
                stock[face] -= 1
                return
            mix = self.mixes[number]
            known = mix.known.get(face, [])
            groups = [group for group in mix.unknown if group[1] >> face & 1]
            here = [float(len(known)) if end in (None, (number, True)) else 0.0]
            picked = _pick(here + [len(mix.unknown[group]) * chances[group[0]] for group in groups], self.chance)
            mix.left -= 1
            if picked == 0:
                known.pop(self.chance.randrange(len(known)))
                return
            number, fact = groups[picked - 1]
            places = mix.unknown[number, fact]
            place = places.pop(self.chance.randrange(len(places)))

    def complete(self) -> list[int]:
        """Let all the rest fall as it likes; the faces of all places."""
        past, faces = self.past, self.faces
        for number, stock in enumerate(self.stocks):
            places = past.hidden[number]
            if past.traced or past.facts[number]:
                places = [place for place in places if faces[place] == UNKNOWN]
            if stock is not None:
                self._fill(places, [face for face in range(FACES) if stock[face] for _ in range(stock[face])])
            else:
                mix = self.mixes[number]
                inside = [place for known in (*mix.known.values(), *mix.unknown.values()) for place in known]
                self._fill(places, [faces[place] for place in inside])
        return faces

    def _fill(self, places: Sequence[int], stock: list[int]) -> None:
        """Let faces fall on places in any order: sorted by a random key each."""
        faces, random = self.faces, self.chance.random
        stock.sort(key=lambda _: random())
        for place, face in zip(places, stock, strict=False):
            faces[place] = face


def candidates(table: Table, seat: int, place: int, side: int) -> tuple[int, ...]:
    """The faces that ``place`` may show on ``side``, as far as ``seat`` can tell."""
    if table.rights[side][place] >> seat & 1:
        return (table.faces[side][place],)
    fact = table.facts[side].get(place, ALL_FACES)
    return tuple(face for face in sorted(unseen_faces(table, seat, side)) if fact >> face & 1)
