"""The commands on three machines with no configuration: found by name, by address, by invite code."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from .lan import Lan, Machine

PROGRAM = (sys.executable, "-m", "fliptable.cli")


def start(machine: Machine, home: Path, *arguments: str) -> "subprocess.Popen[str]":
    """Start the program on a machine, with a home of its own."""
    folder = home / machine.namespace
    return machine.start("env", f"HOME={folder}", f"XDG_DATA_HOME={folder}", *PROGRAM, *arguments)


def first_line(process: "subprocess.Popen[str]") -> Any:
    assert process.stdout
    line = process.stdout.readline()
    assert line, process.stderr and process.stderr.read()
    return json.loads(line)


@pytest.mark.parametrize("how", ["name", *(pytest.param(how, marks=pytest.mark.slow) for how in ("address", "code"))])
def test_three_machines_play_one_match(make_lan: Callable[..., Lan], tmp_path: Path, how: str) -> None:
    lan = make_lan(3)
    if how != "name":
        lan.block_multicast()
    options = ("--seats", "3", "--ai", "greedy", "--start", "--rounds", "1", "--set", "hand_size=3", "--json")
    opener = start(lan[0], tmp_path, "open", "Kitchen", *options, "--record", str(tmp_path / "opener"))
    table = first_line(opener)
    assert (table["type"], table["name"]) == ("table", "Kitchen")
    where = {"name": "Kitchen", "address": table["addresses"][0], "code": table["code"]}[how]
    guests = [
        start(lan[number], tmp_path, "join", where, "--ai", "greedy", "--json", "--record", str(tmp_path / str(number)))
        for number in (1, 2)
    ]
    results: list[Any] = []
    for process in (opener, *guests):
        out, err = process.communicate(timeout=60)
        assert process.returncode == 0, err
        results.append(json.loads(out.splitlines()[-1]))
    for key in ("session", "head", "table", "scores", "seats", "audit"):
        assert results[0][key] == results[1][key] == results[2][key]
    assert results[0]["audit"] == "clean"
    records = [(tmp_path / name).read_bytes() for name in ("opener", "1", "2")]
    assert records[0] == records[1] == records[2]


@pytest.mark.slow
def test_tables_are_listed_and_go_when_they_close(make_lan: Callable[..., Lan], tmp_path: Path) -> None:
    lan = make_lan(2)
    nothing = lan[1].run(*PROGRAM, "tables", "--seconds", "1", "--json")
    assert (nothing.returncode, json.loads(nothing.stdout)) == (4, [])
    opener = start(lan[0], tmp_path, "open", "Kitchen", "--ai", "greedy", "--rounds", "1", "--json")
    first_line(opener)
    listed = lan[1].run(*PROGRAM, "tables", "--seconds", "4", "--json")
    (table,) = json.loads(listed.stdout)
    assert (listed.returncode, table["name"], table["joinable"], table["seats"]) == (0, "Kitchen", True, 1)
    assert set(table) == {"name", "id", "addresses", "seats", "wanted", "state", "rules", "joinable", "why"}
    refused = lan[1].run(*PROGRAM, "join", "Kitchen", "--ai", "greedy", "--rules", "quick")
    assert (refused.returncode, refused.stdout) == (3, "")
    opener.terminate()
    assert opener.wait(10) == 143
    gone = lan[1].run(*PROGRAM, "tables", "--seconds", "2", "--json")
    assert (gone.returncode, json.loads(gone.stdout)) == (4, [])
    missing = lan[1].run(*PROGRAM, "join", "Kitchen", "--wait", "1", "--ai", "greedy")
    assert (missing.returncode, missing.stdout, len(missing.stderr.splitlines())) == (4, "", 1)
