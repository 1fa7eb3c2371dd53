"""One deal as anybody sees it: commitments, keys, mixes, locks, shares, seals. It holds no secret.

Peers, spectators and the verifier of a record feed it the same messages and get the same deal. The order at
the start is commitments of all, keys of all, mixes in seat order; the caller keeps what arrives too early.
Everything a peer's bytes can do wrong raises PeerFault and leaves the deal as it was.

Theory of operation: docs/protocol.md. A place holds one hidden face a side. The lock of a face is the mask of
seats whose share for it is not published; with an empty lock the face is public, with one seat in it that
seat alone can read it.

A mix is read when it is taken and proved afterwards: `unproved` says what is not checked yet, `proving.first_false`
checks it wherever there is time, and `confirm` takes the answer. Before all of a stage is proved its places are not
there, so nothing of it can be opened, shown, sealed or stated.

A face that changes its owner (`hand_over`) lies under that one seat's key afterwards. To go into a reshuffle it
must lie under the joint key of those who mix, so each of them that is no holder gives its share of it first, and
these are added instead of taken away (`joins`).

This module must never know why a card is opened, in which order events come, or what a face shows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Literal

from ..errors import Misuse, PeerFault, Unreadable
from . import dleq, group, membership, sealing, shuffle_proof
from .elgamal import Ciphertext, Deck, encrypt_openly, read_deck, starting_deck
from .faces import FaceTable, face_table
from .group import Point
from .judging import demand, judging
from .payloads import Commit, Key, Mixed, Seals, Shares
from .proved import once
from .proving import Unproved
from .stage import HiddenFace, MixStage
from .transcript import DIGEST_BYTES, Transcript

Card = tuple[int, int]  # place, side
Step = Literal["commit", "key", "mix", "proof", "ready"]
Proof = Literal["key", "shuffle", "share", "seal", "statement"]


def mask_of(seats: Sequence[int]) -> int:
    """Return the bit mask of seats: bit s is seat s."""
    mask = 0
    for seat in seats:
        mask |= 1 << seat
    return mask


class Deal:
    """The public state of one deal.

    `members` are the seats in seat order, `copies[side][face]` how often a face is printed (the same number
    of cards on every side), `names[side]` the sheet names that label the face points. `proofs` counts, by seat and
    kind, the proofs that were found right; one may speak of many cards. Raises GroupUnsound if the library below
    accepts points it must refuse.
    """

    def __init__(
        self,
        session: bytes,
        number: int,
        members: tuple[int, ...],
        copies: tuple[tuple[int, ...], ...],
        names: tuple[str, ...] = ("light", "dark"),
    ) -> None:
        group.self_test()
        if len(members) < 2 or len(set(members)) != len(members):
            raise Misuse("a deal has two or more different seats")
        if len(copies) != len(names) or len({sum(side) for side in copies}) != 1:
            raise Misuse("a deal has a name for every side and as many cards on each")
        self.session = session
        self.number = number
        self.members = members
        self.copies = copies
        self.names = names
        self.size = sum(copies[0])
        self.tables: tuple[FaceTable, ...] = tuple(
            face_table(name, len(side)) for name, side in zip(names, copies, strict=True)
        )
        self.commitments: dict[int, bytes] = {}
        self.keys: dict[int, Point] = {}
        self.stages: list[MixStage] = []
        self.hidden: tuple[dict[int, HiddenFace], ...] = tuple({} for _ in names)
        self.proofs: Counter[tuple[int, Proof]] = Counter()

    # -- the start

    @property
    def step(self) -> Step:
        """What the deal waits for; a reshuffle is "mix" again. "proof": all have mixed, not all is checked."""
        if len(self.commitments) < len(self.members):
            return "commit"
        if len(self.keys) < len(self.members):
            return "key"
        if self.mixing is not None:
            return "mix"
        return "ready" if self.stages[-1].proved else "proof"

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats whose message of the current step is missing; for a mix the one whose turn it is."""
        match self.step:
            case "commit":
                return tuple(seat for seat in self.members if seat not in self.commitments)
            case "key":
                return tuple(seat for seat in self.members if seat not in self.keys)
            case _:
                return () if self.mixing is None else (self.mixing,)

    @property
    def ready(self) -> bool:
        """Whether all decks are mixed and proved, and cards may be opened."""
        return self.step == "ready"

    @property
    def mixing(self) -> int | None:
        """The seat whose mix is next, at the start or in a reshuffle."""
        return self.stages[-1].turn if self.stages else None

    @property
    def to_mix(self) -> tuple[int, ...]:
        """The seats whose mix of the stage under way is still to come, the next one first."""
        return self.stages[-1].to_mix if self.stages else ()

    @property
    def unproved(self) -> tuple[Unproved, ...]:
        """The mixes of the stage under way that are taken and not yet confirmed, oldest first."""
        return tuple(self.stages[-1].unproved) if self.stages else ()

    def take_commit(self, seat: int, commit: Commit) -> None:
        """Take a seat's commitment; raises PeerFault, or Misuse when it is not awaited."""
        self._await("commit", seat)
        demand(len(commit.commitment) == DIGEST_BYTES, "malformed-commit")
        self.commitments[seat] = commit.commitment

    def take_key(self, seat: int, key: Key, context: bytes) -> None:
        """Take a seat's round key and its proof; raises PeerFault, or Misuse when it is not awaited."""
        self._await("key", seat)
        with judging("bad-key-proof"):
            point = group.decode_point(key.point)
            dleq.check_key(self.statement("key", seat, context), point, key.proof)
        self.keys[seat] = point
        self.proofs[seat, "key"] += 1
        if len(self.keys) == len(self.members):
            self._begin_start()

    def take_mix(self, seat: int, mixed: Mixed, context: bytes) -> None:
        """Take a seat's shuffle of all decks, at the start or in a reshuffle.

        It judges what can be judged at a glance: lengths, counts, scalars, ciphertexts that stand there twice. Points
        and proofs are judged by `first_false`; until then the mix is `unproved`. `context` is what the proofs are
        bound to. Raises PeerFault, or Misuse when it is not this seat's turn.
        """
        self._await("mix", seat)
        stage = self.stages[-1]
        demand(len(mixed.decks) == len(self.names), "malformed-mix")
        demand(len(mixed.proofs) == len(self.names), "malformed-proof")
        with judging("malformed-mix"):
            decks = tuple(read_deck(deck, len(stage.outputs)) for deck in mixed.decks)
        with judging("malformed-proof"):
            claims = tuple(
                shuffle_proof.read(self.mix_statement(seat, context, stage, side), stage.key, [before], [after], proof)
                for side, (before, after, proof) in enumerate(zip(stage.decks, decks, mixed.proofs, strict=True))
            )
        stage.history.append(decks)
        stage.unproved.append(Unproved(seat, stage.number, claims))

    def confirm(self, items: Sequence[Unproved]) -> None:
        """Take mixes off `unproved` that `first_false` found nothing against, all or none.

        With the last one of a stage that all its members have mixed, the cards lie at their places. What belongs to a
        stage that was given up is nobody's concern any more; raises Misuse for anything else that is not there.
        """
        for item in items:
            if item not in self.unproved and not self._given_up(item.stage):
                raise Misuse("only what is unproved is confirmed")
        if not self.stages or not self.stages[-1].unproved:
            return
        stage = self.stages[-1]
        for item in stage.unproved:
            if item in items:
                self.proofs[item.seat, "shuffle"] += len(item.claims)
        stage.unproved = [item for item in stage.unproved if item not in items]
        if stage.turn is None and not stage.unproved:
            self._finish(stage)

    def _given_up(self, number: int) -> bool:
        """Say whether another stage was begun before this one was proved."""
        return 0 <= number < len(self.stages) - 1 and not self.stages[number].proved

    # -- opening

    def lock(self, place: int, side: int) -> int:
        """Return the mask of seats whose share for a face is not published; PeerFault for no such place."""
        return self.at(place, side).lock

    def face(self, place: int, side: int) -> int | None:
        """Return a public face, or None while somebody locks it; raises Unreadable if it is no face."""
        hidden = self.at(place, side)
        return None if hidden.lock else self.name_of(hidden.rest, place, side)

    def take_shares(self, seat: int, cards: Sequence[Card], shares: Shares, context: bytes) -> None:
        """Check and store a seat's shares for these cards, all or none; raises PeerFault.

        The seat must be in the lock of each, and no card may be named twice.
        """
        faces = self._faces(cards, "share-not-owed")
        demand(all(hidden.lock >> seat & 1 for hidden in faces), "share-not-owed")
        for hidden, point in self._checked(seat, cards, faces, shares, context):
            hidden.publish(seat, point)

    def take_joins(self, seat: int, cards: Sequence[Card], shares: Shares, context: bytes) -> None:
        """Check and store a seat's shares for cards it is no key holder of, all or none; raises PeerFault.

        They open nothing: a reshuffle adds them to bring the cards under the key of those who mix (see `joins`).
        """
        faces = self._faces(cards, "share-not-owed")
        demand(seat in self.keys, "share-not-owed")
        demand(not any(hidden.holders >> seat & 1 or seat in hidden.joined for hidden in faces), "share-not-owed")
        for hidden, point in self._checked(seat, cards, faces, shares, context):
            hidden.joined[seat] = point

    def take_seals(self, owner: int, to: int, cards: Sequence[Card], seals: Seals, context: bytes) -> None:
        """Check and store what `owner` sealed to seat `to` for these cards, all or none; raises PeerFault.

        The lock of each must be the owner alone. The lock stays as it is.
        """
        faces = self._faces(cards, "seal-not-owed")
        demand(to in self.keys and to != owner, "seal-not-owed")
        demand(all(hidden.lock == 1 << owner for hidden in faces), "seal-not-owed")
        with judging("bad-seal-proof"):
            sealed = once(
                sealing.check_seals,
                self.statement("seals", owner, context, cards),
                self.keys[owner],
                self.keys[to],
                [hidden.first.a for hidden in faces],
                seals.pairs,
                seals.proof,
            )
        self.proofs[owner, "seal"] += 1
        for hidden, one in zip(faces, sealed, strict=True):
            hidden.seal(to, one)

    def take_statement(self, seat: int, card: Card, faces: Sequence[int], proof: bytes, context: bytes) -> None:
        """Check the proof that a card which this seat alone locks shows one of these faces of its side.

        Raises PeerFault, or Misuse unless `faces` are numbers of faces, one or more, each once. Nothing of it is kept.
        """
        hidden = self.at(*card)
        demand(hidden.lock == 1 << seat, "statement-not-owed")
        points = self.points_of(faces, card[1])
        with judging("bad-membership-proof"):
            script = self.statement("membership", seat, context, [card])
            once(membership.check, script, self.keys[seat], hidden.first.a, hidden.rest, points, proof)
        self.proofs[seat, "statement"] += 1

    def hand_over(self, owner: int, to: int, card: Card) -> None:
        """Let seat `to` lock a face alone that `owner` has locked alone and sealed to it; raises Misuse otherwise.

        The owner can read it for ever, and open it for others no longer.
        """
        hidden = self.at(*card)
        if hidden.lock != 1 << owner or to not in hidden.seals or hidden.seals[to][1] != hidden.left:
            raise Misuse("a face is handed over by its only owner, who has sealed it")
        hidden.hand_over(owner, to)

    def locked_by(self, seat: int) -> list[Card]:
        """Return every face whose lock holds the seat, sorted: what it publishes when it leaves."""
        bit = 1 << seat
        return sorted(
            (place, side)
            for side, faces in enumerate(self.hidden)
            for place, hidden in faces.items()
            if hidden.lock & bit and not hidden.spent
        )

    # -- reshuffle

    def begin_mix(self, inputs: Sequence[int], outputs: Sequence[int], members: tuple[int, ...]) -> None:
        """Begin a reshuffle of places `inputs` into new places `outputs` by these seats in seat order.

        The decks of the sides are mixed apart, in order of input places: a public face enters as (G, F + Y)
        under the key Y of `members`, any other as its first ciphertext less the shares of key holders that are
        not among them, plus those of members that are no key holders. With the last mix proved the inputs are spent
        and card k lies at place k of the outputs, locked by all members. Called during a reshuffle it begins anew,
        and what was unproved is dropped. Raises Misuse where any of this makes no sense, Unreadable for an opened
        input that is no face.
        """
        self._judge_mix(inputs, outputs, members)
        key = group.total(self.keys[seat] for seat in members)
        places = sorted(inputs)
        decks = tuple(
            [self._mix_input(place, side, members, key) for place in places] for side in range(len(self.names))
        )
        self.stages[-1].unproved.clear()
        self.stages.append(MixStage(len(self.stages), members, key, decks, places, outputs))

    def joins(self, inputs: Sequence[int], seat: int) -> list[Card]:
        """Return the faces at `inputs` for which a seat that will mix them must give its share first, sorted.

        Those are hidden faces that it is no key holder of: faces that were handed over to somebody else.
        """
        return sorted(
            (place, side)
            for side in range(len(self.names))
            for place in inputs
            if (hidden := self.at(place, side)).lock and not hidden.holders >> seat & 1 and seat not in hidden.joined
        )

    def _judge_mix(self, inputs: Sequence[int], outputs: Sequence[int], members: tuple[int, ...]) -> None:
        if not self.stages or not self.stages[0].proved:
            raise Misuse("a reshuffle needs a deal that has started")
        if not inputs or not len(set(inputs)) == len(inputs) == len(set(outputs)) == len(outputs):
            raise Misuse("a reshuffle takes different places to as many different places")
        known = self.hidden[0]
        if any(place not in known or known[place].spent for place in inputs):
            raise Misuse("a reshuffle takes places that are in the deal")
        if any(place in known for place in outputs):
            raise Misuse("no place is used twice")
        if not members or any(seat not in self.members for seat in members) or len(set(members)) != len(members):
            raise Misuse("a reshuffle is made by seats of the deal")

    def _mix_input(self, place: int, side: int, members: tuple[int, ...], key: Point) -> Ciphertext:
        hidden = self.hidden[side][place]
        face = self.face(place, side)
        if face is not None:
            return encrypt_openly(self.tables[side].points[face], key)
        mask = mask_of(members)
        if mask & ~hidden.holders & ~mask_of(tuple(hidden.joined)):
            raise Misuse("a hidden card is mixed by its key holders")
        if hidden.lock & ~mask:
            raise Misuse("a seat outside this reshuffle still owes a share")
        return hidden.under(mask)

    # -- below

    def statement(self, kind: str, seat: int, context: bytes, cards: Sequence[Card] = ()) -> Transcript:
        """Return the beginning of the transcript of a proof by this seat; the proof adds its points."""
        script = Transcript(kind)
        script.absorb("context", context)
        script.absorb("session", self.session)
        script.absorb_numbers("deal", (self.number,))
        script.absorb_numbers("seat", (seat,))
        script.absorb_numbers("cards", (number for card in cards for number in card))
        return script

    def mix_statement(self, seat: int, context: bytes, stage: MixStage, side: int) -> Transcript:
        """Return the beginning of the transcript of the proof of one deck of a mix."""
        script = self.statement("shuffle", seat, context)
        script.absorb_numbers("mix", (stage.number, side))
        return script

    def points_of(self, faces: Sequence[int], side: int) -> list[Point]:
        """Return the points of faces of a side by their numbers; raises Misuse if one has none."""
        points = self.tables[side].points
        if not all(0 <= face < len(points) for face in faces):
            raise Misuse("a statement is about faces of that side")
        return [points[face] for face in faces]

    def at(self, place: int, side: int) -> HiddenFace:
        """Return the hidden face of a place that is in the deal and not spent; raises PeerFault otherwise."""
        hidden = self.hidden[side].get(place) if 0 <= side < len(self.hidden) else None
        if hidden is None or hidden.spent:
            raise PeerFault("unknown-place")
        return hidden

    def name_of(self, point: Point, place: int, side: int) -> int:
        """Return the number of the face with this point; raises Unreadable if there is none."""
        try:
            return self.tables[side].numbers[point]
        except KeyError:
            raise Unreadable(place, side) from None

    def _await(self, step: Step, seat: int) -> None:
        if self.step != step or seat not in self.awaited:
            raise Misuse(f"no {step} of seat {seat} is awaited now")

    def _checked(
        self, seat: int, cards: Sequence[Card], faces: Sequence[HiddenFace], shares: Shares, context: bytes
    ) -> list[tuple[HiddenFace, Point]]:
        """Check shares of these cards; return each with its face."""
        with judging("bad-share-proof"):
            points = once(
                dleq.check_shares,
                self.statement("shares", seat, context, cards),
                self.keys[seat],
                [hidden.first.a for hidden in faces],
                shares.points,
                shares.proof,
            )
        self.proofs[seat, "share"] += 1
        return list(zip(faces, points, strict=True))

    def _faces(self, cards: Sequence[Card], reason: str) -> list[HiddenFace]:
        demand(len(cards) > 0 and len(set(cards)) == len(cards), reason)
        return [self.at(place, side) for place, side in cards]

    def _begin_start(self) -> None:
        key = group.total(self.keys[seat] for seat in self.members)
        decks: tuple[Deck, ...] = tuple(
            starting_deck(table, copies, key) for table, copies in zip(self.tables, self.copies, strict=True)
        )
        self.stages.append(MixStage(0, self.members, key, decks, (), range(self.size)))

    def _finish(self, stage: MixStage) -> None:
        stage.proved = True
        holders = mask_of(stage.members)
        for faces, deck in zip(self.hidden, stage.decks, strict=True):
            for place in stage.inputs:
                faces[place].spent = True
            for place, card in zip(stage.outputs, deck, strict=True):
                faces[place] = HiddenFace(card, holders)
