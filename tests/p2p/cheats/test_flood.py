"""A peer that sends more than anybody can take: what waits for us is bounded, and nobody else pays for it."""

from __future__ import annotations

import asyncio
import random

from fliptable.core.rules import PRESETS
from fliptable.p2p import letter as letters
from fliptable.p2p import wire
from fliptable.p2p.identity import Identity
from fliptable.p2p.messages import Address, Rise, Signed, Want
from fliptable.p2p.net.mesh import Frame, Pulse, Rumour
from fliptable.p2p.net.pump import is_letter
from fliptable.p2p.net.worker import WAITING_BYTES, WAITING_FRAMES, Worker
from fliptable.p2p.session import Session

from ..forger import referee_of, seated
from ..switchboard import TABLE, Switchboard
from .strange import Strange

EVE, BO = bytes([1]) * 32, bytes([2]) * 32


def worker() -> Worker:
    entropy = random.Random(1).randbytes
    identity = Identity(entropy(32))
    session = Session.open(
        *(identity, TABLE, "Ada", (), entropy), called="Kitchen", rules=PRESETS["flip"], wanted=3, now=0
    )
    return Worker(session)


def test_frames_that_wait_are_bounded_by_number_and_size() -> None:
    async def test() -> None:
        busy = worker()
        assert all(busy.put(Frame(EVE, b"x")) for _ in range(WAITING_FRAMES))
        assert not busy.put(Frame(EVE, b"x"))
        assert busy.put(Frame(BO, bytes(WAITING_BYTES)))
        assert not busy.put(Frame(BO, b"x"))
        busy.end()

    asyncio.run(test())


def test_signs_of_life_that_wait_are_one_a_peer() -> None:
    async def test() -> None:
        busy = worker()
        for number in range(1000):
            assert busy.put(Pulse(EVE, number, bytes(32)))
            assert busy.put(Rumour(BO, EVE))
        assert len(busy.__dict__["_inbox"]) == 2
        busy.end()

    asyncio.run(test())


def test_only_what_the_signer_signed_is_passed_on() -> None:
    """Whoever got the rest would hang up, not on its writer, but on us."""
    eve = Identity(EVE)
    good = letters.write(eve, Rise(TABLE, 0)).data
    assert is_letter(good)
    assert not is_letter(good[:-1] + bytes([good[-1] ^ 1]))
    assert not is_letter(good + b"\0")
    assert not is_letter(wire.encode(Want(TABLE, 0, ())))
    spelled = wire.encode(Strange(bytes(32), 1))
    assert not is_letter(wire.encode(Signed(spelled, eve.public, eve.sign(letters.LABEL, spelled))))


def test_a_letter_asked_for_many_times_is_sent_once() -> None:
    board = Switchboard(2, 3)
    seated(board)
    board.run(lambda: board.peers[0].session.status[0] == 1)
    log = referee_of(board.peers[0]).log
    question = Want(referee_of(board.peers[0]).session, 0, (Address(1, 0, 0, 0),) * 64)
    assert len(log.answer(question)) == 1
