"""The lobby alone: letters are carried by hand, in a seeded order."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from fliptable.core.rules import PRESETS
from fliptable.p2p import letter as letters
from fliptable.p2p import wire
from fliptable.p2p.charter import check_charter, first_dealer, seat_name, session_of
from fliptable.p2p.errors import Misuse
from fliptable.p2p.identity import Identity
from fliptable.p2p.lobby import Lobby
from fliptable.p2p.messages import NonceReveal, Ready, Want
from fliptable.p2p.notices import LeftOut
from fliptable.p2p.revision import Step

from .switchboard import Switchboard

TABLE = bytes(range(16))


def dice(seed: int) -> Callable[[int], bytes]:
    return random.Random(seed).randbytes


class Room:
    """Lobbies on one wire: letters arrive in any order, some never; who lacks something asks."""

    def __init__(self, seats: int, seed: int = 0, loss: float = 0.0) -> None:
        self.random = random.Random(seed)
        self.loss = loss
        self.now = 0.0
        identities = [Identity(dice(seed * 100 + seat)(32)) for seat in range(seats)]
        self.keys = [identity.public for identity in identities]
        self.lobbies = [
            Lobby(identity, TABLE, "Ada", (f"h{seat}:1",), dice(seed * 100 + 50 + seat))
            for seat, identity in enumerate(identities)
        ]
        self.lobbies[0] = Lobby.open(
            identities[0],
            TABLE,
            "Ada",
            (),
            dice(seed),
            called="Kitchen",
            rules=PRESETS["flip"],
            wanted=seats,
            now=0,
        )
        self.cut: set[int] = set()
        self.mail: list[tuple[int, int, bytes]] = []

    def run(self, until: Callable[[], bool], turns: int = 4000) -> None:
        for _ in range(turns):
            if until():
                return
            self.collect()
            if self.mail:
                source, target, data = self.mail.pop(self.random.randrange(len(self.mail)))
                if self.random.random() >= self.loss and not {source, target} & self.cut:
                    self.lobbies[target].receive(letters.read(data), self.now)
                continue
            self.now += 1.0
            for seat, lobby in enumerate(self.lobbies):
                if seat not in self.cut:
                    lobby.tick(self.now)
                    want = lobby.wants()
                    if want is not None:
                        self.ask(seat, want)
        pytest.fail("the lobby does not get on")

    def ask(self, seat: int, want: Want) -> None:
        assert wire.decode(wire.encode(want), Want) == want
        for other, lobby in enumerate(self.lobbies):
            if other != seat and other not in self.cut:
                lobby.answer(want, self.keys[seat])

    def collect(self) -> None:
        for seat, lobby in enumerate(self.lobbies):
            for key, data in lobby.outbox:
                targets = [self.keys.index(key)] if key else range(len(self.lobbies))
                self.mail.extend((seat, target, data) for target in targets if target != seat)
            lobby.outbox.clear()

    def all_done(self) -> bool:
        return all(lobby.done for seat, lobby in enumerate(self.lobbies) if seat not in self.cut)


@pytest.mark.parametrize(("seats", "loss"), [(2, 0.0), (4, 0.3), (10, 0.1)])
def test_all_sign_one_charter(seats: int, loss: float) -> None:
    room = Room(seats, seats, loss)
    for lobby in room.lobbies:
        lobby.ready(0)
    room.run(room.all_done)
    charters = {wire.encode(lobby.charter) for lobby in room.lobbies}
    assert len(charters) == 1
    charter = room.lobbies[0].charter
    check_charter(charter)
    assert {seat.key for seat in charter.seats} == set(room.keys)
    assert len({seat.name.lower() for seat in charter.seats}) == seats
    assert {lobby.accords for lobby in room.lobbies} == {room.lobbies[0].accords}
    for seat, accord in zip(charter.seats, room.lobbies[0].accords, strict=True):
        assert letters.read(accord).sender == seat.key
    assert 0 <= first_dealer(charter)[0] < seats


def test_nothing_happens_before_everybody_is_ready() -> None:
    room = Room(3)
    for lobby in room.lobbies[:2]:
        lobby.ready(0)
    room.run(lambda: room.now > 30)
    assert {lobby.step for lobby in room.lobbies} == {Step.READY}
    assert all(lobby.seated and lobby.ended is None for lobby in room.lobbies)
    room.lobbies[2].ready(room.now)
    room.run(room.all_done)


def test_the_opener_can_start_with_fewer() -> None:
    room = Room(3)
    with pytest.raises(Misuse):
        room.lobbies[0].start(0)
    for lobby in room.lobbies:
        lobby.ready(0)
    room.cut = {2}
    room.run(lambda: all(lobby.seated for lobby in room.lobbies[:2]))
    with pytest.raises(Misuse):
        room.lobbies[1].start(0)
    room.lobbies[0].start(0)
    room.run(room.all_done)
    assert len(room.lobbies[0].charter.seats) == 2
    room.cut = set()
    room.run(lambda: room.lobbies[2].ended is not None)
    assert room.lobbies[2].refused


@pytest.mark.parametrize("step", [Step.READY, Step.COMMIT, Step.REVEAL, Step.SIGN])
def test_who_falls_silent_is_left_out_and_the_rest_begin_again(step: Step) -> None:
    room = Room(3, 7)
    for lobby in room.lobbies:
        lobby.ready(0)
    room.run(lambda: room.lobbies[2].seated and room.lobbies[2].step is step)
    room.lobbies[2].outbox.clear()
    before = room.lobbies[2].seats
    assert before is not None
    room.cut = {2}
    if step is Step.READY:
        room.lobbies[0].lost((room.keys[2],), room.now)
        room.run(lambda: room.lobbies[1].seated)
        if not room.lobbies[0].done:
            room.lobbies[0].start(room.now)
    room.run(room.all_done)
    charter = room.lobbies[0].charter
    assert len(charter.seats) == 2
    assert charter.revision > before.revision
    assert any(isinstance(notice, LeftOut) for notice in room.lobbies[0].notices)
    # In the first case the other one may never have seen the list with the one who is gone.
    assert step is Step.READY or any(isinstance(notice, LeftOut) for notice in room.lobbies[1].notices)


def test_nonces_are_new_in_every_revision() -> None:
    room = Room(3, 3)
    for lobby in room.lobbies:
        lobby.ready(0)
    room.run(lambda: room.lobbies[1].step is Step.SIGN and room.lobbies[2].step is Step.SIGN)
    seats = {lobby.charter.seats for lobby in room.lobbies[1:]}
    nonces = {seat.nonce for places in seats for seat in places}
    room.lobbies[0].lost((room.keys[2],), room.now)
    room.cut = {2}
    room.run(room.all_done)
    assert not nonces & {seat.nonce for seat in room.lobbies[0].charter.seats}


def test_without_its_opener_a_table_is_closed() -> None:
    room = Room(3)
    room.run(lambda: all(lobby.seated for lobby in room.lobbies))
    room.lobbies[0].rise()
    room.run(lambda: all(lobby.ended is not None for lobby in room.lobbies))
    room = Room(3)
    room.run(lambda: all(lobby.seated for lobby in room.lobbies))
    room.lobbies[1].lost((room.keys[0],), 0)
    assert room.lobbies[1].ended is not None


def test_who_shows_another_nonce_is_left_out_everywhere() -> None:
    room = Room(3, 5)
    for lobby in room.lobbies:
        lobby.ready(0)
    liar = room.lobbies[2]
    room.run(lambda: liar.step is Step.REVEAL)
    assert liar.seats is not None
    identity = liar.__dict__["_identity"]
    false = letters.write(identity, NonceReveal(TABLE, liar.seats.revision, bytes(32)))
    liar.outbox[:] = [(None, false.data)]
    room.run(lambda: room.lobbies[0].done and room.lobbies[1].done)
    assert len(room.lobbies[0].charter.seats) == 2
    assert liar.ended is not None


def test_two_letters_for_one_step_are_passed_on_and_end_the_seat() -> None:
    room = Room(3, 6)
    for lobby in room.lobbies[1:]:
        lobby.ready(0)
    room.run(lambda: all(lobby.missing() == (room.keys[0],) for lobby in room.lobbies[:2]))
    room.run(lambda: room.now > 5)
    identity = room.lobbies[2].__dict__["_identity"]
    seats = room.lobbies[2].seats
    assert seats is not None
    false = letters.write(identity, Ready(TABLE, seats.revision, bytes(32)))
    room.lobbies[1].receive(false, room.now)
    room.run(lambda: room.lobbies[2].ended is not None)
    assert room.lobbies[0].seats is not None
    assert len(room.lobbies[0].seats.members) == 2


def test_the_session_is_the_hash_of_the_charter() -> None:
    room = Room(2)
    for lobby in room.lobbies:
        lobby.ready(0)
    room.run(room.all_done)
    sessions = {session_of(lobby.charter) for lobby in room.lobbies}
    assert len(sessions) == 1


@pytest.mark.parametrize(
    ("wish", "taken", "name"),
    [
        ("Ada", [], "Ada"),
        ("Ada", ["ada"], "Ada-2"),
        ("Ada", ["ada", "ADA-2"], "Ada-3"),
        ("Zoë \u202e!", [], "Zoe"),
        ("", [], "seat"),
        ("Draw", [], "Draw-2"),
        ("x" * 30, ["x" * 20], "x" * 18 + "-2"),
    ],
)
def test_names_can_be_typed_and_told_apart(wish: str, taken: list[str], name: str) -> None:
    assert seat_name(wish, taken) == name


def test_a_full_table_that_has_not_begun_is_full_and_not_playing() -> None:
    board = Switchboard(3, 5)
    opener = board.peers[0].session

    def full() -> bool:
        info = opener.info
        return info is not None and info.seats == info.wanted

    board.run(full)
    info = opener.info
    assert info is not None
    assert opener.referee is None
    assert not info.playing
    board.run(lambda: opener.referee is not None)
    info = opener.info
    assert info is not None
    assert info.playing
