"""One engine, three knowledges: the same log gives the same public digest whatever else is known."""

from random import Random
from typing import Final, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fliptable.core.cards import UNKNOWN
from fliptable.core.dues import Due, Mix, Open, Show, State
from fliptable.core.law import refusal
from fliptable.core.legal import legal
from fliptable.core.moves import Leave
from fliptable.core.play import apply
from fliptable.core.rules import PRESETS, Rules
from fliptable.core.table import Table
from fliptable.core.view import View

from .laws import every_move
from .playing import NAMES, Mirror, choose, fresh, random_rules, rule_sets

MOST_MOVES: Final = 250


def play_under_three_knowledges(rules: Rules, seats: int, seed: int, leave: float, show: float) -> set[type[Due]]:
    """Play a round with all faces, with public faces and with one seat's faces; which kinds of dues stood.

    ``show``: how often a card is shown in a play that comes to nothing, as it happens between peers.
    """
    # The truth runs one move ahead of its mirrors, so that a reshuffle's new faces are there when they are asked for.
    truth, chance = fresh(seats, seed, rules), Random(seed)
    overlay = chance.randrange(seats)
    everything, public, own = mirrors = [Mirror(truth, None), Mirror(truth, []), Mirror(truth, [overlay])]
    for number in range(MOST_MOVES):
        if truth.over:
            break
        if chance.random() < show:
            place = chance.choice(truth.hands[chance.choice(truth.active)])
            truth.rights[truth.side][place] = truth.everyone
            for mirror in mirrors:
                mirror.show(place)
        seat, move = choose(truth, chance, leave=leave)
        if number % 10 == 0:
            check_judgements(truth, everything.table, public.table, own.table, overlay, chance)
        apply(truth, seat, move)
        for mirror in mirrors:
            mirror.play(seat, move)
        assert {mirror.table.digest() for mirror in mirrors} == {truth.digest()}
        assert everything.items == public.items == own.items
        assert [mirror.table.facts for mirror in mirrors] == [truth.facts] * 3
        assert [mirror.table.rights for mirror in mirrors] == [truth.rights] * 3
    for mirror in mirrors:
        check_faces(mirror, () if mirror is public else (overlay,))
    assert View(own.table, overlay).to_dict() == View(truth, overlay).to_dict()
    return {type(due) for mirror in mirrors for item in mirror.items for due in item}


def check_judgements(truth: Table, everything: Table, public: Table, own: Table, seat: int, chance: Random) -> None:
    """A seat that sees its own cards lists and judges as one that sees all; all others refuse no more than that.

    What all may know decides for all: whoever sees more judges another seat's move no differently.
    """
    assert legal(own, seat) == legal(truth, seat)
    for move in every_move(truth, seat, Random(chance.random())):
        reason = refusal(own, seat, move)
        assert refusal(own, seat, move, own=True) == refusal(truth, seat, move)
        assert reason is None or refusal(truth, seat, move) is not None
        assert reason == refusal(everything, seat, move)
    for other in truth.active:
        for move in legal(truth, other):
            assert refusal(everything, other, move) is None


def check_faces(mirror: Mirror, readers: tuple[int, ...]) -> None:
    """No mirror knows more than it should: what is public, and what its seat has a right to."""
    table = mirror.table
    if mirror.knows is None:
        return
    for side, faces in enumerate(table.faces):
        for place, face in enumerate(faces):
            known = table.public(place, side) or any(table.rights[side][place] >> seat & 1 for seat in readers)
            assert face == (mirror.truth.faces[side][place] if known else UNKNOWN)


@given(
    seats=st.integers(2, 10),
    seed=st.integers(0, 2**32),
    rules=rule_sets,
    leave=st.sampled_from([0.0, 0.01]),
    show=st.sampled_from([0.0, 0.05]),
)
def test_one_digest(seats: int, seed: int, rules: Rules, leave: float, show: float) -> None:
    play_under_three_knowledges(rules, seats, seed, leave, show)


def test_one_digest_and_every_kind_of_due() -> None:
    met = set[type[Due]]()
    for seed in range(12):
        dice = Random(seed)
        met |= play_under_three_knowledges(random_rules(dice), 2 + seed % 9, seed, 0.005, 0.02)
    assert met == set(get_args(Due))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 200))
def test_one_digest_again(seed: int) -> None:
    play_under_three_knowledges(random_rules(Random(seed)), 2 + seed % 9, seed, seed % 3 * 0.005, seed % 2 * 0.05)


def test_two_seats_shown_alike_is_not_public() -> None:
    """With two seats a challenger is shown what the accused holds: both know, a spectator does not."""
    table = Table(PRESETS["flip"], NAMES[:2])
    table.rights[0][5] = 0b11
    assert not table.public(5, 0)


@pytest.mark.parametrize("rules", PRESETS, ids=str)
@pytest.mark.parametrize("seats", [2, 5, 10])
def test_deal_is_one_item(seats: int, rules: str) -> None:
    """All that the deal discloses needs no decision: fronts to owners, the turned card and all backs to all."""
    mirror = Mirror(fresh(seats, seats, PRESETS[rules]), [])
    item = mirror.items[0]
    shows = [due for due in item if isinstance(due, Show)]
    assert len(shows) == 7 * seats
    assert {due.seat for due in shows} == set(range(seats))
    sides = len(PRESETS[rules].cards.sheets)
    assert len([due for due in item if isinstance(due, Open)]) == (7 * seats + 1) * (sides - 1) + 1


@pytest.mark.parametrize("rules", PRESETS, ids=str)
def test_leaver_lays_everything_open(rules: str) -> None:
    truth = fresh(3, 4, PRESETS[rules])
    mirror = Mirror(truth, [])
    hand = truth.hands[1][:]
    apply(truth, 1, Leave())
    mirror.play(1, Leave())
    assert all(mirror.table.public(place, side) for place in hand for side in range(len(truth.sheets)))
    assert mirror.table.digest() == truth.digest()


def test_what_is_public_is_never_asked_for_again() -> None:
    """Backs are public where they are visible, so a Flip opens fewer faces there; nothing is opened twice."""
    for seed in range(8):
        truth = fresh(4, seed, PRESETS["party"])
        mirror, chance = Mirror(truth, []), Random(seed)
        while not truth.over:
            seat, move = choose(truth, chance)
            apply(truth, seat, move)
            mirror.play(seat, move)
        opened = [(due.place, due.side) for item in mirror.items for due in item if isinstance(due, Open)]
        assert len(opened) == len(set(opened))
        for item in mirror.items:
            stated = [(due.place, due.side) for due in item if isinstance(due, State)]
            assert len(stated) == len(set(stated))
            assert all(len(item) == 1 for due in item if isinstance(due, Mix))
