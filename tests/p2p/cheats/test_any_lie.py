"""Any field of any letter changed, at any moment, for all or for some, over any network: what must hold whatever it is.

Nobody honest is at fault in anybody's eyes, nor in any record; all honest peers come to one end; and nobody hangs. What
becomes of each single lie is said in the other files.
"""

from __future__ import annotations

import random

import pytest

from fliptable.p2p import letter as letters
from fliptable.p2p.log import SLOT
from fliptable.p2p.messages import (
    GAME_BODIES,
    Absent,
    Answer,
    Body,
    Dealt,
    Event,
    Expel,
    GameBody,
    Key,
    Mix,
    Remix,
    Shares,
    Yield,
)
from fliptable.p2p.notices import Waiting
from fliptable.p2p.phases import Phase
from fliptable.p2p.verify import verify

from ..forger import CHEAT, LETTERS, PATIENCE, honest, identity_of, name_of, referee_of, said, seat_of
from ..mutants import mutants, signed
from ..switchboard import Peer, Switchboard
from .tables import Table, ahead, drawing, guilty, pair, reshuffled, small


class Liar:
    """Changes one letter of those that the cheat sends: which, how and for whom, the dice say."""

    def __init__(self, board: Switchboard, dice: random.Random, kind: type[GameBody] | None = None) -> None:
        self.told: str = "nothing"
        self._dice, self._peers, self._identity = dice, board.peers, identity_of(board.peers[CHEAT])
        self._kind = kind or dice.choice(KINDS)
        self._wait = 0 if kind else dice.choice((0, 0, 1, 3, 8))
        rest = [number for number in range(len(board.peers)) if number != CHEAT]
        self._targets = {dice.choice(rest), *(number for number in rest if dice.random() < 0.6)}
        self._done: dict[bytes, bytes | None] = {}
        board.tap = self

    def __call__(self, source: int, target: int, data: bytes) -> bytes | None:
        if source != CHEAT or data[1] not in LETTERS or target not in self._targets:
            return data
        if self._peers[target].session.referee is None:
            return data  # It would hang up on what is no message: test_malformed.
        if letters.signer(data) != self._identity.public:
            return data
        if data not in self._done:
            self._done[data] = self._lie(said(data))
        return self._done[data] or data

    def _lie(self, body: Body | None) -> bytes | None:
        if not isinstance(body, self._kind) or self.told != "nothing":
            return None
        self._wait -= 1
        if self._wait >= 0:
            return None
        mutant = self._dice.choice(list(mutants(body)))
        self.told = f"{mutant.path}, {mutant.how}"
        return signed(self._identity, mutant.message)


def thinking(board: Switchboard, peer: Peer) -> bool:
    """Whether a peer has long waited for a move of the cheat: without a clock a person may think for ever."""
    if board.now < THINKING:
        return False
    referee = referee_of(peer)
    waits = referee.phase is Phase.PLAY and not referee.log.of_stage(SLOT)
    return waits and seat_of(board, CHEAT) in referee.table.to_act


THINKING = 1500.0
KINDS: tuple[type[GameBody], ...] = tuple(kind for kind in GAME_BODIES if kind not in (Expel, Absent))
"""What somebody at a table says of its own accord."""
TABLES: tuple[Table, ...] = (small, small, reshuffled, guilty, drawing, ahead, pair)
TOLD: dict[type[GameBody], Table] = {
    Mix: pair,
    Yield: pair,
    Remix: reshuffled,
    Key: small,
    Dealt: small,
    Shares: pair,
    Answer: guilty,
    Event: small,
}
"""Letters that come early in a match, and where; every other one over a bad network."""


def lied(seed: int, *, bad: bool, kind: type[GameBody] | None = None) -> bool:
    """Play a match with a lie in it, if the dice name a letter that comes; say whether they did."""
    dice = random.Random(seed)
    board = (TOLD[kind] if kind else dice.choice(TABLES))()
    if bad:
        board.delay, board.loss, board.twice = dice.choice((0.05, 0.5, 2.0)), dice.choice((0.0, 0.1)), 0.1
    liar = Liar(board, dice, kind)
    rest = honest(board)
    board.run(lambda: all(peer.ended is not None or thinking(board, peer) for peer in rest), PATIENCE)
    name = name_of(board, CHEAT)
    if any(peer.ended is None for peer in rest):
        assert not any(peer.faults or peer.ended for peer in rest), liar.told
        return liar.told != "nothing"
    ends = [peer.ended for peer in rest if peer.ended is not None]
    assert len({ended.outcome for ended in ends}) == 1, (liar.told, ends)
    for peer, ended in zip(rest, ends, strict=True):
        assert {fault.seat for fault in peer.faults} <= {name}, liar.told
        assert ended.outcome == "finished" or ended.text.startswith(name), (liar.told, ended)
        named = {who for notice in peer.notices if isinstance(notice, Waiting) for who in notice.names}
        assert named <= {name} or bad, liar.told
        verdict = verify(bytes(peer.record))
        assert {finding.seat for finding in verdict.faults} == {fault.seat for fault in peer.faults}, liar.told
    if ends[0].outcome == "finished":
        assert len({str((end.result.scores, end.result.winners)) for end in ends if end.result}) == 1, liar.told
    return liar.told != "nothing"


@pytest.mark.parametrize("kind", TOLD)
def test_a_lie_falls_on_nobody_else(kind: type[GameBody]) -> None:
    seed = [*TOLD].index(kind)
    assert lied(seed, bad=seed % 2 == 1, kind=kind)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20))
def test_any_lie_falls_on_nobody_else(seed: int) -> None:
    lied(seed, bad=seed % 2 == 1)
