"""What a view and an event are as JSON, typed: the source of ``schema.json``.

What `core.view.View.to_dict` and `core.report.report` give converts to these types with nothing left over. Must never
know how either is made.
"""

# pyright: reportInvalidTypeForm=false
# Words are taken from the tables of core, so that they stand in one place; a type checker reads only written ones.

from __future__ import annotations

import json
from types import UnionType
from typing import Annotated, Any, Final, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, defstruct
from msgspec.json import schema_components

from ...core.cards import DECKS, DIRECTIONS, FACES, SIDE_NAMES
from ...core.notation import MAX_SEAT_NAME
from ...core.phases import PHASES
from ...core.rules import OPTIONS, Numbers, Option
from ...core.table import ELIMINATED, FINISHED, LEFT
from ..spec import API_VERSION

_SHEETS: Final = [sheet for deck in DECKS.values() for sheet in deck.sheets]
_FACE: Final = f"(?:{'|'.join(sorted({sheet.faces[face] for sheet in _SHEETS for face in range(FACES)}))})"
_COLOURS: Final = tuple(dict.fromkeys(colour for sheet in _SHEETS for colour in sheet.colours))
_NAME: Final = rf"[A-Za-z0-9_-]{{1,{MAX_SEAT_NAME}}}"
_HELD: Final = rf"{_FACE}(?:/(?:{_FACE}|\?))?"
_COLOUR: Final = f"(?:{'|'.join(_COLOURS)})"

Seat = Annotated[str, Meta(pattern=f"^{_NAME}$", description="The name of a seat.")]
Face = Annotated[str, Meta(pattern=f"^{_FACE}$", description="A face, as r5.")]
Card = Annotated[
    str,
    Meta(
        pattern=rf"^(?:{_FACE}|\?)(?:/(?:{_FACE}|\?))?$",
        description="A card, light face first, as r5/t8; ? for a face that this seat does not see.",
    ),
]
Colour = Literal[_COLOURS]
Direction = Literal[tuple(DIRECTIONS.values())]
Side = Literal[SIDE_NAMES]
Count = Annotated[int, Meta(ge=0)]
Move = Annotated[
    str,
    Meta(
        pattern=rf"^(?:play {_HELD}(?: {_HELD})*(?: {_COLOUR})?(?: call)?|jump {_HELD}(?: call)?|name {_COLOUR}"
        rf"|(?:catch|swap) {_NAME}|draw|keep|pass|accept|challenge|call|leave)$",
        description="A move in notation, as play W red call.",
    ),
]


class _Json(Struct, forbid_unknown_fields=True, kw_only=True):
    """An object with exactly these fields."""


def _values(option: Option) -> object:
    """The type of an option's values."""
    if isinstance(option.values, Numbers):
        first = 0 if option.values.zero else option.values.first
        return Annotated[int, Meta(ge=first, le=option.values.last, description=option.spelled())]
    if option.values == (True, False):
        return bool
    return Literal[option.values]


Rules = defstruct(
    "Rules",
    [("deck", Literal[tuple(DECKS)]), *((key, _values(option)) for key, option in OPTIONS.items())],
    bases=(_Json,),
    namespace={"__doc__": "Every option of the rules; docs/rules.md says what they mean."},
    forbid_unknown_fields=True,
    kw_only=True,
)


class Pile(_Json):
    """The draw pile: how many cards, and the face on the back of the top one ("" for cards with one face)."""

    cards: Count
    back: Annotated[str, Meta(pattern=rf"^(?:{_FACE}|\?)?$")]


class Player(_Json):
    """A seat as another one sees it; cards in the order drawn."""

    seat: Seat
    cards: list[Card]
    called: bool
    catchable: bool
    owed: Count
    score: Count
    out: Literal[LEFT, ELIMINATED, FINISHED] | None


class _Event(_Json, tag_field="type"):
    """Something that happened."""


class _ByOne(_Event):
    """Something a seat did, or that was done to it."""

    seat: Seat


class TurnedUp(_Event, tag="turned-up"):
    """A card was turned up to begin the round; ``back``: it goes back into the pile."""

    card: Card
    back: bool


