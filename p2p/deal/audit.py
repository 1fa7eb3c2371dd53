"""After the round: every seed is known, and every peer does everybody's work again, byte for byte.

An independent second line beside the proofs, and one a plain reader can follow: the commitment binds the
seed, the seed gives the key, every permutation and every re-encryption. It also makes every face of the round
known.

This module must never decide what a finding means for the game.
"""

from __future__ import annotations

from collections.abc import Mapping

from . import group
from .deal import Deal
from .elgamal import Deck, encode_deck
from .group import NotInGroup, Scalar
from .proved import once
from .randomness import SEED_BYTES
from .seed import Seed
from .stage import HiddenFace, MixStage
from .transcript import Transcript


def check_seed(deal: Deal, seat: int, seed: bytes) -> str | None:
    """Return what a seat did that its seed does not explain, or None.

    "seed-not-committed", "key-not-from-seed" or "mix-not-from-seed", whichever comes first. Each mix is done
    again on the decks that seat was really given, reshuffles and abandoned ones included, so one seat's lie
    never falls on another.
    """
    if len(seed) != SEED_BYTES:
        return "seed-not-committed"
    work = Seed(seed, deal.session, deal.number, seat)
    commitment = work.commitment()
    if commitment != deal.commitments.get(seat):
        return "seed-not-committed"
    if seat in deal.keys and group.base(work.key()) != deal.keys[seat]:
        return "key-not-from-seed"
    if all(_mixed_honestly(stage, seat, work, commitment) for stage in deal.stages):
        return None
    return "mix-not-from-seed"


def all_faces(deal: Deal, seeds: Mapping[int, bytes]) -> tuple[dict[int, int | None], ...]:
    """Return the face of every place, spent ones too, a dict a side, from seeds that passed `check_seed`.

    None where a seat gave neither seed nor share, and where a point is no face (then a mix was bad).
    """
    secrets = {seat: Seed(seed, deal.session, deal.number, seat).key() for seat, seed in seeds.items()}
    return tuple(
        {place: _face(deal, side, hidden, secrets) for place, hidden in sorted(faces.items())}
        for side, faces in enumerate(deal.hidden)
    )


def _mixed_honestly(stage: MixStage, seat: int, work: Seed, commitment: bytes) -> bool:
    if seat not in stage.members:
        return True
    turn = stage.members.index(seat)
    if len(stage.history) <= turn + 1:
        return True
    given, made = stage.history[turn], stage.history[turn + 1]

    def again(_script: Transcript, _given: bytes, _made: bytes) -> bool:
        try:
            return all(
                _same(work.shuffle(stage.number, side, deck, stage.key), made[side]) for side, deck in enumerate(given)
            )
        except NotInGroup:
            return False  # garbage in a stage that was given up: an honest seat does not mix it, see `Secret.mix`

    script = Transcript("audit")
    script.absorb("commitment", commitment)  # of session, deal, seat and seed
    script.absorb_numbers("mix", (stage.number, len(given)))
    script.absorb("key", stage.key)
    return once(again, script, b"".join(map(encode_deck, given)), b"".join(map(encode_deck, made)))


def _same(left: Deck, right: Deck) -> bool:
    return list(left) == list(right)


def _face(deal: Deal, side: int, hidden: HiddenFace, secrets: Mapping[int, Scalar]) -> int | None:
    """Open one face by the keys of its lock, added up: one multiplication whatever their number.

    Where a seat of the lock is not there, a former owner's key does it: what was said of a card must not become
    uncheckable because it went on to somebody else.
    """
    locked = [seat for seat in deal.members if hidden.lock >> seat & 1]
    ciphertext = hidden.left
    if any(seat not in secrets for seat in locked):
        locked = [seat for seat in hidden.owners if seat in secrets][:1]
        if not locked:
            return None
        ciphertext = hidden.owners[locked[0]]
    point = ciphertext.b
    if locked:
        joint = secrets[locked[0]]
        for seat in locked[1:]:
            joint = group.scalar_add(joint, secrets[seat])
        point = group.subtract(point, group.multiply(joint, ciphertext.a))
    return deal.tables[side].numbers.get(point)
