"""What the waiting room looks like: who sits at a table before the match, how others find it, the words to compare.

Must never know keys, or how people come to sit there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ..language import _, p_
from ..look.canvas import Canvas, Picture
from ..look.digits import big
from ..look.look import Look
from ..look.text import clean_text, cut, width_of, wrap
from ..rule_words import describe, name_rules
from .front import ScreenFront

TALK_LINES: Final = 3
"""How many of the last things that were said are seen at least."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """What is known of a table before the match.

    Attributes:
        table: its name; empty as long as nothing is known.
        people: those who sit there, each with whether they are ready; the own name is ``me``.
        wanted: how many seats there are.
        opener: whether the table is ours, so that we say when the match begins.
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
    opener: bool
    code: str
    addresses: Sequence[str]
    rules: Sequence[str]
    said: Sequence[str]
    words: Sequence[str]
    typing: str | None = None

    @property
    def next(self) -> str:
        """What has to happen for the match to begin, a sentence."""
        if not self.people:
            return _("One moment: the table is being asked ...")
        if not self.opener:
            return _("Whoever opened the table says when the match begins.")
        if len(self.people) < 2:
            return _("Tell the others the code or the address: somebody has to sit down before you can start.")
        if len(self.people) == self.wanted:
            return _("All seats are taken: press s to start.")
        return _("Press s to start with those who sit here, or wait for more.")


def waiting_of(front: ScreenFront, said: Sequence[str] = (), typing: str | None = None) -> Waiting:
    """What a front end knows, before its match and as it begins."""
    seats, opened, rules = front.seats, front.table_opened, front.rules
    named = [name_rules(rules)] if rules is not None else []
    return Waiting(
        table=seats.table if seats is not None else opened.name if opened is not None else "",
        people=[(name, name in seats.ready) for name in seats.names] if seats is not None else [],
        me=seats.me if seats is not None else None,
        wanted=seats.wanted if seats is not None else 0,
        opener=opened is not None,
        code=(opened.code or "") if opened is not None else "",
        addresses=opened.addresses if opened is not None else (),
        rules=[*named, *describe(rules)] if rules is not None else [],
        said=said,
        words=front.match.words if front.match is not None else (),
        typing=typing,
    )


Line = tuple[str, str]
"""A clean text and the role of the look it is written in."""


def draw_waiting(waiting: Waiting, look: Look, width: int, height: int) -> Picture:
    """The waiting room in exactly so many cells; what was said last stands above the foot."""
    canvas = Canvas(width, height, look.light, look.glyphs)
    canvas.fill(0, 0, width, 1, "bar")
    canvas.put(1, 0, look.glyphs.clean(waiting.table or "fliptable"), "bar:strong", width - 2)
    _draw_foot(canvas, waiting, width, height)
    room = height - 4
    if waiting.words:
        lines, said = _words(waiting, width - 4), []
    else:
        said = [line for text in waiting.said for line in wrap(look.glyphs.clean(text), width - 4)]
        least = min(len(said), TALK_LINES)
        lines = _people(waiting, look, width - 4, room - (least + 1 if least else 0))
        said = said[len(said) - max(0, min(len(said), room - 1 - len(lines))) :]
    for y, (text, role) in enumerate(lines[:room], 2):
        canvas.put(2, y, look.glyphs.clean(text), role, width - 4)
    for y, text in enumerate(said, height - 2 - len(said)):
        canvas.put(2, y, text, "faint", width - 4)
    return canvas.picture()


def _draw_foot(canvas: Canvas, waiting: Waiting, width: int, height: int) -> None:
    y, clean = height - 1, canvas.glyphs.clean
    canvas.fill(0, y, width, 1, "bar")
    if waiting.typing is not None:
        shown = clean(f"> {waiting.typing}")
        while width_of(shown) > width - 4:
            shown = shown[1:]
        canvas.put(canvas.put(1, y, shown, "bar:strong"), y, "_", "bar:strong")
        return
    start = [("s", _("start"))] if waiting.opener and len(waiting.people) > 1 else []
    keys = [*start, ("t", _("chat")), ("r", _("rules")), ("Esc", _("leave"))]
    x = 1
    for key, word in [("Enter", _("to the table"))] if waiting.words else keys:
        end = canvas.put(x, y, f"{key} ", "bar:strong")
        end = canvas.put(end, y, clean(word), "bar")
        canvas.spot(x, y, end - x, 1, key)
        x = end + 2


def _people(waiting: Waiting, look: Look, width: int, room: int) -> list[Line]:
    """Code, address, seats, what comes next, and the rules, in as many lines as there is room for."""
    small = "  ".join(" ".join(group) for group in waiting.code.split("-"))
    seats = _seats(waiting, look, width)
    for large, rules in ((True, True), (True, False), (False, True), (False, False)):
        lines: list[Line] = []
        if waiting.code:
            lines.append((_("Others join with this code:"), "table"))
            drawn = ["", *_large(waiting.code, look, width), ""] if large else [small]
            lines += [(line, "accent") for line in drawn]
        if waiting.addresses:
            text = _("Or by address: {address}").format(address=", ".join(waiting.addresses[:2]))
            lines += [(text, "table"), ("", "table")]
        lines += seats
        lines += [(line, "accent") for line in wrap(look.glyphs.clean(waiting.next), width)]
        if rules and waiting.rules:
            text = [line for sentence in waiting.rules for line in wrap(look.glyphs.clean(sentence), width)]
            lines += [("", "table"), *((line, "faint") for line in text)]
        if len(lines) <= room:
            return lines
    return lines[:room]


def _seats(waiting: Waiting, look: Look, width: int) -> list[Line]:
    """Who sits there, two in a line where they are many."""
    if not waiting.people:
        return []
    taken = _("{taken} of {wanted} seats are taken:").format(taken=len(waiting.people), wanted=waiting.wanted)
    columns = 2 if len(waiting.people) > 4 else 1
    cells = [cut(_seat(waiting, look, *person), width // columns - 2, look.glyphs.dots) for person in waiting.people]
    cells = [cell + " " * (width // columns - width_of(cell)) for cell in cells]
    rows = ["".join(cells[at : at + columns]).rstrip() for at in range(0, len(cells), columns)]
    return [(taken, "table"), *((row, "strong") for row in rows)]


def _seat(waiting: Waiting, look: Look, name: str, ready: bool) -> str:
    who = _("{name} (you)").format(name=name) if name == waiting.me else name
    is_ready = p_("somebody is", "ready")
    return look.glyphs.clean(f"  {who}  {look.glyphs.dot} {is_ready}" if ready else f"  {who}")


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
    later = _("The log at the table keeps them.")
    return [
        (_("The match begins."), "table"),
        ("", "table"),
        *((line, "accent") for line in wrap(clean_text("  -  ".join(waiting.words)), width)),
        ("", "table"),
        *((line, "table") for line in wrap(told, width)),
        *((line, "faint") for line in wrap(later, width)),
    ]
