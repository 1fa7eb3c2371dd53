"""What is said of a table before its match: where it is found, who sits down, who gets up, how it begins.

Must never know what is typed, or how it is shown.
"""

from __future__ import annotations

from collections.abc import Collection

from ..core.rules import Rules
from ..p2p.notices import Began, LeftOut, Seated
from .event_words import name_cut
from .front import Opened
from .language import _, n_
from .where import is_name, quoted
from .words import listed


def tell_opened(table: Opened) -> list[str]:
    """How others find our table."""
    opened = (
        _("Table {name} is open. On this network: fliptable join {quoted}")
        if is_name(table.name)
        else _("Table {name} is open.")
    )
    told = [opened.format(name=table.name, quoted=quoted(table.name))]
    if table.addresses:
        told.append(_("By address: fliptable join {address}").format(address=table.addresses[0]))
    if table.code:
        told.append(_("By invite code: fliptable join {code}").format(code=table.code))
    return told


def tell_seated(notice: Seated, known: Collection[str]) -> list[str]:
    """Who sits at the table now, of whom some were ``known`` to sit there."""
    new = [name for name in notice.names if name not in known and name != notice.me]
    number = len(notice.names)
    taken = n_("{number} of {wanted} seats is taken", "{number} of {wanted} seats are taken", number)
    values = {"taken": taken.format(number=number, wanted=notice.wanted), "names": listed(new), "others": listed(new)}
    told: list[str] = []
    if notice.me and not known:
        text = (
            _("You sit at {table} as {name}, with {others}: {taken}.")
            if new
            else _("You sit at {table} as {name}: {taken}.")
        )
        told.append(text.format(table=notice.table, name=notice.me, **values))
    elif new:
        told.append(n_("{names} sits down: {taken}.", "{names} sit down: {taken}.", len(new)).format(**values))
    if number == notice.wanted and new:
        told.append(_("All seats are taken."))
    return told


def tell_left_out(notice: LeftOut) -> str:
    """Who has given up the seat, and why."""
    match notice.reason:
        case "left":
            text = _("{names} left and gave up the seat.")
        case "silent":
            text = _("{names} fell silent and gave up the seat.")
        case "late":
            text = _("{names} did not answer and gave up the seat.")
        case _:
            text = _("{names} broke the protocol and gave up the seat.")
    return text.format(names=listed(notice.names))


def tell_began(notice: Began) -> str:
    """That the match begins, or goes on for who comes back."""
    text = (
        _("You come back to the match. Seats, clockwise: {names}.")
        if notice.back
        else _("The match begins. Seats, clockwise: {names}.")
    )
    return text.format(names=listed(notice.seats))


def tell_ceremony(notice: Began, rules: Rules) -> list[str]:
    """Who drew what for the deal, and the words that tell whether somebody sits between."""
    words = _("Read out to each other: {words}. Equal words on all screens mean nobody sits between.")
    return [name_cut(rules, notice.seats, notice.draws, notice.dealer), words.format(words=" ".join(notice.words))]
