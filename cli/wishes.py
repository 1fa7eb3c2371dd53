"""What the options of `play`, `open` and `join` ask for, and what is made of them before anything is on the network.

Whatever is wrong with an option is said here, so that nothing has happened yet. Must never know tables or sessions.
"""

from __future__ import annotations

import getpass
import random
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import IO, Final

from ..core.rules import Rules
from ..p2p.charter import seat_name
from ..p2p.record import MAGIC
from ..plugins.errors import PluginError
from ..plugins.registry import Registry
from ..plugins.spec import PlayerSpec
from . import rules as rule_sets
from .config import Config
from .endings import Exit, Stop
from .language import _, n_
from .settings import new_record

BOT_NAMES: Final = ("Bo", "Chidi", "Dolores", "Emre", "Farah", "Goran", "Hinata", "Ines", "Jun", "Kofi", "Lena")
DEFAULT_PLAYERS: Final = ("steady", "greedy", "random")
"""Who sits on a bot's seat that nobody chose for, the first one there is."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """The options that `play`, `open` and `join` have in common, as they were given; `config` has the settings."""

    config: Config = Config()  # noqa: RUF009 - it is frozen
    name: str | None = None
    rules: str | None = None
    settings: tuple[str, ...] = ()
    rounds: int | None = None
    target: int | None = None
    json: bool = False
    plain: bool = False
    record: str | None = None
    port: int | None = None
    interfaces: tuple[str, ...] = ()
    pace: float = 1.0
    plugins: tuple[str, ...] = ()

    @classmethod
    def of(cls, config: Config) -> Wishes:
        """What the settings wish where no option was given."""
        return cls(config=config, name=config.name or None, pace=config.pace, plain=config.plain)

    @property
    def own_rules(self) -> bool:
        """Whether anything was said about rules."""
        return bool(self.rules or self.settings or self.rounds is not None or self.target is not None)

    def rule_set(self, registry: Registry) -> Rules:
        """The rules asked for; raises `Stop`."""
        return rule_sets.choose(
            self.rules or self.config.rules,
            list(self.settings),
            rounds=self.rounds,
            target=self.target,
            more=registry.rules,
        )

    def nickname(self) -> str:
        """The name to sit down under, spelled as seats are."""
        if self.name is not None:
            return seat_name(self.name, ())
        try:
            login = getpass.getuser()
        except (OSError, KeyError, ImportError):  # no login name, as in some containers
            login = ""
        return seat_name(login or "Ada", ())

    def check(self) -> None:
        """Say what no program could do; raises `Stop`."""
        if self.record == "":
            raise Stop(Exit.MISUSE, _("--record has no file: write the name of a new one."))
        if self.port is not None and not 0 <= self.port < 65536:
            raise Stop(Exit.MISUSE, _("--port {port} is no port: choose one from 1 to 65535.").format(port=self.port))
        if not 0 <= self.pace <= 60:
            raise Stop(
                Exit.MISUSE,
                _("{option} is not possible: choose {least} to {most}.").format(
                    option=f"--pace {self.pace:g}", least=0, most=_("{seconds} seconds").format(seconds=60)
                ),
            )


def load_players(plugins: Sequence[str]) -> Registry:
    """The installed players and those of ``--plugin``; raises `Stop`."""
    try:
        return Registry.installed(plugins)
    except PluginError as error:
        raise Stop(Exit.MISUSE, str(error)) from None


def find_player(registry: Registry, text: str) -> PlayerSpec:
    """The player that ``--ai`` names; raises `Stop`."""
    try:
        return registry.find(text)
    except PluginError as error:
        raise Stop(Exit.MISUSE, str(error)) from None


def bot_players(registry: Registry, names: Sequence[str], bots: int) -> list[PlayerSpec]:
    """Who sits on the bots' seats: the named ones in order, over and over; ours when none is named. Raises `Stop`."""
    if len(names) > bots:
        raise Stop(
            Exit.MISUSE,
            n_(
                "--ai names {number} player, and the bots have fewer seats ({bots}): raise --bots.",
                "--ai names {number} players, and the bots have fewer seats ({bots}): raise --bots.",
                len(names),
            ).format(number=len(names), bots=bots),
        )
    default = next((name for name in DEFAULT_PLAYERS if name in registry.players), DEFAULT_PLAYERS[-1])
    chosen = names or [default]
    return [find_player(registry, chosen[number % len(chosen)]) for number in range(bots)]


def bot_names(taken: str, bots: int) -> list[str]:
    """Names for bots, none of them ``taken``."""
    free = [name for name in BOT_NAMES if name.lower() != taken.lower()]
    # Two tables of one house are told apart more easily when the bots are not always the same ones.
    return sorted(random.sample(free, bots), key=free.index)


class RecordFile:
    """The record of a game, written as it is played, one file a match; an existing file is never touched.

    Args:
        path: where to write; the file is made at once.
        kept: no path was asked for: the file is made when there is something to write, in the folder of records.

    Raises:
        Stop: the file exists or cannot be made.
    """

    def __init__(self, path: str | None, *, kept: bool = False) -> None:
        self.path = Path(path) if path is not None else None
        self._first = self.path
        self._kept = kept and path is None
        self._file: IO[bytes] | None = None
        self.trouble = ""
        if self.path is not None:
            self._file = _make(self.path)

    def write(self, data: bytes) -> None:
        """Append; where the disk does not want it, the game goes on without a record."""
        if self.trouble or (self._file is None and not self._kept):
            return
        try:
            if self._file is not None and data.startswith(MAGIC) and self._file.tell():
                self._file.close()
                self._file = None if self._kept else self._next()
            if self._file is None:
                self.path, self._file = new_record()
            self._file.write(data)
            self._file.flush()
        except OSError as error:
            self.trouble = _("The record cannot be written ({why}): it is missing, or ends early.").format(
                why=error.strerror
            )

    def _next(self) -> IO[bytes] | None:
        """The file of a further match: beside the first one, with the first number that is free."""
        first = self._first or Path()
        for number in count(2):
            self.path = first.with_name(f"{first.stem}-{number}{first.suffix}")
            with suppress(FileExistsError):
                return self.path.open("xb")
        return None

    def close(self) -> None:
        """Close it; a file with nothing in it goes."""
        if self._file is not None and self.path is not None:
            empty = not self._file.closed and self._file.tell() == 0
            self._file.close()
            if empty:
                self.path.unlink(missing_ok=True)
                self.path = None


def _make(path: Path) -> IO[bytes]:
    try:
        return path.open("xb")
    except FileExistsError:
        text = _("{path} exists already: choose another name for the record.")
        raise Stop(Exit.MISUSE, text.format(path=path)) from None
    except OSError as error:
        raise Stop(Exit.MISUSE, _("{path} cannot be written: {why}.").format(path=path, why=error.strerror)) from None
