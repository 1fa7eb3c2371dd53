"""Verify: replay a record with no network and no trust, and name the first thing that is wrong.

The letters of the record are fed to the same referee that peers use, one after the other in the order of the
log, so every signature, hash, proof, rule and seed is checked as it was at the table. A record is right when
each letter is the one that was awaited next, and nothing is left over.

Must never believe the record about anything that can be computed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from . import letter as letters
from . import record
from .audit import Grade
from .charter import check_accords, session_words
from .errors import Malformed, PeerFault
from .letter import Letter
from .log import Admission
from .messages import InGame
from .notices import Result
from .phases import SlotSettled
from .record import BadRecord, Record
from .referee import Referee


@dataclass(frozen=True, slots=True)
class Finding:
    """Something wrong: in which slot, whose it is (None: of whoever wrote the file), and why."""

    slot: int
    seat: str | None
    reason: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a record is worth.

    `ok`: nothing is wrong as far as it goes. `complete`: it goes to the end of the match, or to a fault that
    ended it. `keys` are the identity keys by name. `unproved` says what this version cannot check while a
    round is played. `result` is how the match stood at the end of the record, None where the charter cannot
    be read.
    """

    ok: bool
    complete: bool
    slots: int
    rounds: int
    keys: Mapping[str, bytes]
    faults: tuple[Finding, ...]
    words: tuple[str, ...]
    result: Result | None
    unproved: tuple[str, ...] = ("shuffles are checked after the round only",)


def verify(data: bytes) -> Verdict:
    """Verify the bytes of a record; never raises for what is in them."""
    try:
        taken = record.read(data)
    except BadRecord as bad:
        return _nothing(Finding(0, None, bad.reason))
    try:
        check_accords(taken.charter, taken.accords)
        referee = Referee(taken.charter)
    except PeerFault as fault:
        return _nothing(Finding(0, None, fault.reason))
    return _judge(taken, referee)


def _nothing(finding: Finding) -> Verdict:
    return Verdict(False, False, 0, 0, {}, (finding,), (), None)


def _judge(taken: Record, referee: Referee) -> Verdict:
    finding = _replay(taken, referee)
    faults: list[Finding] = []
    if finding is not None:
        faults.append(finding)
    elif taken.blame is not None:
        faults.append(_blamed(taken, referee))
    elif referee.blame is not None:
        faults.append(_of_blame(referee))
    elif not referee.over and (referee.log.letters() or referee.doubted):
        faults.append(Finding(referee.log.slot, None, "slot-not-settled"))
    told = finding is None and taken.blame is not None and referee.blame == taken.blame
    return Verdict(
        not faults,
        told or (finding is None and referee.over),
        referee.log.slot,
        referee.rounds,
        dict(zip(referee.names, referee.keys, strict=True)),
        tuple(faults),
        session_words(referee.session),
        referee.result(),
    )


def _replay(taken: Record, referee: Referee) -> Finding | None:
    """Feed every letter; give the first thing that is wrong with the record itself."""
    written: list[bytes] = []
    for data in taken.letters:
        slot = referee.log.slot
        try:
            letter = letters.read(data)
        except Malformed as error:
            return Finding(slot, _claimed(data, referee), error.reason if error.evidence else "signature")
        reason = _feed(letter, referee)
        if reason is not None:
            return Finding(slot, _name(letter, referee), reason)
        if referee.blame is not None:
            return None if referee.grade is Grade.FAULTY else _of_blame(referee)
        written += _settled(referee)
    # The log has one order; a file that has another one is not what any peer wrote.
    return None if list(taken.letters[: len(written)]) == written else Finding(referee.log.slot, None, "order")


def _feed(letter: Letter, referee: Referee) -> str | None:
    """Feed one letter; say why it does not belong there, where that is not its sender's fault."""
    if referee.over:
        return "after-the-end"
    admission = referee.take(letter)
    if referee.blame is None and admission is not Admission.OPEN:
        return "not-awaited"
    return "other-log" if referee.quarrels else None


def _settled(referee: Referee) -> list[bytes]:
    """Take the referee's news; give the letters of slots that settled, in the order of the log."""
    news, referee.news = referee.news, []
    referee.round.met.clear()
    return [entry.data for item in news if isinstance(item, SlotSettled) for entry in item.letters]


def _blamed(taken: Record, referee: Referee) -> Finding:
    """Judge the evidence at the end of a record: it must prove exactly what the record says."""
    blame = taken.blame
    if blame is None or blame.seat >= len(referee.names):
        return Finding(referee.log.slot, None, "blame-not-proved")
    for data in blame.evidence:
        if referee.blame is None:
            try:
                referee.take(letters.read(data))
            except Malformed as error:
                if error.evidence:
                    referee.take_malformed(data)
    if referee.blame != blame:
        return Finding(blame.slot, None, "blame-not-proved")
    return _of_blame(referee)


def _of_blame(referee: Referee) -> Finding:
    blame = referee.blame
    if blame is None:
        return Finding(referee.log.slot, None, "blame-not-proved")
    return Finding(blame.slot, referee.names[blame.seat], blame.reason)


def _name(letter: Letter, referee: Referee) -> str | None:
    body = letter.body
    seat = referee.seat_of(letter.sender)
    return referee.names[seat] if seat is not None and isinstance(body, InGame) else None


def _claimed(data: bytes, referee: Referee) -> str | None:
    """Say whose letter an unreadable one claims to be; where even that is unreadable, nobody's."""
    try:
        seat = referee.seat_of(letters.signer(data))
    except Malformed:
        return None
    return referee.names[seat] if seat is not None else None
