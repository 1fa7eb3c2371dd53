"""The README's AI player plays: its lines are taken from the page, put into a file and seated at a table."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

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
