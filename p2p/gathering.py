"""The lobby as our own peer sees it: over which links its letters may come, and for whom it waits.

The first list of seats comes from whom we have called, and a wish to sit down from its writer or through a member: so
one stranger has one voice. Of silence the clerk judges for all, and the others only judge the clerk.

Must never know the game.
"""

from __future__ import annotations

from .identity import Identity
from .letter import Letter
from .lobby import Lobby
from .messages import Member, Sit, Want
from .notices import Notice
from .vigil import Vigil


class Gathering:
    """Our peer in `lobby`; with `contact` only the link to that key can bring the first list."""

    def __init__(self, identity: Identity, lobby: Lobby, now: float, contact: bytes | None) -> None:
        self.lobby = lobby
        self.vigil = Vigil(now)
        self._identity = identity
        self._contact = contact

    @property
    def members(self) -> tuple[Member, ...]:
        """All who sit at the table."""
        return self.lobby.seats.members if self.lobby.seats else ()

    @property
    def others(self) -> tuple[Member, ...]:
        """All who sit at the table but us."""
        return tuple(member for member in self.members if member.key != self._identity.public)

    def take(self, key: bytes, letter: Letter, now: float) -> None:
        """Take a letter that the link to `key` has brought, if it may."""
        if self._may_bring(key, letter):
            self.lobby.receive(letter, now)

    def _may_bring(self, key: bytes, letter: Letter) -> bool:
        if self.lobby.seats is None:
            return self._contact is None or key == self._contact
        sits = isinstance(letter.body, Sit)
        return not sits or key == letter.sender or key in {member.key for member in self.members}

    # Silence.

    def watch(self, now: float) -> None:
        """Watch those whose silence matters."""
        lobby = self.lobby
        keys = [member.key for member in self.others] if lobby.is_clerk or lobby.clerk is None else [lobby.clerk]
        self.vigil.watch([key for key in keys if key != self._identity.public], now)

    def wants(self, now: float) -> list[Want | None]:
        """Say what to ask everybody for, when it is time."""
        self.vigil.progress(self.lobby.progress)
        return [self.lobby.wants()] if self.vigil.ask(now) else []

    def name_silent(self, now: float) -> list[Notice]:
        """Say who is silent, where that has changed."""
        return self.vigil.tell({member.key: member.name for member in self.others}, (), now)

    def miss(self, patience: float, now: float) -> None:
        """Go on without who has been silent for too long, whatever our own patience."""
        del patience
        self.lobby.tick(now)
        lost = self.vigil.lost(now)
        if lost:
            self.lobby.lost(tuple(lost), now)
