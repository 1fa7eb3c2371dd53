"""The JSON Schema: it stands as the types have it, and everything that comes up fits."""

import json
import re
from random import Random
from typing import Any, cast, get_args

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fliptable.core import events
from fliptable.core.play import apply
from fliptable.core.report import report
from fliptable.core.rules import PRESETS, Rules
from fliptable.core.table import Table
from fliptable.core.view import View
from fliptable.plugins.schema import schema
from fliptable.plugins.schema.types import Event, Move, written
from fliptable.plugins.schema.types import View as TypedView

from ...core.matches import begin_next
from ...core.playing import choose, fresh, played, rule_sets


def check(table: Table) -> set[str]:
    """Each seat's view fits, and keeps all that was in it; which events were in it."""
    met = set[str]()
    for seat in range(len(table.seats)):
        view = json.loads(json.dumps(View(table, seat).to_dict()))
        assert msgspec.to_builtins(msgspec.convert(view, TypedView)) == view
        met |= {event["type"] for event in view["log"]}
    return met


def test_the_file_is_what_the_types_say() -> None:
    """Write it anew by `python -m fliptable.plugins.schema`, and ask whether `API_VERSION` has to grow."""
    assert schema() == written()


@given(
    seats=st.integers(2, 10),
    seed=st.integers(0, 2**32),
    moves=st.integers(0, 200),
    rules=rule_sets,
    leave=st.sampled_from([0.0, 0.01]),
)
def test_every_view_fits(seats: int, seed: int, moves: int, rules: Rules, leave: float) -> None:
    check(played(seats, seed, moves, rules, leave=leave))


def test_every_kind_of_event_fits() -> None:
    rules = [*PRESETS.values(), PRESETS["party"].with_options({"false_catch_penalty": 1, "play_to_last": True})]
    rules.append(PRESETS["classic"].with_options({"voluntary_draw": False, "mercy": 15, "match": "single"}))
    met, wanted = set[str](), {event.type for event in get_args(events.Event)}
    for seed in range(300):
        dice = Random(seed)
        table = fresh(2 + seed % 5, seed, rules[seed % len(rules)])
        while not table.match_over:
            if table.over:
                met |= check(table)
                table = begin_next(table)
            apply(table, *choose(table, dice, leave=0.002, mistake=0.2, play=0.9))
        met |= check(table)
        for event in table.history:
            msgspec.convert(report(table, event), Event)
        if met == wanted - {"passed"}:
            break
    assert met >= wanted - {"passed"}
    msgspec.convert({"type": "passed", "seat": "Ada"}, Event)


@pytest.mark.parametrize(
    "broken",
    [
        {"side": "up"},
        {"legal": ["play"]},
        {"legal": ["catch"]},
        {"dealer": "Ada Lovelace"},
        {"discard": ["r5/t8/u1"]},
        {"colour": "mauve"},
        {"log": [{"type": "kept"}]},
        {"log": [{"type": "kept", "seat": "Ada", "card": "r5/t8"}]},
        {"secrets": []},
        {"rules": {"deck": "flip"}},
    ],
    ids=str,
)
def test_what_is_no_view_does_not_fit(broken: dict[str, Any]) -> None:
    view = View(fresh(2, 1), 0).to_dict()
    msgspec.convert(view, TypedView)
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({**view, **broken}, TypedView)


def test_a_move_is_one_line_of_notation() -> None:
    pattern = cast("str", json.loads(schema())["$defs"]["Move"]["pattern"])
    for text in ("play r5", "play r5/t8 b5/? call", "play W red", "jump ySK call", "name teal", "catch Ada", "leave"):
        msgspec.convert(text, Move)
        assert re.search(pattern, text)
    for text in ("", "play", "Play r5", "play r5 draw", "draw r5", "swap", "name mauve", "play r5/t8/u1"):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert(text, Move)
