"""The record of a game and what `verify` says about it, whatever was done to the file."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

import msgspec
import pytest

from fliptable.core.rules import PRESETS
from fliptable.p2p import record, wire
from fliptable.p2p.frames import frame, tag_of
from fliptable.p2p.messages import Event
from fliptable.p2p.record import MAGIC, BadRecord, Blame
from fliptable.p2p.verify import verify

from .forger import Forger, changed, honest, on
from .switchboard import Switchboard


@pytest.fixture(scope="module")
def game() -> bytes:
    """Record one short match of two."""
    board = Switchboard(2, 1, replace(PRESETS["quick"], hand_size=3))
    board.run()
    assert bytes(board.peers[0].record) == bytes(board.peers[1].record)
    return bytes(board.peers[0].record)


@pytest.fixture(scope="module")
def broken() -> bytes:
    """Record a short match of three, one of whom is put out in the middle."""
    board = Switchboard(3, 3, replace(PRESETS["classic"], hand_size=3, match="single"))
    Forger(board, on(Event, lambda body: changed(body, table=bytes(32)) if body.slot > 2 else None))
    board.run(lambda: all(peer.ended for peer in honest(board)))
    return bytes(board.peers[0].record)


@pytest.fixture(params=["game", "broken"])
def either(request: pytest.FixtureRequest) -> bytes:
    return request.getfixturevalue(request.param)


def entries(data: bytes) -> list[tuple[int, int]]:
    """Give begin and end of every entry, its length included."""
    found: list[tuple[int, int]] = []
    at = len(MAGIC)
    while at < len(data):
        end = at + 4 + int.from_bytes(data[at : at + 4], "big")
        found.append((at, end))
        at = end
    return found


def test_a_true_record_is_found_true(game: bytes) -> None:
    verdict = verify(game)
    assert (verdict.ok, verdict.complete, verdict.faults) == (True, True, ())
    assert verdict.rounds == 1
    assert verdict.result is not None
    assert verdict.slots == verdict.result.slots
    assert set(verdict.keys) == set(verdict.result.seats)
    assert len(verdict.words) == 4


def test_a_record_with_a_fault_names_it_and_goes_to_the_end(broken: bytes) -> None:
    verdict = verify(broken)
    assert (verdict.ok, verdict.complete, verdict.rounds) == (False, True, 1)
    assert [(found.seat, found.reason) for found in verdict.faults] == [("Bo1", "table-digest")]
    assert verdict.result is not None
    assert verdict.result.winners
    assert sum(isinstance(entry, Blame) for entry in record.read(broken).entries) == 1


def blame_at(broken: bytes) -> tuple[int, int]:
    """Give begin and end of the entry that says who was at fault."""
    return next(span for span in entries(broken) if tag_of(broken[span[0] + 4 : span[1]]) == record.BLAME_TAG)


@pytest.mark.parametrize(
    "fields", [{"seat": 0}, {"seat": 2}, {"slot": 1}, {"reason": "equivocation"}, {"evidence": (b"xx",)}]
)
def test_a_blame_says_exactly_what_its_evidence_proves(broken: bytes, fields: dict[str, object]) -> None:
    begin, end = blame_at(broken)
    blame = wire.decode(broken[begin + 4 : end], Blame)
    fields = {"seat": (blame.seat + 1) % 3} if fields == {"seat": blame.seat} else fields
    other = record.accuse(msgspec.structs.replace(blame, **fields))
    verdict = verify(broken[:begin] + other + broken[end:])
    assert not verdict.complete
    assert "blame-not-proved" in {found.reason for found in verdict.faults}


def test_without_the_blame_or_without_what_the_others_signed_the_rest_is_worth_nothing(broken: bytes) -> None:
    begin, end = blame_at(broken)
    after = next(stop for start, stop in entries(broken) if start == end)
    for other in (broken[:begin] + broken[end:], broken[:end] + broken[after:]):
        verdict = verify(other)
        assert not verdict.complete
        assert {found.seat for found in verdict.faults} != {"Bo1"}


def test_a_record_that_ends_with_the_blame_is_true_as_far_as_it_goes(broken: bytes) -> None:
    _, end = blame_at(broken)
    verdict = verify(broken[:end])
    assert [found.seat for found in verdict.faults] == ["Bo1"]
    assert not verdict.complete


def test_progress_is_told_entry_by_entry(game: bytes) -> None:
    told: list[tuple[int, int]] = []
    verify(game, lambda done, of: told.append((done, of)))
    assert told == [(number + 1, len(told)) for number in range(len(told))]
    assert len(told) == len(record.read(game).entries)


def test_any_changed_byte_is_found(either: bytes) -> None:
    dice, game = random.Random(1), either
    true = verify(game)
    spans = entries(game)
    places = [dice.randrange(len(game)) for _ in range(12)]
    places += [0, len(MAGIC) - 1, len(MAGIC) + 10, len(game) - 1]
    for begin, end in (*spans[:4], *dice.sample(spans, 5), spans[-1]):
        # the length, the beginning, the middle and the signature of an entry
        places += [dice.randrange(begin, begin + 4), begin + 5, (begin + end) // 2, end - 1]
    for place in places:
        changed = bytearray(game)
        changed[place] ^= 1 << dice.randrange(8)
        verdict = verify(bytes(changed))
        assert not verdict.ok, place
        assert not verdict.complete
        assert set(verdict.faults) - set(true.faults)
        assert verdict.faults[0].reason


def test_a_record_that_ends_early_is_incomplete_and_no_crash(game: bytes) -> None:
    dice = random.Random(2)
    for place in (0, 5, len(MAGIC), len(MAGIC) + 2, *(dice.randrange(len(game)) for _ in range(8))):
        verdict = verify(game[:place])
        assert not verdict.complete
        assert not verdict.ok


def test_a_record_that_ends_with_a_slot_is_true_as_far_as_it_goes(game: bytes) -> None:
    for _, end in reversed(entries(game)[:-1]):
        verdict = verify(game[:end])
        assert not verdict.complete
        if verdict.ok:
            assert verdict.slots == verify(game).slots - 1
            return
        assert verdict.faults[0].reason == "slot-not-settled"
    pytest.fail("no slot ends before the last one")


def swapped(game: bytes) -> bytes:
    """Exchange the letters of the two seats in the last slot."""
    *_, one, other = entries(game)
    return game[: one[0]] + game[other[0] : other[1]] + game[one[0] : one[1]]


def doubled(game: bytes) -> bytes:
    begin, end = entries(game)[-1]
    return game + game[begin:end]


def halved(game: bytes) -> bytes:
    """Leave out one letter in the middle."""
    spans = entries(game)
    begin, end = spans[len(spans) // 2]
    return game[:begin] + game[end:]


def blamed(game: bytes) -> bytes:
    """Say without proof that somebody was at fault."""
    begin, end = entries(game)[-1]
    return game + record.accuse(Blame(3, 0, "equivocation", (game[begin + 4 : end],)))


def without_accord(game: bytes) -> bytes:
    spans = entries(game)
    return game[: spans[1][0]] + game[spans[2][0] : spans[2][1]] + game[spans[2][0] :]


@pytest.mark.parametrize("change", [swapped, doubled, halved, blamed, without_accord])
def test_entries_cannot_be_moved_doubled_dropped_or_added(game: bytes, change: Callable[[bytes], bytes]) -> None:
    verdict = verify(change(game))
    assert not verdict.ok
    assert verdict.faults


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "not-a-record"),
        (b"something else", "not-a-record"),
        (MAGIC, "no-charter"),
        (MAGIC + b"\0\0", "cut-off"),
        (MAGIC + b"\0\0\0\1x", "bad-entry"),
        (MAGIC + b"\xff\xff\xff\xffx", "bad-entry"),
        (MAGIC + b"\0\0\0\5xx", "cut-off"),
        (MAGIC + frame(b"\x91\x05"), "charter-unreadable"),
        (MAGIC + frame(b"xx"), "bad-entry"),
    ],
)
def test_what_is_no_record_is_refused_with_a_reason(data: bytes, reason: str) -> None:
    with pytest.raises(BadRecord) as caught:
        record.read(data)
    assert caught.value.reason == reason
    assert verify(data).faults[0].reason == reason
