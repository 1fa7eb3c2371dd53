"""A player that says why it ends its process."""

import os
import sys

from fliptable.core.moves import Move
from fliptable.core.view import View


def choose(view: View) -> Move:
    print("\nno more coal\n", file=sys.stderr, flush=True)
    os._exit(3)
