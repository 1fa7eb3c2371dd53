"""Write the known answers of statements about hidden cards: membership.json, beside this file.

Run it by `python tests/vectors/regenerate_membership.py` and review the difference: a change here is a change of
the protocol. All is fixed: seeds are a seat's number plus one, 32 times; every request for entropy is answered by
zeros. Bytes stand as hexadecimal digits, sets as face numbers in their order.
"""

import json
from collections.abc import Sequence
from pathlib import Path

from fliptable.p2p.deal import group, membership
from fliptable.p2p.deal.deal import Deal
from fliptable.p2p.deal.faces import face_table
from fliptable.p2p.deal.group import Point
from fliptable.p2p.deal.randomness import Nonces, Stream, salt
from fliptable.p2p.deal.seed import Seed
from fliptable.p2p.deal.transcript import context

FILE = Path(__file__).with_name("membership.json")
SESSION = bytes(range(32))
SHEETS = ("light", "dark")
ORDER_TWO = (2**255 - 20).to_bytes(32, "little")

Case = dict[str, object]


def statement(name: str, seat: int, place: int, side: int, faces: Sequence[int], face: int) -> Case:
    """A card of a seat, the set it is proved to lie in, and the proof."""
    deal = Deal(SESSION, 1, (0, 1, 2), ((54,), (54,)))
    seed = bytes([seat + 1]) * 32
    secret = Seed(seed, SESSION, 1, seat).key()
    key = group.base(secret)
    a = group.base(Stream(seed, salt(SESSION, 1, seat), f"vector {place} {side}").scalar())
    table = face_table(SHEETS[side], 54)
    points = [table.points[one] for one in faces]
    rest = group.add(table.points[face], group.multiply(secret, a))
    prefix = context(SESSION, 1, 0, (7, 2), seat, "statements")
    proof = membership.prove(
        deal.statement("membership", seat, prefix, [(place, side)]),
        key,
        a,
        rest,
        points,
        faces.index(face),
        secret,
        Nonces(seed, salt(SESSION, 1, seat), bytes),
    )
    return {
        "name": name,
        "session": SESSION.hex(),
        "deal": 1,
        "seat": seat,
        "place": place,
        "side": side,
        "context": prefix.hex(),
        "sheet": SHEETS[side],
        "faces": " ".join(map(str, faces)),
        "true face": face,
        "secret key": secret.hex(),
        "key": key.hex(),
        "base": a.hex(),
        "rest": rest.hex(),
        "proof": proof.hex(),
    }


def documents() -> dict[str, list[Case]]:
    """Proofs that are right, and proofs that must be refused."""
    pair = statement("one of two faces", 0, 3, 0, (5, 30), 30)
    proof = bytes.fromhex(str(pair["proof"]))
    rest = Point(bytes.fromhex(str(pair["rest"])))
    response = int.from_bytes(proof[16:48], "little")
    larger = (response + group.ORDER).to_bytes(32, "little")
    good = [
        statement("a set of one face", 1, 0, 0, (17,), 17),
        pair,
        statement("a set in another order", 0, 3, 0, (30, 5), 30),
        statement("thirteen faces, the first", 1, 40, 1, range(13, 26), 13),
        statement("forty-one faces, the last", 2, 41, 0, (*range(13), *range(26, 54)), 53),
        statement("all faces of a sheet", 0, 200, 1, range(54), 33),
    ]
    return {
        "good": good,
        "refused": [
            pair | {"name": "the set in another order", "faces": "30 5"},
            pair | {"name": "another set", "faces": "5 31"},
            pair | {"name": "a smaller set", "faces": "5"},
            pair | {"name": "another context", "context": context(SESSION, 1, 0, (8, 2), 0, "statements").hex()},
            pair | {"name": "another place", "place": 4},
            pair | {"name": "another seat's key", "key": good[0]["key"]},
            pair | {"name": "another card", "base": good[0]["base"]},
            pair | {"name": "another face", "rest": group.add(rest, face_table("light", 54).points[0]).hex()},
            pair | {"name": "a part of order two", "rest": group.add(rest, ORDER_TWO).hex()},
            pair | {"name": "a challenge of zero", "proof": (bytes(16) + proof[16:]).hex()},
            pair | {"name": "a response of zero", "proof": (proof[:16] + bytes(32) + proof[48:]).hex()},
            pair | {"name": "the order added to a response", "proof": (proof[:16] + larger + proof[48:]).hex()},
            pair | {"name": "the parts exchanged", "proof": (proof[48:] + proof[:48]).hex()},
            pair | {"name": "a byte too many", "proof": (proof + b"\0").hex()},
        ],
    }


def text() -> str:
    """The file as it is written."""
    return json.dumps(documents(), indent=1) + "\n"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
