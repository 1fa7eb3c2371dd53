"""``fliptable`` in a terminal: the tables found, and the ways to sit down, as lines of text.

What is typed here is a command line without its first word, so everything that works in a shell works here too. Must
never know how a match is played.
"""

from __future__ import annotations

import asyncio
import shlex
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from .drawing import wrapped
from .endings import Exit
from .language import _, mark
from .lines import Lines
from .output import prompt, say
from .running import run as run_until_done
from .tables import differences
from .tables import line as table_line
from .typed import LEAVING

if TYPE_CHECKING:
    from ..p2p.net.finder import Finder, FoundTable

HELP: Final = mark("""\
  play            against AI players on this machine (for one: play --bots 1)
  open NAME       open a table of your own on this network
  join WHERE      a table's name, its address, or its +CODE; or type its number
  tables, rules   look around; the rules
  quit            leave
Everything else of fliptable -h works too.""")
EMPTY: Final = mark("No table is open on this network yet: type play, open NAME, or join with an address or a +CODE.")
QUIET_SECONDS: Final = 3.0
LOOK_SECONDS: Final = 0.3


def run(execute: Callable[[list[str]], int]) -> int:
    """Stay until somebody goes; ``execute`` runs a command line and gives its exit code."""
    _tell(_("fliptable: cards with two sides. No account, no server: nothing leaves your network."))
    say(_(HELP))
    chosen: list[str] = []

    async def choose() -> Exit:
        chosen[:] = await _choose()
        return Exit.DONE

    while True:
        code = run_until_done(choose)
        words = list(chosen)
        if code is not Exit.DONE or not words:
            return code
        code = execute(words)
        if code in (Exit.INTERRUPTED, Exit.TERMINATED):
            return code
        say()


def _tell(sentence: str) -> None:
    for line in wrapped([sentence]):
        say(line)


async def _choose() -> list[str]:
    """List tables as they are found until a command is typed; empty: leave."""
    from ..p2p.net.finder import Finder

    lines, finder = Lines(), Finder()
    await finder.start()
    listing: list[FoundTable] = []
    watching = asyncio.create_task(_watch(finder, listing))
    try:
        while True:
            prompt("fliptable> ")
            typed = await lines.get()
            if typed is None or typed.strip().lower() in LEAVING:
                return []
            words = _words(typed, listing)
            if words:
                return words
    finally:
        watching.cancel()
        await asyncio.gather(watching, return_exceptions=True)
        await finder.close()


def _words(typed: str, listing: list[FoundTable]) -> list[str]:
    """The command line that is meant; empty when it has been answered here."""
    try:
        words = shlex.split(typed)
    except ValueError:
        say(_("A quotation mark is missing: a name with spaces stands between two of them."))
        return []
    if words and words[0] == "fliptable":
        words = words[1:]
    if words[:1] in (["help"], ["?"]):
        say(_(HELP))
        return []
    if len(words) == 1 and words[0].isdecimal():
        number = int(words[0])
        if not 1 <= number <= len(listing):
            say(_("There is no table {number} in the list.").format(number=number))
            return []
        table = listing[number - 1]
        if table.why == "locked":
            _tell(_("{name} is open to those who have its invite code: type join +CODE.").format(name=table.name))
            return []
        return ["join", str(table.addresses[0])]
    return words


async def _watch(finder: Finder, listing: list[FoundTable]) -> None:
    """Say which tables there are, each once."""
    waited, quiet = 0.0, False
    while True:
        seen = {table.id for table in listing}
        new = [table for table in finder.tables if table.id not in seen]
        if new:
            say()
            for table in new:
                listing.append(table)
                say(f"  {len(listing)}  {table_line(table)}")
                for sentence in differences(table):
                    say(sentence)
            prompt("fliptable> ")
        if not listing and not quiet and (waited >= QUIET_SECONDS or finder.off):
            quiet = True
            say()
            off = _("Tables cannot be looked for here ({why}).").format(why=finder.off)
            _tell(off if finder.off else _(EMPTY))
            prompt("fliptable> ")
        waited += LOOK_SECONDS
        await asyncio.sleep(LOOK_SECONDS)
