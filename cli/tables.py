"""``fliptable tables``: the tables on the network that answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from ..core.rules import PRESETS
from ..p2p.errors import Misuse
from ..p2p.net.finder import FoundTable, find_tables
from .drawing import indented
from .endings import Exit, Stop
from .language import _, mark, n_, p_
from .output import emit, say, tell
from .rule_words import describe
from .running import run as run_until_done
from .troubles import as_sentence

SECONDS_MAX = 60
WHY: Final = {
    "playing": mark("playing"),
    "table-full": mark("full"),
    "locked": mark("by invite code only"),
    "other-version": mark("another version of fliptable"),
}
"""Why nobody can sit down at a table, still to be translated."""


def run(seconds: float, interfaces: Sequence[str], *, as_json: bool) -> Exit:
    """Look around and list what answers; raises `Stop`."""
    if not 0 <= seconds <= SECONDS_MAX:
        raise Stop(
            Exit.MISUSE,
            _("{option} is not possible: choose {least} to {most}.").format(
                option=f"--seconds {seconds:g}", least=0, most=SECONDS_MAX
            ),
        )

    async def work() -> Exit:
        try:
            found, off = await find_tables(seconds, interfaces)
        except Misuse as error:
            raise Stop(Exit.MISUSE, as_sentence(str(error))) from None
        if as_json:
            emit([as_values(table) for table in found])
        for table in () if as_json else found:
            say(line(table))
            for sentence in differences(table):
                say(sentence)
        if not found:
            text = (
                _("Tables cannot be looked for here ({why}): open one, or join by address or by invite code.")
                if off
                else _("No table answers: open one, or join by address or by invite code.")
            )
            tell(text.format(why=off))
        return Exit.DONE if found else Exit.UNREACHED

    return run_until_done(work)


def as_values(table: FoundTable) -> dict[str, Any]:
    """A table as scripts read it."""
    return {
        "name": table.name,
        "id": table.id,
        "addresses": [str(address) for address in table.addresses],
        "seats": table.seats,
        "wanted": table.wanted,
        "state": table.state,
        "rules": rules_name(table.rules),
        "joinable": table.joinable,
        "why": table.why,
    }


def line(table: FoundTable) -> str:
    """A table for people, in one line."""
    where = str(table.addresses[0]) if table.addresses else ""
    state = p_("a table", "open") if table.joinable else _(WHY.get(table.why, table.why))
    rules = rules_name(table.rules)
    spelled = _("rules {name}").format(name=rules) if rules in PRESETS else _("rules of its own")
    seats = n_("{number} of {wanted} seats", "{number} of {wanted} seats", table.seats).format(
        number=table.seats, wanted=table.wanted
    )
    return f"{table.name}  {seats}, {state}, {spelled}  {where}"


def differences(table: FoundTable) -> list[str]:
    """Lines that say what its rules do otherwise than flip; none where they are known only at the table."""
    rules = PRESETS.get(rules_name(table.rules), PRESETS["flip"])
    return indented(describe(rules))


def rules_name(digest: str) -> str:
    """The preset of this digest, or the digest."""
    return next((name for name, rules in PRESETS.items() if rules.digest().hex() == digest), digest)
