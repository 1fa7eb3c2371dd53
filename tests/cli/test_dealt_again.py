"""A seat is put out and the round is dealt again: what people, scripts, observers and AI players get of it."""

import asyncio
import json
import secrets
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest

from fliptable.cli.endings import Exit
from fliptable.cli.front import Front
from fliptable.cli.game import CODES
from fliptable.cli.jsonl import JsonLines
from fliptable.cli.observers import Observers
from fliptable.cli.peer import Peer
from fliptable.cli.plain import Plain
from fliptable.cli.present import present
from fliptable.core.events import TurnedUp
from fliptable.core.position_reader import read_position
from fliptable.core.rules import preset
from fliptable.core.table import LEFT
from fliptable.core.view import View
from fliptable.p2p.errors import Malformed
from fliptable.p2p.identity import Identity
from fliptable.p2p.letter import read, write
from fliptable.p2p.messages import Event
from fliptable.p2p.net.address import Address
from fliptable.p2p.notices import DealtAgain, Ended, Fault, Happened, Notice, Result
from fliptable.plugins.registry import Registry

from .command import Command

TABLE: dict[str, Any] = {
    "rules": "flip",
    "seats": ["Ada", "Bo", "Chidi"],
    "turn": "Ada",
    "dealer": "Chidi",
    "hands": {"Ada": ["r5/t8", "b5/o1"], "Bo": ["bFL/u6", "g1/o1"], "Chidi": ["g2/WC"]},
    "draw": ["y2/p2", "y4/u1"],
    "discard": ["b2/o8", "b5/p9"],
    "catchable": ["Chidi"],
}
WITHOUT: dict[str, Any] = {**TABLE, "hands": {**TABLE["hands"], "Bo": []}, "out": {"Bo": "left"}}
AGAIN = DealtAgain("Bo", 1)


def view(values: dict[str, Any] = TABLE) -> View:
    return View(read_position(values), 0)


def test_a_person_begins_the_round_anew(capsys: pytest.CaptureFixture[str]) -> None:
    plain = Plain()
    plain.settled(view())
    assert "> " in capsys.readouterr().out
    plain.typed("dance", read_position(TABLE), 0)
    capsys.readouterr()
    plain.fault(Fault("Bo", "bad-shuffle-proof", (b"letter",), 7))
    plain.dealt_again(AGAIN)
    assert capsys.readouterr().out.splitlines()[-2:] == [
        "Bo is put out of the match, and this round so far does not count; who is left",
        "  goes on.",
    ]
    plain.dealt_again(DealtAgain("Chidi", 1))  # once more before a card of the new deal lies there
    assert capsys.readouterr().out == "Chidi is put out of the match; who is left goes on.\n"
    again = read_position(WITHOUT)
    plain.happened(Happened(9, (TurnedUp(again.discard[-1], again.faces[0][again.discard[-1]], False),)), again, 0)
    assert capsys.readouterr().out.splitlines()[0] == "Round 1. Chidi deals."
    plain.settled(view(WITHOUT))  # the same turn in the same phase as before, and asked once more
    told = capsys.readouterr().out
    assert "Chidi has one card and did not call: catch Chidi." in " ".join(told.split())
    assert "Your turn" in told
    assert told.endswith("> ")


def test_of_two_seats_the_other_one_wins(capsys: pytest.CaptureFixture[str]) -> None:
    plain = Plain()
    plain.dealt_again(AGAIN)
    bare = read_position(WITHOUT)
    bare.discard.clear()  # put out, and nothing dealt since
    plain.settled(View(bare, 0))
    assert plain.typed("table", bare, 0) is None
    result = Result(b"", ("Ada", "Bo"), 0, {"Ada": 0, "Bo": 0}, ("Ada",), 9, b"", b"", "faulty")
    plain.ended(Ended("finished", "The match is over.", result), 1.0, ())
    assert "\nAda wins the match.\n" in capsys.readouterr().out


def test_who_was_put_out_stands_there_as_gone() -> None:
    rows = {row.name: row for row in present(view(WITHOUT)).rows}
    assert rows["Bo"].marks == ("left",)
    assert not rows["Chidi"].turn


def test_a_script_reads_it_on_a_line_and_is_asked_again(capsys: pytest.CaptureFixture[str]) -> None:
    lines = JsonLines()
    waits = {**WITHOUT, "turn": "Chidi"}
    lines.settled(view(waits))
    lines.settled(view(waits))
    lines.fault(Fault("Bo", "bad-shuffle-proof", (b"letter",), 7))
    lines.dealt_again(DealtAgain("Bo", 2))
    lines.settled(view(waits))
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["type"] for line in told] == ["chance", "fault", "dealt-again", "chance"]
    assert (told[1]["seat"], told[1]["reason"], told[1]["slot"]) == ("Bo", "bad-shuffle-proof", 7)
    assert told[2] == {"type": "dealt-again", "without": "Bo", "round": 2}


OBSERVER = """
from fliptable.plugins.hooks import hookimpl

@hookimpl
def game_event(event):
    print(sorted(event.items()))
"""


def test_plugins_that_look_on_hear_of_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "watcher.py").write_text(OBSERVER, "utf-8")
    remarks: list[str] = []
    Observers(Registry.installed([str(tmp_path / "watcher.py")]), remarks.append).dealt_again(AGAIN)
    Observers(Registry.installed([]), remarks.append).dealt_again(AGAIN)
    assert capsys.readouterr().out == "[('round', 1), ('type', 'dealt-again'), ('without', 'Bo')]\n"
    assert remarks == []


class Told(Front):
    """A front end that keeps what it was told."""

    def __init__(self) -> None:
        self.notices: list[Notice] = []
        self.heard = asyncio.Event()

    def fault(self, notice: Fault) -> None:
        self.notices.append(notice)

    def dealt_again(self, notice: DealtAgain) -> None:
        self.notices.append(notice)
        self.heard.set()


