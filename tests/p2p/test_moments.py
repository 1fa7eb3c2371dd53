"""What a record shows slot by slot is what lay on the table, and every card only once it is proved."""

import json
import random
from dataclasses import replace

import pytest

from fliptable.core.dealer import TrustedDealer
from fliptable.core.events import Drew, Played, TurnedUp
from fliptable.core.position import position
from fliptable.core.position_reader import read_position
from fliptable.core.rules import PRESETS
from fliptable.p2p import letter, wire
from fliptable.p2p.frames import frame
from fliptable.p2p.messages import Event
from fliptable.p2p.moments import Moment, Moments
from fliptable.p2p.phases import Blamed, PutOut, RoundAudited
from fliptable.p2p.record import MAGIC, read
from fliptable.p2p.verify import verify

from .forger import Forger, changed, honest, on
from .switchboard import Switchboard


@pytest.fixture(scope="module")
def game() -> bytes:
    """The record of a match of two rounds."""
    board = Switchboard(2, 5, replace(PRESETS["flip"], hand_size=3, match="rounds", rounds=2))
    board.run()
    return bytes(board.peers[0].record)


def moments_of(data: bytes) -> Moments:
    moments = Moments()
    verify(data, follow=moments)
    return moments


def tables(moments: Moments) -> list[Moment]:
    return [one for one in moments.found if isinstance(one, Moment)]


def hidden(moment: Moment) -> bool:
    return "?" in json.dumps(position(moment.table))


def test_every_moment_is_the_table_that_all_signed(game: bytes) -> None:
    """Whoever moves in a slot signs the digest of the table that the slot before has left."""
    signed: dict[int, bytes] = {}
    for entry in read(game).entries:
        assert isinstance(entry, bytes)
        body = letter.read(entry).body
        if isinstance(body, Event):
            signed[body.slot] = body.table
    moments = moments_of(game)
    shown = tables(moments)
    assert {moment.table.round for moment in shown} == {1, 2}
    compared = [(moment.table.digest(), signed[moment.slot + 1]) for moment in shown if moment.slot + 1 in signed]
    assert len(compared) > 10
    assert all(ours == theirs for ours, theirs in compared)
    assert moments.slots == verify(game).slots


def test_after_the_audit_every_card_is_known_and_was_where_it_was_played_from(game: bytes) -> None:
    before: Moment | None = None
    for moment in tables(moments_of(game)):
        assert not hidden(moment)
        again = read_position(position(moment.table), TrustedDealer(random.Random(1)))
        assert again.digest() == moment.table.digest()
        for event in moment.events:
            match event:
                case TurnedUp(place, face, _):
                    assert moment.table.faces[0][place] == face
                case Played(seat, places, faces, side, _, _, _) if before is not None and len(moment.events) == 1:
                    assert set(places) <= set(before.table.hands[seat])
                    assert [before.table.faces[side][place] for place in places] == list(faces)
                case Drew(_, places, side):
                    assert all(moment.table.faces[side][place] >= 0 for place in places)
                case _:
                    pass
        before = moment


def test_without_the_seeds_only_what_was_public_is_shown(game: bytes) -> None:
    """The same record without its end: what is known then is what everybody knew."""
    whole = moments_of(game)
    audit = next(index for index, one in enumerate(whole.found) if isinstance(one, RoundAudited))
    taken = read(game)
    kept = taken.entries[: -2 * len(taken.charter.seats)]  # without the seeds, and without the last signatures
    letters = b"".join(frame(one) for one in kept if isinstance(one, bytes))
    moments = moments_of(MAGIC + frame(wire.encode(taken.charter)) + b"".join(map(frame, taken.accords)) + letters)
    first, second = tables(moments)[:audit], tables(moments)[audit:]
    assert not any(map(hidden, first))
    assert second
    assert all(map(hidden, second[:-1]))
    for open_, closed in zip(tables(whole)[audit:], second, strict=False):
        assert open_.table.digest() == closed.table.digest()
        for place, face in enumerate(closed.table.faces[0]):
            public = closed.table.public(place, 0)
            assert face == (open_.table.faces[0][place] if public else face)
            assert public or face < 0


def test_at_gives_the_last_table_before(game: bytes) -> None:
    moments = moments_of(game)
    first = tables(moments)[0]
    assert moments.at(first.slot - 1) is None
    assert moments.at(first.slot) is first
    assert moments.at(10_000) is tables(moments)[-1]


def test_a_round_that_was_dealt_again_stays_as_hidden_as_it_was() -> None:
    board = Switchboard(3, 3, replace(PRESETS["classic"], hand_size=3, match="single"))
    Forger(board, on(Event, lambda body: changed(body, table=bytes(32)) if body.slot > 2 else None))
    board.run(lambda: all(peer.ended for peer in honest(board)))
    moments = moments_of(bytes(board.peers[0].record))
    broken = next(index for index, one in enumerate(moments.found) if isinstance(one, Blamed))
    assert isinstance(moments.found[broken + 1], PutOut)
    assert [hidden(one) for one in moments.found[:broken] if isinstance(one, Moment)].count(False) == 0
    played = [one for one in moments.found[broken:] if isinstance(one, Moment)]
    assert played
    for moment in played:
        assert moment.table.out[1] == "left"
