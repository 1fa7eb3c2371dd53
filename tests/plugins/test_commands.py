"""Programs in any language at a table: whole games by the protocol of docs/isolated.md, and what bad ones come to."""

import json
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from random import Random
from textwrap import dedent
from typing import Any

import pytest

from fliptable.core.dealer import TrustedDealer
from fliptable.core.events import Drew, RoundOver, TurnedUp
from fliptable.core.moves import Draw
from fliptable.core.play import start
from fliptable.core.rules import PRESETS, preset
from fliptable.core.view import View
from fliptable.plugins import API_VERSION, PlayerSpec
from fliptable.plugins.errors import PluginError, UnknownPlayer
from fliptable.plugins.guard import Fault, FaultKind
from fliptable.plugins.registry import Registry
from fliptable.plugins.spec import Budget
from fliptable.plugins.tiers.telling import told

from .playing import HERE, fresh, play_round, player, position, sit

GREEDY = Registry.installed().find("greedy")
LANGUAGES = ("perl", "node")
PAGE = HERE.parent.parent / "docs" / "isolated.md"


def speaker(language: str, folder: Path) -> PlayerSpec:
    """A whole player in another language, that of the page in JavaScript; skips where its interpreter is missing."""
    if shutil.which(language) is None:
        pytest.skip(f"there is no {language}")
    file = HERE / "good" / "first.pl"
    if language == "node":
        file = folder / "bot.js"
        file.write_text(PAGE.read_text("utf-8").partition("```javascript\n")[2].partition("```")[0], "utf-8")
    elif subprocess.run(["perl", "-MJSON::PP", "-e", "1"], check=False, capture_output=True).returncode:
        pytest.skip("this perl has no JSON::PP")
    return Registry().find(f"command:{shlex.join([language, str(file)])}")


def script(code: str) -> PlayerSpec:
    """A program that ``code`` makes: it has ``say(...)``, and ``hear()`` gives the next line."""
    head = "import json, sys, os, time\nhear = lambda: json.loads(sys.stdin.readline())\n"
    head += "say = lambda **fields: print(json.dumps(fields), flush=True)\n"
    return Registry().find("command:" + shlex.join([sys.executable, "-c", head + dedent(code)]))


READY = 'hear(); say(type="hello", api=[1, 0]); hear(); say(type="ready")\n'
TO_CHOOSE = 'line = hear()\n    if line["type"] != "choose": continue\n'
FOREVER = READY + "while True:\n    " + TO_CHOOSE + "    "


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_program_in_another_language_plays_whole_games(language: str, tmp_path: Path) -> None:
    faults: list[Fault] = []
    for name in ("flip", "classic"):
        table = play_round(fresh(3, rules=PRESETS[name]), sit([speaker(language, tmp_path), GREEDY, GREEDY], faults))
        assert table.over
    assert faults == []


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", PRESETS)
def test_a_program_in_another_language_plays_by_all_rules(language: str, name: str, tmp_path: Path) -> None:
    faults: list[Fault] = []
    for seed in range(3):
        specs = [speaker(language, tmp_path), GREEDY] * 2
        play_round(fresh(4, seed, PRESETS[name]), sit(specs, faults))
    assert faults == []


@pytest.mark.parametrize(
    ("code", "kind", "words"),
    [
        (FOREVER + 'say(type="move", move="fly")', FaultKind.ILLEGAL, "answered a move that is not legal (fly)"),
        (FOREVER + 'say(type="move", move=7)', FaultKind.WRONG_TYPE, "answered with int"),
        (FOREVER + 'say(type="move", move=None)', FaultKind.WRONG_TYPE, "answered with nothing"),
        (FOREVER + 'say(type="error", text="too hot")', FaultKind.RAISED, "failed: too hot"),
        (FOREVER + 'print("hm", flush=True)', FaultKind.RAISED, "failed: it said 'hm' where its move was waited for"),
        (FOREVER + "sys.exit('no coal')", FaultKind.DIED, "failed: it ended its process with code 1 (no coal)"),
        (FOREVER + "time.sleep(99)", FaultKind.LATE, "did not answer within 0.3 s"),
        ("time.sleep(99)", FaultKind.START, "was not ready within 1 s"),
        ('hear(); say(type="hello", api=[9, 0])', FaultKind.START, "it speaks version [9, 0] of the protocol"),
        ('print("x" * 2_000_000)', FaultKind.START, "could not start: it wrote a line that does not end"),
    ],
)
def test_a_bad_program_gets_strikes(code: str, kind: FaultKind, words: str) -> None:
    faults: list[Fault] = []
    budget = Budget(move=0.3 if "0.3 s" in words else 30, bank=0, start=1 if "1 s" in words else 30)
    seat = sit([script(code)], faults, budget)[0]
    view = View(position(), 0)
    answer = seat.choose(view)
    assert answer in view.legal if kind is FaultKind.START else answer == Draw()
    seat.close()
    assert [(fault.kind, fault.seat) for fault in faults] == [(kind, 0)]
    assert words in faults[0].text


