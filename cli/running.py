"""Running a command that has to end cleanly however it is stopped: by itself, by Ctrl-C, or by a signal.

Ctrl-C, SIGTERM and SIGHUP all cancel the work, whose own ``finally`` says goodbye; a second Ctrl-C does not wait for
that. Must never know what the work is.
"""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Awaitable, Callable
from contextlib import suppress

from .endings import Exit


def run(work: Callable[[], Awaitable[Exit]]) -> Exit:
    """Run until done, interrupted (130) or terminated (143)."""
    terminated = False

    async def main() -> Exit:
        nonlocal terminated
        task = asyncio.current_task()

        def terminate() -> None:
            nonlocal terminated
            terminated = True
            if task is not None:
                task.cancel()

        loop = asyncio.get_running_loop()
        for name in ("SIGTERM", "SIGHUP"):
            number = getattr(signal, name, None)
            if number is not None:
                with suppress(NotImplementedError, RuntimeError, ValueError):  # Windows; not the main thread
                    loop.add_signal_handler(number, terminate)
        try:
            code = await work()
            return Exit.TERMINATED if terminated else code  # the full screen ends by itself when it is cancelled
        except asyncio.CancelledError:
            if terminated:
                return Exit.TERMINATED
            raise

    try:
        return asyncio.run(main())
    except KeyboardInterrupt:
        return Exit.INTERRUPTED
