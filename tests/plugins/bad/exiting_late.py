"""A player that answers well, and whose process ends some time later, when others are being asked."""

import os
import threading

from fliptable.core.moves import Move
from fliptable.core.view import View
from fliptable.plugins import Context, Player


class Late(Player):
    def start(self, context: Context) -> None:
        threading.Timer(0.3, os._exit, (9,)).start()

    def choose(self, view: View) -> Move:
        return view.legal[0]
