"""The journals on this machine: the games that one can come back to when the program was killed.

One file a game (mode 0600), locked as long as a program plays with it, and gone when the match is over for us. Must
never know what is in one.
"""

from __future__ import annotations

import os
import secrets
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Final

from ..p2p import journal as spelled
from ..p2p.errors import Misuse
from ..p2p.journal import Journal
from .endings import Exit, Stop
from .language import _
from .settings import data_folder, lock

KEPT_SECONDS: Final = 7 * 86400.0
"""A journal that nobody came back to for so long is thrown away: there is a key in it."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A game that one can come back to.

    Attributes:
        path: its journal.
        table: the name of the table.
        names: the others at it.
        addresses: where they said they are.
        when: when something last happened, in seconds as `time.time` has them.
        busy: whether a program plays with it right now.
    """

    path: Path
    table: str
    names: tuple[str, ...]
    addresses: tuple[str, ...]
    when: float
    busy: bool


class JournalFile:
    """The journal of one game: made with the first bytes, or taken up again by `take`."""

    def __init__(self) -> None:
        self.trouble = ""
        self._path: Path | None = None
        self._file: IO[bytes] | None = None

    @classmethod
    def take(cls, path: Path) -> tuple[JournalFile, Journal]:
        """Lock a journal and read it; what was torn off at its end is cut away.

        Raises:
            Stop: another program has it, or it cannot be read.
        """
        self = cls()
        try:
            self._file, self._path = path.open("r+b"), path
            if not lock(self._file):
                raise Stop(Exit.REFUSED, _("Another program of yours plays this game already: go on there."))
            journal = spelled.read(self._file.read())
            self._file.seek(journal.length)
            self._file.truncate()
        except BaseException as error:
            if self._file is not None:
                self._file.close()
            if isinstance(error, OSError):
                raise Stop(
                    Exit.MISUSE, _("{file} cannot be read: {error}.").format(file=path, error=error.strerror)
                ) from None
            if isinstance(error, Misuse):
                raise Stop(Exit.MISUSE, _("{file} cannot be used: {error}.").format(file=path, error=error)) from None
            raise
        return self, journal

    def write(self, data: bytes, sent: bool) -> None:
        """Append; where something is sent afterwards, only when the disk has it.

        Where the disk does not want it the game goes on, and the journal goes: an old one would sign things twice.
        """
        if self.trouble:
            return
        if data.startswith(spelled.MAGIC):
            self.close(over=True)  # another match at the same table: the one before is over
        try:
            file = self._file or self._make()
            file.write(data)
            file.flush()
            if sent:
                os.fsync(file.fileno())
        except OSError as error:
            self.close(over=True)
            why = error.strerror
            self.trouble = _("This game cannot be kept on the disk ({why}): nobody could come back to it.").format(
                why=why
            )

    def close(self, *, over: bool) -> None:
        """Let go of it; when it is ``over`` for us it is thrown away."""
        file, self._file = self._file, None
        if file is None:
            return
        if over and self._path is not None:
            with suppress(OSError):
                file.truncate(0)  # whoever waits for the lock finds nothing
        with suppress(OSError):
            file.close()
        if over and self._path is not None:
            with suppress(OSError):
                self._path.unlink()

    def _make(self) -> IO[bytes]:
        folder = _folder()
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._path = folder / f"{time.strftime('%Y%m%d-%H%M%S')}-{secrets.token_hex(4)}.journal"
        self._file = os.fdopen(os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600), "r+b")
        lock(self._file)
        return self._file


def journals() -> list[Kept]:
    """The games one can come back to, the last one first; what nobody came back to for a week goes."""
    found: list[Kept] = []
    for path in _folder().glob("*.journal"):
        with suppress(OSError, Misuse):
            found += _look(path)
    return sorted(found, key=lambda kept: kept.when, reverse=True)


def find_journal(table: str | None) -> Path:
    """The journal of the table of this name, or the only one there is.

    Raises:
        Stop: there is none, or several are meant.
    """
    found = journals()
    if table is not None:
        found = [kept for kept in found if kept.table.casefold() == table.strip().casefold()]
    if not found:
        text = (
            _("There is no game called {table} to come back to here: join one, or open a table.")
            if table is not None
            else _("There is no game to come back to here: join one, or open a table.")
        )
        raise Stop(Exit.UNREACHED, text.format(table=table))
    free = [kept for kept in found if not kept.busy] or found
    names = dict.fromkeys(kept.table for kept in free)
    if len(names) > 1:
        text = _("There are several games to come back to: say at which table: {names}.")
        raise Stop(Exit.MISUSE, text.format(names=", ".join(names)))
    return free[0].path


def _look(path: Path) -> list[Kept]:
    """What a journal says, if it is one that can be used."""
    when = path.stat().st_mtime
    with path.open("r+b") as file:
        busy = not lock(file)
        if not busy and time.time() - when > KEPT_SECONDS:
            path.unlink()
            return []
        journal = spelled.read(file.read())
    seats = spelled.seats_of(journal)
    others = [member for member in seats.members if member.key != journal.identity.public]
    names = tuple(member.name for member in others)
    return [Kept(path, seats.name, names, tuple(hint for each in others for hint in each.hints), when, busy)]


def _folder() -> Path:
    return data_folder() / "journals"
