"""Nothing is opened before it is proved, and proofs are checked in batches, anywhere and in any number."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fliptable.p2p.deal import proved, proving
from fliptable.p2p.deal.audit import all_faces
from fliptable.p2p.deal.deal import Card
from fliptable.p2p.deal.payloads import Seals, Shares
from fliptable.p2p.deal.proving import Unproved, first_false
from fliptable.p2p.deal.shuffle_proof import Claim
from fliptable.p2p.deal.transcript import Transcript
from fliptable.p2p.errors import Misuse, PeerFault

from .circle import SMALL, Circle, printed
from .shufflers import ALONE, LIARS, SEATS, all_false, mix, waiting

# ---- batches


@given(seats=st.integers(2, 4), dice=st.integers(0, 2**32))
def test_honest_mixes_pass_one_by_one_and_together(seats: int, dice: int) -> None:
    circles = [Circle(range(seats), ALONE, dice + number, mixed=False) for number in range(2)]
    for circle in circles:
        mix(circle, {})
    items = [item for circle in circles for item in circle.deal.unproved]
    assert first_false(items) is None
    assert first_false([]) is None


def test_a_batch_of_several_deals_names_the_first_false_one() -> None:
    circles = [waiting("start", dice) for dice in range(3)]
    for circle, liars in zip(circles, ({}, {1: LIARS["copied"]}, {0: LIARS["marked"]}), strict=True):
        mix(circle, liars)
    first, second, third = (circle.deal.unproved for circle in circles)
    assert first_false([*first, *second, *third]) is second[1]
    assert first_false([*third, *second]) is third[0]
    assert first_false([*first, *second[:1]]) is None


def test_a_check_that_raises_counts_against_its_item(monkeypatch: pytest.MonkeyPatch) -> None:
    circle = waiting("start", 76)
    mix(circle, {})
    items = circle.deal.unproved
    true = proving.holds

    def breaks(claims: Sequence[Claim]) -> bool:
        if items[1].claims[0] in claims:
            raise ZeroDivisionError
        return true(claims)

    monkeypatch.setattr(proving, "holds", breaks)
    assert first_false(items) is items[1]


class Counting:
    """The check, and how many claims it was asked about."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.asked: list[int] = []
        self._true = proving.holds
        monkeypatch.setattr(proving, "holds", self)

    def __call__(self, claims: Sequence[Claim]) -> bool:
        self.asked.append(len(claims))
        return self._true(claims)


def test_what_holds_is_remembered_and_what_does_not_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    count = Counting(monkeypatch)
    peers = [waiting("start", 77) for _ in range(2)]  # two peers of one process: the same bytes
    honest: list[Sequence[Unproved]] = []
    for circle in peers:
        mix(circle, {})
        honest.append(circle.deal.unproved)
    assert first_false(honest[0]) is None
    assert count.asked == [6]
    assert first_false(honest[1]) is None
    assert first_false(honest[1][1:]) is None
    assert count.asked == [6]
    lying = waiting("start", 77)
    mix(lying, {2: LIARS["copied"]})
    for asked in ([6, 2, 2], [6, 2, 2, 2, 2]):
        assert first_false(lying.deal.unproved) is lying.deal.unproved[2]
        assert count.asked == asked


def test_little_is_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proved, "REMEMBERED", 6)
    first, second = waiting("start", 78), waiting("start", 79)
    for circle in (first, second):
        mix(circle, {})
        assert first_false(circle.deal.unproved) is None
    count = Counting(monkeypatch)
    assert first_false(second.deal.unproved) is None
    assert count.asked == []
    assert first_false(first.deal.unproved) is None
    assert count.asked == [6]


def test_several_threads_check_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proved, "REMEMBERED", 8)
    batches: list[tuple[Sequence[Unproved], list[int]]] = []
    for dice in range(6):
        circle = waiting("start", 90 + dice)
        liar = {dice % 3: LIARS["tagged"]} if dice % 2 else {}
        mix(circle, liar)
        batches.append((circle.deal.unproved, list(liar)))
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(all_false, [items for items, _ in batches] * 4))
    assert found == [liars for _, liars in batches] * 4


# ---- what a deal lets happen before and after


