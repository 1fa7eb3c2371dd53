"""``fliptable tutorial``: a first game, lesson by lesson, against two players who do what the lesson needs.

It plays with the same engine and the same front ends as a real table, only that one program deals. Must never know how
a lesson is shown.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from typing import Final

from ..core.dealer import TrustedDealer
from ..core.events import Event
from ..core.knowledge import as_known
from ..core.moves import Leave, Move
from ..core.notation import format_move, parse_move
from ..core.play import attempt
from ..core.position_reader import read_position
from ..core.table import Table
from ..core.view import View
from ..p2p.notices import Happened
from .endings import Exit
from .front import Front, Input
from .language import _
from .lessons import LESSONS, Lesson
from .lines import Lines
from .output import own_stdout
from .plain import Plain
from .running import run as run_until_done
from .terminal import fits_screen

PACE_SECONDS: Final = 1.2
"""How long the others wait before a move, so that one can follow."""
SEED: Final = 1
"""Nobody is to be surprised: every pupil gets the same cards."""


class Tutorial:
    """Where a pupil stands.

    Attributes:
        number: the lesson that is on, from 0; as many as there are when all are done.
        table: as it lies; never to be shown as it is, every face in it is known.
        seat: the pupil's.
    """

    def __init__(self) -> None:
        self.number = 0
        self.seat = 0
        self.table = _set_up(LESSONS[0])

    @property
    def lesson(self) -> Lesson | None:
        """The lesson that is on, None when all are done."""
        return LESSONS[self.number] if self.number < len(LESSONS) else None

    @property
    def seen(self) -> Table:
        """The table as the pupil knows it."""
        return as_known(self.table, self.seat)

    def objection(self, move: Move) -> str:
        """Why a legal move is not what the lesson asks for, one sentence; empty when it is."""
        lesson = self.lesson
        if lesson is None or format_move(self.table, self.seat, move) in lesson.moves:
            return ""
        return _("The rules allow that, but here is something else to try. {task}").format(task=_(lesson.task))

    def make(self, move: Move) -> Sequence[Event]:
        """Make the pupil's move, which ends the lesson."""
        self.table, events = attempt(self.table, self.seat, move)
        return events

    def other(self, text: str) -> Sequence[Event]:
        """Make a move of another seat."""
        seat, move = parse_move(self.table, text)
        self.table, events = attempt(self.table, seat, move)
        return events

    def go_on(self) -> None:
        """Lay the cards for the next lesson."""
        self.number += 1
        lesson = self.lesson
        if lesson is not None and lesson.position is not None:
            self.table = _set_up(lesson)


def _set_up(lesson: Lesson) -> Table:
    return read_position(lesson.position, TrustedDealer(random.Random(SEED)))


class FirstGame:
    """The first game as an evening that a screen can spend."""

    person: bool = True
    company: bool = False

    async def spend(self, front: Front, lines: Input | None) -> Exit:
        """Give all lessons."""
        return await teach(front, lines) if lines is not None else Exit.DONE


def run(*, plain: bool) -> Exit:
    """Give all lessons, on the full screen where there is one and ``plain`` does not want lines of text."""
    if not plain and fits_screen():
        from .config import load_config
        from .table.app import TableApp, show

        return show(TableApp(FirstGame(), load_config()))
    with own_stdout():
        front = Plain()
        return run_until_done(lambda: teach(front, Lines()))


async def teach(front: Front, lines: Input, pace: float = PACE_SECONDS) -> Exit:
    """Go through all lessons, or until somebody leaves or nothing more is typed."""
    tutorial = Tutorial()
    slot = 0

    def tell(events: Sequence[Event]) -> None:
        nonlocal slot
        slot += 1
        front.happened(Happened(slot, tuple(events)), tutorial.seen, tutorial.seat)

    async def watch(texts: Sequence[str]) -> None:
        for text in texts:
            await asyncio.sleep(pace)
            tell(tutorial.other(text))
            if tutorial.seat not in tutorial.table.to_act:  # otherwise the lesson comes first
                front.settled(View(tutorial.seen, tutorial.seat))

    while (lesson := tutorial.lesson) is not None:
        await watch(lesson.before)
        front.lesson(tutorial.number + 1, len(LESSONS), _(lesson.text), _(lesson.task))
        front.settled(View(tutorial.seen, tutorial.seat))
        move = await _answer(front, lines, tutorial)
        if move is None:
            front.remark(_("Begin again at any time: fliptable tutorial."))
            return Exit.DONE
        tell(tutorial.make(move))
        await watch(lesson.after)
        tutorial.go_on()
    front.remark(_("That was your first game. Play a real one: fliptable play, or open a table for your friends."))
    return Exit.DONE


async def _answer(front: Front, lines: Input, tutorial: Tutorial) -> Move | None:
    """The move that ends the lesson; None when the pupil leaves."""
    while (line := await lines.get()) is not None:
        move = front.typed(line, tutorial.seen, tutorial.seat)
        if isinstance(move, Leave):
            return None
        if move is None:
            continue
        objection = tutorial.objection(move)
        if not objection:
            return move
        front.remark(objection)
        front.settled(View(tutorial.seen, tutorial.seat))
    return None
