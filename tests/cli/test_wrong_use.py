"""Wrong input to the commands that sit down: one sentence, the right exit code, and nothing left behind."""

import socket
from pathlib import Path

import pytest

from .command import Command, process

WRONG: list[tuple[int, list[str], str]] = [
    (2, ["play", "--rounds", "1", "--target", "100"], "--rounds and --target"),
    (2, ["play", "--rules", "flop"], "Did you mean flip?"),
    (2, ["play", "--set", "target=5"], "target takes"),
    (2, ["play", "--ai", "nobody"], "no player called nobody"),
    (2, ["play", "--ai", "greedy:speed=9"], "speed"),
    (2, ["play", "--auto", "nobody"], "no player called nobody"),
    (2, ["play", "--bots", "0"], "bring 1 to 9"),
    (2, ["play", "--bots", "10"], "bring 1 to 9"),
    (2, ["play", "--bots", "99"], "--bots 99"),
    (2, ["play", "--bots", "1", "--ai", "greedy", "--ai", "greedy"], "raise --bots"),
    (2, ["play", "--plugin", "./missing.py"], "no file"),
    (2, ["play", "--plugin", "no.such.module"], "no.such.module"),
    (2, ["play", "--port", "70000"], "70000"),
    (2, ["play", "--pace", "-1"], "--pace"),
    (2, ["open", "Attic", "--seats", "11"], "2 to 10 seats, not 11"),
    (2, ["open", "Attic", "--seats", "2", "--bots", "2"], "raise --seats"),
    (2, ["play", "--record", ""], "--record"),
    (2, ["open", "Attic", "--bots", "-1"], "bring 0 to 9"),
    (2, ["join", "Attic", "--wait", "nan"], "--wait nan"),
    (2, ["tables", "--seconds", "-1"], "--seconds -1"),
    (2, ["join", "+NONSENSE"], "invite code"),
    (2, ["join", "[fe80::1"], "no address"),
    (2, ["join", "host:port"], "port"),
    (2, ["verify", "missing.record"], "cannot be read"),
    (2, ["ai"], "Missing command"),
    (2, ["ai", "list", "--plugin", "./missing.py"], "no file"),
]


@pytest.mark.parametrize(("code", "arguments", "says"), WRONG)
def test_wrong_use(command: Command, code: int, arguments: list[str], says: str) -> None:
    done = command(*arguments)
    assert (done.code, done.out) == (code, "")
    assert says in done.err
    assert len(done.err.splitlines()) == 1


def test_a_device_is_no_record(command: Command) -> None:
    done = command("verify", "/dev/zero")
    assert (done.code, done.out) == (2, "")
    assert "too long" in done.err


def test_a_plugin_that_does_not_import(command: Command, tmp_path: Path) -> None:
    bot = tmp_path / "broken.py"
    bot.write_text("import nothing_of_this_name\n", "utf-8")
    done = command("play", "--plugin", str(bot))
    assert (done.code, done.out) == (2, "")
    assert "nothing_of_this_name" in done.err
    assert len(done.err.splitlines()) == 1


def test_a_record_that_is_none(command: Command, tmp_path: Path) -> None:
    file = tmp_path / "some.record"
    for data in (b"", b"not a record", b"fliptable record 1\n", b"fliptable record 1\n\x00\x00\x00\x02\x91\xc0"):
        file.write_bytes(data)
        done = command("verify", str(file), "--json")
        assert (done.code, done.json["ok"]) == (3, False)
        assert done.json["faults"][0]["reason"]
        assert command("verify", str(file)).code == 3


def test_players_are_listed(command: Command, tmp_path: Path) -> None:
    bot = tmp_path / "mine.py"
    bot.write_text('def choose(view):\n    """Takes what comes first."""\n    return view.legal[0]\n', "utf-8")
    names = {entry["name"] for entry in command("ai", "list", "--plugin", str(bot), "--json").json}
    assert names >= {"random", "greedy", "steady", "mine"}
    assert "Takes what comes first." in command("ai", "list", "--plugin", str(bot)).out


@pytest.mark.net
def test_nobody_there(tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    done = process(tmp_path, "join", f"127.0.0.1:{port}", "--ai", "greedy")
    assert (done.code, done.out) == (4, "")
    assert "Nobody listens" in done.err


@pytest.mark.net
def test_a_busy_port(tmp_path: Path) -> None:
    with socket.socket() as busy:
        busy.bind(("127.0.0.1", 0))
        busy.listen()
        port = str(busy.getsockname()[1])
        for command in (["play"], ["open", "Attic", "--interface", "127.0.0.1"]):
            done = process(tmp_path, *command, "--port", port)
            assert (done.code, done.out) == (2, "")
            assert f"Port {port} is taken" in done.err
            assert len(done.err.splitlines()) == 1


@pytest.mark.net
def test_a_table_that_is_not_found(tmp_path: Path) -> None:
    done = process(tmp_path, "join", "Nowhere", "--wait", "0.5", "--interface", "127.0.0.1", "--ai", "greedy")
    assert (done.code, done.out) == (4, "")
    done = process(tmp_path, "tables", "--seconds", "0.5", "--interface", "127.0.0.1", "--json")
    assert done.code in (0, 4)
    assert isinstance(done.json, list)
