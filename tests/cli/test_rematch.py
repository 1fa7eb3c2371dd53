"""The same people play again: by a line, by what a person types, and only when it was asked for."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from .command import environment
from .terminal import first_answer, printed, terminal

pytestmark = pytest.mark.net
SHORT = ("--rounds", "1", "--set", "hand_size=3", "--pace", "0", "--name", "Ada")


@pytest.mark.slow
def test_a_script_asks_for_another_match_and_then_for_none(tmp_path: Path) -> None:
    """Each match has its own session and its own record; what is said is printed, and the others stay silent."""
    record = tmp_path / "evening.record"
    program = subprocess.Popen(
        [sys.executable, "-m", "fliptable.cli", "play", "--bots", "2", *SHORT, "--json", "--record", str(record)],
        env=environment(tmp_path),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    lines: list[dict[str, Any]] = []
    with program:
        assert program.stdin
        assert program.stdout
        for text in program.stdout:
            line = json.loads(text)
            lines.append(line)
            kinds = [each["type"] for each in lines]
            if line["type"] == "began" and kinds.count("began") == 1:
                program.stdin.write("rematch\nsay Again, please\nmute nobody\nlinks\n")
            elif line["type"] == "your-turn":
                program.stdin.write(line["legal"][0] + "\n")
            program.stdin.flush()
        assert program.wait() == 0, program.stderr and program.stderr.read()
    of_type = {
        kind: [line for line in lines if line["type"] == kind] for kind in ("began", "result", "said", "rematch")
    }
    assert len(of_type["began"]) == len(of_type["result"]) == 2
    assert [line["session"] for line in of_type["began"]] == [line["session"] for line in of_type["result"]]
    assert of_type["began"][0]["session"] != of_type["began"][1]["session"]
    assert set(of_type["began"][0]["seats"]) == set(of_type["began"][1]["seats"])
    assert of_type["said"] == [{"type": "said", "seat": "Ada", "text": "Again, please"}]
    assert of_type["rematch"][-1]["undecided"] == []
    assert lines[-1]["type"] == "result"
    assert record.stat().st_size > 1000
    assert (tmp_path / "evening-2.record").stat().st_size > 1000


@pytest.mark.slow
def test_a_person_plays_again_and_leaves(tmp_path: Path) -> None:
    with terminal(tmp_path, "play", "--bots", "1", *SHORT) as screen:
        typed = ["huh", "rematch", "leave"]
        while True:
            found = screen.expect([r"\n> ", r"Which colour\?[^\n]*\n", "Type rematch to play", "type rematch to"])
            if found >= 2:
                screen.sendline(typed.pop(0))
                if not typed:
                    break
            else:
                screen.sendline("1" if found == 1 else first_answer(str(screen.before)))
        screen.expect("(?s).*")
        screen.wait()
        text = printed(screen)
    assert screen.exitstatus == 0, text
    assert text.count("The match begins.") == 2
    assert len(list((tmp_path / "data").glob("fliptable/records/*.record"))) == 2
