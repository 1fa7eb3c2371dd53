"""From a file, a module or an entry point to what it brings. Everything that can go wrong is a `BadPlugin`.

A module with hooks is a plugin. So is one without: a bare function ``choose(view)``, or one `Player` subclass, makes
a player that is named after the file or module. Must never know how a player is asked for a move.
"""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import os
import re
import signal
import sys
import threading
from collections.abc import Awaitable, Callable, Generator, Iterable
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Final, TypeGuard, TypeVar, cast

from pluggy import PluginManager

from ..core.errors import CoreError
from ..core.moves import Move
from ..core.near import near
from ..core.rules import Rules
from ..core.view import View
from . import hooks
from .errors import BadPlugin
from .spec import API_VERSION, Option, Player, PlayerSpec, RulesSpec
from .tiers.tier import account, one_line

T = TypeVar("T")

_NAME: Final = re.compile(r"(?=.{1,40}$)[A-Za-z0-9_-]+(:[A-Za-z0-9_-]+)?")
HOOKS: Final = tuple(
    name for name, value in vars(hooks).items() if inspect.isfunction(value) and hasattr(value, "fliptable_spec")
)
"""The names of all hooks."""


class FunctionPlayer(Player):
    """A bare function ``choose(view)`` as a player."""

    def __init__(self, function: Callable[[View], Move | Awaitable[Move | None] | None]) -> None:
        self._function = function

    def choose(self, view: View) -> Move | Awaitable[Move | None] | None:
        """What the function says."""
        return self._function(view)


def is_file(target: str) -> bool:
    """Whether ``--plugin TARGET`` means a file rather than a module."""
    return target.endswith(".py") or "/" in target or "\\" in target


def name_of(target: str) -> str:
    """The name a plugin goes by: that of its file, or the last word of its module."""
    return Path(target).stem if is_file(target) else target.rpartition(".")[2]


def load_target(target: str) -> ModuleType:
    """The module behind ``--plugin FILE_OR_MODULE``; raises `BadPlugin`."""
    if is_file(target):
        path = Path(target)
        try:
            found = path.is_file()
        except OSError as error:  # such as a name that is too long, or a folder that is closed to us
            raise BadPlugin(f"{target[:200]} cannot be read: {error.strerror}.") from None
        if not found:
            raise BadPlugin(f"There is no file {target}.")
        return guarded(lambda: _load_file(path), target)
    return guarded(lambda: importlib.import_module(target), target)


def _load_file(path: Path) -> ModuleType:
    """Run a file as a module, under a name that shadows no other: the file may be called random.py."""
    name = f"fliptable_plugin_{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise BadPlugin(f"{path} is no Python file: its name has to end in .py.")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # Dataclasses and pickle look a class's module up there.
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


def guarded(work: Callable[[], T], source: str) -> T:
    """Run code of a plugin's; whatever it raises, exits included, comes out as `BadPlugin`, only Ctrl-C as itself."""
    try:
        return work()
    except (KeyboardInterrupt, BadPlugin):
        raise
    except BaseException as error:
        raise BadPlugin(f"{source} does not load: {account(error)}.") from error


@contextmanager
def undisturbed() -> Generator[None]:
    """Leave the folder, Ctrl-C and the standard streams as they were, whatever an import does with them."""
    streams = sys.stdin, sys.stdout, sys.stderr
    folder = _folder()
    # Elsewhere an import cannot change the handlers either.
    signals = (signal.SIGINT, signal.SIGTERM) if threading.current_thread() is threading.main_thread() else ()
    handlers = {number: signal.getsignal(number) for number in signals}
    try:
        yield
    finally:
        sys.stdin, sys.stdout, sys.stderr = streams
        if folder is not None and _folder() != folder:
            os.chdir(folder)
        for number, handler in handlers.items():
            if handler is not None:  # None: it was not set from Python.
                signal.signal(number, handler)


def _folder() -> str | None:
    """Where we are, if that still exists."""
    try:
        return str(Path.cwd())
    except OSError:
        return None


