"""Who watches: is sent the public record and nothing else, checks all of it, and can do nobody any harm."""

from __future__ import annotations

import random
from dataclasses import replace

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fliptable.core.rules import PRESETS
from fliptable.p2p import gallery, wire
from fliptable.p2p.charter import session_of
from fliptable.p2p.errors import Malformed
from fliptable.p2p.gallery import ASKED_BURST, PIECES_BURST, PIECES_RATE, WATCHERS_MAX, Gallery
from fliptable.p2p.identity import Identity
from fliptable.p2p.letter import read, write
from fliptable.p2p.messages import PIECE_MAX, Event, Have, Piece, Say, Seats, Watch
from fliptable.p2p.moments import Moment, Moments
from fliptable.p2p.record import MAGIC, Reader, charter_of
from fliptable.p2p.spectator import Download, Spectator
from fliptable.p2p.verify import verify

from .forger import Forger, changed, honest, on
from .switchboard import Switchboard
from .test_record import entries

ME = bytes(range(32))


class Table:
    """A match that was played: its record, cut where it grew, its list of members, and the heads of its slots."""

    def __init__(self, seats: int, seed: int, forge: bool = False) -> None:
        preset = PRESETS["classic"] if forge else PRESETS["quick"]
        board = Switchboard(seats, seed, replace(preset, hand_size=3, match="single"))
        self.heads: list[tuple[bytes, int, bytes]] = []
        if forge:
            Forger(board, on(Event, lambda body: changed(body, table=bytes(32)) if body.slot > 2 else None))

        def over() -> bool:
            for peer in honest(board) if forge else board.peers:
                if peer.session.referee is not None:
                    self.heads.append((peer.key, *peer.session.status))
            return all(peer.ended for peer in (honest(board) if forge else board.peers))

        self.grown: list[bytes] = []
        board.run(lambda: self._grow(board) or over())
        self._grow(board)
        self.record = bytes(board.peers[0].record)
        seats_letter = board.peers[0].session.lobby.seats_letter
        assert seats_letter is not None
        self.seats = seats_letter
        self.session = session_of(charter_of(Reader().feed(self.record)[0]))
        self.keys = [peer.key for peer in board.peers]

    def _grow(self, board: Switchboard) -> None:
        record = bytes(board.peers[0].record)
        known = sum(map(len, self.grown))
        if len(record) > known:
            self.grown.append(record[known:])


@pytest.fixture(scope="module")
def table() -> Table:
    return Table(2, 1)


@pytest.fixture(scope="module")
def broken() -> Table:
    return Table(3, 3, forge=True)


class Served:
    """One who watches a gallery honestly."""

    def __init__(self, shown: Gallery, key: bytes = ME) -> None:
        self.gallery, self.key = shown, key
        self.download = Download()
        self.got = b""
        self.sent = b""
        shown.enter(key, 0)
        shown.receive(key, self.download.question, 0)

    def carry(self, now: float = 0) -> None:
        """Carry everything to and fro until nothing moves any more."""
        while self.gallery.outbox:
            outbox, self.gallery.outbox = self.gallery.outbox, []
            for key, payload in outbox:
                assert key == self.key
                self.sent += payload
                if self.download.receive(payload):
                    self.gallery.receive(key, self.download.question, now)
        self.got += self.download.take()


