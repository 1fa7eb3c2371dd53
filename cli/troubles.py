"""The words for what goes wrong between peers: refusals, goodbyes, faults, audits, lost moves.

Must never know how a reason came about.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from .deeper import retold
from .language import _, mark
from .reasons import REASONS
from .words import listed

_CODES: Final[Mapping[str, str]] = {reason.value: text for reason, text in REASONS.items()}

REFUSALS: Final[Mapping[str, str]] = {
    "playing": mark("A game is already running at this table: wait for its end, or open another table."),
    "table-full": mark("All seats of this table are taken: ask for one more, or open another table."),
    "other-rules": mark("This table plays by other rules than you asked for: leave out --rules, --set and the like."),
    "other-version": mark("This table speaks another version of the protocol: update fliptable on both machines."),
    "wrong-secret": mark("This table takes only those who have its invite code: join with the +CODE its opener sees."),
    "other-table": mark("Another table answers at this address: look again with fliptable tables."),
    "other-peer": mark("Somebody else answers at this address: look again with fliptable tables."),
    "self": mark("This is your own table."),
    "already-linked": mark("Your key sits at this table already."),
    "no-watching": mark("This table takes no spectators."),
    "gallery-full": mark("As many as may watch over this seat do already: try the address of another one."),
    "record-too-long": mark("This game has become too long to be watched."),
    "other-game": mark("That table plays another match by now: watch it anew."),
    "flood": mark("The table hung up: too much came at once."),
    "too-slow": mark("The table did not answer in time: try again."),
    "lost": mark("The connection broke while sitting down: try again."),
    "closing": mark("The table is being closed."),
}
"""Why a table did not let us in, by the reason of its goodbye; still to be translated, as the others below."""

FAULTS: Final[Mapping[str, str]] = {
    "equivocation": mark("{name} signed two different messages where one belongs"),
    "table-digest": mark("{name} claims another table than everybody else has"),
    "bad-share-proof": mark("{name} opened a card with a share that is not proved"),
    "malformed-commit": mark("{name} bound itself to a seed by a hash that is none"),
    "bad-key-proof": mark("{name} did not prove that it knows its own key"),
    "malformed-mix": mark("{name} sent a shuffled deck that is none"),
    "repeated-ciphertext": mark("{name} sent a shuffled deck with one card in it twice"),
    "bad-shuffle-proof": mark("{name} shuffled with a proof that does not hold"),
    "malformed-proof": mark("{name} sent a proof that is none"),
    "bad-membership-proof": mark("{name} said something of a hidden card with a proof that does not hold"),
    "statement-not-owed": mark("{name} spoke of a card that is not its own to speak of"),
    "unknown-place": mark("{name} spoke of a card that is not there"),
    "share-not-owed": mark("{name} sent a share that nobody asked for"),
    "seal-not-owed": mark("{name} sent a sealed share that nobody asked for"),
    "malformed-shares": mark("{name} sent shares that are none"),
    "bad-seal-proof": mark("{name} handed a card over with a share that is not proved"),
    "malformed-seals": mark("{name} handed cards over with shares that are none"),
    "malformed-body": mark("{name} signed a message that cannot be read"),
    "seed-length": mark("{name} showed a seed that is none"),
    "seed-not-committed": mark("{name} showed another seed than the one it was bound to"),
    "key-not-from-seed": mark("{name} used another key than its seed gives"),
    "mix-not-from-seed": mark("{name} shuffled otherwise than its seed says"),
    "false-statement": mark("{name} said something untrue about a hidden card"),
    "statement-count": mark("{name} did not answer for every card it was asked about"),
    "statement-not-possible": mark("{name} answered what cannot be"),
    "unexpected-message": mark("{name} sent what does not belong there"),
    "wrong-seat": mark("{name} spoke for another seat"),
    "nonce": mark("{name} showed another nonce than the one it was bound to"),
}
"""What a seat did, without the full stop."""

RECORD_FAULTS: Final[Mapping[str, str]] = {
    "not-a-record": mark("This file is no record of fliptable"),
    "cut-off": mark("The file ends in the middle of an entry"),
    "bad-entry": mark("An entry of the file is damaged"),
    "no-charter": mark("The charter is missing"),
    "charter-unreadable": mark("The charter cannot be read"),
    "charter-version": mark("The charter is one of another version of the protocol"),
    "charter-keys": mark("Two seats of the charter have one key"),
    "charter-names": mark("The charter has names that no table gives"),
    "charter-order": mark("The seats of the charter do not stand in the order that their nonces give"),
    "charter-rules": mark("The rules of the charter are not for so many seats"),
    "rules": mark("The rules of the charter cannot be read"),
    "no-accords": mark("Signatures of the charter are missing"),
    "accord": mark("A signature of the charter is missing or wrong"),
    "blame-unreadable": mark("The last entry cannot be read"),
    "blame-not-proved": mark("The record blames somebody without a proof"),
    "slot-not-settled": mark("The record ends in the middle of a slot"),
    "not-awaited": mark("A letter stands where it does not belong"),
    "after-the-end": mark("Letters follow after the end of the match"),
    "other-log": mark("A letter belongs to another log"),
    "order": mark("Letters do not stand in the order of the log"),
    "signature": mark("The signature of a letter is wrong"),
    "envelope": mark("A letter travels in the envelope of another kind"),
}
"""What is wrong with the file itself, without the full stop."""


def why_refused(reason: str) -> str:
    """Why a table would not have us: one sentence."""
    if reason in REFUSALS:
        return _(REFUSALS[reason])
    return _("The table hung up ({reason}).").format(reason=reason)


def tell_fault(seat: str | None, reason: str) -> str:
    """A fault as one sentence, with its code for reports; what is wrong with a file is no fault of any seat."""
    if seat is None or (reason in RECORD_FAULTS and reason not in FAULTS):
        fault = _(RECORD_FAULTS[reason]) if reason in RECORD_FAULTS else _("The record is not what any seat wrote")
        text = _("{fault} ({code}).") if seat is None else _("{fault}: it is one of {name} ({code}).")
        return text.format(fault=fault, name=seat, code=reason)
    refused = _CODES.get(reason.removeprefix("illegal-"))
    if reason.startswith("illegal-") and refused is not None:
        return _("{name} made a move that the rules refuse ({code}). {why}").format(
            name=seat, code=reason, why=_(refused)
        )
    fault = _(FAULTS[reason]) if reason in FAULTS else _("{name} broke the protocol")
    return _("{fault} ({code}).").format(fault=fault.format(name=seat), code=reason)


def tell_audit(number: int, grade: str, names: tuple[str, ...]) -> str:
    """How the audit of a round ended: one sentence."""
    match grade:
        case "clean":
            text = _("Audit of round {number}: clean, all seats have shown their seeds and shuffled as they say.")
        case "partial":
            text = _("Audit of round {number}: partial, {names} left before showing the seed.")
        case "refused":
            text = _("Audit of round {number}: refused, {names} would not show the seed.")
        case _:
            text = _("Audit of round {number}: FAULTY, because of {names}.")
    return text.format(number=number, names=listed(names))


def why_dropped(reason: str) -> str:
    """Why a move of ours came to nothing: one sentence."""
    if reason == "table-changed":
        return _("The table has changed meanwhile.")
    if reason == "no-game":
        return _("There is no game to move in.")
    if reason in _CODES:
        return _(_CODES[reason])
    return _("It was not possible any more ({reason}).").format(reason=reason)


def as_sentence(text: str) -> str:
    """What a deeper floor says, as a sentence."""
    text = text.strip()
    return retold(f"{text[:1].upper()}{text[1:]}{'' if text.endswith(('.', '?', '!')) else '.'}")
