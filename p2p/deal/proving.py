"""Mixes that were taken and not yet proved, and their check: of several at once, whenever there is time.

Whoever mixes next waits for the decks alone, so a mix is read at once and judged later; but nothing of it is
opened before. Several claims together are checked in one sum (`shuffle_proof.holds`), which is cheaper than one by
one; where that fails they are checked one by one, so that a fault has one name and an honest neighbour none.

This module must never change a deal: it runs in any thread, beside whoever goes on with it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from .proved import is_proved, remember
from .shuffle_proof import Claim, holds


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
    inside counts against the item.
    """
    if _all_hold(items):
        return None
    return next((item for item in items if not _all_hold([item])), None)


def _all_hold(items: Sequence[Unproved]) -> bool:
    claims = [claim for item in items for claim in item.claims if not is_proved(claim.seal)]
    if not claims:
        return True
    try:
        if not holds(claims):
            return False
    except Exception:  # the rule of `judging`: a fault of whoever sent it, never a crash
        return False
    remember({claim.seal: None for claim in claims})
    return True
