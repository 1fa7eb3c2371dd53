"""The hard cases of ``tests/rules``: how a case is written, read and judged.

A case is a position, moves, and what must hold afterwards, with its number and its source. It is written from the
rules, never from what the program does. Instead of a position a case may give a ``cut`` or the ``chance`` of one (who
deals), or a ``deal`` (a whole round from the pack). Every case is played with several seeds and must hold for each of
them. Must never know more of the program than a script can.

A step's keys: ``do`` (one move or several), ``refused`` (the code that its last move is refused with), ``next_round``,
and what must hold then: see `CHECKS`. Nothing that a step does not name is compared.

``options.toml`` holds positions that differ in one option alone: the same moves, and for each value what holds then.
"""

from __future__ import annotations

import json
import random
import re
import tomllib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from fliptable.core.cards import FACES, LIGHT, NO_COLOUR, UNKNOWN
from fliptable.core.cut import draw_dealer
from fliptable.core.dealer import TrustedDealer
from fliptable.core.errors import IllegalMove, Reason
from fliptable.core.events import Event
from fliptable.core.law import refusal
from fliptable.core.legal import legal
from fliptable.core.neutral import neutral
from fliptable.core.notation import format_face, format_move, parse_move
from fliptable.core.phases import OPENING
from fliptable.core.play import apply, attempt, open_position, start
from fliptable.core.position import position
from fliptable.core.position_reader import read_position
from fliptable.core.report import card_for, report
from fliptable.core.rules import PRESETS, Rules
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


@dataclass(frozen=True)
class OptionCase:
    """The same position and moves under several values of one option, and what holds for each of them."""

    option: str
    cases: Mapping[str | int | bool, Case]


def load() -> list[Case]:
    """Every case of every file, in order."""
    found: list[Case] = []
    for path in sorted(FOLDER.glob("*.toml")):
        for values in tomllib.loads(path.read_text(encoding="utf-8")).get("case", []):
            numbers, source, says = values.pop("number"), values.pop("source"), values.pop("says")
            found.append(Case(path.stem, tuple(numbers), source, says, values))
    return found


def load_options() -> list[OptionCase]:
    """Every entry of the file of options, in order."""
    found: list[OptionCase] = []
    for values in tomllib.loads((FOLDER / "options.toml").read_text(encoding="utf-8"))["option"]:
        option, source, says = values.pop("id"), values.pop("source"), values.pop("says")
        do, next_round = values.pop("do", []), values.pop("next_round", False)
        cases: dict[str | int | bool, Case] = {}
        for then in values.pop("value"):
            value = then.pop("is")
            start_of_case = _with_option(values, option, value)
            if {"chance", "cut"} & set(start_of_case):
                start_of_case |= then
            elif next_round:
                start_of_case["step"] = [{"do": do}, {"next_round": True, **then}]
            else:
                start_of_case["step"] = [{"do": do, **then}]
            cases[value] = Case("options", (f"{option}={value}",), source, says, start_of_case)
        found.append(OptionCase(option, cases))
    return found


def base(number: str) -> str:
    """The number itself, without the letter that tells several cases of it apart: ``H29`` of ``H29b``."""
    match = re.fullmatch(r"(row \d+|[HB]\d+)[a-zA-Z]?", number)
    assert match, number
    return match[1]


def refusals(values: Values) -> set[str]:
    """The codes that the steps of a case name."""
    return {step["refused"] for step in values.get("step", []) if "refused" in step}


def play(case: Case, seed: int) -> list[Any]:
    """Play a case; an assertion fails where the program and the case disagree.

    Returns:
        how it ends, as all may know it, but for the rules themselves: what two values of an option must differ in.
    """
    values = dict(case.values)
    rules = _rules(values.pop("rules", "flip"))
    if "cut" in values:
        dealer = cut(rules, values["cut"])
        assert dealer == values["dealer"], case.says
        return [dealer]
    if "chance" in values:
        chance = list(values["chance"])
        dealer, _ = draw_dealer(rules, values["seats"], lambda size: chance.pop(0) % size)
        assert dealer == values["dealer"], case.says
        return [dealer]
    table, events = _dealt(values.pop("deal"), seed) if "deal" in values else _set_up(values.pop("position"), seed)
    cards, reason = _cards(table), ""
    for number, step in enumerate(values.pop("step"), 1):
        said = f"{case.id} (seed {seed}), step {number}: {case.says}"
        table, happened, reason = _played(table, dict(step), said)
        events = [*events, *happened] if number == 1 else happened
        if "next_round" in step:
            cards = _cards(table)
        assert _cards(table) == cards, f"{said}\na card was lost or made"
        _assert_reads_back(table, said)
        _assert_goes_on(table, said)
        for key, wanted in step.items():
            if key in CHECKS:
                found = CHECKS[key](table, events, wanted)
                assert found == wanted, f"{said}\n{key} is {found}, not {wanted}\n{json.dumps(position(table))}"
            else:
                assert key in {"do", "refused", "next_round"}, f"{said}\nno such key: {key}"
    assert not values, f"{case.id}: no such keys: {list(values)}"
    return [reason, *table.public_part()[1:]]


