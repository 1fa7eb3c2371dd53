"""After the round: every seed is shown, everybody does all work again, and every word given is checked.

All of it was proved when it was done; this is the second line, which needs no proof and can be followed by anybody.
Only a confession was not: who says that it is guilty need not prove it. Must never decide what follows from a finding.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum

from ..core.dues import Verdict
from ..core.moves import Fact
from .deal.audit import all_faces, check_seed
from .deal.deal import Deal, Proof
from .letter import Letter


class Grade(IntEnum):
    """How an audit ended, from best to worst.

    CLEAN: everything was done again and was right. PARTIAL: a seat of the deal was no longer there. REFUSED:
    a seat would not show its seed. FAULTY: a seat did not do what it had to.
    """

    CLEAN = 0
    PARTIAL = 1
    REFUSED = 2
    FAULTY = 3

    @property
    def word(self) -> str:
        """The grade as scripts read it."""
        return self.name.lower()


@dataclass(frozen=True, slots=True)
class Word:
    """A fact that a seat stated, and the letter in which it did."""

    seat: int
    fact: Fact
    letter: Letter


@dataclass(frozen=True, slots=True)
class Finding:
    """What one seat did wrong, with the letters that prove it."""

    seat: int
    reason: str
    evidence: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """The grade of a round, the seats it is owed to (none when clean), what was found, who confessed for nothing.

    `again` are the seats whose seed was shown and explains all they did; `proofs` counts what was found right by then.
    """

    grade: Grade
    seats: tuple[int, ...]
    findings: tuple[Finding, ...]
    again: tuple[int, ...]
    proofs: Mapping[tuple[int, Proof], int]
    innocent: tuple[int, ...] = ()


def audit(
    deal: Deal,
    seeds: Mapping[int, Letter],
    shown: Mapping[int, bytes],
    words: Sequence[Word],
    confessions: Sequence[Verdict] = (),
) -> Report:
    """Audit a round.

    `seeds` are the letters in which seats showed their seeds, `shown` the seeds, empty when refused; a seat
    of the deal without one is absent; `confessions` are what seats were asked and said yes to. A word about a face
    that stays hidden, because a seed is missing, counts as kept.
    """
    given = {seat: seed for seat, seed in shown.items() if seed}
    findings: list[Finding] = []
    for seat, seed in sorted(given.items()):
        reason = check_seed(deal, seat, seed)
        if reason is not None:
            findings.append(Finding(seat, reason, (seeds[seat].data,)))
    false = {finding.seat for finding in findings}
    faces = all_faces(deal, {seat: seed for seat, seed in given.items() if seat not in false})
    for word in words:
        face = faces[word.fact.side].get(word.fact.place)
        if face is not None and not word.fact.faces >> face & 1 and word.seat not in false:
            findings.append(Finding(word.seat, "false-statement", (word.letter.data,)))
            false.add(word.seat)
    again = tuple(sorted(set(given) - false))
    proofs = dict(deal.proofs)
    if findings:
        return Report(Grade.FAULTY, tuple(sorted(false)), tuple(findings), again, proofs)
    innocent = tuple(sorted({each.seat for each in confessions if _innocent(each, faces[each.side])}))
    refused = tuple(sorted(seat for seat, seed in shown.items() if not seed))
    absent = tuple(seat for seat in deal.members if seat not in shown)
    if refused:
        return Report(Grade.REFUSED, refused, (), again, proofs, innocent)
    return Report(Grade.PARTIAL if absent else Grade.CLEAN, absent, (), again, proofs, innocent)


def _innocent(confession: Verdict, faces: Mapping[int, int | None]) -> bool:
    """Whether nothing of what was confessed is true, as far as all these faces are known."""
    held = [faces.get(place) for place in confession.places]
    return all(face is not None and not confession.guilty >> face & 1 for face in held)
