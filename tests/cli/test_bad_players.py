"""Whole evenings with bad players, every seat a real peer: each ends, the right one is blamed, and nobody else."""

import json
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from .command import environment, process

PLAYERS = Path(__file__).parent.parent / "plugins"
SHORT = ("--rounds", "1", "--set", "hand_size=3", "--pace", "0", "--json")
LOCAL = ("--interface", "127.0.0.1", "--port", "0")
SLOW = pytest.mark.slow

BAD = {
    "dying": {"killing": "died", "exiting_process": "died"},
    "hanging": {"looping": "late", "sleeping": "late", "grasping": "late", "hanging_async": "late"},
    "failing": {
        "hungry": "raised",
        "raising": "raised",
        "exiting": "raised",
        "illegal": "illegal",
        "wrong_type": "wrong-type",
        "unready": "start",
    },
    "odd": dict.fromkeys(("mutating", "loud", "threading_on", "breeding", "sore"), ""),
}
"""Players at one table, and what each is blamed for."""


def plugin(name: str) -> tuple[str, str]:
    """The option that brings a player of the tests."""
    (file,) = PLAYERS.glob(f"*/{name}.py")
    return "--plugin", str(file)


def speakers() -> list[str]:
    """A player in another language, where there is one, and one in a process of its own."""
    perl = PLAYERS / "good" / "first.pl"
    return ["command:" + shlex.join(["perl", str(perl)]) if shutil.which("perl") else "greedy", "isolated:gentle"]


@pytest.mark.parametrize("table", ["dying", *(pytest.param(name, marks=SLOW) for name in BAD if name != "dying")])
def test_an_evening_with_bad_players_ends_and_blames_each(tmp_path: Path, table: str) -> None:
    bad = BAD[table]
    players = [option for each in (*bad, "gentle", *speakers()) for option in ("--ai", each)]
    plugins = [option for each in (*bad, "gentle") for option in plugin(each)]
    line = ("play", "--name", "Ada", "--auto", "isolated:gentle", *plugins, *players)
    done = process(tmp_path, *line, *SHORT, timeout=115)
    assert done.code == 0, done.err
    faults = [line for line in done.lines if line["type"] == "fault"]
    blamed = {(fault["text"].partition(" ")[0], fault["reason"]) for fault in faults}
    assert blamed == {(name, f"player-{kind}") for name, kind in bad.items() if kind}
    assert len({fault["seat"] for fault in faults}) == len(blamed)
    result = done.lines[-1]
    assert (result["type"], result["audit"], len({peer["head"] for peer in result["peers"]})) == ("result", "clean", 1)
    assert done.err == ""


@SLOW
@pytest.mark.net
def test_a_bad_guest_of_another_program_holds_up_nobody(tmp_path: Path) -> None:
    line = ("open", "Attic", *LOCAL, "--seats", "2", "--ai", "isolated:greedy", "--start", "--name", "Ada", *SHORT)
    program = subprocess.Popen(
        [sys.executable, "-m", "fliptable.cli", *line],
        env=environment(tmp_path),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    with program:
        assert program.stdout
        table = json.loads(program.stdout.readline())
        guest = process(
            tmp_path, "join", table["addresses"][0], *LOCAL, "--name", "Bo", "--ai", "grasping", *plugin("grasping"),
            "--pace", "0", "--json", timeout=110,
        )  # fmt: skip
        out, err = program.communicate(timeout=60)
    assert (guest.code, program.returncode) == (0, 0), err + guest.err
    host = [json.loads(line) for line in out.splitlines()]
    assert [line for line in host if line["type"] == "fault"] == []
    faults = [line for line in guest.lines if line["type"] == "fault"]
    assert {(fault["seat"], fault["reason"]) for fault in faults} == {("Bo", "player-late")}
    assert host[-1]["head"] == guest.lines[-1]["head"]


def test_a_player_that_is_wrongly_spelled_is_named_before_anything_happens(tmp_path: Path) -> None:
    done = process(tmp_path, "play", "--ai", "command:no-such-program-anywhere")
    assert (done.code, done.out) == (2, "")
    assert "There is no program no-such-program-anywhere" in done.err
