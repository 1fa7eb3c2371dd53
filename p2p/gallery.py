"""Who watches a table, served by one seat: they ask, and are sent the public record, and nothing else ever.

Theory of operation. A watcher is no member and owes nothing. It asks for the bytes of the record from some offset on;
the answer comes at once, or as soon as there is more. So what a watcher is sent is a part of the very file that every
seat writes, in which no hidden face stands, and a watcher that is slow waits for itself. The list of members as its
clerk has signed it goes before the first piece, so that a watcher can ask others whether they hold the same log.

Whoever sends anything but a question, or more questions than an honest one has, is to be hung up on: see `gone`.
Sans-IO: frames and `now` (seconds on any steady clock) go in, `outbox` and `gone` are for the caller to empty. Must
never hold a secret, or take anything from a watcher but which bytes it lacks.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from . import wire
from .charter import session_of
from .errors import Malformed
from .frames import Bucket
from .messages import PIECE_MAX, Piece, Watch
from .record import MAGIC, Reader, charter_of

WATCHERS_MAX: Final = 8
RECORD_MAX: Final = 64 * 1024 * 1024
"""So many bytes of a record are kept in memory; of a longer one nothing more is shown."""
PIECES_RATE, PIECES_BURST = 60, 240
"""How many pieces one watcher is sent in a second, and at once: 420 KB/s, half of what a link lets through."""
ASKED_RATE, ASKED_BURST = 2 * PIECES_RATE, 2 * PIECES_BURST


@dataclass(slots=True)
class _Watcher:
    pieces: Bucket
    asked: Bucket
    question: Watch | None = None
    greeted: bool = False


class Gallery:
    """Those who watch, by their keys, and the record so far; `places` is how many there may be."""

    def __init__(self, places: int = WATCHERS_MAX) -> None:
        self.outbox: list[tuple[bytes, bytes]] = []
        self.gone: list[tuple[bytes, str]] = []
        self._places = places
        self._watchers: dict[bytes, _Watcher] = {}
        self._record = bytearray()
        self._session = b""
        self._seats: bytes | None = None

    @property
    def count(self) -> int:
        """How many watch."""
        return len(self._watchers)

    @property
    def waits(self) -> bool:
        """Whether somebody who watches has not been sent all there is."""
        return any(each.question is None or each.question.offset < len(self._record) for each in self._all())

    def refusal(self, key: bytes) -> str:
        """Say why somebody may not watch, or nothing."""
        if not self._places:
            return "no-watching"
        return "" if key in self._watchers or self.count < self._places else "gallery-full"

    def enter(self, key: bytes, now: float) -> None:
        """Let somebody watch."""
        pieces, asked = Bucket(PIECES_RATE, PIECES_BURST, now), Bucket(ASKED_RATE, ASKED_BURST, now)
        self._watchers[key] = _Watcher(pieces, asked)

    def leave(self, key: bytes) -> None:
        """Forget somebody who watches no more."""
        self._watchers.pop(key, None)

    def receive(self, key: bytes, payload: bytes, now: float) -> None:
        """Take what a watcher sends."""
        watcher = self._watchers.get(key)
        if watcher is None:
            return
        try:
            question = wire.decode(payload, Watch)
        except Malformed:
            self._dismiss(key, "malformed")
            return
        if not watcher.asked.take(1, now):
            self._dismiss(key, "flood")
            return
        watcher.question = question
        self.work(now)

    def add(self, data: bytes, seats: bytes | None, now: float) -> None:
        """Take what the record has grown by; `seats` is the letter with the list of its members."""
        if not self._places:
            return
        if data.startswith(MAGIC):
            self._record.clear()
            self._session, self._seats = session_of(charter_of(Reader().feed(data)[0])), seats
        if len(self._record) + len(data) > RECORD_MAX:
            for key in list(self._watchers):
                self._dismiss(key, "record-too-long")
            self._places = 0
            self._record.clear()
            return
        self._record += data
        self.work(now)

    def work(self, now: float) -> None:
        """Answer who has asked, as far as there is something to say, and as fast as one may be answered."""
        for key, watcher in list(self._watchers.items()):
            question = watcher.question
            if question is None or not self._record:
                continue
            if question.session not in (b"", self._session):
                self._dismiss(key, "other-game")
            elif question.offset < len(self._record) and watcher.pieces.take(1, now):
                self._answer(key, watcher, question.offset)

    def _answer(self, key: bytes, watcher: _Watcher, offset: int) -> None:
        watcher.question = None
        if not watcher.greeted and self._seats is not None:
            self.outbox.append((key, self._seats))
        watcher.greeted = True
        data = bytes(self._record[offset : offset + PIECE_MAX])
        self.outbox.append((key, wire.encode(Piece(self._session, len(self._record), offset, data))))

    def _dismiss(self, key: bytes, reason: str) -> None:
        del self._watchers[key]
        self.gone.append((key, reason))

    def _all(self) -> list[_Watcher]:
        return [each for each in self._watchers.values() if each.greeted]
