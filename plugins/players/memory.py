"""What the moves of others tell about the cards they hold.

Who lays a card when one fits, and a wild only when nothing else does, tells by a draw, by a kept card and by a wild
that its hand held nothing of the kind. That is no knowledge but a supposition, so each seat is believed only as long as
the cards it shows later bear it out. What is supposed of a card goes with its place, whoever holds it.
Must never know more than events and the view.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from ...core.cards import ALL_FACES, NO_COLOUR, PLAIN_WILD, UNKNOWN, WILDS, FaceSet, Kind
from ...core.events import (
    Caught,
    Drew,
    Event,
    FalselyCaught,
    Flipped,
    Kept,
    Named,
    Played,
    RoundOver,
    Swapped,
    TurnedUp,
    Verdict,
)
from ...core.rules import Rules
from ...core.ruling import ruling
from ...core.view import View

Facts = Mapping[tuple[int, int], FaceSet]
"""For a side and a place the faces that a card may have."""

CREDIT: Final = 4
"""How many cards a seat has to show as supposed for each one that was not, to be believed."""


@dataclass(frozen=True, slots=True)
class _Note:
    """A seat held none of ``faces`` just before the ``index``-th event that was heard."""

    index: int
    seat: int
    side: int
    faces: FaceSet


@dataclass(slots=True)
class Memory:
    """What one seat made of the moves of the others in a match."""

    rules: Rules
    seat: int
    _heard: list[Event] = field(default_factory=list[Event])
    _notes: list[_Note] = field(default_factory=list[_Note])
    _supposed: dict[int, dict[tuple[int, int], FaceSet]] = field(
        default_factory=dict[int, dict[tuple[int, int], FaceSet]]
    )
    _true: Counter[int] = field(default_factory=Counter[int])
    _false: Counter[int] = field(default_factory=Counter[int])
    _top: int = UNKNOWN
    _colour: int = NO_COLOUR
    _side: int = 0

    def observe(self, event: Event) -> None:
        """Hear what happened."""
        match event:
            case TurnedUp(face=face, back=False):
                self._forget()
                self._top, self._colour, self._side = face, NO_COLOUR, 0
            case RoundOver():
                self._forget()
            case Kept(seat):
                self._note_draw(seat)
                drawn = self._heard[-1] if self._heard else None
                if isinstance(drawn, Drew) and seat != self.seat:
                    self._suppose(seat, self._side, drawn.places[-1], self._fitting())
            case Played():
                self._played(event)
            case Named(_, _, colour):
                self._colour = colour
            case Flipped(_, side, top):
                self._top, self._colour, self._side = top, NO_COLOUR, side
            case Verdict(_, accused, True):
                self._false[accused] += 1
            case _:
                pass
        self._heard.append(event)

    def recall(self, view: View) -> Facts:
        """What may be supposed of cards by what the seats did, as far as they are believed."""
        hands = {seat: set(view.fronts(seat)) for seat in range(len(view.seats))}
        index = len(self._heard)
        while self._notes and index:
            index = self._undo(index, hands)
            while self._notes and self._notes[-1].index >= index:
                note = self._notes.pop()
                for place in hands[note.seat]:
                    self._suppose(note.seat, note.side, place, note.faces)
        self._notes.clear()
        self._heard.clear()
        facts: dict[tuple[int, int], FaceSet] = {}
        for seat, supposed in self._supposed.items():
            if self._false[seat] * CREDIT <= self._true[seat]:
                for about, faces in supposed.items():
                    facts[about] = facts.get(about, ALL_FACES) & faces
        return facts

    def _undo(self, end: int, hands: dict[int, set[int]]) -> int:
        """Let the hands be what they were before the event that ends at ``end``; where it began.

        Hands that change owner do so all at once, with an event each.
        """
        event = self._heard[end - 1]
        if isinstance(event, Drew):
            hands[event.seat] -= set(event.places)
        elif isinstance(event, Played):
            hands[event.seat] |= set(event.places)
        elif isinstance(event, Swapped):
            moved: dict[int, set[int]] = {}
            while end and isinstance(event := self._heard[end - 1], Swapped) and event.seat not in moved:
                moved[event.seat] = hands[event.target]
                end -= 1
            hands.update(moved)
            return end
        return end - 1

    def _forget(self) -> None:
        """Another round: places mean other cards."""
        self._heard.clear()
        self._notes.clear()
        self._supposed.clear()
        self._top = UNKNOWN

    def _played(self, event: Played) -> None:
        """Compare with what was supposed, and note what the play tells."""
        seat, place, face = event.seat, event.places[0], event.faces[0]
        for maker, supposed in self._supposed.items():
            allowed = supposed.get((event.side, place))
            if allowed is not None:
                (self._true if allowed >> face & 1 else self._false)[maker] += 1
        drawn = self._heard[-1] if self._heard else None
        if isinstance(drawn, Drew) and drawn.seat == seat and drawn.places == event.places:
            self._note_draw(seat)
        elif face >= PLAIN_WILD and not event.jump and self._answers_nothing():
            self._note(len(self._heard), seat, self._fitting() & ~WILDS)
        self._top, self._colour = event.faces[-1], event.colour

    def _answers_nothing(self) -> bool:
        """Whether a play just now is no answer to a draw card."""
        rules = self.rules
        if not rules.answers_draws or self._top == UNKNOWN:
            return True
        kind = rules.cards.sheets[self._side].kinds[self._top]
        return kind in (Kind.NUMBER, Kind.WILD)

    def _fitting(self) -> FaceSet:
        """What fits on the top and may be laid whatever else the hand holds."""
        if self._top == UNKNOWN:
            return 0
        side = ruling(self.rules)[self._side]
        return side.fits[self._top][self._colour + 1] & ~side.no_finish & ~side.spared

    def _note_draw(self, seat: int) -> None:
        """A seat drew on its turn, and kept the card or played it at once; a fine is no such draw."""
        drawn, before = (self._heard[-1], self._heard[-2]) if len(self._heard) > 1 else (None, None)
        if not isinstance(drawn, Drew) or drawn.seat != seat or isinstance(before, Caught | FalselyCaught):
            return
        if not self.rules.penalty_then_play:
            self._note(len(self._heard) - 1, seat, self._fitting())

    def _note(self, index: int, seat: int, faces: FaceSet) -> None:
        if faces and seat != self.seat:
            self._notes.append(_Note(index, seat, self._side, faces))

    def _suppose(self, seat: int, side: int, place: int, faces: FaceSet) -> None:
        supposed = self._supposed.setdefault(seat, {})
        supposed[side, place] = supposed.get((side, place), ALL_FACES) & ~faces
