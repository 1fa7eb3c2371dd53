"""Who lacks a link to whom, and who passes frames on between them.

Heartbeats tell whom their sender hears. So every peer knows who is alive behind a link it lacks, and which of its
neighbours lack each other: what one of them sends to all goes on to the other through the helper with the smallest
key, and no frame twice. Frames are signed: a helper can drop them, and then they are asked for. What a neighbour says
of whom it hears is believed, so a liar makes us help where no help is needed: that must cost us nothing but a little
traffic, which is the mesh's to see to. No sockets and no clock; must never know what a frame says.
"""

import hashlib
from collections.abc import Collection
from typing import Final

REMEMBERED_MAX: Final = 4096  # how many frames are remembered as passed on


class Relay:
    """What one peer knows of its neighbours' neighbours; `own` is its key."""

    def __init__(self, own: bytes) -> None:
        self._own = own
        self._around: dict[bytes, frozenset[bytes]] = {}
        self._passed: dict[bytes, None] = {}

    def hears(self, key: bytes, around: Collection[bytes]) -> None:
        """Note whom the neighbour `key` hears."""
        self._around[key] = frozenset(around)

    def gone(self, key: bytes) -> None:
        """Forget a neighbour whose link is gone."""
        self._around.pop(key, None)

    def beyond(self, key: bytes, linked: Collection[bytes]) -> list[bytes]:
        """Give the peers that the neighbour `key` hears and we have no link to."""
        return sorted(self._around.get(key, frozenset()) - {self._own, *linked})

    def via(self, key: bytes) -> bytes | None:
        """Say which neighbour hears `key`; None where none does."""
        return min((near for near, around in self._around.items() if key in around), default=None)

    def targets(self, source: bytes, payload: bytes, linked: Collection[bytes]) -> list[bytes]:
        """Say to whom a frame that came from `source` goes on, for each frame and each of them once."""
        return [other for other in self.helped(source, linked) if self._first_time(other + payload)]

    def helped(self, source: bytes, linked: Collection[bytes]) -> list[bytes]:
        """Say to whom what comes from `source` is for us to pass on."""
        near = self._around.get(source)
        if near is None:
            return []
        return [
            other
            for other in linked
            if other != source and other not in near and self._is_ours(near, self._around.get(other))
        ]

    def _is_ours(self, one: frozenset[bytes], other: frozenset[bytes] | None) -> bool:
        """Whether helping two neighbours is our part: of all who hear both we have the smallest key."""
        return other is not None and self._own == min({self._own} | (one & other))

    def _first_time(self, what: bytes) -> bool:
        digest = hashlib.sha256(what).digest()
        if digest in self._passed:
            return False
        self._passed[digest] = None
        if len(self._passed) > REMEMBERED_MAX:
            del self._passed[next(iter(self._passed))]
        return True
