"""What people say at a table: heard once by everybody else, and by nobody at another table."""

from __future__ import annotations

import random
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fliptable.p2p.chat import HEARD_BURST, WINDOW, Chat, Voice
from fliptable.p2p.errors import Misuse
from fliptable.p2p.identity import Identity
from fliptable.p2p.messages import TALK_MAX, Say
from fliptable.p2p.notices import Said
from fliptable.p2p.session import Session
from fliptable.p2p.text import MARKS_MAX, clean

from .forger import seated
from .switchboard import TABLE, Peer, Switchboard
from .test_session import SHORT, agree

STAMP = 1_800_000_000


def heard(peer: Peer) -> list[tuple[str, str]]:
    return [(notice.name, notice.text) for notice in peer.notices if isinstance(notice, Said)]


def say(board: Switchboard, seat: int, text: str, stamp: int = STAMP) -> None:
    board.peers[seat].session.say(text, board.now, stamp)
    board.tick_all()


def after(board: Switchboard, seconds: float) -> None:
    end = board.now + seconds
    board.at(end, lambda: None)
    board.run(lambda: board.now >= end)


def test_everybody_hears_it_in_the_lobby_and_in_the_match_and_the_log_does_not() -> None:
    board = Switchboard(3, 3, SHORT, twice=0.5)
    board.run(lambda: all(len(peer.session.peers) == 2 for peer in board.peers))
    said = [("Ada", "Hello!"), ("Bo1", "Hello, Ada."), ("Bo2", "Good luck.")]
    assert all(peer.session.referee is None for peer in board.peers)
    say(board, 0, "Hello!")
    after(board, 1)
    say(board, 1, " Hello, \u202eAda. ")
    after(board, 1)
    seated(board)
    say(board, 2, "Good luck.")
    board.run()
    assert [heard(peer) for peer in board.peers] == [said] * 3
    agree(board)
    assert not any(b"luck" in peer.record for peer in board.peers)


def test_who_still_stays_hears_it_after_the_end_too() -> None:
    board = Switchboard(2, 3, SHORT)
    board.run()
    say(board, 0, "Well played.")
    after(board, 1)
    assert heard(board.peers[1])[-1] == ("Ada", "Well played.")


@given(st.text(max_size=300))
def test_nothing_that_is_said_drives_a_screen(text: str) -> None:
    shown = clean(text, TALK_MAX)
    assert clean(shown, TALK_MAX) == shown
    assert len(shown) <= TALK_MAX
    assert shown.isprintable()
    assert not any(unicodedata.category(each) in ("Cc", "Cf", "Zl", "Zp", "Co", "Cs") for each in shown)
    assert "  " not in shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\u202eb\u200bc\u2066d\ufeffe", "abcde"),
        ("a" + "\u0301" * 9, "a" + "\u0301" * MARKS_MAX),
        # What is taken out between them lets no more marks through.
        *(("a" + ("\u0301" * 2 + between) * 60, "a" + "\u0301" * MARKS_MAX) for between in "\u200b\x00\u3164"),
        ("\x1b[2Jgone", "[2Jgone"),
        ("one\u00a0\u2003two", "one two"),
        ("\u3164\u2800", ""),
    ],
)
def test_what_cannot_be_seen_is_taken_out(text: str, shown: str) -> None:
    assert clean(text) == shown


@given(st.lists(st.integers(1, 300), max_size=200))
def test_a_number_is_taken_once_wherever_it_comes(numbers: list[int]) -> None:
    voice = Voice(0)
    taken: list[int] = []
    for number in numbers:
        highest = max(taken, default=0)
        new = voice.first_time(number)
        assert new == (number not in taken and number > highest - WINDOW)
        taken += [number] if new else []


def test_what_cannot_be_said_is_refused_where_it_is_typed() -> None:
    chat = Chat(Identity(bytes(32)), 0)
    for text in ("", " \u200b ", "x" * (TALK_MAX + 1)):
        with pytest.raises(Misuse):
            chat.say(TABLE, text, 0, STAMP)
    while True:
        try:
            chat.say(TABLE, "again", 0, STAMP)
        except Misuse:
            break
    chat.say(TABLE, "later", 10, STAMP)


def test_an_honest_speaker_is_never_too_fast_for_its_hearers() -> None:
    mouth, ear = Chat(Identity(bytes(32)), 0), Chat(Identity(bytes(range(32))), 0)
    dice = random.Random(1)
    now, said = 0.0, 0
    for _ in range(500):
        now += dice.choice((0, 0.1, 1, 4))
        try:
            _, letter = mouth.say(TABLE, "word", now, STAMP)
        except Misuse:
            continue
        said += 1
        assert isinstance(letter.body, Say)
        assert ear.hear(letter, letter.body, (TABLE,), now + dice.random()) == "word"
    assert said > 100
    assert HEARD_BURST > 1
    assert not ear.dropped


def test_nobody_speaks_before_sitting_down() -> None:
    alone = Session.join(Identity(bytes(32)), TABLE, "Eve", (), random.Random(1).randbytes, now=0)
    with pytest.raises(Misuse):
        alone.say("Hello?", 0, STAMP)
