"""Write the known answers of the hidden cards: faces.json and deal.json, beside this file.

Run it by `python tests/vectors/regenerate_deal.py` and review the difference: a change here is a change of
the protocol. All is fixed: seeds are a seat's number plus one, 32 times; every request for entropy is
answered by zeros. Bytes stand as hexadecimal digits. `check_deal.py` judges deal.json without a line of fliptable,
and `play` gives it to a deal that knows no secret.
"""

import hashlib
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from fliptable.core.cards import CLASSIC, DECKS, FLIP, Deck
from fliptable.p2p.deal.audit import all_faces
from fliptable.p2p.deal.deal import Card, Deal
from fliptable.p2p.deal.elgamal import encode_deck
from fliptable.p2p.deal.faces import face_table
from fliptable.p2p.deal.payloads import Commit, Key, Mixed, Seals, Shares
from fliptable.p2p.deal.proving import first_false
from fliptable.p2p.deal.randomness import Stream, salt
from fliptable.p2p.deal.secret import Secret
from fliptable.p2p.deal.seed import Seed
from fliptable.p2p.deal.transcript import Transcript, context

HERE = Path(__file__).parent
SESSION = bytes(range(32))
SMALL = ((2, 1, 3, 1, 1), (1, 4, 1, 2))

Document = dict[str, Any]


def faces() -> Document:
    """All face points of every sheet of the decks, by face number."""
    return {
        sheet.name: [point.hex() for point in face_table(sheet.name, len(sheet.copies)).points]
        for deck in DECKS.values()
        for sheet in deck.sheets
    }


def primitives() -> Document:
    """Transcript, challenge, weights, HKDF stream, permutation: what everything else is made of."""
    script = Transcript("vector")
    script.absorb("data", b"xyz")
    script.absorb_numbers("numbers", (1, 2, 300))
    digest = script.digest()
    stream = Stream(b"\1" * 32, salt(SESSION, 1, 0), "vector")
    return {
        "transcript": digest.hex(),
        "challenge": script.challenge("first").hex(),
        "weights": [weight.hex() for weight in script.weights("second", 3)],
        "context": context(SESSION, 1, 0, (5, 2), 1, "shares").hex(),
        "salt": salt(SESSION, 1, 0).hex(),
        "stream": stream.read(64).hex(),
        "scalar": stream.scalar().hex(),
        "permutation": stream.permutation(112),
    }


