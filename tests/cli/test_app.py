"""The command line itself: help, versions, what is imported, how it ends."""

import subprocess
import sys
from pathlib import Path

import pytest

from fliptable.cli.app import run

from .command import Command, environment, process

COMMANDS = (
    *("play", "tutorial", "open", "join", "watch", "tables", "position", "rules", "verify", "replay", "stats", "arena"),
)


def test_help_answers_everywhere(command: Command) -> None:
    for words in ((), *((name,) for name in COMMANDS)):
        for flag in ("-h", "--help"):
            done = command(*words, flag)
            assert (done.code, done.err) == (0, "")
            assert done.out.startswith("Usage: fliptable")


@pytest.mark.parametrize("name", [*COMMANDS, "ai list", "ai ask", "ai check", "ai new", "config show"])
def test_help_names_what_an_option_takes_and_no_type_of_python(command: Command, name: str) -> None:
    options = command(*name.split(), "-h").out.partition("Options:")[2]
    assert "--" in options
    assert "<" not in options
    assert "TEXT" not in options


def test_help_lists_what_there_is_and_no_more(command: Command) -> None:
    out = command("-h").out
    listed = [line.split()[0] for line in out.partition("Commands:")[2].splitlines() if line.startswith("  ")]
    assert [word for word in listed if word.islower()] == [*COMMANDS, "ai", "config"]
    assert len(out.splitlines()) <= 24


def test_version_is_one_line(command: Command) -> None:
    done = command("--version")
    assert done.code == 0
    assert done.out.startswith("fliptable ")
    assert "protocol 1" in done.out
    assert "Python 3." in done.out
    assert len(done.out.splitlines()) == 1


@pytest.mark.parametrize("arguments", [["--version"], ["--help"], ["rules"], ["position", "-h"]])
def test_start_up_loads_neither_network_nor_screen(tmp_path: Path, arguments: list[str]) -> None:
    code = (
        "import sys; from fliptable.cli.app import run; run(sys.argv[1:]); "
        "print(sorted({name.partition('.')[0] for name in sys.modules}), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        env=environment(tmp_path),
        capture_output=True,
        text=True,
        timeout=30,
        check=True,
    )
    loaded = done.stderr
    for name in ("textual", "rich", "zeroconf", "nacl", "cryptography", "pluggy"):
        assert f"'{name}'" not in loaded


def test_without_a_terminal_and_a_command_it_says_how(tmp_path: Path) -> None:
    done = process(tmp_path)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("Usage: fliptable")


@pytest.mark.parametrize(
    "arguments",
    [["dance"], ["position"], ["rules", "--nonsense"], ["position", "-", "--seed", "many"], ["rules", "a", "b"]],
)
def test_wrong_use_is_one_sentence_and_code_2(command: Command, arguments: list[str]) -> None:
    done = command(*arguments)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("fliptable: ")
    assert len(done.err.splitlines()) == 1
    assert "-h." in done.err


class Broken:
    """A standard input that fails in a way nobody has thought of."""

    def read(self) -> str:
        secret = "the cards"
        raise RuntimeError(f"it broke, {len(secret)}")

    def isatty(self) -> bool:
        return False


def test_a_defect_shows_its_traceback_only_when_asked(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", Broken())
    assert run(["position", "-"]) == 1
    err = capsys.readouterr().err
    assert "Traceback" not in err
    assert len(err.splitlines()) == 1
    assert run(["position", "-", "--debug"]) == 1
    err = capsys.readouterr().err
    assert "Traceback" in err
    assert "the cards" not in err.replace('secret = "the cards"', "")


@pytest.mark.parametrize(
    ("line", "code", "says"),
    [
        ("{} rules | head -n 1; exit ${{PIPESTATUS[0]}}", 0, ""),
        ("{} rules | true; exit ${{PIPESTATUS[0]}}", 0, ""),
        ("{} -h | true; exit ${{PIPESTATUS[0]}}", 0, ""),
        ("{} rules >&-", 0, ""),
        ("{} dance 2>&-", 2, ""),
        ("{} position - <&-", 2, "Standard input is no JSON"),
    ],
)
def test_a_reader_that_goes_away_is_no_defect(tmp_path: Path, line: str, code: int, says: str) -> None:
    shell = line.format(f"{sys.executable} -m fliptable.cli")
    done = subprocess.run(
        ["bash", "-c", shell], env=environment(tmp_path), capture_output=True, text=True, timeout=30, check=False
    )
    assert done.returncode == code
    assert says in done.stderr
    assert len(done.stderr.splitlines()) == bool(says)


def test_a_word_that_is_nearly_a_command_makes_one_sentence(command: Command) -> None:
    assert command("verfy").err == "fliptable: No such command 'verfy' (did you mean 'verify'?): see fliptable -h.\n"
