"""A rule set is data: `Rules`, frozen, and the table of presets that derive from it.

Each option carries what a person needs to choose it (values, one sentence, where the rule comes from), so that
lists, help and checks are printed from here and nowhere else. There is no subclass and no branch on a preset's
name. Must never know a hand or a pile.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, cast

from .cards import DECKS, Deck
from .errors import BadOption
from .near import near

MIN_SEATS: Final = 2
MAX_SEATS: Final = 10

Value = int | str


@dataclass(frozen=True, slots=True)
class Option:
    """One option: its id, its values (a range of numbers, or words), its default, its sentence, its source."""

    id: str
    values: range | tuple[str, ...]
    default: Value
    sentence: str
    source: str

    def parse(self, text: str) -> Value:
        """The value that ``text`` spells; raises `BadOption`."""
        if isinstance(self.values, range):
            if text.isascii() and text.isdecimal() and int(text) in self.values:
                return int(text)
        elif text in self.values:
            return text
        raise BadOption(
            f"{self.id}={text} is not possible: {self.id} takes {self.spelled()}.{near(text, self.words())}"
        )

    def accepts(self, value: object) -> bool:
        """Whether ``value``, as it stands in JSON, is one of the option's values."""
        if isinstance(self.values, range):
            return type(value) is int and value in self.values
        return isinstance(value, str) and value in self.values

    def words(self) -> tuple[str, ...]:
        """The values that are words; none for a range."""
        return () if isinstance(self.values, range) else self.values

    def spelled(self) -> str:
        """The values for people: ``3 to 10`` or ``points, single or rounds``."""
        if isinstance(self.values, range):
            return f"{self.values.start} to {self.values.stop - 1}"
        return ", ".join(self.values[:-1]) + f" or {self.values[-1]}"


def _option(values: range | tuple[str, ...], default: Value, sentence: str, source: str) -> Any:
    return field(default=default, metadata={"values": values, "sentence": sentence, "source": source})


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of a table: one field an option, with the ids, values and defaults of the options page.

    Attributes:
        deck: which deck is played; it belongs to the preset.
    """

    deck: str = "flip"
    hand_size: int = _option(range(3, 11), 7, "Cards dealt to each seat.", "row 2")
    match: str = _option(
        ("points", "single", "rounds"),
        "points",
        "The match goes on until the target is reached, ends with one round, or ends after a number of rounds.",
        "rows 65, 68",
    )
    target: int = _option(
        range(100, 1001), 500, "Points that win a match=points, looked at after each round.", "row 65"
    )
    rounds: int = _option(range(1, 100), 1, "Rounds of a match=rounds; then the best score wins.", "row 68")
    catch_grace_ms: int = _option(
        range(3001),
        750,
        "At a table a program sends no catch earlier than this after the play; good manners that no peer checks.",
        "row 54",
    )

    @property
    def cards(self) -> Deck:
        """The printed deck."""
        return DECKS[self.deck]

    def to_dict(self) -> dict[str, Value]:
        """Every field by its id, in the order of the table."""
        return dataclasses.asdict(self)

    @classmethod
    def from_dict(cls, values: Mapping[str, object]) -> Rules:
        """The rules that `to_dict` spelled; raises `BadOption` for anything unknown, missing or out of range."""
        deck = values.get("deck")
        if not isinstance(deck, str) or deck not in DECKS:
            raise BadOption("The rules name no deck that this program has.")
        if set(values) != {"deck", *OPTIONS}:
            raise BadOption("The rules do not have exactly the options that this program knows.")
        return cls(deck=deck).with_options({key: value for key, value in values.items() if key != "deck"})

    def with_options(self, values: Mapping[str, object]) -> Rules:
        """These rules with some options set to values as they stand in JSON; raises `BadOption`."""
        for key, value in values.items():
            option = _known(key)
            if not option.accepts(value):
                raise BadOption(f"{key}={value} is not possible: {key} takes {option.spelled()}.")
        return dataclasses.replace(self, **cast("dict[str, Any]", dict(values)))

    def digest(self) -> bytes:
        """SHA-256 over every field in a canonical spelling (32 bytes)."""
        text = json.dumps(self.to_dict(), sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(b"fliptable rules\0" + text.encode()).digest()

    def differences(self, base: Rules) -> dict[str, Value]:
        """The options in which these rules differ from ``base``."""
        theirs = base.to_dict()
        return {key: value for key, value in self.to_dict().items() if theirs[key] != value}

    def check_seats(self, seats: int) -> None:
        """Raise `BadOption` when ``seats`` players cannot be dealt a hand each and a first card."""
        if not MIN_SEATS <= seats <= MAX_SEATS:
            raise BadOption(f"A table has {MIN_SEATS} to {MAX_SEATS} seats, not {seats}.")
        if seats * self.hand_size + 1 > self.cards.size:
            raise BadOption(f"{seats} seats with hand_size={self.hand_size} need more cards than the deck has.")


OPTIONS: Final[Mapping[str, Option]] = {
    item.name: Option(
        item.name,
        item.metadata["values"],
        cast("Value", item.default),
        item.metadata["sentence"],
        item.metadata["source"],
    )
    for item in dataclasses.fields(Rules)
    if "values" in item.metadata
}
"""Every option by its id."""

_FLIP: Final = Rules()

PRESETS: Final[Mapping[str, Rules]] = {
    "flip": _FLIP,
    "quick": dataclasses.replace(_FLIP, match="single"),
}
"""The named rule sets."""

PRESET_SENTENCES: Final[Mapping[str, str]] = {
    "flip": "The two-sided game to 500 points, as the 2018 edition has it.",
    "quick": "The two-sided game; one round decides.",
}
"""One sentence for each preset."""


def _known(option: str) -> Option:
    if option not in OPTIONS:
        raise BadOption(f"There is no option {option}.{near(option, OPTIONS)}")
    return OPTIONS[option]


def preset(name: str) -> Rules:
    """The rules of a preset; raises `BadOption` with the nearest right name."""
    if name not in PRESETS:
        raise BadOption(f"There are no rules called {name}: there are {' and '.join(PRESETS)}.{near(name, PRESETS)}")
    return PRESETS[name]


def parse_option(rules: Rules, text: str) -> Rules:
    """``rules`` with one ``OPTION=VALUE`` set; raises `BadOption`."""
    key, equals, value = text.partition("=")
    if not equals:
        raise BadOption(f"{text} sets nothing: write OPTION=VALUE, for example target=300.")
    return rules.with_options({key: _known(key).parse(value)})
