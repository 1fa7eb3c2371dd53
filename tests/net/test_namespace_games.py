"""Whole games between machines with awkward networks; the usual ones are in `test_namespace_commands`."""

import json
import subprocess
from collections.abc import Callable
from typing import Any

import pytest

from .lan import Lan, Machine

# One peer that plays by itself. Arguments: its name, then `open N` or `join WHERE`, and the seconds it waits before its
# first move, and half of that before the next one, and so on. Prints notices as JSON lines.
PEER = """
import asyncio, dataclasses, json, random, secrets, sys
from fliptable.core.moves import Call, Catch, Play
from fliptable.core.rules import PRESETS
from fliptable.p2p.identity import Identity
from fliptable.p2p.net.address import parse_address
from fliptable.p2p.net.finder import find_table
from fliptable.p2p.net.pump import Pump
from fliptable.p2p.notices import Began, Ended, Settled, Waiting

name, how, what, pause = sys.argv[1], sys.argv[2], sys.argv[3], float(sys.argv[4])
tasks = set()

def say(**fields):
    print(json.dumps(fields), flush=True)

def told(notice):
    if isinstance(notice, Settled):
        say(settled=notice.slot)
        if notice.act:
            tasks.add(asyncio.ensure_future(move()))
    elif isinstance(notice, Began):
        say(began=list(notice.words), linked=len(pump.linked))
    elif isinstance(notice, Waiting):
        say(waiting=list(notice.names))
    elif isinstance(notice, Ended):
        result = notice.result
        say(ended=notice.outcome, text=notice.text, linked=len(pump.linked),
            head=result.head.hex() if result else "", audit=result and result.audit)

async def move():
    global pause
    await asyncio.sleep(pause)
    pause /= 2
    legal = (await pump.view()).legal
    plays = [each for each in legal if isinstance(each, Play)]
    chosen = random.choice(plays or [each for each in legal if not isinstance(each, Call | Catch)])
    await pump.do(lambda session, now: session.act(chosen, now))

async def main():
    global pump
    pump = Pump(Identity.generate(secrets.token_bytes), told)
    if how == "open":
        await pump.open("Kitchen", name, dataclasses.replace(PRESETS["quick"], hand_size=3), int(what))
    else:
        if what in ("Kit", "kitchen"):
            addresses = (await find_table(what)).addresses
        else:
            addresses = [parse_address(what)]
        await pump.join(addresses, name)
    running = asyncio.ensure_future(pump.run())
    await pump.do(lambda session, now: session.ready(now))
    say(ready=True)
    while pump.announced is None and how == "open":
        await asyncio.sleep(0.05)
    say(announced=pump.announced)
    await running
    await pump.close()

asyncio.run(main())
"""


def peer(machine: Machine, name: str, how: str, what: str, pause: float = 0.0) -> subprocess.Popen[str]:
    process = machine.python(PEER, name, how, what, str(pause))
    wait_for(process, "announced")
    return process


def wait_for(process: subprocess.Popen[str], word: str) -> dict[str, Any]:
    """Read on until a line has that word."""
    assert process.stdout
    lines: list[str] = []
    for line in process.stdout:
        lines.append(line)
        fields: dict[str, Any] = json.loads(line)
        if word in fields:
            return fields
    assert process.stderr
    raise AssertionError(f"no {word!r} in {lines[-5:]}, {process.stderr.read()}")


def ends(peers: list[subprocess.Popen[str]]) -> list[dict[str, Any]]:
    """Wait for the end of the game everywhere; it has to be one and the same."""
    results = [wait_for(each, "ended") for each in peers]
    assert {each["ended"] for each in results} == {"finished"}, results
    assert len({each["head"] for each in results}) == 1
    assert {each["audit"] for each in results} == {"clean"}
    for each in peers:
        _, errors = each.communicate(timeout=20)
        assert errors == ""
        assert each.returncode == 0
    return results


@pytest.mark.slow
def test_machines_with_link_local_addresses_find_a_table_by_name_and_play(make_lan: Callable[..., Lan]):
    lan = make_lan(3, link_local=True)
    peers = [peer(lan[0], "Ada", "open", "3")]
    peers += [peer(lan[1], "Bo", "join", "Kit"), peer(lan[2], "Chidi", "join", "kitchen")]
    began = [wait_for(each, "began")["began"] for each in peers]
    assert began[0] == began[1] == began[2]
    ends(peers)


@pytest.mark.slow
def test_two_that_cannot_reach_each_other_play_through_the_third(make_lan: Callable[..., Lan]):
    lan = make_lan(3)
    lan.part(1, 2)
    peers = [peer(lan[0], "Ada", "open", "3")]
    peers += [peer(lan[1], "Bo", "join", "kitchen"), peer(lan[2], "Chidi", "join", "kitchen")]
    results = ends(peers)
    assert [each["linked"] for each in results] == [2, 1, 1]


@pytest.mark.slow
def test_a_pulled_cable_that_is_put_back_costs_some_seconds(make_lan: Callable[..., Lan]):
    lan = make_lan(2)
    peers = [peer(lan[0], "Ada", "open", "2", 1.0), peer(lan[1], "Bo", "join", lan[0].address, 1.0)]
    for each in peers:
        wait_for(each, "began")
        wait_for(each, "settled")
    lan.unplug(1)
    assert [wait_for(each, "waiting")["waiting"] for each in peers] == [["Bo"], ["Ada"]]
    lan.unplug(1, back=True)
    ends(peers)
