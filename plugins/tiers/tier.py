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

_NAME_LIMIT: Final = 60
"""Longest name of a type or a file in such an account."""

_TYPE_NAME: Final = type.__dict__["__name__"]
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


class _Said(Exception):
    """What a player is to blame for; the text is its own in part, and so is made fit for a screen."""

    def __init__(self, text: str) -> None:
        super().__init__(one_line(text))


class Failed(_Said):
    """The player raised; the text says what and where."""


class Died(Failed):
    """The player took its process down; the text says how that ended."""


class Wrong(_Said):
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
        raise Wrong(FaultKind.WRONG_TYPE, f"with {_kind(answer)}")
    try:
        for move in legal:
            if move == answer:
                return move
    except Exception as error:  # A move that holds something odd, such as an array, may not even compare.
        raise Wrong(FaultKind.WRONG_TYPE, f"with a {_kind(answer)} that cannot be read") from error
    raise Wrong(FaultKind.ILLEGAL, f"a move that is not legal ({_kind(answer)})")


def account(error: BaseException) -> str:
    """``ValueError: too hot (mybot.py, line 7)``: one line, short, no local variables.

    No file is read for it: a player can say that its code came from any file there is.
    """
    try:
        text = one_line(str(error))
    except KeyboardInterrupt:
        raise
    except BaseException:  # A text that cannot even be made; SystemExit too, or whoever reports an error would end.
        text = ""
    steps = [(frame.f_code.co_filename, line) for frame, line in traceback.walk_tb(error.__traceback__)]
    foreign = [(name, line) for name, line in steps if _is_foreign(name)]
    where = f" ({one_line(Path(foreign[-1][0]).name)[:_NAME_LIMIT]}, line {foreign[-1][1]})" if foreign else ""
    said = f"{_kind(error)}: {text}" if text else _kind(error)
    return said[:TEXT_LIMIT] + where


def one_line(text: str) -> str:
    """``text`` on one line, without what acts on a terminal, shortened to what a sentence bears."""
    shown = "".join(letter if letter.isprintable() else " " for letter in text[: 2 * TEXT_LIMIT])
    return " ".join(shown.split())


def _kind(value: object) -> str:
    """What the type of a value is called, whatever the type itself would say."""
    return "nothing" if value is None else one_line(_TYPE_NAME.__get__(type(value)))[:_NAME_LIMIT]


def _is_foreign(filename: str) -> bool:
    """Whether a line there says where the fault is: not in this package and not in the machinery of imports."""
    path = Path(filename)
    return not filename.startswith("<") and path.parent not in (_HOME, _HOME.parent) and "importlib" not in path.parts
