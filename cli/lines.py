"""What a person or a script types, line by line, without holding up anything else.

One thread of the process reads, so it works for terminals, pipes and files alike and changes no mode of any of them:
there is nothing to restore. Must never know what a line means.
"""

from __future__ import annotations

import asyncio
import codecs
import os
import sys
import threading
from collections import deque
from contextlib import suppress
from typing import Final

LINE_MAX: Final = 4096
"""A longer line is cut: nothing that is typed here needs it."""
LINES_MAX: Final = 1000
"""So many lines may wait to be taken; then nothing more is read, and whoever writes has to wait."""


class _Reader:
    """The thread, and what it has read so far."""

    def __init__(self) -> None:
        self.lines: deque[str] = deque()
        self.ended = False
        self.room = threading.Event()
        self.waiter: tuple[asyncio.AbstractEventLoop, asyncio.Event] | None = None
        try:
            descriptor = sys.stdin.fileno()
        except (AttributeError, OSError, ValueError):
            self.ended = True
        else:
            # A daemon: it waits for a line that may never come, and must not hold up the end of the program.
            threading.Thread(target=self._read, args=(descriptor,), name="lines", daemon=True).start()

    def _read(self, descriptor: int) -> None:
        # The plain descriptor: a buffered reader would be locked by this thread when the interpreter ends.
        decoder = codecs.getincrementaldecoder("utf-8")("replace")
        rest = ""
        while not self.ended:
            try:
                data = os.read(descriptor, 65536)
            except OSError:
                data = b""
            *lines, rest = (rest + decoder.decode(data)).split("\n")
            if not data and rest:
                lines.append(rest)
            self.lines.extend(line.rstrip("\r")[:LINE_MAX] for line in lines)
            rest = rest[:LINE_MAX]
            self.ended = not data
            if self.waiter is not None:
                loop, event = self.waiter
                with suppress(RuntimeError):  # that loop is closed: nobody listens there any more
                    loop.call_soon_threadsafe(event.set)
            while len(self.lines) >= LINES_MAX:
                self.room.clear()
                if len(self.lines) >= LINES_MAX:  # nothing was taken between the two looks
                    self.room.wait()


_readers: list[_Reader] = []


class Lines:
    """The lines of standard input, for one reader at a time; what is not taken stays for the next one."""

    def __init__(self) -> None:
        if not _readers:
            _readers.append(_Reader())
        self._reader = _readers[0]

    async def get(self) -> str | None:
        """The next line without its end, None at the end of input and ever after."""
        reader = self._reader
        event = asyncio.Event()
        reader.waiter = (asyncio.get_running_loop(), event)
        while True:
            event.clear()
            ended = reader.ended  # looked at first: lines come before the end
            if reader.lines:
                line = reader.lines.popleft()
                reader.room.set()
                return line
            if ended:
                return None
            await event.wait()
