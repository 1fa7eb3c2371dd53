"""The command `fliptable arena`: its table, its JSON, one game again, and its page."""

import json
import re
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from fliptable.cli.endings import Exit

from .command import Command, Done, environment, process

BAD = Path(__file__).parent.parent / "plugins" / "bad"
PAGE = (Path(__file__).parents[2] / "docs" / "arena.md").read_text("utf-8")
COMMANDS = re.findall(r"^fliptable (arena .*)$", PAGE, re.MULTILINE)
PROGRAM = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)[0]

FIELDS = {"type", "rules", "seats", "games", "seed", "seconds", "games_per_second", "decisions_per_second"}
_AGREED = {"name", "games", "win_share", "half_width", "rating", "faults", "ms_p50", "ms_p99"}
PLAYER = _AGREED | {"rating_low", "rating_high", "fault_kinds", "forfeits"}


def figures(done: Done) -> dict[str, object]:
    """What a report says, without what the clock had a say in."""
    assert done.code == Exit.DONE, done.err
    found = done.json
    for player in found["players"]:
        del player["ms_p50"], player["ms_p99"]
    return {key: value for key, value in found.items() if "second" not in key}


def test_the_json_is_as_agreed(command: Command) -> None:
    found = command(
        "arena", "steady", "greedy", "--games", "5", "--seats", "3", "--seed", "5", "--jobs", "1", "--json"
    ).json
    assert set(found) == FIELDS | {"players", "statistics", "digest"}
    assert (found["type"], found["rules"], found["seats"], found["games"], found["seed"]) == ("arena", "flip", 3, 6, 5)
    assert [player["name"] for player in found["players"]] == ["steady", "greedy", "steady"]
    assert all(set(player) == PLAYER for player in found["players"])
    assert all(player["games"] == 6 for player in found["players"])
    assert found["players"][0]["rating"] == found["players"][2]["rating"]
    assert set(found["statistics"]) == {"turns", "flips", "points", "ends_dark", "reshuffles"}
    assert re.fullmatch("[0-9a-f]{64}", found["digest"])
    assert found["games_per_second"] > 0


def test_the_table_fits_the_screen(command: Command) -> None:
    done = command("arena", "steady", "greedy", "--games", "4", "--jobs", "1")
    assert done.code == Exit.DONE
    lines = done.out.splitlines()
    assert lines[0] == "4 games of flip, one round each, 2 seats, seed 0"
    rows = [line for line in lines if re.match(r"(steady|greedy) +\d+\.\d%", line)]
    assert len(rows) == 2
    assert max(map(len, lines[:-1])) <= 80
    assert done.err == ""


def test_neither_workers_nor_hash_seeds_change_the_figures(command: Command, tmp_path: Path) -> None:
    options = ("arena", "greedy", "steady", "greedy", "--games", "9", "--seed", "2", "--json")
    first = figures(command(*options, "--jobs", "1"))
    assert figures(command(*options, "--jobs", "2", "--executor", "threads")) == first
    # The process that plays has a seed of its own in any case.
    assert figures(process(tmp_path, *options, "--jobs", "1", variables={"PYTHONHASHSEED": "1"})) == first


def test_executors_by_name(command: Command) -> None:
    options = ("arena", "greedy", "steady", "--games", "4", "--jobs", "1", "--json")
    first = figures(command(*options))
    assert figures(command(*options, "--executor", "processes")) == first
    sys.modules["a_pool"] = sys.modules[__name__]
    assert figures(command(*options, "--executor", "a_pool:make")) == first


def make() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(1)


