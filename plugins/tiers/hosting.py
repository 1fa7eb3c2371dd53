"""A process that hosts players, from our side: who asks in it waits for the answer, several at a time.

Must never know who is to blame when it ends.
"""

from __future__ import annotations

import json
import pickle
import threading
from contextlib import suppress
from itertools import count
from queue import Empty, SimpleQueue
from typing import Final

from .child import Child, Gone, python
from .orders import Order, fields
from .process import in_background
from .tier import Late

READY_SECONDS: Final = 30.0
"""How long a process may take to start on a machine that is busy; nobody's time to think runs meanwhile."""
GRACE: Final = 0.05
"""Seconds that an answer may take on its way."""

_Box = SimpleQueue[list[object] | None]


class Host:
    """A process for players; it starts in the background, and nobody waits for it before the first question."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._numbers = count()
        self._boxes: dict[int, _Box] = {}
        self._child: Child | None = None
        self._ready = threading.Event()
        self._obituary: str | None = None
        in_background(self._run)

    def wait(self) -> None:
        """Wait until it has started; raises `Gone` when it does not."""
        if not self._ready.wait(READY_SECONDS):
            self._end("its process did not start")
        if self._obituary is not None:
            raise Gone(self._obituary)

    def ask(self, seat: int, order: Order, seconds: float) -> list[object]:
        """Give an order that concerns the player of a seat, and wait for the answer (`orders`).

        Raises:
            Late: there was none within so many seconds, counted from when the process had started.
            Gone: the process ended, or had ended already.
        """
        self.wait()
        box: _Box = SimpleQueue()
        number = next(self._numbers)
        with self._lock:
            if self._obituary is not None or self._child is None:
                raise Gone(self._obituary)
            self._boxes[number] = box
            self._child.send(pickle.dumps((seat, number, order, seconds), pickle.HIGHEST_PROTOCOL))
        try:
            answer = box.get(timeout=seconds + GRACE)
        except Empty:
            raise Late from None
        finally:
            with self._lock:
                self._boxes.pop(number, None)
        if answer is None:
            raise Gone(self._obituary)
        return answer

    def dismiss(self, seat: int) -> None:
        """Let go of the player of a seat, whatever it is doing; never waits."""
        with self._lock:
            if self._child is not None:
                self._child.send(pickle.dumps((seat, 0, None, 0.0)))

    def kill(self) -> None:
        """End the process; who waits in it hears of it at once."""
        self._end("its process was ended")
        if self._child is not None:
            self._child.kill()

    def _run(self) -> None:
        """Start it, then take answers to those who wait for them."""
        try:
            child = Child(python("fliptable.plugins.tiers.host"))
        except OSError as error:
            self._end(f"no process can be started ({error.strerror})")
            return
        with self._lock:
            self._child = child
        if self._obituary is not None:  # It was given up meanwhile.
            child.kill()
        try:
            child.receive(READY_SECONDS)
            self._ready.set()
            while True:
                self._deliver(child.receive(None))
        except Late:
            self._end("its process did not start")
            child.kill()
        except Gone as gone:
            self._end(str(gone))

    def _deliver(self, frame: bytes) -> None:
        found = None
        with suppress(ValueError, RecursionError):
            found = fields(json.loads(frame))
        if found is not None:
            number, answer = found
            with self._lock:
                box = self._boxes.get(number)
            if box is not None:
                box.put(answer)

    def _end(self, why: str) -> None:
        """Note how it ended, once, and tell those who wait."""
        with self._lock:
            if self._obituary is None:
                self._obituary = why
            boxes, self._boxes = list(self._boxes.values()), {}
        self._ready.set()
        for box in boxes:
            box.put(None)