def _rules(value: str | Mapping[str, Any]) -> Rules:
    """A preset's name, or a preset and what differs from it, as in a position."""
    if isinstance(value, str):
        return PRESETS[value]
    options = dict(value)
    return PRESETS[options.pop("preset", "flip")].with_options(options)


def _with_option(values: Values, option: str, value: str | int | bool) -> dict[str, Any]:
    """The start of a case with one more option set, wherever it keeps its rules."""

    def more(rules: str | Mapping[str, Any]) -> dict[str, Any]:
        return {**({"preset": rules} if isinstance(rules, str) else rules), option: value}

    found = dict(values)
    if "position" in found:
        text = json.loads(found["position"])
        found["position"] = json.dumps({**text, "rules": more(text["rules"])})
    elif "deal" in found:
        found["deal"] = {**found["deal"], "rules": more(found["deal"].get("rules", "flip"))}
    else:
        found["rules"] = more(found.get("rules", "flip"))
    return found


def cut(rules: Rules, draws: Sequence[Sequence[str]]) -> int:
    """Who deals when these light faces are drawn, one list a turn of drawing."""
    sheet = rules.cards.sheets[LIGHT]
    pack = [face for face in range(FACES) for _ in range(sheet.copies[face])]
    faces = [sheet.by_name[name] for turn in draws for name in turn]

    def below(_size: int) -> int:
        index = pack.index(faces.pop(0))
        pack.pop(index)
        return index

    dealer, drawn = draw_dealer(rules, len(draws[0]), below)
    assert [len(turn) for turn in drawn] == [len(turn) for turn in draws]
    return dealer


def _dealt(values: Values, seed: int) -> tuple[Table, list[Event]]:
    """A whole round (preset flip unless rules are given) whose first card is of a kind, by the next such seed."""
    rules, seats = _rules(values.get("rules", "flip")), int(values["seats"])
    while True:
        table = TrustedDealer(random.Random(seed)).new_table(rules, "ABCDEFGHIJ"[:seats], 0)
        first = table.faces[LIGHT][seats * rules.hand_size]
        if table.sheets[LIGHT].kinds[first].name.lower() == values["first"]:
            return table, start(table)
        seed += 1000


def _set_up(text: str, seed: int) -> tuple[Table, list[Event]]:
    table = read_position(json.loads(text), TrustedDealer(random.Random(seed)))
    return table, open_position(table) if table.phase is OPENING else []


def _played(table: Table, step: dict[str, Any], said: str) -> tuple[Table, list[Event], str]:
    """The table after a step, what happened, and the code that its last move was refused with."""
    if step.get("next_round"):
        table = table.next_round()
        return table, start(table), ""
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
    if last is None:
        return table, happened, ""
    before = position(table)
    reason = _refused(table, last, step["refused"])
    assert reason == step["refused"], f"{said}\n{last} is refused as {reason}"
    assert position(table) == before, f"{said}\na refused move left its trace"
    return table, happened, reason


def _refused(table: Table, text: str, wanted: str) -> str:
    """The code that a move is refused with, or an empty text when it was carried out.

    A face that nobody knows may be missed in the middle of a move; only `attempt` leaves the table alone then.
    """
    try:
        seat, move = parse_move(table, text)
        (attempt if wanted == Reason.UNKNOWN_FACE else apply)(table, seat, move)
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


def _assert_goes_on(table: Table, said: str) -> None:
    """Somebody is to act and can, or the round is over; what is offered is let through."""
    assert table.over or legal(table, table.to_act[0]), f"{said}\nnobody can move\n{json.dumps(position(table))}"
    for seat in range(len(table.seats)):
        for move in legal(table, seat):
            assert refusal(table, seat, move, own=True) is None, f"{said}\n{move} is offered and refused"


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


def _round(table: Table, _events: list[Event], wanted: Values) -> Any:
    """How the round ended; ``by`` names every hand that counts, or is not asked for."""
    found = position(table).get("round", {})
    if not wanted or not found:
        return found
    found = {"blocked": False, **found}
    return _part(found, wanted) | ({"by": found["by"]} if "by" in wanted else {})


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
            told = {"call": False, **report(table, event)}
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
    """Per seat what it may know of each hand, of the top of the draw pile, and of the discards."""
    piles = dict(zip(table.seats, table.hands, strict=True))
    piles |= {"draw pile": table.draw[-1:], "discard pile": table.discard}
    return {
        name: {where: [card_for(table, place, table.seats.index(name)) for place in piles[where]] for where in pile}
        for name, pile in wanted.items()
    }


def _known(table: Table, _events: list[Event], _wanted: Any) -> Any:
    """Whether every face of every card is known to the program: nothing is re-dealt from thin air."""
    return all(face != UNKNOWN for counts in _cards(table) for face in counts)


def _neutral(table: Table, _events: list[Event], _wanted: Any) -> Any:
    """What a program plays for the seat to act when its time is up."""
    seat = table.to_act[0]
    return format_move(table, seat, neutral(table, seat))


CHECKS: dict[str, Callable[[Table, list[Event], Any], Any]] = {
    **{key: _field(key) for key in ("phase", "side", "direction", "hands", "draw", "discard", "called", "catchable")},
    **{key: _field(key) for key in ("scores", "owed", "out", "dealer", "match", "pending", "places", "tried")},
    "round": _round,
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
    "neutral": _neutral,
}
