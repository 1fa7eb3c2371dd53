"""A program that is killed in the middle of a round comes back to its seat, on machines of a LAN."""

import json
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from .lan import Lan
from .test_namespace_commands import first_line, start

OPTIONS = (
    "--seats",
    "3",
    "--ai",
    "greedy",
    "--start",
    "--rounds",
    "2",
    "--set",
    "hand_size=5",
    "--pace",
    "0.4",
    "--json",
)


def read_until(process: "subprocess.Popen[str]", kind: str, count: int = 1) -> None:
    """Read on until so many lines of this type have come."""
    assert process.stdout
    for line in process.stdout:
        count -= json.loads(line)["type"] == kind
        if not count:
            return
    raise AssertionError(process.stderr and process.stderr.read())


def results(processes: "list[subprocess.Popen[str]]") -> list[Any]:
    """Wait for all to end well; they have seen the same."""
    found: list[Any] = []
    for process in processes:
        out, err = process.communicate(timeout=90)
        assert process.returncode == 0, err
        found.append(json.loads(out.splitlines()[-1]))
    for key in ("session", "head", "table", "scores", "seats", "audit"):
        assert len({json.dumps(result[key]) for result in found}) == 1
    assert found[0]["audit"] == "clean"
    return found


@pytest.mark.slow
def test_who_is_killed_in_the_middle_of_a_round_comes_back_and_the_match_ends(
    make_lan: Callable[..., Lan], tmp_path: Path
) -> None:
    lan = make_lan(3)
    opener = start(lan[0], tmp_path, "open", "Kitchen", *OPTIONS, "--record", str(tmp_path / "0"))
    first_line(opener)
    join = ("join", lan[0].address, "--ai", "greedy", "--pace", "0.4", "--json")
    guests = [start(lan[number], tmp_path, *join) for number in (1, 2)]
    read_until(guests[1], "event", 6)
    guests[1].send_signal(signal.SIGKILL)
    guests[1].wait(10)
    (journal,) = (tmp_path / lan[2].namespace / "fliptable" / "journals").iterdir()
    assert journal.stat().st_mode & 0o777 == 0o600
    back = ("join", "--resume", "kitchen", *join[2:], "--record", str(tmp_path / "2"))
    guests[1] = start(lan[2], tmp_path, *back)
    results([opener, *guests])
    assert (tmp_path / "0").read_bytes() == (tmp_path / "2").read_bytes()
    assert not list(journal.parent.iterdir())


@pytest.mark.slow
def test_a_network_that_is_gone_for_a_while_costs_the_match_nothing(
    make_lan: Callable[..., Lan], tmp_path: Path
) -> None:
    lan = make_lan(3)
    opener = start(lan[0], tmp_path, "open", "Kitchen", *OPTIONS)
    first_line(opener)
    join = ("join", lan[0].address, "--ai", "greedy", "--pace", "0.4", "--json")
    guests = [start(lan[number], tmp_path, *join) for number in (1, 2)]
    read_until(guests[1], "event", 6)
    lan.unplug(2)
    read_until(opener, "away")
    time.sleep(5)
    lan.unplug(2, back=True)
    read_until(opener, "back")
    results([opener, *guests])
