"""Sub-commands that plugins add to the program (`register_commands`).

Plugins are loaded for them only when somebody may want one: for a word that is no command of ours, and for the list
of commands in the help where other plugins than ours are installed. A broken plugin never breaks the program: it is
listed by ``ai list``. Must never know what a plugin's command does.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

import typer
from typer.core import TyperGroup
from typer.main import get_group

from .endings import Exit, NobodyReads, Stop

if TYPE_CHECKING:
    from ..plugins.registry import Plugin, Registry

GROUP: Final = "fliptable.players"
"""The entry-point group of plugins, spelled here too: the registry takes long to import."""
OURS: Final = "fliptable"
"""The distribution whose plugins add no command."""


class Commands(TyperGroup):
    """Our commands, and those of plugins once they are asked for."""

    _owners: dict[str, str] | None = None

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """A command by its name; plugins are loaded for one that is not ours."""
        if cmd_name not in self.commands and not cmd_name.startswith("-"):
            self._load(missing=cmd_name)
        return super().get_command(ctx, cmd_name)

    def list_commands(self, ctx: Any) -> list[str]:
        """All there are; ours come first."""
        if _strangers():
            self._load()
        return super().list_commands(ctx)

    def invoke(self, ctx: Any) -> Any:
        """Run a command; what a plugin's own one raises is that plugin's defect, and what it returns is no code."""
        try:
            returned = super().invoke(ctx)
        except Exception as error:
            owner = (self._owners or {}).get(ctx.invoked_subcommand)
            if owner is None or hasattr(error, "exit_code") or isinstance(error, typer.Abort | NobodyReads | Stop):
                raise
            from ..plugins.tiers.tier import account

            what = f"The plugin {owner} failed in its command {ctx.invoked_subcommand}"
            raise Stop(Exit.DEFECT, f"{what}: {account(error)}.") from error
        return returned if isinstance(returned, int) else None

    def _load(self, missing: str | None = None) -> None:
        """Take in the commands of all plugins, once; where ``missing`` is none of them, say which do not work."""
        if self._owners is not None:
            return
        from ..plugins.errors import PluginError
        from ..plugins.registry import Registry
        from .output import own_stdout, tell

        with own_stdout():
            registry = Registry.installed()
            for target in os.environ.get("FLIPTABLE_PLUGIN", "").split():
                with suppress(PluginError):
                    registry.load(target)
            found = gather(registry, tuple(self.commands))
        self._owners = {name: plugin.name for name, (plugin, _) in found.items()}
        self.commands.update({name: command for name, (_, command) in found.items()})
        if missing is not None and missing not in self.commands:
            for plugin in registry.plugins:
                if plugin.error:
                    tell(f"fliptable: {plugin.error}")


def gather(registry: Registry, taken: Sequence[str]) -> dict[str, tuple[Plugin, Any]]:
    """The commands that plugins add, by name; a plugin that fails, or takes a name, is listed with that."""
    found: dict[str, tuple[Plugin, Any]] = {}
    for plugin, app in registry.register_commands(lambda: typer.Typer(rich_markup_mode=None, add_completion=False)):
        try:
            commands: dict[str, Any] = dict(get_group(app).commands)
        except Exception as error:  # an annotation that makes no option, for one
            from ..plugins.tiers.tier import account

            plugin.error = f"The plugin {plugin.name} adds a command that cannot be made: {account(error)}."
            continue
        for name, command in commands.items():
            if name in taken or name in found:
                plugin.error = f"The plugin {plugin.name} adds a command {name}, but that name is taken already."
            else:
                found[name] = (plugin, command)
    return found


def _strangers() -> bool:
    """Whether plugins are there that are not ours; looks at what is installed and imports none of it."""
    if os.environ.get("FLIPTABLE_PLUGIN"):
        return True
    from importlib.metadata import entry_points

    return any(point.dist is None or point.dist.name != OURS for point in entry_points(group=GROUP))