def check_hooks(manager: PluginManager, plugin: object, source: str) -> tuple[str, ...]:
    """The names of the hooks that ``plugin`` implements; raises `BadPlugin` for one that does not exist."""
    marked = [name for name in dir(plugin) if manager.parse_hookimpl_opts(plugin, name) is not None]
    for name in marked:
        if name not in HOOKS:
            raise BadPlugin(f"{source} has a hook {name}, which does not exist.{near(name, HOOKS)}")
    return tuple(marked)


def bare_player(plugin: object, name: str) -> PlayerSpec | None:
    """The player that a module, a class or a function without hooks makes, or None when there is none.

    Raises:
        BadPlugin: a module with several players, which has to say their names by `register_players`.
    """
    doc = (inspect.getdoc(plugin) or "").partition("\n")[0]
    if isinstance(plugin, ModuleType):
        function = getattr(plugin, "choose", None)
        if callable(function):
            return bare_player(function, name)
        found = [
            value for value in vars(plugin).values() if _is_player_class(value) and value.__module__ == plugin.__name__
        ]
        if len(found) > 1:
            raise BadPlugin(f"{name} holds {len(found)} players: name them by the hook register_players.")
        return bare_player(found[0], name) if found else None
    if _is_player_class(plugin):
        return PlayerSpec(name, plugin, doc)
    if callable(plugin) and not inspect.isclass(plugin):
        return PlayerSpec(name, partial(FunctionPlayer, cast("Callable[[View], Move | None]", plugin)), doc)
    return None


def _is_player_class(value: object) -> TypeGuard[type[Player]]:
    return inspect.isclass(value) and issubclass(value, Player) and not inspect.isabstract(value)


def check_players(specs: object, source: str) -> tuple[PlayerSpec, ...]:
    """What `register_players` brought, looked through; raises `BadPlugin`."""
    found: list[PlayerSpec] = []
    for spec in _listed(specs, source, "players"):
        if not isinstance(spec, PlayerSpec):
            raise BadPlugin(f"{source} registers a {type(spec).__name__} where a PlayerSpec belongs.")
        if not _NAME.fullmatch(spec.name):
            raise BadPlugin(f"{source} names a player {spec.name!r}: letters, digits, - and _ make a name, one : may.")
        if not all(_is_option(option) for option in spec.options):
            raise BadPlugin(
                f"{source} gives {spec.name} options that cannot be read: each is an Option with a default that is yes "
                "or no, a number or a text, and with values that are a range of whole numbers or a tuple of words."
            )
        if spec.requires_api[0] != API_VERSION[0] or spec.requires_api > API_VERSION:
            wanted, ours = (".".join(map(str, version)) for version in (spec.requires_api, API_VERSION))
            raise BadPlugin(f"{source} needs version {wanted} of the player interface: this is {ours}.")
        found.append(replace(spec, description=one_line(spec.description)))
    return tuple(found)


def _is_option(option: object) -> bool:
    """Whether it can be set by a text."""
    if not isinstance(option, Option) or type(option.default) not in (bool, int, float, str):
        return False
    values: object = option.values
    if isinstance(values, range):
        return len(values) > 0 and type(option.default) is int
    if isinstance(values, tuple):
        return type(option.default) is str and all(isinstance(value, str) for value in cast("tuple[object]", values))
    return values is None


def check_rules(specs: object, source: str) -> dict[str, Rules]:
    """What `register_rules` brought, by name; raises `BadPlugin`."""
    found: dict[str, Rules] = {}
    for spec in _listed(specs, source, "rules"):
        if not isinstance(spec, RulesSpec):
            raise BadPlugin(f"{source} registers a {type(spec).__name__} where a RulesSpec belongs.")
        try:
            found[spec.name] = spec.rules()
        except CoreError as error:
            raise BadPlugin(f"{source} brings rules that do not hold: {error}") from error
    return found


def _listed(specs: object, source: str, what: str) -> list[object]:
    if not isinstance(specs, Iterable) or isinstance(specs, str):
        raise BadPlugin(f"{source} registers no list of {what}.")
    items = cast("Iterable[object]", specs)
    return list(items)
