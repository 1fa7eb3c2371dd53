"""The terminal of the full screen: Textual's driver, on a stream of our own.

Textual draws on stderr, where libraries and plugins write too. Not for Windows, where its own driver
has to do. Must never know what is drawn.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from textual.drivers.linux_driver import LinuxDriver

if TYPE_CHECKING:
    from textual.app import App


class OwnDriver(LinuxDriver):
    """Draws on the ``terminal`` of its application."""

    def __init__(
        self, app: App[Any], *, debug: bool = False, mouse: bool = True, size: tuple[int, int] | None = None
    ) -> None:
        super().__init__(app, debug=debug, mouse=mouse, size=size)  # pyright: ignore[reportUnknownMemberType]
        terminal = getattr(app, "terminal", None)
        if terminal is not None:
            self._file = terminal

    def _get_terminal_size(self) -> tuple[int, int]:
        # Textual asks COLUMNS and LINES first, which do not change with the window, and then stdout, which is not it.
        try:
            columns, lines = os.get_terminal_size(self._file.fileno())
        except (OSError, ValueError):
            return super()._get_terminal_size()
        return columns or 80, lines or 24

    def start_application_mode(self) -> None:
        """See `Driver`; the title of the window is put aside (xterm's title stack), for we change it."""
        super().start_application_mode()
        self.write("\x1b[22;2t")

    def stop_application_mode(self) -> None:
        """See `Driver`; the window gets its title back."""
        self.write("\x1b[23;2t")
        super().stop_application_mode()
