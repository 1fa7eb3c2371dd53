"""A recorded game on the screen: step, scrub and play it, from any seat.

Must never know letters or proofs.
"""

from __future__ import annotations

from typing import Final

from textual import events
from textual.app import ComposeResult
from textual.timer import Timer

from ..film import Film, scene_of
from ..language import _, p_
from ..look.board import Board, Picture
from ..look.reel import ROOMY, Reel, draw_reel
from .page import Page, wrapped
from .paper import Paper
from .screen import GameScreen

SPEEDS: Final = (0.5, 1.0, 2.0, 4.0, 8.0)
"""Frames a second."""


class ReplayScreen(GameScreen[None]):
    """Shows a film.

    Args:
        film: the game.
        title: what it is called, for the first line.
        seat: from which seat it is seen at first.
    """

    def __init__(self, film: Film, title: str = "", seat: int = 0) -> None:
        super().__init__()
        self.film = film
        self.at = 0
        self.seat = seat
        self.open_hands = False
        self.speed = 1
        self._title = title
        self._clock: Timer | None = None
        self._paper = Paper()
        self.picture = Picture([], [])

    def compose(self) -> ComposeResult:
        """See `Screen`."""
        yield self._paper

    def on_resize(self, event: events.Resize) -> None:
        """Draw anew."""
        self.draw()

    @property
    def playing(self) -> bool:
        """Whether it goes on by itself."""
        return self._clock is not None

    def draw(self) -> None:
        """Draw the frame."""
        width, height = self.size
        if not self.film.frames:
            return
        if not width or not height or not self.is_mounted:
            return
        film, frame = self.film, self.film.frames[self.at]
        name = film.names[self.seat]
        seen = _("all hands open, as {name}") if self.open_hands else _("as {name}")
        board = Board(
            scene_of(frame, self.seat, open_hands=self.open_hands),
            table=self._title,
            round=frame.table.round,
            target=film.rules,
            links={name: seen.format(name=name)},
            log=film.log[max(0, frame.till - 60) : frame.till],
            remark=" ".join(frame.said) if frame.warns else "",
            keys=self._pairs() if height >= ROOMY else (),
        )
        playing = SPEEDS[self.speed] if self.playing else None
        warned = [number for number, each in enumerate(film.frames) if each.warns]
        reel = Reel(self.at, len(film.frames), film.rounds, warned, frame.slot, playing)
        self.picture = draw_reel(board, reel, self.game.look, width, height)
        self._paper.paint(self.picture.lines)

    def go(self, at: int) -> None:
        """Show a frame."""
        self.at = at
        if self.playing and at == len(self.film.frames) - 1:
            self._stop()
        self.draw()

    # Keys.

    @staticmethod
    def _pairs() -> list[tuple[str, str]]:
        return [
            ("←→", _("step")),
            ("↑↓", _("turn")),
            ("PgUp/Dn", _("round")),
            ("Space", p_("a film", "play")),
            ("Tab", _("seat")),
            ("o", _("open")),
            ("?", _("help")),
            ("q", _("back")),
            ("+-", _("speed")),
            ("v", _("proofs")),
            ("l", _("log")),
        ]

    @staticmethod
    def _help() -> list[tuple[str, str]]:
        return [
            ("← →", _("the event before, the next event")),
            ("↑ ↓", _("the turn before, the next turn")),
            ("PgUp PgDn", _("the round before, the next round")),
            ("Home End", _("the beginning, the end")),
            ("0 to 9", _("so many tenths of the whole; a click on the bar goes there too")),
            ("Space", _("let it play, or stop")),
            ("+ -", _("faster, slower")),
            ("Tab", _("look from the next seat; a click on a seat does it too")),
            ("o", _("show the faces of all hands, as far as the record proves them, instead of their backs")),
            ("v", _("what was proved, and by whom")),
            ("l", _("everything that happened, up to here")),
            ("!", _("the next place where something is wrong")),
            ("q Esc", _("back")),
        ]

    def on_key(self, event: events.Key) -> None:
        """Step, scrub, play, look from elsewhere; where nothing has happened yet there is only the way back."""
        film, at = self.film, self.at
        if not film.frames:
            event.stop()
            if event.key in ("q", "escape"):
                self.dismiss()
            return
        last = len(film.frames) - 1
        places = {
            "right": film.step(at, 1),
            "left": film.step(at, -1),
            "down": film.turn(at, 1),
            "up": film.turn(at, -1),
            "pagedown": film.round(at, 1),
            "pageup": film.round(at, -1),
            "home": 0,
            "end": last,
        }
        character = event.character or ""
        event.stop()
        if event.key in places:
            self.go(places[event.key])
        elif character.isascii() and character.isdigit():
            self.go(film.tenth(int(character)))
        elif event.key == "space":
            self._toggle()
        elif event.key in ("tab", "shift+tab"):
            self._look_from((self.seat + (1 if event.key == "tab" else -1)) % len(film.names))
        else:
            self._press(character or event.key, event.key)

    def _press(self, character: str, key: str) -> None:
        match character:
            case "+" | "=" | "-":
                self._faster(-1 if character == "-" else 1)
            case "o":
                self.open_hands = not self.open_hands
                self.draw()
            case "!":
                self.go(next((n for n, f in enumerate(self.film.frames) if f.warns and n > self.at), self.at))
            case "v":
                self._page(_("What was proved"), [*self.film.proofs, self.film.ends])
            case "l":
                till = self.film.frames[self.at].till
                self._page(_("What happened"), list(self.film.log[:till]), follow=True)
            case "?":
                self._page(_("Keys"), [f"{keys:<10} {text}" for keys, text in self._help()])
            case "q":
                self.dismiss()
            case _:
                if key == "escape":
                    self.dismiss()
                elif key == "f1":
                    self._press("?", key)

    def _page(self, title: str, texts: list[str], *, follow: bool = False) -> None:
        self._stop()
        self.game.push_screen(Page(title, lambda width: wrapped(texts, width), self.game.look, follow=follow))

    def _look_from(self, seat: int) -> None:
        self.seat = seat
        self.draw()

    # Playing.

    def _toggle(self) -> None:
        if self.playing:
            self._stop()
        else:
            if self.at == len(self.film.frames) - 1:
                self.at = 0
            self._start()
        self.draw()

    def _start(self) -> None:
        self._clock = self.set_interval(1 / SPEEDS[self.speed], lambda: self.go(self.film.step(self.at, 1)))

    def _stop(self) -> None:
        if self._clock is not None:
            self._clock.stop()
            self._clock = None

    def _faster(self, by: int) -> None:
        self.speed = min(max(self.speed + by, 0), len(SPEEDS) - 1)
        if self.playing:
            self._stop()
            self._start()
        self.draw()

    # The mouse.

    def on_click(self, event: events.Click) -> None:
        """Go to a place on the bar, look from a seat, or do what a key at the foot does."""
        what, _colon, which = self.picture.at(event.screen_x, event.screen_y).partition(":")
        if what == "frame":
            self.go(int(which))
        elif what == "seat" and which in self.film.names:
            self._look_from(self.film.names.index(which))
        elif what == "key":
            self._click_key(which)

    def _click_key(self, which: str) -> None:
        match which:
            case "←→":
                self.go(self.film.step(self.at, 1))
            case "↑↓":
                self.go(self.film.turn(self.at, 1))
            case "PgUp/Dn":
                self.go(self.film.round(self.at, 1))
            case "Space":
                self._toggle()
            case "+-":
                self._faster(1 if self.speed < len(SPEEDS) - 1 else -self.speed)
            case "Tab":
                self._look_from((self.seat + 1) % len(self.film.names))
            case _:
                self._press(which, which)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Back by a step."""
        self.go(self.film.step(self.at, -1))

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """On by a step."""
        self.go(self.film.step(self.at, 1))
