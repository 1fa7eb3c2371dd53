"""What every tier promises, how a question to a player may fail, and how a failure is put into words.

Must never know where a player runs.
"""

from __future__ import annotations

import traceback
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import Final, Protocol, get_args

from ...core.events import Event
from ...core.moves import Move
from ...core.phases import MatchResult
from ...core.view import View
from ..spec import Context

TEXT_LIMIT = 200
"""Longest account of a failure; its words are the player's and go to a screen."""

_HOME: Final = Path(__file__).parent
_MOVES: Final = frozenset(get_args(Move))


class FaultKind(StrEnum):
    """What a player did wrong."""

    START = "start"
    RAISED = "raised"
    LATE = "late"
    DIED = "died"
    WRONG_TYPE = "wrong-type"
    ILLEGAL = "illegal"


class Late(Exception):
    """No answer within the time given."""


class Failed(Exception):
    """The player raised; the text says what and where."""


class Died(Failed):
    """The player took its process down; the text says how that ended."""


class Wrong(Exception):
    """The player answered something that is no legal move; the text says what it answered with."""

    def __init__(self, kind: FaultKind, text: str) -> None:
        super().__init__(text)
        self.kind = kind


class Tier(Protocol):
    """Where a player runs.

    Each call returns within about ``seconds``, or raises `Late` or `Failed`. Where a process has to be replaced first,
    that comes on top, and once a match a question may be put a second time (`worker`).

    Attributes:
        spent: seconds that the last `choose` took of the player's time.
    """

    spent: float

    def start(self, context: Context, seconds: float) -> None:
        """Make the player and let it get ready."""
        ...

    def choose(self, events: Sequence[Event], view: View, seconds: float) -> object:
        """Tell it what happened and ask for its move; what it answers may be anything.

        A tier that cannot hand over everything (another process) raises `Wrong` for what is no legal move.
        """
        ...

    def finish(self, events: Sequence[Event], result: MatchResult | None, seconds: float) -> None:
        """Tell it how the match ended."""
        ...

    def close(self) -> None:
        """Let go of it, whatever it is doing."""
        ...


def judge(answer: object, legal: Sequence[Move], *, acts: bool) -> Move | None:
    """The legal move that ``answer`` is; the table's own value is returned, never the player's.

    ``acts``: the seat has to do something, so that None is no answer.

    Raises:
        Wrong: it is none.
    """
    if answer is None and not acts:
        return None
    if type(answer) not in _MOVES:
        raise Wrong(FaultKind.WRONG_TYPE, f"with {'nothing' if answer is None else type(answer).__name__}")
    try:
        for move in legal:
            if move == answer:
                return move
    except Exception as error:  # A move that holds something odd, such as an array, may not even compare.
        raise Wrong(FaultKind.WRONG_TYPE, f"with a {type(answer).__name__} that cannot be read") from error
    raise Wrong(FaultKind.ILLEGAL, f"a move that is not legal ({type(answer).__name__})")


def account(error: BaseException) -> str:
    """``ValueError: too hot (mybot.py, line 7)``: one line, short, no local variables."""
    try:
        text = " ".join(str(error).split())
    except Exception:  # A text that cannot even be made.
        text = ""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if _is_foreign(frame.filename)]
    where = f" ({Path(frames[-1].filename).name}, line {frames[-1].lineno})" if frames else ""
    said = f"{type(error).__name__}: {text}" if text else type(error).__name__
    return said[:TEXT_LIMIT] + where


def _is_foreign(filename: str) -> bool:
    """Whether a line there says where the fault is: not in this package and not in the machinery of imports."""
    path = Path(filename)
    return not filename.startswith("<") and path.parent not in (_HOME, _HOME.parent) and "importlib" not in path.parts
