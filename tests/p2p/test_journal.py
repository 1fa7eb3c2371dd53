"""A program that is killed at any moment and comes back to its journal: nobody is blamed, and the match ends as one."""

from __future__ import annotations

import random
import zlib
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fliptable.core.rules import PRESETS, Rules
from fliptable.p2p import journal as journals
from fliptable.p2p import letter as letters
from fliptable.p2p.errors import Malformed, Misuse
from fliptable.p2p.journal import Drew, Sealed, Start
from fliptable.p2p.messages import DealBody, DueBody, SlotBody
from fliptable.p2p.notices import Began as GameBegan
from fliptable.p2p.phases import address_of, number_of
from fliptable.p2p.session import Session
from fliptable.p2p.verify import verify

from .switchboard import Peer, Switchboard

RULES = replace(PRESETS["quick"], hand_size=3)
SLOW = pytest.mark.slow
STEPS = 400
"""A little more than what a round of `RULES` takes a peer."""


def ended_alike(board: Switchboard) -> None:
    """All have finished, with one head and one record, and nobody is blamed or has signed twice for one place."""
    for peer in board.peers:
        assert peer.ended is not None
        assert peer.ended.outcome == "finished", peer.ended.text
        assert not peer.faults
        signed_once(peer)
    assert len({peer.ended.result.head for peer in board.peers if peer.ended and peer.ended.result}) == 1
    assert len({bytes(peer.record) for peer in board.peers}) == 1
    verdict = verify(bytes(board.peers[0].record))
    assert verdict.ok
    assert verdict.complete


def signed_once(peer: Peer) -> None:
    said: dict[object, bytes] = {}
    for data in peer.sent:
        try:
            letter = letters.read(data)
        except Malformed:
            continue  # a question, which is not signed
        if letter.sender == peer.key and isinstance(letter.body, DealBody | SlotBody | DueBody):
            at = (number_of(letter.body), address_of(letter.body))
            assert said.setdefault(at, data) == data


def kill_after(board: Switchboard, seat: int, steps: int) -> None:
    """Kill a program after so many steps, if it is not over by then."""
    if seat not in board.cuts and not board.peers[seat].session.outcome:
        board.peers[seat].lives = steps


def signed(board: Switchboard) -> Switchboard:
    """Go on until all have signed a charter: from then on there is something to come back to."""
    board.run(lambda: all(peer.journal for peer in board.peers))
    return board


def came_back(peer: Peer) -> bool:
    return any(isinstance(notice, GameBegan) and notice.back for notice in peer.notices)


def killed_and_back(seed: int, seats: int, kills: list[tuple[int, int]], rules: Rules = RULES) -> None:
    board = signed(Switchboard(seats, seed, rules))
    for number, (seat, steps) in enumerate(kills):
        board.at(board.now + 8 * number, lambda seat=seat % seats, steps=steps: kill_after(board, seat, steps))
    board.run()
    ended_alike(board)


KILLS = st.lists(st.tuples(st.integers(0, 2), st.integers(0, STEPS)), min_size=1, max_size=3)


@given(st.integers(0, 10**6), st.integers(2, 3), KILLS)
@settings(max_examples=3)
def test_a_program_that_is_killed_anywhere_comes_back_and_the_match_ends_as_one(
    seed: int, seats: int, kills: list[tuple[int, int]]
) -> None:
    killed_and_back(seed, seats, kills)


@pytest.mark.slow
@pytest.mark.parametrize("seat", [0, 1])
def test_a_program_comes_back_from_every_part_of_a_round(seat: int) -> None:
    for steps in range(seat, STEPS, 41):
        killed_and_back(5, 2, [(seat, steps)])


@pytest.mark.parametrize("steps", [STEPS - 50, *(pytest.param(steps, marks=SLOW) for steps in range(150, 700, 180))])
def test_a_program_comes_back_while_the_next_deal_is_made(steps: int) -> None:
    killed_and_back(5, 2, [(0, steps)], replace(RULES, match="rounds", rounds=2))


def test_all_programs_of_a_table_may_be_killed_at_once() -> None:
    board = signed(Switchboard(3, 4, RULES))
    board.run(lambda: board.peers[0].session.status[0] > 3)
    for seat in range(3):
        board.kill(seat)
    board.run(lambda: not board.cuts)
    board.run()
    assert all(came_back(peer) for peer in board.peers)
    ended_alike(board)


def test_who_is_killed_with_a_charter_signed_but_not_complete_comes_back_to_the_lobby() -> None:
    board = Switchboard(2, 5, RULES)
    board.run(lambda: bool(board.peers[1].journal))
    assert board.peers[1].session.referee is None
    board.kill(1)
    board.run()
    ended_alike(board)


