"""Who challenges without a right to, or speaks for the accused: the verdict is for all to see, and not its own."""

from __future__ import annotations

from fliptable.core.moves import Accept, Challenge, Move
from fliptable.core.phases import Challenged
from fliptable.p2p import letter as letters
from fliptable.p2p.messages import Answer, Seals

from ..forger import (
    CHEAT,
    Forger,
    changed,
    identity_of,
    on,
    referee_of,
    said,
    seat_of,
    seated,
    sentenced,
    undisturbed,
    with_cheat,
)
from ..switchboard import Peer, Switchboard, random_player
from .brazen import Brazen
from .tables import guilty, innocent, small


def quarrelsome(peer: Peer, board: Switchboard) -> Move | None:
    """The cheat challenges as soon as it is to act, whatever was laid."""
    view = peer.session.view()
    assert view is not None
    mine = board.peers.index(peer) == CHEAT and view.seat in view.to_act
    return Challenge() if mine and Accept() not in view.legal else random_player(peer, board)


def test_a_challenge_of_nothing() -> None:
    board = small()
    for peer in board.peers:
        peer.player = quarrelsome
    with_cheat(board, Brazen)
    sentenced(board, {"illegal-nothing-to-challenge"})


def meddling(peer: Peer, board: Switchboard) -> Move | None:
    """The cheat challenges what was laid against somebody else, who has not decided yet."""
    referee = referee_of(peer)
    mine = board.peers.index(peer) == CHEAT and seat_of(board, CHEAT) not in referee.table.to_act
    if mine and isinstance(referee.table.phase, Challenged):
        return Challenge()
    return random_player(peer, board)


def test_a_challenge_by_somebody_else_than_the_victim() -> None:
    board = innocent()
    for peer in board.peers:
        peer.player = meddling
    with_cheat(board, Brazen)
    sentenced(board, {"illegal-not-your-turn"})


def test_an_answer_in_the_name_of_the_accused() -> None:
    """It answers in its own name, as nothing else can be signed: nobody has asked it, and nobody listens."""
    board = guilty()
    seated(board)
    cheat = (CHEAT + 1) % 3
    seat, identity = seat_of(board, cheat), identity_of(board.peers[cheat])
    spoken: list[Answer] = []

    def tap(source: int, target: int, data: bytes) -> bytes:
        body = said(data)
        if source == CHEAT and isinstance(body, Answer) and not spoken:
            own = changed(body, seat=seat, guilty=not body.guilty)
            spoken.append(own)
            letter = letters.write(identity, own)
            for other in range(3):
                if other != cheat:
                    board.send(cheat, other, letter.data)
        return data

    board.tap = tap
    undisturbed(board)
    assert spoken


def test_the_hand_is_shown_to_the_challenger_alone_and_all_of_it() -> None:
    """The accused seals other points than its shares."""
    board = guilty()
    Forger(board, on(Seals, lambda body: changed(body, pairs=body.pairs[64:] + body.pairs[:64])))
    sentenced(board, {"bad-seal-proof"})
