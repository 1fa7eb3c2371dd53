"""The log alone: addresses, order, heads. What the letters say does not matter to it."""

from __future__ import annotations

import pytest

from fliptable.p2p import letter as letters
from fliptable.p2p.errors import PeerFault
from fliptable.p2p.identity import Identity
from fliptable.p2p.letter import Letter
from fliptable.p2p.log import AHEAD, DEAL, DUE, EXPULSION, SLOT, Admission, Log, in_order
from fliptable.p2p.messages import Address, Rise, Want

SESSION = bytes(32)
IDENTITIES = [Identity(bytes([seat]) * 32) for seat in range(3)]


def note(seat: int, text: int = 0) -> Letter:
    """Write some letter of a seat; equal texts give equal bytes."""
    return letters.write(IDENTITIES[seat], Rise(text.to_bytes(16, "big"), 0))


def spoken(log: Log, texts: dict[int, int]) -> None:
    """Let every member speak in the slot."""
    log.expect(Address(SLOT, 0, seat, 0) for seat in log.members)
    for seat, text in texts.items():
        address = Address(SLOT, 0, seat, 0)
        assert log.admit(note(seat, text), log.slot, address) is Admission.OPEN
        log.put(note(seat, text), address)


def test_the_head_does_not_depend_on_the_order_of_arrival() -> None:
    one, other = Log(SESSION, range(3)), Log(SESSION, range(3))
    spoken(one, {0: 1, 1: 2, 2: 3})
    spoken(other, {2: 3, 0: 1, 1: 2})
    assert [entry.data for entry in one.settle()] == [entry.data for entry in other.settle()]
    assert one.head == other.head
    assert one.slot == 1


def test_the_head_depends_on_every_letter_and_on_all_before() -> None:
    heads: set[bytes] = set()
    for first in (1, 2):
        for second in (3, 4):
            log = Log(SESSION, range(2))
            spoken(log, {0: first, 1: 9})
            log.settle()
            spoken(log, {0: second, 1: 9})
            log.settle()
            heads.add(log.head)
    assert len(heads) == 4


def test_a_slot_is_written_deal_first_then_the_slot_then_dues_by_step_seat_and_part() -> None:
    log = Log(SESSION, range(2))
    addresses = [
        Address(DUE, 1, 0, 0),
        Address(DUE, 0, 1, 1),
        Address(DUE, 0, 1, 0),
        Address(DUE, 0, 0, 0),
        Address(SLOT, 0, 1, 0),
        Address(SLOT, 0, 0, 0),
        Address(DEAL, 3, 1, 0),
        Address(DEAL, 0, 1, 0),
    ]
    log.expect(addresses)
    for number, address in enumerate(addresses):
        log.put(note(address.seat, number), address)
    assert [entry.body for entry in log.settle()] == [note(0, number).body for number in (7, 6, 5, 4, 3, 2, 1, 0)]


def test_two_letters_for_one_address_prove_equivocation_whenever_the_second_comes() -> None:
    log = Log(SESSION, range(2))
    spoken(log, {0: 1, 1: 1})
    address = Address(SLOT, 0, 1, 0)
    assert log.admit(note(1, 1), 0, address) is Admission.HELD
    for _ in range(2):
        with pytest.raises(PeerFault) as caught:
            log.admit(note(1, 2), 0, address)
        assert caught.value.reason == "equivocation"
        assert caught.value.evidence == (note(1, 1).data, note(1, 2).data)
        if log.slot == 0:
            log.settle()
    for _ in range(5):
        log.settle()
    assert log.admit(note(1, 1), 0, address) is Admission.HELD
    assert log.admit(note(1, 2), 0, Address(DUE, 3, 1, 0)) is Admission.PASSED
    with pytest.raises(PeerFault) as caught:
        log.admit(note(1, 2), 0, address)
    # The first letter is in the record, but no longer here.
    assert caught.value.evidence == (note(1, 2).data,)


def test_what_comes_early_is_kept_and_handed_out_when_it_is_due() -> None:
    log = Log(SESSION, range(2))
    log.expect([Address(SLOT, 0, 0, 0)])
    later = Address(SLOT, 0, 1, 0)
    assert log.admit(note(1, 5), 1, later) is Admission.LATER
    assert log.admit(note(1, 5), 1, later) is Admission.HELD
    with pytest.raises(PeerFault):
        log.admit(note(1, 6), 1, later)
    assert log.due_now() is None
    log.put(note(0), Address(SLOT, 0, 0, 0))
    log.settle()
    log.expect([later])
    assert log.due_now() == note(1, 5)
    assert log.due_now() is None


