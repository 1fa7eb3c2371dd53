"""Keys and records on this machine."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from fliptable.cli import settings
from fliptable.cli.endings import Stop
from fliptable.cli.folders import data_folder
from fliptable.cli.wishes import RecordFile, Wishes, bot_names
from fliptable.core.notation import is_seat_name


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("HOME", str(tmp_path))
    yield
    settings.let_go()


def keys() -> list[str]:
    return sorted(path.name for path in data_folder().glob("*.pem"))


def test_a_key_is_made_once_and_kept() -> None:
    first, remark = settings.own_identity()
    assert remark == ""
    (path,) = data_folder().glob("*.pem")
    assert path.stat().st_mode & 0o777 == 0o600
    settings.let_go()
    again, _ = settings.own_identity()
    assert again.public == first.public


def test_two_programs_have_two_keys() -> None:
    first, _ = settings.own_identity()
    second, _ = settings.own_identity()
    assert first.public != second.public
    assert keys() == ["identity-2.pem", "identity.pem"]


def test_loose_permissions_are_tightened() -> None:
    settings.own_identity()
    (path,) = data_folder().glob("*.pem")
    settings.let_go()
    path.chmod(0o644)
    settings.own_identity()
    assert path.stat().st_mode & 0o777 == 0o600


def test_a_key_that_cannot_be_read_is_not_overwritten() -> None:
    folder = data_folder()
    folder.mkdir(parents=True)
    (folder / "identity.pem").write_text("nonsense", "utf-8")
    with pytest.raises(Stop) as stopped:
        settings.own_identity()
    assert stopped.value.code == 2
    assert "move it away" in stopped.value.sentence
    assert (folder / "identity.pem").read_text("utf-8") == "nonsense"


def test_where_nothing_can_be_kept_the_game_goes_on(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file where a folder should be", "utf-8")
    identity, remark = settings.own_identity()
    assert len(identity.public) == 32
    assert "cannot be kept" in remark


def test_records(tmp_path: Path) -> None:
    record = RecordFile(str(tmp_path / "some.record"))
    record.write(b"one")
    record.close()
    assert (tmp_path / "some.record").read_bytes() == b"one"
    with pytest.raises(Stop):
        RecordFile(str(tmp_path / "some.record"))
    with pytest.raises(Stop):
        RecordFile(str(tmp_path / "missing" / "some.record"))
    empty = RecordFile(str(tmp_path / "empty.record"))
    empty.close()
    assert not (tmp_path / "empty.record").exists()
    kept = RecordFile(None, kept=True)
    kept.write(b"two")
    kept.close()
    (path,) = (data_folder() / "records").iterdir()
    assert path.read_bytes() == b"two"
    nothing = RecordFile(None)
    nothing.write(b"three")
    nothing.close()


def test_names() -> None:
    assert Wishes(name="Zoë von Stein").nickname() == "ZoevonStein"
    assert is_seat_name(Wishes(name="draw").nickname())
    assert is_seat_name(Wishes().nickname())
    names = bot_names("bo", 9)
    assert len(set(names)) == 9
    assert "Bo" not in names
