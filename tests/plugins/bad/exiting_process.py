"""A player that ends its process without a word to Python."""

import os

from fliptable.core.moves import Move
from fliptable.core.view import View


def choose(view: View) -> Move:
    os._exit(7)
