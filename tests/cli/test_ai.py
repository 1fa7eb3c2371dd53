"""`fliptable ai ...`: asking a player, by the words and codes that scripts see."""

import json
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fliptable.core.position import position
from fliptable.plugins.kit import ITEMS

from .command import Command, Done
from .games import random_game

PLAYERS = Path(__file__).parents[1] / "plugins"
TABLE: dict[str, Any] = {
    "rules": "flip",
    "seats": ["A", "Bo", "C"],
    "turn": "Bo",
    "hands": {"A": ["r5/t8"], "Bo": ["g4/u6", "b1/t1", "W/p2"], "C": ["g1/o1", "?/o5"]},
    "draw": ["y2/p2", "?/?"],
    "discard": ["b2/o8", "b5/p9"],
    "catchable": ["A"],
}
"""Bo's steady catches A first, and C may do so out of turn."""


def ask(command: Command, *arguments: str, **changes: Any) -> Done:
    """Ask a player about `TABLE`, read from standard input."""
    return command("ai", "ask", arguments[0], "-", *arguments[1:], stdin=json.dumps({**TABLE, **changes}))


def test_the_seat_to_act_is_asked(command: Command) -> None:
    done = ask(command, "steady", "--json", catchable=[])
    assert (done.code, done.err) == (0, "")
    assert done.json == {"seat": "Bo", "move": "play b1"}
    assert ask(command, "steady", catchable=[]).out == "Bo play b1\n"


def test_another_seat_is_asked_by_its_name(command: Command) -> None:
    assert ask(command, "steady", "--seat", "c", "--json").json == {"seat": "C", "move": "catch A"}
    patient = str(PLAYERS / "good" / "patient.py")
    assert ask(command, "patient", "--plugin", patient, "--seat", "C").out == "C does nothing now.\n"
    assert ask(command, "patient", "--plugin", patient, "--seat", "C", "--json").json == {"seat": "C", "move": None}


def test_what_it_answers_can_be_played(command: Command) -> None:
    text = json.dumps({**TABLE, "catchable": []})
    move = ask(command, "greedy", catchable=[]).out.strip()
    assert command("position", "-", move, stdin=text).code == 0


def test_a_file_is_read_and_an_opening_goes_on_by_itself(command: Command, tmp_path: Path) -> None:
    file = tmp_path / "opening.json"
    values = {**TABLE, "phase": "opening", "discard": [], "draw": ["y3/o1", "b7/t1"], "dealer": "A", "catchable": []}
    file.write_text(json.dumps({**values, "turn": "A"}), "utf-8")
    assert command("ai", "ask", "steady", str(file), "--json").json == {"seat": "Bo", "move": "play b1"}


def test_the_same_seed_asks_the_same_player(command: Command) -> None:
    def asked(seed: int) -> str:
        return ask(command, "random", "--seed", str(seed)).out

    assert [asked(seed) for seed in range(8)] == [asked(seed) for seed in range(8)]
    assert len({asked(seed) for seed in range(8)}) > 1


@pytest.mark.parametrize(
    ("arguments", "changes", "code", "says"),
    [
        (["nobody"], {}, 2, "There is no player called nobody."),
        (["steady:depth=2"], {}, 2, "The player steady has no option depth."),
        (["steady", "--seat", "Dora"], {}, 2, "There is no seat Dora in this position: choose A, Bo or C."),
        (["steady", "--seat", "C"], {"catchable": []}, 2, "C has no move there: choose another seat by --seat."),
        (["steady"], {"hands": 7}, 2, "This position cannot be read: "),
        (["steady"], {"phase": "opening", "discard": [], "draw": ["?/?"]}, 2, "The first card cannot be turned up"),
        (["steady"], {"hands": {"A": [], "Bo": ["b1/t1"], "C": ["g1/o1"]}, "phase": "over"}, 2, "is over"),
        (["raising", "--plugin", str(PLAYERS / "bad" / "raising.py")], {}, 3, "raising failed: "),
        (["illegal", "--plugin", str(PLAYERS / "bad" / "illegal.py")], {}, 3, "illegal answered a move that is not"),
        (["exiting_process", "--plugin", str(PLAYERS / "bad" / "exiting_process.py")], {}, 3, "process with code 7"),
    ],
)
def test_what_cannot_be_asked_is_one_sentence(
    command: Command, arguments: list[str], changes: dict[str, Any], code: int, says: str
) -> None:
    done = ask(command, *arguments, **changes)
    assert (done.code, done.out) == (code, "")
    assert says in done.err
    assert len(done.err.splitlines()) == 1
    assert "strike" not in done.err


