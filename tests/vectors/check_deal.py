"""Check deal.json with hashlib and PyNaCl alone, from the rule as written here: no line of fliptable is used.

Run it by `python -m tests.vectors.check_deal` in the root; it says nothing when all is right. Points, numbers,
transcripts and shuffle proofs are those of check_shuffle.py, statements those of check_membership.py, face points
those of faces.json. N(a, b ...) are numbers of 8 bytes, big endian, one after the other.

From a seed. salt = hash of a transcript "salt": session, deal N, seat N. Stream of a label: blocks of 2048 bytes,
HKDF-SHA256(seed, salt, info = label, a zero byte, k as 4 bytes big endian) for k = 0, 1 ... A scalar is 64 bytes of
it modulo the order. A permutation of n begins as 0 .. n-1; for k from n - 1 down to 1 place k is exchanged with a
number up to k: two bytes big endian, cut to as many low bits as k has, again where it is above k. Labels: "key";
"permutation S D" and "blinds S D" for stage S (0 the start, then each reshuffle begun) and side D.

Commitment: hash of a transcript "commitment": session, deal N, seat N, seed.

Every proof begins with a transcript of its kind: context, session, deal N, seat N, cards N(place, side, place, ...).
The context is the hash of a transcript "context": session, deal N, epoch N(0), place N(number of the step), sender N,
kind = name of the step.

Key X = xG, kind "key": challenge c, response z; fields key, commitment = zG + cX; c is the challenge "key".

Mix, kind "shuffle", no cards: field mix N(S, side), then the shuffle proof under the joint key. Card k of the output is
card p(k) of the input plus (rG, rY). The start is (G, F + Y) for each face as often as it is printed, in order.

Shares d = xa of each card, kind "shares": fields key, bases, shares, weights w "shares", base sum A = sum wa,
share sum D = sum wd, commitments = (zG + cX, zA + cD); c is the challenge "shares". b less all shares is the face.
"joins" are the same, by seats that hold no key of the card; a reshuffle adds them.

Seals for the reader with key P, kind "seals": A = sG, B = xa + sP; fields key, reader, bases, seals, weights w "seals",
commitments = (zG + cX, yG + c sum wA, z sum wa + yP + c sum wB); c is the challenge "seals"; the proof is c, z, y.
The reader finds xa = B - pA. Handed over, the card is (-A, b - B) under the key of the reader alone.

A reshuffle takes public faces as (G, F + Y), and any other card as a and the first b, less the shares of those who do
not mix, plus the joins of those who do; Y is the sum of the keys of those who mix.
"""

import hashlib
import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from nacl.bindings import crypto_core_ed25519_scalar_reduce
from nacl.exceptions import CryptoError

from . import check_membership
from .check_shuffle import IDENTITY, G, Refused, Script, demand, numbers, points, total, verify

HERE = Path(__file__).parent

Step = dict[str, Any]


def eight(*values: int) -> bytes:
    """Return numbers of 8 bytes each."""
    return b"".join(value.to_bytes(8, "big") for value in values)


def hmac(key: bytes, data: bytes) -> bytes:
    """Return HMAC-SHA256 for a key of at most 64 bytes."""
    inner, outer = (bytes(byte ^ pad for byte in key.ljust(64, b"\0")) for pad in (0x36, 0x5C))
    return hashlib.sha256(outer + hashlib.sha256(inner + data).digest()).digest()


