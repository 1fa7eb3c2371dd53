"""What an observation holds: whole numbers from 0 to 127, one after the other, all of them from the seat's own eyes.

`FEATURES` lists them in order; `layout` says where each one stands. Sides are *up* and *down*, seats are counted
clockwise from the own one, and a count of faces has 54 numbers, face by face (`core.cards`). Only what the seat has a
right to is read: what is hidden changes nothing here.

Must never know which moves are legal.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ...core.cards import COLOURS, FACES, PLAIN_WILD, SYMBOLS_PER_COLOUR
from ...core.phases import Challenged, Drawn, Naming, Over, Pending, Phase, Swapping, Turn
from ...core.rules import Rules
from ...core.sampling import unseen_faces
from ...core.table import Table

MOST: Final = 127
"""What is more than that is given as that."""
HUNDRED: Final = 100


@dataclass(frozen=True, slots=True)
class Feature:
    """A row of numbers in an observation.

    Attributes:
        name: what `layout` calls it.
        size: how many numbers, for each seat where it has some for each.
        most: the greatest that each may be.
        meaning: what they say.
        seats: how often it stands there: 1, or once for each seat (0 the own one), or once for each other seat.
        two_sided: whether cards with one face go without it.
    """

    name: str
    size: int
    most: int
    meaning: str
    seats: str = "once"
    two_sided: bool = False


_CARDS: Final = 112
FEATURES: Final = (
    Feature("hand", FACES, _CARDS, "the own cards, by the face that is up"),
    Feature("hand_backs", FACES, _CARDS, "the own cards, by the face that is down", two_sided=True),
    Feature("laid", FACES, _CARDS, "the faces the seat has chosen so far for a play of several"),
    Feature("drawn", FACES, 1, "the card just drawn, for the seat that drew it"),
    Feature("top", FACES, 1, "the face on top of the discard pile"),
    Feature("bottom", FACES, 1, "the other face of the card at its bottom, which a Flip brings up", two_sided=True),
    Feature("draw_back", FACES, 1, "the back on top of the draw pile", two_sided=True),
    Feature("unseen", FACES, _CARDS, "the faces of the side that is up that lie where the seat cannot see them"),
    Feature("unseen_backs", FACES, _CARDS, "those of the side that is down", two_sided=True),
    Feature("known", FACES, _CARDS, "the cards of another seat whose face that is up is known", "others"),
    Feature("backs", FACES, _CARDS, "the cards of another seat by the face that is down", "others", two_sided=True),
    Feature("colour", COLOURS, 1, "the colour in force; none for a wild without one"),
    Feature("before", COLOURS, 1, "the colour that was in force before the wild draw card that may be challenged"),
    Feature("until", COLOURS, 1, "the colour that is drawn for"),
    Feature("dark", 1, 1, "whether the dark side is up", two_sided=True),
    Feature("clockwise", 1, 1, "whether play goes clockwise"),
    Feature("phase", 7, 1, "turn, drawn, name, challenge, pending, swap, over"),
    Feature("total", 1, MOST, "how many cards are pending"),
    Feature("pile", 1, _CARDS, "how many cards the draw pile has"),
    Feature("turn", 1, 1, "whether it is this seat's turn", "each"),
    Feature("accused", 1, 1, "whether this seat played the wild draw card that may be challenged", "each"),
    Feature("cards", 1, _CARDS, "how many cards this seat holds", "each"),
    Feature("called", 1, 1, "whether it called its last card", "each"),
    Feature("catchable", 1, 1, "whether it may be caught", "each"),
    Feature("owed", 1, MOST, "how many cards it still has to draw for a missing call", "each"),
    Feature("out", 1, 1, "whether it takes no further part", "each"),
    Feature("hundreds", 1, MOST, "its points in the match so far, in hundreds", "each"),
    Feature("points", 1, HUNDRED - 1, "and what goes beyond those", "each"),
)
"""All features in order."""

_PHASES: Final[dict[type[Phase], int]] = {
    kind: number for number, kind in enumerate((Turn, Drawn, Naming, Challenged, Pending, Swapping, Over))
}


def layout(seats: int, sides: int) -> dict[str, slice]:
    """Where each feature stands in an observation, for so many seats and so many faces a card."""
    found: dict[str, slice] = {}
    begin = 0
    for feature in FEATURES:
        if feature.two_sided and sides == 1:
            continue
        end = begin + feature.size * {"once": 1, "each": seats, "others": seats - 1}[feature.seats]
        found[feature.name] = slice(begin, end)
        begin = end
    return found


def greatest(seats: int, sides: int) -> bytes:
    """The greatest value that each number of an observation may have."""
    most = {feature.name: feature.most for feature in FEATURES}
    return b"".join(bytes([most[name]]) * (at.stop - at.start) for name, at in layout(seats, sides).items())


_ONE: Final = tuple(1 << 8 * face for face in range(FACES))
"""Each face as a count of one: a count of faces is one number with a byte a face, so that counts are added at once."""


class _Held:
    """A hand as it was counted last: its places, and per side the count."""

    __slots__ = ("counts", "places")

    def __init__(self, sides: int) -> None:
        self.places: list[int] = []
        self.counts = [0] * sides

    def catch_up(self, hand: list[int], sides: list[list[int]], top: int) -> None:
        """Count what has changed: mostly a card more at the end, or one less that lies on top of the discards now."""
        places, counts = self.places, self.counts
        if top in places and top not in hand:
            places.remove(top)
            for side, faces in enumerate(sides):
                counts[side] -= _ONE[faces[top]]
        known = len(places)
        if hand[:known] != places:
            counts[:] = [0] * len(counts)
            known = 0
        fresh = hand[known:]
        for side, faces in enumerate(sides):
            for place in fresh:
                counts[side] += _ONE[faces[place]]
        self.places = hand[:]


class Encoder:
    """Makes observations; remembers what it has counted, so it belongs to one table at a time.

    Args:
        rules: the rules played.
        seats: how many seats there are.
    """

    def __init__(self, rules: Rules, seats: int) -> None:
        self._seats = seats
        self._two_sided = len(rules.cards.sheets) > 1
        self._open = not self._two_sided or rules.backs == "visible"
        places = layout(seats, len(rules.cards.sheets))
        self.size = max(at.stop for at in places.values())
        self._at = {name: at.start for name, at in places.items()}
        self._table: Table | None = None
        self._mixes = -1
        self._discarded = (0, 0)
        self._left: list[int] = []
        self._held: list[_Held] = []

    def encode(self, table: Table, seat: int, laid: tuple[int, ...] = ()) -> bytearray:
        """The observation of ``seat``, ``laid`` being the faces it has chosen for a play of several.

        What is not read by the rights of ``seat`` is public: sizes of hands, the phase, who has called.
        """
        found = bytearray(self.size)
        if self._open and table.discloser is not None:
            self._count(table, seat, found)
        else:
            self._look(table, seat, found)
        if self._two_sided:
            self._piles(table, seat, found)
        self._table_itself(table, seat, found)
        self._each_seat(table, seat, found)
        for face in laid:
            found[self._at["laid"] + face] += 1
        return found

    def _count(self, table: Table, seat: int, found: bytearray) -> None:
        """All counts of faces where backs are public, as are the discards: of what is held only fronts are secret."""
        up, at, seats, hands = table.side, self._at, self._seats, table.hands
        faces, rights, bit = table.faces[up], table.rights[up], 1 << seat
        self._catch_up(table)
        own = self._held[seat]
        left = self._left[up] - own.counts[up]
        begin = at["known"]
        for who in (*range(seat + 1, seats), *range(seat)):
            seen = [_ONE[faces[place]] for place in hands[who] if rights[place] & bit]
            if seen:
                count = sum(seen)
                left -= count
                found[begin : begin + FACES] = count.to_bytes(FACES, "little")
            begin += FACES
        begin = at["hand"]
        found[begin : begin + FACES] = own.counts[up].to_bytes(FACES, "little")
        found[at["unseen"] : at["unseen"] + FACES] = self._less_the_pile(table, bit, up, left)
        if self._two_sided:
            down = 1 - up
            held = self._held
            backs = [hand.counts[down] for hand in (*held[seat + 1 :], *held[:seat])]
            mine = own.counts[down]
            left = self._left[down] - mine - sum(backs)
            begin = at["hand_backs"]
            found[begin : begin + FACES] = mine.to_bytes(FACES, "little")
            begin = at["backs"]
            for count in backs:
                found[begin : begin + FACES] = count.to_bytes(FACES, "little")
                begin += FACES
            found[at["unseen_backs"] : at["unseen_backs"] + FACES] = self._less_the_pile(table, bit, down, left)

    def _less_the_pile(self, table: Table, bit: int, side: int, left: int) -> bytes:
        """What is unseen when the draw pile is looked at: only its two ends are ever known."""
        draw, rights = table.draw, table.rights[side]
        if draw:
            faces = table.faces[side]
            if rights[draw[-1]] & bit:
                left -= _ONE[faces[draw[-1]]]
            if len(draw) > 1 and rights[draw[0]] & bit:
                left -= _ONE[faces[draw[0]]]
        return left.to_bytes(FACES, "little")

    def _catch_up(self, table: Table) -> None:
        """Count the hands and discards that have changed; a card never changes its faces under the same place."""
        mixes, discard, sides = len(table.mixes), table.discard, table.faces
        if table is not self._table or mixes != self._mixes:
            self._table, self._mixes = table, mixes
            self._held = [_Held(len(sides)) for _ in table.hands]
            self._discarded = (-1, 0)
        for hand, held in zip(table.hands, self._held, strict=True):
            if hand != held.places:
                held.catch_up(hand, sides, discard[-1])
        bottom, cards = self._discarded
        if bottom != discard[0]:  # A Flip that turns the pile lays itself at the bottom.
            self._left = [int.from_bytes(copies, "little") for copies in map(bytes, table.inventory)]
            cards = 0
        if cards < len(discard):
            self._discarded = (discard[0], len(discard))
            for number, faces in enumerate(sides):
                self._left[number] -= sum([_ONE[faces[place]] for place in discard[cards:]])

    def _look(self, table: Table, seat: int, found: bytearray) -> None:
        """All counts of faces card by card, whatever is hidden and whoever deals."""
        at, seats, bit = self._at, self._seats, 1 << seat
        names = (("hand", "known", "unseen"), ("hand_backs", "backs", "unseen_backs"))
        for (own, others, unseen), side in zip(names, (table.side, 1 - table.side)[: len(table.faces)], strict=False):
            faces, rights = table.faces[side], table.rights[side]
            for step in range(seats):
                base = at[others] + FACES * (step - 1) if step else at[own]
                for place in table.hands[(seat + step) % seats]:
                    if rights[place] & bit:
                        found[base + faces[place]] += 1
            for face, copies in unseen_faces(table, seat, side).items():
                found[at[unseen] + face] = copies

    def _piles(self, table: Table, seat: int, found: bytearray) -> None:
        """What the piles show of the side that is down."""
        down = 1 - table.side
        faces, rights = table.faces[down], table.rights[down]
        bottom = table.discard[0]
        if rights[bottom] >> seat & 1:
            found[self._at["bottom"] + faces[bottom]] = 1
        if table.draw and rights[table.draw[-1]] >> seat & 1:
            found[self._at["draw_back"] + faces[table.draw[-1]]] = 1

    def _table_itself(self, table: Table, seat: int, found: bytearray) -> None:
        """Top, colours, direction, phase and what is pending."""
        at, phase = self._at, table.phase
        face = table.faces[table.side][table.discard[-1]]
        found[at["top"] + face] = 1
        colour = table.colour if face >= PLAIN_WILD else face // SYMBOLS_PER_COLOUR
        if colour >= 0:
            found[at["colour"] + colour] = 1
        if self._two_sided:
            found[at["dark"]] = table.side
        found[at["clockwise"]] = table.direction == 1
        found[at["phase"] + _PHASES[type(phase)]] = 1
        found[at["pile"]] = len(table.draw)
        found[at["turn"] + (table.turn - seat) % self._seats] = 1
        if type(phase) is Drawn:
            if seat == table.turn:
                found[at["drawn"] + table.faces[table.side][phase.place]] = 1
        elif isinstance(phase, Pending | Challenged):
            found[at["total"]] = min(MOST, phase.total)
            if phase.until >= 0:
                found[at["until"] + phase.until] = 1
            if isinstance(phase, Challenged):
                found[at["accused"] + (phase.by - seat) % self._seats] = 1
                if phase.before >= 0:
                    found[at["before"] + phase.before] = 1

    def _each_seat(self, table: Table, seat: int, found: bytearray) -> None:
        """What is public about each seat."""
        at, seats = self._at, self._seats
        cards, hundreds, points = at["cards"], at["hundreds"], at["points"]
        for step in range(seats):
            who = (seat + step) % seats
            found[cards + step] = len(table.hands[who])
            score = table.scores[who]
            if score:
                found[hundreds + step] = min(MOST, score // HUNDRED)
                found[points + step] = score % HUNDRED
            if table.out[who] is not None:
                found[at["out"] + step] = 1
        if table.called | table.catchable:
            for step in range(seats):
                who = (seat + step) % seats
                found[at["called"] + step] = table.called >> who & 1
                found[at["catchable"] + step] = table.catchable >> who & 1
        for who, owed in table.owed.items():
            found[at["owed"] + (who - seat) % seats] = min(MOST, owed)
