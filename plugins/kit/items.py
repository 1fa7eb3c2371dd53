"""What the kit asks of a player, and what it found. Must never know how an item is checked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from ..spec import Budget

ITEMS: Final[Mapping[str, str]] = {
    "loads": "is found by its name, in a process of its own too",
    "constructs": "is made and gets ready in no time",
    "finish": "hears of the end without having been started",
    "legal": "answers legal moves and nothing else",
    "exceptions": "raises nothing, and does not end its process",
    "time": "answers in time",
    "view": "leaves the view as it was",
    "quiet": "prints nothing while it plays",
    "threads": "leaves no thread and no process behind",
    "positions": "answers in awkward positions",
    "repeats": "plays the same moves from the same seed in two processes",
    "isolated": "plays in a process that knows nothing but the view",
}
"""The items in the order they are checked, each with what it asks."""


@dataclass(frozen=True, slots=True)
class Result:
    """One item of one player.

    Attributes:
        item: its name, a key of `ITEMS`.
        ok: whether it holds; None where it was not checked, because something else went wrong first.
        text: what was found, one line.
    """

    item: str
    ok: bool | None
    text: str

    def __str__(self) -> str:
        """``ok       legal       ...``: one line."""
        word = {True: "ok", False: "FAILED", None: "skipped"}[self.ok]
        return f"{word:<8} {self.item:<11} {self.text}"


@dataclass(frozen=True, slots=True)
class Report:
    """All items of one player."""

    player: str
    results: tuple[Result, ...]

    @property
    def ok(self) -> bool:
        """Whether no item failed."""
        return not self.failed

    @property
    def failed(self) -> tuple[str, ...]:
        """The items that failed."""
        return tuple(result.item for result in self.results if result.ok is False)

    def __getitem__(self, item: str) -> Result:
        """The result of an item; raises `KeyError`."""
        for result in self.results:
            if result.item == item:
                return result
        raise KeyError(item)

    def __str__(self) -> str:
        """A line an item."""
        return "\n".join(map(str, self.results))


@dataclass(frozen=True, slots=True)
class Work:
    """What the process of a check is asked for; all of it plain data."""

    kind: str
    player: str
    plugins: Sequence[str]
    seed: str
    seconds: float
    move: float
    bank: float
    start: float

    @property
    def budget(self) -> Budget:
        """What the player is given."""
        return Budget(self.move, self.bank, self.start)