def test_a_check_is_a_line_an_item(command: Command) -> None:
    done = command("ai", "check", str(PLAYERS / "bad" / "illegal.py"))
    assert (done.code, done.err) == (3, "")
    assert [line.split()[1] for line in done.out.splitlines()] == list(ITEMS)
    (failed,) = [line for line in done.out.splitlines() if line.startswith("FAILED")]
    assert failed.startswith("FAILED   legal       illegal answered a move that is not legal (Catch)")


def test_scripts_get_a_check_in_one_value(command: Command) -> None:
    done = command("ai", "check", str(PLAYERS / "bad" / "noisy.py"), "--json")
    assert (done.code, done.err) == (3, "")
    assert (done.json["type"], done.json["ok"]) == ("check", False)
    (player,) = done.json["players"]
    assert (player["player"], player["ok"]) == ("noisy", False)
    found = {item["item"]: item["ok"] for item in player["items"]}
    assert list(found) == list(ITEMS)
    assert (found["legal"], found["quiet"], found["repeats"]) == (True, False, None)


@pytest.mark.slow
def test_a_player_that_passes_ends_with_code_0(command: Command) -> None:
    done = command("ai", "check", "first", "--plugin", str(PLAYERS / "good" / "club.py"), "--json")
    assert (done.code, done.err) == (0, "")
    assert {key: done.json[key] for key in ("type", "target", "ok")} == {"type": "check", "target": "first", "ok": True}
    (player,) = done.json["players"]
    assert (player["player"], player["ok"]) == ("first", True)
    assert [(item["item"], item["ok"]) for item in player["items"]] == [(item, True) for item in ITEMS]
    assert command("ai", "check", "nobody", "--json").json["players"][0]["ok"] is False


@pytest.mark.slow
def test_each_player_of_a_file_has_its_own_lines(command: Command) -> None:
    done = command("ai", "check", str(PLAYERS / "good" / "club.py"))
    assert done.code == 0
    assert [line for line in done.out.splitlines() if line.endswith(":")] == ["first:", "nth:"]
    assert done.out.count("\n") == 2 * (1 + len(ITEMS))


def test_a_new_package_is_written_and_said_so(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = command("ai", "new", "mybot")
    assert (done.code, done.err) == (0, "")
    assert done.out.splitlines()[0] == "fliptable-mybot is written. What to do next:"
    assert (tmp_path / "fliptable-mybot" / "pyproject.toml").is_file()
    for name, says in (
        ("mybot", "There is a folder fliptable-mybot already: choose another name."),
        ("steady", "There is a player called steady already: choose another name."),
        ("My Bot", "My Bot cannot be a player's name"),
    ):
        done = command("ai", "new", name)
        assert (done.code, done.out) == (2, "")
        assert says in done.err
        assert len(done.err.splitlines()) == 1
    assert [entry.name for entry in tmp_path.iterdir()] == ["fliptable-mybot"]


@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(0, 10_000), st.integers(2, 5))
def test_any_position_that_is_printed_can_be_asked_about(command: Command, seed: int, seats: int) -> None:
    chance = random.Random(seed)
    *_, (table, _) = random_game(chance, seats, chance.randrange(30))
    text = json.dumps(position(table))
    done = command("ai", "ask", "steady", "-", "--json", stdin=text)
    if table.over:
        assert done.code == 2
    else:
        move = f"{done.json['seat']} {done.json['move']}"
        assert command("position", "-", move, "--json", stdin=text).code == 0
