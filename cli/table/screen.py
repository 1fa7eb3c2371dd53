"""What all screens of the game have in common.

Must never know what is drawn.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar, cast

from textual.screen import Screen

if TYPE_CHECKING:
    from .app import TableApp

T = TypeVar("T")


class GameScreen(Screen[T]):
    """A screen of `TableApp`."""

    @property
    def game(self) -> TableApp:
        """The application."""
        return cast("TableApp", self.app)  # pyright: ignore[reportUnknownMemberType]
