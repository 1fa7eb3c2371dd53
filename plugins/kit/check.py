"""Runs the conformance kit on a player, each part of it in a process of its own that is watched.

So a player that hangs, exits or takes everything down fails an item and nothing else happens. Must never run any code
of the player's in this process.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Final, Literal

from ..spec import TABLE_BUDGET, Budget
from ..tiers.child import Child, Gone, python
from ..tiers.tier import Late, one_line
from .items import ITEMS, Report, Result, Work

LOAD_SECONDS: Final = 30.0
"""How long a process may take to come up and to import a plugin."""
SLACK_SECONDS: Final = 3.0
"""How much later than its time a player is given up on: the machine may be busy."""
READY_SECONDS: Final = 2.0
"""How long a player may take to be made and to get ready; at a table people wait for it."""
GAMES_SECONDS: Final = 60.0
"""How long the games of a slow player go on before the rest of them is left out."""
GAMES: Final = ("legal", "exceptions", "time", "view", "quiet", "threads")
"""The items that the games decide."""
KINDS: Final = {"illegal": "legal", "wrong-type": "legal", "late": "time"}
"""Which item a fault of a kind (`FaultKind`) belongs to; others to ``exceptions``."""
_IMPORT: Final = f"its import takes longer than {LOAD_SECONDS:g} s"
NOT_CHECKED: Final = "not checked, because of what failed above"

PROGRAM: Final = "not seen: it is a program of its own"

NOISE: Final = (ValueError, TypeError, KeyError, OverflowError, RecursionError)
"""What comes of reading what is no answer: the process runs the player's code, and may say anything."""
LONGEST_SECONDS: Final = 3600.0
"""No question takes longer, whatever a process says."""

Progress = Callable[[int, int], None]
"""Told how many games are played, and how many there will be."""


@dataclass(frozen=True, slots=True)
class _Answer:
    """What a process has seen; or that it hung or died, where it was then (nowhere: it loaded), and how it ended."""

    found: Mapping[str, Any]
    broken: Literal["", "late", "gone"] = ""
    text: str = ""
    how: str = ""


def conforms(
    target: str, *, plugins: Sequence[str] = (), seed: str = "check", progress: Progress | None = None
) -> tuple[Report, ...]:
    """Check what a target holds: the player of that name, or all players of a file or module; a report each.

    Where it cannot be loaded there is one report that says so. Arguments otherwise as of `check`.
    """
    answer = _Kit(target, tuple(plugins), seed, TABLE_BUDGET, 0.0, None).ask("named")
    if answer.broken or "loads" in answer.found:
        wrong = Result("loads", False, answer.found.get("loads") or _how(answer, _IMPORT))
        return (Report(target, (wrong, *(Result(item, None, NOT_CHECKED) for item in list(ITEMS)[1:]))),)
    names, loaded = answer.found["players"], answer.found["plugins"]
    return tuple(Report(name, tuple(check(name, plugins=loaded, seed=seed, progress=progress))) for name in names)


def check(
    player: str,
    *,
    plugins: Sequence[str] = (),
    seed: str = "check",
    budget: Budget = TABLE_BUDGET,
    seconds: float = GAMES_SECONDS,
    progress: Progress | None = None,
) -> Iterator[Result]:
    """Check a player item by item, in the order of `ITEMS`.

    Args:
        player: its name, perhaps with options, as ``--ai`` takes it.
        plugins: files and modules to load, as ``--plugin`` takes them.
        seed: the games follow it.
        budget: how long the player may think.
        seconds: how long the games of a slow player go on.
        progress: told how far the games are.
    """
    kit = _Kit(player, tuple(plugins), seed, budget, seconds, progress)
    failed = False
    for part in (kit.ready, kit.games, kit.positions, kit.repeats, kit.isolated):
        if failed:
            break
        for result in part():
            failed = failed or result.ok is False
            yield result
            kit.left.remove(result.item)
    for item in kit.left:
        yield Result(item, None, NOT_CHECKED)


