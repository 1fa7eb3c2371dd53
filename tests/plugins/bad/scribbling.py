"""A player that writes what it likes into every pipe of its process."""

import os
import stat

from fliptable.core.moves import Move
from fliptable.core.view import View

JUNK = b"\x00\x00\x00\x05junk!"


def choose(view: View) -> Move:
    for pipe in range(3, 12):
        try:
            if stat.S_ISFIFO(os.fstat(pipe).st_mode):
                os.write(pipe, JUNK)
        except OSError:  # closed, or the end that is read
            continue
    return view.legal[0]
