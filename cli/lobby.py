"""``fliptable`` in a terminal: the tables found, and the ways to sit down, as lines of text.

Must never know how a match is played.
"""

from __future__ import annotations


def run() -> int:
    """Stay until somebody plays or goes."""
    return 0
