"""docs/training.md: its programs run, its tables are those of the code."""

import re
import runpy
from pathlib import Path

import pytest

pytest.importorskip("pettingzoo")

from fliptable.plugins.arena.game import play_game
from fliptable.plugins.registry import Registry
from fliptable.plugins.training import actions, features
from fliptable.plugins.training.rewards import Reward

from ..playing import RULES

PAGE = (Path(__file__).parents[3] / "docs" / "training.md").read_text("utf-8")
BLOCKS = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def test_programs_run_and_what_was_learned_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    *programs, plugin = BLOCKS
    assert len(programs) == 3
    for number, program in enumerate(programs):
        file = tmp_path / f"program{number}.py"
        file.write_text(program.replace("EPISODES = 20 ", "EPISODES = 2 "), "utf-8")
        found = runpy.run_path(str(file))
        assert found["termination"] if number == 0 else True
    assert (tmp_path / "weights.npy").is_file()
    (tmp_path / "learned.py").write_text(plugin, "utf-8")
    registry = Registry.installed([str(tmp_path / "learned.py")])
    game = play_game([registry.find("learned"), registry.find("random")], RULES, seed="page")
    assert game.faults == ()


def test_tables_are_those_of_the_code() -> None:
    for name, numbers in actions.TABLE.items():
        span = str(numbers.start) if len(numbers) == 1 else f"{numbers.start} to {numbers.stop - 1}"
        assert f"| {span} | {name} |\n" in PAGE
    rows = re.findall(
        r"^\| `(\w+)` \| (\d+)((?: a seat| an other seat)?) \| (\d+) \| (.*?)( \*)? \|$", PAGE, re.MULTILINE
    )
    kinds = {"once": "", "each": " a seat", "others": " an other seat"}
    assert rows == [
        (one.name, str(one.size), kinds[one.seats], str(one.most), one.meaning, " *" if one.two_sided else "")
        for one in features.FEATURES
    ]
    assert f"`actions.VERSION` {actions.VERSION}." in PAGE
    assert f"one of {actions.SIZE} zeros and ones" in PAGE
    assert all(f"`{reward}`" in PAGE for reward in Reward.__args__)
