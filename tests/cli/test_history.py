"""The history: what is written is read, two programs write at once, and a broken file costs a remark only."""

import sqlite3
import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fliptable.cli.history import BadHistory, Match, Round, Seat, forget, keep, read

from .matches import matches

WRITER = """
import sys
from pathlib import Path
from fliptable.cli.history import Match, Seat, keep
for number in range(20):
    seats = (Seat("Ada", "ab", None, 5, True), Seat("Bo", "cd", "steady", 0, False))
    session = f"{sys.argv[2]}-{number}"
    match = Match(session, number, False, "T", "flip", "00", 0, seats, (), "finished", 1, 2.0, "clean", 0, None)
    remark = keep(match, Path(sys.argv[1]))
    assert not remark, remark
"""


@given(found=st.lists(matches(), max_size=4, unique_by=lambda match: (match.session, match.seat)))
def test_what_is_kept_is_read(tmp_path_factory: pytest.TempPathFactory, found: list[Match]) -> None:
    path = tmp_path_factory.mktemp("history") / "history.db"
    for match in found:
        assert keep(match, path) == ""
    assert read(path) == sorted(found, key=lambda match: match.at)


def some(session: str = "ab") -> Match:
    seats = (Seat("Ada", "ab", None, 64, True), Seat("Bo", "cd", "steady", 0, False))
    rounds = (Round(1, 0, False, (64, 0), 2, "clean", 31),)
    return Match(session, 7, False, "T", "flip", "00", 0, seats, rounds, "finished", 1, 2.0, "clean", 0, None)


def test_a_match_that_went_on_is_one_match(tmp_path: Path) -> None:
    path = tmp_path / "history.db"
    first = replace(some(), outcome="left", rounds=())
    assert keep(first, path) == keep(some(), path) == keep(some("cd"), path) == ""
    assert read(path) == [some(), some("cd")]
    # And the other seat of it, of another program of the same person, is another.
    other = replace(some(), seat=1)
    keep(other, path)
    assert other in read(path)
    assert len(read(path)) == 3


def test_two_programs_write_at_once(tmp_path: Path) -> None:
    path = tmp_path / "new" / "history.db"
    programs = [subprocess.Popen([sys.executable, "-c", WRITER, str(path), name]) for name in "abc"]
    assert [program.wait(60) for program in programs] == [0, 0, 0]
    assert len(read(path)) == 60


def test_a_file_that_is_none_costs_a_remark(tmp_path: Path) -> None:
    path = tmp_path / "history.db"
    path.write_bytes(b"not a database at all" * 100)
    remark = keep(some(), path)
    assert str(path) in remark
    assert len(remark.splitlines()) == 1
    with pytest.raises(BadHistory, match="move it away"):
        read(path)
    with pytest.raises(BadHistory, match="move it away"):
        forget(path)
    assert path.read_bytes().startswith(b"not a database")


def test_a_folder_that_is_none_costs_a_remark(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file", "utf-8")
    assert "cannot be written" in keep(some(), tmp_path / "data" / "history.db")


def test_a_newer_file_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "history.db"
    keep(some(), path)
    with sqlite3.connect(path) as database:
        database.execute("PRAGMA user_version = 99")
    database.close()
    assert "newer fliptable" in keep(some("cd"), path)
    with pytest.raises(BadHistory, match="newer fliptable"):
        read(path)


def test_a_locked_file_costs_a_remark(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fliptable.cli.history.PATIENCE_SECONDS", 0.05)
    path = tmp_path / "history.db"
    keep(some(), path)
    holder = sqlite3.connect(path, isolation_level=None)
    holder.execute("BEGIN EXCLUSIVE")
    assert "locked" in keep(some("cd"), path)
    holder.execute("ROLLBACK")
    holder.close()
    assert keep(some("cd"), path) == ""


def test_it_can_be_forgotten(tmp_path: Path) -> None:
    path = tmp_path / "history.db"
    assert forget(path) == 0
    assert not path.exists()
    keep(replace(some(), table="Kitchen table"), path)
    keep(some("cd"), path)
    assert forget(path) == 2
    assert read(path) == []
    assert b"Kitchen" not in path.read_bytes()


@pytest.mark.parametrize(
    "harm",
    [
        "UPDATE rounds SET gained = '5'",
        "UPDATE rounds SET gained = 'null'",
        "UPDATE rounds SET gained = ''",
        "UPDATE rounds SET gained = x'ff'",
        "UPDATE rounds SET gained = replace(hex(zeroblob(50000)), '0', '[')",
        "UPDATE rounds SET winner = 'Ada'",
        "UPDATE seats SET name = x'ff00'",
        "UPDATE seats SET score = 'many'",
        "UPDATE matches SET seat = 2",
        "UPDATE matches SET seat = -1",
        "UPDATE matches SET at = 'today'",
        "DELETE FROM seats",
        "ALTER TABLE rounds DROP COLUMN proofs",
        "ALTER TABLE matches DROP COLUMN rules",
        "PRAGMA user_version = -1",
    ],
)
def test_a_file_with_something_else_in_it_is_refused_in_a_sentence(tmp_path: Path, harm: str) -> None:
    path = tmp_path / "history.db"
    keep(some(), path)
    with closing(sqlite3.connect(path)) as database, database:
        database.execute(harm)
    with pytest.raises(BadHistory, match=r"^[^\n]+\.$"):
        read(path)
