"""What one seat may know: its own type, because players get this and never the table.

A view reads a settled table through the rights of its seat, lazily: what is not asked for costs nothing. It is good
until the next move; `sample` gives a whole world that agrees with it, to play on in.
Must never read a face that its seat has no right to.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from .cards import ALL_FACES, DIRECTIONS, SIDE_NAMES, UNKNOWN, FaceSet, Sheet
from .dealer import Chance, TrustedDealer
from .knowledge import as_known
from .legal import legal
from .moves import Move
from .notation import format_face, format_move
from .phases import OVER, PHASES, Phase
from .play import make
from .report import card_for, report
from .rules import Rules
from .ruling import Side
from .sampling import MAX_TRIES, Past, candidates, draw, unseen_faces
from .table import Table

MOST_STEPS: Final = 1000
"""A simulation that takes more moves is given up; rounds have some dozens."""


@dataclass(frozen=True, slots=True)
class HeldCard:
    """A card in a hand or a pile as one seat sees it.

    Attributes:
        place: its number in this round's deck.
        front: the face of the active side, or `UNKNOWN`.
        back: the face of the inactive side, or `UNKNOWN`; classic cards have none.
        fact: the faces its front is stated to lie in; all of them when nothing was said.
    """

    place: int
    front: int
    back: int
    fact: FaceSet


@dataclass(frozen=True, slots=True)
class SeatView:
    """One seat as another one sees it: its cards in the order drawn, and what is public about it."""

    seat: int
    name: str
    cards: tuple[HeldCard, ...]
    called: bool
    catchable: bool
    owed: int
    score: int
    out: str | None


class View:
    """What ``seat`` may know of a settled table.

    Attributes:
        seat: whose view it is.
    """

    def __init__(self, table: Table, seat: int) -> None:
        self._table = table
        self._legal: tuple[Move, ...] | None = None
        self.seat = seat

    # The table.

    @property
    def rules(self) -> Rules:
        """The rules played."""
        return self._table.rules

    @property
    def seats(self) -> tuple[str, ...]:
        """Names of the seats, clockwise."""
        return self._table.seats

    @property
    def side(self) -> int:
        """The active side: 0 light, 1 dark."""
        return self._table.side

    @property
    def sheet(self) -> Sheet:
        """What is printed on the active side: names, kinds, points and copies of the faces."""
        return self._table.sheets[self._table.side]

    @property
    def phase(self) -> Phase:
        """What the table waits for."""
        return self._table.phase

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that are waited for."""
        return self._table.to_act

    @property
    def acts(self) -> bool:
        """Whether this seat is waited for; else it may at most call, catch or jump in."""
        return self.seat in self._table.to_act

    @property
    def direction(self) -> int:
        """1 clockwise, -1 counterclockwise."""
        return self._table.direction

    @property
    def dealer(self) -> int:
        """The seat that dealt."""
        return self._table.dealer

    @property
    def scores(self) -> tuple[int, ...]:
        """Points of the match so far, per seat."""
        return tuple(self._table.scores)

    @property
    def places(self) -> tuple[int, ...]:
        """The seats that went out, in that order, where the others play to the last."""
        return self._table.places

    @property
    def top(self) -> HeldCard:
        """The card on top of the discard pile."""
        return self.card(self._table.discard[-1])

    @property
    def under(self) -> HeldCard:
        """The card that the top of the discard pile was laid on; the top itself when nothing lies beneath."""
        return self.card(self._table.discard[-2:][0])

    @property
    def bottom(self) -> HeldCard:
        """The card at the bottom of the discard pile, the top after a Flip."""
        return self.card(self._table.discard[0])

    @property
    def colour(self) -> int:
        """The colour to match, that of the top face or the one named for a wild; -1 when a wild has none."""
        return self._table.colour_in_force

    @cached_property
    def discard(self) -> tuple[HeldCard, ...]:
        """The discard pile, bottom to top."""
        return tuple(map(self.card, self._table.discard))

    @property
    def draw_size(self) -> int:
        """How many cards the draw pile has."""
        return len(self._table.draw)

    @property
    def draw_back(self) -> int:
        """The inactive face on top of the draw pile, or `UNKNOWN`."""
        return self.card(self._table.draw[-1]).back if self._table.draw else UNKNOWN

    @property
    def ruling(self) -> tuple[Side, ...]:
        """What the rules mean for the faces of each side: what fits on what, what may not be the last card."""
        return self._table.sides

    def card(self, place: int) -> HeldCard:
        """The card at a place, as of a `Play` or an event, as far as this seat may know it."""
        table, bit, side = self._table, 1 << self.seat, self._table.side
        front = table.faces[side][place] if table.rights[side][place] & bit else UNKNOWN
        back = UNKNOWN
        if len(table.faces) > 1 and table.rights[1 - side][place] & bit:
            back = table.faces[1 - side][place]
        return HeldCard(place, front, back, table.facts[side].get(place, ALL_FACES))

    # The seats.

    @cached_property
    def hand(self) -> tuple[HeldCard, ...]:
        """The own cards, in the order drawn."""
        return tuple(map(self.card, self._table.hands[self.seat]))

    @cached_property
    def players(self) -> tuple[SeatView, ...]:
        """All seats in seat order, the own one among them."""
        table = self._table
        return tuple(
            SeatView(
                seat,
                name,
                tuple(map(self.card, table.hands[seat])),
                bool(table.called >> seat & 1),
                bool(table.catchable >> seat & 1),
                table.owed.get(seat, 0),
                table.scores[seat],
                table.out[seat],
            )
            for seat, name in enumerate(table.seats)
        )

    def fronts(self, seat: int) -> dict[int, int]:
        """The cards of a seat by place, in the order drawn: the face of the active side, or `UNKNOWN`.

        With `backs` the quick way to look at a hand; `players` says more.
        """
        table, bit = self._table, 1 << self.seat
        faces, rights = table.faces[table.side], table.rights[table.side]
        return {place: faces[place] if rights[place] & bit else UNKNOWN for place in table.hands[seat]}

    def backs(self, seat: int) -> dict[int, int]:
        """The cards of a seat by place: the face of the inactive side, or `UNKNOWN`; classic cards have none."""
        table, bit = self._table, 1 << self.seat
        if len(table.faces) == 1:
            return dict.fromkeys(table.hands[seat], UNKNOWN)
        faces, rights = table.faces[1 - table.side], table.rights[1 - table.side]
        return {place: faces[place] if rights[place] & bit else UNKNOWN for place in table.hands[seat]}

    @property
    def active(self) -> tuple[int, ...]:
        """The seats that still take part in this round."""
        return self._table.active

    def after(self, seat: int) -> int:
        """The next active seat after ``seat`` in the direction of play."""
        return self._table.after(seat)

    # Acting.

    @property
    def legal(self) -> tuple[Move, ...]:
        """The moves the seat may make now."""
        if self._legal is None:  # `cached_property` takes a lock, which is more work than most moves are.
            self._legal = tuple(legal(self._table, self.seat))
        return self._legal

    def spell(self, move: Move) -> str:
        """A move in notation."""
        return format_move(self._table, self.seat, move)

    # Thinking.

    def unseen(self, side: int | None = None) -> Counter[int]:
        """How many of each face of a side (the active one) lie where this seat cannot see them."""
        return unseen_faces(self._table, self.seat, self.side if side is None else side)

    def candidates(self, seat: int, index: int) -> tuple[int, ...]:
        """The faces that the front of a seat's ``index``-th card may have."""
        return candidates(self._table, self.seat, self._table.hands[seat][index], self.side)

    @cached_property
    def _pasts(self) -> tuple[Past, ...]:
        """What the seat has seen of each side."""
        return tuple(Past(self._table, self.seat, side) for side in range(len(self._table.sheets)))

    def supposing(self, facts: Mapping[tuple[int, int], FaceSet]) -> View:
        """The same view with something supposed that this seat does not know; `sample` then keeps to it.

        Args:
            facts: for a side and a place the faces that a card may have.
        """
        table = self._table.clone()
        for (side, place), faces in facts.items():
            table.facts[side][place] = table.facts[side].get(place, ALL_FACES) & faces
        return View(table, self.seat)

    def sample(self, chance: Chance, tries: int = MAX_TRIES) -> Table:
        """A world drawn uniformly from those that agree with all this seat may know, ready to play on.

        Args:
            chance: where the random numbers come from.
            tries: after so many contradictions there is taken to be no world; supposed facts may well have none.

        Raises:
            ValueError: no world agrees, because a position was written so, or somebody lied about a hidden card.
        """
        world = self._table.clone()
        world.faces = [draw(past, chance, tries) for past in self._pasts]
        world.discloser = TrustedDealer(chance)
        return world

    def simulate(self, move: Move, policy: Policy, chance: Chance, steps: int = MOST_STEPS) -> Table:
        """What may come of a legal move: a sampled world in which it was made, and played on by ``policy``.

        To compare moves fairly, sample some worlds and try each move in a clone of each (`play_out`).

        Args:
            move: one of `legal`.
            policy: makes every further move, of all seats; each time it gets what the seat to act would see.
            chance: where the world comes from.
            steps: after so many further moves the world is returned as it is.

        Returns:
            The world: ``over`` says whether the round ended, ``result`` who won it and what the others hold.

        Raises:
            ValueError: no world agrees with what this seat has seen.
        """
        world = self.sample(chance)
        make(world, self.seat, move)
        play_out(world, policy, steps)
        return world

    def known(self) -> Table:
        """A table with all that this seat may know and nothing else; a view of it equals this one."""
        return as_known(self._table, self.seat)

    # Printing.

    def to_dict(self) -> dict[str, Any]:
        """The view as JSON values: names and notation, ``?`` for what this seat does not see."""
        table = self._table
        sheet = table.sheets[table.side]
        return {
            "seat": self.seats[self.seat],
            "rules": self.rules.to_dict(),
            "side": SIDE_NAMES[self.side],
            "direction": DIRECTIONS[self.direction],
            "phase": PHASES[type(self.phase)],
            "to_act": [self.seats[seat] for seat in self.to_act],
            "dealer": self.seats[self.dealer],
            "colour": sheet.colours[self.colour] if self.colour >= 0 else None,
            "discard": [self._spell(place) for place in table.discard],
            "draw": {"cards": self.draw_size, "back": self._draw_back()},
            "players": [
                {
                    "seat": player.name,
                    "cards": [self._spell(card.place) for card in player.cards],
                    "called": player.called,
                    "catchable": player.catchable,
                    "owed": player.owed,
                    "score": player.score,
                    "out": player.out,
                }
                for player in self.players
            ],
            "legal": [self.spell(move) for move in self.legal],
            "log": [report(table, event, self.seat) for event in table.history],
        }

    def _draw_back(self) -> str:
        """The back on top of the draw pile; cards with one face show none."""
        sheets = self._table.sheets
        return format_face(sheets[1 - self.side], self.draw_back) if len(sheets) > 1 else ""

    def _spell(self, place: int) -> str:
        return card_for(self._table, place, self.seat)


Policy = Callable[[View], Move | None]
"""How a seat plays, as `View.simulate` takes it; None lets pass what may be done out of turn."""


def play_out(world: Table, policy: Policy, steps: int = MOST_STEPS) -> int:
    """Play a world on by a policy until the round is over, or for so many moves; returns how many there were.

    Who may catch, call or jump in is asked before the seat to act.
    """
    made, jumps = 0, world.rules.jump_in
    while world.phase is not OVER and made < steps:
        seat = world.turn
        move = None
        if world.catchable or (jumps and world.played):
            seat, move = _interruption(world, policy)
        if move is None:
            move = policy(View(world, seat))
            if move is None:
                raise ValueError("A policy has to move a seat that is to act.")
        make(world, seat, move)
        made += 1
    return made


def _interruption(world: Table, policy: Policy) -> tuple[int, Move | None]:
    """The first seat that does something out of turn, and what; else the seat to act and None."""
    for seat in world.active:
        if seat != world.turn and legal(world, seat):
            move = policy(View(world, seat))
            if move is not None:
                return seat, move
    return world.turn, None
