"""The table on the screen.

Must never know sessions or sockets.
"""

from __future__ import annotations

from rich.segment import Segment
from textual import events
from textual.app import ComposeResult

from ..drawing import draw_asking, draw_table, draw_waiting
from .canvas import Canvas
from .front import ScreenFront
from .screen import GameScreen


class TableScreen(GameScreen[None]):
    """Shows what ``front`` knows, and sends what a person does."""

    def __init__(self, front: ScreenFront) -> None:
        super().__init__()
        self.front = front
        self._canvas = Canvas()
        self._line = ""

    def compose(self) -> ComposeResult:
        """See `Screen`."""
        yield self._canvas

    def on_mount(self) -> None:
        """Look on from now on."""
        self.front.listen(self._told)
        self._draw()

    def on_resize(self, event: events.Resize) -> None:
        """Draw anew."""
        self._draw()

    def _told(self, what: str) -> None:
        self._draw()

    def on_key(self, event: events.Key) -> None:
        """Type."""
        if event.key == "enter":
            self.front.lines.send(self._line)
            self._line = ""
        elif event.key == "backspace":
            self._line = self._line[:-1]
        elif event.is_printable:
            self._line += event.character or ""
        self._draw()

    def _draw(self) -> None:
        width, height = self.size
        scene = self.front.scene
        lines = [] if scene is None else [*draw_table(scene), *(draw_asking(scene) or draw_waiting(scene))]
        lines = [*list(self.front.log)[len(lines) + 2 - height :], *lines, self.front.note, f"> {self._line}"]
        self._canvas.paint([[Segment(line[:width].ljust(width))] for line in lines[-height:]])
