"""What strangers write, made fit for a screen.

Must never know where it stands, or who wrote it.
"""

import unicodedata
from typing import Final

TEXT_MAX: Final = 64
MARKS_MAX: Final = 2
"""How many marks a character may carry: more would reach into the lines above and below."""


_INVISIBLE: Final = frozenset("\u034f\u115f\u1160\u2800\u3164\uffa0")
"""Letters and marks that show nothing."""


def clean(text: str, limit: int = TEXT_MAX) -> str:
    """Make a stranger's text fit for a screen: no control, format or bidirectional characters, and cut."""
    kept: list[str] = []
    marks = 0
    for each in text:
        kind = unicodedata.category(each)
        if kind[0] == "Z":
            kept.append(" ")
            marks = 0
        elif each.isprintable() and kind[0] != "C" and each not in _INVISIBLE:
            # Only what is kept carries marks: what goes must not let more of them through.
            marks = marks + 1 if kind in ("Mn", "Me") else 0
            if marks <= MARKS_MAX:
                kept.append(each)
    return " ".join("".join(kept).split())[:limit].strip()
