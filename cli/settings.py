"""Where things live on this machine: the identity key and the records of games.

The key of a person is kept (mode 0600) and held locked while a program plays with it: who runs two programs at one
table sits there twice, under two keys. Must never know what a key is used for.
"""

from __future__ import annotations

import os
import secrets
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import IO, Final

from ..p2p.errors import Misuse
from ..p2p.identity import Identity
from .endings import Exit, Stop
from .folders import data_folder
from .language import _

KEYS_MAX: Final = 10
"""How many programs of one user may play at once, each with a kept key; further ones get a key for one game."""

_held: list[IO[bytes]] = []
"""Key files that this process keeps locked until it ends."""


def own_identity() -> tuple[Identity, str]:
    """The kept key that no other program uses right now, made on first use; and a remark, or "".

    Raises:
        Stop: a key file is there, but cannot be read.
    """
    folder = data_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for number in range(1, KEYS_MAX + 1):
            identity = _take(folder / ("identity.pem" if number == 1 else f"identity-{number}.pem"))
            if identity is not None:
                return identity, ""
    except OSError as error:
        return passing_identity(), _("Your key cannot be kept in {folder} ({why}): this game has its own.").format(
            folder=folder, why=error.strerror
        )
    return passing_identity(), ""


def let_go() -> None:
    """Let other programs of this user use the kept keys again: the game is over."""
    while _held:
        _held.pop().close()


def passing_identity() -> Identity:
    """A key for one game."""
    return Identity.generate(secrets.token_bytes)


def new_record() -> tuple[Path, IO[bytes]]:
    """A new file for the record of a game that begins now, in the folder of records; raises OSError."""
    folder = data_folder() / "records"
    folder.mkdir(parents=True, exist_ok=True)
    stem = time.strftime("%Y%m%d-%H%M%S")
    number = 1
    while True:
        path = folder / f"{stem}{'' if number == 1 else f'-{number}'}.record"
        try:
            return path, path.open("xb")
        except FileExistsError:  # that of another program, perhaps made in this very moment
            number += 1


def _take(path: Path) -> Identity | None:
    """Lock a key file and read it, or make it; None while another program uses it."""
    handle = os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o600), "r+b")
    if not lock(handle):
        handle.close()
        return None
    with suppress(OSError):
        path.chmod(0o600)
    pem = handle.read()
    if pem:
        try:
            identity = Identity.from_pem(pem)
        except Misuse as error:
            handle.close()
            raise Stop(Exit.MISUSE, f"{path}: {error}.") from None
    else:
        identity = passing_identity()
        handle.write(identity.to_pem())
        handle.flush()
    _held.append(handle)
    return identity


def lock(handle: IO[bytes]) -> bool:
    """Lock a file for this process; False where another one has it."""
    if sys.platform == "win32":
        import msvcrt

        try:
            # Far beyond the end: what is locked there cannot be read by others.
            handle.seek(1 << 20)
            msvcrt.locking(handle.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        finally:
            handle.seek(0)
        return True
    import fcntl

    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