class Stream:
    """The bytes of a seed and a label."""

    def __init__(self, seed: bytes, salt: bytes, label: str) -> None:
        self.extracted = hmac(salt, seed)
        self.label = label.encode() + b"\0"
        self.buffer = b""
        self.blocks = 0

    def read(self, count: int) -> bytes:
        """Return the next bytes."""
        while len(self.buffer) < count:
            info, part = self.label + self.blocks.to_bytes(4, "big"), b""
            for number in range(1, 2048 // 32 + 1):
                part = hmac(self.extracted, part + info + bytes([number]))
                self.buffer += part
            self.blocks += 1
        taken, self.buffer = self.buffer[:count], self.buffer[count:]
        return taken

    def scalar(self) -> int:
        """Return the next scalar."""
        return int.from_bytes(crypto_core_ed25519_scalar_reduce(self.read(64)), "little")

    def permutation(self, size: int) -> list[int]:
        """Return a permutation."""
        order = list(range(size))
        for last in range(size - 1, 0, -1):
            other = size
            while other > last:
                other = int.from_bytes(self.read(2), "big") & (1 << last.bit_length()) - 1
            order[last], order[other] = order[other], order[last]
        return order


class Card:
    """One hidden face as everybody sees it: under the keys of the holders, less what was published."""

    def __init__(self, a: bytes, b: bytes, holders: Iterable[int]) -> None:
        self.a, self.first, self.rest = a, b, b
        self.holders, self.lock = set(holders), set(holders)
        self.shares: dict[int, bytes] = {}
        self.joins: dict[int, bytes] = {}
        self.seals: dict[int, tuple[bytes, bytes]] = {}
        self.before: dict[int, Card] = {}  # the card as former owners had it


class Round:
    """A deal that is played again from what the file says, and checked step by step."""

    def __init__(self, document: dict[str, Any], sheets: dict[str, list[str]]) -> None:
        self.session, self.deal = bytes.fromhex(document["session"]), int(document["deal"])
        self.copies: list[list[int]] = document["copies"]
        self.names: list[str] = document["sheets"]
        self.sheets = sheets
        self.faces = [[bytes.fromhex(point) for point in sheets[name]] for name in self.names]
        self.seeds = {int(seat): bytes.fromhex(seed) for seat, seed in document["seeds"].items()}
        self.secrets = {seat: self.stream(seat, "key").scalar() for seat in self.seeds}
        self.keys: dict[int, bytes] = {}
        self.cards: dict[tuple[int, int], Card] = {}
        self.gone: set[int] = set()
        self.stage, self.number = -1, 0
        self.members: list[int] = []
        self.waiting: list[int] = []
        self.inputs: list[int] = []
        self.outputs: list[int] = []
        self.decks: list[list[bytes]] = []
        self.joint = IDENTITY
        self.truth: list[dict[int, int]] = [{}, {}]

    # -- what a seed gives

    def named(self, kind: str, seat: int) -> Script:
        """Begin a transcript by session, deal and seat."""
        script = Script(kind)
        script.field("session", self.session)
        script.field("deal", eight(self.deal))
        script.field("seat", eight(seat))
        return script

    def stream(self, seat: int, label: str) -> Stream:
        """Return the stream of a label of a seat."""
        return Stream(self.seeds[seat], self.named("salt", seat).hash.digest(), label)

    def commitment(self, seat: int) -> bytes:
        """Return the commitment to the seed of a seat."""
        script = self.named("commitment", seat)
        script.field("seed", self.seeds[seat])
        return script.hash.digest()

    def mixed(self, seat: int, side: int) -> tuple[list[int], list[bytes]]:
        """Return the permutation of a seat and the deck it makes of the one before it."""
        before = self.decks[side]
        order = self.stream(seat, f"permutation {self.stage} {side}").permutation(len(before) // 2)
        blinds = self.stream(seat, f"blinds {self.stage} {side}")
        made: list[bytes] = []
        for source in order:
            blind = blinds.scalar()
            made += [
                total([(blind, G), (1, before[2 * source])]),
                total([(blind, self.joint), (1, before[2 * source + 1])]),
            ]
        return order, made

    # -- proofs

    def context(self, seat: int, kind: str) -> bytes:
        """Return the context of a proof in this step."""
        script = Script("context")
        script.field("session", self.session)
        script.field("deal", eight(self.deal))
        script.field("epoch", eight(0))
        script.field("place", eight(self.number))
        script.field("sender", eight(seat))
        script.field("kind", kind.encode())
        return script.hash.digest()

    def begun(self, kind: str, step: Step) -> Script:
        """Begin the transcript of a proof."""
        script = Script(kind)
        script.field("context", self.context(step["seat"], step["step"]))
        script.field("session", self.session)
        script.field("deal", eight(self.deal))
        script.field("seat", eight(step["seat"]))
        script.field("cards", eight(*(number for card in step.get("cards", ()) for number in card)))
        return script

    def named_cards(self, step: Step) -> list[Card]:
        """Return the cards of a step."""
        cards = [(place, side) for place, side in step["cards"]]
        demand(bool(cards) and len(set(cards)) == len(cards), "each card once")
        demand(not any(place in self.gone for place, _ in cards), "a card that is gone")
        return [self.cards[card] for card in cards]

    def proved_shares(self, step: Step) -> list[tuple[Card, bytes]]:
        """Return each card with its share, after checking the proof."""
        cards, key = self.named_cards(step), self.keys[step["seat"]]
        bases, shares = [card.a for card in cards], points(bytes.fromhex(step["points"]))
        c, z = numbers(bytes.fromhex(step["proof"]))
        script = self.begun("shares", step)
        script.field("key", key)
        script.field("bases", b"".join(bases))
        script.field("shares", b"".join(shares))
        weights = script.weights("shares", len(cards))
        base_sum = total(zip(weights, bases, strict=True))
        share_sum = total(zip(weights, shares, strict=True))
        script.field("base sum", base_sum)
        script.field("share sum", share_sum)
        script.field("commitments", total([(z, G), (c, key)]) + total([(z, base_sum), (c, share_sum)]))
        demand(script.challenge("shares") == c, "shares")
        return list(zip(cards, shares, strict=True))

    # -- steps

    def commit(self, step: Step) -> None:
        """Take a commitment."""
        demand(self.commitment(step["seat"]).hex() == step["commitment"], "commitment")

    def key(self, step: Step) -> None:
        """Take a key with its proof; the last one begins the start."""
        seat, key = step["seat"], points(bytes.fromhex(step["point"]))[0]
        demand(total([(self.secrets[seat], G)]) == key, "key of the seed")
        c, z = numbers(bytes.fromhex(step["proof"]))
        script = self.begun("key", step)
        script.field("key", key)
        script.field("commitment", total([(z, G), (c, key)]))
        demand(script.challenge("key") == c, "proof of a key")
        self.keys[seat] = key
        if set(self.keys) == set(self.seeds):
            self.start()

    def start(self) -> None:
        """Begin the mix of the printed decks."""
        self.begin(sorted(self.seeds), [], list(range(sum(self.copies[0]))))
        self.decks = [
            [
                half
                for face, count in zip(faces, copies, strict=False)
                for half in [G, total([(1, face), (1, self.joint)])] * count
            ]
            for faces, copies in zip(self.faces, self.copies, strict=True)
        ]

    def begin(self, members: list[int], inputs: list[int], outputs: list[int]) -> None:
        """Begin a mix."""
        self.stage += 1
        self.members, self.waiting, self.inputs, self.outputs = members, list(members), inputs, outputs
        self.joint = total((1, self.keys[seat]) for seat in members)

    def mix(self, step: Step) -> None:
        """Take a mix, its proofs and what the seed says of it; with the last one the cards lie at their places."""
        seat = step["seat"]
        demand(self.waiting.pop(0) == seat, "turn")
        after: list[list[bytes]] = []
        for side, before in enumerate(self.decks):
            order, made = self.mixed(seat, side)
            demand(step["permutations"][side] == order, "permutation")
            deck = points(bytes.fromhex(step["decks"][side]))
            demand(deck == made, "mix of the seed")
            script = self.begun("shuffle", step)
            script.field("mix", eight(self.stage, side))
            verify(script, self.joint, before, deck, 1, bytes.fromhex(step["proofs"][side]))
            after.append(deck)
        self.decks = after
        if not self.waiting:
            self.gone |= set(self.inputs)
            for side, deck in enumerate(after):
                for place, a, b in zip(self.outputs, deck[::2], deck[1::2], strict=True):
                    self.cards[place, side] = Card(a, b, self.members)
                    self.truth[side][place] = self.opened(side, a, b, self.members)

    def opened(self, side: int, a: bytes, b: bytes, seats: list[int]) -> int:
        """Return the face of a ciphertext, by secrets that only this file gives away."""
        secret = sum(self.secrets[seat] for seat in seats)
        return self.face(side, total([(1, b), (-secret, a)]))

    def face(self, side: int, point: bytes) -> int:
        """Return the number of a face."""
        return self.faces[side].index(point)

    def shares(self, step: Step) -> None:
        """Take shares."""
        for card, share in self.proved_shares(step):
            demand(step["seat"] in card.lock, "a share that was owed")
            card.shares[step["seat"]] = share
            card.lock.remove(step["seat"])
            card.rest = total([(1, card.rest), (-1, share)])

    def joins(self, step: Step) -> None:
        """Take shares for a reshuffle."""
        for card, share in self.proved_shares(step):
            demand(step["seat"] not in card.holders, "a holder does not join")
            card.joins[step["seat"]] = share

    def seals(self, step: Step) -> None:
        """Take sealed shares."""
        cards, key, reader = self.named_cards(step), self.keys[step["seat"]], self.keys[step["to"]]
        demand(all(card.lock == {step["seat"]} for card in cards), "cards of the owner alone")
        halves = points(bytes.fromhex(step["pairs"]))
        bases, firsts, seconds = [card.a for card in cards], halves[::2], halves[1::2]
        c, z, y = numbers(bytes.fromhex(step["proof"]))
        script = self.begun("seals", step)
        script.field("key", key)
        script.field("reader", reader)
        script.field("bases", b"".join(bases))
        script.field("seals", b"".join(halves))
        weights = script.weights("seals", len(cards))
        base_sum, first_sum, second_sum = (total(zip(weights, row, strict=True)) for row in (bases, firsts, seconds))
        script.field(
            "commitments",
            total([(z, G), (c, key)])
            + total([(y, G), (c, first_sum)])
            + total([(z, base_sum), (y, reader), (c, second_sum)]),
        )
        demand(script.challenge("seals") == c, "seals")
        for card, first, second in zip(cards, firsts, seconds, strict=True):
            card.seals[step["to"]] = first, second

    def hand_over(self, step: Step) -> None:
        """Let cards change their owner."""
        old = self.named_cards(step)
        for card, (place, side), stated in zip(old, step["cards"], step["ciphertexts"], strict=True):
            demand(card.lock == {step["seat"]}, "cards of the owner alone")
            first, second = card.seals[step["to"]]
            new = Card(total([(-1, first)]), total([(1, card.rest), (-1, second)]), [step["to"]])
            new.before = {**card.before, step["seat"]: card}
            demand([new.a.hex(), new.rest.hex()] == stated, "card that was handed over")
            self.cards[place, side] = new

    def statement(self, step: Step) -> None:
        """Take a statement."""
        place, side = step["card"]
        card, seat = self.cards[place, side], step["seat"]
        demand(card.lock == {seat}, "a card of the owner alone")
        demand(self.truth[side][place] in step["faces"], "a true statement")
        case: dict[str, Any] = {
            "context": self.context(seat, "statement").hex(),
            "session": self.session.hex(),
            "deal": self.deal,
            "seat": seat,
            "place": place,
            "side": side,
            "sheet": self.names[side],
            "faces": " ".join(map(str, step["faces"])),
            "key": self.keys[seat].hex(),
            "base": card.a.hex(),
            "rest": card.rest.hex(),
            "proof": step["proof"],
        }
        demand(check_membership.holds(case, self.sheets), "statement")

    def read(self, step: Step) -> None:
        """Let one seat read cards that it alone locks, once locked so, or that were sealed to it."""
        seat, secret = step["seat"], self.secrets[step["seat"]]
        for card, (place, side), face in zip(self.named_cards(step), step["cards"], step["faces"], strict=True):
            own = card.before.get(seat, card)
            if own.lock == {seat}:
                point = total([(1, own.rest), (-secret, own.a)])
            else:
                first, second = card.seals[seat]
                point = total([(1, card.rest), (-1, second), (secret, first)])
            demand(self.face(side, point) == face == self.truth[side][place], "face that is read")

    def open(self, step: Step) -> None:
        """Let everybody read cards."""
        for card, (place, side), face in zip(self.named_cards(step), step["cards"], step["faces"], strict=True):
            demand(not card.lock, "an open card")
            demand(self.face(side, card.rest) == face == self.truth[side][place], "face that is open")

    def reshuffle(self, step: Step) -> None:
        """Begin a reshuffle."""
        members, places = step["members"], sorted(step["inputs"])
        self.begin(members, places, step["outputs"])
        self.decks = [[half for place in places for half in self.entering(place, side)] for side in (0, 1)]
        demand(self.joint.hex() == step["key"], "key of a reshuffle")
        demand([b"".join(deck).hex() for deck in self.decks] == step["decks"], "decks of a reshuffle")

    def entering(self, place: int, side: int) -> tuple[bytes, bytes]:
        """Return a card as it goes into a reshuffle."""
        card = self.cards[place, side]
        if not card.lock:
            return G, total([(1, card.rest), (1, self.joint)])
        demand(set(self.members) <= card.holders | set(card.joins), "keys of those who mix")
        less = [(-1, share) for seat, share in card.shares.items() if seat not in self.members]
        more = [(1, share) for seat, share in card.joins.items() if seat in self.members]
        return card.a, total([(1, card.first), *less, *more])

    def play(self, steps: list[Step]) -> None:
        """Take all steps."""
        kinds: dict[str, Callable[[Step], None]] = {
            "commit": self.commit,
            "key": self.key,
            "mix": self.mix,
            "shares": self.shares,
            "joins": self.joins,
            "seals": self.seals,
            "hand over": self.hand_over,
            "statement": self.statement,
            "read": self.read,
            "open": self.open,
            "reshuffle": self.reshuffle,
        }
        for self.number, step in enumerate(steps):
            kinds[step["step"]](step)


def check_round(document: dict[str, Any], sheets: dict[str, list[str]]) -> None:
    """Raise Refused unless a round is right in all it says."""
    table = Round(document, sheets)
    table.play(document["steps"])
    demand(not table.waiting, "a deal that is complete")
    for seat, secret in document["secret keys"].items():
        demand(numbers(bytes.fromhex(secret)) == [table.secrets[int(seat)]], "secret key")
    joint = total((1, key) for key in table.keys.values())
    demand(joint.hex() == document["joint key"], "joint key")
    faces = [{str(place): face for place, face in sorted(side.items())} for side in table.truth]
    demand(faces == document["faces"], "faces")


def check_start(document: dict[str, Any], sheets: dict[str, list[str]]) -> None:
    """Raise Refused unless the start of a printed deck follows from its seeds."""
    table = Round(document, sheets)
    table.keys = {seat: total([(secret, G)]) for seat, secret in table.secrets.items()}
    table.start()
    mixes = hashlib.sha256()
    for seat in table.members:
        table.decks = [table.mixed(seat, side)[1] for side in range(len(table.decks))]
        mixes.update(b"".join(half for deck in table.decks for half in deck))
    demand(mixes.hexdigest() == document["SHA-256 of the mixes"], "mixes")
    for side, deck in enumerate(table.decks):
        faces = [table.opened(side, a, b, table.members) for a, b in zip(deck[::2], deck[1::2], strict=True)]
        demand(faces == document["faces"][side], "faces")


def check_primitives(document: dict[str, Any]) -> None:
    """Raise Refused unless transcripts, streams and permutations are what the rule gives."""
    session = bytes(range(32))
    script = Script("vector")
    script.field("data", b"xyz")
    script.field("numbers", eight(1, 2, 300))
    demand(script.hash.hexdigest() == document["transcript"], "transcript")
    demand([script.challenge("first")] == numbers(bytes.fromhex(document["challenge"])), "challenge")
    demand(script.weights("second", 3) == numbers(bytes.fromhex("".join(document["weights"]))), "weights")
    bound = Script("context")
    for label, data in (
        ("session", session),
        ("deal", eight(1)),
        ("epoch", eight(0)),
        ("place", eight(5, 2)),
        ("sender", eight(1)),
        ("kind", b"shares"),
    ):
        bound.field(label, data)
    demand(bound.hash.hexdigest() == document["context"], "context")
    salt = Script("salt")
    for label, data in (("session", session), ("deal", eight(1)), ("seat", eight(0))):
        salt.field(label, data)
    demand(salt.hash.hexdigest() == document["salt"], "salt")
    stream = Stream(b"\1" * 32, salt.hash.digest(), "vector")
    demand(stream.read(64).hex() == document["stream"], "stream")
    demand([stream.scalar()] == numbers(bytes.fromhex(document["scalar"])), "scalar")
    demand(stream.permutation(112) == document["permutation"], "permutation")


def check(document: dict[str, Any], sheets: dict[str, list[str]]) -> None:
    """Raise Refused unless the whole file follows the rule."""
    rounds, starts = ("round of two", "round of three"), ("whole deck", "classic deck")
    demand(set(document) == {"primitives", *rounds, *starts}, "parts of the file")
    try:
        check_primitives(document["primitives"])
        for name in rounds:
            check_round(document[name], sheets)
        for name in starts:
            check_start(document[name], sheets)
    except (LookupError, ValueError, CryptoError) as error:
        raise Refused(repr(error)) from error


if __name__ == "__main__":
    check(*(json.loads((HERE / name).read_text(encoding="utf-8")) for name in ("deal.json", "faces.json")))
