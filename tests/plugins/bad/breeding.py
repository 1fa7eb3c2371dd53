"""A player that leaves children behind, which hold its outputs open."""

import subprocess
import sys

from fliptable.core.moves import Move
from fliptable.core.view import View
from fliptable.plugins import Context, Player


class Breeding(Player):
    def start(self, context: Context) -> None:
        mark = f"--child-of-{'-'.join(context.seats)}"
        self.child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)", mark])

    def choose(self, view: View) -> Move:
        return view.legal[0]
