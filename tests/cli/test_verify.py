"""`fliptable verify`: what it says of a record, and the bar that a person sees while it works."""

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TextIO

import pytest

from fliptable.cli import progress
from fliptable.cli.progress import Bar
from fliptable.cli.troubles import tell_fault

from .command import Command, environment, process


@contextmanager
def screen() -> Generator[tuple[TextIO, Callable[[], str]]]:
    """A stream that is a terminal, and what reads all that is on it so far."""
    keyboard, name = os.openpty()
    read = bytearray()

    def watch() -> None:
        # Somebody has to read, or whoever writes waits; at the end of a terminal Linux raises.
        with suppress(OSError):
            while data := os.read(keyboard, 4096):
                read.extend(data)

    watcher = threading.Thread(target=watch)
    watcher.start()

    def shown() -> str:
        """What came since it was asked last, and a moment of patience with the terminal."""
        time.sleep(0.1)
        text = read.decode()
        read.clear()
        return text

    with os.fdopen(name, "w") as stream:
        yield stream, shown
    watcher.join(5)
    os.close(keyboard)


@pytest.fixture
def eager(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is too quick for a bar."""
    monkeypatch.setattr(progress, "PATIENCE_SECONDS", 0.0)
    monkeypatch.setenv("TERM", "xterm")


@pytest.mark.usefixtures("eager")
def test_a_bar_shows_how_far_it_is_and_goes_again(monkeypatch: pytest.MonkeyPatch) -> None:
    with screen() as (stream, shown):
        monkeypatch.setattr("sys.stderr", stream)
        with Bar("Checking") as bar:
            assert shown() == ""
            bar(1, 4)
            bar(2, 4)
            told = shown()
            assert "Checking" in told
            assert "25%" in told
            assert "50%" not in told  # too soon
            bar(3, 4)
            bar(4, 4)
            told = shown()
            assert "75%" in told
            assert "100%" in told
        wiped = shown()
        assert wiped.endswith("\x1b[2K")
        assert "\x1b[?25h" in wiped  # the cursor is back


@pytest.mark.usefixtures("eager")
@pytest.mark.parametrize("terminal", ["dumb", "unknown"])
def test_a_terminal_that_cannot_wipe_a_line_sees_none(monkeypatch: pytest.MonkeyPatch, terminal: str) -> None:
    monkeypatch.setenv("TERM", terminal)
    with screen() as (stream, shown):
        monkeypatch.setattr("sys.stderr", stream)
        with Bar("Checking") as bar:
            bar(1, 4)
        assert shown() == ""


def test_what_is_done_at_once_shows_no_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    with screen() as (stream, shown):
        monkeypatch.setattr("sys.stderr", stream)
        with Bar("Checking") as bar:
            bar(4, 4)
        assert shown() == ""


@pytest.mark.parametrize("stderr", ["2>file", "2>&-"])
def test_where_nobody_looks_nothing_is_written_nor_loaded(tmp_path: Path, stderr: str) -> None:
    code = (
        "import sys; from fliptable.cli import progress; progress.PATIENCE_SECONDS = 0\n"
        "with progress.Bar('Checking') as bar: bar(1, 2)\n"
        "print('rich' in sys.modules)"
    )
    done = subprocess.run(
        ["bash", "-c", f'"$0" -c "$1" {stderr}', sys.executable, code],
        env=environment(tmp_path, TERM="xterm"),
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=30,
        check=True,
    )
    assert done.stdout == "False\n"
    assert [file.read_bytes() for file in tmp_path.glob("file")] in ([], [b""])


def test_help_says_what_a_record_cannot_prove(command: Command) -> None:
    assert "not who the people were" in " ".join(command("verify", "-h").out.split())


def test_what_is_no_record_has_no_keys(command: Command, tmp_path: Path) -> None:
    file = tmp_path / "no.record"
    file.write_bytes(b"fliptable record 1\n")
    done = command("verify", str(file))
    assert (done.code, done.err) == (3, "")
    assert done.out == f"{file} does not hold.\nThe charter is missing (no-charter).\n"


def test_a_wrong_signature_in_a_file_is_nobodys_fault() -> None:
    assert tell_fault("Bo", "signature") == "The signature of a letter is wrong: it is one of Bo (signature)."


@pytest.mark.net
@pytest.mark.usefixtures("eager")
def test_a_match_is_checked_before_the_eyes_of_a_person(
    tmp_path: Path, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = tmp_path / "match.record"
    options = ("--bots", "1", "--auto", "greedy", "--rounds", "1", "--set", "hand_size=3", "--json")
    played = process(tmp_path, "play", *options, "--record", str(record))
    assert played.code == 0, played.err
    with screen() as (stream, shown):
        monkeypatch.setattr("sys.stderr", stream)
        done = command("verify", str(record))
        bar = shown()
        as_json = command("verify", str(record), "--json")
    assert (done.code, as_json.code) == (0, 0)
    assert "Checking" in bar
    assert "100%" in bar
    assert "\x1b" not in done.out + as_json.out
    assert set(as_json.json) == {
        *("type", "ok", "complete", "slots", "rounds", "keys", "faults", "audit", "head"),
    }
    for name, key in as_json.json["keys"].items():
        assert f"  {name}: key {key[:16]}, " in done.out
    assert done.out.endswith(
        "\nA record proves what was played with these keys, not who the people were that held them.\n"
    )
