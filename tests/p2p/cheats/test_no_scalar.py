"""A peer that sends numbers out of range in its proofs: nothing, the order of the group, or more."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import msgspec
import pytest

from fliptable.p2p.messages import Body, Claim, Event, GameBody, Key, Mix, PlayMove, Seals, Shares, Statements

from ..deal.spoilt import BAD_SCALARS
from ..forger import Forger, changed, sentenced
from .tables import Table, guilty, innocent, small


class Where(NamedTuple):
    """A place for a number in a message: at which table, and of what its sender is found guilty."""

    kind: type[GameBody]
    spoil: Callable[[Body, bytes], Body | None]
    reason: str
    table: Table = small


def put(data: bytes, offset: int, bad: bytes) -> bytes:
    return data[:offset] + bad + data[offset + 32 :]


def in_proof(offset: int) -> Callable[[Body, bytes], Body | None]:
    return lambda body, bad: changed(body, proof=put(getattr(body, "proof"), offset, bad))  # noqa: B009 - of any kind


def in_mix(offset: int) -> Callable[[Body, bytes], Body | None]:
    def change(body: Body, bad: bytes) -> Body | None:
        assert isinstance(body, Mix)
        last = body.proofs[-1]
        return changed(body, proofs=(*body.proofs[:-1], put(last, len(last) - offset, bad)))

    return change


def in_play(body: Body, bad: bytes) -> Body | None:
    assert isinstance(body, Event)
    move = body.move
    if not isinstance(move, PlayMove) or not move.points:
        return None
    return changed(body, move=msgspec.structs.replace(move, proof=put(move.proof, 32, bad)))


def in_statement(body: Body, bad: bytes) -> Body | None:
    assert isinstance(body, Statements)
    first = body.claims[0]
    return changed(body, claims=(Claim(first.first, put(first.proof, 16, bad)), *body.claims[1:]))


WHERE = {
    "key: challenge": Where(Key, in_proof(0), "bad-key-proof"),
    "key: answer": Where(Key, in_proof(32), "bad-key-proof"),
    "mix: answers for cards": Where(Mix, in_mix(32 * 117), "malformed-proof"),
    "mix: last answer": Where(Mix, in_mix(32), "malformed-proof"),
    "shares: challenge": Where(Shares, in_proof(0), "bad-share-proof"),
    "shares: answer": Where(Shares, in_proof(32), "bad-share-proof"),
    "card laid": Where(Event, in_play, "bad-share-proof"),
    "sealed shares: last answer": Where(Seals, in_proof(64), "bad-seal-proof", guilty),
    "statement: answer": Where(Statements, in_statement, "bad-membership-proof", innocent),
}


@pytest.mark.parametrize("where", WHERE)
@pytest.mark.parametrize("bad", BAD_SCALARS)
def test_a_number_out_of_range_names_its_sender(bad: bytes, where: str) -> None:
    place = WHERE[where]
    board = place.table()
    Forger(board, lambda body: place.spoil(body, bad) if isinstance(body, place.kind) else None)
    sentenced(board, {place.reason})
