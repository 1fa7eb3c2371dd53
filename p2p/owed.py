"""What the table says is due, as letters: who owes which message of the deal for one item of dues.

The table asks for faces to be opened, shown, sealed, handed over, stated, mixed; the locks of the deal say whose
shares that takes. Every seat finds the same answer, so every seat knows what it owes, what it may expect, and how
long each message must be. Within an item a seat owes at most one message of shares, then its seals (one a
reader), its statements (sixteen a part) and its answer; `part` counts them. A mix is owed by one seat after
the other; before it come, as an item of their own, the shares that bring cards with one owner under the key of
those who mix.

Must never know who is connected or which seat is ours.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ..core.dues import Due, Hand, Mix, Open, Release, Seal, Show, State, Verdict
from ..core.moves import Answer as Answered
from ..core.moves import Fact, Input, Reveal
from .deal.deal import Card, Deal
from .messages import STATEMENTS_A_PART, Answer, Claim, DueBody, Seals, Shares, Statements


@dataclass(frozen=True, slots=True)
class Owed:
    """One message that `seat` owes: its kind, and what it is about.

    `cards` for shares and seals in the order of the points; `to` the reader of seals; `states` for
    statements; `verdict` for an answer. `joins`: these shares are of cards that the seat is no key holder of.
    """

    seat: int
    part: int
    kind: type[DueBody]
    cards: tuple[Card, ...] = ()
    to: int = -1
    states: tuple[State, ...] = ()
    verdict: Verdict | None = None
    joins: bool = False


def owed_for(dues: Sequence[Due], deal: Deal, members: Sequence[int]) -> list[Owed]:
    """List what each member owes for one item, in seat order; nothing for a mix, which goes in turns."""
    return [Owed(seat, part, *what) for seat in members for part, what in enumerate(_of_seat(dues, deal, seat))]


def mix_of(dues: Sequence[Due]) -> Mix | None:
    """Give the mix of an item; core lets one stand alone, because what is opened before it changes it."""
    return next((due for due in dues if isinstance(due, Mix)), None)


def joins_for(mix: Mix, deal: Deal, mixers: Sequence[int]) -> list[Owed]:
    """List the shares of cards with one owner that those who will mix owe before, in seat order; mostly none."""
    cards = {seat: tuple(deal.joins(mix.inputs, seat)) for seat in mixers}
    return [Owed(seat, 0, Shares, asked, joins=True) for seat, asked in cards.items() if asked]


_What = tuple[type[DueBody], tuple[Card, ...], int, tuple[State, ...], Verdict | None]


def _of_seat(dues: Sequence[Due], deal: Deal, seat: int) -> Iterator[_What]:
    cards = _shares_of(dues, deal, seat)
    if cards:
        yield Shares, cards, -1, (), None
    seals: dict[int, list[Card]] = {}
    for due in dues:
        # A card that was shown in a play of this very slot is public by now, whatever becomes of the play.
        if isinstance(due, Seal | Hand) and due.owner == seat and deal.lock(due.place, due.side):
            seals.setdefault(due.seat, []).append((due.place, due.side))
    for reader, sealed in sorted(seals.items()):
        yield Seals, tuple(sealed), reader, (), None
    states = [due for due in dues if isinstance(due, State) and due.seat == seat]
    for at in range(0, len(states), STATEMENTS_A_PART):
        yield Statements, (), -1, tuple(states[at : at + STATEMENTS_A_PART]), None
    for due in dues:
        if isinstance(due, Verdict) and due.seat == seat:
            yield Answer, (), -1, (), due


def _shares_of(dues: Sequence[Due], deal: Deal, seat: int) -> tuple[Card, ...]:
    """List the cards a seat owes its share for, each once, in the order the table asks for them."""
    cards: dict[Card, None] = {}
    for due in dues:
        match due:
            case Open(place, side):
                asked = [(place, side)]
            case Show(place, side, reader) if reader != seat:
                asked = [(place, side)]
            case Release(leaver) if leaver == seat:
                asked = deal.locked_by(seat)
            case _:
                continue
        cards.update({card: None for card in asked if deal.lock(*card) >> seat & 1})
    return tuple(cards)


def meant(state: State, claim: Claim) -> Fact:
    """Read a claim: the fact it states."""
    return Fact(state.place, state.side, state.yes if claim.first else state.no)


def inputs_for(dues: Sequence[Due], deal: Deal, facts: Sequence[Fact], guilty: bool | None) -> list[Input]:
    """List what meets an item once every message is in.

    `facts` are those stated in it, `guilty` the answer of the accused, if one was asked. Raises Unreadable
    when an opened card is no face.
    """
    inputs: list[Input] = []
    for due in dues:
        if isinstance(due, Open):
            face = deal.face(due.place, due.side)
            if face is not None:
                inputs.append(Reveal(due.place, due.side, face))
    if guilty is not None:
        inputs.append(Answered(guilty))
    return [*inputs, *facts]