def test_a_game_is_a_round_unless_somebody_says_otherwise(command: Command) -> None:
    line = "arena", "greedy", "steady", "--games", "2", "--jobs", "1"
    assert "one round each" in command(*line, "--rules", "classic").out
    assert "3 rounds each" in command(*line, "--rounds", "3").out
    assert "to 100 points each" in command(*line, "--set", "match=points", "--set", "target=100").out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("a", "steady"), "There is no player called a."),
        (("steady", "greedy", "random", "--seats", "2"), "3 players do not fit on 2 seats: raise --seats"),
        (("steady",), "1 at a table is not possible: 2 to 10 play"),
        (("steady", "greedy", "--games", "0"), "0 games are none"),
        (("steady", "greedy", "--jobs", "0"), "--jobs 0 is not possible"),
        (("steady", "greedy", "--nodes", "0"), "--nodes 0 is not possible"),
        (("steady", "greedy", "--executor", "nowhere"), "--executor nowhere is none: write threads, processes"),
        (("steady", "greedy", "--executor", "json:nothing"), "--executor json:nothing cannot be loaded"),
        (("steady", "greedy", "--executor", "json:JSONDecoder"), "is a JSONDecoder and no concurrent.futures.Executor"),
        (("steady", "greedy", "--trace"), "--trace is for one game: say which by --only GAME."),
        (("steady", "greedy", "--games", "4", "--only", "5"), "--only 5 is not possible: there are games 1 to 4."),
        (("greedy", "greedy", "--only", "1", "--before", "9999"), "--before 9999 is not possible: game 1 has moves 1"),
        (("steady", "greedy", "--resume", "."), ". cannot be used to resume"),
        (("steady", "greedy", "--rounds", "2", "--target", "100"), "--rounds and --target exclude each other"),
    ],
)
def test_wrong_use_is_a_sentence(command: Command, arguments: tuple[str, ...], words: str) -> None:
    done = command("arena", *arguments)
    assert done.code == Exit.MISUSE
    assert words in done.err
    assert len(done.err.splitlines()) == 1
    assert done.out == ""


def test_an_executor_that_exits_is_a_sentence(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "exiting_executor.py").write_text("raise SystemExit(0)\n", "utf-8")
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    done = command("arena", "steady", "greedy", "--executor", "exiting_executor:x")
    assert (done.code, done.out) == (Exit.MISUSE, "")
    assert "--executor exiting_executor:x cannot be loaded (SystemExit: 0)" in done.err


def test_faults_are_told_and_are_an_exit_code_for_the_strict(command: Command) -> None:
    line = "arena", "raising", "greedy", "--games", "2", "--jobs", "1", "--plugin", str(BAD / "raising.py")
    done = command(*line)
    assert done.code == Exit.DONE
    assert "game 1: raising failed: ValueError: it is too hot (raising.py, line 8); strike 1 of 3." in done.out
    strict = command(*line, "--strict", "--json")
    assert strict.code == Exit.REFUSED
    assert strict.json["players"][0]["fault_kinds"] == {"raised": 6}
    assert strict.json["players"][0]["faults"] == 6
    assert command("arena", "greedy", "greedy", "--games", "2", "--jobs", "1", "--strict").code == Exit.DONE


# ---- one game again

BOT = """
import sys

def choose(view):
    print("I hold", len(view.hand), "cards")
    if len(view.hand) == 6 and "slip" not in vars(sys):
        sys.slip = True
        raise KeyError("slipped")
    return view.legal[0]
"""


def test_a_game_again_with_the_players_own_prints(command: Command, tmp_path: Path) -> None:
    (tmp_path / "chatty.py").write_text(BOT)
    line = "arena", "chatty", "greedy", "--plugin", str(tmp_path / "chatty.py"), "--seed", "4", "--games", "4"
    done = command(*line, "--only", "3", "--trace")
    assert done.code == Exit.DONE
    assert "I hold 7 cards" in done.out
    assert 'raise KeyError("slipped")' in done.err
    assert "strike 1 of 3" in done.out
    moves = re.findall(r"^ *(\d+)  ([AB]) (chatty|greedy) +(\w+)", done.out, re.MULTILINE)
    assert [int(number) for number, *_ in moves] == list(range(1, len(moves) + 1))
    assert {(seat, name) for _, seat, name, _ in moves} == {("A", "chatty"), ("B", "greedy")}
    assert re.search(rf"Game 3: won by . \w+ after {len(moves)} moves", done.out)


def test_who_leaves_the_debugger_leaves_the_game(tmp_path: Path) -> None:
    (tmp_path / "stopping.py").write_text("def choose(view):\n    breakpoint()\n    return view.legal[0]\n")
    line = "arena", "stopping", "greedy", "--plugin", str(tmp_path / "stopping.py"), "--only", "1", "--trace"
    done = process(tmp_path, *line, stdin="p len(view.hand)\nq\n")
    assert done.code == Exit.INTERRUPTED
    assert "(Pdb) 7" in done.out
    assert "strike" not in done.out
    assert "BdbQuit" not in done.err


