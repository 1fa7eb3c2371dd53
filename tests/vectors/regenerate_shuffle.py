"""Write the known answers of the shuffle proof: shuffle.json, beside this file.

Run it by `python tests/vectors/regenerate_shuffle.py` and review the difference: a change here is a change of
the protocol. All is fixed: what is random comes out of a named stream, and every request for entropy is answered
by zeros. Bytes stand as hexadecimal digits. `check_shuffle.py` judges the file without a line of fliptable.
"""

import hashlib
import json
from pathlib import Path

from fliptable.p2p.deal import group
from fliptable.p2p.deal.elgamal import Ciphertext, blinding, encode_deck, encrypt_openly, shuffle
from fliptable.p2p.deal.faces import face_table
from fliptable.p2p.deal.randomness import Nonces, Stream
from fliptable.p2p.deal.shuffle_proof import order_base, product_base, prove, read
from fliptable.p2p.deal.transcript import Transcript, context

SHUFFLE = Path(__file__).with_name("shuffle.json")
SESSION = bytes(range(32))
SEED = b"\7" * 32
DECK = 112

Document = dict[str, object]


def case(name: str, size: int, columns: int) -> Document:
    """One proof with all that was proved, its secrets, and what the verifier computes on the way.

    Every third card is encrypted openly, so equal ciphertexts are among the inputs.
    """
    stream = Stream(SEED, b"", name)
    key = group.base(stream.scalar())
    faces = face_table("light", 2).points

    def card(at: int) -> Ciphertext:
        (blind,) = blinding([stream.scalar()], key)
        face = faces[at % 2]
        return encrypt_openly(faces[0], key) if at % 3 == 0 else Ciphertext(blind.a, group.add(face, blind.b))

    inputs = [[card(at) for at in range(size)] for _ in range(columns)]
    permutation = stream.permutation(size)
    scalars = [stream.scalars(size) for _ in range(columns)]
    outputs = [shuffle(deck, permutation, blinding(row, key)) for deck, row in zip(inputs, scalars, strict=True)]
    prefix = context(SESSION, 1, 0, (2,), 0, "mix")

    def begun() -> Transcript:
        script = Transcript("mix")
        script.absorb("context", prefix)
        return script

    proof = prove(begun(), key, inputs, outputs, permutation, scalars, Nonces(SEED, b"", bytes))
    claim = read(begun(), key, inputs, outputs, proof)
    return {
        "name": name,
        "columns": columns,
        "context": prefix.hex(),
        "key": key.hex(),
        "inputs": b"".join(map(encode_deck, inputs)).hex(),
        "outputs": b"".join(map(encode_deck, outputs)).hex(),
        "permutation": permutation,
        "scalars": [[scalar.hex() for scalar in row] for row in scalars],
        "weights u": [_hex(weight) for weight in claim.weights],
        "weights v": [_hex(link) for link in claim.links],
        "challenge": _hex(claim.challenge),
        "proof": proof.hex(),
    }


def document() -> Document:
    """The whole file."""
    whole = case("a deck", DECK, 1)
    return {
        "product base": product_base().hex(),
        "order bases": [order_base(index).hex() for index in range(DECK)],
        "proofs": [case("one card", 1, 1), case("two cards", 2, 1), case("five cards", 5, 1), case("pairs", 3, 2)],
        "SHA-256 of the proof of a deck": hashlib.sha256(bytes.fromhex(str(whole["proof"]))).hexdigest(),
    }


def text() -> str:
    """Return the file as it must stand."""
    return json.dumps(document(), indent=1) + "\n"


def _hex(number: int) -> str:
    return number.to_bytes(32, "little").hex()


if __name__ == "__main__":
    SHUFFLE.write_text(text(), encoding="utf-8")
