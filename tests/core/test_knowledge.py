"""One engine, three knowledges: the same log gives the same public digest whatever else is known."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from fliptable.core.cards import UNKNOWN
from fliptable.core.dues import Open, Show
from fliptable.core.legal import legal
from fliptable.core.moves import Leave
from fliptable.core.play import apply
from fliptable.core.rules import PRESETS
from fliptable.core.table import Table
from fliptable.core.view import View

from .playing import NAMES, Mirror, choose, fresh

# The truth runs one move ahead of its mirrors, so that a reshuffle's new faces are there when they are asked for.


@given(seats=st.integers(2, 10), seed=st.integers(0, 2**32), leave=st.sampled_from([0.0, 0.01]))
def test_one_digest(seats: int, seed: int, leave: float) -> None:
    truth = fresh(seats, seed)
    chance = Random(seed)
    overlay = chance.randrange(seats)
    mirrors = [Mirror(truth, None), Mirror(truth, []), Mirror(truth, [overlay])]
    moves = 0
    while not truth.over and moves < 250:
        seat, move = choose(truth, chance, leave=leave)
        apply(truth, seat, move)
        for mirror in mirrors:
            mirror.play(seat, move)
        digests = {mirror.table.digest() for mirror in mirrors}
        assert digests == {truth.digest()}
        moves += 1
    assert mirrors[0].items == mirrors[1].items == mirrors[2].items
    own = mirrors[2].table
    if truth.out[overlay] is None and not truth.over:
        assert legal(own, overlay) == legal(truth, overlay)
    ours, theirs = View(own, overlay).to_dict(), View(truth, overlay).to_dict()
    assert ours == theirs


@given(seats=st.integers(2, 10), seed=st.integers(0, 2**32))
def test_public_table_knows_public_faces_only(seats: int, seed: int) -> None:
    truth = fresh(seats, seed)
    mirror = Mirror(truth, [])
    chance = Random(seed)
    for _ in range(60):
        if truth.over:
            break
        seat, move = choose(truth, chance)
        apply(truth, seat, move)
        mirror.play(seat, move)
    table = mirror.table
    for side in range(2):
        for place, face in enumerate(table.faces[side]):
            assert (face != UNKNOWN) == table.public(place, side)


def test_two_seats_shown_alike_is_not_public() -> None:
    """With two seats a challenger is shown what the accused holds: both know, a spectator does not."""
    table = Table(PRESETS["flip"], NAMES[:2])
    table.rights[0][5] = 0b11
    assert not table.public(5, 0)


@given(seats=st.integers(2, 10), seed=st.integers(0, 2**32))
def test_deal_is_one_item(seats: int, seed: int) -> None:
    """All that the deal discloses needs no decision: fronts to owners, backs and the turned card to all."""
    mirror = Mirror(fresh(seats, seed), [])
    item = mirror.items[0]
    shows = [due for due in item if isinstance(due, Show)]
    assert len(shows) == 7 * seats
    assert len([due for due in item if isinstance(due, Open)]) == 7 * seats + 2
    assert {due.seat for due in shows} == set(range(seats))


def test_leaver_lays_everything_open() -> None:
    truth = fresh(3, 4)
    mirror = Mirror(truth, [])
    hand = truth.hands[1][:]
    apply(truth, 1, Leave())
    mirror.play(1, Leave())
    assert all(mirror.table.public(place, side) for place in hand for side in range(2))
    assert mirror.table.digest() == truth.digest()