@settings(max_examples=30)
@given(st.data())
def test_what_is_sent_is_always_a_beginning_of_the_record(table: Table, data: st.DataObject) -> None:
    """So a watcher can know nothing that does not stand in the public record."""
    shown = Gallery()
    cuts = sorted(data.draw(st.sets(st.integers(1, len(table.record) - 1), max_size=8)))
    parts = [table.record[a:b] for a, b in zip([0, *cuts], [*cuts, len(table.record)], strict=True)]
    parts = [parts[0] + b"".join(parts[1:])] if len(parts[0]) < 2000 else parts  # the charter comes in one piece
    served, now = Served(shown), 0.0
    for part in parts:
        now += 10
        shown.add(part, table.seats, now)
        served.carry(now)
        assert table.record.startswith(served.got)
    while served.got != table.record:
        now += 1
        shown.work(now)
        served.carry(now)
    assert served.download.seats == table.seats
    pieces = -(-len(table.record) // PIECE_MAX) + len(parts)
    assert len(served.sent) <= len(table.record) + len(table.seats) + 60 * pieces
    assert not shown.gone


def test_it_is_checked_as_it_comes_and_ends_as_verify_says(table: Table, broken: Table) -> None:
    for played in (table, broken):
        found, all_at_once = Moments(), Moments()
        verdict = verify(played.record, follow=all_at_once)
        seen = Spectator(played.session, found)
        told: list[int] = []
        for part in played.grown:
            assert not seen.over
            seen.work(part, whole=True)
            told.append(len(found.found))
            for key, slot, head in played.heads:
                seen.beat(key, slot, head)
            assert seen.wrong is None
        assert len(set(told)) > 5  # and not all at the end
        assert seen.over
        assert seen.end() == verdict
        assert [type(one) for one in found.found] == [type(one) for one in all_at_once.found]
        tables = [
            [one.table.digest() for one in each.found if isinstance(one, Moment)] for each in (found, all_at_once)
        ]
        assert tables[0] == tables[1]
        assert seen.differing() == []


@settings(max_examples=10)
@given(st.integers(0, 2**32))
def test_wherever_the_bytes_are_cut_the_same_is_found(broken: Table, seed: int) -> None:
    seen, at, dice = Spectator(broken.session), 0, random.Random(seed)
    while at < len(broken.record):
        step = dice.choice((1, 100, PIECE_MAX, 50_000))
        seen.work(broken.record[at : at + step], whole=at + step >= len(broken.record))
        at += step
    assert seen.end() == verify(broken.record)


def test_a_record_with_a_lie_is_found_out(table: Table) -> None:
    dice = random.Random(5)
    spans = entries(table.record)[3:]
    for begin, end in dice.sample(spans, 6):
        lie = bytearray(table.record)
        lie[dice.randrange(begin + 6, end)] ^= 1
        seen = Spectator(table.session)
        seen.work(bytes(lie), whole=True)
        assert seen.wrong is not None
        verdict = seen.end()
        assert verdict is not None
        assert not verdict.ok
    for lie in (b"no record at all", MAGIC + b"\0\0\0\1x", table.record[:40] + b"\1" + table.record[41:]):
        seen = Spectator(table.session)
        seen.work(lie, whole=True)
        assert seen.wrong is not None
    other = Spectator(bytes(32))
    other.work(table.record, whole=True)
    assert other.wrong is not None
    assert other.wrong.reason == "other-session"


def test_a_member_with_another_head_is_named_and_a_stranger_is_not(table: Table) -> None:
    seen = Spectator(table.session)
    seen.beat(table.keys[1], 3, bytes(32))
    seen.beat(bytes(32), 3, bytes(32))
    seen.work(table.record, whole=True)
    assert [slot for _, slot in seen.differing()] == [3]
    assert seen.differing() == []


def test_where_the_members_are_is_believed_by_their_clerk_only(table: Table) -> None:
    seen = Spectator(table.session)
    assert seen.members(table.seats) == ()
    seen.work(table.record, whole=True)
    listed = read(table.seats).body
    assert isinstance(listed, Seats)
    assert seen.members(table.seats) == listed.members
    stranger = Identity(bytes(32))
    other = msgspec.structs.replace(listed, revision=listed.revision + 1)
    for false in (None, b"", table.seats[:-9] + bytes(9), write(stranger, listed).data, write(stranger, other).data):
        assert seen.members(false) == ()


# Cheats.


def test_whoever_sends_anything_but_questions_is_hung_up_on(table: Table) -> None:
    stranger = Identity(bytes(32))
    listed = read(table.seats).body
    frames = [
        table.seats,
        write(stranger, Say(table.session, 1, "look")).data,
        write(stranger, listed).data,
        wire.encode(Have(table.session, 1, bytes(32))),
        wire.encode(Piece(table.session, 1, 0, b"x")),
        b"\x92\x15",
        *(table.record[begin + 4 : end] for begin, end in entries(table.record)[:40]),
    ]
    for frame in frames:
        shown = Gallery()
        shown.add(table.record, table.seats, 0)
        shown.enter(ME, 0)
        shown.receive(ME, frame, 0)
        assert shown.gone == [(ME, "malformed")]
        assert (shown.count, shown.outbox) == (0, [])
        shown.receive(ME, wire.encode(Watch(b"", 0)), 0)
        assert shown.outbox == []


def test_who_asks_out_of_range_waits_and_who_asks_for_another_game_goes(table: Table) -> None:
    shown = Gallery()
    shown.enter(ME, 0)
    for offset in (0, 2**32 - 1, len(table.record), len(table.record) + 1):
        shown.receive(ME, wire.encode(Watch(b"", offset)), 0)
        assert shown.outbox == []
    shown.add(table.record, table.seats, 0)
    assert shown.outbox == []
    shown.receive(ME, wire.encode(Watch(table.session, len(table.record) - 5)), 0)
    assert wire.decode(shown.outbox[-1][1], Piece).data == table.record[-5:]
    assert shown.waits
    shown.receive(ME, wire.encode(Watch(table.session, len(table.record))), 0)
    assert not shown.waits
    shown.receive(ME, wire.encode(Watch(bytes(32), 0)), 0)
    assert shown.gone == [(ME, "other-game")]


def test_a_flood_of_questions_gets_no_flood_of_answers(table: Table) -> None:
    shown = Gallery()
    shown.add(table.record, table.seats, 0)
    shown.enter(ME, 0)
    for _ in range(ASKED_BURST):
        shown.receive(ME, wire.encode(Watch(b"", 0)), 0)
    assert len(shown.outbox) == PIECES_BURST + 1
    assert not shown.gone
    shown.work(1)
    assert len(shown.outbox) == PIECES_BURST + 2
    shown.receive(ME, wire.encode(Watch(b"", 0)), 1)
    for _ in range(2 * ASKED_BURST):
        shown.receive(ME, wire.encode(Watch(b"", 0)), 1)
    assert len(shown.outbox) <= PIECES_BURST + PIECES_RATE + 2
    assert shown.gone == [(ME, "flood")]


def test_there_are_so_many_places_and_records_have_a_bound(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = Gallery()
    for number in range(WATCHERS_MAX):
        assert shown.refusal(bytes([number]) * 32) == ""
        shown.enter(bytes([number]) * 32, 0)
    assert shown.refusal(ME) == "gallery-full"
    shown.leave(bytes(32))
    assert shown.refusal(ME) == ""
    monkeypatch.setattr(gallery, "RECORD_MAX", len(table.record) - 1)
    shown.add(table.record, table.seats, 0)
    assert {reason for _, reason in shown.gone} == {"record-too-long"}
    assert (shown.count, shown.refusal(ME)) == (0, "no-watching")
    assert Gallery(0).refusal(ME) == "no-watching"


def test_a_seat_that_sends_what_was_not_asked_is_hung_up_on(table: Table) -> None:
    good = Piece(table.session, len(table.record), 0, table.record[:100])
    for fields in ({"offset": 1}, {"total": 50}, {"total": gallery.RECORD_MAX + 1}):
        with pytest.raises(Malformed):
            Download().receive(wire.encode(msgspec.structs.replace(good, **fields)))
    download = Download()
    assert download.receive(wire.encode(good))
    assert not download.whole
    with pytest.raises(Malformed):
        download.receive(wire.encode(good))
    with pytest.raises(Malformed):
        download.receive(wire.encode(Piece(bytes(32), 200, 100, b"x")))
    with pytest.raises(Malformed):
        download.receive(wire.encode(Watch(b"", 0)))


def test_the_next_match_begins_a_record_of_its_own(table: Table, broken: Table) -> None:
    shown = Gallery()
    shown.add(table.record, table.seats, 0)
    served = Served(shown)
    served.carry()
    assert served.got == table.record
    shown.add(broken.record, broken.seats, 1)
    assert shown.gone == [(ME, "other-game")]