def test_what_one_seat_can_make_us_keep_is_bounded() -> None:
    log = Log(SESSION, range(2))
    log.expect([Address(SLOT, 0, 0, 0)])
    kept = [log.admit(note(1, step), 0, Address(DUE, step, 1, 0)) for step in range(20)]
    assert kept.count(Admission.LATER) == AHEAD
    assert kept.count(Admission.PASSED) == 20 - AHEAD
    assert log.admit(note(1), 2, Address(SLOT, 0, 1, 0)) is Admission.PASSED
    assert log.admit(note(0), 1, Address(DUE, 0, 0, 0)) is Admission.PASSED


def test_who_lacks_something_can_have_it_from_any_holder() -> None:
    holder, other = Log(SESSION, range(2)), Log(SESSION, range(2))
    spoken(holder, {0: 1, 1: 2})
    spoken(other, {0: 1})
    want = other.lacks(SESSION, but=0)
    assert want is not None
    assert want == Want(SESSION, 0, (Address(SLOT, 0, 1, 0),))
    assert holder.answer(want) == [note(1, 2).data]
    holder.settle()
    assert holder.answer(want) == [note(1, 2).data]
    assert holder.everything(0) == [note(0, 1).data, note(1, 2).data]
    holder.settle()
    assert holder.answer(want) == []


def test_what_is_broken_off_is_forgotten_and_what_was_settled_by_all_is_not() -> None:
    """One peer has settled slot 1 and the other has not: what either holds of it no longer counts, for both."""
    ahead, behind = Log(SESSION, range(3)), Log(SESSION, range(3))
    for log in (ahead, behind):
        spoken(log, {0: 1, 1: 1, 2: 1})
        log.settle()
    spoken(ahead, {0: 2, 1: 2, 2: 2})
    ahead.settle()
    spoken(behind, {0: 2, 1: 3})
    for log in (ahead, behind):
        log.restart(3, 1, [0, 1], bytes(32), since=1)
        assert (log.slot, log.epoch, log.members, log.open) == (3, 1, (0, 1), ())
        spoken(log, {0: 4, 1: 4})
        log.settle()
    assert ahead.head == behind.head
    for log in (ahead, behind):
        assert log.admit(note(1, 9), 1, Address(SLOT, 0, 1, 0)) is Admission.PASSED
        with pytest.raises(PeerFault):
            log.admit(note(1, 9), 0, Address(SLOT, 0, 1, 0))


def test_a_slot_that_only_one_has_settled_is_forgotten_also_by_who_stands_after_it() -> None:
    log = Log(SESSION, range(2))
    spoken(log, {0: 1, 1: 1})
    log.settle()
    log.restart(1, 1, [0, 1], bytes(32), since=0)
    assert log.admit(note(1, 9), 0, Address(SLOT, 0, 1, 0)) is Admission.PASSED
    assert log.everything(0) == []


def test_of_what_is_broken_off_only_the_expulsion_is_handed_out() -> None:
    log, address = Log(SESSION, range(2)), Address(EXPULSION, 2, 0, 0)
    spoken(log, {0: 1, 1: 1})
    log.expect([address])
    log.put(note(0, 5), address)
    log.restart(2, 1, [0, 1], bytes(32), since=0)
    assert log.expulsion() == [note(0, 5).data]
    assert log.answer(Want(SESSION, 0, (address,))) == [note(0, 5).data]
    assert log.answer(Want(SESSION, 2, (address,))) == [note(0, 5).data]


def test_the_next_deal_begins_where_nothing_is_broken_off() -> None:
    log = Log(SESSION, range(2))
    spoken(log, {0: 1, 1: 1})
    log.settle()
    log.restart(1, 0, [0, 1], b"x" * 32)
    assert (log.slot, log.head) == (1, b"x" * 32)
    with pytest.raises(PeerFault):
        log.admit(note(1, 9), 0, Address(SLOT, 0, 1, 0))


def test_a_new_epoch_has_other_members() -> None:
    log = Log(SESSION, range(3))
    spoken(log, {0: 1, 1: 1, 2: 1})
    log.settle([0, 2])
    assert (log.epoch, log.members) == (1, (0, 2))


def test_events_go_by_rank_and_then_in_the_order_of_play() -> None:
    events = [(3, 2), (1, 0), (1, 3), (0, 1), (4, 0)]
    clockwise = in_order(events, lambda seat: (seat - 2) % 4)
    assert clockwise == [(0, 1), (1, 3), (1, 0), (3, 2), (4, 0)]
    counter = in_order(events, lambda seat: (2 - seat) % 4)
    assert counter == [(0, 1), (1, 0), (1, 3), (3, 2), (4, 0)]
