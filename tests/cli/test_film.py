"""A record as frames: all of them, in order, and every way of stepping leads where it says."""

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fliptable.cli.film import Film, film_of, scene_of
from fliptable.core.rules import PRESETS
from fliptable.p2p.messages import Event
from fliptable.p2p.moments import Moment, Moments
from fliptable.p2p.verify import verify

from ..p2p.forger import Forger, changed, honest, on
from ..p2p.switchboard import Switchboard
from .command import Command


def filmed(data: bytes) -> tuple[Film, Moments]:
    moments = Moments()
    film = film_of(moments, verify(data, follow=moments))
    assert film is not None
    return film, moments


def two_rounds(preset: str = "classic") -> bytes:
    """The record of a match of two rounds."""
    board = Switchboard(2, 5, replace(PRESETS[preset], hand_size=3, match="rounds", rounds=2))
    board.run()
    return bytes(board.peers[0].record)


@pytest.fixture(scope="module")
def data() -> bytes:
    """The record of a match of two rounds."""
    return two_rounds()


@pytest.fixture(scope="module")
def film(data: bytes) -> Film:
    """Its film."""
    return filmed(data)[0]


def test_every_moment_is_a_frame_and_every_sentence_is_told_once(command: Command, data: bytes, tmp_path: Path) -> None:
    film, moments = filmed(data)
    slots = [one.slot for one in moments.found if isinstance(one, Moment)]
    assert sorted({frame.slot for frame in film.frames}) == slots
    assert [sentence for frame in film.frames for sentence in frame.said] == list(film.log)
    assert [frame.till for frame in film.frames][-1] == len(film.log)
    (tmp_path / "a.record").write_bytes(data)
    told = " ".join(command("replay", str(tmp_path / "a.record"), "--plain").out.split())
    for sentence in film.log[:-1]:  # the last one says whether the record holds
        assert sentence in told
    assert film.ends == film.log[-1] == "The record holds, to the end of the match."
    assert film.ok
    assert not any(frame.warns for frame in film.frames)
    assert sum("proved 1 key" in line for line in film.proofs) == 4  # two seats, two rounds


@given(at=st.integers(0, 10**6))
def test_steps(film: Film, at: int) -> None:
    frames = film.frames
    last = len(frames) - 1
    at %= len(frames)
    assert film.step(at, 1) == min(last, at + 1)
    assert film.step(at, -1) == max(0, at - 1)
    turns = [(frame.part, frame.table.turn) for frame in frames]
    rounds = [(frame.part, 0) for frame in frames]
    for kind, marks in ((film.turn, turns), (film.round, rounds)):
        on, back = kind(at, 1), kind(at, -1)
        assert at < on <= last or at == on == last
        assert 0 <= back < at or at == back == 0
        # Nothing between is another turn, or another round; and where one stops one begins.
        assert set(marks[at:on]) <= {marks[at]}
        assert on == last or marks[on] != marks[on - 1]
        assert back == 0 or marks[back] != marks[back - 1]
        assert len(set(marks[back:at])) <= 1
    assert film.tenth(0) == 0
    assert [film.tenth(part) for part in range(10)] == sorted(film.tenth(part) for part in range(10))
    assert film.rounds == [0, film.round(0, 1)]


def test_hands_are_open_as_far_as_the_record_proves(film: Film) -> None:
    for before, frame in pairwise(film.frames):
        assert before.till <= frame.till
        for seat in (0, 1):
            closed = scene_of(frame, seat, open_hands=False)
            opened = scene_of(frame, seat, open_hands=True)
            assert closed.hand == opened.hand
            assert "?" not in [card.name for card in closed.hand]
            other = next(row for row in opened.rows if not row.me)
            mine = scene_of(frame, 1 - seat, open_hands=False).hand
            assert sorted(other.backs) == sorted(card.name for card in mine)
            assert not closed.prompt
            assert not closed.choices


def damaged(data: bytes, tenth: int) -> Film:
    """The film of a record with one bit of it changed, after so many tenths of it."""
    other = bytearray(data)
    other[len(data) * tenth // 10] ^= 1
    return filmed(bytes(other))[0]


def test_a_damaged_place_ends_it(data: bytes) -> None:
    whole = filmed(data)[0]
    hidden = 0
    for tenth in (9, 8, 7):
        film = damaged(data, tenth)
        assert not film.ok
        assert film.frames[-1].warns
        assert film.ends.startswith("The record does not hold from slot ")
        assert len(film.frames) < len(whole.frames)
        hidden += any(card.name == "?" for card in scene_of(film.frames[-2], 0, open_hands=True).hand)
    # Of a round that was not audited nobody knows the cards that were not shown, if there are any.
    assert hidden


def test_a_record_without_cards_is_no_film(data: bytes) -> None:
    moments = Moments()
    assert film_of(moments, verify(data[:19], follow=moments)) is None


@pytest.mark.slow
def test_a_seat_that_is_put_out_is_shown_in_its_place() -> None:
    board = Switchboard(3, 3, replace(PRESETS["classic"], hand_size=3, match="single"))
    Forger(board, on(Event, lambda body: changed(body, table=bytes(32)) if body.slot > 2 else None))
    board.run(lambda: all(peer.ended for peer in honest(board)))
    film, _ = filmed(bytes(board.peers[0].record))
    warned = [" ".join(frame.said) for frame in film.frames if frame.warns]
    assert "Bo1" in warned[0]
    assert "put out of the match" in warned[1]
    assert len(film.rounds) == 2  # the round was dealt again
    for frame in film.frames:
        for seat in range(3):
            scene_of(frame, seat, open_hands=True)
