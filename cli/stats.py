"""``fliptable stats``: what the history of this machine adds up to, in words with small bars, or as JSON.

What is counted as "you" are matches whose own seat a person had; those of an AI player in that seat are counted for
it. Must never know how a match is kept.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Any, Final

from .charts import BLOCKS, bar, spark
from .endings import Exit, Stop
from .history import BadHistory, Match, forget, history_file, read
from .language import _, n_
from .output import emit, encodes, say, state
from .summary_words import duration

BAR: Final = 20
LINE: Final = 79
RECENT: Final = 10
"""So many of the last matches are listed."""
SHOWN: Final = 12
"""So many opponents, the most frequent ones."""


@dataclass(frozen=True, slots=True)
class Count:
    """Matches of one kind that were finished: how many, how many of them we won, and how many they did.

    `name` is whose or what they are; `key` tells two of the same name apart, "" where nothing does.
    """

    name: str
    key: str
    matches: int
    won: int
    lost_to: int

    @property
    def share(self) -> float:
        """What part of them we have won, 0 to 1."""
        return self.won / self.matches if self.matches else 0.0


@dataclass(frozen=True, slots=True)
class Stats:
    """What matches add up to.

    Attributes:
        matches: how many there are.
        own: those of them that were finished, with a person in our seat.
        unfinished: those that were not.
        rounds, rounds_won: in all matches with a person in our seat.
        flips: how often the table turned over in them.
        seconds: how long they were.
        proofs, faults: what was found right in them, and whom one was proved against.
        opponents: people and AI players of others, by key.
        ais: AI players of ours, by name, at seats other than our own.
        auto: AI players that had our own seat.
        rules: what was played.
    """

    matches: int
    own: Count
    unfinished: int
    rounds: int
    rounds_won: int
    flips: int
    seconds: float
    proofs: int
    faults: int
    opponents: tuple[Count, ...]
    ais: tuple[Count, ...]
    auto: tuple[Count, ...]
    rules: tuple[Count, ...]


def add_up(matches: Sequence[Match]) -> Stats:
    """Count matches."""
    own = [match for match in matches if match.own.ai is None]
    done = [match for match in own if match.finished]
    rounds = [(match, one) for match in own for one in match.rounds]
    return Stats(
        matches=len(matches),
        own=Count("", "", len(done), sum(match.own.won for match in done), sum(not match.own.won for match in done)),
        unfinished=len(own) - len(done),
        rounds=sum(match.played for match in own),
        rounds_won=sum(one.winner == match.seat for match, one in rounds),
        flips=sum(one.flips for _, one in rounds),
        seconds=sum(match.seconds for match in own),
        proofs=sum(one.proofs for _, one in rounds),
        faults=sum(match.faults for match in own),
        opponents=_group(done, lambda match: _others(match, ours=False)),
        ais=_group(done, lambda match: _others(match, ours=True)),
        auto=_group(
            [match for match in matches if match.own.ai is not None and match.finished],
            lambda match: [(match.own.ai or "", "", not match.own.won)],
        ),
        rules=_group(done, lambda match: [(match.rules, "", not match.own.won)]),
    )


def _others(match: Match, *, ours: bool) -> Iterable[tuple[str, str, bool]]:
    """(name, key, won) of the other seats that an AI player of ours has, or has not; of equal ones one."""
    found: dict[tuple[str, str], bool] = {}
    for at, seat in enumerate(match.seats):
        if at == match.seat or (seat.ai is not None) != ours:
            continue
        named = (seat.ai, "") if seat.ai is not None else (seat.name, seat.key)
        found[named] = found.get(named, False) or seat.won
    return [(name, key, won) for (name, key), won in found.items()]


def _group(matches: Iterable[Match], name: Callable[[Match], Iterable[tuple[str, str, bool]]]) -> tuple[Count, ...]:
    """Count by what ``name`` gives for a match; the most frequent first, called as they were last."""
    counts: dict[str, Count] = {}
    for match in matches:
        for called, key, theirs in name(match):
            which = key or called
            old = counts.get(which, Count(called, key, 0, 0, 0))
            counts[which] = Count(
                called, key, old.matches + 1, old.won + match.own.won, old.lost_to + (theirs and not match.own.won)
            )
    return tuple(sorted(counts.values(), key=lambda one: (-one.matches, one.name)))


# The command.


def run(*, as_json: bool, forgets: bool) -> Exit:
    """Tell what was played, or delete it; raises `Stop`."""
    try:
        if forgets:
            return _forget(as_json=as_json)
        matches = read()
    except BadHistory as error:
        raise Stop(Exit.MISUSE, str(error)) from None
    if as_json:
        emit(as_object(matches))
    else:
        for line in tell(matches, ascii_only=not encodes(BLOCKS)):
            say(line)
    return Exit.DONE


def _forget(*, as_json: bool) -> Exit:
    number = forget()
    if as_json:
        emit({"type": "forgotten", "matches": number})
    else:
        state(
            n_(
                "{number} match is forgotten. Records stay where they are: {folder}.",
                "{number} matches are forgotten. Records stay where they are: {folder}.",
                number,
            ).format(number=number, folder=history_file().with_name("records"))
        )
    return Exit.DONE


def as_object(matches: Sequence[Match]) -> dict[str, Any]:
    """Everything that is kept, and what it adds up to, for scripts."""
    stats = add_up(matches)
    values = asdict(stats)
    del values["matches"]
    for name in ("own", "opponents", "ais", "auto", "rules"):
        values[name] = _count(stats.own) if name == "own" else [_count(one) for one in getattr(stats, name)]
    return {"type": "stats", **values, "matches": [_match(match) for match in matches]}


def _count(one: Count) -> dict[str, Any]:
    named = {key: value for key, value in (("name", one.name), ("key", one.key)) if value}
    return {**named, "matches": one.matches, "won": one.won, "lost_to": one.lost_to, "share": round(one.share, 4)}


def _match(match: Match) -> dict[str, Any]:
    return {**asdict(match), "at": datetime.fromtimestamp(match.at, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")}


# In words.


def tell(matches: Sequence[Match], *, ascii_only: bool) -> list[str]:
    """The history as lines of at most 79 cells."""
    if not matches:
        return [_("No match is in your history yet: fliptable play begins one.")]
    stats = add_up(matches)
    lines = tell_totals(stats)
    gained = points_of(matches)
    if len(gained) > 1:
        lines.append(
            _("Your points a round, the last {number}: {spark}").format(
                number=len(gained), spark=spark(gained, ascii_only=ascii_only)
            )
        )
    for title, counts in tables(stats):
        if counts:
            lines += ["", title, *tell_counts(counts, ascii_only=ascii_only)]
    lines += ["", _("The last matches, the newest first:")]
    lines += [_cut(f"  {tell_line(match)}", LINE) for match in reversed(matches[-RECENT:])]
    return lines if lines[0] else lines[1:]


def tables(stats: Stats) -> list[tuple[str, tuple[Count, ...]]]:
    """What is shown as bars, with a title each."""
    return [
        (_("Against people (matches, your share of wins):"), stats.opponents[:SHOWN]),
        (_("Against AI players:"), stats.ais[:SHOWN]),
        (_("By rules:"), stats.rules[:SHOWN]),
        (_("AI players in your seat:"), stats.auto[:SHOWN]),
    ]


def tell_totals(stats: Stats) -> list[str]:
    """The numbers of all matches together: some sentences."""
    own = stats.own
    if not own.matches and not stats.unfinished:
        return []
    lines = [
        n_(
            "You finished {number} match and won {won} ({share}).",
            "You finished {number} matches and won {won} ({share}).",
            own.matches,
        ).format(number=own.matches, won=own.won, share=percent(own.share))
    ]
    if stats.unfinished:
        lines.append(
            n_("{number} match was not finished.", "{number} matches were not finished.", stats.unfinished).format(
                number=stats.unfinished
            )
        )
    lines.append(
        n_(
            "{number} round, {won} won, {flips} Flips, in {time}.",
            "{number} rounds, {won} won, {flips} Flips, in {time}.",
            stats.rounds,
        ).format(number=stats.rounds, won=stats.rounds_won, flips=stats.flips, time=duration(stats.seconds))
    )
    lines.append(_("Verified: {proofs} proofs, {faults} faults.").format(proofs=stats.proofs, faults=stats.faults))
    return lines


def tell_counts(counts: Sequence[Count], *, ascii_only: bool) -> list[str]:
    """A line with a bar for each."""
    names = [_named(one, counts) for one in counts]
    width = min(36, max(map(len, names)))
    bars = [bar(one.share, BAR, ascii_only=ascii_only) for one in counts]
    return [
        f"  {_cut(name, width):<{width}} {one.matches:>4}  {filled} {percent(one.share):>6}"
        for name, one, filled in zip(names, counts, bars, strict=True)
    ]


def _cut(text: str, width: int) -> str:
    return text if len(text) <= width else f"{text[: width - 1]}~"


def _named(one: Count, counts: Sequence[Count]) -> str:
    """Its name, with the beginning of its key where another has the same name."""
    twice = sum(other.name == one.name for other in counts) > 1
    return f"{one.name} ({one.key[:6]})" if twice and one.key else one.name


def percent(share: float) -> str:
    """A share as a person reads it."""
    return _("{number} %").format(number=round(share * 100))


def points_of(matches: Sequence[Match], last: int = 40) -> list[int]:
    """Our points in the last rounds of the matches that a person played."""
    return [one.gained[match.seat] for match in matches if match.own.ai is None for one in match.rounds][-last:]


def tell_line(match: Match) -> str:
    """A match as one line: when, how it ended for us, with what points, and by which rules."""
    when = time.strftime("%Y-%m-%d %H:%M", time.localtime(match.at))
    order = sorted(match.seats, key=lambda seat: (not seat.won, -seat.score))
    scores = ", ".join(f"{seat.name} {seat.score}" for seat in order)
    return f"{when}  {outcome(match):<10} {scores}  ({match.rules})"


def outcome(match: Match) -> str:
    """How a match ended for our seat, in one word."""
    if match.finished:
        return _("won") if match.own.won else _("lost")
    return {"left": _("left"), "void": _("broken off")}.get(match.outcome, match.outcome)
