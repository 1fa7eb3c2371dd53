"""Second letters that reach one peer when the others are already further on, or when their signer has left.

Who finds a fault ends the match, and all others must come to the same verdict: else they wait for somebody honest
until that one counts as silent.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from fliptable.core.rules import PRESETS
from fliptable.p2p import letter as letters
from fliptable.p2p import wire
from fliptable.p2p.messages import Body, Event, LeaveMove, Signed, Yield

from ..forger import CHEAT, LETTERS, changed, head_of, identity_of, said, sentenced, sign
from ..switchboard import Switchboard, leave_after
from .strange import Strange

RULES = replace(PRESETS["quick"], hand_size=3)
VICTIM = 2


def second(board: Switchboard, body: Event | Yield) -> bytes:
    """Sign another letter for the same address."""
    other: Body = Event(*head_of(body), body.slot, bytes(32), LeaveMove())
    if isinstance(body, Event):
        other = Yield(*head_of(body), body.slot, (bytes(32),))
    return sign(board, other)


@pytest.mark.parametrize("slot", [6, 9, 19])
def test_a_second_letter_for_a_slot_that_only_one_peer_is_still_near(slot: int) -> None:
    board = Switchboard(3, 31, RULES)
    done: list[bytes] = []

    def tap(source: int, target: int, data: bytes) -> bytes | None:
        if target != VICTIM or data[1] not in LETTERS:
            return data
        letter = letters.read(data)
        body = letter.body
        if letter.sender != board.peers[CHEAT].key or not isinstance(body, Event | Yield):
            return data
        if body.slot == slot:
            done[:] = [second(board, body)]
        if body.slot == slot + 1 and done:
            # The victim waits for this letter, and gets the other one instead.
            again = done[0]
            board.at(board.now + 0.2, lambda: board.send(CHEAT, VICTIM, again))
            return None
        return data

    board.tap = tap
    sentenced(board, {"equivocation"})


@pytest.mark.parametrize("kind", ["second", "wrong-seat", "no message"])
def test_who_leaves_and_signs_something_false_to_one_peer_alone(kind: str) -> None:
    board = Switchboard(4, 31, RULES)
    board.peers[CHEAT].player = leave_after(9)
    identity = identity_of(board.peers[CHEAT])
    left: list[Event] = []

    def false(body: Event) -> bytes:
        match kind:
            case "second":
                return second(board, body)
            case "wrong-seat":
                return letters.write(identity, changed(body, seat=(body.seat + 1) % 4)).data
            case _:
                spelled = wire.encode(Strange(body.session, body.slot))
                return wire.encode(Signed(spelled, identity.public, identity.sign(letters.LABEL, spelled)))

    def tap(source: int, target: int, data: bytes) -> bytes | None:
        body = said(data)
        if source == CHEAT and isinstance(body, Event) and isinstance(body.move, LeaveMove) and not left:
            left.append(body)
            board.at(board.now + 0.2, lambda: board.send(CHEAT, VICTIM, false(body)))
        # Meanwhile the victim lacks somebody else's letter, so it stands where the cheat left.
        if target != VICTIM or source != 3 or not left or not isinstance(body, Yield | Event):
            return data
        return None if body.slot == left[0].slot else data

    board.tap = tap
    sentenced(board, {"equivocation", "wrong-seat", "malformed-body"})
