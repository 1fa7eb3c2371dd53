"""An honest peer in a process of its own, whose memory can be measured: opens a table and does what it is told.

Run as a script. Prints a line of JSON for each notice; of what it reads, `start` begins the match, and `memory` prints
the most bytes that it had resident since it was asked last, and what it has now.
"""

import asyncio
import json
import secrets
import sys
from pathlib import Path

from fliptable.core.rules import PRESETS
from fliptable.p2p.identity import Identity
from fliptable.p2p.net.pump import Pump
from fliptable.p2p.notices import Notice, Seated

STATUS = Path("/proc/self/status")
FORGET_PEAK = "5"  # what makes Linux begin anew with the peak, see proc(5)


def memory() -> dict[str, int]:
    """The peak and what is resident now, in bytes; the peak counts from now on anew."""
    lines = dict(line.split(":", 1) for line in STATUS.read_text("ascii").splitlines())
    found = {name: int(lines[field].split()[0]) * 1024 for name, field in (("peak", "VmHWM"), ("now", "VmRSS"))}
    Path("/proc/self/clear_refs").write_text(FORGET_PEAK, "ascii")
    return found


def told(notice: Notice) -> None:
    names = list(notice.names) if isinstance(notice, Seated) else []
    print(json.dumps({"notice": type(notice).__name__, "names": names}), flush=True)


async def main() -> None:
    pump = Pump(Identity.generate(secrets.token_bytes), told, only=["127.0.0.1"])
    await pump.open("Kitchen", "Ada", PRESETS["quick"], 9, port=0, announce=False)
    running = asyncio.create_task(pump.run())
    await pump.do(lambda session, now: session.ready(now))
    print(json.dumps({"port": pump.port}), flush=True)
    while line := (await asyncio.to_thread(sys.stdin.readline)).strip():
        if line == "start":
            await pump.do(lambda session, now: session.start(now))
            await pump.do(lambda session, now: session.ready(now))
        else:
            print(json.dumps(memory()), flush=True)
    await pump.close()
    await running


if __name__ == "__main__":
    asyncio.run(main())
