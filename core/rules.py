"""A rule set is data: `Rules`, frozen, and the table of presets that derive from it.

Each option carries what a person needs to choose it (values, one sentence, where the rule comes from), so that
lists, help and checks are printed from here and nowhere else. There is no subclass and no branch on a preset's
name. Must never know a hand or a pile.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final, cast

from . import values
from .cards import DECKS, Deck
from .errors import BadOption
from .near import near

MIN_SEATS: Final = 2
MAX_SEATS: Final = 10

Value = bool | int | str
"""What an option may be set to; yes and no are true and false."""

_YES_NO: Final = (True, False)
_WORDS: Final = {True: "yes", False: "no"}


@dataclass(frozen=True)
class Numbers:
    """Whole numbers from ``first`` to ``last``, and perhaps 0 as well, which then means off."""

    first: int
    last: int
    zero: bool = False

    def __contains__(self, value: object) -> bool:
        return type(value) is int and (self.first <= value <= self.last or (self.zero and value == 0))


@dataclass(frozen=True)
class Option:
    """One option of the rules.

    Attributes:
        id: its name in ``--set``, in positions and on the wire.
        values: what it may be: a range of numbers, or these values.
        default: its value in preset flip.
        sentence: what it says.
        source: rows of the rule matrix; H for a house rule, or the number of a hard case.
        flip_only: whether only the deck with two faces reads it.
        secret: whether it makes a rule look at a face that is not public.
    """

    id: str
    values: Numbers | tuple[Value, ...]
    default: Value
    sentence: str
    source: str
    flip_only: bool
    secret: bool

    def parse(self, text: str) -> Value:
        """The value that ``text`` spells; raises `BadOption`."""
        if isinstance(self.values, Numbers):
            if text.isascii() and text.isdecimal() and int(text) in self.values:
                return int(text)
        elif text in self._spellings():
            return self.values[self._spellings().index(text)]
        meant = near(text, self._spellings())
        raise BadOption(f"{self.id}={text} is not possible: {self.id} takes {self.spelled()}.{meant}")

    def accepts(self, value: object) -> bool:
        """Whether ``value``, as it stands in JSON, is one of the option's values."""
        if isinstance(self.values, Numbers):
            return value in self.values
        # True is not 1 here.
        return any(type(value) is type(known) and value == known for known in self.values)

    def spelled(self) -> str:
        """The values for people: ``3 to 10``, ``0, or 15 to 40`` or ``points, single or rounds``."""
        if isinstance(self.values, Numbers):
            between = f"{self.values.first} to {self.values.last}"
            return f"0, or {between}" if self.values.zero else between
        words = self._spellings()
        return ", ".join(words[:-1]) + f" or {words[-1]}"

    def in_json(self) -> str:
        """The values as they stand in JSON: ``true or false``, ``"none", 10 or 20``."""
        if isinstance(self.values, Numbers):
            return self.spelled()
        words = [json.dumps(value) for value in self.values]
        return ", ".join(words[:-1]) + f" or {words[-1]}"

    def spell(self, value: Value) -> str:
        """A value as `parse` reads it."""
        return _WORDS[value] if isinstance(value, bool) else str(value)

    def examples(self) -> tuple[Value, ...]:
        """Every value of a list; of a range its ends, its default and its 0."""
        if isinstance(self.values, Numbers):
            ends = {self.values.first, self.values.last, int(self.default)}
            return tuple(sorted(ends | {0} if self.values.zero else ends))
        return self.values

    def _spellings(self) -> list[str]:
        return [] if isinstance(self.values, Numbers) else list(map(self.spell, self.values))


def _option(
    values: Numbers | tuple[Value, ...],
    default: Value,
    sentence: str,
    source: str,
    *,
    flip_only: bool = False,
    secret: bool = False,
) -> Any:
    columns = {"values": values, "sentence": sentence, "source": source, "flip_only": flip_only, "secret": secret}
    return field(default=default, metadata=columns)


