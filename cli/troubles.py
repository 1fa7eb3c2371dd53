"""The words for what goes wrong between peers: refusals, goodbyes, faults, audits, lost moves.

Must never know how a reason came about.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from .refusal_words import REASONS
from .words import listed

_CODES: Final[Mapping[str, str]] = {reason.value: text for reason, text in REASONS.items()}

REFUSALS: Final[Mapping[str, str]] = {
    "playing": "A game is already running at this table: wait for its end, or open another table.",
    "table-full": "All seats of this table are taken: ask for one more, or open another table.",
    "other-rules": "This table plays by other rules than you asked for: leave out --rules, --set and the like.",
    "other-version": "This table speaks another version of the protocol: update fliptable on both machines.",
    "wrong-secret": "This table takes only those who have its invite code: join with the +CODE its opener sees.",
    "other-table": "Another table answers at this address: look again with fliptable tables.",
    "other-peer": "Somebody else answers at this address: look again with fliptable tables.",
    "self": "This is your own table.",
    "already-linked": "Your key sits at this table already.",
    "no-watching": "This table takes no spectators.",
    "flood": "The table hung up: too much came at once.",
    "too-slow": "The table did not answer in time: try again.",
    "lost": "The connection broke while sitting down: try again.",
    "closing": "The table is being closed.",
}
"""Why a table did not let us in, by the reason of its goodbye."""

FAULTS: Final[Mapping[str, str]] = {
    "equivocation": "signed two different messages where one belongs",
    "table-digest": "claims another table than everybody else has",
    "bad-share-proof": "opened a card with a share that is not proved",
    "malformed-commit": "bound itself to a seed by a hash that is none",
    "bad-key-proof": "did not prove that it knows its own key",
    "malformed-mix": "sent a shuffled deck that is none",
    "repeated-ciphertext": "sent a shuffled deck with one card in it twice",
    "bad-shuffle-proof": "shuffled with a proof that does not hold",
    "malformed-proof": "sent a proof that is none",
    "bad-membership-proof": "said something of a hidden card with a proof that does not hold",
    "statement-not-owed": "spoke of a card that is not its own to speak of",
    "unknown-place": "spoke of a card that is not there",
    "share-not-owed": "sent a share that nobody asked for",
    "seal-not-owed": "sent a sealed share that nobody asked for",
    "malformed-shares": "sent shares that are none",
    "bad-seal-proof": "handed a card over with a share that is not proved",
    "malformed-seals": "handed cards over with shares that are none",
    "malformed-body": "signed a message that cannot be read",
    "seed-length": "showed a seed that is none",
    "seed-not-committed": "showed another seed than the one it was bound to",
    "key-not-from-seed": "used another key than its seed gives",
    "mix-not-from-seed": "shuffled otherwise than its seed says",
    "false-statement": "said something untrue about a hidden card",
    "statement-count": "did not answer for every card it was asked about",
    "statement-not-possible": "answered what cannot be",
    "unexpected-message": "sent what does not belong there",
    "wrong-seat": "spoke for another seat",
    "nonce": "showed another nonce than the one it was bound to",
}
"""What a seat did, as the end of a sentence that begins with its name."""

RECORD_FAULTS: Final[Mapping[str, str]] = {
    "not-a-record": "this file is no record of fliptable",
    "cut-off": "the file ends in the middle of an entry",
    "bad-entry": "an entry of the file is damaged",
    "no-charter": "the charter is missing",
    "charter-unreadable": "the charter cannot be read",
    "charter-version": "the charter is one of another version of the protocol",
    "charter-keys": "two seats of the charter have one key",
    "charter-names": "the charter has names that no table gives",
    "charter-order": "the seats of the charter do not stand in the order that their nonces give",
    "charter-rules": "the rules of the charter are not for so many seats",
    "rules": "the rules of the charter cannot be read",
    "no-accords": "signatures of the charter are missing",
    "accord": "a signature of the charter is missing or wrong",
    "blame-unreadable": "the last entry cannot be read",
    "blame-not-proved": "the record blames somebody without a proof",
    "slot-not-settled": "the record ends in the middle of a slot",
    "not-awaited": "a letter stands where it does not belong",
    "after-the-end": "letters follow after the end of the match",
    "other-log": "a letter belongs to another log",
    "order": "letters do not stand in the order of the log",
    "signature": "the signature of a letter is wrong",
    "envelope": "a letter travels in the envelope of another kind",
}
"""What is wrong with the file itself."""


def why_refused(reason: str) -> str:
    """Why a table would not have us: one sentence."""
    return REFUSALS.get(reason, f"The table hung up ({reason}).")


def why_faulty(reason: str) -> str:
    """What somebody did wrong, as the end of a sentence."""
    refused = _CODES.get(reason.removeprefix("illegal-"))
    if reason.startswith("illegal-") and refused is not None:
        return f"made a move that the rules refuse: {_lower(refused)}"
    return FAULTS.get(reason, "broke the protocol")


def tell_fault(seat: str | None, reason: str) -> str:
    """A fault as one sentence, with its code for reports; what is wrong with a file is no fault of any seat."""
    if seat is None or (reason in RECORD_FAULTS and reason not in FAULTS):
        text = RECORD_FAULTS.get(reason, "the record is not what any seat wrote")
        of = f": it is one of {seat}" if seat is not None else ""
        return f"{text[0].upper()}{text[1:]}{of} ({reason})."
    return f"{seat} {why_faulty(reason).rstrip('.')} ({reason})."


def tell_audit(number: int, grade: str, names: tuple[str, ...]) -> str:
    """How the audit of a round ended: one sentence."""
    head = f"Audit of round {number}"
    match grade:
        case "clean":
            return f"{head}: clean, all seats have shown their seeds and shuffled as they say."
        case "partial":
            return f"{head}: partial, {listed(names)} left before showing the seed."
        case "refused":
            return f"{head}: refused, {listed(names)} would not show the seed."
        case _:
            return f"{head}: FAULTY, because of {listed(names)}."


def why_dropped(reason: str) -> str:
    """Why a move of ours came to nothing: one sentence."""
    if reason == "table-changed":
        return "The table has changed meanwhile."
    if reason == "no-game":
        return "There is no game to move in."
    return _CODES.get(reason, f"It was not possible any more ({reason}).")


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]


def as_sentence(text: str) -> str:
    """An error of a deeper floor as a sentence."""
    text = text.strip()
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith(('.', '?', '!')) else '.'}"
