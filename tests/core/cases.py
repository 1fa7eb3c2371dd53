"""The hard cases of ``tests/rules``: how a case is written, read and judged.

A case is a position, moves, and what must hold afterwards, with its number and its source. It is written from the
rules, never from what the program does. Instead of a position a case may give a ``cut`` (who deals) or a ``deal`` (a
whole round from the pack). Every case is played with several seeds and must hold for each of them.

A step's keys: ``do`` (one move or several), ``refused`` (the code that its last move is refused with), ``next_round``,
and what must hold then: see `CHECKS`. Nothing that a step does not name is compared.
"""

from __future__ import annotations

import json
import random
import tomllib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from fliptable.core.cards import FACES, LIGHT, NO_COLOUR, UNKNOWN
from fliptable.core.cut import draw_dealer
from fliptable.core.dealer import TrustedDealer
from fliptable.core.errors import IllegalMove
from fliptable.core.events import Event
from fliptable.core.legal import legal
from fliptable.core.notation import format_face, format_move, parse_move
from fliptable.core.phases import OPENING
from fliptable.core.play import apply, attempt, open_position, start
from fliptable.core.position import position
from fliptable.core.position_reader import read_position
from fliptable.core.report import card_for, report
from fliptable.core.rules import PRESETS
from fliptable.core.table import Table

FOLDER = Path(__file__).parent.parent / "rules"
SEEDS = range(3)
Values = Mapping[str, Any]


@dataclass(frozen=True)
class Case:
    """One hard case: what it is called, which numbers it covers, where it comes from, what it says."""

    file: str
    numbers: tuple[str, ...]
    source: str
    says: str
    values: Values

    @property
    def id(self) -> str:
        return f"{self.file}: {', '.join(self.numbers)}"


def load() -> list[Case]:
    """Every case of every file, in order."""
    found: list[Case] = []
    for path in sorted(FOLDER.glob("*.toml")):
        for values in tomllib.loads(path.read_text(encoding="utf-8"))["case"]:
            numbers, source, says = values.pop("number"), values.pop("source"), values.pop("says")
            found.append(Case(path.stem, tuple(numbers), source, says, values))
    return found


def play(case: Case, seed: int) -> None:
    """Play a case; an assertion fails where the program and the case disagree."""
    values = dict(case.values)
    if "cut" in values:
        assert cut(values["cut"]) == values["dealer"], case.says
        return
    table, events = _dealt(values.pop("deal"), seed) if "deal" in values else _set_up(values.pop("position"), seed)
    cards = _cards(table)
    for number, step in enumerate(values.pop("step"), 1):
        said = f"{case.id} (seed {seed}), step {number}: {case.says}"
        table, happened = _played(table, dict(step), said)
        events = [*events, *happened] if number == 1 else happened
        if "next_round" in step:
            cards = _cards(table)
        assert _cards(table) == cards, f"{said}\na card was lost or made"
        _assert_reads_back(table, said)
        for key, wanted in step.items():
            if key in CHECKS:
                found = CHECKS[key](table, events, wanted)
                assert found == wanted, f"{said}\n{key} is {found}, not {wanted}\n{json.dumps(position(table))}"
            else:
                assert key in {"do", "refused", "next_round"}, f"{said}\nno such key: {key}"
    assert not values, f"{case.id}: no such keys: {list(values)}"


def cut(draws: Sequence[Sequence[str]]) -> int:
    """Who deals when these light faces are drawn, one list a turn of drawing."""
    deck = PRESETS["flip"].cards
    sheet = deck.sheets[LIGHT]
    pack = [face for face in range(FACES) for _ in range(sheet.copies[face])]
    faces = [sheet.by_name[name] for turn in draws for name in turn]

    def below(_size: int) -> int:
        index = pack.index(faces.pop(0))
        pack.pop(index)
        return index

    dealer, drawn = draw_dealer(deck, len(draws[0]), below)
    assert [len(turn) for turn in drawn] == [len(turn) for turn in draws]
    return dealer


def _dealt(values: Values, seed: int) -> tuple[Table, list[Event]]:
    """A whole round of preset flip whose first card is of the kind asked for, by the next seed that deals it."""
    seats = int(values["seats"])
    while True:
        table = TrustedDealer(random.Random(seed)).new_table(PRESETS["flip"], "ABCDEFGHIJ"[:seats], 0)
        first = table.faces[LIGHT][seats * 7]
        if table.sheets[LIGHT].kinds[first].name.lower() == values["first"]:
            return table, start(table)
        seed += 1000


def _set_up(text: str, seed: int) -> tuple[Table, list[Event]]:
    table = read_position(json.loads(text), TrustedDealer(random.Random(seed)))
    return table, open_position(table) if table.phase is OPENING else []


def _played(table: Table, step: dict[str, Any], said: str) -> tuple[Table, list[Event]]:
    if step.get("next_round"):
        table = table.next_round()
        return table, start(table)
    moves: list[str] = [step["do"]] if isinstance(step.get("do"), str) else list(step.get("do", []))
    last = moves.pop() if "refused" in step else None
    happened: list[Event] = []
    for text in moves:
        try:
            seat, move = parse_move(table, text)
            table, events = attempt(table, seat, move)
        except IllegalMove as error:
            raise AssertionError(f"{said}\n{text} is refused: {error.reason}\n{json.dumps(position(table))}") from None
        happened += events
    if last is not None:
        before = position(table)
        reason = _refused(table, last)
        assert reason == step["refused"], f"{said}\n{last} is refused as {reason}"
        assert position(table) == before, f"{said}\na refused move left its trace"
    return table, happened


