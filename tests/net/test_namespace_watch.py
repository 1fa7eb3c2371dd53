"""Watching from a machine of its own: a table of three, found by its name, and one who does not sit there."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from .lan import Lan
from .test_namespace_commands import PROGRAM, first_line, start

OPTIONS = ("--seats", "3", "--ai", "greedy", "--start", "--rounds", "1", "--set", "hand_size=5", "--json")


def line_of(process: "subprocess.Popen[str]", kind: str) -> Any:
    """Read lines until one is of this kind."""
    while (line := first_line(process))["type"] != kind:
        pass
    return line


@pytest.mark.slow
@pytest.mark.parametrize("how", ["name", "code"])
def test_one_watches_and_three_play(make_lan: Callable[..., Lan], tmp_path: Path, how: str) -> None:
    lan = make_lan(4)
    secret = ("--secret",) if how == "code" else ()
    opener = start(lan[0], tmp_path, "open", "Kitchen", *OPTIONS, *secret, "--record", str(tmp_path / "record"))
    table = first_line(opener)
    where = {"name": "Kitchen", "code": table["code"]}[how]
    if secret:
        refused = lan[3].run("env", f"HOME={tmp_path}", *(*PROGRAM, "watch", table["addresses"][0]))
        assert (refused.returncode, refused.stdout) == (3, "")
    watching = start(lan[3], tmp_path, "watch", where, "--json")
    assert line_of(opener, "watched")["number"] == 1
    guests = [start(lan[number], tmp_path, "join", where, "--ai", "greedy", "--json") for number in (1, 2)]
    out, err = watching.communicate(timeout=60)
    assert watching.returncode == 0, err
    results: list[Any] = []
    told: list[Any] = []
    for process in (opener, *guests):
        lines, trouble = process.communicate(timeout=60)
        assert process.returncode == 0, trouble
        told += [line for line in map(json.loads, lines.splitlines()) if line["type"] == "watched"]
        results.append(json.loads(lines.splitlines()[-1]))
    seen = [json.loads(line) for line in out.splitlines()]
    assert {"type": "watched", "number": 1} in told  # by the two that are asked for the head of their log, too
    assert seen[0]["seats"] == results[0]["seats"]
    assert not [line for line in seen if line["type"] in ("differs", "fault")]
    assert (seen[-1]["type"], seen[-1]["ok"]) == ("watch", True)
    assert (seen[-1]["slots"], seen[-1]["scores"]) == (results[0]["slots"], results[0]["scores"])
    replayed = lan[3].run(*(*PROGRAM, "replay", str(tmp_path / "record"), "--json"))
    events = [json.loads(line) for line in replayed.stdout.splitlines()]
    assert [line["type"] for line in events[:-1]] == [line["type"] for line in seen[:-1]]
