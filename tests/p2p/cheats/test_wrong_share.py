"""A peer that gives a wrong share for a card: it would open to something else, and whose fault was it?"""

from __future__ import annotations

import msgspec
import pytest

from fliptable.p2p.deal import group
from fliptable.p2p.messages import Body, Event, PlayMove, Shares

from ..forger import Change, Forger, changed, flipped, on, sentenced
from .tables import Table, pair, small


def other_point(body: Shares) -> Shares:
    """A point of the group, but another one."""
    return changed(body, points=group.add(body.points[:32], group.GENERATOR) + body.points[32:])


def exchanged(body: Shares) -> Shares | None:
    """The right shares, for each other's cards."""
    if len(body.points) < 64:
        return None
    return changed(body, points=body.points[32:64] + body.points[:32] + body.points[64:])


def cancelling(body: Shares) -> Shares | None:
    """Two wrong shares, whose errors cancel where shares are just added up."""
    if len(body.points) < 64:
        return None
    one, other = group.add(body.points[:32], group.GENERATOR), group.subtract(body.points[32:64], group.GENERATOR)
    return changed(body, points=one + other + body.points[64:])


def laid(body: Event, **fields: bytes) -> Event | None:
    move = body.move
    if not isinstance(move, PlayMove) or not move.points:
        return None
    return changed(body, move=msgspec.structs.replace(move, **fields))


def laid_wrong(body: Event) -> Body | None:
    move = body.move
    points = group.add(move.points, group.GENERATOR) if isinstance(move, PlayMove) and move.points else b""
    return laid(body, points=points)


FALSE = {"bad-share-proof"}
COUNT = {"malformed-shares", "malformed-proof", "bad-share-proof"}


@pytest.mark.parametrize("table", [small, pair])
@pytest.mark.parametrize(
    ("change", "reasons"),
    [
        (on(Shares, other_point), FALSE),
        (on(Shares, exchanged), FALSE),
        (on(Shares, cancelling), FALSE),
        (on(Shares, lambda body: changed(body, proof=flipped(body.proof))), FALSE),
        (on(Shares, lambda body: changed(body, points=body.points[32:])), COUNT),
        (on(Shares, lambda body: changed(body, points=body.points + body.points[:32])), COUNT),
        (on(Event, laid_wrong), FALSE),
        (on(Event, lambda body: laid(body, points=b"", proof=b"")), COUNT),
    ],
)
def test_a_wrong_share_names_its_giver(table: Table, change: Change, reasons: set[str]) -> None:
    board = table()
    Forger(board, change)
    sentenced(board, reasons)


def test_the_others_play_on_without_the_giver() -> None:
    board = small()
    Forger(board, on(Shares, other_point))
    sentenced(board, FALSE, whole=True)
