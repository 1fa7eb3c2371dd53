"""A player that kills its process from outside Python."""

import os
import signal

from fliptable.core.moves import Move
from fliptable.core.view import View


def choose(view: View) -> Move:
    os.kill(os.getpid(), signal.SIGKILL)
    return view.legal[0]
