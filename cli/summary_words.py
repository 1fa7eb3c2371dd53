"""What is said of a round and of a match when they are over.

Must never know how it is shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..p2p.notices import Checked, PlayAgain
from .charts import bar
from .language import _, n_
from .summary import MatchSummary, RoundSummary, SeatRound
from .troubles import tell_fault
from .words import count_cards, listed

BAR: Final = 24
LINE: Final = 79


def tell_hands(summary: RoundSummary) -> list[str]:
    """The hands that were shown: a sentence each."""
    return [
        _("{name} is left with {cards}: {points} points.").format(
            name=row.seat, cards=" ".join(row.hand), points=row.counts
        )
        for row in summary.rows
        if row.hand
    ]


def tell_left(summary: RoundSummary) -> list[str]:
    """Who has left in the round: a sentence each."""
    sentence = _("{name} leaves the match; the hand lies open.")
    return [sentence.format(name=row.seat) for row in summary.rows if row.deeds["left"]]


def tell_gains(summary: RoundSummary) -> list[SeatRound]:
    """The seats that have scored in the round, the most points first."""
    return sorted((row for row in summary.rows if row.gained), key=lambda row: -row.gained)


def tell_verified(summary: RoundSummary) -> str:
    """Whether the deal was verified: one sentence with the number of proofs and of faults."""
    proofs = n_("{number} proof", "{number} proofs", summary.proofs).format(number=summary.proofs)
    faults = n_("{number} fault", "{number} faults", summary.faults).format(number=summary.faults)
    match summary.audit:
        case "clean":
            text = _("Deal verified: {proofs}, {faults}.")
        case "faulty":
            text = _("Deal NOT verified: {proofs}, {faults}.")
        case _:
            text = _("Deal verified without all seeds: {proofs}, {faults}.")
    return text.format(proofs=proofs, faults=faults)


def tell_checked(one: Checked) -> str:
    """What was found right of one seat's work."""
    parts = [
        (one.keys, n_("{number} key", "{number} keys", one.keys)),
        (one.shuffles, n_("{number} shuffle", "{number} shuffles", one.shuffles)),
        (one.shares, n_("{number} opening of cards", "{number} openings of cards", one.shares)),
        (one.seals, n_("{number} card handed over", "{number} times cards handed over", one.seals)),
        (one.statements, n_("{number} word on a hidden card", "{number} words on hidden cards", one.statements)),
    ]
    proved = listed(text.format(number=number) for number, text in parts if number)
    if one.again:
        return _("{name} proved {proved}; showed the seed, and all was done again from it.").format(
            name=one.seat, proved=proved
        )
    return _("{name} proved {proved}; the seed was not shown.").format(name=one.seat, proved=proved)


def tell_flips(flips: int) -> str:
    """How often the table turned over."""
    return n_("The table turned over once.", "The table turned over {number} times.", flips).format(number=flips)


def tell_round(summary: RoundSummary) -> list[str]:
    """All there is to say of a round besides who won it."""
    flips = [tell_flips(summary.flips)] if summary.flips else []
    return [*tell_hands(summary), *flips, tell_verified(summary)]


def tell_match(summary: MatchSummary, *, you: bool, ascii_only: bool) -> list[str]:
    """A match: points round by round as a table with bars, what happened to us, and how long it was.

    Args:
        summary: the match.
        you: whether the reader has played, and not an AI player in their place.
        ascii_only: whether the bars are of signs that every terminal has.
    """
    if not summary.rounds:
        return []
    lines = [_("Points after each round:"), *points_table(summary, ascii_only=ascii_only)]
    lines += tell_course(summary, you=you)
    return lines


