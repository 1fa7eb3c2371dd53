"""Passing frames on, on any network of links: everybody gets everything, and it stops."""

from collections import deque
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from fliptable.p2p.net.relay import REMEMBERED_MAX, Relay

graphs = st.integers(2, 7).flatmap(
    lambda count: st.sets(st.sampled_from(list(combinations(range(count), 2)))).map(lambda links: (count, links))
)


def key(number: int) -> bytes:
    return bytes([number]) * 32


def neighbours(count: int, links: set[tuple[int, int]]) -> dict[int, set[int]]:
    near: dict[int, set[int]] = {number: set() for number in range(count)}
    for one, other in links:
        near[one].add(other)
        near[other].add(one)
    return near


@given(graphs)
def test_a_frame_reaches_everybody_there_is_a_way_to_and_then_rests(graph: tuple[int, set[tuple[int, int]]]):
    near = neighbours(*graph)
    relays = {number: Relay(key(number)) for number in near}
    for number, relay in relays.items():
        for other in near[number]:
            relay.hears(key(other), [key(each) for each in near[other]])
    got = {0}
    wire = deque((0, other) for other in near[0])
    sent = 0
    while wire:
        source, target = wire.popleft()
        sent += 1
        got.add(target)
        for each in relays[target].targets(key(source), b"letter", [key(other) for other in near[target]]):
            wire.append((target, each[0]))
    reachable, fresh = {0}, {0}
    while fresh:
        fresh = {other for number in fresh for other in near[number]} - reachable
        reachable |= fresh
    assert got == reachable
    assert sent <= 2 * len(graph[1]) + len(near[0])


def test_where_all_are_linked_nothing_is_passed_on():
    relay = Relay(key(0))
    for number in (1, 2, 3):
        relay.hears(key(number), [key(other) for other in range(4) if other != number])
    assert relay.targets(key(1), b"letter", [key(1), key(2), key(3)]) == []
    assert relay.beyond(key(1), [key(1), key(2), key(3)]) == []


def test_what_is_remembered_is_bounded():
    relay = Relay(key(0))
    relay.hears(key(1), [key(0)])
    relay.hears(key(2), [key(0)])
    for number in range(REMEMBERED_MAX + 10):
        assert relay.targets(key(1), number.to_bytes(4, "big"), [key(1), key(2)]) == [key(2)]
    assert relay.targets(key(1), (REMEMBERED_MAX).to_bytes(4, "big"), [key(1), key(2)]) == []
    assert relay.targets(key(1), (0).to_bytes(4, "big"), [key(1), key(2)]) == [key(2)]


def test_a_neighbour_that_is_gone_tells_nothing_any_more():
    relay = Relay(key(0))
    relay.hears(key(1), [key(0), key(2)])
    assert relay.via(key(2)) == key(1)
    assert relay.beyond(key(1), [key(1)]) == [key(2)]
    relay.gone(key(1))
    assert relay.via(key(2)) is None
