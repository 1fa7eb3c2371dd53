"""A player that never does anything, also when it has to act."""

from fliptable.core.view import View


def choose(view: View) -> None:
    return None
