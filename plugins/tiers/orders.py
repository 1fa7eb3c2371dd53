"""What a process that hosts players is told and what it answers.

Orders go as pickles, from us to a process that we have started. Answers are JSON, because what comes from a process
that runs a player's code is not to be trusted: ``[number, kind, ...]`` with the number of the order, and then

=========  ==========================================================================
done       it is made, or has heard the end
move       the index of its move among the legal ones, or null
late       what it awaited did not come in time; it was cancelled
failed     it raised: what and where
full       it ran out of memory: what and where
wrong      it answered no legal move: the kind of fault, and with what
=========  ==========================================================================

Must never know where either side runs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, cast

from ...core.events import Event
from ...core.moves import Move
from ...core.phases import MatchResult
from ..spec import Context
from .tier import Failed, FaultKind, Late, Wrong


@dataclass(frozen=True, slots=True)
class Make:
    """Make the player ``name`` of the plugin ``origin``, let it get ready, and tell it all that happened so far."""

    origin: tuple[str, str]
    name: str
    context: Context
    past: Sequence[Event]


@dataclass(frozen=True, slots=True)
class Ask:
    """Tell it what happened and ask for its move on a packed table."""

    events: Sequence[Event]
    table: bytes


@dataclass(frozen=True, slots=True)
class End:
    """Tell it what happened and how the match ended."""

    events: Sequence[Event]
    result: MatchResult | None


Order = Make | Ask | End
_WRONG: Final = (FaultKind.WRONG_TYPE, FaultKind.ILLEGAL)


class Full(Exception):
    """A player ran out of memory; the text says where. In a shared process it may be another one that holds it all."""


class Cancelled(Late):
    """What the player awaited did not come in time; its process goes on."""


def outcome(answer: Sequence[object], legal: Sequence[Move] = ()) -> Move | None:
    """The move that an answer names, out of ``legal``.

    Raises:
        Cancelled, Failed, Full, Wrong: as the answer says.
    """
    match answer:
        case ["done"] | ["move", None]:
            return None
        case ["move", int(index)] if 0 <= index < len(legal):
            return legal[index]
        case ["late"]:
            raise Cancelled
        case ["failed", str(text)]:
            raise Failed(text)
        case ["full", str(text)]:
            raise Full(text)
        case ["wrong", str(kind), str(text)] if kind in _WRONG:
            raise Wrong(FaultKind(kind), text)
        case _:
            raise Failed("its process said what makes no sense")


def fields(text: object) -> tuple[int, list[object]] | None:
    """The number of an order and the answer to it; None when it is nothing of the kind."""
    if not isinstance(text, list):
        return None
    number, *answer = cast("list[object]", text) or [None]
    return (number, answer) if isinstance(number, int) else None
