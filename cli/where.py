"""Where a table is: a name on the network, an address, or an invite code.

Must never know what happens at the table.
"""

from __future__ import annotations

import asyncio
import ipaddress
import shlex
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ..p2p.errors import Misuse
from ..p2p.invite import parse_invite
from ..p2p.net.address import Address, parse_address
from .endings import Exit, Stop
from .language import _
from .troubles import as_sentence, why_refused

if TYPE_CHECKING:  # zeroconf costs a tenth of a second, and joining by address needs none
    from ..p2p.net.finder import Finder, FoundTable

NAME_SECONDS = 10.0
"""How long a table is looked for by its name, unless ``--wait`` says otherwise."""
LOOK_SECONDS = 3.0
"""How long the network is looked at before it is said that there is nothing."""


FULL = ("playing", "table-full")
"""Why nobody can sit down at a table that can be watched all the same."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where to dial, with the join secret or ""."""

    addresses: tuple[Address, ...]
    secret: str = field(default="", repr=False)


def read_place(where: str) -> Place | None:
    """The address or invite code that ``where`` spells; None for the name of a table.

    Raises:
        Stop: it begins like one of them and is none.
    """
    try:
        if where.startswith("+"):
            invite = parse_invite(where)
            return Place((Address(invite.host, invite.port),), invite.secret)
        if _is_address(where):
            return Place((parse_address(where),))
    except Misuse as error:
        raise Stop(Exit.MISUSE, as_sentence(str(error))) from None
    return None


def is_name(name: str) -> bool:
    """Whether a table of this name is found by it: one that looks like an address or a code is taken for that."""
    return not (name.startswith(("+", "-")) or _is_address(name))


def quoted(name: str) -> str:
    """The name of a table as one types it, in a shell or in the lobby."""
    word = shlex.quote(name)
    return f'"{name}"' if word != name and not set(name) & set('"\\$`!') else word


def _is_address(text: str) -> bool:
    """Names of tables may hold nearly anything; these do not."""
    if text.startswith("[") or ":" in text or text.lower() == "localhost":
        return True
    try:
        ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return "." in text.strip(".") and " " not in text
    return True


async def find_place(name: str | None, seconds: float, only: Sequence[str], *, watches: bool = False) -> Place:
    """The table of this name on the network, or the only one there is; for who only ``watches`` it may play already.

    Raises:
        Stop: none answers in time, several are meant, or one cannot sit down there.
    """
    from ..p2p.net.finder import Finder

    finder = Finder(only)
    loop = asyncio.get_running_loop()
    try:
        await finder.start()
        began = loop.time()
        found = None
        while found is None:
            waited = loop.time() - began
            looked, over = waited >= min(seconds, LOOK_SECONDS), waited >= seconds
            found = _pick(name, finder, looked=looked, over=over, watches=watches)
            await asyncio.sleep(0.1)
    except Misuse as error:
        raise Stop(Exit.MISUSE, as_sentence(str(error))) from None
    finally:
        await finder.close()
    if not _may_come(found, watches=watches):
        raise Stop(Exit.REFUSED, why_refused("wrong-secret" if found.why == "locked" else found.why))
    return Place(found.addresses)


def _may_come(table: FoundTable, *, watches: bool) -> bool:
    return table.joinable or (watches and table.why in FULL)


def _pick(name: str | None, finder: Finder, *, looked: bool, over: bool, watches: bool) -> FoundTable | None:
    """The table that is meant, among those found so far; None: look on. Raises `Stop` and `ManyTables`.

    Args:
        name: its name, or None for any.
        finder: what is found.
        looked: whether it was looked long enough to say that one is the only one.
        over: whether the time is over.
        watches: whether nobody wants to sit down.
    """
    from ..p2p.net.finder import NoTable, choose

    over = over or bool(finder.off)
    if name is not None:
        exact = any(table.name.casefold() == name.strip().casefold() for table in finder.tables)
        if not (exact or looked or over):  # The beginning of one name may be the whole of one not heard of yet.
            return None
        try:
            return choose(name, finder.tables, finder.off)
        except NoTable as error:
            if over:
                raise Stop(Exit.UNREACHED, as_sentence(str(error))) from None
            return None
    joinable = [table for table in finder.tables if _may_come(table, watches=watches)]
    if looked and len(joinable) == 1:
        return joinable[0]
    if looked and joinable:
        names = ", ".join(table.name for table in joinable)
        text = (
            _("There are several tables: say which one you want to watch: {names}.")
            if watches
            else _("There are several tables: say which one you want to join: {names}.")
        )
        raise Stop(Exit.MISUSE, text.format(names=names))
    if not over:
        return None
    if finder.off:
        raise Stop(
            Exit.UNREACHED,
            _("Tables cannot be looked for here ({why}): join by address or by invite code.").format(why=finder.off),
        )
    raise Stop(Exit.UNREACHED, _("No table answers: open one, or join by address or by invite code."))