@dataclass(frozen=True)
class Rules(values.Value):
    """The rules of a table: one field an option, with the ids, values and defaults of the options page.

    Attributes:
        deck: which deck is played; it belongs to the preset.
    """

    deck: str = "flip"
    first_dealer: str = _option(
        ("draw", "random"),
        "draw",
        "Who deals first: each draws a card and the highest number on the light face deals, or any seat by lot.",
        "1",
    )
    hand_size: int = _option(Numbers(3, 10), 7, "Cards dealt to each seat.", "2")
    opening_actions: str = _option(
        ("apply", "ignore"),
        "apply",
        "A first card that is a coloured draw card, a Skip or a Reverse acts, or stays beneath while the next one is "
        "turned up.",
        "5-8, 13",
    )
    opening_reverse: str = _option(
        ("dealer", "right_of_dealer"),
        "dealer",
        "Who plays first after a first Reverse; play is counterclockwise either way.",
        "8",
    )
    opening_wild: str = _option(
        ("left", "left_names", "dealer", "redraw"),
        "left",
        "A first Wild: the dealer's left neighbour names a colour and plays, names and the next seat plays, the dealer "
        "names and the left neighbour plays, or it goes back and another card is turned up.",
        "9",
    )
    opening_flip: str = _option(
        ("execute", "redraw"),
        "execute",
        "A first Flip turns the table dark, or it goes back and another card is turned up.",
        "10-12",
        flip_only=True,
    )
    draw_rule: str = _option(
        ("one", "until_playable"), "one", "Cards drawn in a turn without a play: one, or until one fits.", "17, H"
    )
    voluntary_draw: bool = _option(
        _YES_NO, True, "A seat may draw although a card of its hand fits.", "18, H", secret=True
    )
    drawn_card: str = _option(
        ("may", "must", "may_not"), "may", "Whether the card just drawn may be played at once.", "19, H", secret=True
    )
    two_player_reverse: str = _option(
        ("skip", "none"), "skip", "With two active seats a Reverse skips the other one, or only turns the play.", "26"
    )
    wild_draw_test: str = _option(
        ("colour", "colour_or_wild", "any_playable"),
        "colour",
        "A wild draw card is wrongly played while holding: another card of the colour in force; that or any other "
        "wild; that, an equal number or symbol, or a plain Wild.",
        "31",
    )
    wild_draw_mode: str = _option(
        ("bluff", "enforce", "free"),
        "bluff",
        "A wrongly played wild draw card is open to challenge, is refused, or is always right.",
        "32, H",
        secret=True,
    )
    challenge_reveal: str = _option(
        ("challenger", "all"), "challenger", "Who is shown the active faces of the challenged hand.", "35"
    )
    draw_color_guilty: str = _option(
        ("until_color", "two"),
        "until_color",
        "What a proven Draw Color bluff draws: until the colour comes, or two cards.",
        "38",
        flip_only=True,
    )
    draw_color_cap: str | int = _option(
        ("none", 10, 20),
        "none",
        "The most cards of one Draw Color; the two of a failed challenge come on top.",
        "41",
        flip_only=True,
    )
    draw_color_wild_stops: bool = _option(
        _YES_NO, False, "A drawn wild ends the drawing of a Draw Color.", "42", flip_only=True
    )
    flip_mode: str = _option(
        ("whole_pile", "card_only"),
        "whole_pile",
        "A Flip turns the whole discard pile over, or only itself and stays on top; hands and draw pile turn anyway.",
        "46, H",
        flip_only=True,
    )
    flip_exposed_action: bool = _option(
        _YES_NO,
        False,
        "An action card that a Flip exposes acts on the next seat as if played; Flips and wilds do not.",
        "48, H",
        flip_only=True,
    )
    flip_wild_chooser: str = _option(
        ("flipper", "next"),
        "flipper",
        "Who names the colour of a wild that a Flip exposes; the next seat names, then plays.",
        "49",
        flip_only=True,
    )
    flip_last_card: str = _option(
        ("execute", "ignore"),
        "execute",
        "A Flip as the last card turns the table before the points are counted, or does nothing.",
        "52",
        flip_only=True,
    )
    flip_as_wild: bool = _option(_YES_NO, False, "A Flip fits on anything; it is still no wild.", "H", flip_only=True)
    progressive_flip: bool = _option(
        _YES_NO, False, "Each Flip makes the next seat draw a card; its turn is not lost.", "H", flip_only=True
    )
    backs: str = _option(
        ("visible", "hidden"),
        "visible",
        "The inactive faces of all hands and of the draw pile's top are seen by all, or by nobody.",
        "3, section 3",
        flip_only=True,
    )
    call_mode: str = _option(
        ("catch", "auto", "off"),
        "catch",
        "The last card is called and caught by the players, called for them, or not called at all.",
        "53, H",
    )
    call_penalty: int = _option((1, 2, 4), 2, "Cards for a seat that was caught.", "55")
    false_catch_penalty: int = _option(
        (0, 1, 2),
        0,
        "A catch of a seat that cannot be caught is refused (0), or costs its maker so many cards.",
        "57",
    )
    catch_grace_ms: int = _option(
        Numbers(0, 3000),
        750,
        "At a table a program sends no catch earlier than this after the play; good manners that no peer checks.",
        "54",
    )
    stacking: str = _option(
        ("off", "coloured", "same", "up", "any"),
        "off",
        "What answers a draw card: nothing, the same coloured kind, the same kind, the same or a heavier one, or any "
        "draw card.",
        "58, H",
    )
    reverse_deflect: bool = _option(_YES_NO, False, "A Reverse of the same colour sends a pending draw back.", "H")
    skip_deflect: bool = _option(
        _YES_NO, False, "A Skip (dark: Skip Everyone) of the same colour sends a pending draw on to the next seat.", "H"
    )
    penalty_then_play: bool = _option(_YES_NO, False, "The victim of a draw card draws and still has its turn.", "H")
    jump_in: bool = _option(
        _YES_NO,
        False,
        "A card identical to the one just played may be played out of turn; play goes on from there. No wilds.",
        "H",
    )
    seven_zero: bool = _option(
        _YES_NO,
        False,
        "A 7 swaps hands with a seat of one's choice, a 0 moves all hands one seat on; never with the last card.",
        "H",
        secret=True,
    )
    swap_call: bool = _option(_YES_NO, False, "A hand that became one card by a swap needs a call.", "H87")
    multi_play: bool = _option(
        _YES_NO, False, "Several number cards of one number may be laid in one move; the last laid is the top.", "H"
    )
    no_wild_on_wild: bool = _option(_YES_NO, False, "A wild does not fit on a wild.", "H")
    no_wild_finish: bool = _option(_YES_NO, False, "The last card may not be a wild.", "H")
    no_action_finish: bool = _option(
        _YES_NO, False, "The last card may not be an action card (wilds are not meant).", "H"
    )
    mercy: int = _option(
        Numbers(15, 40, zero=True), 0, "A hand that reaches so many cards is out of the round; 0 is off.", "H"
    )
    play_to_last: bool = _option(
        _YES_NO, False, "The round goes on until one hand is left; places in the order of going out.", "H"
    )
    scoring: str = _option(
        ("winner", "low", "elimination"),
        "winner",
        "The winner takes all other hands; or all take their own and the lowest wins; or so, and who reaches the "
        "target is out until two play a duel and one is left.",
        "63-67",
    )
    match: str = _option(
        ("points", "single", "rounds"),
        "points",
        "The match goes on until the target is reached, ends with one round, or ends after a number of rounds.",
        "65, 68",
    )
    target: int = _option(
        Numbers(100, 1000), 500, "The points of match=points, reached or passed; looked at after each round.", "65"
    )
    rounds: int = _option(Numbers(1, 99), 1, "The rounds of match=rounds; then the best score wins.", "68")
    tie: str = _option(
        ("shared", "round"),
        "shared",
        "When several hold the best score as a match ends, all win, or one more round is played.",
        "H95",
    )
    duel: str = _option(
        ("carried", "zero"), "carried", "The scores with which the last two of an elimination begin their duel.", "H97"
    )
    blocked_scoring: str = _option(
        ("none", "fewest_points"),
        "none",
        "In a blocked round nobody scores, or the single seat with the fewest points counts as its winner.",
        "62",
    )
    next_starter: str = _option(
        ("left", "winner"),
        "left",
        "The deal passes to the left and the new dealer's left neighbour starts, or the last round's winner starts.",
        "70",
    )
    dark_double_score: bool = _option(
        _YES_NO, False, "Points count twice when the round ends on the dark side.", "H", flip_only=True
    )
    turn_seconds: int = _option(
        Numbers(5, 300, zero=True),
        0,
        "At a table, a seat that does not move for so long draws and keeps, names the first colour, or accepts; 0 is "
        "off.",
        "H",
    )

    def __hash__(self) -> int:
        """Of a few fields that tell most rules apart: all of them would take as long as several moves."""
        return hash((self.deck, self.hand_size, self.stacking, self.wild_draw_mode, self.call_mode, self.scoring))

    @property
    def cards(self) -> Deck:
        """The printed deck."""
        return DECKS[self.deck]

    @property
    def answers_draws(self) -> bool:
        """Whether a draw card waits for an answer of its victim."""
        return self.stacking != "off" or self.reverse_deflect or self.skip_deflect

    def to_dict(self) -> dict[str, Value]:
        """Every field by its id, in the order of the table."""
        return {name: getattr(self, name) for name in ("deck", *OPTIONS)}

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
        """These rules with some options set to values as they stand in JSON.

        Raises:
            BadOption: an option or a value does not exist, or two options exclude each other.
        """
        for key, value in values.items():
            option = _known(key)
            if not option.accepts(value):
                raise BadOption(f"{key} cannot be {json.dumps(value, default=repr)}: it is {option.in_json()}.")
        rules = dataclasses.replace(self, **cast("dict[str, Any]", dict(values)))
        for clash in CLASHES:
            if clash.met(rules):
                raise BadOption(f"{clash.pair} is not possible: {clash.reason}.")
        return rules

    def digest(self) -> bytes:
        """SHA-256 over every field in a canonical spelling (32 bytes)."""
        return _digest(self)

    def differences(self, base: Rules) -> dict[str, Value]:
        """The fields in which these rules differ from ``base``."""
        theirs = base.to_dict()
        return {key: value for key, value in self.to_dict().items() if theirs[key] != value}

    def unused(self) -> frozenset[str]:
        """The options that the deck or another option makes idle: they keep their values and are not read."""
        idle = {option.id for option in OPTIONS.values() if option.flip_only and self.deck != "flip"}
        idle |= {key for key, reads in _READ_WHEN.items() if not reads(self)}
        return frozenset(idle)

    def check_seats(self, seats: int) -> None:
        """Raise `BadOption` when ``seats`` players cannot be dealt a hand each and a first card."""
        if not MIN_SEATS <= seats <= MAX_SEATS:
            raise BadOption(f"A table has {MIN_SEATS} to {MAX_SEATS} seats, not {seats}.")
        if seats * self.hand_size + 1 > self.cards.size:
            raise BadOption(f"{seats} seats with hand_size={self.hand_size} need more cards than the deck has.")


