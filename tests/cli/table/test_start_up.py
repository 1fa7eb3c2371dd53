"""What is loaded before the lobby is painted: the screen, and nothing that finds or trusts anybody."""

import sys
from pathlib import Path
from typing import Any

import pexpect
import pytest

from ..command import environment

PAINT = """
import sys
from fliptable.cli.table import form_screen
from fliptable.cli.table.app import TableApp, show

class Watched(form_screen.Paper):
    def render_lines(self, crop):
        with open(sys.argv[1], "a") as file:
            print(sorted({name.partition('.')[0] for name in sys.modules}), file=file)
        return super().render_lines(crop)

form_screen.Paper = Watched
show(TableApp())
"""


@pytest.mark.net
def test_the_lobby_is_painted_before_the_network_is_loaded(tmp_path: Path) -> None:
    spawn: Any = pexpect.spawn
    told = tmp_path / "loaded"
    screen: Any = spawn(
        sys.executable,
        ["-c", PAINT, str(told)],
        env=environment(tmp_path, TERM="xterm"),
        dimensions=(24, 80),
        timeout=30,
    )
    screen.expect("Play alone")
    screen.send("\x03")
    screen.expect(pexpect.EOF)
    screen.close()
    loaded = told.read_text().splitlines()[0]
    assert "'textual'" in loaded
    for name in ("zeroconf", "cryptography", "nacl", "sqlite3"):
        assert f"'{name}'" not in loaded
