"""What the floors below say in English, said again in the language spoken.

They know no languages, so their sentences are listed here: those that always read alike, and those with something in
them. Must never know who says them when.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from .language import _, mark

DEEPER: Final = (
    mark("The others have put you out, because you broke the protocol."),
    mark("You left the match."),
    mark("The match is over."),
    mark("A card was no card, and who is to blame would not show it."),
    mark("You left the table."),
    mark("Who opened the table is gone, so the table is closed."),
    mark("The table does not get on, so it is closed."),
    mark("Who opened the table left it, so the table is closed."),
    mark("Who opened the table began again after it had been closed, so the table is left."),
    mark("This table plays by rules that this program does not know."),
    mark("The seat list of this table makes no sense."),
    mark("The others went on without you."),
    mark("All seats at this table are taken."),
    mark("Who opened the table does not play by the protocol, so the table is closed."),
    mark("You do not sit at this table yet."),
    mark("Only who opened the table can start it."),
    mark("A table needs two seats at least."),
    mark("A table is named by printable words with single spaces between them."),
    mark("There is nothing to say in that line."),
    mark("That is more than anybody can read: wait some seconds."),
    mark("This identity file cannot be read; move it away and a new one is made."),
    mark("This identity file holds another kind of key; move it away and a new one is made."),
)
"""What they say that people come to read."""

PATTERNS: Final = (
    mark("{text} is no colour: write one of {colours}."),
    mark("There is no seat called {text}: the seats are {names}."),
    mark("{text} is no card: write both faces, light first, as in r5/t8."),
    mark("{text} is no card: write a face such as r5, or both faces as in r5/t8."),
    mark("{text} is no card: write its one face, as in r5."),
    mark("No move and no seat is called {text}: the moves are {moves}."),
    mark("No move and no seat is called {text}: the moves are {moves}. Did you mean {near}?"),
    mark("{text} is no move: the moves are {moves}."),
    mark("{text} is no move: write play CARD, with a colour for a wild, and call for the last card."),
    mark("{text} is no move: write jump CARD, and call for the last card."),
    mark("{text} is no move: write {usage}."),
    mark("{text} is no move: {verb} stands alone."),
    mark("More than one table is meant by {name}: {names}."),
    mark("No table {name} answers, only {names}."),
    mark("No table {name} answers, none at all: try its address or its invite code."),
    mark("Tables cannot be looked for here ({why}): join by address or by invite code."),
    mark("What listens at {address} is no table."),
    mark("Somebody else answers at {address}."),
    mark("Nobody listens at {address}: is the table open, and is that its port?"),
    mark("No machine is known here as {host}: try its IP address."),
    mark("{address} cannot be reached: allow your terminal in Privacy & Security, Local Network."),
    mark("{address} cannot be reached: are both machines on one network?"),
    mark("No answer from {address}: a firewall there, or a Wi-Fi that keeps its guests apart?"),
    mark("A line of chat has at most {most} characters, and this one {number}."),
)
"""The same with something in it; of two that fit the first is meant."""


def retold(sentence: str) -> str:
    """The sentence in the language spoken; in English where it is in none of the lists."""
    if sentence in DEEPER:
        return _(sentence)
    for pattern in PATTERNS:
        found = _reader(pattern).fullmatch(sentence)
        if found is not None:
            return _(pattern).format(**found.groupdict())
    return sentence


@cache
def _reader(pattern: str) -> re.Pattern[str]:
    parts = re.split(r"\{(\w+)\}", pattern)
    return re.compile("".join(f"(?P<{part}>.+?)" if at % 2 else re.escape(part) for at, part in enumerate(parts)))