def test_a_program_that_was_ended_is_started_again_and_told_everything(tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    code = f"""
    import pathlib
    book = pathlib.Path({str(heard)!r})
    lines = []
    {READY.strip()}
    while True:
        line = hear()
        lines.append(line)
        if line["type"] == "choose":
            known = json.loads(book.read_text()) if book.exists() else []
            book.write_text(json.dumps(known + [[each["type"] for each in lines]]))
            if len(known) == 1:
                os._exit(1)
            say(type="move", move=line["view"]["legal"][0])
    """
    faults: list[Fault] = []
    seat = sit([script(code)], faults)[0]
    for number in range(3):
        for event in (TurnedUp(0, 0, back=False), Drew(1, (2,), 0))[: 2 - number % 2]:
            seat.observe(event)
        seat.choose(View(position(), 0))
    seat.close()
    assert [fault.kind for fault in faults] == [FaultKind.DIED]
    first, second, third = json.loads(heard.read_text("utf-8"))
    assert first == ["observe", "observe", "choose"]
    assert second == [*first, "observe", "choose"]
    assert third == [*["observe"] * 5, "choose"]


def test_a_program_is_told_the_rules_the_deck_and_its_time(tmp_path: Path) -> None:
    file = tmp_path / "told"
    code = f"""
    open({str(file)!r}, "w").write(json.dumps([hear(), say(type="hello", api=[1, 7]), hear()]))
    say(type="ready")
    """
    rules = PRESETS["flip"]
    seats = sit([GREEDY, script(code)], rules=rules, budget=Budget())
    seats[1].start()
    seats[1].close()
    hello, _, line = json.loads(file.read_text("utf-8"))
    assert hello == {"type": "hello", "api": list(API_VERSION)}
    assert (line["type"], line["seat"], line["seats"]) == ("start", "Bo", ["Ada", "Bo"])
    assert line["rules"] == rules.to_dict()
    assert line["budget"] == {"move": 1.0, "bank": 5.0, "start": 10.0, "nodes": None}
    assert 0 <= line["seed"] < 2**32
    light, dark = line["deck"]
    assert (light["side"], light["colours"]) == ("light", ["red", "yellow", "green", "blue"])
    assert {"face": "r5", "kind": "number", "points": 5, "copies": 2} in light["faces"]
    assert len(light["faces"]) == len(dark["faces"]) == 54


def test_what_a_program_is_told_is_what_its_seat_may_know() -> None:
    table = play_round(fresh(3), sit([GREEDY] * 3))
    for seat in range(3):
        view = View(table, seat)
        assert told(view, table.history) == view.to_dict()["log"]


def test_cards_of_an_earlier_round_have_no_place_any_more() -> None:
    table = TrustedDealer(Random(5)).new_table(preset("flip"), ["Ada", "Bo"], 0)
    start(table)
    first = play_round(fresh(2), sit([GREEDY] * 2)).history
    assert any(isinstance(event, Drew) for event in first)
    assert isinstance(first[-1], RoundOver) or any(isinstance(event, RoundOver) for event in first)
    lines = told(View(table, 0), [*first, *table.history])
    earlier, now = lines[: len(first)], lines[len(first) :]
    assert now == View(table, 0).to_dict()["log"]
    assert {card for line in earlier if line["type"] in ("drew", "turned-up") for card in cards(line)} == {"?/?"}


def cards(line: dict[str, Any]) -> list[str]:
    return line["cards"] if "cards" in line else [line["card"]]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("command:", "names no program"),
        ("command:no-such-program-anywhere x", "There is no program no-such-program-anywhere"),
        ('command:perl "', "cannot be read"),
        ("isolated:stedy", "There is no player called stedy"),
        ("isolated:", "There is no player called"),
    ],
)
def test_a_wrong_spelling_is_named(text: str, words: str) -> None:
    with pytest.raises(UnknownPlayer, match=words):
        Registry.installed().find(text)


def test_no_plugin_may_take_a_name_that_means_a_tier(tmp_path: Path) -> None:
    file = tmp_path / "isolated.py"
    file.write_text("def choose(view):\n    return view.legal[0]\n", "utf-8")
    with pytest.raises(PluginError, match="taken"):
        Registry().load(str(file))


def test_isolated_keeps_the_grammar_of_options() -> None:
    registry = Registry()
    registry.load(str(HERE / "good" / "club.py"))
    (name,) = [name for name, spec in registry.players.items() if spec.options][:1]
    option = registry.players[name].options[0]
    spec = registry.find(f"isolated:{name}:{option.name}={option.default}")
    assert (spec.name, spec.isolated) == (f"isolated:{name}:{option.name}={option.default}", True)
    faults: list[Fault] = []
    seat = sit([spec], faults)[0]
    assert seat.choose(View(position(), 0)) in View(position(), 0).legal
    seat.close()
    assert faults == []
    assert player("good/gentle.py").origin == ("gentle", str(HERE / "good" / "gentle.py"))
