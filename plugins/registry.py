"""Which plugins there are, what they bring, and who listens.

Installed plugins stand in the entry-point group `GROUP`, ours in the same group as a stranger's; further ones come by
``--plugin``. One broken plugin is listed with its error and hurts nobody else.

Must never know: how a player is asked for a move (`guard`).
"""

from __future__ import annotations

import shlex
import shutil
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Final, TypeVar

from pluggy import HookImpl, PluginManager

from ..core.near import near
from ..core.rules import PRESETS, Rules
from . import hooks
from .errors import BadPlugin, UnknownPlayer
from .loading import (
    bare_player,
    check_hooks,
    check_players,
    check_rules,
    guarded,
    is_file,
    load_target,
    name_of,
    undisturbed,
)
from .spec import Player, PlayerSpec
from .tiers.tier import account

T = TypeVar("T")

GROUP: Final = "fliptable.players"
"""The entry-point group in which installed plugins stand."""


@dataclass(slots=True)
class Plugin:
    """One plugin as it is listed.

    Attributes:
        name: what it goes by.
        source: the entry point's value, the file or the module.
        version: of the package it came with; empty for a file.
        players: what it brings.
        rules: names of the rule sets it brings.
        hooks: which hooks it implements.
        error: why it does not work, or no longer; one sentence.
    """

    name: str
    source: str
    version: str = ""
    players: tuple[PlayerSpec, ...] = ()
    rules: tuple[str, ...] = ()
    hooks: tuple[str, ...] = ()
    error: str | None = None


ISOLATED: Final = "isolated"
COMMAND: Final = "command"
RESERVED: Final = (ISOLATED, COMMAND)
"""What may stand before the name of a player, or instead of it (`Registry.find`)."""


def program(command: str) -> tuple[str, ...]:
    """The words of a command line; raises `UnknownPlayer` when there is no such program."""
    try:
        words = tuple(shlex.split(command))
    except ValueError as error:
        raise UnknownPlayer(f"The command {command} cannot be read: {str(error).lower()}.") from None
    if not words:
        raise UnknownPlayer(f"{COMMAND}: names no program: write {COMMAND}:PROGRAM with its arguments.")
    if shutil.which(words[0]) is None:
        raise UnknownPlayer(f"There is no program {words[0]}: write the path of one that can be run.")
    return words


def _no_player() -> Player:
    raise BadPlugin("A command runs as a program of its own and nowhere else.")


def _new_manager() -> PluginManager:
    manager = PluginManager(hooks.PROJECT)
    manager.add_hookspecs(hooks)
    return manager


