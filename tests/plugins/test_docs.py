"""The players of docs/players.md play, as they stand on the page."""

import re
from pathlib import Path

import pytest

from fliptable.plugins.guard import Fault
from fliptable.plugins.registry import Registry

from .playing import fresh, play_round, sit

PAGE = Path(__file__).parents[2] / "docs" / "players.md"
BLOCKS = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)


NAMED = list(zip(BLOCKS, ("cautious", "witness", "nth:index=2"), strict=True))


@pytest.mark.parametrize(("block", "name"), NAMED)
def test_a_player_of_the_page_plays_a_round_without_a_fault(block: str, name: str, tmp_path: Path) -> None:
    registry = Registry()
    file = tmp_path / f"{name.partition(':')[0]}.py"
    file.write_text(block, "utf-8")
    registry.load(str(file))
    faults: list[Fault] = []
    spec = registry.find(name)
    assert play_round(fresh(3), sit([spec] * 3, faults)).over
    assert faults == []


def test_the_first_one_has_at_most_ten_lines() -> None:
    assert len(BLOCKS[0].splitlines()) <= 10
