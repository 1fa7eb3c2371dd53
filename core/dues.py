"""Disclosures that are due: what must become known before the table can go on, and who owes it.

The table says *what*; a network's deal knows *how* (shares, seals, statements, shuffles), a trusted dealer simply
knows. Words are those of the protocol: the *lock* of a face is the set of seats whose share for it is not
published. Must never know how one is met.
"""

from __future__ import annotations

from dataclasses import dataclass

from .cards import FaceSet


@dataclass(frozen=True, slots=True)
class Open:
    """The face becomes public: every seat in its lock owes its share. Met with a `Reveal`."""

    place: int
    side: int


@dataclass(frozen=True, slots=True)
class Show:
    """``seat`` may read the face: every other seat in its lock owes its share."""

    place: int
    side: int
    seat: int


@dataclass(frozen=True, slots=True)
class Seal:
    """``owner`` owes ``seat`` a sealed share, so that ``seat`` may read the face too."""

    place: int
    side: int
    owner: int
    seat: int


@dataclass(frozen=True, slots=True)
class Hand:
    """``owner`` owes ``seat`` a sealed share with which the lock of the face passes to ``seat`` alone.

    All of one exchange of hands stand in one item: every hand moves, or none.
    """

    place: int
    side: int
    owner: int
    seat: int


@dataclass(frozen=True, slots=True)
class State:
    """``seat`` states that the face lies in ``yes``, or, where ``no`` is not empty, that it lies in ``no``.

    Met with a `Fact` whose faces are exactly one of the two.
    """

    place: int
    side: int
    seat: int
    yes: FaceSet
    no: FaceSet


@dataclass(frozen=True, slots=True)
class Verdict:
    """The accused ``seat`` answers whether one of the faces at ``places`` lies in ``guilty``; met with an `Answer`.

    Who denies it owes a `State` of each of them next.
    """

    seat: int
    places: tuple[int, ...]
    side: int
    guilty: FaceSet


@dataclass(frozen=True, slots=True)
class Mix:
    """Cards at ``inputs`` (ascending) are shuffled, each side apart, into the new places ``outputs`` (ascending)."""

    inputs: tuple[int, ...]
    outputs: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Release:
    """``seat`` leaves and owes its share for every face whose lock holds it."""

    seat: int


Due = Open | Show | Seal | Hand | State | Verdict | Mix | Release
