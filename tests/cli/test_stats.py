"""`fliptable stats`: whatever was played, the numbers add up; and what is deleted is gone."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fliptable.cli.history import Match, history_file, keep
from fliptable.cli.stats import add_up, as_object, percent, tell

from .command import Command, process
from .matches import matches
from .test_history import some

some_matches = st.lists(matches(), max_size=8)


@given(some_matches)
def test_the_numbers_add_up(found: list[Match]) -> None:
    stats = add_up(found)
    own = [match for match in found if match.own.ai is None]
    assert stats.matches == len(found)
    assert stats.own.matches + stats.unfinished == len(own)
    assert stats.own.matches == stats.own.won + stats.own.lost_to
    assert sum(one.matches for one in (*stats.rules, *stats.auto)) == sum(match.finished for match in found)
    assert sum(one.won for one in stats.rules) == stats.own.won
    assert stats.rounds_won <= stats.rounds
    for one in (*stats.opponents, *stats.ais, *stats.rules):
        assert one.won + one.lost_to <= one.matches <= stats.own.matches
        assert 0 <= one.share <= 1
    # A person is counted once a match, however many seats an AI player has.
    done = [match for match in own if match.finished]
    others = [seat for match in done for at, seat in enumerate(match.seats) if at != match.seat]
    assert sum(one.matches for one in stats.opponents) == sum(seat.ai is None for seat in others)
    assert {one.name for one in stats.ais} == {seat.ai for seat in others if seat.ai}


@given(some_matches, st.booleans())
def test_lines_are_no_wider_than_a_screen(found: list[Match], ascii_only: bool) -> None:
    lines = tell(found, ascii_only=ascii_only)
    assert all(len(line) < 80 for line in lines if line.startswith("  "))
    assert not ascii_only or "".join(lines).isascii()
    assert not found or percent(add_up(found).own.share) in " ".join(lines) or not add_up(found).own.matches


@given(some_matches)
def test_scripts_get_all_there_is(found: list[Match]) -> None:
    values = json.loads(json.dumps(as_object(found)))
    assert len(values["matches"]) == len(found)
    for match, value in zip(found, values["matches"], strict=True):
        assert value["session"] == match.session
        assert [seat["score"] for seat in value["seats"]] == [seat.score for seat in match.seats]
        assert [one["gained"] for one in value["rounds"]] == [list(one.gained) for one in match.rounds]
    assert values["own"]["matches"] == add_up(found).own.matches


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine without a history."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("HOME", str(tmp_path))
    return tmp_path


def test_where_nothing_was_played(command: Command, home: Path) -> None:
    done = command("stats")
    assert (done.code, done.err) == (0, "")
    assert done.out == "No match is in your history yet: fliptable play begins one.\n"
    assert command("stats", "--json").json["matches"] == []
    assert not history_file().exists()


def test_it_is_told_and_forgotten(command: Command, home: Path) -> None:
    keep(some())
    done = command("stats")
    assert done.code == 0
    assert "You finished 1 match and won 1 (100 %)." in done.out
    assert "  steady    1" in done.out
    assert "Ada 64, Bo 0  (flip)" in done.out
    (match,) = command("stats", "--json").json["matches"]
    assert match["seats"][1] == {"name": "Bo", "key": "cd", "ai": "steady", "score": 0, "won": False}
    assert command("stats", "--forget").out.startswith("1 match is forgotten.")
    assert command("stats", "--json").json["matches"] == []


def test_a_broken_file_is_one_sentence(command: Command, home: Path) -> None:
    history_file().parent.mkdir(parents=True)
    history_file().write_bytes(b"nothing of the kind" * 50)
    for more in ((), ("--json",), ("--forget",)):
        done = command("stats", *more)
        assert (done.code, done.out) == (2, "")
        assert "move it away" in done.err
        assert len(done.err.splitlines()) == 1


@pytest.mark.net
def test_an_evening_is_kept_unless_a_script_spent_it(tmp_path: Path) -> None:
    options = ("play", "--auto", "random", "--bots", "1", "--ai", "greedy", "--set", "hand_size=3", "--rules", "quick")
    for more in (("--json",), ("--plain", "--record", str(tmp_path / "a.record"))):
        assert process(tmp_path, *options, *more).code == 0
    verified = process(tmp_path, "verify", str(tmp_path / "a.record"), "--json").json
    (match,) = process(tmp_path, "stats", "--json").json["matches"]
    assert (match["solo"], match["outcome"], match["played"]) == (True, "finished", verified["rounds"])
    assert {seat["name"]: seat["key"] for seat in match["seats"]} == {
        name: key[:16] for name, key in verified["keys"].items()
    }
    assert sorted(seat["ai"] for seat in match["seats"]) == ["greedy", "random"]
    assert match["seats"][match["seat"]]["ai"] == "random"
    assert [sum(one["gained"][at] for one in match["rounds"]) for at in (0, 1)] == [
        seat["score"] for seat in match["seats"]
    ]
    assert match["record"] == str(tmp_path / "a.record")
    assert all(one["proofs"] > 5 for one in match["rounds"])