def test_our_own_hand_is_known_again_and_no_move_is_asked_for_twice() -> None:
    board = signed(Switchboard(2, 3, RULES, player=lambda peer, board: None))
    board.run(lambda: all(peer.session.referee and peer.session.referee.phase.value == "play" for peer in board.peers))
    for number, peer in enumerate(board.peers):
        view = peer.session.view()
        assert view is not None
        again = back(peer, number)
        seen = again.view()
        assert seen is not None
        assert (seen.to_dict(), again.status) == (view.to_dict(), peer.session.status)
        assert b"".join(again.recorded) == bytes(peer.record)


def back(peer: Peer, seed: int = 0) -> Session:
    return Session.resume(journals.read(bytes(peer.journal)), random.Random(seed).randbytes, 0.0)


def test_a_torn_journal_is_read_as_far_as_it_is_whole() -> None:
    data = bytes(in_play().journal)
    whole = journals.read(data)
    assert whole.length == len(data)
    last = journals.read(data[:-1])
    assert last.entries == whole.entries[:-1]
    assert journals.read(data[:-1] + bytes((data[-1] ^ 1,))).entries == last.entries
    assert journals.read(data + b"\0\0\0\x05abcdefgh").length == len(data)


def in_play(seed: int = 3) -> Peer:
    board = signed(Switchboard(2, seed, RULES))
    board.run(lambda: (board.peers[0].session.status[0]) > 3)
    return board.peers[0]


@given(st.binary(max_size=200), st.booleans())
def test_what_is_no_journal_is_refused_in_words(data: bytes, magic: bool) -> None:
    with pytest.raises(Misuse):
        journals.read(journals.MAGIC + data if magic else data)


@given(st.lists(st.binary(max_size=60) | st.binary(max_size=40).map(lambda text: b"\x92\x06\xd9" + text), max_size=4))
def test_entries_that_somebody_has_made_up_are_refused_in_words(entries: list[bytes]) -> None:
    spelled = (len(data).to_bytes(4, "big") + zlib.crc32(data).to_bytes(4, "big") + data for data in entries)
    with pytest.raises(Misuse):
        journals.read(journals.MAGIC + b"".join(spelled))


@pytest.mark.parametrize("pem", [b"", b"\xff", b"-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"])
def test_a_key_that_is_none_is_refused_in_words(pem: bytes) -> None:
    made_up = [Start(pem, bytes(16), "Ada"), Sealed((b"x",))]
    with pytest.raises(Misuse):
        journals.read(journals.MAGIC + b"".join(map(journals.spell, made_up)))


@pytest.mark.parametrize(
    "data",
    [b"\x93\x06\xc4\x01a\xa2\xff\xfe", b"\x93\x01\xcd\xff\xff\xa1\xff", b"\x93\x01\xce\x00\x01\x00\x00\xa0"],
    ids=["host", "secret", "port"],
)
def test_an_entry_that_is_none_ends_what_is_read(data: bytes) -> None:
    journal = bytes(in_play().journal)
    whole = journals.read(journal)
    spelled = len(data).to_bytes(4, "big") + zlib.crc32(data).to_bytes(4, "big") + data
    assert journals.read(journal + spelled).length == whole.length


def test_a_journal_of_another_session_or_another_key_is_refused() -> None:
    one, other = (journals.read(bytes(in_play(seed).journal)) for seed in (3, 4))
    mixed = [
        replace(one, entries=other.entries),
        replace(one, sealed=other.sealed),
        replace(one, sealed=one.sealed[:-1]),
    ]
    for journal in (*mixed, replace(one, identity=other.identity), replace(one, entries=one.entries[1:])):
        with pytest.raises(Misuse):
            Session.resume(journal, random.Random(0).randbytes, 0.0)


def test_no_text_of_a_journal_shows_what_is_in_it() -> None:
    peer = in_play()
    journal = journals.read(bytes(peer.journal))
    drawn = [entry for entry in journal.entries if isinstance(entry, Drew)]
    secrets = [drawn[0].seed, journal.identity.to_pem()]
    start = Start(journal.identity.to_pem(), journal.table, journal.name)
    for thing in (
        journal,
        start,
        Sealed(journal.sealed),
        *drawn,
        *journal.entries[:3],
        replace(journal, join_secret="abc"),
    ):
        text = f"{thing!r} {thing}"
        assert not any(repr(secret)[2:-1] in text or secret.hex() in text for secret in secrets)
        assert "abc" not in text
    assert all(secret not in peer.record for secret in secrets)
