"""Plugins come in by entry point, file or module; a broken one is listed and hurts nobody else."""

import signal
import sys
from contextlib import suppress
from importlib.metadata import EntryPoint
from pathlib import Path
from random import Random

import pytest

from fliptable.core.rules import preset
from fliptable.plugins import GameInfo
from fliptable.plugins.errors import BadPlayerOption, BadPlugin, UnknownPlayer
from fliptable.plugins.guard import Fault
from fliptable.plugins.registry import GROUP, Registry

from .playing import HERE, NAMES, RULES, fresh, play_round, sit


def load(name: str) -> Registry:
    """A registry with one file of this folder, and nothing else."""
    registry = Registry()
    registry.load(str(HERE / name))
    return registry


def write(folder: Path, name: str, text: str) -> str:
    """A plugin file; returns where it is."""
    (folder / name).write_text(text, "utf-8")
    return str(folder / name)


def told(plugin: str, name: str) -> object:
    """What a plugin's module has noted under ``name``."""
    return getattr(sys.modules[f"fliptable_plugin_{plugin}"], name)


# ---- installed


def test_our_players_come_by_the_entry_points() -> None:
    registry = Registry.installed()
    ours = {plugin.name: plugin for plugin in registry.plugins if plugin.source.startswith("fliptable.")}
    assert set(ours) == {"greedy", "monte", "random", "steady"}
    for name, plugin in ours.items():
        assert plugin.error is None
        assert plugin.version
        assert plugin.hooks == ("register_players",)
        assert [spec.name for spec in plugin.players] == (["monte", "monte:strong"] if name == "monte" else [name])
        assert registry.players[name].description


def test_a_name_may_hold_a_colon() -> None:
    registry = Registry.installed()
    assert registry.find("monte:strong") is registry.players["monte:strong"]
    assert registry.find("monte:ms=5").name == "monte:ms=5"
    assert registry.find("monte:strong:ms=50,worlds=3").name == "monte:strong:ms=50,worlds=3"
    with pytest.raises(UnknownPlayer, match=r"no player called monte:strnog\. Did you mean monte:strong\?"):
        registry.find("monte:strnog")
    with pytest.raises(BadPlayerOption, match=r"monte:strong has no option world\. Did you mean worlds"):
        registry.find("monte:strong:world=3")
    with pytest.raises(BadPlayerOption, match="ms takes 1 to 60000"):
        registry.find("monte:ms=0")


@pytest.mark.parametrize(
    ("value", "error"),
    [
        ("nobody_has_this", "The plugin odd does not load: ModuleNotFoundError: No module named 'nobody_has_this'."),
        ("json:nothing", "The plugin odd does not load: AttributeError: module 'json' has no attribute 'nothing'."),
        ("json", "The plugin odd holds no player: write a function choose(view), one Player subclass, or a hook."),
    ],
)
def test_a_broken_installed_plugin_is_only_listed(value: str, error: str) -> None:
    registry = Registry()
    points = [
        EntryPoint("odd", value, GROUP),
        EntryPoint("random", "fliptable.plugins.players.random", GROUP),
        EntryPoint("mine", "fliptable.plugins.players.greedy:GreedyPlayer", GROUP),
    ]
    registry.load_installed(points)
    assert set(registry.players) == {"mine", "random"}
    assert [plugin.error for plugin in registry.plugins] == [None, error, None]
    with pytest.raises(UnknownPlayer) as caught:
        registry.find("odd")
    assert str(caught.value) == error


# ---- files and modules


@pytest.mark.parametrize(
    ("name", "error"),
    [
        ("crashing_import", "does not load: ModuleNotFoundError: No module named 'a_module_that_nobody_has' ("),
        ("exiting_import", "does not load: SystemExit: 3 (exiting_import.py, line 3)."),
        ("empty", "holds no player: write a function choose(view), one Player subclass, or a hook."),
        ("misspelt", "has a hook game_strated, which does not exist. Did you mean game_started?"),
        ("newer", "needs version 2.0 of the player interface: this is 1.0."),
        ("missing", "There is no file"),
    ],
)
def test_a_broken_file_is_one_sentence_and_listed(name: str, error: str) -> None:
    registry = Registry.installed()
    before = dict(registry.players)
    with pytest.raises(BadPlugin) as caught:
        registry.load(str(HERE / "bad" / f"{name}.py"))
    assert error in str(caught.value)
    assert "\n" not in str(caught.value)
    assert registry.plugins[-1].error == str(caught.value)
    assert registry.players == before
    assert play_round(fresh(2), sit([registry.find("greedy"), registry.find("random")])).over


def test_a_file_with_a_function_gives_a_player_of_its_name() -> None:
    spec = load("good/mybot.py").find("mybot")
    assert spec.description == "Takes what is listed first."
    faults: list[Fault] = []
    assert play_round(fresh(2), sit([spec, spec], faults)).over
    assert faults == []


def test_a_file_with_one_class_gives_a_player_of_its_name() -> None:
    assert load("good/patient.py").find("patient").description == "Hears everything, and passes out of turn."


