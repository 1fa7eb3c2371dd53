"""A player that writes megabytes on both outputs, past Python too, and is right otherwise."""

import os
import sys

from fliptable.core.moves import Move
from fliptable.core.view import View


def choose(view: View) -> Move:
    for stream in (sys.stdout, sys.stderr):
        print("let me think " * 20_000, file=stream)
    for descriptor in (1, 2):
        os.write(descriptor, b"let me think\n" * 4_000)
    return view.legal[0]
