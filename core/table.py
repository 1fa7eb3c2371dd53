"""The table: one mutable state of a round, the same whatever of it is known.

A `Table` holds places, not cards: the face of a place is a number or `UNKNOWN`, and beside each face stands a mask
of the seats that have a *right* to it. Rights are moved by the rules alone (see `disclose`), never by what somebody
happens to know, so a table with all faces (arena, audit), with public faces only (what peers agree on) and with one
seat's own faces laid over it all have the same public digest. No rule reads a face that is not public, but for what a
seat owes to its own hand (see `law`).

The state changes only through `play`. What has to happen next without anybody's move stands on the *agenda*; it
stops at a barrier until the dues before it are met. Phases are types: what the table waits for is one value, never
a set of flags.

Must never know: how a face was proved, who sits at which machine.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
from collections.abc import Iterator, Sequence
from typing import Any, Final, Protocol

from .cards import LIGHT, NO_COLOUR, UNKNOWN, FaceSet, colour_of
from .dues import Due, Mix
from .errors import IllegalMove, Reason
from .events import Event
from .phases import OPENING, OVER, Challenged, Drawn, MatchResult, Naming, Pending, Phase, RoundResult
from .rules import Rules
from .ruling import Side, ruling

Step = tuple[Any, ...]
"""Something the agenda still has to do: a function and its arguments; the empty tuple is the barrier."""
BARRIER: Final[Step] = ()


class Discloser(Protocol):
    """Somebody who knows every card and is trusted: the arena's dealer, never a peer."""

    def prepare(self, table: Table) -> None:
        """Give every place of a fresh round its faces, and make itself the table's discloser."""
        ...

    def mix(self, table: Table, mix: Mix) -> None:
        """Give the new places of a reshuffle the faces of the old ones, each side in a new order."""
        ...


LEFT: Final = "left"
"""Why a seat takes no further part: it left the match; its hand lies open."""
ELIMINATED: Final = "eliminated"
"""... or it holds too many cards (`mercy`, for this round) or has too many points (`scoring=elimination`)."""
FINISHED: Final = "finished"
"""... or it went out, and the others play to the last (`play_to_last`)."""


FIELDS: Final = (
    "agenda",
    "answer",
    "called",
    "catchable",
    "colour",
    "dealer",
    "dealt",
    "direction",
    "discard",
    "discloser",
    "draw",
    "dues",
    "everyone",
    "faces",
    "facts",
    "hands",
    "history",
    "inventory",
    "listening",
    "match_result",
    "mixes",
    "out",
    "owed",
    "passes",
    "phase",
    "places",
    "played",
    "players",
    "repeats",
    "result",
    "rights",
    "round",
    "rules",
    "scores",
    "seats",
    "sheets",
    "shows_backs",
    "side",
    "sides",
    "tried",
    "turn",
)
"""The names of all that a table holds."""


