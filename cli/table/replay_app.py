"""The program of ``fliptable replay`` on the full screen: one film, and then it ends.

Must never know records.
"""

from __future__ import annotations

from ..config import Config, load_config
from ..film import Film
from .app import TableApp, show
from .replay_screen import ReplayScreen


def show_film(film: Film, title: str) -> None:
    """Show a film until somebody has seen enough."""
    show(ReplayApp(film, title, load_config()))


class ReplayApp(TableApp):
    """Shows a film.

    Args:
        film: the game.
        title: what it is called.
        settings: what a person has chosen.
    """

    def __init__(self, film: Film, title: str, settings: Config | None = None) -> None:
        super().__init__(settings=settings)
        self.film = film
        self._title_of_film = title

    def enter(self) -> None:
        """See `TableApp`."""
        self.push_screen(ReplayScreen(self.film, self._title_of_film), lambda _seen: self.exit())
