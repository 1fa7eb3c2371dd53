"""What peers could see if they searched everything they hold, and what the rules let them see.

An onlooker is one seat, or several that put together what they know. It holds every frame that went to it or came
from it, byte for byte, and its own round keys. For each hidden face (a, b) it knows b less what was published, takes
away its own shares, and asks whether what is left is a face, or would be with one more point: any 32 bytes at any
offset of any frame, any seal opened with a key of its own, any two points that no message needed. Turned about, that
is cheap: for each of the 54 faces there is one point which would open the card, a *needle*, and all needles are looked
for in one pass. As the test knows all secrets, the shares, keys and seeds of others are needles as well, also where a
single one opens nothing yet.

Must never know how a plant was made, nor count on a message being what it should be.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations, pairwise
from typing import cast

import msgspec

# Taken now, before anybody makes the group remember: millions of sums would only drive the others out.
from nacl.bindings import crypto_core_ed25519_add, crypto_core_ed25519_is_valid_point, crypto_core_ed25519_sub

from fliptable.core.table import Table
from fliptable.p2p import wire
from fliptable.p2p.deal import group
from fliptable.p2p.deal.deal import Card, Deal
from fliptable.p2p.deal.elgamal import Ciphertext
from fliptable.p2p.deal.faces import FaceTable
from fliptable.p2p.deal.group import Point, Scalar
from fliptable.p2p.deal.seed import Seed
from fliptable.p2p.deal.stage import HiddenFace
from fliptable.p2p.messages import LETTERS, Mix, Remix, Seals, Statements

Frames = Mapping[bytes, int]
"""Every frame with the mask of seats that hold it."""

MIXES = wire.tags(Mix, Remix)
MADE_OF_POINTS = MIXES | wire.tags(Seals, Statements)

SUBSETS_MAX = 4  # of so many shares of one card every subset is tried, of more only all and all but one


@dataclass(frozen=True)
class Sight:
    """What the onlooker with this mask of seats came to: a card's face, or a seat's share, key or seed."""

    onlooker: int
    what: str
    card: Card | None = None
    seat: int | None = None


@dataclass
class Search:
    """The search in one deal by these onlookers, masks of seats; `seeds` are those of its seats.

    `faces` are the cards each onlooker has come to know; `strays` what nobody but its maker should hold.
    """

    seeds: Mapping[int, bytes]
    onlookers: Sequence[int]
    faces: dict[int, dict[Card, int]] = field(default_factory=lambda: defaultdict(dict))
    strays: set[Sight] = field(default_factory=set[Sight])
    keys: dict[int, Scalar] = field(default_factory=dict[int, Scalar])
    _needles: dict[bytes, list[tuple[frozenset[int], str, Card | None, int]]] = field(
        default_factory=lambda: defaultdict(list)
    )
    _aimed: set[tuple[object, ...]] = field(default_factory=set[tuple[object, ...]])
    _needed: set[bytes] = field(default_factory=set[bytes])
    _published: dict[Card, dict[int, Point]] = field(default_factory=lambda: defaultdict(dict))

    def note(self, deal: Deal) -> None:
        """Remember which points messages were made of, before a card changes hands and they are forgotten."""
        self._needed.update(known_points(deal))
        for side, faces in enumerate(deal.hidden):
            for place, hidden in faces.items():
                self._published[place, side] |= hidden.shares
                self._needed.update(hidden.shares.values(), hidden.joined.values())
                for one, _ in hidden.seals.values():
                    self._needed.update(one)

    def look(self, deal: Deal, frames: Frames) -> None:
        """Search once more, with the deal as it is now and every frame so far."""
        self.note(deal)
        self.keys = {s: Seed(seed, deal.session, deal.number, s).key() for s, seed in self.seeds.items()}
        for seat, seed in self.seeds.items():
            self._aim_at(seed, "seed", seat)
            self._aim_at(self.keys[seat], "key", seat)
        for side, faces in enumerate(deal.hidden):
            for place, hidden in faces.items():
                self._aim_card(deal.tables[side], (place, side), hidden)
        self._aim_as_mixed(deal)
        for point in known_points(deal):
            self._hit(point, -1)
        self._scan(frames)
        self._add_up(frames, self._open(frames))

    def face(self, deal: Deal, card: Card) -> int | None:
        """The true face, by all keys."""
        place, side = card
        hidden = deal.hidden[side][place]
        locked = mask_seats(hidden.lock)
        return deal.tables[side].numbers.get(bare(hidden.left, [self.keys[seat] for seat in locked]))

    # Taking aim.

    def _aim_card(self, table: FaceTable, card: Card, hidden: HiddenFace) -> None:
        versions = [(left, 1 << owner) for owner, left in hidden.owners.items()]
        for ciphertext, lock in [*versions, (hidden.left, hidden.lock)]:
            if not self._first(ciphertext, lock):
                continue
            self._aim_faces(table, card, ciphertext.b, self.onlookers)
            for onlooker in self.onlookers:
                if lock & onlooker:
                    own = [self.keys[seat] for seat in mask_seats(lock & onlooker)]
                    self._aim_faces(table, card, bare(ciphertext, own), [onlooker])
            for seat in mask_seats(lock):
                self._aim_at(group.multiply(self.keys[seat], ciphertext.a), "share", seat, card)

    def _aim_faces(self, table: FaceTable, card: Card, base: bytes, onlookers: Sequence[int]) -> None:
        """Where the onlookers hold this face or this face plus a point: note it, or look for the point."""
        number = table.numbers.get(base)
        if number is not None:
            self._see(onlookers, card, number)
            return
        who = frozenset(onlookers)
        for number, point in enumerate(table.points):
            self._needles[crypto_core_ed25519_sub(base, point)].append((who, "face", card, number))

    def _aim_as_mixed(self, deal: Deal) -> None:
        """Take every subset of published and own shares away from the card as the last mix left it."""
        for stage in deal.stages:
            for side, deck in enumerate(stage.decks):
                for place, ciphertext in zip(stage.outputs, deck, strict=True):
                    if stage.turn is None and place in deal.hidden[side]:
                        self._aim_subsets(deal.tables[side], (place, side), ciphertext)

    def _aim_subsets(self, table: FaceTable, card: Card, ciphertext: Ciphertext) -> None:
        published = self._published[card]
        if not self._first(ciphertext, *published):
            return
        for onlooker in self.onlookers:
            own = {s: group.multiply(self.keys[s], ciphertext.a) for s in mask_seats(onlooker) if s in self.keys}
            for base in without(ciphertext.b, list({**published, **own}.values())):
                number = table.numbers.get(base)
                if number is not None:
                    self._see([onlooker], card, number)

    def _aim_at(self, needle: bytes, what: str, seat: int, card: Card | None = None) -> None:
        if self._first(what, seat, needle):
            others = frozenset(onlooker for onlooker in self.onlookers if not onlooker >> seat & 1)
            self._needles[needle].append((others, what, card, seat))

    def _first(self, *what: object) -> bool:
        new = what not in self._aimed
        self._aimed.add(what)
        return new

    def _see(self, onlookers: Iterable[int], card: Card, number: int) -> None:
        for onlooker in onlookers:
            self.faces[onlooker][card] = number

    # Looking.

    def _scan(self, frames: Frames) -> None:
        """Look for every needle at every offset of every frame."""
        needles = self._needles
        for data, holders in frames.items():
            for start in range(len(data) - 31):
                if data[start : start + 32] in needles:
                    self._hit(data[start : start + 32], holders)

    def _open(self, frames: Frames) -> dict[bytes, int]:
        """Open whatever may be a seal by each key that somebody has who holds it; return what nobody asked for."""
        published = {point for shares in self._published.values() for point in shares.values()}
        opened: dict[bytes, int] = defaultdict(int)
        for data, holders in frames.items():
            for one, other in pairs_of(data):
                for seat in () if one in published else mask_seats(holders):
                    if seat in self.keys:
                        point = unsealed(one, other, self.keys[seat])
                        self._hit(point, 1 << seat)
                        if one not in self._needed:
                            opened[point] |= 1 << seat
        return opened

    def _add_up(self, frames: Frames, opened: Mapping[bytes, int]) -> None:
        """Look for needles that are the sum of two points that no message needed."""
        loose: dict[bytes, int] = defaultdict(int, opened)
        for data, holders in frames.items():
            for point in points_of(data):
                if point not in self._needed:
                    loose[point] |= holders
        for (one, first), (other, second) in combinations(loose.items(), 2):
            self._hit(added(one, other), first, second)

    def _hit(self, needle: bytes, *holders: int) -> None:
        """Whoever is looking for this and holds all parts of it has found it."""
        for onlookers, what, card, number in self._needles.get(needle, ()):
            finders = [one for one in onlookers if all(one & mask for mask in holders)]
            if what == "face" and card is not None:
                self._see(finders, card, number)
            elif what != "face" and needle not in self._needed:
                self.strays.update(Sight(one, what, card, number) for one in finders)


def rights_of(table: Table, onlooker: int) -> set[Card]:
    """The cards of which one of these seats has a right to the face."""
    return {
        (place, side)
        for side, rights in enumerate(table.rights)
        for place, mask in enumerate(rights)
        if mask & onlooker
    }


def known_points(deal: Deal) -> list[bytes]:
    """All points that anybody knows without being told: faces, keys and their sums, the generator."""
    keys = [deal.keys[seat] for seat in deal.members if seat in deal.keys]
    joint = [stage.key for stage in deal.stages]
    faces = [point for table in deal.tables for point in table.points]
    return [group.GENERATOR, *keys, *joint, *faces]


def mask_seats(mask: int) -> list[int]:
    """The seats of a mask."""
    return [seat for seat in range(mask.bit_length()) if mask >> seat & 1]


def bare(ciphertext: Ciphertext, keys: Sequence[Scalar]) -> bytes:
    """What is left of b without the shares of these keys."""
    return less(ciphertext.b, [group.multiply(key, ciphertext.a) for key in keys])


def less(base: bytes, points: Iterable[bytes]) -> bytes:
    """A point without some others."""
    for point in points:
        base = crypto_core_ed25519_sub(base, point)
    return base


def without(base: bytes, shares: Sequence[Point]) -> Iterator[bytes]:
    """A point without every subset of few shares; of many, without all of them or all but one."""
    if len(shares) > SUBSETS_MAX:
        rest = less(base, shares)
        yield from [rest, *(crypto_core_ed25519_add(rest, share) for share in shares)]
        return
    for size in range(len(shares) + 1):
        yield from (less(base, chosen) for chosen in combinations(shares, size))


@lru_cache(2**16)
def fields_of(data: bytes) -> tuple[int, tuple[bytes, ...]]:
    """The tag of what a frame says, and every string of bytes in it, at any depth; all of it, where it cannot be read.

    Keys and signatures of a letter are left out.
    """
    try:
        frame = msgspec.msgpack.decode(data)
        if frame[0] in wire.tags(*LETTERS):
            frame = msgspec.msgpack.decode(frame[1])
        return frame[0], tuple(strings(frame))
    except (msgspec.DecodeError, LookupError, TypeError):
        return -1, (data,)


def strings(value: object) -> Iterator[bytes]:
    """Every string of bytes in a value made of lists."""
    if isinstance(value, bytes):
        yield value
    elif isinstance(value, list):
        for one in cast("list[object]", value):
            yield from strings(one)


@lru_cache(2**16)
def points_of(data: bytes) -> tuple[bytes, ...]:
    """Every point of the group in a field of a frame, at multiples of 32 bytes.

    Not in mixes and seals, which are made of points, nor in statements: so many numbers look like points now and then.
    """
    tag, fields = fields_of(data)
    if tag in MADE_OF_POINTS:
        return ()
    return tuple(piece for field in fields for piece in pieces(field) if valid(piece))


@lru_cache(2**16)
def pairs_of(data: bytes) -> tuple[tuple[bytes, bytes], ...]:
    """Every two points that stand side by side in a field of a frame; not in mixes."""
    tag, fields = fields_of(data)
    if tag in MIXES:
        return ()
    return tuple(pair for field in fields for pair in pairwise(pieces(field)) if valid(pair[0]) and valid(pair[1]))


def pieces(data: bytes) -> list[bytes]:
    """Whole pieces of 32 bytes."""
    return [data[start : start + 32] for start in range(0, len(data) - 31, 32)]


@lru_cache(2**16)
def valid(piece: bytes) -> bool:
    """Whether these bytes are a point of the group."""
    return crypto_core_ed25519_is_valid_point(piece)


@lru_cache(2**18)
def added(one: bytes, other: bytes) -> bytes:
    """The sum of two points."""
    return crypto_core_ed25519_add(one, other)


@lru_cache(2**16)
def unsealed(one: bytes, other: bytes, key: Scalar) -> bytes:
    """What two points hold for the holder of this key, if they hold anything."""
    return crypto_core_ed25519_sub(other, group.multiply(key, one))
