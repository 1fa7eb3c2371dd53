"""However the full screen ends, the terminal is left as it was found."""

import os
import re
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pexpect
import pytest

from ..command import environment
from ..terminal import Screen, modes, printed, terminal

pytestmark = pytest.mark.net

ENTERED = "\x1b[?1049h"
LEFT = (
    "\x1b[?1049l",
    "\x1b[?25h",
    "\x1b[?1000l",
    "\x1b[?1003l",
    "\x1b[?1006l",
    "\x1b[?2004l",
    "\x1b[?1004l",
    "\x1b[<u",
)
"""The usual screen; the cursor; no mouse, no pasting, no focus, no keyboard protocol."""
SCREEN = {"FLIPTABLE_PLAIN": ""}
PLAY = ("play", "--bots", "1", "--pace", "0", "--name", "Ada")

BROKEN = """
import sys
from fliptable.cli.app import run
from fliptable.cli.table.table_screen import TableScreen

def broken(self, *_):
    held = "a card of " + "Ada"
    raise RuntimeError("boom")

TableScreen.on_resize = broken
sys.exit(run(sys.argv[1:]))
"""


def is_left(screen: Screen) -> None:
    """The last thing done to each mode of the terminal undoes it."""
    text = printed(screen)
    after = text[text.rindex(ENTERED) :]
    assert [mode for mode in LEFT if mode not in after] == []


def playing(screen: Screen) -> list[Any]:
    """Wait until cards lie on the table; gives the modes from before."""
    before = modes(screen)
    screen.expect_exact(ENTERED)
    screen.expect("Ada")
    return before


@pytest.mark.parametrize(
    ("number", "code"),
    [
        pytest.param(signal.SIGTERM, 143, marks=pytest.mark.slow),
        pytest.param(signal.SIGHUP, 143, id="HUP"),
        pytest.param(signal.SIGINT, 130, marks=pytest.mark.slow),
    ],
)
def test_a_signal_ends_it(tmp_path: Path, number: signal.Signals, code: int) -> None:
    with terminal(tmp_path, *PLAY, variables=SCREEN) as screen:
        before = playing(screen)
        screen.kill(number)
        screen.expect(pexpect.EOF)
        screen.wait()
        assert modes(screen) == before
        is_left(screen)
    assert (screen.exitstatus, screen.signalstatus) == (code, None)


def test_ctrl_c_ends_it(tmp_path: Path) -> None:
    with terminal(tmp_path, *PLAY, size=(100, 30), variables={**SCREEN, "COLUMNS": "80", "LINES": "24"}) as screen:
        before = playing(screen)
        screen.expect_exact("\x1b[30;")  # the last line of the window is drawn, whatever the variables say
        rows_drawn(screen)
        screen.setwinsize(20, 66)
        assert max(rows_drawn(screen)) == 20
        screen.send("\x03")
        screen.expect(pexpect.EOF)
        screen.wait()
        assert modes(screen) == before
        is_left(screen)
    assert (screen.exitstatus, screen.signalstatus) == (130, None)


def test_suspended_it_gives_the_terminal_back_and_comes_again(tmp_path: Path) -> None:
    with terminal(tmp_path, *PLAY, variables=SCREEN) as screen:
        before = playing(screen)
        screen.send("\x1a")
        screen.expect_exact(LEFT[0])
        stopped(screen.pid)
        assert modes(screen) == before
        is_left(screen)
        os.kill(screen.pid, signal.SIGCONT)
        screen.expect_exact(ENTERED)
        screen.expect("Ada")
        screen.send("\x03")
        screen.expect(pexpect.EOF)
        screen.wait()
        assert modes(screen) == before
        is_left(screen)
    assert screen.exitstatus == 130


def rows_drawn(screen: Screen) -> set[int]:
    """The rows that are drawn on until nothing comes for a while."""
    text = ""
    with suppress(pexpect.TIMEOUT):
        while True:
            text += screen.read_nonblocking(65536, timeout=0.6)
    return {int(row) for row in re.findall(r"\x1b\[(\d+);\d+H", text)}


def stopped(number: int) -> None:
    """Wait until the process stands still."""
    deadline = time.monotonic() + 10
    while Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0] != "T":
        assert time.monotonic() < deadline
        time.sleep(0.02)


@pytest.mark.parametrize("debug", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_a_defect_is_one_sentence(tmp_path: Path, *, debug: bool) -> None:
    spawn: Any = pexpect.spawn
    options = [*PLAY, *(["--debug"] if debug else [])]
    again: Screen = spawn(
        sys.executable,
        ["-c", BROKEN, *options],
        encoding="utf-8",
        timeout=30,
        dimensions=(24, 80),
        env=environment(tmp_path, TERM="xterm"),
    )
    before = modes(again)
    again.expect(pexpect.EOF)
    again.wait()
    text = str(again.before).replace("\r", "")
    assert modes(again) == before
    assert again.exitstatus == 1
    shown = text[text.rindex(LEFT[0]) :]
    assert "This is a defect of fliptable (RuntimeError)" in " ".join(shown.split())
    assert "a card of" + " Ada" not in text
    assert ("Traceback" in shown) is debug