@pytest.mark.net
def test_a_peer_passes_it_on_and_plays_on() -> None:
    front = Told()
    notices: Sequence[Notice] = (Fault("Bo", "bad-shuffle-proof", (b"letter",), 7), AGAIN)

    async def main() -> None:
        peer = Peer(Identity.generate(secrets.token_bytes), "Ada", front, only=["127.0.0.1"])
        await peer.pump.open("Attic", "Ada", preset("quick"), 2, port=0, announce=False)
        peer.start()
        attending = asyncio.create_task(peer.attend())
        async with asyncio.timeout(20):
            await peer.do(lambda session, now: session.notices.extend(notices))
            await front.heard.wait()
            assert (peer.ended, peer.running) == (None, True)
            await peer.leave()
            assert (await attending).outcome == "left"
        await peer.close()

    asyncio.run(main())
    assert front.notices == [*notices]


class Seen(Front):
    """A front end that keeps what its seat was shown of a match."""

    def __init__(self) -> None:
        self.faults: list[Fault] = []
        self.again: list[DealtAgain] = []
        self.out: set[str] = set()

    def fault(self, notice: Fault) -> None:
        self.faults.append(notice)

    def dealt_again(self, notice: DealtAgain) -> None:
        self.again.append(notice)

    def settled(self, view: View) -> None:
        if self.again:
            self.out |= {player.name for player in view.players if player.out == LEFT}


def lies_once(peer: Peer, identity: Identity) -> None:
    """Make a peer claim another table than everybody has, some moves after the first deal."""
    mesh = peer.pump.__dict__["_mesh"]
    send = mesh.send

    def sends(key: bytes | None, payload: bytes) -> None:
        with suppress(Malformed):
            letter = read(payload)
            if letter.sender == identity.public and isinstance(letter.body, Event) and letter.body.slot > 3:
                payload = write(identity, msgspec.structs.replace(letter.body, table=bytes(32))).data
        send(key, payload)

    mesh.send = sends


@pytest.mark.net
def test_a_cheat_is_put_out_and_the_others_play_to_the_end(tmp_path: Path, command: Command) -> None:
    spec = Registry.installed([]).find("greedy")
    fronts = [Seen() for _ in range(3)]
    records = [bytearray() for _ in fronts]

    async def main() -> list[Ended]:
        identities = [Identity.generate(secrets.token_bytes) for _ in fronts]
        ada, bo, chidi = peers = [
            Peer(identity, name, front, player=spec, only=["127.0.0.1"], recorded=record.extend)
            for identity, name, front, record in zip(identities, ("Ada", "Bo", "Chidi"), fronts, records, strict=True)
        ]
        await ada.pump.open("Attic", "Ada", preset("quick").with_options({"hand_size": 5}), 3, port=0, announce=False)
        ada.start()
        for peer in (bo, chidi):
            await peer.pump.join([Address("127.0.0.1", ada.pump.port)], peer.name, port=0)
            peer.start()
        lies_once(bo, identities[1])
        for peer in peers:
            await peer.do(lambda session, now: session.ready(now))
        async with asyncio.timeout(60):
            ended = await asyncio.gather(*(peer.attend() for peer in peers))
        await asyncio.gather(*(peer.close() for peer in peers))
        return ended

    ended = asyncio.run(main())
    assert [each.outcome for each in ended] == ["finished", "void", "finished"]
    assert [CODES.get(each.outcome, Exit.UNFINISHED) for each in ended] == [Exit.DONE, Exit.UNFINISHED, Exit.DONE]
    for front in (fronts[0], fronts[2]):
        assert [(fault.seat, fault.reason) for fault in front.faults] == [("Bo", "table-digest")]
        assert front.again == [DealtAgain("Bo", 1)]
        assert front.out == {"Bo"}
    results = {(end.result.head, end.result.winners) for end in (ended[0], ended[2]) if end.result}
    assert len(results) == 1
    (tmp_path / "match.record").write_bytes(records[0])
    told = command("verify", str(tmp_path / "match.record"))
    assert told.code == Exit.REFUSED
    assert "holds, to the end of the match, and proves who broke the protocol: slots " in told.out
    assert ": Bo claims another table than everybody else has (table-digest).\n" in told.out
    assert "\nAudit faulty, because of Bo; head " in told.out


@pytest.mark.net
def test_a_person_alone_with_a_cheat_reads_who_has_won(capsys: pytest.CaptureFixture[str]) -> None:
    front = Plain()
    spec = Registry.installed([]).find("greedy")

    async def main() -> Ended:
        mallory = Identity.generate(secrets.token_bytes)
        honest = Identity.generate(secrets.token_bytes)
        ada = Peer(honest, "Ada", front, player=spec, only=["127.0.0.1"])
        other = Peer(mallory, "Mallory", Front(), player=spec, only=["127.0.0.1"])
        await ada.pump.open("Attic", "Ada", preset("quick"), 2, port=0, announce=False)
        ada.start()
        await other.pump.join([Address("127.0.0.1", ada.pump.port)], "Mallory", port=0)
        other.start()
        lies_once(other, mallory)
        for peer in (ada, other):
            await peer.do(lambda session, now: session.ready(now))
        async with asyncio.timeout(60):
            ended, _ = await asyncio.gather(ada.attend(), other.attend())
        await asyncio.gather(ada.close(), other.close())
        return ended

    ended = asyncio.run(main())
    assert ended.outcome == "finished"
    front.ended(ended, 1.0, ())
    told = capsys.readouterr().out
    assert "Mallory is put out of the match" in told
    assert "\nAda wins the match.\n" in told
