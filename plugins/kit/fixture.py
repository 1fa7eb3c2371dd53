"""What the pytest fixture ``fliptable_kit`` gives: the kit, which remembers what it has checked.

Must never import pytest.
"""

from __future__ import annotations

from collections.abc import Sequence

from .beats import assert_beats
from .check import conforms
from .items import Report


class Kit:
    """The conformance kit for tests; a player is checked once, however many tests ask."""

    def __init__(self) -> None:
        self._reports: dict[tuple[str, tuple[str, ...]], tuple[Report, ...]] = {}

    def check(self, target: str, item: str | None = None, *, plugins: Sequence[str] = ()) -> None:
        """Check a player, or all players of a file or module.

        Args:
            target: a name as ``--ai`` takes it, a file or a module.
            item: one item alone, a key of `ITEMS`; all of them by default.
            plugins: files and modules to load, as ``--plugin`` takes them.

        Raises:
            AssertionError: an item failed, or the one asked for was not checked.
        """
        key = target, tuple(plugins)
        if key not in self._reports:
            self._reports[key] = conforms(target, plugins=plugins)
        for report in self._reports[key]:
            results = report.results if item is None else (report[item],)
            wrong = [result for result in results if result.ok is False or (item is not None and not result.ok)]
            if wrong:
                raise AssertionError("\n".join([f"{report.player} does not conform:", *map(str, wrong)]))

    assert_beats = staticmethod(assert_beats)
    """See `beats.assert_beats`."""
