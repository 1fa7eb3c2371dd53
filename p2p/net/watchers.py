"""The links of those who watch our table: apart from those of the members, so that nothing of the table goes there.

Must never send anything that the gallery has not given.
"""

from collections.abc import Callable
from typing import Final

from ..gallery import WATCHERS_MAX, Gallery
from ..link import Closed, Knocked, LinkEvent, Opened, Received
from .connection import Connection

SILENT_SECONDS: Final = 8.0


class Watchers:
    """All of them; `told(count)` hears how many there are whenever that has changed."""

    def __init__(self, told: Callable[[int], None], places: int = WATCHERS_MAX) -> None:
        self._told = told
        self._gallery = Gallery(places)
        self._links: dict[bytes, Connection] = {}
        self._mark: tuple[int, bytes] = (0, bytes(32))

    @property
    def waits(self) -> bool:
        """Whether one of them has not been sent all there is."""
        return self._gallery.waits

    def heard(self, connection: Connection, event: LinkEvent, refusal: str, now: float) -> None:
        """Hear what happens on such a link; `refusal` is why nobody may watch at all, or ""."""
        key = connection.link.peer
        if key is None:
            return
        match event:
            case Knocked():
                reason = refusal or ("already-linked" if key in self._links else self._gallery.refusal(key))
                if reason:
                    connection.close(reason)
                else:
                    connection.welcome()
            case Opened():
                self._enter(key, connection, now)
            case Received() if self._links.get(key) is connection:
                self._gallery.receive(key, event.payload, now)
                self._carry()
            case Closed() if self._links.get(key) is connection:
                del self._links[key]
                self._gallery.leave(key)
                self._told(len(self._links))
            case _:
                pass

    def recorded(self, data: bytes, seats: bytes | None, now: float) -> None:
        """Take what the record has grown by, with the letter that lists the members."""
        self._gallery.add(data, seats, now)
        self._carry()

    def mark(self, slot: int, head: bytes) -> None:
        """Say where our heartbeats stand from now on."""
        self._mark = slot, head
        for connection in self._links.values():
            connection.link.mark = self._mark

    def look(self, now: float) -> None:
        """Go on with who had to wait, and hang up on the silent; to be called every second or so."""
        for connection in list(self._links.values()):
            if now - connection.link.last_heard > SILENT_SECONDS:
                connection.close("silent")
        self._gallery.work(now)
        self._carry()

    def close(self, reason: str) -> None:
        """Say goodbye to all."""
        for connection in list(self._links.values()):
            connection.close(reason)

    def _enter(self, key: bytes, connection: Connection, now: float) -> None:
        # Two may have knocked before either was let in.
        reason = "already-linked" if key in self._links else self._gallery.refusal(key)
        if reason:
            connection.close(reason)
            return
        self._links[key] = connection
        connection.link.mark = self._mark
        self._gallery.enter(key, now)
        self._told(len(self._links))

    def _carry(self) -> None:
        """Carry away what the gallery has to say."""
        outbox, self._gallery.outbox = self._gallery.outbox, []
        gone, self._gallery.gone = self._gallery.gone, []
        for key, data in outbox:
            if key in self._links:
                self._links[key].send(data)
        for key, reason in gone:
            if key in self._links:
                self._links[key].close(reason)