OPTIONS: Final[Mapping[str, Option]] = {
    item.name: Option(id=item.name, default=cast("Value", item.default), **item.metadata)
    for item in dataclasses.fields(Rules)
    if item.metadata
}
"""Every option by its id."""


@dataclass(frozen=True)
class Clash:
    """Two settings that are refused together, and why."""

    pair: str
    reason: str
    met: Callable[[Rules], bool] = field(repr=False)


CLASHES: Final = (
    Clash(
        "draw_rule=until_playable with drawn_card=may_not",
        "it would draw for a card that may not be played",
        lambda rules: rules.draw_rule == "until_playable" and rules.drawn_card == "may_not",
    ),
    Clash(
        "stacking with reverse_deflect or skip_deflect",
        "they are two answers to one pending draw",
        lambda rules: rules.stacking != "off" and (rules.reverse_deflect or rules.skip_deflect),
    ),
    Clash(
        "multi_play with jump_in",
        "others must be able to cut in",
        lambda rules: rules.multi_play and rules.jump_in,
    ),
    Clash(
        "multi_play with seven_zero",
        "it would be several swaps in one move",
        lambda rules: rules.multi_play and rules.seven_zero,
    ),
    Clash(
        "scoring=elimination with match=single or match=rounds",
        "elimination needs the limit of match=points",
        lambda rules: rules.scoring == "elimination" and rules.match != "points",
    ),
)
"""What is refused together, besides more cards than the deck has (`Rules.check_seats`); nothing else is."""

