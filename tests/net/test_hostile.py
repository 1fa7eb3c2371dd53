"""Links that do their worst against an honest peer: it goes on serving, and they cost no more than the page says."""

import asyncio
import json
import re
import secrets
import sys
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from fliptable.p2p.identity import Identity
from fliptable.p2p.net.address import Address
from fliptable.p2p.net.posters import probe
from fliptable.p2p.net.pump import Pump
from fliptable.p2p.notices import Began, Notice, Seated, Settled

from .hostile import ATTACKS

ROOT = Path(__file__).parents[2]
TEN_LINKS_MB = 80
"""What ten hostile links may cost, in millions of bytes; docs/threats.md promises the same."""
ATTACK_SECONDS = 2.5


def test_the_page_promises_what_is_measured() -> None:
    page = " ".join((ROOT / "docs" / "threats.md").read_text("utf-8").partition("## 4.")[2].split())
    found = re.search(r"ten links that do their worst at once cost less than (\d+) MB", page, re.IGNORECASE)
    assert found is not None
    assert int(found.group(1)) == TEN_LINKS_MB


class Process:
    """A script of this folder that runs on its own, and the lines of JSON it has printed."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.said: list[dict[str, Any]] = []
        self._process = process
        self._reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        assert self._process.stdout
        async for line in self._process.stdout:
            self.said.append(json.loads(line))

    def say(self, word: str) -> None:
        assert self._process.stdin
        self._process.stdin.write(f"{word}\n".encode())

    async def last_words(self) -> dict[str, Any]:
        """Let it come to its end."""
        assert self._process.stdin
        self._process.stdin.close()
        async with asyncio.timeout(20):
            await self._reading
        return self.said[-1]

    async def answer(self, field: str, number: int = 1) -> dict[str, Any]:
        """The first line that has this field, or the second, and so on."""
        await until(lambda: self._reading.done() or len(self._with(field)) >= number)
        return self._with(field)[number - 1]

    def _with(self, field: str) -> list[dict[str, Any]]:
        return [line for line in self.said if field in line]

    def told(self, notice: type[Notice]) -> list[dict[str, Any]]:
        return [line for line in self.said if line.get("notice") == notice.__name__]


@asynccontextmanager
async def script(name: str, *arguments: str) -> AsyncGenerator[Process]:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, str(Path(__file__).with_name(name)), *arguments),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    try:
        yield Process(process)
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


async def until(happened: Callable[[], bool], seconds: float = 30) -> None:
    async with asyncio.timeout(seconds):
        while not happened():  # noqa: ASYNC110 - what is waited for is a list that grows
            await asyncio.sleep(0.01)


async def sit_down_and_play(ada: Process, port: int) -> None:
    """Join like anybody, and see the match begin and the cards dealt, at both ends."""
    heard: list[Notice] = []

    def saw(kind: type[Notice]) -> bool:
        return bool(ada.told(kind)) and any(isinstance(notice, kind) for notice in heard)

    bo = Pump(Identity.generate(secrets.token_bytes), heard.append, only=["127.0.0.1"])
    await bo.join([Address("127.0.0.1", port)], "Bo", port=0)
    running = asyncio.create_task(bo.run())
    await bo.do(lambda session, now: session.ready(now))
    await until(lambda: any(line["names"] == ["Ada", "Bo"] for line in ada.told(Seated)))
    ada.say("start")
    await until(lambda: saw(Began))
    await until(lambda: saw(Settled))
    await bo.close()
    await running


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/clear_refs").exists(), reason="only Linux tells the peak from some moment on")
def test_ten_hostile_links_cost_little_and_keep_nobody_out() -> None:
    async def test() -> None:
        async with script("honest.py") as ada:
            port = (await ada.answer("port"))["port"]
            await probe([Address("127.0.0.1", port)])  # loads what every link needs: that is nobody's fault
            ada.say("memory")
            before = (await ada.answer("peak"))["now"]
            async with script("hostile.py", str(port)) as eve:
                await asyncio.sleep(ATTACK_SECONDS)
                ada.say("memory")
                peak = (await ada.answer("peak", 2))["peak"]
                await sit_down_and_play(ada, port)
                await asyncio.sleep(ATTACK_SECONDS)
                begun = await eve.last_words()
            ada.say("memory")
            peak = max(peak, (await ada.answer("peak", 3))["peak"])
            assert all(set(line["names"]) <= {"Ada", "Bo"} for line in ada.told(Seated))
            # Who only holds on is left alone for a while; everybody else is hung up on, and comes again.
            assert set(begun) == {how.__name__ for how in ATTACKS}
            for how in ("sends_noise_for_tls", "says_impossible_lengths", "floods", "sends_up_to_the_limit"):
                assert begun[how] > 1
            assert peak - before < TEN_LINKS_MB * 1e6

    asyncio.run(test())