class _Kit:
    """The parts of the kit, each of which decides some items."""

    def __init__(
        self,
        player: str,
        plugins: tuple[str, ...],
        seed: str,
        budget: Budget,
        seconds: float,
        progress: Progress | None,
    ) -> None:
        self._work = Work("", player, plugins, seed, seconds, budget.move, budget.bank, budget.start)
        self._progress = progress
        self._program = False
        self.left = list(ITEMS)

    def ready(self) -> Iterator[Result]:
        """Whether it is found, made, and bears an end that has no beginning."""
        answer = self.ask("ready")
        found = answer.found
        if "loads" in found or (answer.broken and not answer.text):
            yield Result("loads", False, found.get("loads") or _how(answer, _IMPORT))
            return
        yield Result("loads", True, "found by its name, in a process of its own")
        if answer.broken and answer.text != "finish":
            yield Result("constructs", False, _how(answer, "it was not ready in time"))
            return
        seconds = float(found.get("seconds", 0.0))
        if "constructs" in found or seconds > READY_SECONDS:
            yield Result("constructs", False, found.get("constructs") or f"it took {seconds:.1f} s to get ready")
            return
        yield Result("constructs", True, f"ready in {seconds * 1000:.0f} ms")
        self._program = bool(found.get("program"))
        if self._program:
            yield Result("finish", None, PROGRAM)
        elif answer.broken or "finish" in found:
            text = found.get("finish") or _how(answer, "it never came back")
            yield Result("finish", False, f"finish(None) without start(): {text}")
        else:
            yield Result("finish", True, ITEMS["finish"])

    def games(self) -> Iterator[Result]:
        """Rounds of every preset with 2 to 10 seats."""
        answer = self.ask("games")
        if answer.broken:
            broken = "time" if answer.broken == "late" else "exceptions"
            for item in GAMES:
                holds, text = (False, _how(answer, "it did not answer")) if item == broken else (None, NOT_CHECKED)
                yield Result(item, holds, text)
            return
        found = answer.found
        wrong: dict[str, str] = {}
        for fault in found["faults"]:
            wrong.setdefault(KINDS.get(fault["kind"], "exceptions"), f"{fault['text']} ({fault['where']})")
        if found["mutated"]:
            wrong["view"] = f"something in the view had another value afterwards ({found['mutated']})"
        if found["noise"]:
            wrong["quiet"] = f"it printed: {found['noise']}"
        if found["left"]:
            more = f" and {len(found['left']) - 3} more" if len(found["left"]) > 3 else ""
            wrong["threads"] = f"still running: {', '.join(found['left'][:3])}{more}"
        played, planned = found["games"], found["planned"]
        count = f"{played} games" if played == planned or wrong else f"{played} of {planned} games, then time was up"
        median, slowest = found["ms"]
        right = {"legal": count}
        if not self._program:  # what its time goes on is not seen from here
            right["time"] = f"median {_ms(median)} ms, slowest {_ms(slowest)} ms"
        for item in GAMES:
            if self._program and item in ("view", "quiet", "threads"):
                yield Result(item, None, PROGRAM)
            else:
                yield Result(item, item not in wrong, wrong.get(item) or right.get(item) or ITEMS[item])

    def positions(self) -> Iterator[Result]:
        """Awkward positions, one after the other."""
        answer = self.ask("positions")
        if answer.broken:
            text = _how(answer, "it did not answer")
            yield Result("positions", False, text)
        elif "fault" in answer.found:
            yield Result("positions", False, f"{answer.found['fault']} ({answer.found['where']})")
        else:
            yield Result("positions", True, f"{answer.found['asked']} questions")

    def repeats(self) -> Iterator[Result]:
        """The same rounds in two processes."""
        answers = [self.ask("moves"), self.ask("moves")]  # each new process hashes text in its own way
        for answer in answers:
            if answer.broken:
                text = _how(answer, "it did not come to an end")
                yield Result("repeats", False, text)
                return
        one, other = answers
        same = one.found == other.found
        text = (
            ITEMS["repeats"] if same else "other moves from the same seed: take random numbers from context.rng alone"
        )
        yield Result("repeats", same, text)

    def isolated(self) -> Iterator[Result]:
        """Two rounds in a process to which nothing goes but what the seat may know."""
        if self._program:
            yield Result("isolated", True, "it is a program of its own")
            return
        answer = self.ask("isolated")
        wrong = _how(answer, "it did not come to an end") if answer.broken else answer.found["fault"]
        yield Result("isolated", not wrong, wrong or ITEMS["isolated"])

    def ask(self, kind: str) -> _Answer:
        """Let a process do a piece of work; it is gone afterwards, whatever came of it."""
        child = Child(python("fliptable.plugins.kit.probe"))
        at, limit = "", LOAD_SECONDS
        try:
            child.send(json.dumps(asdict(replace(self._work, kind=kind))).encode())
            while True:
                said = json.loads(child.receive(limit))
                if "done" in said:
                    return _Answer(dict(said["done"]))
                if "at" in said:
                    at, limit = one_line(said["at"]), min(float(said["seconds"]), LONGEST_SECONDS) + SLACK_SECONDS
                elif self._progress is not None:
                    self._progress(int(said["played"]), int(said["of"]))
        except NOISE:
            return _Answer({}, "gone", at, "it writes where it should not")
        except Late:
            return _Answer({}, "late", at)
        except Gone as gone:
            return _Answer({}, "gone", at, str(gone))
        finally:
            child.kill()


def _ms(value: float) -> str:
    """Two significant figures, without an exponent."""
    return f"{value:.0f}" if value >= 10 else f"{value:.2g}"


def _how(answer: _Answer, late: str) -> str:
    where = f" ({answer.text})" if answer.text else ""
    return f"{late if answer.broken == 'late' else answer.how}{where}"
