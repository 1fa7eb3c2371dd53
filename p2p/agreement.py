"""How those who are left agree on where to go on, when a seat was proved at fault.

Each of them signs once that it goes on without the accused, and where its log ends (`Expel`); honest ones may be a slot
apart. From all these letters everybody computes the same: the number and the head of the next slot, what counts as
played, and the number of the next deal. A round counts only if everybody has seen its end.

Must never decide who is at fault.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .charter import spelled
from .identity import statement
from .letter import Letter
from .messages import Expel

APART = 1
"""How far apart the logs of honest peers can be: none gets past a slot without a letter of each other."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """The new epoch, its members, its first slot, the head this rests on, the rounds that count, and the next deal.

    `since` is the first slot, and `undealt` the first deal, that not all have seen the end of.
    """

    epoch: int
    members: tuple[int, ...]
    slot: int
    head: bytes
    rounds: int
    deal: int
    since: int
    undealt: int


def agree(session: bytes, letters: Sequence[Letter]) -> Agreement:
    """Compute where to go on from the letters of all who are left, in seat order."""
    bodies = [letter.body for letter in letters if isinstance(letter.body, Expel)]
    epoch = 1 + max(body.epoch for body in bodies)
    head = statement("expulsion", session, spelled(epoch), *(letter.digest for letter in letters))
    return Agreement(
        epoch,
        tuple(body.seat for body in bodies),
        1 + max(body.slot for body in bodies),
        hashlib.sha256(head).digest(),
        min(body.rounds for body in bodies),
        1 + max(body.deal for body in bodies),
        min(body.slot for body in bodies),
        min(body.deal for body in bodies),
    )


def near(body: Expel, epoch: int, deal: int, slot: int, counted: Mapping[int, int]) -> bool:
    """Whether an honest peer could be where this letter says.

    We are in this epoch, deal and slot; `counted` says how many rounds had been played as our slots began. Whoever has
    settled what we have not can be one round further.
    """
    if abs(body.epoch - epoch) > APART or abs(body.deal - deal) > APART:
        return False
    if body.slot == slot + 1:
        return body.rounds - counted[slot] in (0, 1)
    return body.slot in counted and body.rounds == counted[body.slot]