@dataclass(slots=True)
class Registry:
    """All plugins of this program.

    Attributes:
        plugins: every one that was tried, in the order they came, broken ones included.
        players: by name.
        rules: rule sets of plugins by name.
    """

    plugins: list[Plugin] = field(default_factory=list[Plugin])
    players: dict[str, PlayerSpec] = field(default_factory=dict[str, PlayerSpec])
    rules: dict[str, Rules] = field(default_factory=dict[str, Rules])
    _manager: PluginManager = field(default_factory=_new_manager, repr=False)

    @classmethod
    def installed(cls, extra: Iterable[str] = ()) -> Registry:
        """The installed plugins, and those that the user named by ``--plugin``.

        Raises:
            BadPlugin: one of ``extra`` does not load; installed ones are only listed with their error.
        """
        registry = cls()
        registry.load_installed()
        for target in extra:
            registry.load(target)
        return registry

    @classmethod
    def of(cls, origin: tuple[str, str]) -> Registry:
        """The one plugin of a `PlayerSpec.origin`, as another process sees it; raises `BadPlugin`."""
        name, source = origin
        registry = cls()
        if is_file(source):
            registry.load(source)
        else:
            registry.load_installed([EntryPoint(name, source, GROUP)])
            for plugin in registry.plugins:
                if plugin.error:
                    raise BadPlugin(plugin.error)
        return registry

    def load_installed(self, points: Iterable[EntryPoint] | None = None) -> None:
        """Load what stands in the entry-point group, in the order of names; a broken one is listed."""
        found = entry_points(group=GROUP) if points is None else points
        for point in sorted(found, key=lambda point: (point.name, point.value)):
            plugin = Plugin(point.name, point.value, point.dist.version if point.dist else "")
            self.plugins.append(plugin)
            try:
                self._take(plugin, point.load, f"The plugin {point.name}")
            except BadPlugin as error:
                plugin.error = str(error)

    def load(self, target: str) -> Plugin:
        """Load ``--plugin FILE_OR_MODULE``; raises `BadPlugin`, and lists it either way."""
        plugin = Plugin(name_of(target), target)
        self.plugins.append(plugin)
        try:
            self._take(plugin, lambda: load_target(target), target)
        except BadPlugin as error:
            plugin.error = str(error)
            raise
        return plugin

    def find(self, text: str) -> PlayerSpec:
        """The player that ``--ai`` names: ``steady``, or ``monte:worlds=200,ms=50`` with options.

        ``isolated:`` before a name puts that player into a process of its own; ``command:node bot.js`` is a program
        that speaks the protocol of docs/isolated.md.

        Raises:
            UnknownPlayer: no plugin brings it, or the one that should is broken, or there is no such program.
            BadPlayerOption: it has no such option.
        """
        word, _, rest = text.partition(":")
        if word == COMMAND:
            return PlayerSpec(text, _no_player, command=program(rest))
        if word == ISOLATED:
            spec = self.find(rest)
            return replace(spec, name=f"{ISOLATED}:{spec.name}", isolated=True) if not spec.command else spec
        name, options = self._split(text)
        spec = self.players.get(name)
        if spec is None:
            for plugin in self.plugins:
                if plugin.name == name and plugin.error:
                    raise UnknownPlayer(plugin.error)
            if is_file(name):
                hint = f"bring it by --plugin {name}, and write the name of its player"
                raise UnknownPlayer(f"{name} is no player's name, but a file: {hint}.")
            hint = near(name, self.players) or f" There are {', '.join(sorted(self.players)) or 'none'}."
            raise UnknownPlayer(f"There is no player called {name}.{hint}")
        if options and "=" not in options and (hint := near(text, self.players)):
            raise UnknownPlayer(f"There is no player called {text}.{hint}")
        return spec if options is None else spec.with_options(options)

    def _split(self, text: str) -> tuple[str, str | None]:
        """The name of a player, which may hold a colon itself, and its options."""
        if text in self.players:
            return text, None
        parts = text.split(":")
        for count in range(len(parts) - 1, 0, -1):
            name = ":".join(parts[:count])
            if name in self.players or count == 1:
                return name, text[len(name) + 1 :]
        return text, None

    # Observers and commands: hooks called one by one.

    def listens(self, hook: str) -> bool:
        """Whether anybody implements ``hook``; a caller may save the work of its arguments."""
        return bool(getattr(self._manager.hook, hook).get_hookimpls())

    def game_started(self, info: hooks.GameInfo) -> None:
        """Tell the observers that a match begins."""
        self._tell("game_started", info=info)

    def game_event(self, event: Mapping[str, object]) -> None:
        """Tell the observers what happened: an event as ``--json`` prints it."""
        self._tell("game_event", event=event)

    def game_finished(self, result: Mapping[str, object]) -> None:
        """Tell the observers how the match ended."""
        self._tell("game_finished", result=result)

    def player_faulted(self, name: str, seat: int, fault: object) -> None:
        """Tell the observers that a player failed."""
        self._tell("player_faulted", name=name, seat=seat, fault=fault)

    def register_commands(self, make: Callable[[], T]) -> list[tuple[Plugin, T]]:
        """Let each plugin add its sub-commands to an application of its own, made by ``make``; gives those filled."""
        filled: list[tuple[Plugin, T]] = []
        for implementation in self._manager.hook.register_commands.get_hookimpls():
            app = make()
            if self._call("register_commands", implementation, app=app):
                filled += [(plugin, app) for plugin in self.plugins if plugin.source == implementation.plugin_name]
        return filled

    def _tell(self, hook: str, **values: object) -> None:
        """Call every implementation."""
        for implementation in getattr(self._manager.hook, hook).get_hookimpls():
            self._call(hook, implementation, **values)

    def _call(self, hook: str, implementation: HookImpl, **values: object) -> bool:
        """Call one implementation; one that raises is listed as broken and not called again."""
        arguments = [values[name] for name in implementation.argnames]
        try:
            implementation.function(*arguments)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            for plugin in self.plugins:
                if plugin.source == implementation.plugin_name:
                    plugin.error = f"The plugin {plugin.name} failed in {hook}: {account(error)}."
            self._manager.unregister(implementation.plugin)
            return False
        return True

    # Taking plugins in.

    def _take(self, plugin: Plugin, load: Callable[[], object], source: str) -> None:
        """Load and take in, all of it or nothing; raises `BadPlugin`: even looking at what it brings runs its code."""
        with undisturbed():
            guarded(lambda: self._add(plugin, load(), source), source)

    def _add(self, plugin: Plugin, thing: object, source: str) -> None:
        plugin.hooks = check_hooks(self._manager, thing, source)
        players = self._brought(thing, "register_players", plugin, source)
        if players is None:
            bare = bare_player(thing, plugin.name)
            players = [] if bare is None else [bare]
        specs = check_players(players, source)
        rules = check_rules(self._brought(thing, "register_rules", plugin, source) or (), source)
        if not specs and not plugin.hooks:
            raise BadPlugin(f"{source} holds no player: write a function choose(view), one Player subclass, or a hook.")
        taken = [spec.name for spec in specs if spec.name in self.players or spec.name.partition(":")[0] in RESERVED]
        taken += [name for name in rules if name in self.rules or name in PRESETS]
        if taken:
            raise BadPlugin(f"{source} brings {taken[0]}, but that name is taken already.")
        where = str(Path(plugin.source).resolve()) if is_file(plugin.source) else plugin.source
        specs = tuple(replace(spec, origin=(plugin.name, where)) for spec in specs)
        if plugin.hooks:
            self._manager.register(thing, plugin.source)
        plugin.players, plugin.rules = specs, tuple(rules)
        self.players |= {spec.name: spec for spec in specs}
        self.rules |= rules

    def _brought(self, thing: object, hook: str, plugin: Plugin, source: str) -> object:
        """What a plugin's own hook says, or None when it has none."""
        if hook not in plugin.hooks:
            return None
        function: Callable[[], object] = getattr(thing, hook)
        return function()
