"""The nearest right spelling, for the end of a sentence about a wrong one. Must never know what the words name."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


def near(text: str, known: Iterable[str]) -> str:
    """`` Did you mean greedy?``, or nothing when no known word is like ``text``."""
    words = {word.lower(): word for word in known}
    found = difflib.get_close_matches(text.lower(), list(words), 1)
    return f" Did you mean {words[found[0]]}?" if found else ""