def test_the_game_again_is_the_game_of_the_tournament(command: Command, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    line = "arena", "steady", "greedy", "steady", "--games", "6", "--seed", "7"
    command(*line, "--jobs", "1", "--resume", str(file))
    games = {game["game"]: game for game in map(json.loads, file.read_text().splitlines()[1:])}
    assert set(games) == set(range(1, 7))
    for number in (1, 2, 6):
        (again,) = command(*line, "--only", str(number), "--json").lines
        assert {key: again[key] for key in ("digest", "players", "winners")} == {
            key: games[number][key] for key in ("digest", "players", "winners")
        }


def test_a_trace_for_scripts(command: Command) -> None:
    *moves, last = command("arena", "steady", "greedy", "--games", "2", "--only", "2", "--trace", "--json").lines
    assert {move["type"] for move in moves} == {"move"}
    assert [move["number"] for move in moves] == list(range(1, len(moves) + 1))
    assert (last["type"], last["game"], last["players"]) == ("game", 2, ["greedy", "steady"])


def test_the_position_before_a_move_is_one_that_others_read(command: Command) -> None:
    line = "arena", "steady", "greedy", "--games", "2", "--only", "1"
    *moves, _ = command(*line, "--trace", "--json").lines
    done = command(*line, "--before", "5")
    assert done.code == Exit.DONE
    fifth = moves[4]
    found = command("position", "-", f"{fifth['seat']} {fifth['move']}", "--json", stdin=done.out)
    assert found.code == Exit.DONE
    sixth = moves[5]
    assert found.json["to_act"] == [sixth["seat"]]
    assert found.json["position"]["rules"] == "quick"


def test_a_lost_game_is_named_with_the_command_that_shows_it(command: Command) -> None:
    line = "arena", "random", "steady", "--games", "4", "--seed", "1", "--jobs", "1"
    done = command(*line)
    *_, lost, last = done.out.splitlines()
    assert re.fullmatch(r"random lost game \d\. To look on:", lost)
    words = last.removeprefix("  fliptable ").split()
    again = command(*words)
    assert again.code == Exit.DONE
    assert re.search(r"won by [AB] steady", again.out)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="there is no such signal to send")
def test_a_tournament_that_is_interrupted_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    line = [sys.executable, "-m", "fliptable.cli", "arena", "steady", "greedy", "--seed", "1", "--jobs", "2", "--json"]
    running = subprocess.Popen(
        [*line, "--games", "100000", "--resume", str(file)],
        env=environment(tmp_path),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline and (not file.exists() or len(file.read_bytes().splitlines()) < 300):
        time.sleep(0.05)
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=10)
    assert (running.returncode, out) == (Exit.INTERRUPTED, "")
    assert err.endswith(f"What is played stands in {file}: the same command goes on from there.\n")
    assert "Traceback" not in err
    done = len(file.read_bytes().splitlines()) - 1
    whole = process(tmp_path, *line[3:], "--games", str(done))
    again = process(tmp_path, *line[3:], "--games", str(done), "--resume", str(file))
    assert figures(again) == figures(whole)


# ---- the page


@pytest.mark.parametrize("line", COMMANDS)
def test_what_the_page_says_runs(command: Command, line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    words = line.partition(" > ")[0].split()
    if "--only" not in words:
        words += ["--games", "4", "--jobs", "1"]
    assert command(*words).code == Exit.DONE


def test_the_table_of_the_page_is_what_is_printed(command: Command) -> None:
    shown = PAGE.partition("```\n200 games")[2].partition("\n```")[0].splitlines()
    printed = command("arena", "steady", "greedy", "--games", "200").out.splitlines()

    def shape(line: str) -> str:
        return re.sub(r"\d", "0", line)

    assert shape("200 games" + shown[0]) == shape(printed[0])
    assert [shape(line) for line in shown[1:3]] == [shape(line) for line in printed[1:3]]


def test_the_program_of_the_page_runs(tmp_path: Path) -> None:
    file = tmp_path / "tournament.py"
    file.write_text(PROGRAM)
    done = subprocess.run(
        [sys.executable, str(file)], env=environment(tmp_path), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert [line.split()[0] for line in done.stdout.splitlines()[:2]] == ["steady", "greedy"]
