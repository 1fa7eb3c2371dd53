"""What libraries log, made fit for a person: warnings are for those who debug, and an error is one line.

Without it Python prints both on stderr, over the table and with tracebacks. Must never know what is logged.
"""

from __future__ import annotations

import logging
from typing import Final

from .output import tell

LIBRARIES: Final = ("asyncio", "zeroconf")


class _OneLine(logging.Handler):
    def emit(self, record: logging.LogRecord) -> None:
        line = next(iter(record.getMessage().splitlines()), "")
        tell(f"fliptable: {record.name} says: {line} (--debug shows more).")


def hush() -> None:
    """Tell errors of the libraries in one line, and nothing less."""
    for name in LIBRARIES:
        logger = logging.getLogger(name)
        if not any(isinstance(handler, _OneLine) for handler in logger.handlers):
            logger.addHandler(_OneLine(logging.ERROR))