def _refused(table: Table, text: str) -> str:
    """The code that a move is refused with, or an empty text when it was carried out."""
    try:
        seat, move = parse_move(table, text)
        apply(table, seat, move)
    except IllegalMove as error:
        return error.reason.value
    return ""


def _cards(table: Table) -> list[Counter[int]]:
    """How often each face lies somewhere, per side (H109)."""
    places = [place for pile in (*table.hands, table.draw, table.discard) for place in pile]
    assert len(set(places)) == len(places)
    return [Counter(faces[place] for place in places) for faces in table.faces]


def _assert_reads_back(table: Table, said: str) -> None:
    again = read_position(json.loads(json.dumps(position(table))), TrustedDealer(random.Random(0)))
    assert again.digest() == table.digest(), said
    assert legal_moves(again) == legal_moves(table), said


def legal_moves(table: Table) -> dict[str, list[str]]:
    """What every seat may do, as text in order."""
    return {
        name: sorted(format_move(table, seat, move) for move in legal(table, seat))
        for seat, name in enumerate(table.seats)
    }


# What may be compared: each function finds what a step's value is to be equal to.


def _part(found: Any, wanted: Any) -> Any:
    """As much of ``found`` as ``wanted`` asks for: a number asks for a length, an object for its own keys.

    An empty object asks for an empty one.
    """
    if isinstance(wanted, Mapping) and wanted:
        keys = cast("Mapping[str, Any]", wanted)
        return {key: _part(found.get(key) if found else None, value) for key, value in keys.items()}
    return len(cast("list[Any]", found)) if isinstance(wanted, int) and isinstance(found, list) else found


def _field(key: str) -> Callable[[Table, list[Event], Any], Any]:
    def check(table: Table, _events: list[Event], wanted: Any) -> Any:
        return _part(position(table).get(key, type(wanted)()), wanted)

    return check


def _turn(table: Table, _events: list[Event], _wanted: Any) -> Any:
    return table.seats[table.to_act[0]] if table.to_act else ""


def _colour(table: Table, _events: list[Event], _wanted: Any) -> Any:
    """The colour in force: that of the top face or the named one."""
    colour = table.colour_in_force
    return "" if colour == NO_COLOUR else table.sheets[table.side].colours[colour]


def _top(table: Table, _events: list[Event], _wanted: Any) -> Any:
    return format_face(table.sheets[table.side], table.top)


def _happened(table: Table, events: list[Event], wanted: list[Values]) -> Any:
    """The events that ``wanted`` names, as far as they come in that order."""
    found: list[Any] = []
    for event in events:
        if len(found) < len(wanted):
            told = report(table, event)
            if _part(told, wanted[len(found)]) == wanted[len(found)]:
                found.append(wanted[len(found)])
    return found


def _not_happened(_table: Table, events: list[Event], wanted: list[str]) -> Any:
    types = {event.type for event in events}
    return [kind for kind in wanted if kind not in types]


def _exactly(table: Table, _events: list[Event], wanted: Mapping[str, list[str]]) -> Any:
    """For each seat named exactly these moves, in any order."""
    found = legal_moves(table)
    return {name: moves if sorted(moves) == found[name] else found[name] for name, moves in wanted.items()}


def _offers(table: Table, _events: list[Event], wanted: Mapping[str, list[str]]) -> Any:
    found = legal_moves(table)
    return {name: [move for move in moves if move in found[name]] for name, moves in wanted.items()}


def _lacks(table: Table, _events: list[Event], wanted: Mapping[str, list[str]]) -> Any:
    """No move of the seat begins with any of these words."""
    found = legal_moves(table)
    return {
        name: [words for words in moves if not any(f"{move} ".startswith(f"{words} ") for move in found[name])]
        for name, moves in wanted.items()
    }


def _sees(table: Table, _events: list[Event], wanted: Mapping[str, Mapping[str, list[str]]]) -> Any:
    """Per seat what it may know of each hand, and of the top of the draw pile."""
    piles = dict(zip(table.seats, table.hands, strict=True)) | {"draw pile": table.draw[-1:]}
    return {
        name: {where: [card_for(table, place, table.seats.index(name)) for place in piles[where]] for where in pile}
        for name, pile in wanted.items()
    }


def _known(table: Table, _events: list[Event], _wanted: Any) -> Any:
    """Whether every face of every card is known to the program: nothing is re-dealt from thin air."""
    return all(face != UNKNOWN for counts in _cards(table) for face in counts)


CHECKS: dict[str, Callable[[Table, list[Event], Any], Any]] = {
    **{key: _field(key) for key in ("phase", "side", "direction", "hands", "draw", "discard", "called", "catchable")},
    **{key: _field(key) for key in ("scores", "owed", "out", "dealer", "round", "match")},
    "turn": _turn,
    "colour": _colour,
    "top": _top,
    "events": _happened,
    "never": _not_happened,
    "legal": _exactly,
    "offers": _offers,
    "lacks": _lacks,
    "sees": _sees,
    "known": _known,
}