class Round:
    """One deal of eight small cards, and all that is done in it, step by step.

    The context of a proof is (session, deal 1, epoch 0, the number of the step, the seat, the name of the step).
    """

    def __init__(self, seats: Sequence[int]) -> None:
        self.seats = tuple(seats)
        self.deal = Deal(SESSION, 1, self.seats, SMALL)
        self.secrets = {seat: Secret(bytes([seat + 1]) * 32, seat, self.deal, bytes) for seat in seats}
        self.steps: list[Document] = []
        for seat in seats:
            self.take("commit", seat, commitment=self.secrets[seat].commit().commitment.hex())
        for seat in seats:
            key = self.secrets[seat].key(self.bound("key", seat))
            self.take("key", seat, point=key.point.hex(), proof=key.proof.hex())
        self.mix()

    def bound(self, step: str, seat: int) -> bytes:
        return context(SESSION, 1, 0, (len(self.steps),), seat, step)

    def take(self, step: str, seat: int, **fields: object) -> None:
        document: Document = {"step": step, "seat": seat, **fields}
        play(self.deal, document, len(self.steps))
        self.steps.append(document)

    def mix(self) -> None:
        while (seat := self.deal.mixing) is not None:
            work = Seed(self.secrets[seat].seed, SESSION, 1, seat)
            stage = self.deal.stages[-1]
            mixed = self.secrets[seat].mix(self.bound("mix", seat))
            self.take(
                "mix",
                seat,
                permutations=[work.permutation(stage.number, side, len(stage.outputs)) for side in (0, 1)],
                decks=[deck.hex() for deck in mixed.decks],
                proofs=[proof.hex() for proof in mixed.proofs],
            )

    def shares(self, seat: int, cards: Sequence[Card]) -> None:
        shares = self.secrets[seat].shares(cards, self.bound("shares", seat))
        self.take("shares", seat, cards=cards, points=shares.points.hex(), proof=shares.proof.hex())

    def joins(self, seat: int, cards: Sequence[Card]) -> None:
        shares = self.secrets[seat].joins(cards, self.bound("joins", seat))
        self.take("joins", seat, cards=cards, points=shares.points.hex(), proof=shares.proof.hex())

    def seals(self, seat: int, to: int, cards: Sequence[Card]) -> None:
        seals = self.secrets[seat].seals(to, cards, self.bound("seals", seat))
        self.take("seals", seat, to=to, cards=cards, pairs=seals.pairs.hex(), proof=seals.proof.hex())

    def hand_over(self, seat: int, to: int, cards: Sequence[Card]) -> None:
        self.take("hand over", seat, to=to, cards=cards)
        self.steps[-1]["ciphertexts"] = [[part.hex() for part in self.deal.at(*card).left] for card in cards]

    def statement(self, seat: int, card: Card, among: Sequence[int]) -> None:
        proof = self.secrets[seat].statement(card, among, self.bound("statement", seat))
        self.take("statement", seat, card=card, faces=list(among), proof=proof.hex())

    def read(self, seat: int, cards: Sequence[Card]) -> None:
        """What a seat reads, by its secret."""
        self.take("read", seat, cards=cards, faces=[self.secrets[seat].read(*card) for card in cards])

    def open(self, cards: Sequence[Card]) -> None:
        """All seats in the lock of these cards publish their shares; what everybody reads then."""
        for seat in self.seats:
            locked = [card for card in cards if self.deal.lock(*card) >> seat & 1]
            if locked:
                self.shares(seat, locked)
        self.take("open", self.seats[0], cards=cards, faces=[self.deal.face(*card) for card in cards])

    def reshuffle(self, inputs: Sequence[int], outputs: Sequence[int], members: Sequence[int]) -> None:
        for seat in members:
            cards = self.deal.joins(inputs, seat)
            if cards:
                self.joins(seat, cards)
        self.take("reshuffle", members[0], inputs=inputs, outputs=outputs, members=members)
        stage = self.deal.stages[-1]
        self.steps[-1] |= {"key": stage.key.hex(), "decks": [encode_deck(deck).hex() for deck in stage.decks]}
        self.mix()

    def document(self) -> Document:
        seeds = {seat: secret.seed for seat, secret in self.secrets.items()}
        return {
            "session": SESSION.hex(),
            "deal": 1,
            "copies": SMALL,
            "sheets": self.deal.names,
            "seeds": {seat: seed.hex() for seat, seed in seeds.items()},
            "secret keys": {seat: Seed(seed, SESSION, 1, seat).key().hex() for seat, seed in seeds.items()},
            "joint key": self.deal.stages[0].key.hex(),
            "steps": self.steps,
            "faces": [{str(place): face for place, face in side.items()} for side in all_faces(self.deal, seeds)],
        }


def play(deal: Deal, step: Document, number: int) -> None:
    """Let a deal take one step; raises PeerFault, Misuse or AssertionError."""
    TAKES[step["step"]](deal, step, context(deal.session, deal.number, 0, (number,), step["seat"], step["step"]))


def _data(step: Document, *names: str) -> list[bytes]:
    return [bytes.fromhex(step[name]) for name in names]


def _cards(step: Document) -> list[Card]:
    return [(place, side) for place, side in step["cards"]]


def _take_commit(deal: Deal, step: Document, _bound: bytes) -> None:
    deal.take_commit(step["seat"], Commit(bytes.fromhex(step["commitment"])))


def _take_key(deal: Deal, step: Document, bound: bytes) -> None:
    deal.take_key(step["seat"], Key(*_data(step, "point", "proof")), bound)


def _take_mix(deal: Deal, step: Document, bound: bytes) -> None:
    decks, proofs = (tuple(map(bytes.fromhex, step[name])) for name in ("decks", "proofs"))
    deal.take_mix(step["seat"], Mixed(decks, proofs), bound)
    assert first_false(deal.unproved) is None
    deal.confirm(deal.unproved)


def _take_shares(deal: Deal, step: Document, bound: bytes) -> None:
    take = deal.take_joins if step["step"] == "joins" else deal.take_shares
    take(step["seat"], _cards(step), Shares(*_data(step, "points", "proof")), bound)


def _take_seals(deal: Deal, step: Document, bound: bytes) -> None:
    deal.take_seals(step["seat"], step["to"], _cards(step), Seals(*_data(step, "pairs", "proof")), bound)


def _take_hand_over(deal: Deal, step: Document, _bound: bytes) -> None:
    for card in _cards(step):
        deal.hand_over(step["seat"], step["to"], card)


def _take_statement(deal: Deal, step: Document, bound: bytes) -> None:
    place, side = step["card"]
    deal.take_statement(step["seat"], (place, side), step["faces"], bytes.fromhex(step["proof"]), bound)


