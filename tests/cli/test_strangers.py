"""Sub-commands of plugins: there when somebody asks, not loaded when nobody does, and no harm when they are broken."""

import subprocess
import sys
from pathlib import Path

import pytest

from fliptable.cli import strangers
from fliptable.plugins.registry import GROUP

from .command import Command, environment

CLUB = """
import typer
from fliptable.plugins import hookimpl

print("noise")

@hookimpl
def register_commands(app):
    @app.command()
    def greet(name: str = "Ada", fail: bool = False):
        "Say hello."
        if fail:
            raise ValueError("no voice")
        print(f"Hello, {name}!")
        return name

    @app.command()
    def leave():
        raise typer.Exit(5)
"""
BROKEN = "from fliptable.plugins import hookimpl\n@hookimpl\ndef register_commands(app): 1 / 0\n"
ODD = """
from fliptable.plugins import hookimpl
@hookimpl
def register_commands(app):
    @app.command()
    def odd(value: int | str): ...
"""
TAKING = """
from fliptable.plugins import hookimpl
@hookimpl
def register_commands(app):
    @app.command()
    def play(): print("mine")
    @app.command()
    def mine(): print("mine")
"""


@pytest.fixture
def plugins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Four plugins, three of them with something wrong, in the environment."""
    for name, text in {"broken": BROKEN, "club": CLUB, "odd": ODD, "taking": TAKING}.items():
        (tmp_path / f"{name}.py").write_text(text, "utf-8")
    found = " ".join(str(tmp_path / f"{name}.py") for name in ("broken", "club", "odd", "taking"))
    monkeypatch.setenv("FLIPTABLE_PLUGIN", found)
    return found


def test_the_group_is_the_one_of_the_registry() -> None:
    assert strangers.GROUP == GROUP


@pytest.mark.usefixtures("plugins")
def test_a_command_of_a_plugin_runs(command: Command) -> None:
    done = command("greet", "--name", "Bo")
    assert (done.code, done.out, done.err) == (0, "Hello, Bo!\n", "noise\n")
    assert command("greet", "-h").out.startswith("Usage: fliptable greet")
    assert command("leave").code == 5


@pytest.mark.usefixtures("plugins")
def test_the_help_lists_it_after_ours(command: Command) -> None:
    done = command("-h")
    listed = [line.split()[0] for line in done.out.partition("Commands:")[2].splitlines() if line.startswith("  ")]
    assert [word for word in listed if word.islower()][-4:] == ["config", "greet", "leave", "mine"]
    assert done.code == 0


@pytest.mark.usefixtures("plugins")
def test_ours_are_not_replaced(command: Command) -> None:
    assert "mine" not in command("play", "-h").out
    assert command("mine").out == "mine\n"


@pytest.mark.usefixtures("plugins")
def test_what_is_wrong_is_listed(command: Command) -> None:
    listed = [line.partition("does not work: ") for line in command("ai", "list").out.splitlines()]
    wrong = {name.strip(): text for name, found, text in listed if found}
    assert set(wrong) == {"broken", "odd", "taking"}
    assert wrong["broken"].startswith("The plugin broken failed in register_commands: ZeroDivisionError")
    assert wrong["odd"].startswith("The plugin odd adds a command that cannot be made: ")
    assert wrong["taking"] == "The plugin taking adds a command play, but that name is taken already."


@pytest.mark.usefixtures("plugins")
def test_a_word_that_nobody_knows_says_which_plugins_do_not_work(command: Command) -> None:
    done = command("dance")
    assert (done.code, done.out) == (2, "")
    assert "The plugin broken failed in register_commands" in done.err
    assert done.err.splitlines()[-1] == "fliptable: No such command 'dance': see fliptable -h."


@pytest.mark.usefixtures("plugins")
def test_a_failing_command_is_its_plugins_defect(command: Command) -> None:
    done = command("greet", "--fail")
    assert (done.code, done.out) == (1, "")
    assert done.err.splitlines()[-1].startswith(
        "fliptable: The plugin club failed in its command greet: ValueError: no voice (club.py, line "
    )
    assert "Traceback" not in done.err
    assert "Traceback" in command("greet", "--fail", "--debug").err
    assert command("greet", "--nonsense").code == 2


def loaded(home: Path, *arguments: str, **variables: str) -> str:
    """The modules that a command line has loaded."""
    code = (
        "import sys; from fliptable.cli.app import run; run(sys.argv[1:]); "
        "print(sorted(name for name in sys.modules if 'plugin' in name), file=sys.stderr)"
    )
    return subprocess.run(
        [sys.executable, "-c", code, *arguments],
        env=environment(home, **variables),
        capture_output=True,
        text=True,
        timeout=30,
        check=True,
    ).stderr


@pytest.mark.parametrize("arguments", [["--version"], ["rules"], ["position", "-h"], ["ai", "-h"]])
def test_nothing_of_plugins_is_loaded_where_nobody_asks(tmp_path: Path, plugins: str, arguments: list[str]) -> None:
    assert "fliptable.plugins" not in loaded(tmp_path, *arguments, FLIPTABLE_PLUGIN=plugins)


def test_the_help_loads_them_where_there_are_others_than_ours(tmp_path: Path, plugins: str) -> None:
    assert "'fliptable_plugin_club'" in loaded(tmp_path, "-h", FLIPTABLE_PLUGIN=plugins)
    assert "fliptable.plugins" not in loaded(tmp_path, "-h")
