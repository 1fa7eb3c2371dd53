"""Records written by somebody who has all the keys: signatures prove nothing then, and the rules still do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

import msgspec
import pytest

from fliptable.core.rules import PRESETS
from fliptable.p2p import letter as letters
from fliptable.p2p import record
from fliptable.p2p.charter import session_of
from fliptable.p2p.messages import Accord, Charter, Event, Place, Yield
from fliptable.p2p.verify import verify

from ..forger import identity_of
from ..switchboard import Switchboard


@pytest.fixture(scope="module")
def played() -> Switchboard:
    board = Switchboard(2, 1, replace(PRESETS["quick"], hand_size=3))
    board.run()
    return board


def entries_of(taken: record.Record) -> list[bytes]:
    """Give the letters of a record in which nobody is blamed."""
    assert not any(isinstance(entry, record.Blame) for entry in taken.entries)
    return [entry for entry in taken.entries if isinstance(entry, bytes)]


def signed(board: Switchboard, charter: Charter) -> bytes:
    """Let everybody whose key is in a charter sign it."""
    identities = {peer.key: identity_of(peer) for peer in board.peers}
    accord = Accord(charter.table, charter.revision, session_of(charter))
    return record.begin(charter, [letters.write(identities[seat.key], accord).data for seat in charter.seats])


def second_name(charter: Charter, name: str) -> tuple[Place, ...]:
    first, second = charter.seats
    return (first, msgspec.structs.replace(second, name=name))


Forgery = Callable[[Charter], dict[str, object]]


FORGERIES: list[tuple[Forgery, str]] = [
    (lambda charter: {"seats": charter.seats[::-1]}, "charter-order"),
    (lambda charter: {"seats": (charter.seats[0], charter.seats[0])}, "charter-keys"),
    (lambda charter: {"seats": second_name(charter, charter.seats[0].name)}, "charter-names"),
    (lambda charter: {"seats": second_name(charter, "draw")}, "charter-names"),
    (lambda charter: {"seats": second_name(charter, "x\x1b[2J")}, "charter-names"),
    (lambda charter: {"version": 2}, "charter-version"),
    (lambda charter: {"rules": charter.rules[:-1]}, "rules"),
    (lambda charter: {"rules": (*charter.rules, charter.rules[-1])}, "rules"),
    (lambda charter: {"rules": (("deck", 3), *charter.rules[1:])}, "rules"),
    (lambda charter: {"rules": tuple((key, -1) for key, _ in charter.rules)}, "rules"),
    (lambda charter: {"rules": tuple((key, 2**63) for key, _ in charter.rules)}, "rules"),
    (lambda charter: {"rules": tuple((key, "x" * 40) for key, _ in charter.rules)}, "rules"),
]


@pytest.mark.parametrize(("forgery", "reason"), FORGERIES)
def test_a_charter_that_nobody_could_have_come_to_is_refused(
    played: Switchboard, forgery: Forgery, reason: str
) -> None:
    taken = record.read(bytes(played.peers[0].record))
    charter = msgspec.structs.replace(taken.charter, **forgery(taken.charter))
    verdict = verify(signed(played, charter))
    assert not verdict.ok
    assert verdict.faults[0].reason == reason


def test_the_letters_of_one_charter_are_worth_nothing_under_another(played: Switchboard) -> None:
    taken = record.read(bytes(played.peers[0].record))
    charter = msgspec.structs.replace(taken.charter, revision=taken.charter.revision + 1)
    if charter.seats:
        verdict = verify(signed(played, charter) + b"".join(map(record.frame, entries_of(taken))))
        assert not verdict.ok


def test_a_record_that_ends_in_the_middle_of_a_slot_says_so(played: Switchboard) -> None:
    """Also where the only letter of the slot speaks of an event that comes after it in the file."""
    taken = record.read(bytes(played.peers[0].record))
    begun = record.begin(taken.charter, taken.accords)
    entries = entries_of(taken)
    bodies = [letters.read(data).body for data in entries]
    cut = [
        number
        for number, (body, after) in enumerate(pairwise(bodies))
        if isinstance(body, Yield) and isinstance(after, Event) and body.slot == after.slot
    ]
    assert cut
    for number in cut[:3]:
        verdict = verify(begun + b"".join(map(record.frame, entries[: number + 1])))
        assert [finding.reason for finding in verdict.faults] == ["slot-not-settled"]
