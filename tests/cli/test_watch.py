"""``fliptable watch``: tells what ``replay`` tells, while it is played; a lie is told as one."""

import asyncio
import json
import random
import secrets
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest

from fliptable.cli.endings import Exit, Stop
from fliptable.cli.watch import JsonSight, PlainSight, Sight, Watched
from fliptable.core.rules import PRESETS
from fliptable.p2p.hello import Poster, TableState
from fliptable.p2p.identity import Identity
from fliptable.p2p.net import watching
from fliptable.p2p.net.mesh import Mesh
from fliptable.p2p.net.watchers import Watchers

from ..p2p.switchboard import Switchboard
from ..p2p.test_record import entries
from .command import Command

POSTER = Poster(bytes(16), "Kitchen", 2, 2, TableState.PLAYING, bytes(32), False)


@pytest.fixture(scope="module")
def data() -> bytes:
    """The record of a short match."""
    board = Switchboard(2, 1, replace(PRESETS["quick"], hand_size=3))
    board.run()
    return bytes(board.peers[0].record)


@asynccontextmanager
async def door(record: bytes, mark: tuple[int, bytes] = (0, bytes(32))) -> AsyncGenerator[str]:
    """A seat that lets people watch, and shows this; gives its address."""
    loop = asyncio.get_running_loop()
    watchers = Watchers(lambda number: None)
    mesh = Mesh(
        Identity.generate(secrets.token_bytes),
        lambda: POSTER,
        b"",
        lambda key, purpose: "playing",
        lambda event: None,
        watched=lambda connection, event: watchers.heard(connection, event, "", loop.time()),
    )
    await mesh.open(0, ["127.0.0.1"])
    watchers.mark(*mark)
    watchers.recorded(record, None, loop.time())
    try:
        yield f"127.0.0.1:{mesh.port}"
    finally:
        await mesh.close()


async def watch(record: bytes, sight: Sight) -> Exit:
    async with door(record) as address:
        return await Watched(address, None, (), sight).spend()


@pytest.mark.net
def test_what_is_told_is_what_replay_tells(
    data: bytes, command: Command, tmp_path_factory: pytest.TempPathFactory, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path_factory.mktemp("watch") / "record"
    path.write_bytes(data)
    replayed = command("replay", str(path), "--plain")
    assert asyncio.run(watch(data, PlainSight())) == Exit.DONE
    assert capsys.readouterr().out == replayed.out
    lines = command("replay", str(path), "--json").lines
    assert asyncio.run(watch(data, JsonSight())) == Exit.DONE
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert told == [*lines[:-1], {**lines[-1], "type": "watch"}]


@pytest.mark.net
def test_a_lie_is_told_and_nothing_after_it(data: bytes, capsys: pytest.CaptureFixture[str]) -> None:
    dice = random.Random(2)
    begin, end = entries(data)[len(entries(data)) * 3 // 4]
    lie = bytearray(data)
    lie[dice.randrange(begin + 8, end)] ^= 4
    with pytest.raises(Stop) as stop:
        asyncio.run(watch(bytes(lie), PlainSight()))
    assert stop.value.code == Exit.REFUSED
    assert stop.value.sentence.startswith("What this table sends does not hold from slot ")
    slot = int(stop.value.sentence.partition("slot ")[2].split()[0])
    slots = [int(line[:5]) for line in capsys.readouterr().out.splitlines() if line[:5].strip().isdigit()]
    assert slots
    assert max(slots) < slot


@pytest.mark.net
def test_a_table_that_goes_in_the_middle_gives_no_result(data: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watching, "BACK_SECONDS", 0.1)

    async def test() -> None:
        shown: list[object] = []
        sight = Sight()
        watched = Watched("", None, (), sight)
        async with door(data[: entries(data)[len(entries(data)) // 2][1]]) as address:
            watched.where = address
            watched.moments.found = shown  # pyright: ignore[reportAttributeAccessIssue]
            task = asyncio.create_task(watched.spend())
            async with asyncio.timeout(20):
                while not shown:  # noqa: ASYNC110 - what is waited for is a list that grows
                    await asyncio.sleep(0.01)
        with pytest.raises(Stop) as stop:
            await task
        assert stop.value.code == Exit.UNFINISHED

    asyncio.run(test())


@pytest.mark.net
def test_who_does_not_answer_and_what_is_no_place(command: Command) -> None:
    nobody = command("watch", "127.0.0.1:9")
    assert (nobody.code, nobody.out, len(nobody.err.splitlines())) == (4, "", 1)
    for arguments in (("127.0.0.1:99999",), ("+nonsense",), ("127.0.0.1:9", "--wait", "-1")):
        assert command("watch", *arguments).code == 2
