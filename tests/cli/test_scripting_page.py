"""docs/scripting.md names what scripts get: every line, every event, every exit code."""

import re
from pathlib import Path
from typing import get_args

from fliptable.cli.endings import Exit
from fliptable.core.events import Event
from fliptable.core.phases import PHASES
from fliptable.core.rules import preset
from fliptable.plugins.arena.host import play_scheduled
from fliptable.plugins.arena.report import Tally
from fliptable.plugins.arena.schedule import schedule
from fliptable.plugins.tiers.direct import Direct

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "scripting.md").read_text("utf-8")


def test_every_line_has_its_row() -> None:
    printed = set(re.findall(r'"type": "([a-z-]+)"', (ROOT / "cli" / "jsonl.py").read_text("utf-8")))
    table = PAGE.partition("## At a table")[2].partition("Moves are read")[0]
    assert set(re.findall(r"^\| `([a-z-]+)` \|", table, re.MULTILINE)) == printed


def test_every_event_is_named() -> None:
    listed = re.findall(r"[a-z]+(?:-[a-z]+)*", PAGE.partition("does not see:")[2].partition(".\n")[0])
    assert listed == [event.type for event in get_args(Event)]


def test_every_phase_is_named() -> None:
    listed = re.findall(r"[a-z]+", PAGE.partition("of a position are ")[2].partition(":")[0].replace(" and ", " "))
    assert listed == list(PHASES.values())


def test_every_exit_code_is_there() -> None:
    first = PAGE.partition("## ")[0]
    codes = re.findall(r"\d+", " ".join(re.findall(r"^\| ([\d, ]+) \|", first, re.MULTILINE)))
    assert {int(code) for code in codes} == set(Exit)


def test_every_figure_of_a_tournament_is_there() -> None:
    tournament = schedule(["greedy", "random"], preset("quick"), games=2)
    tally = Tally(tournament)
    for number in range(2):
        tally.add(number, play_scheduled(tournament, tournament.specs(), number, Direct).result)
    found = tally.report(1.0, 2, 2).to_dict("quick")
    (row,) = re.findall(r"^\| `arena PLAYER .*$", PAGE, re.MULTILINE)
    for figures in (found, found["players"][0]):
        assert ", ".join(key for key in figures if key != "type") in row
