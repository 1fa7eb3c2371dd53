"""The waiting room: who sits at a table before the match, how others find it, and the words to compare when it begins.

Must never know how people come to sit there.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from textual import events
from textual.app import ComposeResult

from ..language import _
from ..look.board import LEAST_HEIGHT, LEAST_WIDTH
from ..look.canvas import Canvas, Picture
from ..look.digits import big
from ..look.look import Look
from ..look.text import clean_text, width_of
from ..rule_words import describe, name_rules
from .chat_line import ChatLine
from .front import ScreenFront
from .page import draw_page
from .paper import Paper
from .screen import GameScreen

WORDS_SECONDS: Final = 20.0
"""How long the words to compare stand there by themselves; the log keeps them."""
TALK_LINES: Final = 3


@dataclass(frozen=True, slots=True)
class Waiting:
    """What is known of a table before the match.

    Attributes:
        table: its name.
        people: those who sit there, each with whether they are ready; the own name is ``me``.
        wanted: how many seats there are.
        code, addresses: how others find it, empty where it is not ours.
        rules: in sentences, the first one names them.
        said: the last things that happened or were said.
        words: the words to compare, once the match begins.
        typing: the line that is being written, None when none is.
    """

    table: str
    people: Sequence[tuple[str, bool]]
    me: str | None
    wanted: int
    code: str
    addresses: Sequence[str]
    rules: Sequence[str]
    said: Sequence[str]
    words: Sequence[str]
    typing: str | None = None


def waiting_of(front: ScreenFront, typing: str | None = None) -> Waiting:
    """What a front end knows, before its match and as it begins."""
    seats, opened, rules = front.seats, front.table_opened, front.rules
    named = [name_rules(rules)] if rules is not None else []
    return Waiting(
        table=seats.table if seats is not None else opened.name if opened is not None else "",
        people=[(name, name in seats.ready) for name in seats.names] if seats is not None else [],
        me=seats.me if seats is not None else None,
        wanted=seats.wanted if seats is not None else 0,
        code=(opened.code or "") if opened is not None else "",
        addresses=opened.addresses if opened is not None else (),
        rules=[*named, *describe(rules)] if rules is not None else [],
        said=list(front.log)[-TALK_LINES:],
        words=front.match.words if front.match is not None else (),
        typing=typing,
    )


def draw_waiting(waiting: Waiting, look: Look, width: int, height: int) -> Picture:
    """The waiting room in exactly so many cells."""
    canvas = Canvas(width, height, look.light, look.glyphs)
    clean = look.glyphs.clean
    canvas.fill(0, 0, width, 1, "bar")
    canvas.put(1, 0, clean(waiting.table), "bar:strong", width - 2)
    _draw_foot(canvas, waiting, width, height)
    lines = _words(waiting, width - 4) if waiting.words else _people(waiting, look, width - 4)
    room = height - 4 - (0 if waiting.words else TALK_LINES + 1)
    for y, (text, role) in enumerate(lines[:room], 2):
        canvas.put(2, y, clean(text), role, width - 4)
    if not waiting.words:
        for y, text in enumerate(waiting.said, height - 2 - len(waiting.said)):
            canvas.put(2, y, clean(text), "faint", width - 4)
    return canvas.picture()


Line = tuple[str, str]


def _draw_foot(canvas: Canvas, waiting: Waiting, width: int, height: int) -> None:
    canvas.fill(0, height - 1, width, 1, "bar")
    if waiting.typing is not None:
        canvas.put(1, height - 1, canvas.glyphs.clean(f"> {waiting.typing}")[-(width - 4) :] + "_", "bar:strong")
        return
    if waiting.words:
        canvas.put(1, height - 1, canvas.glyphs.clean(_("Enter goes to the table")), "bar", width - 2)
        canvas.spot(0, height - 1, width, 1, "table")
        return
    x = 1
    for key, word in (("s", _("start")), ("t", _("chat")), ("r", _("rules")), ("Esc", _("leave"))):
        end = canvas.put(x, height - 1, f"{key} ", "bar:strong")
        end = canvas.put(end, height - 1, canvas.glyphs.clean(word), "bar")
        canvas.spot(x, height - 1, end - x, 1, key)
        x = end + 2


def _people(waiting: Waiting, look: Look, width: int) -> list[Line]:
    lines: list[Line] = []
    if waiting.code:
        lines += [(_("Others join with this code:"), "table"), ("", "table")]
        lines += [(line, "accent") for line in _large(waiting.code, look, width)]
        lines.append(("", "table"))
    if waiting.addresses:
        lines += [(_("or by address: {address}").format(address=", ".join(waiting.addresses[:2])), "table"), ("", "")]
    lines.append(
        (_("{taken} of {wanted} seats are taken:").format(taken=len(waiting.people), wanted=waiting.wanted), "table")
    )
    for name, ready in waiting.people:
        who = _("{name} (you)").format(name=name) if name == waiting.me else name
        lines.append((f"  {who}  {_('ready') if ready else _('not ready yet')}", "accent" if ready else "table"))
    lines.append(("", "table"))
    rules = [line for text in waiting.rules for line in textwrap.wrap(clean_text(text), width)]
    lines += [(line, "faint") for line in rules]
    return [(text, role or "table") for text, role in lines]


def _large(code: str, look: Look, width: int) -> list[str]:
    """A code as large as there is room for, in lines; never cut."""
    groups = code.split("-")
    for joined in ([" ".join(groups)], groups):
        drawn = [_row(group, look) for group in joined]
        if all(len(lines) > 1 and width_of(lines[0]) <= width for lines in drawn):
            return [line for lines in drawn for line in lines]
    return ["  ".join(" ".join(group) for group in groups)]


def _row(text: str, look: Look) -> list[str]:
    words = [big(word, look.glyphs.blocks) for word in text.split()]
    return ["   ".join(parts) for parts in zip(*words, strict=True)] if all(len(word) > 1 for word in words) else [text]


def _words(waiting: Waiting, width: int) -> list[Line]:
    told = _("Read these words out to each other. Equal words on all screens mean that nobody sits between you.")
    return [
        (_("The match begins."), "table"),
        ("", "table"),
        ("   ".join(waiting.words), "accent"),
        ("", "table"),
        *((line, "table") for line in textwrap.wrap(told, width)),
    ]


class WaitingScreen(GameScreen[None]):
    """The waiting room of one evening; it goes when the match has begun and the words were seen."""

    def __init__(self, front: ScreenFront) -> None:
        super().__init__()
        self.front = front
        self.picture = Picture([], [])
        self.chat = ChatLine()
        self._paper = Paper()
        self._deaf: Callable[[], None] | None = None

    def compose(self) -> ComposeResult:
        """See `Screen`."""
        yield self._paper

    def on_mount(self) -> None:
        """Look on from now on."""
        self._deaf = self.front.listen(self.told)
        self.draw()

    def on_unmount(self) -> None:
        """Look on no longer."""
        if self._deaf is not None:
            self._deaf()

    def on_resize(self, event: events.Resize) -> None:
        """Draw anew."""
        self.draw()

    def told(self, what: str) -> None:
        """Show what is new; the match and its end close the room."""
        if what == "began":
            self.chat.close()
            if self.front.match is not None and self.front.match.back:
                self._go()  # who comes back has compared the words before
                return
            self.set_timer(WORDS_SECONDS, self._go)
        elif what == "ended":
            self._go()
            return
        self.draw()

    def draw(self) -> None:
        """Draw what is known now."""
        width, height = self.size
        if not width or not height:
            return
        look = self.game.look
        if width < LEAST_WIDTH or height < LEAST_HEIGHT:
            small = _("This window is too small: {width}x{height} is needed.").format(
                width=LEAST_WIDTH, height=LEAST_HEIGHT
            )
            self.picture = draw_page("fliptable", [small], _("Esc leaves"), look, width, height)
        else:
            self.picture = draw_waiting(waiting_of(self.front, self.chat.text), look, width, height)
        self._paper.paint(self.picture.lines)

    def on_key(self, event: events.Key) -> None:
        """Start, talk, read the rules, or leave."""
        event.stop()
        if self.chat.text is not None:
            line = self.chat.take(event)
            if line:
                self.front.lines.send(f"say {line}")
        elif self.front.match is not None:
            if event.key in ("enter", "escape", "space"):
                self._go()
                return
        else:
            self.act("Esc" if event.key in ("escape", "q") else event.character or "")
        self.draw()

    def on_paste(self, event: events.Paste) -> None:
        """Paste into the line that is being written."""
        event.stop()
        self.chat.paste(event.text)
        self.draw()

    def on_click(self, event: events.Click) -> None:
        """Do what stands at the foot."""
        action = self.picture.at(event.screen_x, event.screen_y)
        if action == "table":
            self._go()
            return
        self.act(action)
        self.draw()

    def act(self, key: str) -> None:
        """Do what a key of the foot says."""
        match key:
            case "s":
                self.front.lines.send("start")
            case "t":
                self.chat.open()
            case "r":
                self.game.show_text(_("Rules"), list(waiting_of(self.front).rules))
            case "Esc":
                self.front.lines.send("leave")
            case _:
                pass

    def _go(self) -> None:
        if self.is_current:
            self.dismiss()