_READ_WHEN: Final[Mapping[str, Callable[[Rules], bool]]] = {
    "opening_reverse": lambda rules: rules.opening_actions == "apply",
    "wild_draw_test": lambda rules: rules.wild_draw_mode != "free",
    "challenge_reveal": lambda rules: rules.wild_draw_mode == "bluff",
    "draw_color_guilty": lambda rules: rules.wild_draw_mode == "bluff",
    "call_penalty": lambda rules: rules.call_mode == "catch",
    "false_catch_penalty": lambda rules: rules.call_mode == "catch",
    "catch_grace_ms": lambda rules: rules.call_mode == "catch",
    "swap_call": lambda rules: rules.seven_zero and rules.call_mode == "catch",
    "target": lambda rules: rules.match == "points",
    "rounds": lambda rules: rules.match == "rounds",
    "tie": lambda rules: rules.match != "single" and rules.scoring != "elimination",
    "duel": lambda rules: rules.scoring == "elimination",
    "next_starter": lambda rules: rules.match != "single",
}

_FLIP: Final = Rules()
_CLASSIC: Final = Rules(deck="classic")

PRESETS: Final[Mapping[str, Rules]] = {
    "flip": _FLIP,
    "flip-2024": dataclasses.replace(
        _FLIP, opening_actions="ignore", opening_flip="redraw", wild_draw_test="colour_or_wild", match="single"
    ),
    "flip-dk": dataclasses.replace(
        _FLIP, opening_wild="dealer", wild_draw_test="any_playable", draw_color_guilty="two"
    ),
    "quick": dataclasses.replace(_FLIP, match="single"),
    "classic": _CLASSIC,
    "classic-hu": dataclasses.replace(
        _CLASSIC, stacking="coloured", opening_reverse="right_of_dealer", opening_wild="left_names"
    ),
    "party": dataclasses.replace(_FLIP, stacking="same", jump_in=True, seven_zero=True),
}
"""The named rule sets."""

