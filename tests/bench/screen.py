"""How quick the full screen is: ``python tests/bench/screen.py`` prints a report; nothing here fails.

Start-up of `play`, and the bytes of the first picture and of a cursor move at 80 x 24 in each depth of colour, all
measured in a pty; and from a key to the finished picture, in this process.
"""

import asyncio
import importlib
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import pexpect

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "cli" / "table"))

DEPTHS = {
    "true": {"TERM": "xterm-256color", "COLORTERM": "truecolor"},
    "256": {"TERM": "xterm-256color", "COLORTERM": ""},
    "16": {"TERM": "xterm", "COLORTERM": ""},
    "none": {"TERM": "xterm", "COLORTERM": "", "NO_COLOR": "1"},
}
MOVES = 10
QUIET = 0.7
"""So long nothing comes any more after a key."""


def start_up() -> None:
    """Print the times of commands that show nothing of the screen."""
    for arguments in (["--version"], ["--help"]):
        times: list[float] = []
        for _ in range(5):
            began = time.perf_counter()
            subprocess.run([sys.executable, "-m", "fliptable.cli", *arguments], capture_output=True, check=True)
            times.append(time.perf_counter() - began)
        print(f"{arguments[0]:<12} {statistics.median(times) * 1000:6.0f} ms")


def in_terminal(home: str, depth: str) -> None:
    """Print what goes through the terminal."""
    spawn: Any = pexpect.spawn
    variables = {key: value for key, value in os.environ.items() if not key.startswith(("FLIPTABLE_", "NO_COLOR"))}
    began = time.perf_counter()
    screen: Any = spawn(
        sys.executable,
        ["-m", "fliptable.cli", "play", "--bots", "3", "--name", "Ada", "--set", "turn_seconds=0", "--pace", "30"],
        env={**variables, "HOME": home, "XDG_DATA_HOME": home, **DEPTHS[depth]},
        dimensions=(24, 80),
        timeout=60,
    )
    screen.expect(b"\x1b\\[\\?1049h")
    first = _read(screen, QUIET)
    painted = time.perf_counter() - began - QUIET
    screen.expect(b"\xe2\x80\xa2|\\*|\xe2\x96\x90")  # cards lie there
    table = len(_read(screen, 3.0))
    sizes: list[int] = []
    for move in range(MOVES):
        screen.send(b"\x1b[C" if move % 2 == 0 else b"\x1b[D")
        sizes.append(len(_read(screen, QUIET)))
    screen.send(b"\x03")
    screen.expect(pexpect.EOF)
    print(
        f"{depth:<5} screen up after {painted * 1000:5.0f} ms with {len(first):>6} bytes, the table {table:>6}, "
        f"a cursor move {statistics.median(sizes):>5.0f} (at most {max(sizes)})"
    )


def _read(screen: Any, quiet: float) -> bytes:
    """Everything until nothing has come for a while."""
    found = b""
    while True:
        try:
            found += screen.read_nonblocking(65536, timeout=quiet)
        except pexpect.TIMEOUT:
            return found


async def key_to_picture() -> None:
    """Print how long a key takes until the picture is handed to Textual, with a hand of 25 and ten seats."""
    sitting: Any = importlib.import_module("sitting").sitting
    names = ["Ada", "Bo", "Chidi", "Dolores", "Emre", "Farah", "Goran", "Hinata", "Ines", "Jun"]
    own = [f"{colour}{1 + n % 9}/t{1 + n % 9}" for n, colour in zip(range(20), "rygb" * 5, strict=True)]
    hands = {name: [f"{'rygb'[at % 4]}SK/p{1 + at % 9}"] for at, name in enumerate(names[1:])}
    position = {
        "rules": "flip",
        "seats": names,
        "turn": "Ada",
        "hands": {"Ada": own, **hands},
        "draw": ["yFL/p2", "gFL/u1"],
        "discard": ["bFL/o8", "bRV/p9"],
    }
    for size in ((80, 24), (200, 60)):
        async with sitting(position, size=size) as (pilot, _, screen):
            times: list[float] = []
            for move in range(50):
                screen.doing.act("right" if move % 2 == 0 else "left")
                began = time.perf_counter()
                screen.draw()
                times.append(time.perf_counter() - began)
                await pilot.pause(0)
            print(f"key to picture at {size[0]} x {size[1]}: {statistics.median(times) * 1000:.1f} ms", end=", ")
            began = time.perf_counter()
            screen.front.hint()
            print(f"a hint {1000 * (time.perf_counter() - began):.1f} ms")


if __name__ == "__main__":
    start_up()
    with tempfile.TemporaryDirectory() as folder:
        for one in DEPTHS:
            in_terminal(folder, one)
    asyncio.run(key_to_picture())
