"""Somebody on the network who is no member: linked to a lobby, it says what it likes, in as many names as it likes."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from fliptable.core.rules import PRESETS
from fliptable.p2p import letter as letters
from fliptable.p2p import wire
from fliptable.p2p.charter import options_of
from fliptable.p2p.errors import Malformed
from fliptable.p2p.identity import Identity
from fliptable.p2p.messages import Commit, Member, Seats, Signed, Sit, Want
from fliptable.p2p.session import Session

from ..switchboard import TABLE
from .strange import Strange


def dice(seed: int) -> Callable[[int], bytes]:
    return random.Random(seed).randbytes


STRANGER = Identity(dice(99)(32))


def opened() -> Session:
    session = Session.open(
        *(Identity(dice(1)(32)), TABLE, "Ada", (), dice(2)), called="Kitchen", rules=PRESETS["flip"], wanted=4, now=0
    )
    session.linked(STRANGER.public, 0)
    return session


def test_letters_of_a_game_in_many_names_are_not_kept() -> None:
    session = opened()
    for number in range(200):
        body = Commit(bytes(32), 0, 0, bytes(32), 1, bytes(32))
        session.receive(STRANGER.public, letters.write(Identity(dice(1000 + number)(32)), body).data, 1.0)
    assert not session.__dict__["_early"]


def test_questions_are_not_remembered_when_the_link_is_gone() -> None:
    session = opened()
    for number in range(50):
        key = dice(number)(32)
        session.linked(key, 1.0)
        session.receive(key, wire.encode(Want(TABLE, 0, ())), 1.0)
        session.unlinked(key, 1.0)
    assert not session.__dict__["_answered"]


def test_one_link_has_one_voice() -> None:
    """Else one machine fills a table with seats that nobody sits on."""
    session = opened()
    for number in range(3):
        body = Sit(TABLE, "Ghost", ())
        session.receive(STRANGER.public, letters.write(Identity(dice(1000 + number)(32)), body).data, 1.0)
    assert session.lobby.seats is not None
    assert len(session.lobby.seats.members) == 1
    session.receive(STRANGER.public, letters.write(STRANGER, Sit(TABLE, "Eve", ())).data, 1.0)
    assert len(session.lobby.seats.members) == 2
    # A member may speak for somebody who has no link to the clerk.
    session.receive(STRANGER.public, letters.write(Identity(dice(7)(32)), Sit(TABLE, "Far", ())).data, 1.0)
    assert len(session.lobby.seats.members) == 3


@pytest.mark.parametrize("sane", [True, False])
def test_who_joins_hears_of_the_table_from_whom_it_has_called(sane: bool) -> None:
    """A stranger that links first is not the opener, and cannot end the lobby with a list that makes no sense."""
    opener = opened()
    contact = dice(1)(32)
    joiner = Session.join(*(Identity(dice(3)(32)), TABLE, "Bo", (), dice(4)), now=0, contact=Identity(contact).public)
    rules = options_of(PRESETS["flip"]) if sane else (("deck", "no deck"),)
    false = Seats(TABLE, 9, False, 4, "Kitchen", rules, (Member(STRANGER.public, "Eve", ()),))
    joiner.receive(STRANGER.public, letters.write(STRANGER, false).data, 1.0)
    assert joiner.lobby.seats is None
    assert joiner.outcome is None
    for _, data in opener.outbox:
        joiner.receive(Identity(contact).public, data, 1.0)
    assert joiner.lobby.clerk == Identity(contact).public


def test_who_passes_on_what_another_signed_is_not_hung_up_on() -> None:
    session = opened()
    author, carrier = Identity(dice(5)(32)), Identity(dice(6)(32))
    spelled = wire.encode(Strange(bytes(32), 1))
    data = wire.encode(Signed(spelled, author.public, author.sign(letters.LABEL, spelled)))
    session.receive(carrier.public, data, 1.0)
    with pytest.raises(Malformed):
        session.receive(author.public, data, 1.0)
