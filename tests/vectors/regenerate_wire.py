"""Write tests/vectors/wire.json again, and print the tables that docs/protocol.md shows.

Run it after a change of the protocol and review the difference: python tests/vectors/regenerate_wire.py
The same key signs everything, so every letter is the same on every machine.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import get_args

import msgspec

from fliptable.core.rules import PRESETS
from fliptable.p2p import letter as letters
from fliptable.p2p import messages, wire
from fliptable.p2p.charter import options_of
from fliptable.p2p.hello import Goodbye, Greeting, Heartbeat, Hello, Poster, Purpose, TableState, Welcome
from fliptable.p2p.identity import Identity
from fliptable.p2p.messages import (
    BODIES,
    LETTERS,
    UNSIGNED,
    WATCHING,
    Absent,
    Accord,
    Address,
    Again,
    Answer,
    Body,
    CatchMove,
    Charter,
    Claim,
    Close,
    Commit,
    Dealt,
    Event,
    Expel,
    Have,
    JumpMove,
    Key,
    LeaveMove,
    Member,
    Mix,
    NameMove,
    NonceCommit,
    NonceReveal,
    Piece,
    Place,
    PlayMove,
    Ready,
    Remix,
    Rise,
    Say,
    Seals,
    Seats,
    Seed,
    Shares,
    Sit,
    Statements,
    SwapMove,
    Want,
    Watch,
    Yield,
)
from fliptable.p2p.phases import MACHINE, Phase
from fliptable.p2p.record import Blame

FILE = Path(__file__).with_name("wire.json")
LINK = (Greeting, Hello, Welcome, Heartbeat, Goodbye)
MOVES = get_args(messages.WireMove)
PARTS = (Poster, Address, Member, Place, Claim)

TABLE = bytes(range(16))
SECRET = bytes(range(32))


def point(number: int) -> bytes:
    """Give 32 bytes that are easy to find again; to the wire a point is any 32 bytes."""
    return bytes([number]) * 32


def samples() -> dict[str, msgspec.Struct]:
    """Give one message of every type, by name."""
    head = (point(1), 0, 2, point(2))
    slot = (*head, 7)
    rules = options_of(PRESETS["quick"])
    member = Member(point(3), "Ada", ("192.0.2.1:27112",))
    seats = tuple(Place(point(number), name, point(number + 8)) for number, name in ((3, "Ada"), (4, "Bo")))
    decks, proofs = (point(5) * 4, point(6) * 4), (point(31) * 3, point(32) * 3)
    poster = Poster(TABLE, "Kitchen", 1, 3, TableState.OPEN, point(7), False)
    bodies: list[Body] = [
        Sit(TABLE, "Ada", ("192.0.2.1:27112",)),
        Rise(TABLE, 3),
        Seats(TABLE, 3, False, 4, "Kitchen", rules, (member,)),
        Ready(TABLE, 3, point(8)),
        NonceCommit(TABLE, 3, point(9)),
        NonceReveal(TABLE, 3, point(10)),
        Accord(TABLE, 3, point(1)),
        Again(point(1), True),
        Say(point(1), 1800000000, "Good luck, everybody!"),
        Commit(*head, 1, point(11)),
        Key(*head, 1, point(12), point(13) * 2),
        Mix(*head, 1, decks, proofs),
        Dealt(*slot, point(14)),
        Event(*slot, point(15), PlayMove((17,), -1, True, point(16), point(17) * 2)),
        Yield(*slot, (point(18),)),
        Seed(*slot, point(19)),
        Close(*slot, point(20)),
        Expel(*slot, 1, 2, 3),
        Absent(*slot, (1,), True, 4),
        Shares(*slot, 1, 0, point(21) * 2, point(22) * 2),
        Seals(*slot, 1, 1, point(23) * 2, point(24) * 3),
        Statements(*slot, 2, 0, (Claim(True, point(33) * 2), Claim(False, b""))),
        Answer(*slot, 1, 0, False),
        Remix(*slot, 3, 0, decks, proofs),
    ]
    others: list[msgspec.Struct] = [
        Greeting(1, point(25), poster),
        Hello(1, TABLE, Purpose.SEAT, point(26), point(27), point(28) * 2, b""),
        Welcome(b""),
        Heartbeat(7, point(29), (point(30),), 4001, 3987, 1994),
        Goodbye("other-version"),
        Want(point(1), 7, (Address(2, 1, 0, 0),)),
        Have(point(1), 7, point(2)),
        Watch(b"", 0),
        Piece(point(1), 70000, 4096, b"bytes of the record"),
        Charter(1, TABLE, 3, rules, seats, ()),
        Blame(7, 1, "equivocation", (b"one", b"two")),
        NameMove(3),
        CatchMove(1),
        LeaveMove(),
        JumpMove(17, False, point(16), point(17) * 2),
        SwapMove(3),
        *(kind() for kind in MOVES if not msgspec.structs.fields(kind)),
    ]
    return {type(message).__name__: message for message in (*bodies, *others)}


def vectors() -> dict[str, dict[str, str]]:
    """Give the bytes of every sample, and for a body those of its letter."""
    identity = Identity(SECRET)
    found: dict[str, dict[str, str]] = {}
    for name, message in samples().items():
        found[name] = {"message": wire.encode(message).hex()}
        if isinstance(message, Body):
            found[name]["letter"] = letters.write(identity, message).data.hex()
    return found


def message_table() -> str:
    """Draw the table of all messages: tag, name, fields in order."""
    lines = ["| tag | message | fields, in order |", "|---|---|---|"]
    for kind in (*LINK, *LETTERS, *UNSIGNED, *WATCHING, *BODIES[:7], Charter, *BODIES[7:8], Blame, *BODIES[8:], *MOVES):
        fields = ", ".join(field.name for field in msgspec.structs.fields(kind))
        lines.append(f"| {kind.__struct_config__.tag} | `{kind.__name__}` | {fields or '-'} |")
    for kind in PARTS:
        fields = ", ".join(field.name for field in msgspec.structs.fields(kind))
        lines.append(f"| - | `{kind.__name__}` (only inside others) | {fields} |")
    return "\n".join(lines)


def phase_table() -> str:
    """Draw the machine of a session."""
    lines = ["| phase | stage | each sends | then |", "|---|---|---|---|"]
    for phase, row in MACHINE.items():
        if phase is not Phase.OVER:
            kinds = ", ".join(f"`{kind.__name__}`" for kind in row.kinds) or "-"
            then = ", ".join(after.name for after in row.then) or Phase.OVER.name
            lines.append(f"| {phase.name} | {row.stage} | {kinds} | {then} |")
    return "\n".join(lines)


if __name__ == "__main__":
    FILE.write_text(json.dumps(vectors(), indent=1) + "\n", encoding="utf-8")
    print(message_table(), phase_table(), sep="\n\n")
