"""Write the known answers of the hidden cards: faces.json and deal.json, beside this file.

Run it by `python tests/vectors/regenerate_deal.py` and review the difference: a change here is a change of
the protocol. All is fixed: seeds are a seat's number plus one, 32 times; every request for entropy is
answered by zeros. Bytes stand as hexadecimal digits.
"""

import json
from pathlib import Path

from fliptable.core.cards import CLASSIC, DECKS, FLIP, Deck
from fliptable.p2p.deal.audit import all_faces
from fliptable.p2p.deal.deal import Card, Deal
from fliptable.p2p.deal.faces import face_table
from fliptable.p2p.deal.payloads import Mixed
from fliptable.p2p.deal.randomness import Stream, salt
from fliptable.p2p.deal.secret import Secret
from fliptable.p2p.deal.seed import Seed
from fliptable.p2p.deal.transcript import Transcript, context

HERE = Path(__file__).parent
SESSION = bytes(range(32))
SMALL = ((2, 1, 3, 1, 1), (1, 4, 1, 2))
SEATS = (0, 1, 2)

Document = dict[str, object]


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


def mixed(message: Mixed) -> list[str]:
    return [deck.hex() for deck in message.decks]


def round_of_three() -> Document:
    """A whole deal of eight small cards: start, shares, a seal, a reshuffle after seat 2 left, the audit's faces."""
    deal = Deal(SESSION, 1, SEATS, SMALL)
    seeds = {seat: bytes([seat + 1]) * 32 for seat in SEATS}
    secrets = {seat: Secret(seed, seat, deal, bytes) for seat, seed in seeds.items()}
    works = {seat: Seed(seed, SESSION, 1, seat) for seat, seed in seeds.items()}
    out: Document = {"session": SESSION.hex(), "deal": 1, "copies": SMALL, "seeds": [s.hex() for s in seeds.values()]}

    def prefix(seat: int, kind: str) -> bytes:
        return context(SESSION, 1, 0, (0,), seat, kind)

    def share(seat: int, cards: list[Card]) -> list[str]:
        shares = secrets[seat].shares(cards, prefix(seat, "shares"))
        deal.take_shares(seat, cards, shares, prefix(seat, "shares"))
        return [shares.points.hex(), shares.proof.hex()]

    def mix(seat: int) -> list[str]:
        message = secrets[seat].mix(prefix(seat, "mix"))
        deal.take_mix(seat, message, prefix(seat, "mix"))
        return mixed(message)

    for seat in SEATS:
        deal.take_commit(seat, secrets[seat].commit())
    out["commitments"] = [deal.commitments[seat].hex() for seat in SEATS]
    out["secret keys"] = [works[seat].key().hex() for seat in SEATS]
    proofs: list[str] = []
    for seat in SEATS:
        key = secrets[seat].key(prefix(seat, "key"))
        deal.take_key(seat, key, prefix(seat, "key"))
        proofs.append(key.proof.hex())
    out["keys"] = [deal.keys[seat].hex() for seat in SEATS]
    out["key proofs"] = proofs
    out["joint key"] = deal.stages[0].key.hex()
    out["permutations"] = [[works[seat].permutation(0, side, 8) for side in (0, 1)] for seat in SEATS]
    out["mixes"] = [mix(seat) for seat in SEATS]
    out["transcript hash"] = deal.transcript_hash().hex()

    shown: list[Card] = [(0, 0), (1, 0), (2, 1)]
    out["shown to seat 0"] = shown
    out["shares of them"] = {seat: share(seat, shown) for seat in (1, 2)}
    out["read by seat 0"] = [secrets[0].read(*card) for card in shown]
    seals = secrets[0].seals(1, shown, prefix(0, "seals"))
    deal.take_seals(0, 1, shown, seals, prefix(0, "seals"))
    out["sealed to seat 1"] = [seals.pairs.hex(), seals.proof.hex()]
    out["played"] = share(0, [(1, 0)])

    left = deal.locked_by(2)
    out["left by seat 2"] = [left, share(2, left)]
    deal.begin_mix([1, 4, 3], [8, 9, 10], (0, 1))
    stage = deal.stages[-1]
    out["reshuffle"] = {"inputs": stage.inputs, "outputs": stage.outputs, "mixes": [mix(0), mix(1)]}
    out["faces"] = [{str(place): face for place, face in side.items()} for side in all_faces(deal, seeds)]
    return out


def hand_over() -> Document:
    """Cards that go from seat 0 to seat 1 and on to seat 2, one that is opened then, and a reshuffle of the others."""
    deal = Deal(SESSION, 1, SEATS, SMALL)
    secrets = {seat: Secret(bytes([seat + 1]) * 32, seat, deal, bytes) for seat in SEATS}
    for seat in SEATS:
        deal.take_commit(seat, secrets[seat].commit())
    for seat in SEATS:
        deal.take_key(seat, secrets[seat].key(b""), b"")
    for seat in SEATS:
        deal.take_mix(seat, secrets[seat].mix(b""), b"")
    cards: list[Card] = [(0, 0), (1, 0), (2, 1)]
    for seat in (1, 2):
        deal.take_shares(seat, cards, secrets[seat].shares(cards, b""), b"")
    out: Document = {"cards": cards}
    for owner, to in ((0, 1), (1, 2)):
        seals = secrets[owner].seals(to, cards, b"")
        deal.take_seals(owner, to, cards, seals, b"")
        for card in cards:
            deal.hand_over(owner, to, card)
        out[f"from seat {owner} to seat {to}"] = {
            "seals": [seals.pairs.hex(), seals.proof.hex()],
            "ciphertexts": [[part.hex() for part in deal.at(*card).left] for card in cards],
        }
    opened = secrets[2].shares(cards[:1], b"")
    deal.take_shares(2, cards[:1], opened, b"")
    out["opened by seat 2"] = [deal.face(*cards[0]), opened.points.hex(), opened.proof.hex()]
    joins: dict[int, list[str]] = {}
    for seat in SEATS:
        asked = deal.joins([0, 1, 2], seat)
        if asked:
            shares = secrets[seat].joins(asked, b"")
            deal.take_joins(seat, asked, shares, b"")
            joins[seat] = [shares.points.hex(), shares.proof.hex()]
    deal.begin_mix([0, 1, 2], [8, 9, 10], SEATS)
    decks = [[[part.hex() for part in card] for card in deck] for deck in deal.stages[-1].decks]
    out["reshuffle"] = {"joins": joins, "decks": decks}
    return out


def whole_deck(deck: Deck) -> Document:
    """The start of a deal of a printed deck by two seats; the decks themselves stand here as a hash only."""
    deal = Deal(SESSION, 1, (0, 1), *zip(*((sheet.copies, sheet.name) for sheet in deck.sheets), strict=True))
    secrets = {seat: Secret(bytes([seat + 1]) * 32, seat, deal, bytes) for seat in (0, 1)}
    for seat, secret in secrets.items():
        deal.take_commit(seat, secret.commit())
    for seat, secret in secrets.items():
        deal.take_key(seat, secret.key(b""), b"")
    for seat, secret in secrets.items():
        deal.take_mix(seat, secret.mix(b""), b"")
    seeds = {seat: secret.seed for seat, secret in secrets.items()}
    return {
        "transcript hash": deal.transcript_hash().hex(),
        "faces": [list(side.values()) for side in all_faces(deal, seeds)],
    }


def documents() -> dict[str, Document]:
    """Every file by name, as the JSON it holds."""
    parts = {
        "primitives": primitives(),
        "round of three": round_of_three(),
        "hand over": hand_over(),
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
