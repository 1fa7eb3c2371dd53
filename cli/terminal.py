"""What the terminal can do: whether the full screen fits in it, and how many colours it has.

Only looked up, never changed. Must never import the library of the screen: the plain front end asks here too.
"""

from __future__ import annotations

import os
import sys
from typing import Final, Literal, TextIO

COLUMNS_MIN: Final = 60
LINES_MIN: Final = 18
"""A smaller window shows lines of text; one that becomes smaller later is asked to grow."""

Depth = Literal["true", "256", "16", "none"]
"""How many colours are shown: all of them, the 256 of xterm, the 16 of every terminal, or none."""


def fits_screen() -> bool:
    """Whether a person sits in front of a terminal that the full screen can be drawn on."""
    if os.environ.get("TERM", "") in ("", "dumb", "unknown") and os.name != "nt":
        return False
    if not (_is_terminal(sys.stdin) and _is_terminal(sys.stdout)):
        return False
    try:
        columns, lines = os.get_terminal_size(sys.stdout.fileno())
    except (OSError, ValueError):
        return False
    return columns >= COLUMNS_MIN and lines >= LINES_MIN


def colour_depth(wanted: str = "auto") -> Depth:
    """How many colours to draw with; ``wanted`` is what the settings say, ``auto`` looks at the environment.

    ``NO_COLOR`` (no-color.org: when it is there and not empty) holds as long as the settings say ``auto``.
    """
    for depth in ("true", "256", "16", "none"):
        if wanted == depth:
            return depth
    if os.environ.get("NO_COLOR"):
        return "none"
    if os.environ.get("COLORTERM", "").strip().lower() in ("truecolor", "24bit"):
        return "true"
    term = os.environ.get("TERM", "").strip().lower()
    if term.endswith("-direct") or (os.name == "nt" and "WT_SESSION" in os.environ):
        return "true"
    return "256" if "256" in term or "kitty" in term else "16"


def glyph_set(wanted: str = "auto") -> Literal["unicode", "ascii"]:
    """Which signs the terminal can show; ``auto`` trusts an encoding of Unicode, but not the console of Linux."""
    if wanted == "unicode" or wanted == "ascii":  # noqa: PLR1714 - the type is narrowed so
        return wanted
    encoding = (getattr(sys.stdout, "encoding", None) or "").lower().replace("-", "")
    return "unicode" if encoding.startswith("utf") and os.environ.get("TERM") != "linux" else "ascii"


def _is_terminal(stream: TextIO | None) -> bool:
    try:
        return stream is not None and stream.isatty()
    except ValueError:  # closed
        return False
