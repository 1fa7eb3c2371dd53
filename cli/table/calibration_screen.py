"""The card of colours and signs: can the eight faces be told apart, and does every sign take one cell?

Must never know how a setting is kept.
"""

from __future__ import annotations

from typing import Final

from textual import events
from textual.app import ComposeResult

from ..language import _
from ..look.board import LEAST_HEIGHT, LEAST_WIDTH
from ..look.canvas import Canvas, Picture
from ..look.cards import draw_card
from ..look.look import Look
from ..look.text import clean_text, cut, wrap
from .page import draw_page
from .paper import Paper
from .screen import GameScreen
from .settings_screen import LABELS, change_setting, spelled, values, word

FACES: Final = ("r5", "y5", "g5", "b5", "p5", "t5", "o5", "u5")
CARD_WIDTH: Final = 6
KEYS: Final = {"v": "vision", "s": "glyphs", "c": "colours", "t": "theme"}


def draw_calibration(look: Look, width: int, height: int, words: dict[str, str], note: str = "") -> Picture:
    """The card in exactly so many cells; ``words`` are what the settings are now, by their keys."""
    canvas = Canvas(width, height, look.light, look.glyphs)
    clean = look.glyphs.clean
    canvas.fill(0, 0, width, 1, "bar")
    canvas.put(1, 0, clean(_("Colours and signs")), "bar:strong", width - 2)
    y = _paragraph(canvas, 2, _("Can you tell these eight cards apart? Else press v."), width, "table")
    tall = 4 if height > LEAST_HEIGHT + 2 else 3
    for number, face in enumerate(FACES):
        draw_card(canvas, 2 + number * (CARD_WIDTH + 1), y, face, "", (), (CARD_WIDTH, tall))
    y += tall + 1
    signs = look.glyphs.shapes
    if signs:
        glyphs = "".join(signs[letter] for letter in "rygbptouw") + look.glyphs.turn + look.glyphs.ways[0]
        canvas.put(4, y, glyphs + "|", "strong")
        canvas.put(4, y + 1, "-" * len(glyphs) + "|", "strong")
        canvas.put(4, y + 2, look.glyphs.full * len(glyphs) + "|", "strong")
        asked = _("Are the three bars at the right in line? Else press s.")
        y = _paragraph(canvas, y + 3, asked, width, "table")
    else:
        y = _paragraph(canvas, y, _("The signs are letters: they fit everywhere."), width, "table")
    note = cut(canvas.glyphs.clean(note), (width - 4) * 2, look.glyphs.dots)
    told = wrap(note, width - 4)
    y = min(y, height - 1 - len(words) - len(told))  # the keys are seen, however long the sentences are
    for key, text in words.items():
        canvas.spot(0, y, width, 1, key)
        end = canvas.put(2, y, f"{key}  ", "accent")
        canvas.put(end, y, clean(clean_text(text)), "table", width - end - 1)
        y += 1
    for line in told:
        canvas.put(2, y, line, "warning", width - 3)
        y += 1
    canvas.fill(0, height - 1, width, 1, "bar")
    end = canvas.put(1, height - 1, "Esc ", "bar:strong")
    canvas.put(end, height - 1, clean(_("back")), "bar", width - end - 1)
    canvas.spot(0, height - 1, width, 1, "back")
    return canvas.picture()


def _paragraph(canvas: Canvas, y: int, text: str, width: int, role: str) -> int:
    for line in wrap(clean_text(text), width - 4):
        canvas.put(2, y, canvas.glyphs.clean(line), role, width - 3)
        y += 1
    return y


class CalibrationScreen(GameScreen[None]):
    """Shows the card, and goes through palettes, signs, colours and themes."""

    def __init__(self) -> None:
        super().__init__()
        self.picture = Picture([], [])
        self._note = ""
        self._paper = Paper()

    def compose(self) -> ComposeResult:
        """See `Screen`."""
        yield self._paper

    def on_mount(self) -> None:
        """Draw for the first time."""
        self.draw()

    def on_resize(self, event: events.Resize) -> None:
        """Draw anew."""
        self.draw()

    def draw(self) -> None:
        """Draw the card with the look of now."""
        width, height = self.size
        if not width or not height:
            return
        look, settings = self.game.look, self.game.settings
        if width < LEAST_WIDTH or height < LEAST_HEIGHT:
            small = _("This window is too small: {width}x{height} is needed.").format(
                width=LEAST_WIDTH, height=LEAST_HEIGHT
            )
            self.picture = draw_page("fliptable", [small], _("Esc closes"), look, width, height)
        else:
            words = {
                key: _("{setting}: {choice}").format(
                    setting=_(LABELS[name]), choice=word(name, spelled(getattr(settings, name)))
                )
                for key, name in KEYS.items()
            }
            self.picture = draw_calibration(look, width, height, words, self._note)
        self._paper.paint(self.picture.lines)

    def on_key(self, event: events.Key) -> None:
        """The next palette, signs, colours or theme, or back."""
        event.stop()
        self._do("back" if event.key in ("escape", "enter", "q") else event.character or "")

    def on_click(self, event: events.Click) -> None:
        """Do what stands there."""
        self._do(self.picture.at(event.screen_x, event.screen_y))

    def _do(self, key: str) -> None:
        if key == "back":
            self.dismiss()
        elif key in KEYS:
            name = KEYS[key]
            options = values(self.game, name)
            at = options.index(spelled(getattr(self.game.settings, name)))
            self._note = change_setting(self.game, name, options[(at + 1) % len(options)])
            self.draw()
