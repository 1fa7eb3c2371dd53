"""``fliptable watch``: follow a game without sitting at its table, in words, in JSON Lines or on the full screen.

What one seat sends is checked as ``verify`` does, and nothing is shown that did not hold. Must never know what a letter
is, nor sit down.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ..p2p.charter import session_words
from ..p2p.hello import TableState
from ..p2p.moments import Moment, Moments
from ..p2p.net.mesh import Refused
from ..p2p.net.tcp import NoAnswer
from ..p2p.net.watching import Watching
from ..p2p.phases import Blamed, PutOut, RoundAudited
from ..p2p.verify import Verdict
from .commands import check_wait
from .config import load_config
from .endings import Exit, Stop
from .language import _
from .output import emit, tell
from .replay import Narrator, begin_line, last_line, lines_of, tell_points
from .running import run as run_until_done
from .settings import passing_identity
from .terminal import fits_screen
from .troubles import as_sentence, tell_fault, why_refused
from .where import NAME_SECONDS, Place, find_place, read_place

RETRY_SECONDS: Final = 0.5

Shown = Moment | RoundAudited | Blamed | PutOut


def run(where: str | None, wait: float | None, interfaces: Sequence[str], *, as_json: bool, plain: bool) -> Exit:
    """Watch until the match is over; raises `Stop`."""
    check_wait(wait)
    if not as_json and not plain and not load_config().plain and fits_screen():
        from .table.watch_screen import show_watched

        return show_watched(where, wait, interfaces)
    watched = Watched(where, wait, interfaces, JsonSight() if as_json else PlainSight())
    return run_until_done(watched.spend)


class Sight:
    """What is told of a game that is watched; this one shows nothing."""

    def remark(self, text: str) -> None:
        """Something a person should read."""
        tell(text)

    def began(self, names: tuple[str, ...], words: tuple[str, ...]) -> None:
        """The seats are known."""

    def shown(self, one: Shown) -> None:
        """Something happened."""

    def caught_up(self) -> None:
        """All that has come by now was shown."""

    def differs(self, name: str, slot: int) -> None:
        """That member holds another log than the one that is sent here."""
        text = _(
            "{name} holds another log of this game in slot {slot} than the seat that is asked: one of them cheats."
        )
        self.remark(text.format(name=name, slot=slot))

    def ended(self, verdict: Verdict) -> None:
        """It is over."""


class PlainSight(Sight):
    """In words, as ``replay`` tells them."""

    def __init__(self) -> None:
        self._narrator = Narrator(())

    def began(self, names: tuple[str, ...], words: tuple[str, ...]) -> None:
        """See `Sight`."""
        self._narrator = Narrator(names)

    def shown(self, one: Shown) -> None:
        """See `Sight`."""
        self._narrator.tell(one)

    def ended(self, verdict: Verdict) -> None:
        """See `Sight`."""
        tell_points(verdict)


class JsonSight(Sight):
    """For scripts."""

    def __init__(self) -> None:
        self._names: tuple[str, ...] = ()
        self._words: tuple[str, ...] = ()
        self._begun = False

    def began(self, names: tuple[str, ...], words: tuple[str, ...]) -> None:
        """See `Sight`."""
        self._names, self._words = names, words

    def shown(self, one: Shown) -> None:
        """See `Sight`."""
        if isinstance(one, Moment) and not self._begun:
            self._begun = True
            emit(begin_line(self._names, self._words, one.table.rules))
        for line in lines_of(one, self._names):
            emit(line)

    def differs(self, name: str, slot: int) -> None:
        """See `Sight`."""
        emit({"type": "differs", "seat": name, "slot": slot})

    def ended(self, verdict: Verdict) -> None:
        """See `Sight`."""
        emit(last_line("watch", verdict))


@dataclass
class Watched:
    """A table that is watched in front of a `Sight`; ``spend`` it once."""

    where: str | None
    wait: float | None
    interfaces: Sequence[str]
    sight: Sight
    title: str = ""

    def __post_init__(self) -> None:
        self.moments = Moments()
        self._told = 0
        self._watching: Watching | None = None

    async def spend(self) -> Exit:
        """Find the table and watch until it is over; raises `Stop`."""
        place = read_place(self.where) if self.where is not None else None
        seconds = NAME_SECONDS if self.wait is None else self.wait
        place = place or await find_place(self.where, seconds, self.interfaces, watches=True)
        watching = await self._open(place)
        try:
            if self.title and watching.poster is not None and watching.poster.state is TableState.OPEN:
                self.sight.remark(_("The match has not begun yet: it is shown as soon as it does."))
            reason = await watching.run()
            return self._end(watching, reason)
        finally:
            await watching.close()

    async def _open(self, place: Place) -> Watching:
        loop = asyncio.get_running_loop()
        deadline = loop.time() + (self.wait or 0.0)
        while True:
            identity, secret = passing_identity(), place.secret
            watching = Watching(identity, self.moments, self._moved, self.sight.differs, secret=secret)
            try:
                poster = await watching.open(place.addresses)
            except NoAnswer as error:
                await watching.close()
                if loop.time() >= deadline:
                    raise Stop(Exit.UNREACHED, as_sentence(str(error))) from None
                await asyncio.sleep(RETRY_SECONDS)
                continue
            except Refused as error:
                await watching.close()
                raise Stop(Exit.REFUSED, why_refused(error.reason)) from None
            self._watching, self.title = watching, poster.name
            return watching

    def _moved(self) -> None:
        """Show what was checked since the last time."""
        spectator = self._watching.spectator if self._watching is not None else None
        if spectator is None or spectator.referee is None:
            return
        if not self._told:
            self.sight.began(spectator.referee.names, session_words(spectator.referee.session))
        new, wrong = self.moments.found[self._told :], spectator.wrong
        self._told = len(self.moments.found)
        for one in new:
            if wrong is None or not isinstance(one, Moment) or one.slot < wrong.slot:
                self.sight.shown(one)
        self.sight.caught_up()

    def _end(self, watching: Watching, reason: str) -> Exit:
        spectator = watching.spectator
        wrong = spectator.wrong if spectator is not None else None
        verdict = spectator.end() if spectator is not None else None
        self._moved()
        if verdict is not None:
            self.sight.ended(verdict)
        if wrong is not None:
            text = _("What this table sends does not hold from slot {slot} on. {why}")
            raise Stop(Exit.REFUSED, text.format(slot=wrong.slot, why=tell_fault(wrong.seat, wrong.reason)))
        # Where everybody goes at once, the last signatures may be missing; what led there was checked.
        if verdict is not None and verdict.result is not None and verdict.result.winners:
            return Exit.DONE
        if reason in ("other-game", "record-too-long", "gallery-full", "flood"):
            raise Stop(Exit.UNFINISHED, why_refused(reason))
        raise Stop(Exit.UNFINISHED, _("The table is gone: no result was reached here."))
