"""Mixes that were taken and not yet proved, and their check: of several at once, whenever there is time.

Whoever mixes next waits for the decks alone, so a mix is read at once and judged later; but nothing of it is
opened before. Several claims together are checked in one sum (`shuffle_proof.holds`), which is cheaper than one by
one; where that fails they are checked one by one, so that a fault has one name and an honest neighbour none.

This module must never change a deal: it runs in any thread, beside whoever goes on with it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from .shuffle_proof import Claim, holds

REMEMBERED: Final = 1024  # 32 bytes each; the start of a round of ten has twenty claims

# Only a claim that held is remembered, by the hash of all its bytes. Two threads may both use it: each line below that
# touches it is one operation on one dictionary, and what gets lost between two of them is only checked again.
_held: dict[bytes, None] = {}


@dataclass(frozen=True, slots=True, eq=False)
class Unproved:
    """One seat's mix of one stage, with a claim for each deck that nobody has checked yet; nothing in it is secret.

    `claims` are as `shuffle_proof.read` gave them: all that a check needs, and nothing of the deal.
    """

    seat: int
    stage: int
    claims: tuple[Claim, ...] = field(repr=False)


def first_false(items: Sequence[Unproved]) -> Unproved | None:
    """Return the first mix that is none, or None if all are what their proofs say.

    Name them in the order they were taken in: garbage is the fault of the first who sent it. Whatever goes wrong
    inside counts against the item. Claims that held are remembered, the last thousand or so of a process: peers that
    live in one check the same bytes once.
    """
    if _all_hold(items):
        return None
    return next((item for item in items if not _all_hold([item])), None)


def _all_hold(items: Sequence[Unproved]) -> bool:
    claims = [claim for item in items for claim in item.claims if claim.seal not in _held]
    if not claims:
        return True
    try:
        if not holds(claims):
            return False
    except Exception:  # the rule of `judging`: a fault of whoever sent it, never a crash
        return False
    if len(_held) + len(claims) > REMEMBERED:
        _held.clear()
    for claim in claims:
        _held[claim.seal] = None
    return True