class Played(_ByOne, tag="played"):
    """Cards were laid, with the colour named for a wild, the last card called with it, out of turn."""

    cards: list[Face]
    colour: Colour | UnsetType = UNSET
    call: Literal[True] | UnsetType = UNSET
    jump: Literal[True] | UnsetType = UNSET


class Drew(_ByOne, tag="drew"):
    """A seat drew ``n`` cards."""

    n: Count
    cards: list[Card]


class Kept(_ByOne, tag="kept"):
    """The drawn card was kept."""


class Passed(_ByOne, tag="passed"):
    """Nothing fitted and nothing could be drawn."""


class Named(_ByOne, tag="named"):
    """A colour was named for an exposed wild."""

    colour: Colour


class Challenged(_ByOne, tag="challenged"):
    """A seat challenged the wild draw card that was played against it."""

    accused: Seat


class Accepted(_ByOne, tag="accepted"):
    """A seat took the cards of a wild draw card."""


class Verdict(_ByOne, tag="verdict"):
    """How a challenge ended."""

    accused: Seat
    guilty: bool


class Called(_ByOne, tag="called"):
    """A seat called its last card."""


class Caught(_ByOne, tag="caught"):
    """A seat caught ``target``, which has to draw ``n``."""

    target: Seat
    n: Count


class FalselyCaught(_ByOne, tag="false-catch"):
    """A seat caught ``target``, which could not be caught, and draws ``n`` itself."""

    target: Seat
    n: Count


class Swapped(_ByOne, tag="swapped"):
    """The hand of ``seat`` went to ``target``."""

    target: Seat


class WentOut(_ByOne, tag="out"):
    """A seat takes no further part in this round."""

    why: Literal[ELIMINATED, FINISHED]


class Skipped(_ByOne, tag="skipped"):
    """A seat missed its turn."""


class Reversed(_ByOne, tag="reversed"):
    """The direction of play turned."""

    direction: Direction


class Flipped(_ByOne, tag="flipped"):
    """The table turned over; the discard pile shows ``top``."""

    side: Side
    top: Face


class Reshuffled(_Event, tag="reshuffled"):
    """The discard pile became the draw pile, ``n`` cards."""

    n: Count


class Left(_ByOne, tag="left"):
    """A seat left the match."""


class RoundOver(_Event, tag="round-over"):
    """The round ended; ``by``: the points of each hand but the winner's."""

    winner: Seat | None
    points: Count
    by: dict[Seat, Count]
    blocked: Literal[True] | UnsetType = UNSET
    places: list[Seat] | UnsetType = UNSET


class MatchOver(_Event, tag="match-over"):
    """The match ended; a list where several share it, null where nobody won."""

    winner: Seat | list[Seat] | None
    scores: dict[Seat, Count]


Event: UnionType = (
    TurnedUp
    | Played
    | Drew
    | Kept
    | Passed
    | Named
    | Challenged
    | Accepted
    | Verdict
    | Called
    | Caught
    | FalselyCaught
    | Swapped
    | WentOut
    | Skipped
    | Reversed
    | Flipped
    | Reshuffled
    | Left
    | RoundOver
    | MatchOver
)


class View(_Json):
    """What one seat may know of a table that waits for a move."""

    seat: Seat
    rules: Rules
    side: Side
    direction: Direction
    phase: Literal[tuple(PHASES.values())]
    to_act: list[Seat]
    dealer: Seat
    colour: Colour | None
    discard: list[Card]
    draw: Pile
    players: list[Player]
    legal: list[Move]
    log: list[Event]


def written() -> str:
    """The schema as it stands in ``schema.json``."""
    (view, event, move), parts = schema_components((View, Event, Move), ref_template="#/$defs/{name}")
    found: dict[str, Any] = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "fliptable: view, move and event",
        "$comment": "API version {}.{}".format(*API_VERSION),
        "anyOf": [view, {"$ref": "#/$defs/Move"}, {"$ref": "#/$defs/Event"}],
        "$defs": {**parts, "Move": move, "Event": event},
    }
    return json.dumps(found, indent=2) + "\n"