def points_table(summary: MatchSummary, *, ascii_only: bool) -> list[str]:
    """A line a seat, the first place first: its points after each of the last rounds, and a bar."""
    series = summary.series
    most = max(1, *(max(values) for values in series))
    width = max(map(len, summary.seats))
    cell = max(4, *(len(str(value)) + 1 for values in series for value in values))
    shown = min(len(series[0]) - 1, (LINE - width - BAR - 4) // cell)  # the last rounds, where not all fit
    lines: list[str] = []
    for _place, seat in summary.places:
        values = series[seat][-shown:]
        row = "".join(f"{value:>{cell}}" for value in values)
        filled = bar(series[seat][-1] / most, BAR, ascii_only=ascii_only).rstrip(" .")
        lines.append(f"  {summary.seats[seat]:<{width}}{row}  {filled}".rstrip())
    return lines


def tell_course(summary: MatchSummary, *, you: bool = True) -> list[str]:
    """Our best round, what we did and what happened to us, the Flips, how long it was, what was verified."""
    lines = tell_own(summary) if you else []
    if summary.flips:
        lines.append(tell_flips(summary.flips))
    lines.append(tell_length(summary.played, summary.seconds))
    faults = n_("{number} fault", "{number} faults", len(summary.faults)).format(number=len(summary.faults))
    if summary.audit == "clean":
        text = n_(
            "All deals verified: {proofs} proof, {faults}.",
            "All deals verified: {proofs} proofs, {faults}.",
            summary.proofs,
        )
        lines.append(text.format(proofs=summary.proofs, faults=faults))
    else:
        lines.append(_("Not every deal was verified to the end: {faults}.").format(faults=faults))
    lines += [sentence for one in summary.rounds for sentence in tell_left(one)]
    return [*lines, *(tell_fault(seat, reason) for seat, reason in summary.faults)]


def tell_own(summary: MatchSummary) -> list[str]:
    """Our best round, what we did and what happened to us."""
    deeds = summary.deeds(summary.me)
    best = summary.best
    lines: list[str] = []
    if best is not None:
        points = best.rows[summary.me].gained
        lines.append(
            n_(
                "Your best round: number {round}, {points} point.",
                "Your best round: number {round}, {points} points.",
                points,
            ).format(round=best.number, points=points)
        )
    played, drew, catches, caught = (deeds[name] for name in ("played", "drew", "catches", "caught"))
    lines.append(_("You played {played} and drew {drew}.").format(played=count_cards(played), drew=count_cards(drew)))
    if catches:
        lines.append(
            n_("You caught somebody once.", "You caught somebody {number} times.", catches).format(number=catches)
        )
    if caught:
        lines.append(n_("You were caught once.", "You were caught {number} times.", caught).format(number=caught))
    return lines


def tell_length(rounds: int, seconds: float) -> str:
    """How many rounds, and how long: ``3 rounds in 12 min.``."""
    return n_("{number} round in {time}.", "{number} rounds in {time}.", rounds).format(
        number=rounds, time=duration(seconds)
    )


def duration(seconds: float) -> str:
    """A time in the two largest units: ``45 s``, ``12 min``, ``3 h 5 min``."""
    whole = round(seconds)
    if whole < 60:
        return _("{seconds} s").format(seconds=whole)
    minutes = whole // 60
    if minutes < 60:
        return _("{minutes} min").format(minutes=minutes)
    return _("{hours} h {minutes} min").format(hours=minutes // 60, minutes=minutes % 60)


def tell_wanting(notice: PlayAgain) -> list[str]:
    """Who wants another match, and who has not said so: a sentence each."""
    wanting = n_("{names} wants to play again.", "{names} want to play again.", len(notice.wanting))
    lines = [wanting.format(names=listed(notice.wanting))] if notice.wanting else []
    return [*lines, *([_("Not yet: {names}.").format(names=listed(notice.undecided))] if notice.undecided else [])]


def verify_hint(summary: MatchSummary) -> str:
    """How anybody checks the record; empty where there is none."""
    return _("fliptable verify {path}").format(path=summary.record) if summary.record is not None else ""


def names_of(seats: Sequence[str], me: int) -> list[str]:
    """The seats with ours marked as such."""
    return [_("{name} (you)").format(name=name) if seat == me else name for seat, name in enumerate(seats)]
