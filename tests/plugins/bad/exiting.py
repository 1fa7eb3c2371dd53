"""A player that ends the program, it thinks."""

import sys

from fliptable.core.moves import Move
from fliptable.core.view import View


def choose(view: View) -> Move:
    sys.exit("enough")
