"""A player that takes all the memory there is, and keeps it."""

from fliptable.core.moves import Move
from fliptable.core.view import View

TAKEN: list[bytes] = []


def choose(view: View) -> Move:
    while True:
        TAKEN.append(bytes(64 * 1024 * 1024))
