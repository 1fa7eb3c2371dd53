"""A recorded game as pictures one can step through: a frame for every slot in which something happened.

What stands between the moments of a game, audits and faults and seats put out, are frames too, on the table as it lay.
Must never know keys, terminals or how anything is drawn.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace

from ..core.cards import UNKNOWN
from ..core.notation import format_face
from ..core.table import Table
from ..core.view import View
from ..p2p.moments import Moment, Moments
from ..p2p.phases import Blamed, PutOut, RoundAudited
from ..p2p.telling import checked
from ..p2p.verify import Verdict
from .event_words import Teller
from .language import _
from .present import Asked, Scene, present
from .rule_words import name_rules
from .summary_words import tell_checked
from .troubles import tell_audit, tell_fault


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture.

    Attributes:
        slot: of the log.
        table: as it lies after it.
        said: what happened, in sentences.
        part: counts the rounds as they were begun, one that was dealt again anew.
        till: how many sentences of the log were said by then.
        warns: whether something is wrong here.
    """

    slot: int
    table: Table
    said: tuple[str, ...]
    part: int
    till: int
    warns: bool = False


@dataclass(frozen=True, slots=True)
class Film:
    """A whole record.

    Attributes:
        names: the seats.
        rules: in words.
        frames: at least one.
        log: everything that is said, in order.
        proofs: what was proved, by round, in sentences.
        ends: what is wrong with the record, or how the match ended.
        ok: whether the record holds.
    """

    names: tuple[str, ...]
    rules: str
    frames: tuple[Frame, ...]
    log: tuple[str, ...]
    proofs: tuple[str, ...]
    ends: str
    ok: bool

    def step(self, at: int, by: int) -> int:
        """The number of the frame so many further on, or back."""
        return min(max(at + by, 0), len(self.frames) - 1)

    def turn(self, at: int, by: int) -> int:
        """Where the next turn begins (``by`` 1), or this one or the one before (-1)."""
        starts = [
            number
            for number, frame in enumerate(self.frames)
            if number == 0 or _turn(frame) != _turn(self.frames[number - 1])
        ]
        return self._among(starts, at, by)

    def round(self, at: int, by: int) -> int:
        """Where the next round begins, or this one or the one before."""
        return self._among(self.rounds, at, by)

    def tenth(self, part: int) -> int:
        """The frame at so many tenths of the whole."""
        return round(part / 10 * (len(self.frames) - 1))

    @property
    def rounds(self) -> list[int]:
        """The numbers of the frames with which rounds begin."""
        frames = self.frames
        return [number for number, frame in enumerate(frames) if number == 0 or frame.part != frames[number - 1].part]

    def _among(self, starts: Sequence[int], at: int, by: int) -> int:
        if by > 0:
            found = bisect_right(starts, at)
            return starts[found] if found < len(starts) else len(self.frames) - 1
        return starts[max(0, bisect_left(starts, at) - 1)]


def _turn(frame: Frame) -> tuple[int, int]:
    return frame.part, frame.table.turn


def film_of(moments: Moments, verdict: Verdict) -> Film | None:
    """The film of a record as far as it holds; None where no card was ever on the table."""
    cutter = Cutter(tuple(verdict.keys))
    wrong = None if verdict.ok or verdict.complete else verdict.faults[-1]
    for one in moments.found:
        if wrong is not None and isinstance(one, Moment) and one.slot >= wrong.slot:
            continue
        cutter.take(one)
    if not cutter.frames:
        return None
    if wrong is not None:
        ends = _("The record does not hold from slot {slot} on. {why}").format(
            slot=wrong.slot, why=tell_fault(wrong.seat, wrong.reason)
        )
    else:
        ends = _("The record holds, to the end of the match.") if verdict.complete else _("The record ends here.")
    cutter.insert([ends], warns=wrong is not None)
    return cutter.film(ends, ok=verdict.ok)


class Cutter:
    """Makes frames of what stands in a record; ``names`` are the seats."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self.names = names
        self.frames: list[Frame] = []
        self.log: list[str] = []
        self.proofs: list[str] = []
        self._part = 0
        self._round = 0

    def take(self, one: Moment | RoundAudited | Blamed | PutOut) -> None:
        """Take the next thing in."""
        names = self.names
        match one:
            case Moment():
                self._moment(one)
            case RoundAudited(number, audit):
                because = tuple(names[seat] for seat in audit.seats)
                self.proofs += [
                    _("Round {number}:").format(number=number),
                    *(f"  {tell_checked(each)}" for each in checked(audit, names)),
                ]
                word = audit.grade.word
                self.insert([tell_audit(number, word, because)], warns=word != "clean")
            case Blamed(blame):
                self.insert([tell_fault(names[blame.seat], blame.reason)], warns=True)
            case PutOut(seat):
                self.insert(
                    [_("{name} is put out of the match; who is left goes on.").format(name=names[seat])], warns=True
                )
                self._round = -1

    def film(self, ends: str, *, ok: bool) -> Film | None:
        """The film so far; None before the first card lies on the table."""
        if not self.frames:
            return None
        rules = name_rules(self.frames[0].table.rules)
        return Film(self.names, rules, tuple(self.frames), tuple(self.log), tuple(self.proofs), ends, ok)

    def insert(self, said: list[str], *, warns: bool) -> None:
        """A frame on the table as it lay."""
        if self.frames:
            self._add(self.frames[-1].slot, self.frames[-1].table, said, warns=warns)

    def _moment(self, moment: Moment) -> None:
        table = moment.table
        if not table.discard:
            return
        head: list[str] = []
        if table.round != self._round:
            self._round, self._part = table.round, self._part + 1
            dealer = self.names[table.dealer]
            head = [_("Round {number}. {name} deals.").format(number=table.round, name=dealer)]
        teller = Teller(table)
        self._add(moment.slot, table, [*head, *(teller.tell(event) for event in moment.events)], warns=False)

    def _add(self, slot: int, table: Table, said: list[str], *, warns: bool) -> None:
        self.log += said
        self.frames.append(Frame(slot, table, tuple(said), self._part, len(self.log), warns))


def scene_of(frame: Frame, seat: int, *, open_hands: bool) -> Scene:
    """What a frame shows to a seat; with ``open_hands`` the faces of all hands instead of their backs, where proved."""
    scene = present(View(frame.table, seat))
    rows = scene.rows
    if open_hands:
        rows = tuple(
            row if row.me else replace(row, backs=_fronts(frame.table, frame.table.seats.index(row.name)))
            for row in rows
        )
    return replace(scene, rows=rows, asked=Asked.NOTHING, choices=(), prompt="", hint="")


def _fronts(table: Table, seat: int) -> tuple[str, ...]:
    faces, sheet = table.faces[table.side], table.sheets[table.side]
    held = sorted((faces[place] for place in table.hands[seat]), key=lambda face: (face == UNKNOWN, face))
    return tuple(format_face(sheet, face) for face in held)
