"""What a person or a script types, line by line, without holding up anything else.

A thread of its own reads, so it works for terminals, pipes and files alike and changes no mode of any of them: there
is nothing to restore. Must never know what a line means.
"""

from __future__ import annotations

import asyncio
import codecs
import os
import sys
import threading
from typing import Final

LINE_MAX: Final = 4096
"""A longer line is cut: nothing that is typed here needs it."""


class Lines:
    """The lines of standard input; made once a process, inside a running event loop."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._queue: asyncio.Queue[str | None] = asyncio.Queue()
        self._ended = False
        try:
            descriptor = sys.stdin.fileno()
        except (AttributeError, OSError, ValueError):
            self._queue.put_nowait(None)
        else:
            # A daemon: it waits for a line that may never come, and must not hold up the end of the program.
            threading.Thread(target=self._read, args=(descriptor,), name="lines", daemon=True).start()

    async def get(self) -> str | None:
        """The next line without its end, None at the end of input and ever after."""
        if self._ended:
            return None
        line = await self._queue.get()
        self._ended = line is None
        return line

    def _read(self, descriptor: int) -> None:
        # The plain descriptor: a buffered reader would be locked by this thread when the interpreter ends.
        decoder = codecs.getincrementaldecoder("utf-8")("replace")
        rest = ""
        while True:
            try:
                data = os.read(descriptor, 65536)
            except OSError:
                data = b""
            *lines, rest = (rest + decoder.decode(data)).split("\n")
            if not data and rest:
                lines, rest = [*lines, rest], ""
            for line in lines:
                self._put(line.rstrip("\r")[:LINE_MAX])
            rest = rest[:LINE_MAX]
            if not data:
                self._put(None)
                return

    def _put(self, line: str | None) -> None:
        try:
            self._loop.call_soon_threadsafe(self._queue.put_nowait, line)
        except RuntimeError:
            return  # the loop is closed: nobody listens any more
