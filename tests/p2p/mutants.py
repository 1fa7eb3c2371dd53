"""Messages with one thing changed: what a bent field is, for every kind of field, and where messages come from.

Nothing here knows which change is refused, nor why.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from enum import Enum
from typing import NamedTuple, cast

import msgspec

from fliptable.core.phases import OPENING, OVER, SWAPPING, TURN
from fliptable.p2p import letter as letters
from fliptable.p2p import record, wire
from fliptable.p2p.deal.proving import first_false
from fliptable.p2p.identity import Identity
from fliptable.p2p.log import SLOT, Admission
from fliptable.p2p.messages import Event, GameBody, letter_of
from fliptable.p2p.phases import address_of, number_of
from fliptable.p2p.referee import Referee

from .forger import identity_of
from .switchboard import Switchboard


class Mutant(NamedTuple):
    """A message in which one field, named by its path ("PlayMove.places"), is another; `how` says how."""

    path: str
    how: str
    message: msgspec.Struct


def mutants(message: msgspec.Struct) -> Iterator[Mutant]:
    """Change every field of a message, one at a time, and of what stands in it."""
    for field in message.__struct_fields__:
        value = getattr(message, field)
        path = f"{type(message).__name__}.{field}"
        for deeper, how, other in bent(value, path):
            yield Mutant(deeper, how, msgspec.structs.replace(message, **{field: other}))


def bent(value: object, path: str) -> Iterator[tuple[str, str, object]]:
    """Bend a value in every way its kind allows; a change inside of it has its own path."""
    match value:
        case bool():
            yield path, "not", not value
        case Enum():
            yield from ((path, str(other), other) for other in type(value) if other is not value)
        case int():
            yield path, "more", value + 1
        case str():
            yield path, "longer", value + "x"
            yield path, "other", chr(ord(value[0]) ^ 1) + value[1:]
        case bytes():
            yield from ((path, how, other) for how, other in bent_bytes(value))
        case msgspec.Struct():
            yield from ((mutant.path, mutant.how, mutant.message) for mutant in mutants(value))
        case tuple():
            yield from bent_tuple(cast("tuple[object, ...]", value), path)
        case _:
            raise AssertionError(f"a kind of field that nobody bends yet: {path}")


def bent_bytes(value: bytes) -> Iterator[tuple[str, bytes]]:
    if value:
        yield "first bit", bytes([value[0] ^ 1]) + value[1:]
        yield "last bit", value[:-1] + bytes([value[-1] ^ 128])
        yield "shorter", value[:-1]
    yield "longer", value + b"\1"


def bent_tuple(value: tuple[object, ...], path: str) -> Iterator[tuple[str, str, object]]:
    if value:
        yield path, "dropped", value[:-1]
        yield path, "doubled", (*value, value[-1])
    if len(value) > 1 and value[0] != value[-1]:
        yield path, "swapped", (value[-1], *value[1:-1], value[0])
    for index in {0, len(value) - 1} if value else set[int]():
        for deeper, how, other in bent(value[index], path):
            yield deeper, f"{how} at {index}", (*value[:index], other, *value[index + 1 :])


def copied(referee: Referee) -> Referee:
    """Copy a referee with all it holds, but for what there is only one of."""
    return copy.deepcopy(referee, {id(phase): phase for phase in (OPENING, TURN, SWAPPING, OVER)})


class Sample(NamedTuple):
    """A letter of a real match, and a referee that awaits nothing but it, whoever's else would be there too."""

    body: GameBody
    data: bytes
    identity: Identity
    referee: Referee


def signed(identity: Identity, body: msgspec.Struct) -> bytes:
    """Sign a body, whatever is in it, as its sender would."""
    spelled = wire.encode(body)
    return wire.encode(letter_of(type(body))(spelled, identity.public, identity.sign(letters.LABEL, spelled)))


def kind_of(body: GameBody) -> str:
    """Tell messages apart, and events by their moves."""
    return type(body.move).__name__ if isinstance(body, Event) else type(body).__name__


def samples(board: Switchboard, wanted: Callable[[GameBody], bool]) -> Iterator[Sample]:
    """Give a letter of each wanted kind of a finished match, with the state in which it came."""
    taken = record.read(bytes(board.peers[0].record))
    entries = [letters.read(entry) if isinstance(entry, bytes) else entry for entry in taken.entries]
    identities = {peer.key: identity_of(peer) for peer in board.peers}
    referee = Referee(taken.charter)
    seen: set[str] = set()
    for number, entry in enumerate(entries):
        if isinstance(entry, record.Blame):
            for data in entry.evidence:
                feed(referee, data)
            continue
        body = entry.body
        assert isinstance(body, GameBody)
        if kind_of(body) not in seen and wanted(body):
            seen.add(kind_of(body))
            before = copied(referee)
            for other in entries[number + 1 :]:
                if isinstance(other, record.Blame) or not together(body, other.body):
                    break
                feed(before, other.data)
            yield Sample(body, entry.data, identities[entry.sender], before)
        feed(referee, entry.data)


def together(body: GameBody, other: object) -> bool:
    """Whether two letters are awaited at the same time, one after the other in the record: those of one slot."""
    assert isinstance(other, GameBody)
    return {address_of(each).stage for each in (body, other)} == {SLOT} and number_of(body) == number_of(other)


def feed(referee: Referee, data: bytes) -> Admission:
    """Let a referee take a letter, and check at once what it has to check."""
    admission = referee.take(letters.read(data))
    for deal, items in referee.checks():
        referee.proved(deal, items, first_false(items))
    referee.news.clear()
    referee.round.met.clear()
    return admission
