"""Who waits for the keys of all others and takes one that cancels them: the joint key would be its own alone.

It does not know the secret of such a key, and that is what has to be proved.
"""

from __future__ import annotations

import pytest

from fliptable.p2p.deal import dleq, group
from fliptable.p2p.deal.randomness import Nonces
from fliptable.p2p.messages import GameBody, Key
from fliptable.p2p.phases import Task
from fliptable.p2p.seat import OwnSeat

from ..forger import own_of, seated, sentenced, with_cheat
from ..steering import peer_at
from .crooked import SEATS
from .tables import ahead


class Rogue(OwnSeat):
    """Chooses its key last, in the second deal; `joint` is the key of which it knows the secret."""

    joint: bytes

    def _of_deal(self, task: Task, head: tuple[bytes, int, int, bytes]) -> GameBody | None:
        dealing = self._referee.dealing
        deal = dealing.deal
        if deal is None or deal.number != 2 or Key not in task.kinds:
            return super()._of_deal(task, head)
        if len(deal.keys) < len(deal.members) - 1:
            return None
        secret = group.reduce(bytes(range(64)))
        self.joint = group.base(secret)
        key = group.subtract(self.joint, group.total(deal.keys.values()))
        script = deal.statement("key", self.seat, dealing.context(task.address.step, self.seat))
        proof = dleq.prove_key(script, secret, key, Nonces(b"", b"", bytes))
        return Key(*head, deal.number, key, proof)


@pytest.mark.parametrize("seat", [pytest.param(seat, marks=pytest.mark.slow if seat else ()) for seat in SEATS])
def test_a_key_that_cancels_those_of_the_others(seat: int) -> None:
    board = ahead()
    seated(board)
    cheat = board.peers.index(peer_at(board, seat))
    with_cheat(board, Rogue, cheat)
    sentenced(board, {"bad-key-proof"}, cheat=cheat)
    own = own_of(board.peers[cheat])
    assert isinstance(own, Rogue)
    assert own.joint
