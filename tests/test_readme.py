"""The README is true: its picture is what the program prints, and its AI player plays at a table."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from fliptable.cli.drawing import draw_asking, draw_table, wrapped
from fliptable.cli.event_words import Teller
from fliptable.cli.present import present
from fliptable.core.dealer import TrustedDealer
from fliptable.core.moves import Play
from fliptable.core.play import apply, start
from fliptable.core.rules import PRESETS
from fliptable.core.view import View

README = Path(__file__).parent.parent / "README.md"


def bot() -> str:
    """The README's one block of Python."""
    (block,) = re.findall(r"^```python\n(.*?)^```$", README.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    return block


def test_readme_player_has_at_most_ten_lines() -> None:
    assert len(bot().splitlines()) <= 10


@pytest.mark.net
def test_readme_player_finishes_a_round(tmp_path: Path) -> None:
    (tmp_path / "mybot.py").write_text(bot(), "utf-8")
    command = "play --ai mybot --plugin ./mybot.py --bots 1 --auto greedy --rounds 1 --json"
    done = subprocess.run(
        [sys.executable, "-m", "fliptable.cli", *command.split()],
        cwd=tmp_path,
        env={**os.environ, "HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path / "config")},
        capture_output=True,
        text=True,
        timeout=90,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert [line for line in lines if line["type"] == "fault"] == []
    assert lines[-1]["type"] == "result"
    assert lines[-1]["audit"] == "clean"


def picture() -> str:
    """What Ada sees when it is her turn after some moves of a seeded round, and the last things she was told."""
    chance = Random(70)
    table = TrustedDealer(Random(70)).new_table(PRESETS["flip"], ("Ada", "Bo", "Chidi", "Dolores"), 0)
    start(table)
    teller, told, moves = Teller(table, 0), list[str](), 0
    while moves < 14 or table.turn != 0:
        view = View(table, table.turn)
        plays = [move for move in view.legal if isinstance(move, Play)]
        told += [teller.tell(event) for event in apply(table, table.turn, chance.choice(plays or list(view.legal)))]
        moves += 1
    scene = present(View(table, 0))
    return "\n".join([*wrapped(told[-4:]), *draw_table(scene), *draw_asking(scene), ">"]) + "\n"


def test_readme_shows_what_the_program_prints() -> None:
    (block,) = re.findall(r"^```text\n(.*?)^```$", README.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    assert block == picture(), picture()
