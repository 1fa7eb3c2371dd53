"""The fixture ``fliptable_kit`` for tests of AI players; pytest finds it by the entry-point group ``pytest11``.

It costs who does not use it nothing but this file: the kit is imported when a test asks for it. Must never hook into
anything else of a test run.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from ..plugins.kit import Kit


@pytest.fixture(scope="session")
def fliptable_kit() -> Kit:
    """The conformance kit: ``check(target, item)`` and ``assert_beats(player, opponent, at_least=...)``."""
    from ..plugins.kit import Kit

    return Kit()
