"""Finding tables between machines that share nothing but a cable."""

import json
import subprocess
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from .lan import Lan, Machine

# One table, announced. Commands come on standard input, one a line: `seats N`, `playing`, `quit`, `die`.
TABLE = """
import asyncio, dataclasses, msgspec, os, secrets, sys
from fliptable.p2p.hello import Poster, TableState
from fliptable.p2p.identity import Identity
from fliptable.p2p.net.interfaces import interfaces
from fliptable.p2p.net.mdns import Announcer
from fliptable.p2p.net.tcp import Listener

name, table, locked = sys.argv[1], bytes.fromhex(sys.argv[2]), sys.argv[3] == "locked"
poster = Poster(table, name, 1, 4, TableState.OPEN, b"r" * 32, locked)

async def main():
    global poster
    me = Identity.generate(secrets.token_bytes)
    listener = Listener(me, lambda: poster, b"", lambda connection, event: None)
    await listener.open()
    announcer = Announcer(me.public, listener.port)
    await announcer.start(poster)
    print(f"off: {announcer.off}" if announcer.off else f"port {listener.port}", flush=True)
    while command := (await asyncio.to_thread(sys.stdin.readline)).split():
        if command[0] == "seats":
            poster = msgspec.structs.replace(poster, seats=int(command[1]))
        elif command[0] == "playing":
            poster = msgspec.structs.replace(poster, state=TableState.PLAYING)
        elif command[0] == "die":
            os._exit(9)
        else:
            break
        await announcer.update(poster)
        print("done", flush=True)
    start = asyncio.get_running_loop().time()
    await announcer.close()
    print(f"goodbye {asyncio.get_running_loop().time() - start:.2f}", flush=True)
    await listener.close()

asyncio.run(main())
"""

# Looks around and prints what is listed whenever that changes.
LIST = """
import asyncio, dataclasses, json, sys
from fliptable.p2p.net.finder import Finder

async def main():
    finder = Finder()
    await finder.start()
    print(json.dumps({"off": finder.off}), flush=True)
    seen = None
    end = asyncio.get_running_loop().time() + float(sys.argv[1])
    while asyncio.get_running_loop().time() < end:
        if finder.tables != seen:
            seen = finder.tables
            tables = [{**dataclasses.asdict(each), "hosts": [str(a) for a in each.addresses], "joinable": each.joinable}
                      for each in seen]
            print(json.dumps(tables), flush=True)
        await asyncio.sleep(0.05)
    await finder.close()

asyncio.run(main())
"""

KITCHEN = "ab" * 16


def table(machine: Machine, name: str = "Kitchen", identity: str = KITCHEN, locked: str = "") -> subprocess.Popen[str]:
    """Open a table and wait until it is announced."""
    process = machine.python(TABLE, name, identity, locked)
    assert process.stdout
    assert process.stdout.readline().startswith("port"), process.communicate(timeout=5)
    return process


def tell(process: subprocess.Popen[str], command: str) -> None:
    assert process.stdin
    process.stdin.write(command + "\n")
    process.stdin.flush()


def lists(process: subprocess.Popen[str]) -> Iterator[list[dict[str, Any]]]:
    """The lists as they change, until the finder ends."""
    assert process.stdout
    assert json.loads(process.stdout.readline()) == {"off": ""}
    for line in process.stdout:
        yield json.loads(line)
    assert process.stderr
    assert process.stderr.read() == ""


def wait_for(
    changes: Iterator[list[dict[str, Any]]], true: Callable[[list[dict[str, Any]]], bool]
) -> list[dict[str, Any]]:
    seen: list[list[dict[str, Any]]] = []
    for each in changes:
        if true(each):
            return each
        seen.append(each)
    raise AssertionError(f"the list never became so; it was {seen}")