class Table:
    """One round of a match, from the deal to its result.

    Attributes:
        faces: per side and place the face, or `UNKNOWN`.
        rights: per side and place the mask of seats with a right to the face; `everyone` is a public face.
        everyone: the mask of a public face.
        shows_backs: whether the cards have another face, and all may see it.
        facts: per side, for a place, the set its face was stated to lie in.
        mixes: the reshuffles so far.
        inventory: per side and face, how many of it there are in all.
        hands: per seat the places held, in the order drawn.
        draw, discard: piles of places, bottom to top.
        colour: the named colour when a wild is on top, else `NO_COLOUR`.
        direction: 1 clockwise (to the left, seat + 1), -1 counterclockwise.
        turn: the seat to act, or the last one that was.
        called, catchable: masks of seats that called their last card, and that may be caught.
        owed: cards a caught seat still has to draw, per seat.
        tried: mask of seats that caught falsely while this chance to catch stands.
        passes: how many seats have passed in a row.
        played: whether the top of the discard pile was just played, and nobody has acted since.
        out: per seat why it takes no further part, or None; changed by `drop` alone.
        players: how many seats take part.
        dealt: the seats that took part when the round began.
        places: the seats that went out, in that order, when the others play to the last.
        repeats: how often each public situation was met while the piles are nearly empty.
        dues: the current item of disclosures that must be met before the table goes on.
        discloser: the trusted dealer that meets dues at once, or None when a network does.
        history: events so far, when somebody listens.
    """

    __slots__ = FIELDS

    def __init__(
        self,
        rules: Rules,
        seats: Sequence[str],
        dealer: int = 0,
        *,
        scores: Sequence[int] | None = None,
        round: int = 1,
        out: Sequence[str | None] | None = None,
        blank: bool = False,
    ) -> None:
        """A table before the deal, no face known; ``blank``: with no field at all, for who sets them all.

        Raises:
            BadOption: the number of seats does not go with the rules.
        """
        if blank:
            return
        rules.check_seats(len(seats))
        deck = rules.cards
        self.rules = rules
        self.sheets = deck.sheets
        self.sides = ruling(rules)
        self.shows_backs = len(deck.sheets) > 1 and rules.backs == "visible"
        self.seats = tuple(seats)
        self.dealer = dealer
        self.round = round
        self.scores = list(scores) if scores is not None else [0] * len(seats)
        self.out: list[str | None] = list(out) if out is not None else [None] * len(seats)
        self.dealt = self.active
        self.players = len(self.dealt)
        self.places: tuple[int, ...] = ()
        # One bit more than seats: what each seat was shown alone is not public.
        self.everyone = (1 << len(seats) + 1) - 1
        self.faces: list[list[int]] = [[UNKNOWN] * deck.size for _ in deck.sheets]
        self.rights: list[list[int]] = [[0] * deck.size for _ in deck.sheets]
        self.facts: list[dict[int, FaceSet]] = [{} for _ in deck.sheets]
        self.mixes: tuple[Mix, ...] = ()
        self.inventory: tuple[tuple[int, ...], ...] = tuple([sheet.copies for sheet in deck.sheets])
        self.hands: list[list[int]] = [[] for _ in seats]
        self.draw: list[int] = []
        self.discard: list[int] = []
        self.side = LIGHT
        self.colour = NO_COLOUR
        self.direction = 1
        self.turn = dealer
        self.phase: Phase = OPENING
        self.called = 0
        self.catchable = 0
        self.owed: dict[int, int] = {}
        self.tried = 0
        self.passes = 0
        self.played = False
        self.answer = False
        self.repeats: dict[tuple[int, ...], int] = {}
        self.result: RoundResult | None = None
        self.match_result: MatchResult | None = None
        self.agenda: list[Step] = []
        self.dues: list[Due] = []
        self.discloser: Discloser | None = None
        self.listening = True
        self.history: list[Event] = []

    # What the table waits for.

    @property
    def settled(self) -> bool:
        """Whether the first card is up and no disclosure is due: somebody may move, or the round is over."""
        return not self.dues and not self.agenda and self.phase is not OPENING

    @property
    def over(self) -> bool:
        """Whether the round has ended."""
        return self.phase is OVER

    @property
    def match_over(self) -> bool:
        """Whether the match has ended."""
        return self.match_result is not None

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that are waited for: the one to act, or none."""
        return () if self.phase is OVER or not self.settled else (self.turn,)

    # Seats.

    @property
    def active(self) -> tuple[int, ...]:
        """The seats that take part, in seat order."""
        return tuple([seat for seat, why in enumerate(self.out) if why is None])

    @property
    def staying(self) -> tuple[int, ...]:
        """The seats of this round that are still in the match."""
        return tuple([seat for seat in self.dealt if self.out[seat] != LEFT])

    def drop(self, seat: int, why: str) -> None:
        """Let a seat take no further part."""
        if self.out[seat] is None:
            self.players -= 1
        self.out[seat] = why
        self.called &= ~(1 << seat)
        self.catchable &= ~(1 << seat)
        self.owed.pop(seat, None)

    def after(self, seat: int, steps: int = 1) -> int:
        """The ``steps``-th active seat after ``seat`` in the direction of play."""
        seats, direction, out = len(self.out), self.direction, self.out
        if self.players == seats:
            return (seat + steps * direction) % seats
        while True:
            seat = (seat + direction) % seats
            if out[seat] is None:
                steps -= 1
                if not steps:
                    return seat

    def distance(self, seat: int) -> int:
        """How many places ``seat`` sits after the seat to act in the direction of play."""
        return (seat - self.turn) * self.direction % len(self.seats)

    # Cards.

    def read(self, place: int, side: int) -> int:
        """A face that a rule has to look at.

        Raises:
            IllegalMove: the face is not known, which happens only in a position that somebody wrote with a ``?``.
        """
        face = self.faces[side][place]
        if face == UNKNOWN:
            raise IllegalMove(Reason.UNKNOWN_FACE)
        return face

    @property
    def ruling(self) -> Side:
        """What the rules mean for the faces of the active side."""
        return self.sides[self.side]

    @property
    def top(self) -> int:
        """The face on top of the discard pile, as `read` has it."""
        face = self.faces[self.side][self.discard[-1]]
        if face == UNKNOWN:
            raise IllegalMove(Reason.UNKNOWN_FACE)
        return face

    @property
    def colour_in_force(self) -> int:
        """The colour to match: that of the top face, or the one named for a wild."""
        colour = colour_of(self.top)
        return self.colour if colour == NO_COLOUR else colour

    @property
    def fitting(self) -> FaceSet:
        """The faces that fit on the top."""
        return self.sides[self.side].fits[self.top][self.colour + 1]

    def layable(self, seat: int) -> FaceSet:
        """The faces that ``seat`` could lay on its turn: what fits, less what may not be its last card."""
        if len(self.hands[seat]) == 1:
            return self.fitting & ~self.sides[self.side].no_finish
        return self.fitting

    def public(self, place: int, side: int) -> bool:
        """Whether every seat has a right to the face."""
        return self.rights[side][place] == self.everyone

    def look(self, place: int, seat: int) -> tuple[int, ...]:
        """What ``seat`` may read of a card: its face on every side, or `UNKNOWN`."""
        return tuple(
            [
                faces[place] if rights[place] >> seat & 1 else UNKNOWN
                for faces, rights in zip(self.faces, self.rights, strict=True)
            ]
        )

    def frozen_hands(self) -> Iterator[int]:
        """The seats that take no part and whose cards still lie before them."""
        return (seat for seat, why in enumerate(self.out) if why is not None and self.hands[seat])

    @property
    def can_reshuffle(self) -> bool:
        """Whether a spent draw pile can be made anew."""
        return len(self.discard) > 1 or any(True for _ in self.frozen_hands())

    @property
    def can_draw(self) -> bool:
        """Whether at least one card can be drawn."""
        return bool(self.draw) or self.can_reshuffle

    # Copies and digests.

    def clone(self) -> Table:
        """An independent copy that records no events; a line a field, because a loop takes twice as long."""
        other = Table(self.rules, self.seats, blank=True)
        other.answer = self.answer
        other.called = self.called
        other.catchable = self.catchable
        other.colour = self.colour
        other.dealer = self.dealer
        other.dealt = self.dealt
        other.direction = self.direction
        other.discloser = self.discloser
        other.everyone = self.everyone
        other.inventory = self.inventory
        other.match_result = self.match_result
        other.mixes = self.mixes
        other.passes = self.passes
        other.phase = self.phase
        other.places = self.places
        other.played = self.played
        other.players = self.players
        other.result = self.result
        other.round = self.round
        other.rules = self.rules
        other.seats = self.seats
        other.sheets = self.sheets
        other.shows_backs = self.shows_backs
        other.side = self.side
        other.sides = self.sides
        other.tried = self.tried
        other.turn = self.turn
        other.scores = self.scores[:]
        other.out = self.out[:]
        other.faces = [side[:] for side in self.faces]
        other.rights = [side[:] for side in self.rights]
        other.facts = [side.copy() for side in self.facts]
        other.hands = [hand[:] for hand in self.hands]
        other.draw = self.draw[:]
        other.discard = self.discard[:]
        other.owed = self.owed.copy()
        other.repeats = self.repeats.copy()
        other.agenda = self.agenda[:]
        other.dues = self.dues[:]
        other.listening = False
        other.history = []
        return other

    def next_round(self) -> Table:
        """The table of the next round: cards unknown and undealt, scores kept.

        The deal passes to the left; where the last winner starts, the seat to its right deals (rows 67, 70, H97).
        """
        rules, scores = self.rules, self.scores[:]
        out: list[str | None] = [LEFT if why == LEFT else ELIMINATED for why in self.out]
        playing = [s for s in self.staying if rules.scoring != "elimination" or scores[s] < rules.target]
        for seat in playing:
            out[seat] = None
        if rules.duel == "zero" and rules.scoring == "elimination" and len(playing) == 2 < len(self.dealt):
            for seat in playing:
                scores[seat] = 0
        winner = self.result.winner if self.result is not None and rules.next_starter == "winner" else None
        step, dealer = (1, self.dealer) if winner is None or winner not in playing else (-1, winner)
        while True:
            dealer = (dealer + step) % len(self.seats)
            if out[dealer] is None:
                break
        table = Table(rules, self.seats, dealer, scores=scores, round=self.round + 1, out=out)
        table.listening = self.listening
        if self.discloser is not None:
            self.discloser.prepare(table)
        return table

    def digest(self) -> bytes:
        """SHA-256 (32 bytes) over the public part: faces all have a right to, never what one seat happens to know."""
        text = json.dumps(self.public_part(), separators=(",", ":"))
        return hashlib.sha256(b"fliptable table\0" + text.encode()).digest()

    def public_part(self) -> list[Any]:
        """What every peer agrees on, as JSON values in a fixed order; a card is [light, dark], -1 for hidden."""

        def cards(places: Sequence[int]) -> list[list[int]]:
            return [
                [
                    self.faces[side][place] if self.rights[side][place] == self.everyone else UNKNOWN
                    for side in range(len(self.sheets))
                ]
                for place in places
            ]

        phase = self.phase
        return [
            self.rules.digest().hex(),
            list(self.seats),
            self.dealer,
            self.round,
            self.turn,
            self.direction,
            self.side,
            self.colour,
            [type(phase).__name__, *self._phase_values(phase)],
            [cards(hand) for hand in self.hands],
            cards(self.draw),
            cards(self.discard),
            self.called,
            self.catchable,
            sorted(self.owed.items()),
            self.tried,
            self.passes,
            self.played,
            self.out,
            self.places,
            self.scores,
            list(dataclasses.astuple(self.result)) if self.result else None,
            list(self.match_result.winners) if self.match_result else None,
        ]

    def _phase_values(self, phase: Phase) -> list[int]:
        """What a phase holds; a card by where it lies, because places do not outlive a printed position."""
        match phase:
            case Drawn(place):
                return [self.hands[self.turn].index(place)]
            case Naming(next_seat):
                return [next_seat]
            case Challenged(by, before, _, total, until):
                return [by, before, total, until]
            case Pending(kind, total, until):
                return [kind, total, until]
            case _:
                return []
