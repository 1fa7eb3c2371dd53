"""`--json`: JSON Lines for scripts, whole matches over loopback."""

import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from .command import environment, process

pytestmark = pytest.mark.net

LOCAL = ("--interface", "127.0.0.1", "--json")


def of_type(lines: list[Any], kind: str) -> list[Any]:
    return [line for line in lines if line["type"] == kind]


def test_ai_players_play_a_match_and_all_peers_agree(tmp_path: Path) -> None:
    record = tmp_path / "match.record"
    options = ("--bots", "2", "--auto", "greedy", "--rounds", "2", "--set", "hand_size=3", "--json")
    done = process(tmp_path, "play", *options, "--record", str(record))
    assert done.code == 0, done.err
    lines = done.lines
    result = lines[-1]
    assert result["type"] == "result"
    assert set(result) >= {
        *("type", "session", "seats", "rounds", "scores", "winner", "slots", "head", "table", "audit"),
        *("seconds", "peers"),
    }
    assert (result["rounds"], result["audit"], len(result["seats"])) == (2, "clean", 3)
    assert [peer["seat"] for peer in result["peers"]] == result["seats"]
    assert {(peer["head"], peer["table"]) for peer in result["peers"]} == {(result["head"], result["table"])}
    assert of_type(lines, "fault") == []
    assert [line["event"]["type"] for line in of_type(lines, "event")].count("round-over") == 2
    assert len({line["seat"] for line in of_type(lines, "joined")}) == 3

    verified = process(tmp_path, "verify", str(record), "--json")
    assert (verified.code, verified.json["ok"], verified.json["rounds"]) == (0, True, 2)
    assert set(verified.json) >= {"type", "ok", "slots", "rounds", "keys", "faults"}
    assert verified.json["slots"] == result["slots"]
    assert "holds, to the end of the match" in process(tmp_path, "verify", str(record)).out

    again = process(tmp_path, "play", *options, "--record", str(record))
    assert (again.code, again.out) == (2, "")
    assert "exists already" in again.err

    data = bytearray(record.read_bytes())
    data[len(data) // 2] ^= 1
    record.write_bytes(data)
    broken = process(tmp_path, "verify", str(record), "--json")
    assert (broken.code, broken.json["ok"], broken.err) == (3, False, "")
    assert broken.json["faults"][0]["reason"]
    assert "does not hold" in process(tmp_path, "verify", str(record)).out


def last_face(lines: list[Any]) -> str | None:
    """The face on top as the events tell it; None after a flip, where the card is another one's back."""
    for event in (line["event"] for line in reversed(lines) if line["type"] == "event"):
        if event["type"] in ("played", "turned-up"):
            return (event["cards"][-1] if event["type"] == "played" else event["card"]).partition("/")[0]
        if event["type"] == "flipped":
            return None
    raise AssertionError("nothing has happened yet")


def test_a_script_plays_through_standard_input(tmp_path: Path) -> None:
    options = ("--bots", "3", "--rounds", "1", "--set", "hand_size=3", "--pace", "0", "--name", "Ada", "--json")
    with subprocess.Popen(
        [sys.executable, "-m", "fliptable.cli", "play", *options],
        env=environment(tmp_path),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as program:
        assert program.stdin
        assert program.stdout
        lines: list[Any] = []
        told = 0
        for text in program.stdout:
            line = json.loads(text)
            lines.append(line)
            if line["type"] == "your-turn":
                assert line["legal"]
                assert line["view"]["seat"] == "Ada"
                assert last_face(lines) in (None, *line["view"]["discard"][-1].split("/"))
                if told == 0:
                    program.stdin.write("dance\nkeep now\ncatch Ada\n")
                    told += 1
                program.stdin.write(f"{line['legal'][0]}\n")
                program.stdin.flush()
        assert program.wait() == 0, program.stderr and program.stderr.read()
    assert lines[-1]["type"] == "result"
    assert lines[-1]["audit"] == "clean"
    refused = of_type(lines, "refused")
    assert [line["reason"] for line in refused] == ["unreadable", "unreadable", "not-catchable"]
    assert all(line["text"] for line in refused)
    mine = [line["event"] for line in of_type(lines, "event") if line["event"].get("seat") == "Ada"]
    drawn = [card for event in mine if event["type"] == "drew" for card in event["cards"]]
    assert "?/?" not in drawn
    # Where the slot went on to a Flip, or to the end of the round, what was drawn in it lies open by its end.
    opened = {line["slot"] for line in of_type(lines, "event") if line["event"]["type"] in ("flipped", "round-over")}
    theirs = [line["event"] for line in of_type(lines, "event") if line["slot"] not in opened]
    hidden = [card for event in theirs if event["type"] == "drew" and event["seat"] != "Ada" for card in event["cards"]]
    assert all(card.startswith("?/") or card.endswith("/?") for card in hidden)


NOISY = """
import os
print("loaded")
def choose(view):
    print("thinking")
    os.write(1, b"past Python\\n")
    os.system("echo from a child")
    return view.legal[0]
"""


def test_players_that_print_do_not_disturb_the_lines(tmp_path: Path) -> None:
    bot = tmp_path / "noisy.py"
    bot.write_text(NOISY, "utf-8")
    options = ("--bots", "1", "--auto", "noisy", "--plugin", str(bot), "--rounds", "1", "--set", "hand_size=3")
    done = process(tmp_path, "play", *options, "--json")
    assert done.code == 0, done.err
    assert done.lines[-1]["type"] == "result"
    # What is printed while the plugin loads is for its author; once it plays, the screen is the table's.
    assert done.err.splitlines() == ["loaded"]


def test_a_player_that_fails_is_told_and_the_table_goes_on(tmp_path: Path) -> None:
    bot = tmp_path / "broken.py"
    bot.write_text("def choose(view):\n    raise ValueError('too hot')\n", "utf-8")
    options = ("--bots", "1", "--ai", "broken", "--auto", "greedy", "--plugin", str(bot), "--rounds", "1")
    done = process(tmp_path, "play", *options, "--set", "hand_size=3", "--json")
    assert done.code == 0, done.err
    faults = of_type(done.lines, "fault")
    assert faults
    assert faults[0]["reason"] == "player-raised"
    assert "too hot" in faults[0]["text"]


def opened(home: Path, *options: str) -> tuple["subprocess.Popen[str]", Any]:
    """A table of its own process, and its first line."""
    program = subprocess.Popen(
        [sys.executable, "-m", "fliptable.cli", "open", "Attic", *LOCAL, *options],
        env=environment(home),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert program.stdout
    line = json.loads(program.stdout.readline())
    assert line["type"] == "table"
    return program, line


def test_a_table_is_opened_and_joined_by_address(tmp_path: Path) -> None:
    options = ("--seats", "2", "--ai", "greedy", "--start", "--rounds", "1", "--set", "hand_size=3", "--name", "Ada")
    program, table = opened(tmp_path, *options)
    with program:
        guest = process(tmp_path, "join", table["addresses"][0], *LOCAL, "--ai", "greedy", "--name", "Bo")
        out, err = program.communicate(timeout=60)
    assert (guest.code, program.returncode) == (0, 0), err + guest.err
    ours, theirs = json.loads(out.splitlines()[-1]), guest.lines[-1]
    for key in ("session", "head", "table", "scores", "seats", "winner", "audit"):
        assert ours[key] == theirs[key]
    assert set(ours["seats"]) == {"Ada", "Bo"}


def test_a_table_with_a_secret_takes_its_code_alone(tmp_path: Path) -> None:
    options = ("--seats", "2", "--ai", "greedy", "--secret", "--start", "--rounds", "1", "--set", "hand_size=3")
    program, table = opened(tmp_path, *options)
    with program:
        stranger = process(tmp_path, "join", table["addresses"][0], *LOCAL, "--ai", "greedy")
        assert (stranger.code, stranger.out) == (3, "")
        assert "invite code" in stranger.err
        other_rules = process(tmp_path, "join", table["code"], *LOCAL, "--ai", "greedy", "--rules", "quick")
        assert other_rules.code == 3
        assert "other rules" in other_rules.err
        guest = process(tmp_path, "join", table["code"], *LOCAL, "--ai", "greedy")
        _, err = program.communicate(timeout=60)
    assert (guest.code, program.returncode) == (0, 0), err + guest.err


def test_a_table_is_refused_when_any_of_its_rules_differs(tmp_path: Path) -> None:
    mine = ("--rules", "party", "--set", "seven_zero=no", "--set", "mercy=20", "--set", "hand_size=3", "--rounds", "1")
    options = ("--seats", "2", "--ai", "greedy", "--start", "--pace", "0", *mine)
    program, table = opened(tmp_path, *options)
    join = ("join", table["addresses"][0], *LOCAL, "--ai", "greedy", "--pace", "0")
    with program:
        for other in ("seven_zero=yes", "mercy=0", "turn_seconds=30", "opening_wild=dealer"):
            refused = process(tmp_path, *join, *mine, "--set", other)
            assert (refused.code, refused.out) == (3, ""), other
            assert "other rules" in refused.err
        guest = process(tmp_path, *join, *mine)
        _, err = program.communicate(timeout=60)
    assert (guest.code, program.returncode) == (0, 0), err + guest.err
    (began,) = of_type(guest.lines, "began")
    assert (began["rules"]["jump_in"], began["rules"]["mercy"]) == (True, 20)


@pytest.mark.parametrize(
    "options",
    [
        ("--rules", "classic-hu", "--set", "seven_zero=yes", "--set", "jump_in=yes", "--set", "scoring=low"),
        pytest.param(
            ("--rules", "party", "--set", "stacking=any", "--set", "play_to_last=yes", "--set", "turn_seconds=60"),
            marks=pytest.mark.slow,
        ),
        pytest.param(
            (
                "--rules",
                "flip-dk",
                "--set",
                "multi_play=yes",
                "--set",
                "backs=hidden",
                "--set",
                "draw_rule=until_playable",
            ),
            marks=pytest.mark.slow,
        ),
    ],
)
def test_other_rules_are_played_to_the_end(tmp_path: Path, options: tuple[str, ...]) -> None:
    line = ("--bots", "3", "--ai", "steady", "--ai", "greedy", "--ai", "random", "--auto", "steady", "--rounds", "1")
    done = process(tmp_path, "play", *line, *options, "--set", "hand_size=4", "--json")
    assert done.code == 0, done.err
    result = done.lines[-1]
    assert (result["audit"], len({peer["head"] for peer in result["peers"]})) == ("clean", 1)
    assert of_type(done.lines, "fault") == []


def test_the_opener_begins_when_asked_to(tmp_path: Path) -> None:
    """With whom it brought along: each of them is the player that was named."""
    bot = tmp_path / "broken.py"
    bot.write_text("def choose(view):\n    raise ValueError('too hot')\n", "utf-8")
    brought = ("--bring", "greedy", "--bring", "broken", "--plugin", str(bot))
    options = ("--seats", "5", "--ai", "greedy", *brought, "--rounds", "1", "--set", "hand_size=3")
    program, _ = opened(tmp_path, *options)
    with program:
        assert program.stdin
        assert program.stdout
        while len(json.loads(program.stdout.readline()).get("seats", [])) < 3:
            pass
        program.stdin.write("start\n")
        program.stdin.flush()
        out, err = program.communicate(timeout=60)
    assert program.returncode == 0, err
    lines = [json.loads(line) for line in out.splitlines()]
    assert len(lines[-1]["seats"]) == 3
    faults = of_type(lines, "fault")
    assert {fault["reason"] for fault in faults} == {"player-raised"}
    assert len({fault["seat"] for fault in faults}) == 1


OBSERVER = """
from fliptable.plugins.hooks import hookimpl

LOG = open({log!r}, "a")

@hookimpl
def game_started(info):
    print("started", *info.seats, info.seat, file=LOG, flush=True)

@hookimpl
def game_event(event):
    print("event", event["type"], file=LOG, flush=True)

@hookimpl
def game_finished(result):
    print("finished", result["audit"], file=LOG, flush=True)
"""


def test_plugins_look_on(tmp_path: Path) -> None:
    log = tmp_path / "log"
    (tmp_path / "watcher.py").write_text(OBSERVER.format(log=str(log)), "utf-8")
    options = ("--bots", "1", "--auto", "greedy", "--plugin", str(tmp_path / "watcher.py"), "--rounds", "1", "--json")
    done = process(tmp_path, "play", *options, "--set", "hand_size=3")
    assert done.code == 0, done.err
    lines = log.read_text("utf-8").splitlines()
    assert lines[0].startswith("started ")
    assert lines[-1] == "finished clean"
    events = [line["event"]["type"] for line in of_type(done.lines, "event")]
    assert [line.removeprefix("event ") for line in lines[1:-1]] == events


@pytest.mark.parametrize(
    ("variables", "says"),
    [
        ({"FLIPTABLE_ROUNDS": "1", "FLIPTABLE_TARGET": "100"}, "--rounds and --target"),
        ({"FLIPTABLE_RULES": "flop"}, "flop"),
        ({"FLIPTABLE_SET": "hand_size=5 target=7"}, "target"),
        ({"FLIPTABLE_PLUGIN": "./missing.py"}, "no file"),
        ({"FLIPTABLE_PACE": "slow"}, "--pace"),
    ],
)
def test_every_option_can_stand_in_the_environment(tmp_path: Path, variables: dict[str, str], says: str) -> None:
    done = process(tmp_path, "play", "--json", variables=variables)
    assert (done.code, done.out) == (2, "")
    assert says in done.err


def test_a_silent_peer_is_named_and_comes_back(tmp_path: Path) -> None:
    options = ("--seats", "2", "--ai", "greedy", "--start", "--rounds", "1", "--set", "hand_size=3")
    program, table = opened(tmp_path, *options)
    guest = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "fliptable.cli",
            "join",
            table["addresses"][0],
            *LOCAL,
            "--ai",
            "greedy",
            "--name",
            "Bo",
        ],
        env=environment(tmp_path),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
    )
    with program, guest:
        assert program.stdout
        seen: list[Any] = []
        for text in program.stdout:
            seen.append(json.loads(text))
            if seen[-1]["type"] == "joined" and seen[-1]["seat"] == "Bo":
                guest.send_signal(signal.SIGSTOP)
            if seen[-1]["type"] == "waiting":
                assert seen[-1]["seats"] == ["Bo"]
                guest.send_signal(signal.SIGCONT)
        assert program.wait() == 0
        assert guest.stdout
        theirs = json.loads(guest.stdout.read().splitlines()[-1])
    assert of_type(seen, "back")[0]["seats"] == ["Bo"]
    assert seen[-1]["head"] == theirs["head"]