def test_a_file_may_have_any_name_and_shadows_no_module(tmp_path: Path) -> None:
    registry = Registry()
    registry.load(write(tmp_path, "random.py", "import random\ndef choose(view): return random.choice(view.legal)\n"))
    assert play_round(fresh(2), sit([registry.find("random")] * 2)).over
    assert isinstance(Random(1).random(), float)


def test_a_relative_file_and_a_module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, "otherbot.py", "def choose(view): return view.legal[0]\n")
    monkeypatch.chdir(tmp_path)
    registry = Registry.installed(["./otherbot.py"])
    assert "otherbot" in registry.players
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    registry = Registry()
    registry.load("otherbot")
    assert "otherbot" in registry.players
    with pytest.raises(BadPlugin, match=r"^nobody\.has does not load: ModuleNotFoundError"):
        registry.load("nobody.has")


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("def choose(view: ", "SyntaxError"),
        ("choose = 7", "holds no player"),
        (
            "from fliptable.plugins import Player\n"
            "class A(Player):\n    def choose(self, view): ...\nclass B(A): ...\n",
            "holds 2 players: name them by the hook register_players.",
        ),
        ("from fliptable.plugins import hookimpl\n@hookimpl\ndef game_event(event, colour): ...\n", "does not load"),
        ("from fliptable.plugins import hookimpl\n@hookimpl\ndef register_players(): return 7\n", "no list of players"),
        ("from fliptable.plugins import hookimpl\n@hookimpl\ndef register_players(): yield 7\n", "registers a int"),
        ("from fliptable.plugins import hookimpl\n@hookimpl\ndef register_players(): yield 1/0\n", "ZeroDivisionError"),
        (
            "from fliptable.plugins import *\n@hookimpl\ndef register_players(): yield PlayerSpec('a:b:c', Player)\n",
            "names a player 'a:b:c'",
        ),
        (
            "from fliptable.plugins import *\n@hookimpl\ndef register_rules(): yield RulesSpec('x', 'flop')\n",
            "brings rules that do not hold: There are no rules called flop",
        ),
        (
            "from fliptable.plugins import *\n@hookimpl\ndef register_rules(): yield RulesSpec('flip')\n",
            "brings flip, but that name is taken already.",
        ),
    ],
)
def test_what_a_file_may_not_be(text: str, error: str, tmp_path: Path) -> None:
    registry = Registry()
    with pytest.raises(BadPlugin) as caught:
        registry.load(write(tmp_path, "odd.py", text))
    assert error in str(caught.value)
    assert "\n" not in str(caught.value)
    assert registry.players == {}
    assert registry.rules == {}


def test_a_name_is_given_once(tmp_path: Path) -> None:
    registry = Registry.installed()
    target = write(tmp_path, "greedy.py", "def choose(view): return view.legal[0]\n")
    with pytest.raises(BadPlugin, match=r"brings greedy, but that name is taken already\.$"):
        registry.load(target)


# ---- names and options


def test_an_unknown_player_gets_the_nearest_right_one() -> None:
    registry = Registry.installed()
    with pytest.raises(UnknownPlayer) as caught:
        registry.find("Gredy")
    assert str(caught.value) == "There is no player called Gredy. Did you mean greedy?"
    with pytest.raises(UnknownPlayer) as caught:
        load("good/club.py").find("zzz")
    assert str(caught.value) == "There is no player called zzz. There are first, nth."
    with pytest.raises(
        UnknownPlayer, match=r"^\./gredy\.py is no player's name, but a file: bring it by --plugin \./gredy"
    ):
        registry.find("./gredy.py")


def test_options_are_typed() -> None:
    registry = load("good/club.py")
    spec = registry.find("nth:index=2,style=eager,warm=yes")
    assert spec.name == "nth:index=2,style=eager,warm=yes"
    made = spec.factory()
    assert vars(made) == {"index": 2, "style": "eager", "warm": True}


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("nth:index=100", "index=100 is not possible: index takes 0 to 99."),
        ("nth:index=two", "index=two is not possible: index takes 0 to 99."),
        ("nth:style=egaer", "style=egaer is not possible: style takes calm or eager. Did you mean eager?"),
        ("nth:warm=perhaps", "warm=perhaps is not possible: warm takes yes or no."),
        ("nth:indx=2", "The player nth has no option indx. Did you mean index?"),
        ("nth:index", "index sets nothing: write nth:OPTION=VALUE."),
        ("nth:", "An empty word sets nothing: write nth:OPTION=VALUE."),
        ("first:index=2", "The player first has no option index."),
    ],
)
def test_a_wrong_option_is_named(text: str, error: str) -> None:
    with pytest.raises(BadPlayerOption) as caught:
        load("good/club.py").find(text)
    assert str(caught.value) == error


# ---- hooks


def test_hooks_bring_rules_and_commands() -> None:
    registry = load("good/club.py")
    assert registry.rules == {"club": preset("flip").with_options({"target": 300})}
    ((plugin, app),) = registry.register_commands(list[str])
    assert (plugin.name, app) == ("club", ["club"])
    assert set(registry.plugins[0].hooks) == {"register_players", "register_rules", "register_commands", "game_event"}