def test_before_the_proof_nothing_is_opened_shown_sealed_or_stated() -> None:
    circle = waiting("start")
    deal, secret = circle.deal, circle.secrets[0]
    nothing = Shares(b"", b"")
    attempts: list[Callable[[Card], object]] = [
        lambda card: deal.take_shares(1, [card], nothing, b""),
        lambda card: deal.take_joins(1, [card], nothing, b""),
        lambda card: deal.take_seals(0, 1, [card], Seals(b"", b""), b""),
        lambda card: deal.take_statement(0, card, [0], b"", b""),
        lambda card: deal.face(*card),
        lambda card: deal.lock(*card),
        lambda card: secret.shares([card], b""),
        lambda card: secret.seals(1, [card], b""),
        lambda card: secret.statement(card, [0], b""),
        lambda card: secret.read(*card),
    ]

    def closed(cards: list[Card]) -> None:
        for card in cards:
            for attempt in attempts:
                with pytest.raises(PeerFault, match="unknown-place"):
                    attempt(card)

    start: list[Card] = [(place, side) for place in range(4) for side in (0, 1)]
    for _ in range(2):
        closed(start)
        mix(circle, {})
    assert (circle.deal.step, circle.deal.awaited, circle.deal.ready) == ("proof", (), False)
    *most, last = circle.deal.unproved
    circle.deal.confirm(most)
    assert (circle.deal.step, circle.deal.unproved) == ("proof", (last,))
    closed(start)
    assert circle.deal.locked_by(0) == []
    with pytest.raises(Misuse, match="started"):
        circle.deal.begin_mix([0], [4], SEATS)
    circle.deal.confirm([last])
    assert circle.deal.ready
    assert circle.deal.locked_by(0) == sorted(start)
    circle.deal.begin_mix([0, 1], [4, 5], SEATS)
    mix(circle, {})
    closed([(4, 0), (5, 1)])
    circle.show([(0, 0)])  # what goes in is there still
    circle.deal.confirm(circle.deal.unproved)
    closed([(0, 0), (1, 1)])
    light, dark = circle.open_all()
    assert sorted(map(str, light)) == sorted(map(str, dark)) == ["0", "1", "2", "3"]


def test_mixes_may_be_confirmed_while_others_still_mix() -> None:
    circle = Circle(mixed=False)
    for seat in SEATS:
        circle.deal.take_mix(seat, circle.secrets[seat].mix(b""), b"")
        assert not circle.deal.ready
        assert first_false(circle.deal.unproved) is None
        circle.deal.confirm(circle.deal.unproved)
        assert circle.deal.unproved == ()
    assert circle.deal.ready
    faces = all_faces(circle.deal, circle.seeds)
    assert tuple(sorted(map(str, side.values())) for side in faces) == tuple(
        sorted(map(str, counter.elements())) for counter in printed(SMALL)
    )


def test_only_what_is_unproved_is_confirmed() -> None:
    circle, other = waiting("start"), waiting("start", 2)
    mix(other, {})
    (strange, *_) = other.deal.unproved
    with pytest.raises(Misuse):
        circle.deal.confirm([strange])
    mix(circle, {})
    first, *rest = circle.deal.unproved
    with pytest.raises(Misuse):
        circle.deal.confirm([first, strange])
    assert circle.deal.unproved == (first, *rest)
    circle.deal.confirm([])
    circle.deal.confirm([first])
    for gone in ([first], [*rest, first]):
        with pytest.raises(Misuse):
            circle.deal.confirm(gone)
    circle.deal.confirm(rest)
    assert circle.deal.ready
    with pytest.raises(Misuse):
        circle.deal.confirm(rest)
    circle.deal.begin_mix([0, 1], [4, 5], SEATS)
    with pytest.raises(Misuse):
        circle.deal.confirm(rest)  # of a stage that was no more given up than this one


def test_what_was_unproved_in_a_stage_that_is_given_up_is_dropped() -> None:
    circle = waiting("reshuffle")
    circle.deal.take_mix(0, circle.secrets[0].mix(b""), b"")
    (early,) = circle.deal.unproved
    circle.deal.begin_mix([0, 1, 2], [4, 5, 6], SEATS)
    assert circle.deal.unproved == ()
    assert circle.deal.stages[1].unproved == []  # nor is its memory kept
    mix(circle, {})
    late = circle.deal.unproved
    assert [item.stage for item in (early, *late)] == [1, 2, 2, 2]
    circle.deal.confirm([early])  # its check came in too late: nothing
    assert circle.deal.unproved == late
    circle.deal.begin_mix([0, 1, 2], [4, 5, 6], (0, 1, 2))  # and one that all have mixed is given up, too
    assert (circle.deal.step, circle.deal.mixing) == ("mix", 0)
    circle.deal.confirm([early, *late])
    assert not circle.deal.ready
    mix(circle, {})
    circle.deal.confirm([*circle.deal.unproved, early])
    assert circle.deal.ready
    assert [stage.proved for stage in circle.deal.stages] == [True, False, False, True]


def test_what_is_unproved_shows_no_bytes() -> None:
    circle = waiting("start")
    mix(circle, {})
    assert repr(circle.deal.unproved[1]) == "Unproved(seat=1, stage=0)"


def test_what_held_is_checked_once_and_what_did_not_is_checked_again() -> None:
    asked: list[bytes] = []

    def check(script: Transcript, parts: Sequence[bytes], proof: bytes) -> list[bytes]:
        asked.append(script.digest() + b"".join(parts) + proof)
        if proof == b"false":
            raise PeerFault("bad")
        return [proof]

    def ask(kind: str, parts: Sequence[bytes], proof: bytes) -> list[bytes]:
        return proved.once(check, Transcript(kind), parts, proof)

    assert ask("once", [b"a", b"bc"], b"d") == ask("once", [b"a", b"bc"], b"d") == [b"d"]
    assert len(asked) == 1
    # The same bytes cut otherwise, another statement and another proof are other questions.
    for question in (("once", [b"ab", b"c"], b"d"), ("twice", [b"a", b"bc"], b"d"), ("once", [b"a", b"b"], b"cd")):
        ask(*question)
    assert len(asked) == 4
    for _ in range(2):
        with pytest.raises(PeerFault):
            ask("once", [b"a"], b"false")
    assert len(asked) == 6
