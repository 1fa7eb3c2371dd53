"""The pytest plugin: a fixture that checks a player once, and costs nobody else anything."""

import subprocess
import sys
from pathlib import Path

import pytest

from fliptable.plugins.kit import Kit

PLAYERS = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def kit() -> Kit:
    return Kit()


@pytest.mark.parametrize("item", ["legal", "quiet"])
def test_an_item_that_holds_says_nothing(kit: Kit, item: str) -> None:
    kit.check("noisy" if item == "legal" else "illegal", item, plugins=bad())


def bad() -> list[str]:
    return [str(PLAYERS / "bad" / f"{name}.py") for name in ("noisy", "illegal")]


def test_one_that_fails_or_was_not_checked_fails_the_test(kit: Kit) -> None:
    with pytest.raises(AssertionError, match=r"^noisy does not conform:\nFAILED +quiet +it printed: let me think$"):
        kit.check("noisy", "quiet", plugins=bad())
    with pytest.raises(AssertionError, match=r"^noisy does not conform:\nskipped  repeats "):
        kit.check("noisy", "repeats", plugins=bad())
    with pytest.raises(AssertionError, match=r"^noisy does not conform:\nFAILED   quiet [^\n]*$"):
        kit.check("noisy", plugins=bad())
    with pytest.raises(KeyError):
        kit.check("noisy", "beauty", plugins=bad())


def test_a_player_is_checked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    kit = Kit()
    kit.check("noisy", "legal", plugins=bad())
    monkeypatch.setattr(sys, "executable", "nowhere")  # no further process could be started
    for item in ("time", "view"):
        kit.check("noisy", item, plugins=bad())


def test_who_does_not_use_it_loads_nothing_of_the_game() -> None:
    code = (
        "import sys, pytest, fliptable.cli.pytest_plugin; print(*[m for m in sys.modules if m.startswith('fliptable')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["fliptable", "fliptable.cli", "fliptable.cli.pytest_plugin"]
