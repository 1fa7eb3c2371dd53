"""Every program of docs/players.md runs, as it stands on the page, and the tutorial ends with a strong player."""

import re
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from fliptable.core.rules import PRESETS
from fliptable.plugins.arena.game import one_round, play_game
from fliptable.plugins.guard import Fault
from fliptable.plugins.kit import ITEMS, Kit
from fliptable.plugins.registry import Registry
from fliptable.plugins.spec import Budget, PlayerSpec
from fliptable.plugins.tiers.direct import Direct

from .playing import fresh, play_round, sit

PAGE = (Path(__file__).parents[2] / "docs" / "players.md").read_text("utf-8")
BLOCKS = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
TESTS = [block for block in BLOCKS if "def test_" in block]
PLAYERS = [block for block in BLOCKS if block not in TESTS]

NAMED = list(zip(PLAYERS, ("cautious", "witness", "dreamer", "nth:index=2"), strict=True))
PATIENT = Budget(move=60.0, bank=60.0)
"""What is shown here is the play, on a machine however busy."""


def load(block: str, name: str, folder: Path) -> PlayerSpec:
    """The player of a block, from a file that is named after it."""
    registry = Registry()
    file = folder / f"{name.partition(':')[0]}.py"
    file.write_text(block, "utf-8")
    registry.load(str(file))
    return registry.find(name)


@pytest.mark.parametrize(("block", "name"), NAMED)
def test_a_player_of_the_page_plays_a_round_without_a_fault(block: str, name: str, tmp_path: Path) -> None:
    spec = load(block, name, tmp_path)
    if name == "dreamer":
        spec = replace(spec, factory=partial(spec.factory, worlds=1))
    faults: list[Fault] = []
    assert play_round(fresh(3), sit([spec] * 3, faults, PATIENT)).over
    assert faults == []


def test_the_first_one_has_at_most_ten_lines() -> None:
    assert len(PLAYERS[0].splitlines()) <= 10


@pytest.mark.slow
def test_the_last_one_of_the_tutorial_is_stronger_than_greedy(tmp_path: Path) -> None:
    (block,) = [block for block, name in NAMED if name == "dreamer"]
    spec = load(block, "dreamer", tmp_path)
    players = [spec, Registry.installed().find("greedy")]
    rules, wins, deals = one_round(PRESETS["flip"]), 0, 6
    for deal in range(deals):
        for seat in (0, 1):
            game = play_game(
                players[seat:] + players[:seat],
                rules,
                seed=f"tutorial/{deal}",
                budget=PATIENT,
                tier=Direct,
            )
            assert game.faults == ()
            wins += seat in game.winners
    assert wins > deals


@pytest.mark.slow
def test_the_tests_of_the_page_pass(tmp_path: Path) -> None:
    (block,) = TESTS
    found: dict[str, object] = {}
    exec(compile(block, "players.md", "exec"), found)  # noqa: S102 - it is our own page
    kit = Kit()
    tests = {name: value for name, value in found.items() if name.startswith("test_") and callable(value)}
    assert set(tests) == {"test_it_conforms", "test_it_beats_random"}
    tests["test_it_beats_random"](fliptable_kit=kit)
    for item in ITEMS:
        tests["test_it_conforms"](fliptable_kit=kit, item=item)


def test_every_item_of_the_kit_is_listed() -> None:
    table = PAGE.partition("| item | asks that the player |")[2].partition("\n\n")[0]
    assert re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE) == list(ITEMS)
