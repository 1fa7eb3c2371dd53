"""Reading a position: from JSON to a table, strict about spelling and about nothing else.

Any cards in any number make a position; those are then all the cards there are. Whatever is wrong with the JSON is a
`BadNotation` that says where, never another exception.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar, cast

from .cards import DIRECTIONS, DRAWN_BY, FACES, NO_COLOUR, SIDE_NAMES, UNKNOWN, WILD_DRAWS, FaceSet, Kind
from .errors import BadNotation, BadOption
from .notation import are_seat_names, card_at, parse_card, parse_face
from .phases import (
    OPENING,
    OVER,
    PHASES,
    SWAPPING,
    TURN,
    Challenged,
    Drawn,
    MatchResult,
    Naming,
    Opening,
    Over,
    Pending,
    Phase,
    RoundResult,
    Swapping,
)
from .position import OUT, lying, usual_right
from .rules import Rules, preset
from .table import ELIMINATED, FINISHED, Discloser, Table

_T = TypeVar("_T")


class _Reader:
    """Takes typed values out of a JSON object, each once; what is left over is unknown."""

    def __init__(self, values: Mapping[str, object]) -> None:
        self._values = dict(values)

    def take(self, key: str, default: object = None) -> object:
        value = self._values.pop(key, None)
        return default if value is None else value

    def mapping(self, key: str, *, required: bool = False) -> dict[str, object]:
        value = self.take(key, None if required else {})
        if not isinstance(value, dict):
            raise BadNotation(f"{key} of a position is an object.")
        return cast("dict[str, object]", value)

    def texts(self, key: str, *, required: bool = False) -> list[str]:
        value = self.take(key, None if required else [])
        return _texts(value, key)

    def items(self, key: str) -> list[object]:
        value = self.take(key, [])
        if not isinstance(value, list):
            raise BadNotation(f"{key} of a position is a list.")
        return cast("list[object]", value)

    def choice(self, key: str, choices: Mapping[str, _T], default: str) -> _T:
        value = self.take(key, default)
        if not isinstance(value, str) or value not in choices:
            raise BadNotation(f"{key} of a position is one of {', '.join(choices)}.")
        return choices[value]

    def number(self, key: str, default: int) -> int:
        return _number(self.take(key, default), key)

    def finish(self) -> None:
        if self._values:
            raise BadNotation(f"A position has no field {next(iter(self._values))}.")


def _texts(value: object, key: str) -> list[str]:
    if not isinstance(value, list) or not all(isinstance(item, str) for item in cast("list[object]", value)):
        raise BadNotation(f"{key} of a position is a list of texts.")
    return cast("list[str]", value)


def _number(value: object, key: str) -> int:
    if type(value) is not int or not 0 <= value < 1 << 31:
        raise BadNotation(f"{key} of a position is a whole number from 0 on, and no huge one.")
    return value


def read_position(values: object, discloser: Discloser | None = None) -> Table:
    """The table that a position describes; in phase ``opening`` nothing has been turned up yet.

    Args:
        values: the position as decoded JSON.
        discloser: the trusted dealer that meets dues at once.

    Raises:
        BadNotation: it cannot be read; the message says where.
    """
    if not isinstance(values, dict):
        raise BadNotation("A position is an object.")
    values = cast("dict[str, object]", values)
    reader = _Reader(values)
    rules = _read_rules(reader.take("rules"))
    names = reader.texts("seats", required=True)
    if not are_seat_names(names):
        raise BadNotation("Names of seats are letters, digits, - and _, at most 20, unique, and no word of a move.")
    try:
        table = Table(rules, names)
    except BadOption as error:
        raise BadNotation(str(error)) from None
    table.discloser = discloser
    seats = {name: seat for seat, name in enumerate(names)}
    table.dealer = reader.choice("dealer", seats, names[0])
    victim = _peek(values, "pending").get("victim")
    usual = victim if isinstance(victim, str) and victim in seats else names[(table.dealer + 1) % len(names)]
    table.turn = reader.choice("turn", seats, usual)
    table.direction = reader.choice("direction", {text: value for value, text in DIRECTIONS.items()}, "clockwise")
    sides = {text: side for side, text in enumerate(SIDE_NAMES[: len(table.sheets)])}
    table.side = reader.choice("side", sides, SIDE_NAMES[0])
    _read_cards(table, reader, seats)
    colours = {name: colour for colour, name in enumerate(table.sheets[table.side].colours)}
    colour = reader.take("colour")
    table.colour = NO_COLOUR if values.get("phase") == PHASES[Opening] else _colour(colour, colours)
    table.called = _mask(reader.texts("called"), seats)
    table.catchable = _mask(reader.texts("catchable"), seats)
    table.scores = _per_seat(reader.mapping("scores"), seats, 0, _number)
    table.tried = _mask(reader.texts("tried"), seats)
    for seat, why in enumerate(_per_seat(reader.mapping("out"), seats, None, _out)):
        if why is not None:
            table.drop(seat, why)
    table.dealt = tuple(seat for seat in table.dealt if _took_part(table, seat))
    table.places = tuple(_seat(name, seats) for name in reader.texts("places")) or _finished(table)
    owed = _per_seat(reader.mapping("owed"), seats, 0, _number)
    table.owed = {seat: cards for seat, cards in enumerate(owed) if cards}
    table.passes = reader.number("passes", 0)
    table.played = _yes(reader.take("played", False), "played")
    table.round = reader.number("number", 1)
    if len(table.active) < (1 if values.get("phase") == PHASES[Over] else 2):
        raise BadNotation("out of a position leaves two seats that take part, or one when the round is over.")
    _read_phase(table, reader, seats, colours)
    _read_rights(table, reader)
    table.repeats = {tuple(line[:-1]): line[-1] for line in map(_numbers, reader.items("repeats")) if line}
    reader.finish()
    if table.out[table.turn] is not None and table.phase not in (OPENING, OVER):
        raise BadNotation("turn of a position is a seat that takes part.")
    return table


def _peek(values: Mapping[str, object], key: str) -> dict[str, object]:
    value = values.get(key)
    return cast("dict[str, object]", value) if isinstance(value, dict) else {}


def _took_part(table: Table, seat: int) -> bool:
    """Whether a seat was dealt in: who is out of the match since an earlier round has the points and no cards."""
    rules = table.rules
    lost = rules.scoring == "elimination" and table.scores[seat] >= rules.target and not table.hands[seat]
    return not lost or table.out[seat] != ELIMINATED


def _finished(table: Table) -> tuple[int, ...]:
    """The seats that went out, when a position does not say in which order."""
    return tuple(seat for seat, why in enumerate(table.out) if why == FINISHED)


def _yes(value: object, key: str) -> bool:
    if not isinstance(value, bool):
        raise BadNotation(f"{key} of a position is true or false.")
    return value


def _numbers(value: object) -> list[int]:
    if not isinstance(value, list) or not all(type(item) is int for item in cast("list[object]", value)):
        raise BadNotation("repeats of a position is a list of lists of whole numbers.")
    return cast("list[int]", value)


def _read_rules(value: object) -> Rules:
    try:
        if isinstance(value, str):
            return preset(value)
        if isinstance(value, dict):
            options = dict(cast("dict[str, object]", value))
            return preset(str(options.pop("preset", "flip"))).with_options(options)
    except BadOption as error:
        raise BadNotation(str(error)) from None
    raise BadNotation("rules of a position is the name of a preset, or an object with preset and options.")


def _seat(value: object, seats: Mapping[str, int]) -> int:
    if not isinstance(value, str) or value not in seats:
        raise BadNotation(f"A position names a seat that does not sit at it: the seats are {', '.join(seats)}.")
    return seats[value]


def _mask(names: Sequence[str], seats: Mapping[str, int]) -> int:
    """The seats named, as a mask; naming one twice is naming it once."""
    return sum(1 << seat for seat in {_seat(name, seats) for name in names})


def _colour(value: object, colours: Mapping[str, int]) -> int:
    if value is None:
        return NO_COLOUR
    if not isinstance(value, str) or value not in colours:
        raise BadNotation(f"The colours of the active side are {', '.join(colours)}.")
    return colours[value]


def _out(value: object, key: str) -> str | None:
    if value not in OUT:
        raise BadNotation(f"{key} of a position says why a seat is out: {', '.join(OUT)}.")
    return cast("str", value)


def _per_seat(
    values: Mapping[str, object], seats: Mapping[str, int], default: _T, read: Callable[[object, str], _T]
) -> list[_T]:
    found = [default] * len(seats)
    for name, value in values.items():
        found[_seat(name, seats)] = read(value, name)
    return found


def _read_cards(table: Table, reader: _Reader, seats: Mapping[str, int]) -> None:
    """Number the cards: hands, draw pile, discard pile; all there are is what the position holds."""
    faces: list[list[int]] = [[] for _ in table.sheets]

    def places(texts: Sequence[str]) -> list[int]:
        first = len(faces[0])
        for text in texts:
            for side, face in enumerate(parse_card(table.sheets, text)):
                faces[side].append(face)
        return list(range(first, len(faces[0])))

    hands = reader.mapping("hands", required=True)
    for name, cards in hands.items():
        table.hands[_seat(name, seats)] = places(_texts(cards, "hands"))
    table.draw = places(reader.texts("draw", required=True))
    table.discard = places(reader.texts("discard", required=True))
    table.faces = faces
    table.rights = [[0] * len(side) for side in faces]
    table.inventory = tuple(tuple(side.count(face) for face in range(FACES)) for side in faces)


def _read_phase(  # noqa: C901 - one branch a phase
    table: Table, reader: _Reader, seats: Mapping[str, int], colours: Mapping[str, int]
) -> None:
    phases: dict[str, type[Phase]] = {text: phase for phase, text in PHASES.items()}
    kind = reader.choice("phase", phases, "turn")
    drawn, following = reader.take("drawn"), reader.take("next")
    challenge, pending = _Reader(reader.mapping("challenge")), _Reader(reader.mapping("pending"))
    result, match = reader.mapping("round"), reader.mapping("match")
    if kind is Opening:
        if table.discard or not table.draw:
            raise BadNotation("A position in phase opening has cards to draw and no discard yet.")
        table.turn, table.side, table.direction, table.colour = table.dealer, 0, 1, NO_COLOUR
        table.phase = OPENING
        return
    if not table.discard or table.faces[table.side][table.discard[-1]] == UNKNOWN:
        raise BadNotation("The discard pile of a position has a card on top whose active face is known.")
    if kind is Drawn:
        matches = [place for place in table.hands[table.turn] if card_at(table, place) == drawn]
        if not matches:
            raise BadNotation("drawn of a position is a card in the hand of the seat to act.")
        table.phase = Drawn(matches[-1])
    elif kind is Naming:
        table.phase = Naming(table.after(table.turn) if following is None else _seat(following, seats))
    elif kind is Challenged:
        table.phase = _challenged(table, challenge, pending, seats, colours)
    elif kind is Pending:
        table.phase = _pending(table, pending, seats, colours)
    elif kind is Swapping:
        table.phase = SWAPPING
    elif kind is Over:
        table.phase = OVER
        table.result = _read_round(result, seats)
        table.match_result = _read_match(match, seats)
    else:
        table.phase = TURN


def _challenged(
    table: Table, challenge: _Reader, pending: _Reader, seats: Mapping[str, int], colours: Mapping[str, int]
) -> Challenged:
    """Without ``by`` the seat before the one to act played the card; without ``pending`` it is alone."""
    by = challenge.take("by", table.seats[_before(table)])
    before = _colour(challenge.take("before"), colours)
    top = card_at(table, table.discard[-1])
    if challenge.take("card", top) != top:
        raise BadNotation("card of challenge in a position is the top of the discard pile.")
    challenge.finish()
    if table.sheets[table.side].kinds[table.top] not in WILD_DRAWS or _seat(by, seats) == table.turn:
        raise BadNotation("A challenge in a position needs a wild draw card on top that another seat played.")
    chain = _pending(table, pending, seats, colours)
    return Challenged(_seat(by, seats), before, table.discard[-1], chain.total, chain.until)


def _before(table: Table) -> int:
    """The active seat before the one to act."""
    return table.after(table.turn, table.players - 1) if table.out[table.turn] is None else table.turn


def _pending(table: Table, pending: _Reader, seats: Mapping[str, int], colours: Mapping[str, int]) -> Pending:
    """A draw that waits for an answer; what is not said follows from the card on top.

    ``colour`` says until which colour is drawn, so it counts only where a Draw Color may be among the cards.
    """
    sheet = table.sheets[table.side]
    kinds = {sheet.symbol(face): kind for face, kind in enumerate(sheet.kinds) if kind in DRAWN_BY}
    top = sheet.kinds[table.top]
    kind = pending.choice("kind", kinds, sheet.symbol(table.top) if top in DRAWN_BY else next(iter(kinds)))
    total = pending.number("sum", DRAWN_BY[kind])
    if _seat(pending.take("victim", table.seats[table.turn]), seats) != table.turn:
        raise BadNotation("victim of pending in a position is the seat to act.")
    until = _colour(pending.take("colour"), colours)
    pending.finish()
    if kind is Kind.WILD_DRAW_COLOR:
        until = table.colour if until == NO_COLOUR else until
    elif table.rules.stacking != "any":
        until = NO_COLOUR
    return Pending(kind, total, until)


def _read_round(values: dict[str, object], seats: Mapping[str, int]) -> RoundResult:
    reader = _Reader(values)
    winner = reader.take("winner")
    by = tuple((_seat(name, seats), _number(points, "by")) for name, points in reader.mapping("by").items())
    return RoundResult(
        None if winner is None else _seat(winner, seats),
        reader.number("points", 0),
        by,
        _yes(reader.take("blocked", False), "blocked"),
        tuple(_seat(name, seats) for name in reader.texts("places")),
    )


def _read_match(values: dict[str, object], seats: Mapping[str, int]) -> MatchResult | None:
    if not values:
        return None
    reader = _Reader(values)
    winner = reader.take("winner", [])
    winners = _texts(cast("object", winner) if isinstance(winner, list) else [winner], "winner")
    scores = _per_seat(reader.mapping("scores"), seats, 0, _number)
    return MatchResult(tuple(_seat(name, seats) for name in winners), tuple(scores))


def _read_rights(table: Table, reader: _Reader) -> None:
    """Rights that follow from where a card lies, then what ``seen`` and ``facts`` say beyond that."""
    found = {(where, index): place for where, index, place in lying(table)}
    for (where, index), place in found.items():
        for side, rights in enumerate(table.rights):
            rights[place] = usual_right(table, where, index, side)
    seats = {name: seat for seat, name in enumerate(table.seats)}
    for entry in reader.items("seen"):
        place, side, who = _entry(entry, found, "seen")
        mask = table.everyone if who == "all" else _mask(_texts(who, "seen"), seats)
        table.rights[side][place] = mask
    for entry in reader.items("facts"):
        place, side, names = _entry(entry, found, "facts")
        faces: FaceSet = 0
        for name in _texts(names, "facts"):
            faces |= 1 << parse_face(table.sheets[side], name if name != "?" else "")
        table.facts[side][place] = faces


def _entry(entry: object, found: Mapping[tuple[str, int], int], key: str) -> tuple[int, int, object]:
    """The place, side and value of ``[where, index, side, value]``."""
    if isinstance(entry, list):
        items = cast("list[Any]", entry)
        if len(items) == 4 and isinstance(items[0], str) and type(items[1]) is int and items[2] in SIDE_NAMES:
            place = found.get((items[0], items[1]))
            if place is not None:
                return place, SIDE_NAMES.index(items[2]), items[3]
    raise BadNotation(f"{key} of a position is a list of [seat or pile, number of the card, side, value].")
