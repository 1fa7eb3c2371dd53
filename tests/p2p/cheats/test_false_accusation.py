"""Who wants somebody honest put out: it signs that it goes on without it, or shows what proves nothing."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from fliptable.p2p import letter as letters
from fliptable.p2p import wire
from fliptable.p2p.errors import Malformed
from fliptable.p2p.messages import LETTERS as ENVELOPES
from fliptable.p2p.messages import Expel, Shares, Signed
from fliptable.p2p.phases import Phase

from ..forger import (
    CHEAT,
    LETTERS,
    Forger,
    changed,
    flipped,
    on,
    referee_of,
    seat_of,
    seated,
    sentenced,
    sign,
    undisturbed,
)
from ..switchboard import Switchboard
from .tables import Table, ahead, pair, small
from .test_wrong_share import other_point


def accuse(board: Switchboard, accused: int, targets: set[int]) -> None:
    """Let the cheat sign, to some, that it goes on without a peer."""
    referee = referee_of(board.peers[CHEAT])
    body = Expel(
        referee.session,
        referee.log.epoch,
        seat_of(board, CHEAT),
        referee.log.head,
        referee.log.slot,
        seat_of(board, accused),
        referee.rounds,
        referee.dealing.number,
    )
    for target in targets:
        board.send(CHEAT, target, sign(board, body))


PHASES = (Phase.DEAL, Phase.DEALT, Phase.PLAY, Phase.DUES, Phase.SEED)


@pytest.mark.parametrize(
    ("phase", "targets"),
    [
        pytest.param(phase, targets, marks=() if at % 3 == number else pytest.mark.slow)
        for at, phase in enumerate(PHASES)
        for number, targets in enumerate(({0}, {2}, {0, 2}))
    ],
)
def test_a_voice_against_somebody_is_no_proof(phase: Phase, targets: set[int]) -> None:
    board = small()
    seated(board)
    board.run(lambda: referee_of(board.peers[0]).phase is phase)
    accuse(board, 0, targets)
    undisturbed(board)


@pytest.mark.parametrize("table", [pair, ahead])
def test_nor_where_two_are_left_or_the_next_deal_is_made(table: Table) -> None:
    board = table()
    seated(board)
    board.run(lambda: referee_of(board.peers[0]).phase is Phase.PLAY)
    accuse(board, 0, set(range(len(board.peers))) - {CHEAT})
    undisturbed(board)


def signed_by_nobody(data: bytes) -> bytes:
    envelope = wire.decode(data, *ENVELOPES)
    return wire.encode(changed(envelope, signature=flipped(envelope.signature)))


def said_otherwise(data: bytes) -> bytes:
    """Another body under the same signature."""
    envelope = wire.decode(data, *ENVELOPES)
    return wire.encode(msgspec.structs.replace(envelope, body=envelope.body[:-1] + bytes([envelope.body[-1] ^ 1])))


def in_its_name(data: bytes) -> bytes:
    """Signed by the cheat, with the key of the other one beside it."""
    envelope = wire.decode(data, *ENVELOPES)
    return wire.encode(Signed(envelope.body, bytes(32), envelope.signature))


def in_another_envelope(data: bytes) -> bytes:
    """Only what is inside is signed: else whoever passes a letter on could make its writer look like the cheat."""
    return data[:1] + bytes([17 if data[1] == 16 else 16]) + data[2:]


@pytest.mark.parametrize("forge", [signed_by_nobody, said_otherwise, in_its_name, in_another_envelope])
def test_what_somebody_has_not_signed_is_not_its_doing(forge: Callable[[bytes], bytes]) -> None:
    """Whoever passes it on is hung up on, and the match goes on."""
    board = small()
    tried: list[bytes] = []

    def tap(source: int, target: int, data: bytes) -> bytes:
        if source == 0 and target == CHEAT and data[1] in LETTERS and len(tried) < 40:
            tried.append(forge(data))
            with pytest.raises(Malformed) as refused:
                board.peers[2].session.receive(board.peers[CHEAT].key, tried[-1], board.now)
            assert not refused.value.evidence
        return data

    board.tap = tap
    undisturbed(board)
    assert len(tried) == 40


def test_letters_of_a_convict_convict_nobody_else() -> None:
    """Once it is out, it says what it likes of the others, and nobody listens."""
    board = small()
    Forger(board, on(Shares, other_point))
    sentenced(board, {"bad-share-proof"})
    seats = [seat for seat in range(3) if seat != seat_of(board, CHEAT)]
    for accused in seats:
        referee = referee_of(board.peers[0])
        body = Expel(
            *(referee.session, referee.log.epoch, seat_of(board, CHEAT), referee.log.head, referee.log.slot),
            *(accused, referee.rounds, referee.dealing.number),
        )
        for target in (0, 2):
            board.send(CHEAT, target, letters.write(board.peers[CHEAT].session.__dict__["_identity"], body).data)
    sentenced(board, {"bad-share-proof"}, whole=True)
