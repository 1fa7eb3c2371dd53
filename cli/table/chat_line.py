"""The line that is written to the others: while it is open it takes every key, and no game key means anything.

Must never know who reads it.
"""

from __future__ import annotations

from typing import Final

from textual import events

LINE_MAX: Final = 300


class ChatLine:
    """A line that is being written.

    Attributes:
        text: what stands there, None when nothing is being written.
    """

    def __init__(self) -> None:
        self.text: str | None = None

    def open(self) -> None:
        """Begin to write."""
        self.text = ""

    def close(self) -> str:
        """Write no more; gives what stood there."""
        text, self.text = self.text or "", None
        return text.strip()

    def paste(self, text: str) -> None:
        """Append pasted text, as one line."""
        if self.text is not None:
            self.text = (self.text + " ".join(text.split()))[:LINE_MAX]

    def take(self, event: events.Key) -> str | None:
        """Take a key; gives the finished line once Enter was pressed."""
        text = self.text or ""
        match event.key:
            case "escape":
                self.close()
            case "enter":
                return self.close()
            case "backspace":
                self.text = text[:-1]
            case "ctrl+u":
                self.text = ""
            case "ctrl+w":
                self.text = text.rstrip().rpartition(" ")[0]
            case _ if event.character is not None and event.is_printable:
                self.text = (text + event.character)[:LINE_MAX]
            case _:
                pass
        return None
