"""What ``--executor`` names: where a tournament is played.

Nothing of it is loaded unless it is asked for. Must never know what is played there.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Generator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from typing import Any

from .endings import Exit, Stop

_ADDRESS = re.compile(r"(tcp|tls|ucx|ws|wss)://.+|[^/]+:\d+")


@contextmanager
def executor(text: str | None, jobs: int) -> Generator[Executor | None]:
    """The executor, or None for the threads that serve where nothing is said.

    Args:
        text: ``processes``, the address of a Dask scheduler (``tcp://host:8786``), or ``MODULE:ATTRIBUTE`` for an
            executor, or for something that makes one when it is called.
        jobs: how many processes.

    Raises:
        Stop: there is no such executor.
    """
    if text is None or text == "threads":
        yield None
    elif text == "processes":
        with ProcessPoolExecutor(jobs) as pool:
            yield pool
    elif _ADDRESS.fullmatch(text):
        with _dask(text) as found:
            yield found
    else:
        with _named(text) as found:
            yield found


@contextmanager
def _dask(address: str) -> Generator[Executor]:
    try:
        distributed: Any = importlib.import_module("distributed")
    except ImportError:
        raise Stop(Exit.MISUSE, f"{address} is a Dask scheduler: pip install 'fliptable[dask]' first.") from None
    try:
        client = distributed.Client(address, timeout=10, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        raise Stop(Exit.UNREACHED, f"The Dask scheduler {address} cannot be reached ({error}): is it up?") from None
    with client:
        yield client.get_executor()


def _named(text: str) -> Executor:
    module, colon, attribute = text.partition(":")
    hint = "write threads, processes, the address of a Dask scheduler, or MODULE:ATTRIBUTE"
    if not colon or not module or not attribute:
        raise Stop(Exit.MISUSE, f"--executor {text} is none: {hint}.")
    try:
        found: object = getattr(importlib.import_module(module), attribute)
        if not isinstance(found, Executor) and callable(found):
            found = found()
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # whatever somebody's module does, SystemExit too
        kind = type(error).__name__
        raise Stop(Exit.MISUSE, f"--executor {text} cannot be loaded ({kind}: {error}): {hint}.") from None
    if not isinstance(found, Executor):
        kind = type(found).__name__
        raise Stop(Exit.MISUSE, f"--executor {text} is a {kind} and no concurrent.futures.Executor: {hint}.")
    return found
