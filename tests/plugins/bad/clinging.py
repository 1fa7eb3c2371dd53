"""A player whose answer hangs whoever compares it with a play."""

import time

from fliptable.core.moves import Move, Play
from fliptable.core.view import View


class Clinging:
    def __eq__(self, other: object) -> bool:
        time.sleep(60)
        return False

    def __hash__(self) -> int:
        return 0


def choose(view: View) -> Move:
    place: int = Clinging()  # pyright: ignore[reportAssignmentType]
    return Play((place,))
