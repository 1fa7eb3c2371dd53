"""Verify: replay a record with no network and no trust, and name the first thing that is wrong.

The letters of the record are fed to the same referee that peers use, one after the other in the order of the
log, so every signature, hash, proof, rule and seed is checked as it was at the table. A record is right when
each letter is the one that was awaited next, and nothing is left over.

Must never believe the record about anything that can be computed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from . import letter as letters
from . import record
from .charter import check_accords, session_words
from .deal.proving import first_false
from .errors import Malformed, PeerFault
from .letter import Letter
from .log import Admission
from .messages import InGame
from .notices import Result
from .phases import Blamed, News, Parted, SlotSettled
from .record import BadRecord, Blame
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

    `ok`: nothing is wrong as far as it goes, and nobody was proved at fault. `complete`: it goes to the end of the
    match, or to a fault that ended it. `keys` are the identity keys by name. `result` is how the match stood at the end
    of the record, None where the charter cannot be read.
    """

    ok: bool
    complete: bool
    slots: int
    rounds: int
    keys: Mapping[str, bytes]
    faults: tuple[Finding, ...]
    words: tuple[str, ...]
    result: Result | None


Progress = Callable[[int, int], None]
"""Told how many entries of a record are done, and how many there are."""
Follow = Callable[[Referee, News], None]
"""Told what each letter has brought, with the referee as it stands after it; both are for looking at only."""


def verify(data: bytes, progress: Progress | None = None, follow: Follow | None = None) -> Verdict:
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
    replay = Replay(referee, follow)
    entries = taken.entries
    for number, entry in enumerate(entries):
        replay.take(entry, last=not any(isinstance(after, Blame) for after in entries[number + 1 : number + 2]))
        if progress is not None:
            progress(number + 1, len(entries))
        if replay.wrong is not None:
            break
    return replay.end()


def _nothing(finding: Finding) -> Verdict:
    return Verdict(False, False, 0, 0, {}, (finding,), (), None)


class Replay:
    """One record on its way through a referee, entry by entry; `wrong` is what is wrong with it, and then it is over.

    `fed` are the letters since the last slot that was settled or broken off: when the next one is, they must be
    exactly its letters, in the order of the log.
    """

    def __init__(self, referee: Referee, follow: Follow | None) -> None:
        self.wrong: Finding | None = None
        self._referee = referee
        self._follow = follow
        self._fed: list[bytes] = []
        self._judged: list[Blame] = []  # what the referee itself found, and the record has still to say

    def take(self, entry: bytes | Blame, *, last: bool) -> None:
        """Take the next entry; `last` says that no `Blame` follows it right away, as far as is known."""
        # Right before a blame nothing is proved: perhaps a second letter came before anybody checked the first.
        self.wrong = self._blamed(entry) if isinstance(entry, Blame) else self._letter(entry, proving=last)

    def end(self) -> Verdict:
        """Say what the record is worth, which ends here."""
        referee, finding = self._referee, self.wrong
        if finding is None and self._fed:
            referee.abandon()  # the last word of a match that no more than half of its members were left of
            finding = self._settle()
        if finding is None and (self._judged or self._fed or referee.docket.doubted):
            finding = Finding(referee.log.slot, None, "slot-not-settled")
        named = tuple(Finding(blame.slot, referee.names[blame.seat], blame.reason) for blame in referee.blames)
        faults = named if finding is None or finding in named else (*named, finding)
        return Verdict(
            not faults,
            finding is None and referee.over,
            referee.log.slot,
            referee.rounds,
            dict(zip(referee.names, referee.keys, strict=True)),
            faults,
            session_words(referee.session),
            referee.result(),
        )

    def _letter(self, data: bytes, *, proving: bool) -> Finding | None:
        """Feed one letter; give what is wrong with it."""
        referee = self._referee
        slot = referee.log.slot
        try:
            letter = letters.read(data)
        except Malformed as error:
            return Finding(slot, self._claimed(data), error.reason if error.evidence else "signature")
        if referee.over or self._judged:
            return Finding(slot, self._name(letter), "after-the-end" if referee.over else "not-awaited")
        self._fed.append(data)
        before = len(referee.blames)
        admission = referee.take(letter)
        if proving:
            self._prove()
        if len(referee.blames) == before and admission is not Admission.OPEN:
            return Finding(slot, self._name(letter), "not-awaited")
        if any(docket.quarrels for docket in referee.dockets):
            return Finding(slot, self._name(letter), "other-log")
        return self._settle()

    def _prove(self, *, unfinished: bool = False) -> None:
        """Check the shuffles of a stage together, once all have mixed; or those of an `unfinished` one too."""
        referee = self._referee
        for deal, items in referee.checks():
            if unfinished or not deal.to_mix:
                referee.proved(deal, items, first_false(items))

    def _settle(self) -> Finding | None:
        """Take the referee's news: what was fed must be what the log holds, in its order."""
        referee = self._referee
        news, referee.news = referee.news, []
        referee.round.met.clear()
        for item in news:
            if self._follow is not None:
                self._follow(referee, item)
            match item:
                case SlotSettled(slot, _, settled):
                    fed, self._fed = self._fed, []
                    if fed != [letter.data for letter in settled]:
                        return Finding(slot, None, "order")
                case Parted(_, votes):
                    fed, self._fed = self._fed, []
                    if fed != [letter.data for letter in votes]:
                        return Finding(referee.log.slot, None, "order")
                case Blamed(blame, held):
                    self._judged.append(blame)
                    # The letter that proved it stands there too if the record was made of nothing but letters.
                    fed, self._fed = self._fed, []
                    if fed != [letter.data for letter in held]:
                        return Finding(blame.slot, referee.names[blame.seat], blame.reason)
                case _:
                    pass
        return None

    def _blamed(self, blame: Blame) -> Finding | None:
        """Judge the evidence: it must prove exactly what the record says."""
        referee = self._referee
        slot = referee.log.slot
        wrong = None
        for data in blame.evidence:
            if not self._judged:
                self._show(data)
                wrong = wrong or self._settle()
        if not self._judged:
            self._prove(unfinished=True)
            wrong = wrong or self._settle()
        for docket in referee.dockets:
            docket.quarrels.clear()  # The evidence may show another log: that is what it proves.
        if wrong is None and (not self._judged or self._judged.pop(0) != blame):
            return Finding(slot, None, "blame-not-proved")
        return wrong

    def _show(self, data: bytes) -> None:
        """Show the referee a piece of evidence."""
        try:
            self._referee.take(letters.read(data))
        except Malformed as error:
            if error.evidence:
                self._referee.take_malformed(data)

    def _name(self, letter: Letter) -> str | None:
        seat = self._referee.seat_of(letter.sender)
        return self._referee.names[seat] if seat is not None and isinstance(letter.body, InGame) else None

    def _claimed(self, data: bytes) -> str | None:
        """Say whose letter an unreadable one claims to be; where even that is unreadable, nobody's."""
        try:
            seat = self._referee.seat_of(letters.signer(data))
        except Malformed:
            return None
        return self._referee.names[seat] if seat is not None else None
