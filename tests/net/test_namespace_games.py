"""Whole games between machines with awkward networks; the usual ones are in `test_namespace_commands`."""

import json
import subprocess
from collections.abc import Callable
from typing import Any

import pytest

from .lan import Lan, Machine

# One peer that plays by itself. Arguments: its name, then `open N` or `join WHERE`, and the seconds it waits before its
# first move, and half of that before the next one, and so on; and how many more matches it wants. Prints notices as
# JSON lines.
PEER = """
import asyncio, dataclasses, json, random, secrets, sys
from fliptable.core.moves import Call, Catch, Play
from fliptable.core.rules import PRESETS
from fliptable.p2p.identity import Identity
from fliptable.p2p.net.address import parse_address
from fliptable.p2p.net.finder import find_table
from fliptable.p2p.net.pump import Pump
from fliptable.p2p.notices import Began, Ended, Linked, PlayAgain, Said, Settled, Waiting

name, how, what, pause, more = sys.argv[1], sys.argv[2], sys.argv[3], float(sys.argv[4]), int(sys.argv[5])
tasks, asked = set(), []

def say(**fields):
    print(json.dumps(fields), flush=True)

def told(notice):
    if isinstance(notice, Settled):
        say(settled=notice.slot)
        if notice.act:
            tasks.add(asyncio.ensure_future(move()))
    elif isinstance(notice, Began):
        asked.clear()
        say(began=list(notice.words), linked=len(pump.linked))
    elif isinstance(notice, Waiting):
        say(waiting=list(notice.names))
    elif isinstance(notice, Said):
        say(said=[notice.name, notice.text])
    elif isinstance(notice, Linked):
        say(via={each: state.via for each, state in notice.states.items()})
    elif isinstance(notice, PlayAgain):
        say(wanting=sorted(notice.wanting), undecided=len(notice.undecided))
        if notice.undecided and not asked:
            asked.append(True)
            tasks.add(asyncio.ensure_future(again()))
    elif isinstance(notice, Ended):
        result = notice.result
        say(ended=notice.outcome, text=notice.text, linked=len(pump.linked),
            head=result.head.hex() if result else "", audit=result and result.audit)

async def again():
    # Says something, then wants another match while any is wanted; else it goes.
    global more
    await pump.say("Once more?" if more else "Good night.")
    await pump.do(lambda session, now: session.play_again(now) if more else session.leave(now))
    more -= 1

def stay(session, now):
    session.stays = True

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
    if more:
        await pump.do(stay)
    say(ready=True)
    while pump.announced is None and how == "open":
        await asyncio.sleep(0.05)
    say(announced=pump.announced)
    await running
    await pump.close()

asyncio.run(main())
"""


def peer(machine: Machine, name: str, how: str, what: str, pause: float = 0.0, more: int = 0) -> subprocess.Popen[str]:
    process = machine.python(PEER, name, how, what, str(pause), str(more))
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


@pytest.mark.slow
def test_three_of_whom_two_reach_each_other_only_through_the_third_talk_and_play_again(make_lan: Callable[..., Lan]):
    """The second match has words of its own; what one of the two says comes to the other once; then the opener goes."""
    lan = make_lan(3)
    lan.part(1, 2)
    peers = [peer(lan[0], "Ada", "open", "3", more=1)]
    peers += [peer(lan[1], "Bo", "join", "kitchen", more=1), peer(lan[2], "Chidi", "join", "kitchen", more=1)]
    first = [wait_for(each, "began")["began"] for each in peers]
    lines = [[json.loads(line) for line in each.communicate(timeout=100)[0].splitlines()] for each in peers]
    assert [each.returncode for each in peers] == [0, 0, 0]
    for seen in lines:
        second = [line["began"] for line in seen if "began" in line]
        assert second == [next(line["began"] for line in lines[0] if "began" in line)]
        assert second[0] != first[0]
        results = [line for line in seen if "ended" in line]
        assert [line["ended"] for line in results] == ["finished", "finished"]
        assert len({line["head"] for line in results}) == 2
        said = [tuple(line["said"]) for line in seen if "said" in line]
        assert {name for name, text in said if text == "Once more?"} == {"Ada", "Bo", "Chidi"}
        assert len(said) == len(set(said))
    assert any(line["via"].get("Chidi") == "Ada" for line in lines[1] if "via" in line)


@pytest.mark.slow
def test_the_others_play_again_when_the_opener_has_gone(make_lan: Callable[..., Lan]):
    lan = make_lan(3)
    peers = [peer(lan[0], "Ada", "open", "3")]
    peers += [peer(lan[1], "Bo", "join", lan[0].address, more=1), peer(lan[2], "Chidi", "join", lan[0].address, more=1)]
    lines = [[json.loads(line) for line in each.communicate(timeout=100)[0].splitlines()] for each in peers]
    assert [each.returncode for each in peers] == [0, 0, 0]
    assert [sum("began" in line for line in seen) for seen in lines] == [1, 2, 2]
    for seen in lines[1:]:
        assert [line["ended"] for line in seen if "ended" in line] == ["finished", "finished"]
