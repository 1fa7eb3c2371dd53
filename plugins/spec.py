"""What a plugin may bring: players and rule sets, and how they describe themselves.

Moves go through the plain methods of `Player`, because a hook would put one seat's question to every plugin; the
hooks stand in `hooks`. Only ever extended: `API_VERSION` says how. Must never know where a player runs.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from random import Random
from typing import Final

from ..core.events import Event
from ..core.moves import Move
from ..core.near import near
from ..core.phases import MatchResult
from ..core.rules import Rules, Value, preset
from ..core.view import View
from .errors import BadPlayerOption

API_VERSION: Final = (1, 0)
"""(major, minor). A minor step adds, a major one takes away; a plugin asks for what it needs (`requires_api`)."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How long a player may think.

    Attributes:
        move: seconds for each decision.
        bank: seconds a match that decisions may take beyond that, all together.
        start: seconds to be made and to get ready.
        nodes: steps of simulated games that a decision may take, None where the clock alone counts. With it a player
            must not look at the clock, so that the same seed plays the same match on any machine.
    """

    move: float = 1.0
    bank: float = 5.0
    start: float = 10.0
    nodes: int | None = None


TABLE_BUDGET: Final = Budget()
"""At a table, where people wait."""
ARENA_BUDGET: Final = Budget(move=0.1, bank=1.0, start=10.0)
"""In the arena, where games are many."""


@dataclass(frozen=True, slots=True)
class Context:
    """What a player is told before the match.

    Attributes:
        seat: its own seat.
        seats: names of all seats, clockwise.
        rules: the rules played; ``rules.cards`` is the printed deck.
        rng: a generator of its own. Who draws from this one alone plays the same match from the same seed.
        budget: how long it may think.
        api_version: the version of this interface.
    """

    seat: int
    seats: tuple[str, ...]
    rules: Rules
    rng: Random
    budget: Budget = TABLE_BUDGET
    api_version: tuple[int, int] = API_VERSION


class Player(ABC):
    """An AI player for one seat and one match; everything but `choose` is optional, and each may be ``async``."""

    def start(self, context: Context) -> Awaitable[None] | None:  # noqa: B027 - optional
        """Get ready for a match."""

    def observe(self, event: Event) -> Awaitable[None] | None:  # noqa: B027 - optional
        """Hear what happened, before the next `choose`.

        Events name cards by place; what this seat may know of a card the view says.
        """

    @abstractmethod
    def choose(self, view: View) -> Move | Awaitable[Move | None] | None:
        """One of ``view.legal``.

        Out of turn it is asked only when it may call or catch; None lets that pass.
        """

    def finish(self, result: MatchResult | None) -> Awaitable[None] | None:  # noqa: B027 - optional
        """Hear how the match ended; None when it broke off."""


OptionValue = bool | int | float | str


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a player: its name, its default (whose type is the option's), the values it takes.

    Attributes:
        values: a range for whole numbers, the words for a text; None takes any value of the type.
    """

    name: str
    default: OptionValue
    description: str = ""
    values: range | tuple[str, ...] | None = None

    def parse(self, text: str) -> OptionValue:
        """The value that ``text`` spells.

        Raises:
            BadPlayerOption: it spells none that this option takes.
        """
        value = self._read(text)
        if value is None or (self.values is not None and value not in self.values):
            hint = near(text, self.values) if isinstance(self.values, tuple) else ""
            raise BadPlayerOption(f"{self.name}={text} is not possible: {self.name} takes {self.spelled()}.{hint}")
        return value

    def spelled(self) -> str:
        """The values for people."""
        if isinstance(self.values, range):
            return f"{self.values.start} to {self.values[-1]}"
        if self.values is not None:
            return " or ".join(self.values)
        words = {bool: "yes or no", int: "a whole number", float: "a number", str: "a word"}
        return words[type(self.default)]

    def _read(self, text: str) -> OptionValue | None:
        if isinstance(self.default, bool):
            return {"yes": True, "true": True, "no": False, "false": False}.get(text.lower())
        try:
            return type(self.default)(text)
        except ValueError:
            return None


@dataclass(frozen=True, slots=True)
class PlayerSpec:
    """How a player is listed, chosen and made.

    Attributes:
        name: what ``--ai`` takes: letters, digits, ``-``, ``_``.
        factory: makes a `Player`; options arrive as keyword arguments.
        description: one line for lists.
        options: typed options, as in ``--ai name:worlds=200,ms=50``.
        rules: presets the player is made for; empty for all.
        requires_api: the oldest version of this interface that will do.
        origin: the name and the source of the plugin that brought it, by which another process finds it again; set by
            the registry.
        isolated: whether it is to run in a process of its own from the beginning, wherever others run.
        command: the program that plays, by the protocol of docs/isolated.md; empty where ``factory`` makes the player.
    """

    name: str
    factory: Callable[..., Player]
    description: str = ""
    options: tuple[Option, ...] = ()
    rules: tuple[str, ...] = ()
    requires_api: tuple[int, int] = (1, 0)
    origin: tuple[str, str] | None = None
    isolated: bool = False
    command: tuple[str, ...] = ()

    def with_options(self, text: str) -> PlayerSpec:
        """The same player with ``worlds=200,ms=50`` set; its name says so.

        Raises:
            BadPlayerOption: an option that does not exist, or a value that it does not take.
        """
        known = {option.name: option for option in self.options}
        values: dict[str, OptionValue] = {}
        for part in text.split(","):
            key, equals, value = part.partition("=")
            if not equals:
                raise BadPlayerOption(f"{part or 'An empty word'} sets nothing: write {self.name}:OPTION=VALUE.")
            if key not in known:
                raise BadPlayerOption(f"The player {self.name} has no option {key}.{near(key, known)}")
            values[key] = known[key].parse(value)
        return replace(self, name=f"{self.name}:{text}", factory=partial(self.factory, **values), options=())


@dataclass(frozen=True, slots=True)
class RulesSpec:
    """A further preset, as data: a name, and what differs from the preset ``base``."""

    name: str
    base: str = "flip"
    options: Mapping[str, Value] = field(default_factory=dict[str, Value])
    description: str = ""

    def rules(self) -> Rules:
        """The rules themselves; raises `core.errors.BadOption`."""
        return preset(self.base).with_options(self.options)
