"""The program of ``fliptable replay`` on the full screen: one film, and then it ends.

Must never know records.
"""

from __future__ import annotations

from ..film import Film
from .app import TableApp, show
from .replay_screen import ReplayScreen


def show_film(film: Film, title: str) -> None:
    """Show a film until somebody has seen enough."""
    show(ReplayApp(film, title))


class ReplayApp(TableApp):
    """Shows a film.

    Args:
        film: the game.
        title: what it is called.
    """

    def __init__(self, film: Film, title: str) -> None:
        super().__init__()
        self.film = film
        self._title_of_film = title

    def on_mount(self) -> None:
        """Begin."""
        self.push_screen(ReplayScreen(self.film, self._title_of_film), lambda _seen: self.exit())
