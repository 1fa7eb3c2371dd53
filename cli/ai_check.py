"""``fliptable ai check``: whether a player does what every table expects of it, a line an item.

Must never run any of the player's code itself.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..plugins.kit import Report, conforms
from .endings import Exit
from .output import emit, own_stdout, state
from .progress import Bar


def run(target: str, *, plugins: Sequence[str], seed: str, as_json: bool) -> Exit:
    """Check the player of that name, or all players of a file or module."""
    with own_stdout():
        with Bar("Playing") as bar:
            reports = conforms(target, plugins=plugins, seed=seed, progress=bar)
        ok = all(report.ok for report in reports)
        if as_json:
            emit({"type": "check", "target": target, "ok": ok, "players": [_values(report) for report in reports]})
        else:
            for report in reports:
                if len(reports) > 1:
                    state(f"{report.player}:")
                for result in report.results:
                    state(str(result), len(str(result)) - len(result.text))
        return Exit.DONE if ok else Exit.REFUSED


def _values(report: Report) -> dict[str, object]:
    items = [{"item": result.item, "ok": result.ok, "text": result.text} for result in report.results]
    return {"player": report.player, "ok": report.ok, "items": items}
