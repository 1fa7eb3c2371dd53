"""A player that leaves a busy thread behind, which is no daemon."""

import threading

from fliptable.core.moves import Move
from fliptable.core.view import View
from fliptable.plugins import Context, Player


def spin() -> None:
    while True:
        pass


class Busy(Player):
    def start(self, context: Context) -> None:
        threading.Thread(target=spin).start()

    def choose(self, view: View) -> Move:
        return view.legal[0]
