"""The first game: every lesson can be done as it says, only so, and in words alone."""

import asyncio
from collections.abc import Sequence

import pytest

from fliptable.cli.endings import Exit
from fliptable.cli.front import Front
from fliptable.cli.lessons import LESSONS
from fliptable.cli.plain import Plain
from fliptable.cli.tutorial import Tutorial, teach
from fliptable.core.legal import legal
from fliptable.core.moves import Move
from fliptable.core.notation import format_move, parse_move
from fliptable.core.table import Table
from fliptable.core.view import View
from fliptable.p2p.notices import Happened

from .command import Command


class Typing:
    """A pupil who types these lines, and then nothing more."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._lines = iter(lines)

    async def get(self) -> str | None:
        return next(self._lines, None)


class Watching(Front):
    """Notes what it was shown."""

    def __init__(self) -> None:
        self.lessons: list[tuple[int, int]] = []
        self.remarks: list[str] = []
        self.views: list[View] = []
        self.happenings: list[tuple[Happened, Table]] = []

    def lesson(self, number: int, count: int, text: str, task: str) -> None:
        assert text.endswith(".")
        assert task.endswith(".")
        self.lessons.append((number, count))

    def remark(self, text: str) -> None:
        self.remarks.append(text)

    def settled(self, view: View) -> None:
        self.views.append(view)

    def happened(self, notice: Happened, table: Table, me: int) -> None:
        self.happenings.append((notice, table))

    def typed(self, line: str, table: Table | None, seat: int) -> Move | None:
        assert table is not None
        return parse_move(table, line, seat)[1]


FIRST = [lesson.moves[0] for lesson in LESSONS]
LAST = [lesson.moves[-1] for lesson in LESSONS]


@pytest.mark.parametrize("lines", [FIRST, LAST], ids=["first", "last"])
def test_whoever_does_what_each_lesson_asks_gets_through(lines: list[str]) -> None:
    front = Watching()
    assert asyncio.run(teach(front, Typing(lines), pace=0)) is Exit.DONE
    assert front.lessons == [(number, len(LESSONS)) for number in range(1, len(LESSONS) + 1)]
    assert "fliptable play" in front.remarks[-1]
    assert {view.side for view in front.views} == {0, 1}


def test_only_the_moves_of_a_lesson_end_it_and_every_other_legal_one_is_answered() -> None:
    tutorial = Tutorial()
    while (lesson := tutorial.lesson) is not None:
        for text in lesson.before:
            tutorial.other(text)
        spelled = {format_move(tutorial.table, tutorial.seat, move): move for move in legal(tutorial.table, 0)}
        assert set(lesson.moves) <= set(spelled)
        for text, move in spelled.items():
            assert bool(tutorial.objection(move)) == (text not in lesson.moves)
        tutorial.make(spelled[lesson.moves[0]])
        for text in lesson.after:
            tutorial.other(text)
        tutorial.go_on()
    assert tutorial.objection(legal(tutorial.table, tutorial.table.to_act[0])[0]) == ""


def test_a_pupil_sees_no_more_than_a_player() -> None:
    front = Watching()
    asyncio.run(teach(front, Typing(FIRST[:3]), pace=0))
    for _, table in front.happenings:
        hidden = [card for seat in View(table, 0).players[1:] for card in seat.cards]
        assert hidden
        assert all(card.front < 0 for card in hidden)
        assert all(table.faces[0][card.place] < 0 for card in hidden)


def test_something_else_is_refused_in_a_sentence_and_the_lesson_goes_on() -> None:
    front = Watching()
    asyncio.run(teach(front, Typing(["draw", "play r3"]), pace=0))
    assert front.lessons == [(1, len(LESSONS)), (2, len(LESSONS))]
    assert "red 3" in front.remarks[0]


def test_it_can_be_left_at_any_time(command: Command) -> None:
    done = command("tutorial", "--plain", stdin="")
    assert done.code == Exit.DONE
    assert f"Lesson 1 of {len(LESSONS)}." in done.out
    assert "fliptable tutorial" in done.out


def test_in_words_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert asyncio.run(teach(Plain(), Typing(FIRST), pace=0)) is Exit.DONE
    told = capsys.readouterr().out
    assert "\x1b" not in told
    assert max(map(len, told.splitlines())) <= 80
    assert "FLIP! All cards turn" in told
    assert f"Lesson {len(LESSONS)} of" in told
