"""A game as somebody follows it who sits nowhere: its record, as one seat sends it, checked entry by entry.

Theory of operation. `Download` puts the pieces together, of whichever seat they come: the record is the same bytes at
every one. `Spectator` gives what is whole to the same referee that `verify` uses, so that every signature, hash, proof,
rule and seed is checked here as at the table, and whoever sends a record that does not hold is found out. That other
members hold the same log is seen by the heads in their heartbeats: of each slot both are known sooner or later.

Sans-IO. `Spectator.work` may take as long as proofs take, and may be called in any thread, one call at a time. Must
never believe the sender about anything that can be computed, and knows no hidden face: it is sent none.
"""

from __future__ import annotations

from typing import Final

from . import letter as letters
from . import wire
from .charter import check_accords, session_of
from .errors import Malformed, PeerFault
from .frames import tag_of
from .gallery import RECORD_MAX
from .messages import WATCHING, Charter, Member, Piece, Seats, Watch
from .record import BadRecord, Blame, Reader, charter_of, entry_of
from .referee import Referee
from .verify import Finding, Follow, Replay, Verdict

HEADS_MAX: Final = 64
"""How many heads of one member wait to be compared; older ones are forgotten."""


class Download:
    """The record as it comes, from any seat: send `question`, `receive` what comes, `take` the bytes.

    `total` is how long the record was when the last piece was sent; `session` is empty before the first one.
    """

    def __init__(self) -> None:
        self.session = b""
        self.total = 0
        self.seats: bytes | None = None
        self._length = 0
        self._data = bytearray()

    @property
    def question(self) -> bytes:
        """What to ask next."""
        return wire.encode(Watch(self.session, self._length))

    @property
    def whole(self) -> bool:
        """Whether all is here that there was when the last piece was sent."""
        return self._length >= self.total

    def receive(self, payload: bytes) -> bool:
        """Take a frame of the seat that was asked; says whether the next question is due.

        Raises Malformed for what no honest seat sends.
        """
        if tag_of(payload) not in wire.tags(*WATCHING):
            self.seats = payload  # whose it is can be said once the charter is known
            return False
        piece = wire.decode(payload, Piece)
        if self.session not in (b"", piece.session) or piece.offset != self._length or piece.total > RECORD_MAX:
            raise Malformed("piece")
        if piece.offset + len(piece.data) > piece.total:
            raise Malformed("piece")
        self.session, self.total = piece.session, piece.total
        self._data += piece.data
        self._length += len(piece.data)
        return True

    def take(self) -> bytes:
        """Take the bytes that came since the last time."""
        data, self._data = bytes(self._data), bytearray()
        return data


class Spectator:
    """Follows one game; `follow` is told what each letter has brought, as `verify` tells it.

    `wrong` is what is wrong with the record, and then nothing of it is read any more.
    """

    def __init__(self, session: bytes, follow: Follow | None = None) -> None:
        self.wrong: Finding | None = None
        self.referee: Referee | None = None
        self._session, self._follow = session, follow
        self._reader = Reader()
        self._number = 0
        self._charter: Charter | None = None
        self._accords: list[bytes] = []
        self._replay: Replay | None = None
        self._held: bytes | None = None
        self._heads: dict[int, set[bytes]] = {}
        self._told: dict[bytes, dict[int, bytes]] = {}

    @property
    def over(self) -> bool:
        """Whether the match has come to its end, or the record is of no use any more."""
        return self.wrong is not None or (self.referee is not None and self.referee.over and self._held is None)

    def work(self, data: bytes, *, whole: bool) -> None:
        """Check what has come; `whole`: it ends where the record ended when it was sent."""
        try:
            entries = self._reader.feed(data) if self.wrong is None else []
            for entry in entries:
                self._take(entry)
            if whole and not self._reader.left:
                self._let_go(last=True)
        except BadRecord as bad:
            self._stop(bad.reason)

    def end(self) -> Verdict | None:
        """Say what the record is worth, which ends here; None where not even its charter is known."""
        self._let_go(last=True)
        return self._replay.end() if self._replay is not None else None

    def members(self, seats: bytes | None) -> tuple[Member, ...]:
        """Give the members of the game and where they are, by the letter with their list; none if it is another one."""
        charter = self._charter
        try:
            letter = letters.read(seats or b"")
        except Malformed:
            return ()
        listed = letter.body
        if charter is None or not isinstance(listed, Seats) or letter.sender != listed.members[0].key:
            return ()
        same = (listed.table, listed.revision) == (charter.table, charter.revision)
        known = {(seat.key, seat.name) for seat in charter.seats}
        return listed.members if same and {(each.key, each.name) for each in listed.members} == known else ()

    def beat(self, key: bytes, slot: int, head: bytes) -> None:
        """Note what the heartbeat of a member says."""
        told = self._told.setdefault(key, {})
        told[slot] = head
        while len(told) > HEADS_MAX:
            del told[next(iter(told))]

    def differing(self) -> list[tuple[str, int]]:
        """Give who has shown another head than this record has, and for which slot; each is given once."""
        found: list[tuple[str, int]] = []
        referee = self.referee
        if referee is None:
            return found
        for key, told in self._told.items():
            for slot in [slot for slot in told if slot < referee.log.slot or referee.over]:
                seat, head = referee.seat_of(key), told.pop(slot)
                if seat is not None and seat not in referee.barred and head not in self._heads.get(slot, ()):
                    found.append((referee.names[seat], slot))
        return found

    def _take(self, entry: bytes) -> None:
        """Take the next whole entry; the last one of the game waits until it is known whether a blame follows."""
        number, self._number = self._number, self._number + 1
        if self._charter is None:
            self._charter = charter_of(entry)
            if session_of(self._charter) != self._session:
                raise BadRecord("other-session", 0)
        elif self._replay is None:
            self._accords.append(entry)
            if len(self._accords) == len(self._charter.seats):
                self._begin(self._charter)
        else:
            self._let_go(last=not isinstance(entry_of(entry, number), Blame))
            self._held = entry

    def _begin(self, charter: Charter) -> None:
        try:
            check_accords(charter, self._accords)
            self.referee = Referee(charter)
        except PeerFault as fault:
            self._stop(fault.reason)
            return
        self._replay = Replay(self.referee, self._follow)
        self._note()

    def _let_go(self, *, last: bool) -> None:
        """Check the entry that has waited."""
        entry, self._held = self._held, None
        if entry is None or self._replay is None or self.wrong is not None:
            return
        self._replay.take(entry_of(entry, self._number - 1), last=last)
        self.wrong = self._replay.wrong
        self._note()

    def _note(self) -> None:
        if self.referee is not None:
            self._heads.setdefault(self.referee.log.slot, set()).add(self.referee.log.head)

    def _stop(self, reason: str) -> None:
        self.wrong = Finding(self.referee.log.slot if self.referee is not None else 0, None, reason)
        if self._replay is not None:
            self._replay.wrong = self.wrong
