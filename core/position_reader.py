"""Reading a position: from JSON to a table, strict about spelling and about nothing else.

Any cards in any number make a position; those are then all the cards there are. Whatever is wrong with the JSON is a
`BadNotation` that says where, never another exception.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeVar, cast

from .cards import DIRECTIONS, DRAWN_BY, FACES, NO_COLOUR, SIDE_NAMES, UNKNOWN, WILD_DRAWS, FaceSet, Kind
from .errors import BadNotation, BadOption
from .near import near
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
    """Takes typed values out of a JSON object, each once; what is left over is unknown.

    Args:
        values: the object.
        field: the field of the position that it is, when it is not the position itself.
    """

    def __init__(self, values: Mapping[str, object], field: str = "") -> None:
        self._values = dict(values)
        self._field = field
        self._known: list[str] = []

    def called(self, key: str) -> str:
        """What a sentence calls a value: ``sum in pending of a position``."""
        return f"{key} in {self._field} of a position" if self._field else f"{key} of a position"

    def take(self, key: str, default: object = None) -> object:
        self._known.append(key)
        value = self._values.pop(key, None)
        return default if value is None else value

    def says(self, key: str) -> bool:
        """Whether there is anything in a field that has not been taken yet."""
        return self._values.get(key) not in (None, {})

    def mapping(self, key: str, *, required: bool = False) -> dict[str, object]:
        value = self.take(key, None if required else {})
        if not isinstance(value, dict):
            raise BadNotation(f"{self.called(key)} is an object.")
        return cast("dict[str, object]", value)

    def within(self, key: str) -> _Reader:
        """A reader of the object in a field."""
        return _Reader(self.mapping(key), key)

    def texts(self, key: str, *, required: bool = False) -> list[str]:
        value = self.take(key, None if required else [])
        return _texts(value, self.called(key))

    def items(self, key: str) -> list[object]:
        value = self.take(key, [])
        if not isinstance(value, list):
            raise BadNotation(f"{self.called(key)} is a list.")
        return cast("list[object]", value)

    def choice(self, key: str, choices: Mapping[str, _T], default: str) -> _T:
        value = self.take(key, default)
        if not isinstance(value, str) or value not in choices:
            raise BadNotation(f"{self.called(key)} is one of {', '.join(choices)}.")
        return choices[value]

    def number(self, key: str, default: int) -> int:
        return _number(self.take(key, default), self.called(key))

    def yes(self, key: str) -> bool:
        value = self.take(key, False)
        if not isinstance(value, bool):
            raise BadNotation(f"{self.called(key)} is true or false.")
        return value

    def colour(self, key: str, colours: Mapping[str, int]) -> int:
        value = self.take(key)
        if value is None:
            return NO_COLOUR
        if not isinstance(value, str) or value not in colours:
            raise BadNotation(f"{self.called(key)} is null or one of the active side's colours: {', '.join(colours)}.")
        return colours[value]

    def seat(self, key: str, seats: Mapping[str, int], default: str) -> int:
        return _seat(self.take(key, default), seats, self.called(key))

    def mask(self, key: str, seats: Mapping[str, int]) -> int:
        return _mask(self.texts(key), seats, self.called(key))

    def seats(self, key: str, seats: Mapping[str, int]) -> tuple[int, ...]:
        return tuple(_seat(name, seats, self.called(key)) for name in self.texts(key))

    def per_seat(self, key: str, seats: Mapping[str, int], read: Callable[[object, str], _T]) -> dict[int, _T]:
        """What each seat has that is named there."""
        called = self.called(key)
        return {
            _seat(name, seats, called): read(value, f"{name} in {called}") for name, value in self.mapping(key).items()
        }

    def __len__(self) -> int:
        return len(self._values)

    def finish(self) -> None:
        if self._values:
            field = next(iter(self._values))
            what = f"{self._field} of a position" if self._field else "A position"
            raise BadNotation(f"{what} has no field {field}.{near(field, self._known)}")


def _texts(value: object, called: str) -> list[str]:
    if not isinstance(value, list) or not all(isinstance(item, str) for item in cast("list[object]", value)):
        raise BadNotation(f"{called} is a list of texts.")
    return cast("list[str]", value)


def _number(value: object, called: str) -> int:
    if type(value) is not int or not 0 <= value < 1 << 31:
        raise BadNotation(f"{called} is a whole number from 0 on, and no huge one.")
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
    if values.get("phase") == PHASES[Opening]:
        reader.take("colour")
    else:
        table.colour = reader.colour("colour", colours)
    table.called = reader.mask("called", seats)
    table.catchable = reader.mask("catchable", seats)
    table.scores = _scores(reader, seats)
    table.tried = reader.mask("tried", seats)
    for seat, why in sorted(reader.per_seat("out", seats, _out).items()):
        table.drop(seat, why)
    table.dealt = tuple(seat for seat in table.dealt if _took_part(table, seat))
    table.places = reader.seats("places", seats) or _finished(table)
    owed = reader.per_seat("owed", seats, _number)
    table.owed = {seat: cards for seat, cards in sorted(owed.items()) if cards}
    table.passes = reader.number("passes", 0)
    table.played = reader.yes("played")
    table.round = reader.number("number", 1)
    if len(table.active) < 2 and values.get("phase") != PHASES[Over]:
        raise BadNotation("out of a position leaves two seats that take part, unless the round is over.")
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


def _scores(reader: _Reader, seats: Mapping[str, int]) -> list[int]:
    found = reader.per_seat("scores", seats, _number)
    return [found.get(seat, 0) for seat in seats.values()]


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


def _seat(value: object, seats: Mapping[str, int], called: str) -> int:
    if not isinstance(value, str) or value not in seats:
        raise BadNotation(f"{called} names a seat that does not sit at it: the seats are {', '.join(seats)}.")
    return seats[value]


def _mask(names: Sequence[str], seats: Mapping[str, int], called: str) -> int:
    """The seats named, as a mask; naming one twice is naming it once."""
    return sum(1 << seat for seat in {_seat(name, seats, called) for name in names})


def _out(value: object, called: str) -> str:
    if value not in OUT:
        raise BadNotation(f"{called} says why the seat is out: {', '.join(OUT)}.")
    return cast("str", value)


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
        called = reader.called("hands")
        table.hands[_seat(name, seats, called)] = places(_texts(cards, f"{name} in {called}"))
    table.draw = places(reader.texts("draw", required=True))
    table.discard = places(reader.texts("discard", required=True))
    table.faces = faces
    table.rights = [[0] * len(side) for side in faces]
    table.inventory = tuple(tuple(side.count(face) for face in range(FACES)) for side in faces)


_OF_PHASES: Final[Mapping[str, tuple[type[Phase], ...]]] = {
    "drawn": (Drawn,),
    "next": (Naming,),
    "challenge": (Challenged,),
    "pending": (Pending, Challenged),
    "round": (Over,),
    "match": (Over,),
}
"""The fields that say more about a phase, and the phases they belong to; null or an empty object says nothing."""


def _read_phase(  # noqa: C901 - one branch a phase
    table: Table, reader: _Reader, seats: Mapping[str, int], colours: Mapping[str, int]
) -> None:
    phases: dict[str, type[Phase]] = {text: phase for phase, text in PHASES.items()}
    kind = reader.choice("phase", phases, "turn")
    for field, where in _OF_PHASES.items():
        if kind not in where and reader.says(field):
            of = " or ".join(PHASES[phase] for phase in where)
            raise BadNotation(f"{reader.called(field)} belongs to phase {of}, and its phase is {PHASES[kind]}.")
    drawn, following = reader.take("drawn"), reader.take("next")
    challenge, pending = reader.within("challenge"), reader.within("pending")
    result, match = reader.within("round"), reader.within("match")
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
        usual = table.after(table.turn)
        table.phase = Naming(usual if following is None else _seat(following, seats, reader.called("next")))
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
    by = challenge.seat("by", seats, table.seats[_before(table)])
    before = challenge.colour("before", colours)
    top = card_at(table, table.discard[-1])
    if challenge.take("card", top) != top:
        raise BadNotation(f"{challenge.called('card')} is the top of the discard pile.")
    challenge.finish()
    if table.sheets[table.side].kinds[table.top] not in WILD_DRAWS or by == table.turn:
        raise BadNotation("A challenge in a position needs a wild draw card on top that another seat played.")
    chain = _pending(table, pending, seats, colours)
    return Challenged(by, before, table.discard[-1], chain.total, chain.until)


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
    if pending.seat("victim", seats, table.seats[table.turn]) != table.turn:
        raise BadNotation(f"{pending.called('victim')} is the seat to act.")
    until = pending.colour("colour", colours)
    pending.finish()
    if kind is Kind.WILD_DRAW_COLOR:
        until = table.colour if until == NO_COLOUR else until
    elif table.rules.stacking != "any":
        until = NO_COLOUR
    return Pending(kind, total, until)


def _read_round(reader: _Reader, seats: Mapping[str, int]) -> RoundResult:
    winner = reader.take("winner")
    result = RoundResult(
        None if winner is None else _seat(winner, seats, reader.called("winner")),
        reader.number("points", 0),
        tuple(reader.per_seat("by", seats, _number).items()),
        reader.yes("blocked"),
        reader.seats("places", seats),
    )
    reader.finish()
    return result


def _read_match(reader: _Reader, seats: Mapping[str, int]) -> MatchResult | None:
    if not reader:
        return None
    winner, called = reader.take("winner", []), reader.called("winner")
    names = cast("object", winner) if isinstance(winner, list) else [winner]
    winners = tuple(_seat(name, seats, called) for name in _texts(names, called))
    result = MatchResult(winners, tuple(_scores(reader, seats)))
    reader.finish()
    return result


def _read_rights(table: Table, reader: _Reader) -> None:
    """Rights that follow from where a card lies, then what ``seen`` and ``facts`` say beyond that."""
    found = {(where, index): place for where, index, place in lying(table)}
    for (where, index), place in found.items():
        for side, rights in enumerate(table.rights):
            rights[place] = usual_right(table, where, index, side)
    seats = {name: seat for seat, name in enumerate(table.seats)}
    for entry in reader.items("seen"):
        place, side, who = _entry(entry, found, "seen")
        called = reader.called("seen")
        mask = table.everyone if who == "all" else _mask(_texts(who, called), seats, called)
        table.rights[side][place] = mask
    for entry in reader.items("facts"):
        place, side, names = _entry(entry, found, "facts")
        faces: FaceSet = 0
        for name in _texts(names, reader.called("facts")):
            face = parse_face(table.sheets[side], name)
            if face == UNKNOWN:
                raise BadNotation(f"{reader.called('facts')} is about faces that are known: ? is none.")
            faces |= 1 << face
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
