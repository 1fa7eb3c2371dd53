"""What may be wrong with a plugin or with the name of a player; each text is one sentence that says what to do.

Must never know who reads them.
"""

from __future__ import annotations


class PluginError(Exception):
    """Parent of all errors of this package."""


class BadPlugin(PluginError):
    """A plugin that cannot be loaded, or that holds no player and no hook."""


class UnknownPlayer(PluginError):
    """No loaded plugin has a player of this name."""


class BadPlayerOption(PluginError):
    """A player has no such option, or the option cannot have this value."""


class BadSchedule(PluginError):
    """A tournament that cannot be played, or a file of games that belongs to another one."""


class ArenaBroken(PluginError):
    """A tournament that came to a stop: the workers are gone, or no player can be blamed for what ends them."""