PRESET_SENTENCES: Final[Mapping[str, str]] = {
    "flip": "The two-sided game to 500 points, as the 2018 edition has it.",
    "flip-2024": "The two-sided game as the 2024 edition is reported to have it; one round decides.",
    "flip-dk": "The two-sided game as a Danish page tells it, to the letter.",
    "quick": "The two-sided game; one round decides.",
    "classic": "The game with one-faced cards to 500 points.",
    "classic-hu": "The game with one-faced cards as a Hungarian page tells it: a Draw Two answers a Draw Two.",
    "party": "The two-sided game with stacking, jumping in and swapping hands with a 7.",
}
"""One sentence for each preset."""


@lru_cache(64)
def _digest(rules: Rules) -> bytes:
    """The digest is asked for with every slot, so it is not spelled out again each time."""
    text = json.dumps(rules.to_dict(), sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(b"fliptable rules\0" + text.encode()).digest()


def _known(option: str) -> Option:
    if option not in OPTIONS:
        raise BadOption(f"There is no option {option}.{near(option, OPTIONS)}")
    return OPTIONS[option]


def preset(name: str) -> Rules:
    """The rules of a preset; raises `BadOption` with the nearest right name."""
    if name not in PRESETS:
        raise BadOption(f"There are no rules called {name}: there are {', '.join(PRESETS)}.{near(name, PRESETS)}")
    return PRESETS[name]


def parse_options(rules: Rules, texts: Iterable[str]) -> Rules:
    """``rules`` with each ``OPTION=VALUE`` set, the last one of an option; raises `BadOption`."""
    values: dict[str, Value] = {}
    for text in texts:
        key, equals, value = text.partition("=")
        if not equals:
            raise BadOption(f"{text} sets nothing: write OPTION=VALUE, for example target=300.")
        values[key] = _known(key).parse(value)
    return rules.with_options(values)
