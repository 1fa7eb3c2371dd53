"""How everything looks: a theme, a palette for one kind of vision, a set of glyphs, and the colours a terminal has.

Must never know what is drawn.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from rich.style import Style

Depth = Literal["true", "256", "16", "none"]
Vision = Literal["normal", "protan", "deutan", "tritan"]
GlyphSet = Literal["unicode", "ascii"]


class BadTheme(Exception):
    """A theme that cannot be used; the message is one sentence that says why and what to do."""


@dataclass(frozen=True, eq=False)
class Look:
    """Styles by role, and glyphs by name."""

    theme: str
    vision: Vision
    glyphs: GlyphSet
    depth: Depth

    def style(self, role: str, dark: bool = False) -> Style:
        """The style of a role, on the light or on the dark side of the table."""
        return Style.null()


def load_look(
    theme: str = "felt",
    vision: Vision = "normal",
    glyphs: GlyphSet = "unicode",
    depth: Depth = "true",
    folder: Path | None = None,
) -> Look:
    """A look by names; ``theme`` is one of ours, the name of a file in ``folder``, or a path ending in ``.toml``.

    Raises `BadTheme`.
    """
    return Look(theme, vision, glyphs, depth)
