"""What a picture of the table is made from, besides the scene. Must never know how it looks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from ..present import HandCard, Scene

Order = Literal["colour", "value", "drawn"]


@dataclass(frozen=True, slots=True)
class Option:
    """Something to choose: its key, its label, and where it is a colour the letter of that in notation (``r``)."""

    key: str
    label: str
    colour: str = ""


@dataclass(frozen=True, slots=True)
class Asking:
    """A question drawn where the prompt is: a colour, a challenge, a swap, a catch, a pause.

    Attributes:
        title: the question.
        options: what may be answered.
        selected: the option that Enter takes; None while the keys belong to the hand.
    """

    title: str
    options: Sequence[Option] = ()
    selected: int | None = 0


@dataclass(frozen=True, slots=True)
class Board:
    """What the screen shows.

    Attributes:
        scene: the table as the own seat sees it.
        table: its name; empty where it has none.
        round: the number of the round, 0 when it is not known.
        target: what the match is played to, in words.
        links: a few words on the connection of a seat, by its name (``18 ms``, ``away 0:12``).
        log: what happened, newest last.
        chat: what was said, newest last; wide windows show it below the log, others leave it to the log.
        selected: the selected card, counted in the order shown from 0; None for none.
        marked: cards marked to be played together, counted in the same way.
        order: how the hand is sorted.
        asking: a question to answer, instead of the prompt.
        timer: seconds left and seconds in all, where there is a time limit.
        remark: a sentence on what was just tried (why a card does not fit, a hint).
        flip: how far the table has turned over, 0 to 1; None when it lies still.
        typing: the line being typed, None when nothing is being typed.
        keys: what the footer offers: key and word.
    """

    scene: Scene
    table: str = ""
    round: int = 0
    target: str = ""
    links: Mapping[str, str] = field(default_factory=dict[str, str])
    log: Sequence[str] = ()
    chat: Sequence[str] = ()
    selected: int | None = None
    marked: Sequence[int] = ()
    order: Order = "colour"
    asking: Asking | None = None
    timer: tuple[float, float] | None = None
    remark: str = ""
    flip: float | None = None
    typing: str | None = None
    keys: Sequence[tuple[str, str]] = ()


def in_order(hand: Sequence[HandCard], order: Order) -> tuple[HandCard, ...]:
    """The hand as it is shown: by colour, by what is printed besides the colour, or oldest first."""
    match order:
        case "colour":
            return tuple(hand)
        case "value":
            return tuple(sorted(hand, key=lambda card: (card.wild, card.name[1:], card.number)))
        case "drawn":
            return tuple(sorted(hand, key=lambda card: card.age))