def _take_reshuffle(deal: Deal, step: Document, _bound: bytes) -> None:
    deal.begin_mix(step["inputs"], step["outputs"], tuple(step["members"]))


def _take_open(deal: Deal, step: Document, _bound: bytes) -> None:
    assert [deal.face(*card) for card in _cards(step)] == step["faces"]


def _take_read(_deal: Deal, _step: Document, _bound: bytes) -> None:
    """Nothing: only the seat itself can do it."""


TAKES: dict[str, Callable[[Deal, Document, bytes], None]] = {
    "commit": _take_commit,
    "key": _take_key,
    "mix": _take_mix,
    "shares": _take_shares,
    "joins": _take_shares,
    "seals": _take_seals,
    "hand over": _take_hand_over,
    "statement": _take_statement,
    "reshuffle": _take_reshuffle,
    "open": _take_open,
    "read": _take_read,
}


def round_of_two() -> Document:
    """A start of two, a hand with statements, seals and a hand-over there and back, and a reshuffle of all kinds."""
    table = Round((0, 1))
    hand: list[Card] = [(0, 0), (1, 0), (2, 1)]
    table.shares(1, hand)
    table.read(0, hand)
    for (place, side), face in zip(hand, table.steps[-1]["faces"], strict=True):
        wrong = [other for other in range(len(SMALL[side])) if other != face]
        table.statement(0, (place, side), sorted([face, *wrong[:2]]))
    table.statement(0, hand[0], range(5))
    table.seals(0, 1, hand)
    table.read(1, hand)
    table.open(hand[1:2])
    table.hand_over(0, 1, [hand[0], hand[2]])
    table.statement(1, hand[0], range(5))
    table.seals(1, 0, hand[2:])
    table.hand_over(1, 0, hand[2:])
    table.read(0, [hand[0], hand[2]])
    table.reshuffle([4, 1, 0, 2], [8, 9, 10, 11], (0, 1))
    table.open([(place, side) for place in (3, 8, 9, 10, 11) for side in (0, 1)])
    return table.document()


def round_of_three() -> Document:
    """Seat 2 leaves: it gives its shares of all it locks, and the others shuffle without it."""
    table = Round((0, 1, 2))
    for seat in (1, 2):
        table.shares(seat, [(0, 0), (1, 1)])
    table.seals(0, 2, [(0, 0)])
    table.hand_over(0, 2, [(0, 0)])
    table.shares(2, table.deal.locked_by(2))
    table.open([(0, 0)])
    table.reshuffle([0, 1, 4, 3], [8, 9, 10, 11], (0, 1))
    table.open([(place, side) for place in (2, 8, 9, 10, 11) for side in (0, 1)])
    return table.document()


def whole_deck(deck: Deck) -> Document:
    """The start of a deal of a printed deck by two seats; the decks themselves stand here as a hash only."""
    copies, names = zip(*((sheet.copies, sheet.name) for sheet in deck.sheets), strict=True)
    deal = Deal(SESSION, 1, (0, 1), copies, names)
    secrets = {seat: Secret(bytes([seat + 1]) * 32, seat, deal, bytes) for seat in (0, 1)}
    for seat, secret in secrets.items():
        deal.take_commit(seat, secret.commit())
    for seat, secret in secrets.items():
        deal.take_key(seat, secret.key(b""), b"")
    for seat, secret in secrets.items():
        deal.take_mix(seat, secret.mix(b""), b"")
    assert first_false(deal.unproved) is None
    deal.confirm(deal.unproved)
    seeds = {seat: secret.seed for seat, secret in secrets.items()}
    mixes = b"".join(encode_deck(side) for decks in deal.stages[0].history[1:] for side in decks)
    return {
        "session": SESSION.hex(),
        "deal": 1,
        "copies": copies,
        "sheets": names,
        "seeds": {seat: seed.hex() for seat, seed in seeds.items()},
        "SHA-256 of the mixes": hashlib.sha256(mixes).hexdigest(),
        "faces": [list(side.values()) for side in all_faces(deal, seeds)],
    }


def documents() -> dict[str, Document]:
    """Every file by name, as the JSON it holds."""
    parts = {
        "primitives": primitives(),
        "round of two": round_of_two(),
        "round of three": round_of_three(),
        "whole deck": whole_deck(FLIP),
        "classic deck": whole_deck(CLASSIC),
    }
    return {"faces.json": faces(), "deal.json": dict(parts)}


def text(document: Document) -> str:
    """One value a line where it is long, so that a difference can be read."""
    return json.dumps(document, indent=1) + "\n"


if __name__ == "__main__":
    for name, document in documents().items():
        (HERE / name).write_text(text(document), encoding="utf-8")
