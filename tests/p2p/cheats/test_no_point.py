"""A peer that sends what is no point of the group, wherever a point belongs.

A part of order two marks a card for good where it is let through; the rest is spelled in a second way, lies on no curve
(the twist), or is nothing at all. Nobody computes with any of it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import msgspec
import pytest

from fliptable.p2p.deal.group import GENERATOR, IDENTITY
from fliptable.p2p.deal.shuffle_proof import proof_bytes
from fliptable.p2p.messages import Body, Event, GameBody, Key, Mix, PlayMove, Remix, Seals, Shares

from ..deal.spoilt import BAD_POINTS, Spoil
from ..forger import Forger, changed, sentenced
from .tables import Table, guilty, reshuffled, small

Spoiled = Callable[[bytes], bytes]


class Where(NamedTuple):
    """A place for a point in a message: at which table, and of what its sender is found guilty."""

    kind: type[GameBody]
    spoil: Callable[[Body, Spoiled], Body | None]
    reason: str
    table: Table = small


def at(offset: int, data: bytes, spoil: Spoiled) -> bytes:
    """Spoil 32 of these bytes."""
    return data[:offset] + spoil(data[offset : offset + 32]) + data[offset + 32 :]


def in_deck(offset: int, side: int = -1) -> Callable[[Body, Spoiled], Body | None]:
    def change(body: Body, spoil: Spoiled) -> Body | None:
        assert isinstance(body, Mix | Remix)
        decks = list(body.decks)
        decks[side] = at(offset, decks[side], spoil)
        return changed(body, decks=tuple(decks))

    return change


def in_proof(offset: int) -> Callable[[Body, Spoiled], Body | None]:
    def change(body: Body, spoil: Spoiled) -> Body | None:
        assert isinstance(body, Mix | Remix)
        return changed(body, proofs=(at(offset, body.proofs[0], spoil), *body.proofs[1:]))

    return change


def in_play(body: Body, spoil: Spoiled) -> Body | None:
    assert isinstance(body, Event)
    move = body.move
    if not isinstance(move, PlayMove) or not move.points:
        return None
    return changed(body, move=msgspec.structs.replace(move, points=at(0, move.points, spoil)))


def field(name: str, offset: int = 0) -> Callable[[Body, Spoiled], Body | None]:
    return lambda body, spoil: changed(body, **{name: at(offset, getattr(body, name), spoil)})


SHUFFLE = "bad-shuffle-proof"
WHERE = {
    "key": Where(Key, field("point"), "bad-key-proof"),
    "deck, first half": Where(Mix, in_deck(0), SHUFFLE),
    "deck, second half": Where(Mix, in_deck(64 * 111 + 32), SHUFFLE),
    "deck of a reshuffle": Where(Remix, in_deck(32), SHUFFLE, reshuffled),
    "proof of a mix: order": Where(Mix, in_proof(32), SHUFFLE),
    "proof of a mix: chain": Where(Mix, in_proof(32 * 223), SHUFFLE),
    "proof of a mix: announced": Where(Mix, in_proof(32 * 229), SHUFFLE),
    "share": Where(Shares, field("points"), "bad-share-proof"),
    "card laid": Where(Event, in_play, "bad-share-proof"),
    "sealed share, first half": Where(Seals, field("pairs"), "bad-seal-proof", guilty),
    "sealed share, second half": Where(Seals, field("pairs", 32), "bad-seal-proof", guilty),
}


def twice_as_far(good: bytes) -> bytes:
    """The mirror image: the same but for the bit of the sign, on the curve and in the group."""
    return good[:31] + bytes([good[31] ^ 128])


@pytest.mark.parametrize("where", WHERE)
@pytest.mark.parametrize("spoil", [*BAD_POINTS, pytest.param(twice_as_far, id="mirrored")])
def test_what_is_no_point_names_its_sender(spoil: Spoil, where: str) -> None:
    place = WHERE[where]
    board = place.table()
    Forger(board, lambda body: place.spoil(body, spoil) if isinstance(body, place.kind) else None)
    sentenced(board, {place.reason})


def test_each_point_has_one_spelling() -> None:
    """Else a card could be recognised by how it is spelled."""
    assert len(GENERATOR) == len(IDENTITY) == 32
    assert proof_bytes(112, 1) > 32 * 230
