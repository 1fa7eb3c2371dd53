"""``fliptable replay``: a recorded game in words, in JSON Lines, or one moment of it as a position.

Everything is checked on the way as ``verify`` does, and nothing is shown beyond the first thing that is wrong. Must
never know what a letter is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from ..core.position import position
from ..core.report import report
from ..core.rules import Rules
from ..p2p.moments import Moment, Moments
from ..p2p.phases import Blamed, PutOut, RoundAudited
from ..p2p.verify import Finding, Verdict
from ..p2p.verify import verify as check
from .endings import Exit, Stop
from .event_words import Teller
from .film import film_of
from .language import _
from .output import emit, say, state, tell
from .progress import Bar
from .rule_words import name_rules
from .terminal import fits_screen
from .troubles import tell_audit, tell_fault
from .verify import read
from .words import listed


def run(file: str, *, slot: int | None, as_json: bool, plain: bool) -> Exit:
    """Tell the game, or print the position after ``slot``; raises `Stop`.

    In a terminal it is shown on the full screen, unless ``plain`` text is wanted.
    """
    data = read(file)
    screen = slot is None and not as_json and not plain and fits_screen()
    moments = Moments()
    with Bar(_("Reading")) as bar:
        verdict = check(data, bar, moments)
    wrong = None if verdict.ok or verdict.complete else verdict.faults[-1]
    if not verdict.keys:  # not even the charter
        raise Stop(
            Exit.REFUSED,
            _("{file} does not hold. {why}").format(file=file, why=tell_fault(None, verdict.faults[0].reason)),
        )
    if slot is not None:
        return _position(file, moments, wrong, slot)
    film = film_of(moments, verdict) if screen else None
    if film is not None:
        from .table.replay_app import show_film

        show_film(film, Path(file).name)
        return Exit.DONE if verdict.ok else Exit.REFUSED
    shown = [one for one in moments.found if wrong is None or not isinstance(one, Moment) or one.slot < wrong.slot]
    if as_json:
        for line in _lines(shown, verdict):
            emit(line)
    else:
        narrator = Narrator(tuple(verdict.keys))
        for one in shown:
            narrator.tell(one)
        tell_points(verdict)
    if wrong is not None:
        tell(f"fliptable: {_from_slot(file, wrong)}")
    return Exit.DONE if verdict.ok else Exit.REFUSED


def _position(file: str, moments: Moments, wrong: Finding | None, slot: int) -> Exit:
    """Print the table as it lay when ``slot`` was settled."""
    if wrong is not None and slot >= wrong.slot:
        raise Stop(Exit.REFUSED, _from_slot(file, wrong))
    if not 0 <= slot < moments.slots:
        text = (
            _("There is no slot {slot} in {file}: it has slots 0 to {last}.")
            if moments.slots
            else _("There is no slot {slot} in {file}: it ends before the first one.")
        )
        raise Stop(Exit.MISUSE, text.format(slot=slot, file=file, last=moments.slots - 1))
    moment = moments.at(slot)
    if moment is None:
        raise Stop(
            Exit.MISUSE, _("No card lies on the table in slot {slot} yet: choose a later one.").format(slot=slot)
        )
    emit(position(moment.table))
    return Exit.DONE


def _from_slot(file: str, wrong: Finding) -> str:
    """Where a record stops to hold, and why."""
    text = _("{file} does not hold from slot {slot} on. {why}")
    return text.format(file=file, slot=wrong.slot, why=tell_fault(wrong.seat, wrong.reason))


# For scripts.


def begin_line(names: Sequence[str], words: Sequence[str], rules: Rules) -> dict[str, Any]:
    """The first line."""
    return {"type": "began", "words": list(words), "seats": list(names), "rules": rules.to_dict()}


def lines_of(one: Moment | RoundAudited | Blamed | PutOut, names: Sequence[str]) -> Iterator[dict[str, Any]]:
    """What one moment gives: events as at the table, with every card that the record proves."""
    match one:
        case Moment():
            for event in one.events:
                yield {"type": "event", "slot": one.slot, "event": report(one.table, event)}
        case RoundAudited(number, audit):
            values = {"round": number, "result": audit.grade.word, "seats": [names[seat] for seat in audit.seats]}
            values |= {"innocent": [names[seat] for seat in audit.innocent], "proofs": sum(audit.proofs.values())}
            yield {"type": "audit", **values}
        case Blamed(blame):
            text = tell_fault(names[blame.seat], blame.reason)
            found = {"seat": names[blame.seat], "reason": blame.reason, "slot": blame.slot, "text": text}
            yield {"type": "fault", **found}
        case PutOut(seat, number):
            yield {"type": "dealt-again", "without": names[seat], "round": number}


def last_line(kind: str, verdict: Verdict) -> dict[str, Any]:
    """The last line."""
    return {
        "type": kind,
        "ok": verdict.ok,
        "complete": verdict.complete,
        "slots": verdict.slots,
        "rounds": verdict.rounds,
        "scores": dict(verdict.result.scores) if verdict.result else {},
    }


def _lines(shown: Sequence[Moment | RoundAudited | Blamed | PutOut], verdict: Verdict) -> Iterator[dict[str, Any]]:
    """An object a line."""
    names = tuple(verdict.keys)
    first = next((one.table for one in shown if isinstance(one, Moment)), None)
    if first is not None:
        yield begin_line(names, verdict.words, first.rules)
    for one in shown:
        yield from lines_of(one, names)
    yield last_line("replay", verdict)


# In words.


class Narrator:
    """Tells a game of these seats: a line an event, with the number of its slot before it."""

    def __init__(self, names: Sequence[str]) -> None:
        self._names = names
        self._number = 0

    def tell(self, one: Moment | RoundAudited | Blamed | PutOut) -> None:
        """Tell what comes next."""
        names = self._names
        match one:
            case Moment():
                self._moment(one)
            case RoundAudited(_, audit):
                state(tell_audit(one.round, audit.grade.word, tuple(names[seat] for seat in audit.seats)))
            case Blamed(blame):
                state(f"{blame.slot:>5}  {tell_fault(names[blame.seat], blame.reason)}")
            case PutOut(seat, _):
                state(_("{name} is put out of the match; who is left goes on.").format(name=names[seat]))
                self._number = -1

    def _moment(self, moment: Moment) -> None:
        names, table = self._names, moment.table
        if not self._number:
            state(_("{names} play {rules}.").format(names=listed(names), rules=name_rules(table.rules)))
        if table.round != self._number:
            self._number = table.round
            state(_("Round {number}. {name} deals.").format(number=table.round, name=names[table.dealer]))
        teller = Teller(table)
        for event in moment.events:
            state(f"{moment.slot:>5}  {teller.tell(event)}")


def tell_points(verdict: Verdict) -> None:
    """Tell how the match stands."""
    if verdict.result is not None and verdict.rounds:
        points = ", ".join(f"{name} {points}" for name, points in verdict.result.scores.items())
        say(_("Points: {points}.").format(points=points))