@pytest.mark.parametrize("link_local", [False, True], ids=["static", "link-local"])
def test_machines_on_a_bare_switch_find_each_other(make_lan: Callable[..., Lan], link_local: bool):
    lan = make_lan(2, link_local=link_local)
    table(lan[0])
    found = wait_for(lists(lan[1].python(LIST, "10")), bool)
    assert [(each["name"], each["id"], each["seats"], each["wanted"], each["state"]) for each in found] == [
        ("Kitchen", KITCHEN, 1, 4, "open")
    ]
    assert found[0]["joinable"]
    assert found[0]["hosts"][0] == f"{lan[0].address}:27112"
    assert any(host.startswith("[fe80::") for host in found[0]["hosts"])
    assert not any(host.startswith("127.") for host in found[0]["hosts"])


@pytest.mark.slow
def test_a_list_follows_its_tables(make_lan: Callable[..., Lan]):
    lan = make_lan(3)
    kitchen = table(lan[0])
    cellar = table(lan[1], "Kitchen", "cd" * 16, "locked")
    changes = lists(lan[2].python(LIST, "40"))
    both = wait_for(changes, lambda tables: len(tables) == 2)
    assert {each["id"]: (each["joinable"], each["why"]) for each in both} == {
        KITCHEN: (True, ""),
        "cd" * 16: (False, "locked"),
    }
    tell(kitchen, "seats 3")
    wait_for(changes, lambda tables: [each["seats"] for each in tables] == [3, 1])
    tell(kitchen, "seats 4")
    full = wait_for(changes, lambda tables: [each["seats"] for each in tables] == [4, 1])
    assert full[0]["why"] == "table-full"
    tell(kitchen, "playing")
    wait_for(changes, lambda tables: tables[0]["why"] == "playing")
    tell(kitchen, "quit")
    left = wait_for(changes, lambda tables: len(tables) == 1)
    assert left[0]["id"] == "cd" * 16
    output, errors = kitchen.communicate(timeout=5)
    assert errors == ""
    assert float(output.split("goodbye ")[1]) <= 1.1
    # A table that dies says no goodbye: its records live on, the list does not show them.
    tell(cellar, "die")
    wait_for(changes, lambda tables: tables == [])


def test_without_multicast_the_list_is_empty_and_the_address_still_works(make_lan: Callable[..., Lan]):
    lan = make_lan(2)
    lan.block_multicast()
    table(lan[0])
    assert wait_for(lists(lan[1].python(LIST, "3")), lambda tables: True) == []
    code = (
        "import asyncio\nfrom fliptable.p2p.net.posters import probe\n"
        "from fliptable.p2p.net.address import parse_address\n"
        f"print(asyncio.run(probe([parse_address('{lan[0].address}')])).poster.name)"
    )
    output, errors = lan[1].python(code).communicate(timeout=10)
    assert (output, errors) == ("Kitchen\n", "")


def test_a_taken_mdns_port_turns_the_announcement_off_and_nothing_else(make_lan: Callable[..., Lan]):
    lan = make_lan(1)
    hog = lan[0].python(
        "import socket, sys\n"
        "held = socket.socket(type=socket.SOCK_DGRAM)\n"
        "held.bind(('0.0.0.0', 5353))\n"
        "print('held', flush=True)\n"
        "sys.stdin.read()\n"
    )
    assert hog.stdout
    assert hog.stdout.readline() == "held\n"
    process = lan[0].python(TABLE, "Kitchen", KITCHEN, "")
    assert process.stdout
    assert process.stdout.readline() == "off: another program keeps the mDNS port 5353 to itself\n"
    tell(process, "quit")
    _, errors = process.communicate(timeout=5)
    assert errors == ""


@pytest.mark.slow
def test_a_machine_without_any_network_still_opens_a_table(make_lan: Callable[..., Lan]):
    lan = make_lan(1)
    lan[0].link("down")
    lan[0].run("ip", "address", "flush", "dev", "eth0")
    table(lan[0])
    assert wait_for(lists(lan[0].python(LIST, "10")), bool)[0]["hosts"][0] == "127.0.0.1:27112"
