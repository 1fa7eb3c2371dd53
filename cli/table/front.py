"""The front end of the full screen: it keeps what it is told, and says which part of it is new.

What happens is said in the words of the plain front end; they are the log. Screens read the rest from here, and send
what a person does as lines in notation, as everybody does. Must never know Textual.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from ...core.events import Flipped
from ...core.moves import Leave, Move
from ...core.phases import Opening
from ...core.rules import Rules
from ...core.table import Table
from ...core.view import View
from ...p2p.notices import Audited, Began, DealtAgain, Dropped, Ended, Happened, LeftOut, LinkState, PlayAgain, Seated
from ..front import Opened, PeerReport
from ..hint import hint
from ..language import _, n_
from ..output import clean
from ..plain import Plain
from ..present import Asked, Scene, present
from ..summary import MatchSummary, RoundSummary
from ..typed import LEAVING, Act, AskColour, Show, Wrong, understand
from ..words import listed
from .lesson_panel import LessonText

LOG_MAX: Final = 5000
CHAT_MAX: Final = 500
NOTE_SECONDS: Final = 4.0
"""A note that is older goes with the next move."""
WHY: Final = "why "
"""A line that begins so asks whether the move after it may be made, and makes it not."""


class Typed:
    """What the screen sends: the `Input` of its evening."""

    def __init__(self) -> None:
        self.waiting: deque[str | None] = deque()
        self._news = asyncio.Event()

    def send(self, line: str | None) -> None:
        """Send a line; None says that nothing will come any more."""
        self.waiting.append(line)
        self._news.set()

    async def get(self) -> str | None:
        """See `Input`."""
        while not self.waiting:
            self._news.clear()
            await self._news.wait()
        if self.waiting[0] is None:
            return None
        return self.waiting.popleft()


class ScreenFront(Plain):
    """What the screens of one evening know.

    Args:
        asks: whether a person sits here; otherwise the screen only shows what happens.

    Attributes:
        lines: what the screen sends.
        log: everything said so far, oldest first.
        chat: what was said by people, with their names, oldest first.
        table_opened, seats, rules, match: what was told before the match; None where it was not.
        players: who plays our other seats, in sentences.
        view, scene: the settled table as our seat sees it; None before the cards are dealt.
        note: what was answered to our last line, or why it came to nothing; it passes.
        pending: the move of ours that the table has not seen yet.
        silent: the seats from which nothing is heard, each with when that began on the monotonic clock.
        absent: who has been away for so long that the others may vote.
        links: how the other seats are heard.
        flips: how often the table has turned over.
        round: the round that is played, from 1.
        decided_at: since when the table waits for who is to act, on the monotonic clock.
        end: how it ended for us, once it did; ``closing`` is what was said then.
        last_round, result: the last round that was audited, and the match once it is over, summed up.
        lesson_text: the lesson that is on in the first game, None elsewhere.
        again: who wants another match, once one is over and another may follow.
    """

    def __init__(self, *, asks: bool = True) -> None:
        super().__init__(asks=asks)
        self.stays = asks
        self.asks = asks
        self.lines = Typed()
        self.log: deque[str] = deque(maxlen=LOG_MAX)
        self.chat: deque[str] = deque(maxlen=CHAT_MAX)
        self.table_opened: Opened | None = None
        self.seats: Seated | None = None
        self.rules: Rules | None = None
        self.match: Began | None = None
        self.players: tuple[str, ...] = ()
        self.view: View | None = None
        self.scene: Scene | None = None
        self.note = ""
        self.pending: Move | None = None
        self.silent: dict[str, float] = {}
        self.absent: tuple[str, ...] = ()
        self.links: dict[str, LinkState] = {}
        self.flips = 0
        self.decided_at = 0.0
        self.end: Ended | None = None
        self.closing: list[str] = []
        self.last_round: RoundSummary | None = None
        self.result: MatchSummary | None = None
        self.again: PlayAgain | None = None
        self.lesson_text: LessonText | None = None
        self.round = 1
        self._noted_at = 0.0
        self._decision: tuple[object, ...] | None = None
        self._listeners: list[Callable[[str], None]] = []

    # Who looks on.

    def listen(self, listener: Callable[[str], None]) -> Callable[[], None]:
        """Call ``listener`` with the name of the method whenever something was told; gives what ends that."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def _news(self, what: str) -> None:
        for listener in tuple(self._listeners):
            listener(what)

    # Before the match.

    def opened(self, table: Opened) -> None:
        """See `Front`."""
        self.table_opened = table
        self._tell([_("Table {name} is open.").format(name=table.name)])
        self._news("opened")

    def advise(self, text: str) -> None:
        """See `Front`; here keys do what could be typed, and the screens name them."""

    def remark(self, text: str) -> None:
        """See `Front`."""
        super().remark(text)
        self.answer(text)
        if self.end is not None:
            self.closing.append(clean(text))
        elif self.lesson_text is not None:  # a first game has no end but its last word
            self.closing = [clean(text)]
        self._news("remark")

    def lesson(self, number: int, count: int, text: str, task: str) -> None:
        """See `Front`."""
        self.lesson_text = LessonText(number, count, text, task)
        super().lesson(number, count, text, task)
        self._news("lesson")

    def seated(self, notice: Seated) -> None:
        """See `Front`."""
        self.seats = notice
        super().seated(notice)
        self._news("seated")

    def agreed(self, rules: Rules) -> None:
        """See `Front`."""
        self.rules = rules
        super().agreed(rules)
        self._news("agreed")

    def left_out(self, notice: LeftOut) -> None:
        """See `Front`."""
        super().left_out(notice)
        self._news("left_out")

    def began(self, notice: Began, rules: Rules, players: Sequence[str]) -> None:
        """See `Front`."""
        self.match, self.rules, self.players, self.note = notice, rules, tuple(players), ""
        self.view = self.scene = self.pending = self.end = self.last_round = self.result = self.again = None
        self.round, self.closing = 1, []
        self.silent.clear()
        asks, self._asks = self._asks, False  # what can be typed is nobody's matter here
        super().began(notice, rules, players)
        self._asks = asks
        self._news("began")

    # The game.

    def happened(self, notice: Happened, table: Table, me: int) -> None:
        """See `Front`."""
        self.flips += sum(isinstance(event, Flipped) for event in notice.events)
        self.round = table.round
        super().happened(notice, table, me)
        self._news("happened")

    def settled(self, view: View) -> None:
        """See `Front`."""
        if not view.discard:
            return
        self.view, self.scene, self.pending = view, present(view), None
        if not self.asks:
            self.scene = replace(self.scene, asked=Asked.NOTHING, choices=(), prompt="", hint="")
        now = time.monotonic()
        if now - self._noted_at > NOTE_SECONDS:
            self.note = ""
        decision = (view.to_act, view.phase, view.side, view.draw_size, len(view.discard))
        if decision != self._decision:
            self._decision, self.decided_at = decision, now
        self._news("settled")

    def linked(self, states: Mapping[str, LinkState]) -> None:
        """See `Front`."""
        self.links = dict(states)
        self._news("linked")

    def said(self, name: str, text: str) -> None:
        """See `Front`."""
        text = " ".join(clean(text).split())
        self.chat.append(f"{clean(name)}: {text}")
        super().said(name, text)
        self._news("said")

    def waiting(self, names: tuple[str, ...]) -> None:
        """See `Front`."""
        now = time.monotonic()
        self.silent |= {name: now for name in names if name not in self.silent}
        super().waiting(names)
        self._news("waiting")

    def away(self, names: tuple[str, ...], seconds: int, ending: tuple[str, ...]) -> None:
        """See `Front`."""
        self.absent = names
        sentence = n_(
            "{ending} wants to go on without {names}.", "{ending} want to go on without {names}.", len(ending)
        )
        if not ending:
            sentence = n_("{names} has been away for {since}.", "{names} have been away for {since}.", len(names))
        since = f"{seconds // 60}:{seconds % 60:02}"
        self._interject(sentence.format(ending=listed(ending), names=listed(names), since=since))
        self._news("away")

    def back(self, names: tuple[str, ...]) -> None:
        """See `Front`."""
        self.absent = tuple(name for name in self.absent if name not in names)
        for name in names:
            self.silent.pop(name, None)
        super().back(names)
        self._news("back")

    def audited(self, notice: Audited, scores: dict[str, int]) -> None:
        """See `Front`."""
        super().audited(notice, scores)
        self._news("audited")

    def round_over(self, summary: RoundSummary) -> None:
        """See `Front`."""
        super().round_over(summary)
        self.last_round = summary
        self._news("round_over")

    def rematch(self, notice: PlayAgain) -> None:
        """See `Front`."""
        super().rematch(notice)
        self.again = notice
        self._news("rematch")

    def match_over(self, summary: MatchSummary) -> None:
        """See `Front`."""
        super().match_over(summary)
        self.result = summary
        self._news("match_over")

    def dealt_again(self, notice: DealtAgain) -> None:
        """See `Front`."""
        super().dealt_again(notice)
        self.view = self.scene = self.pending = None
        self._news("dealt_again")

    def dropped(self, notice: Dropped) -> None:
        """See `Front`."""
        super().dropped(notice)
        self.pending = None
        self.answer(self.log[-1])
        self._news("dropped")

    def ended(self, notice: Ended, seconds: float, peers: Sequence[PeerReport]) -> None:
        """See `Front`."""
        said = len(self.log)
        super().ended(notice, seconds, peers)
        self.end, self.pending, self.absent = notice, None, ()
        self.closing = list(self.log)[said:]
        self._news("ended")

    # What the screen sends.

    def typed(self, line: str, table: Table | None, seat: int) -> Move | None:
        """See `Front`; what is no move is answered in `note`."""
        line = line.strip()
        if table is None or isinstance(table.phase, Opening) or not table.discard:
            if line.lower() in LEAVING:
                return Leave()
            return self._came_to_nothing(_("The cards are being dealt: one moment."))
        asked = line.startswith(WHY)
        meaning = understand(line.removeprefix(WHY), present(View(table, seat)), table, seat)
        match meaning:
            case Act(move) if not asked:
                self.pending = move
                self._news("sent")
                return move
            case Act() | AskColour():
                return self._came_to_nothing(_("That can be played now.") if asked else _("A wild needs its colour."))
            case Wrong(sentence):
                return self._came_to_nothing(sentence)
            case Show() | None:
                return None

    def answer(self, sentence: str) -> None:
        """Say something about what was just tried; nothing takes back what was said."""
        self.note, self._noted_at = clean(sentence), time.monotonic()
        self._news("note")

    def _came_to_nothing(self, sentence: str) -> None:
        self.answer(sentence)
        self._news("answered")

    def hint(self) -> str:
        """What the AI player steady would do now, and why."""
        return hint(self.view, self._adviser) if self.view is not None else ""

    # What the plain front end writes is the log here.

    def _tell(self, sentences: Iterable[str]) -> None:
        self._tell_lines(sentences)

    def _tell_lines(self, lines: Iterable[str]) -> None:
        self.log.extend(clean(line.rstrip()) for line in lines if line.strip())

    def _interject(self, sentence: str) -> None:
        self._tell([sentence])