def test_a_failing_observer_is_listed_and_silent_from_then_on() -> None:
    registry = Registry()
    registry.load(str(HERE / "bad/observing.py"))
    registry.load(str(HERE / "good/club.py"))
    assert registry.listens("game_event")
    assert not registry.listens("game_started")
    for number in range(2):
        registry.game_event({"type": "drew", "n": number})
    assert told("club", "HEARD") == [{"type": "drew", "n": 0}, {"type": "drew", "n": 1}]
    broken = registry.plugins[0]
    assert broken.error == "The plugin observing failed in game_event: ZeroDivisionError: drew (observing.py, line 10)."
    assert registry.plugins[1].error is None


def test_a_plugin_that_fails_in_its_commands_is_listed_and_the_others_have_theirs(tmp_path: Path) -> None:
    registry = load("good/club.py")
    text = "from fliptable.plugins import hookimpl\n@hookimpl\ndef register_commands(app): app.append('x'); 1/0\n"
    registry.load(write(tmp_path, "odd.py", text))
    assert [(plugin.name, app) for plugin, app in registry.register_commands(list[str])] == [("club", ["club"])]
    assert registry.plugins[0].error is None
    assert str(registry.plugins[1].error).startswith("The plugin odd failed in register_commands: ZeroDivisionError")


def test_an_observer_takes_as_little_as_it_likes(tmp_path: Path) -> None:
    registry = Registry()
    text = (
        "from fliptable.plugins import hookimpl\nTOLD = []\n"
        "@hookimpl\ndef game_started(info): TOLD.append(info)\n"
        "@hookimpl\ndef game_finished(): TOLD.append('end')\n"
        "@hookimpl\ndef player_faulted(seat): TOLD.append(seat)\n"
    )
    registry.load(write(tmp_path, "taker.py", text))
    info = GameInfo(NAMES, RULES, None)
    registry.game_started(info)
    registry.player_faulted("greedy", 2, "late")
    registry.game_finished({"type": "result"})
    assert told("taker", "TOLD") == [info, 2, "end"]
    assert registry.plugins[0].error is None


BRINGS = """
from fliptable.plugins import Option, Player, PlayerSpec, RulesSpec, hookimpl
class Odd(type):
    @property
    def __name__(cls): raise SystemExit
class Thing(metaclass=Odd):
    def __str__(self): raise SystemExit
class Mute(Exception):
    def __str__(self): raise SystemExit
"""


@pytest.mark.parametrize(
    "brought",
    [
        "players(): return [Thing()]",
        "players(): raise Mute",
        "players(): return [PlayerSpec(7, Player)]",
        "players(): return [PlayerSpec('a', Player, requires_api=None)]",
        "players(): return [PlayerSpec('a', Player, description=None)]",
        "players(): return [PlayerSpec('a', Player, options=7)]",
        "players(): return [PlayerSpec('a', Player, options=('depth',))]",
        "players(): return [PlayerSpec('a', Player, options=(Option('depth', None),))]",
        "players(): return [PlayerSpec('a', Player, options=(Option('depth', 1, '', range(0)),))]",
        "players(): return [PlayerSpec('a', Player, options=(Option('depth', 'x', '', (1,)),))]",
        "rules(): return [RulesSpec('a', [])]",
        "rules(): return [RulesSpec([])]",
        "rules(): return [RulesSpec('a', options=7)]",
    ],
)
def test_whatever_a_plugin_brings_is_one_sentence(tmp_path: Path, brought: str) -> None:
    file = write(tmp_path, "odd.py", f"{BRINGS}@hookimpl\ndef register_{brought}\n")
    registry = Registry()
    with pytest.raises(BadPlugin) as caught:
        registry.load(file)
    assert str(caught.value).endswith(".")
    assert "\n" not in str(caught.value)
    assert (registry.players, registry.rules) == ({}, {})


def test_a_description_is_one_line(tmp_path: Path) -> None:
    text = '"""x\x1b[2J\u202e"""\nfrom fliptable.plugins import PlayerSpec, Player, hookimpl\n@hookimpl\n'
    text += "def register_players(): return [PlayerSpec('a', Player, 'calm\\nother  [fake]\\x1b[2J\\u202e')]\n"
    registry = Registry()
    registry.load(write(tmp_path, "odd.py", text))
    assert registry.players["a"].description == "calm other [fake] [2J"


def test_a_file_name_that_nothing_can_be_called_is_one_sentence() -> None:
    with pytest.raises(BadPlugin, match="cannot be read"):
        Registry().load("x" * 5000 + ".py")


def test_an_import_leaves_the_program_as_it_was(tmp_path: Path) -> None:
    text = "import os, signal, sys\nos.chdir('/')\nsignal.signal(signal.SIGINT, signal.SIG_IGN)\nsys.stdout = None\n"
    before = Path.cwd(), signal.getsignal(signal.SIGINT), sys.stdout
    for end in ("def choose(view): ...\n", "1 / 0\n"):
        with suppress(BadPlugin):
            Registry().load(write(tmp_path, "odd.py", text + end))
        assert (Path.cwd(), signal.getsignal(signal.SIGINT), sys.stdout) == before
