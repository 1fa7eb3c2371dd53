"""The table on the screen: it draws what the evening has told, and turns keys and clicks into what a person does.

Must never know sessions or sockets, nor how anything looks.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from textual import events
from textual.app import ComposeResult
from textual.timer import Timer

from ..language import _
from ..look.board import LEAST_HEIGHT, LEAST_WIDTH, Board, Picture, draw_board
from ..present import Asked
from .chat_line import ChatLine
from .doing import Doing
from .front import ScreenFront
from .lesson_panel import above, fits, height_left
from .match_over import MatchOverScreen
from .page import Page, draw_page, rows, wrapped
from .paper import Paper
from .round_over import RoundOverScreen
from .screen import GameScreen
from .showing import board_of, footer

FLIP_SECONDS: Final = 0.3
FRAME_SECONDS: Final = 0.05
TICK_SECONDS: Final = 0.5
DIGIT_SECONDS: Final = 0.9
"""How long the second digit of a card's number may take; the card of the first one is selected meanwhile."""
WHEEL: Final = 1
SCROLL: Final = 5
AFTER: Final = "enter", "escape", "q"


class TableScreen(GameScreen[None]):
    """The table of one evening.

    Args:
        front: what is known, and where lines go.
    """

    def __init__(self, front: ScreenFront) -> None:
        super().__init__()
        self.front = front
        self.done = False
        self.writing = ChatLine()
        self._paper = Paper()
        self.picture = Picture([], [])
        self._footer: dict[str, str] = {}
        self._first_digit: tuple[float, int] | None = None
        self._flips = 0
        self._flip_at: float | None = None
        self._flipping: Timer | None = None
        self._asked = False
        self._results: list[RoundOverScreen | MatchOverScreen] = []
        self._showing = False
        self._seen = False
        self._deaf: Callable[[], None] | None = None

    def compose(self) -> ComposeResult:
        """See `Screen`."""
        yield self._paper

    def on_mount(self) -> None:
        """Look on from now on."""
        settings = self.game.settings
        self.doing = Doing(self.front, order=settings.sort, arm=settings.arm, letter=self.game.keys.shown)
        self._deaf = self.front.listen(self.told)
        self.told("settled")
        if self.front.lesson_text is not None:
            self.call_after_refresh(self.told, "lesson")
        self.set_interval(TICK_SECONDS, self._tick)

    def on_unmount(self) -> None:
        """Look on no longer."""
        if self._deaf is not None:
            self._deaf()

    def on_resize(self, event: events.Resize) -> None:
        """Draw anew."""
        self.draw()

    # What is told.

    def told(self, what: str) -> None:
        """Show what is new."""
        if what in ("settled", "dealt_again", "began"):
            self.doing.renew()
            self._turn_over()
            self._wake()
        elif what in ("away", "back"):
            self.doing.vote()
        elif what in ("answered", "dropped"):
            self.doing.answered()
        elif what == "lesson" and (lesson := self.front.lesson_text) is not None and not fits(lesson, *self.size):
            self.game.show_text(lesson.title, [lesson.text, "", lesson.task])
        elif what == "round_over" and self.front.last_round is not None:
            self._results.append(RoundOverScreen(self.front, self.front.last_round))
        elif what == "match_over" and self.front.result is not None and self.front.result.finished:
            self._results.append(MatchOverScreen(self.front, self.front.result))
        self._show_result()
        self.draw()

    def _show_result(self) -> None:
        """Show what rounds and the match have come to, one after the other, and not over a line that is written."""
        if not self._results or self._showing or self.writing.text is not None:
            return
        shown, self._showing = self._results.pop(0), True

        def seen(_nothing: None) -> None:
            # Where another match has begun meanwhile nothing has ended.
            self._showing, self._seen = False, isinstance(shown, MatchOverScreen) and self.front.end is not None
            if self._seen and self.done:
                self.game.evening_seen()
            elif self._seen:
                self.front.lines.send("leave")
            else:
                self._show_result()

        self.game.push_screen(shown, seen)

    def over(self) -> None:
        """The evening is over: the table lies as it was left until somebody goes."""
        self.done = True
        self.front.again = None
        if self._seen:
            self.game.evening_seen()
            return
        self.draw()

    def _turn_over(self) -> None:
        """Let the table turn over, if it has."""
        flips, self._flips = self.front.flips - self._flips, self.front.flips
        if flips and self.game.moves_shown and self.front.view is not None:
            self._flip_at = time.monotonic()
            if self._flipping is None:
                self._flipping = self.set_interval(FRAME_SECONDS, self._turn_on)

    @property
    def turning(self) -> float | None:
        """How far the table has turned over, 0 to 1; None while it lies still."""
        return None if self._flip_at is None else min(1.0, (time.monotonic() - self._flip_at) / FLIP_SECONDS)

    def _turn_on(self) -> None:
        if self._flip_at is not None and time.monotonic() - self._flip_at >= FLIP_SECONDS:
            self._flip_at = None
        if self._flip_at is None and self._flipping is not None:
            self._flipping.stop()
            self._flipping = None
        self.draw()

    def _wake(self) -> None:
        """Call a person who looks elsewhere to the table."""
        scene = self.front.scene
        asked = scene is not None and scene.asked is not Asked.NOTHING
        if asked and not self._asked:
            self.game.call_to_table()
        self._asked = asked

    def _tick(self) -> None:
        if self.front.silent or (self.front.rules is not None and self.front.rules.turn_seconds):
            self.draw()

    # Drawing.

    def draw(self) -> None:
        """Draw the table as it is known now."""
        width, height = self.size
        if not width or not height or not self.is_mounted:
            return
        typing = self.writing.text
        pairs = footer(self.front, self.doing, self.game.keys, typing=typing is not None, done=self.done)
        self._footer = {key: name for name, key, _word in pairs}
        board = board_of(self.front, self.doing, pairs, typing=typing, flip=self.turning, done=self.done)
        if board is None:
            lines = wrapped(list(self.front.log), width)[-rows(height) :]
            title = self.front.seats.table if self.front.seats is not None else ""
            self.picture = draw_page(title or "fliptable", lines, self._foot(), self.game.look, width, height)
        else:
            self.picture = self._with_lesson(board, width, height)
        self._paper.paint(self.picture.lines)
        self._point()

    def _with_lesson(self, board: Board, width: int, height: int) -> Picture:
        """The table, below the lesson where there is room for both, else with what is to be done in its middle."""
        lesson, look = self.front.lesson_text, self.game.look
        if lesson is None:
            return draw_board(board, look, width, height)
        if not fits(lesson, width, height):
            log = [entry for entry in board.log if entry != lesson.task]
            told = " ".join(filter(None, [board.remark, lesson.task]))
            return draw_board(replace(board, log=log, remark=told), look, width, height)
        table = draw_board(board, look, width, height_left(lesson, width, height))
        return above(lesson, table, look, width, dark=board.scene.dark)

    def _foot(self) -> str:
        if self.writing.text is not None:
            return _("Say: {text}").format(text=self.writing.text) + "_"
        return "   ".join(f"{key} {word}" for _, key, word in self.game.keys.footer("log", "help", "quit"))

    def _point(self) -> None:
        """Keep the cursor of the terminal, which braille displays follow, on the selected card or choice."""
        wanted = f"card:{self.doing.index}" if self.doing.at is None else f"option:{self.doing.at}"
        spot = next((spot for spot in self.picture.spots if spot.action == wanted), None)
        if spot is not None:
            self.game.point(spot.x, spot.y)

    # Keys.

    def on_key(self, event: events.Key) -> None:
        """Do what a key means here."""
        event.stop()
        if self.writing.text is not None:
            self._say(self.writing.take(event))
        elif self.done and event.key in AFTER:
            self.game.evening_seen()
        elif not self.doing.answer(event.character or event.key) and not self._digit(event.character):
            action = self.game.keys.action(event.key, event.character)
            if action is not None:
                self.act(action)
        self._show_result()
        self.draw()

    def act(self, action: str) -> None:
        """Do an action of the key map."""
        if action == "chat":
            self.writing.open()
        elif action == "log":
            self.game.push_screen(
                Page(
                    _("Log"),
                    lambda width: wrapped(list(self.front.log), width),
                    self.game.look,
                    follow=True,
                    closing="l",
                )
            )
        elif action == "help":
            self.game.push_screen(
                Page(_("Keys"), lambda width: wrapped(self.game.keys.help(), width), self.game.look, closing="?")
            )
        elif action == "hint":
            if self.game.settings.hints:
                self.front.answer(self.front.hint())
        elif action == "quit" and (self.too_small or self.front.match is None):
            self.front.lines.send("leave")
        elif not self.too_small:
            self.doing.act(action)

    @property
    def too_small(self) -> bool:
        """Whether the window shows no table: then only leaving works, without a question that nobody could read."""
        return self.size.width < LEAST_WIDTH or self.size.height < LEAST_HEIGHT

    def _digit(self, character: str | None) -> bool:
        """Select a card by its number; two digits make one number when the second one comes soon."""
        if character is None or character not in "0123456789" or not self.doing.hand:
            return False
        now, digit = time.monotonic(), int(character)
        number = digit or 10
        if self._first_digit is not None and now - self._first_digit[0] < DIGIT_SECONDS:
            both = self._first_digit[1] * 10 + digit
            if both <= len(self.doing.hand):
                number = both
        self._first_digit = (now, digit) if digit and number == digit else None
        if number <= len(self.doing.hand):
            self.doing.select(number - 1)
        else:
            self.front.answer(
                _("There is no card {number}: your hand has {cards}.").format(number=number, cards=len(self.doing.hand))
            )
        return True

    def _say(self, text: str | None) -> None:
        if text:
            self.front.lines.send(f"say {text}")

    def on_paste(self, event: events.Paste) -> None:
        """Paste into the line that is written; elsewhere nothing is meant by it."""
        self.writing.paste(event.text)
        self.draw()

    # The mouse.

    def on_click(self, event: events.Click) -> None:
        """Do what the place means."""
        if self.done:
            self.game.evening_seen()
            return
        what, _, which = self.picture.at(event.screen_x, event.screen_y).partition(":")
        match what:
            case "card":
                if self.doing.hand and self.doing.index == int(which) and (self.doing.at is None):
                    self.doing.enter()
                else:
                    self.doing.select(int(which))
            case "option":
                self.doing.choose(int(which))
            case "draw" | "log" | "chat":
                self.act(what)
            case "key" if which in self._footer:
                self._press(self._footer[which])
            case "scroll":
                self.doing.select(self.doing.index + (-SCROLL if which == "left" else SCROLL))
            case "seat":
                self.doing.point_at(which)
            case _:
                pass
        self.draw()

    def _press(self, action: str) -> None:
        if action == "end":
            self.writing.close()
        elif action == "send":
            self._say(self.writing.close())
        else:
            self.act(action)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Go to the left through the hand."""
        self.doing.select(self.doing.index - WHEEL)
        self.draw()

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Go to the right through the hand."""
        self.doing.select(self.doing.index + WHEEL)
        self.draw()
