"""Games that one can come back to: found by their table, held by one program, gone when they are over."""

from __future__ import annotations

import os
import secrets
import stat
import time
from pathlib import Path

import pytest

from fliptable.cli import journals
from fliptable.cli.endings import Exit, Stop
from fliptable.cli.journals import JournalFile, find_journal
from fliptable.core.rules import PRESETS
from fliptable.p2p.identity import Identity
from fliptable.p2p.session import Session

from .command import Command

RULES = PRESETS["quick"]


def played(table: str) -> list[bytes]:
    """What one of two peers has to keep of a table that has just begun, piece by piece."""
    keys = [Identity.generate(secrets.token_bytes) for _ in range(2)]
    table_id = secrets.token_bytes(16)
    about = {"called": table, "rules": RULES, "wanted": 2, "now": 0.0}
    one = Session.open(keys[0], table_id, "Ada", ("10.0.0.1:27112",), secrets.token_bytes, **about)  # pyright: ignore[reportArgumentType]
    other = Session.join(keys[1], table_id, "Bo", ("10.0.0.2:27112",), secrets.token_bytes, now=0.0)
    kept: list[bytes] = []
    one.linked(keys[1].public, 0.0)
    other.linked(keys[0].public, 0.0)
    one.ready(0.0)
    other.ready(0.0)
    while one.referee is None or other.referee is None:
        for source, target, key in ((one, other, keys[0]), (other, one, keys[1])):
            outbox, source.outbox = source.outbox, []
            for _, data in outbox:
                target.receive(key.public, data, 0.0)
        kept += one.journaled
        one.journaled.clear()
    return kept


def keep(table: str) -> JournalFile:
    file = JournalFile()
    for entry in played(table):
        file.write(entry, True)
    return file


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path / "fliptable" / "journals"


def test_a_game_is_kept_for_its_owner_alone_and_goes_when_it_is_over(folder: Path) -> None:
    file = keep("Kitchen")
    (path,) = folder.iterdir()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    (kept,) = journals.journals()
    assert (kept.table, kept.names, kept.addresses, kept.busy) == ("Kitchen", ("Bo",), ("10.0.0.2:27112",), True)
    assert abs(kept.when - time.time()) < 60
    file.close(over=False)
    assert not journals.journals()[0].busy
    taken, journal = JournalFile.take(find_journal("kitchen"))
    assert journal.name == "Ada"
    taken.close(over=True)
    assert not list(folder.iterdir())
    assert journals.journals() == []


def test_two_programs_do_not_play_one_game(folder: Path) -> None:
    file = keep("Kitchen")
    with pytest.raises(Stop, match="go on there") as stop:
        JournalFile.take(find_journal(None))
    assert stop.value.code == Exit.REFUSED
    file.close(over=True)


def test_another_match_at_the_table_begins_another_journal(folder: Path) -> None:
    file = keep("Kitchen")
    for entry in played("Kitchen"):
        file.write(entry, True)
    file.close(over=False)
    assert [kept.table for kept in journals.journals()] == ["Kitchen"]
    assert len(list(folder.iterdir())) == 1


def test_a_torn_end_is_cut_away_before_anything_is_added(folder: Path) -> None:
    keep("Kitchen").close(over=False)
    (path,) = folder.iterdir()
    whole = path.read_bytes()
    path.write_bytes(whole + b"\0\0\1")
    file, _ = JournalFile.take(path)
    file.write(b"more", False)
    file.close(over=False)
    assert path.read_bytes() == whole + b"more"


def test_which_game_is_meant_is_asked(folder: Path) -> None:
    with pytest.raises(Stop) as none:
        find_journal(None)
    assert none.value.code == Exit.UNREACHED
    for table in ("Kitchen", "Garden"):
        keep(table).close(over=False)
    with pytest.raises(Stop, match=r"Kitchen|Garden") as stop:
        find_journal(None)
    assert stop.value.code == Exit.MISUSE
    garden, _ = JournalFile.take(find_journal("Garden"))
    garden.close(over=True)
    assert [kept.table for kept in journals.journals()] == ["Kitchen"]
    with pytest.raises(Stop, match="Cellar"):
        find_journal("Cellar")


def test_what_nobody_came_back_to_for_a_week_goes(folder: Path) -> None:
    keep("Kitchen").close(over=False)
    (path,) = folder.iterdir()
    old = time.time() - journals.KEPT_SECONDS - 10
    os.utime(path, (old, old))
    assert journals.journals() == []
    assert not path.exists()


def test_without_room_on_the_disk_the_game_goes_on_and_no_old_journal_stays(folder: Path) -> None:
    file = JournalFile()
    entries = played("Kitchen")
    file.write(entries[0], True)
    (path,) = folder.iterdir()
    path.unlink()
    path.symlink_to("/dev/full")
    full = JournalFile()
    full.__dict__.update(_path=path, _file=path.open("r+b", buffering=0))
    full.write(entries[1], True)
    assert "come back" in full.trouble
    assert not path.exists()
    full.write(entries[1], True)
    file.close(over=True)


def test_the_command_says_what_is_wrong(folder: Path, command: Command) -> None:
    done = command("join", "--resume", "--ai", "greedy")
    assert (done.code, done.out, len(done.err.splitlines())) == (4, "", 1)
    folder.mkdir(parents=True)
    (folder / "x.journal").write_bytes(b"no journal")
    assert command("join", "--resume", "--ai", "greedy").code == 4
    keep("Kitchen").close(over=False)
    done = command("join", "--resume", "--ai", "greedy", "--wait", "-1")
    assert (done.code, done.out) == (2, "")
