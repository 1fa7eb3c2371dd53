"""Whole evenings with bad players, every seat a real peer: each ends, the right one is blamed, and nobody else."""

import json
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

BAD = [
    ("killing", "died"),
    pytest.param("exiting_process", "died", marks=SLOW),
    pytest.param("hungry", "raised", marks=SLOW),
    pytest.param("looping", "late", marks=SLOW),
    pytest.param("sleeping", "late", marks=SLOW),
    pytest.param("grasping", "late", marks=SLOW),
    pytest.param("hanging_async", "late", marks=SLOW),
    pytest.param("raising", "raised", marks=SLOW),
    pytest.param("exiting", "raised", marks=SLOW),
    pytest.param("illegal", "illegal", marks=SLOW),
    pytest.param("wrong_type", "wrong-type", marks=SLOW),
    pytest.param("unready", "start", marks=SLOW),
]
ODD = ["mutating", "loud", "threading_on", "breeding", "sore"]


def plugin(name: str) -> tuple[str, str]:
    """The option that brings a player of the tests."""
    (file,) = PLAYERS.glob(f"*/{name}.py")
    return "--plugin", str(file)


def speakers() -> list[str]:
    """A player in another language, where there is one, and one in a process of its own."""
    perl = PLAYERS / "good" / "first.pl"
    return [f"command:perl {perl}" if shutil.which("perl") else "greedy", "isolated:gentle"]


@pytest.mark.parametrize(("name", "kind"), BAD)
def test_an_evening_with_a_bad_player_ends_and_blames_it(tmp_path: Path, name: str, kind: str) -> None:
    others = [option for each in ("gentle", *speakers()) for option in ("--ai", each)]
    line = ("play", "--name", "Ada", "--auto", name, *plugin(name), *plugin("gentle"), *others, "--bots", "3")
    done = process(tmp_path, *line, *SHORT, timeout=110)
    assert done.code == 0, done.err
    faults = [line for line in done.lines if line["type"] == "fault"]
    assert {(fault["seat"], fault["reason"]) for fault in faults} == {("Ada", f"player-{kind}")}
    result = done.lines[-1]
    assert (result["type"], result["audit"], len({peer["head"] for peer in result["peers"]})) == ("result", "clean", 1)
    assert done.err == ""


@SLOW
@pytest.mark.parametrize("name", ODD)
def test_an_evening_with_an_odd_player_is_like_any_other(tmp_path: Path, name: str) -> None:
    line = ("play", "--name", "Ada", "--auto", name, *plugin(name), *plugin("gentle"), "--ai", "gentle", "--bots", "1")
    done = process(tmp_path, *line, *SHORT, timeout=110)
    assert done.code == 0, done.err
    assert {line["seat"] for line in done.lines if line["type"] == "fault"} <= {"Ada"}
    assert (done.lines[-1]["type"], done.lines[-1]["audit"]) == ("result", "clean")
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
