"""What the program and the record are told of the referee's news.

Must never tell more than our own seat may know.
"""

from __future__ import annotations

from collections.abc import Sequence

from . import record
from .audit import Report
from .charter import session_words
from .notices import Audited, Began, Checked, DealtAgain, Dropped, Fault, Happened, Notice, Settled
from .phases import Applied, Blamed, Changed, News, Parted, Phase, PutOut, RoundAudited, SlotSettled
from .referee import Referee


def beginning(referee: Referee, seat: int) -> Began:
    """Say that the game begins, and with whom."""
    draws = tuple(tuple(turn) for turn in referee.draws)
    words = session_words(referee.session)
    return Began(referee.session, words, referee.names, seat, referee.dealer, draws)


def notice_of(item: News, referee: Referee, seat: int) -> Notice | None:
    """Say what the program of this seat should know of a piece of news."""
    match item:
        case Applied(mover, move, refused):
            return Dropped(move, refused) if mover == seat and refused is not None else None
        case Changed(slot, events):
            return Happened(slot, events)
        case SlotSettled(slot, head):
            last = slot + 1 == referee.log.slot
            return Settled(slot, head, last and referee.phase is Phase.PLAY and seat in referee.table.to_act)
        case RoundAudited(number, report, table):
            names, innocent = (tuple(referee.names[one] for one in seats) for seats in (report.seats, report.innocent))
            return Audited(number, report.grade.word, names, checked(report, referee.names), table, innocent)
        case Blamed(blame):
            return Fault(referee.names[blame.seat], blame.reason, blame.evidence, blame.slot)
        case PutOut(out, number):
            return DealtAgain(referee.names[out], number)
        case Parted():
            return None


def checked(report: Report, names: Sequence[str]) -> tuple[Checked, ...]:
    """Say what was found right of each seat's work in a round; seats that took no part in its deal are not named."""
    found = report.proofs
    seats = sorted({seat for seat, _ in found} | set(report.again))
    return tuple(
        Checked(
            names[seat],
            found.get((seat, "key"), 0),
            found.get((seat, "shuffle"), 0),
            found.get((seat, "share"), 0),
            found.get((seat, "seal"), 0),
            found.get((seat, "statement"), 0),
            seat in report.again,
        )
        for seat in seats
    )


def recorded(item: News) -> list[bytes]:
    """Say what the record takes from a piece of news."""
    match item:
        case SlotSettled():
            return [record.append(item.letters)]
        case Parted():
            return [record.append(item.letters)]
        case Blamed():
            # What the open slot holds goes in too: only with it can the evidence be judged again.
            return [record.append(item.letters), record.accuse(item.blame)]
        case _:
            return []
