"""`fliptable replay`: a record in words, in JSON Lines, and a moment of it as a position."""

import json
import re
from collections import defaultdict
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from fliptable.core.rules import PRESETS
from fliptable.p2p.messages import Event
from fliptable.p2p.record import MAGIC

from ..p2p.forger import Forger, changed, honest, on
from ..p2p.switchboard import Switchboard
from .command import Command


@pytest.fixture(scope="module")
def data() -> bytes:
    """The record of one short match of two."""
    board = Switchboard(2, 1, replace(PRESETS["quick"], hand_size=3))
    board.run()
    return bytes(board.peers[0].record)


@pytest.fixture
def record(data: bytes, tmp_path: Path) -> str:
    """The same as a file."""
    (tmp_path / "match.record").write_bytes(data)
    return str(tmp_path / "match.record")


def test_it_is_told_slot_by_slot(command: Command, record: str) -> None:
    done = command("replay", record)
    assert (done.code, done.err) == (0, "")
    first, second, *told = done.out.splitlines()
    assert first == "Bo1 and Ada play quick with hand_size=3, one round."
    assert second.startswith("Round 1. ")
    assert told[0].startswith("    0  The first card is ")
    assert told[-1].startswith("Points: Bo1 ")
    assert any("wins the round" in line for line in told)
    assert any("Audit of round 1: clean" in line for line in told)
    assert not re.search(r"draws (a card|\d+ cards)", done.out.partition("Audit")[0])  # each is named


def test_scripts_get_a_line_an_event(command: Command, record: str) -> None:
    done = command("replay", record, "--json")
    lines = done.lines
    assert [line["type"] for line in (lines[0], lines[1], lines[-2], lines[-1])] == [
        "began",
        "event",
        "audit",
        "replay",
    ]
    verified = command("verify", record, "--json").json
    assert {key: lines[-1][key] for key in ("ok", "complete", "slots", "rounds")} == {
        key: verified[key] for key in ("ok", "complete", "slots", "rounds")
    }
    assert lines[-2]["proofs"] > 5
    events = [line for line in lines if line["type"] == "event"]
    assert [line["slot"] for line in events] == sorted(line["slot"] for line in events)
    assert "?" not in json.dumps([line["event"] for line in events])
    assert lines[0]["rules"]["hand_size"] == 3


def test_a_moment_is_a_position_on_which_the_next_move_leads_to_the_next(command: Command, record: str) -> None:
    lines = command("replay", record, "--json").lines
    events: defaultdict[int, list[dict[str, Any]]] = defaultdict(list)
    for line in lines:
        if line["type"] == "event":
            events[line["slot"]].append(line["event"])
    tried = 0
    slots = sorted(events)
    for slot, after in pairwise(slots):
        (event, *more) = events[after]
        if more or event["type"] not in ("played", "kept") or "colour" in event or "call" in event:
            continue
        before = command("replay", record, "--position", str(slot)).json["hands"][event["seat"]]
        if event["type"] == "played" and sum(event["cards"][0] in card.split("/") for card in before) > 1:
            continue  # of equal faces the one drawn first would be played
        move = f"{event['seat']} {'keep' if event['type'] == 'kept' else 'play ' + event['cards'][0]}"
        now = command("replay", record, "--position", str(slot))
        moved = command("position", "-", move, "--json", stdin=now.out).json["position"]
        wanted = command("replay", record, "--position", str(after)).json
        assert {**moved, "draw": None} == {**wanted, "draw": None}
        assert moved["draw"] == wanted["draw"]
        tried += 1
    assert tried


def test_a_slot_in_which_nothing_happened_shows_the_table_as_it_lay(command: Command, record: str) -> None:
    last = command("replay", record, "--json").lines[-1]["slots"] - 1
    done = command("replay", record, "--position", str(last), "--json")
    assert done.json["phase"] == "over"


@pytest.mark.parametrize(
    ("slot", "says"), [("-1", "There is no slot -1 in "), ("9999", "There is no slot 9999 in "), ("x", "valid integer")]
)
def test_a_slot_that_is_not_there(command: Command, record: str, slot: str, says: str) -> None:
    done = command("replay", record, "--position", slot)
    assert (done.code, done.out) == (2, "")
    assert says in done.err
    assert len(done.err.splitlines()) == 1


@pytest.mark.parametrize(
    ("content", "code", "says"),
    [
        (None, 2, "cannot be read: No such file"),
        (b"a letter", 3, "does not hold. This file is no record"),
        (MAGIC, 3, "does not hold. "),
    ],
)
def test_what_is_no_record(command: Command, tmp_path: Path, content: bytes | None, code: int, says: str) -> None:
    if content is not None:
        (tmp_path / "file").write_bytes(content)
    for more in ((), ("--position", "1"), ("--json",)):
        done = command("replay", str(tmp_path / "file"), *more)
        assert (done.code, done.out) == (code, "")
        assert says in done.err
        assert len(done.err.splitlines()) == 1


def test_nothing_is_shown_beyond_a_damaged_place(command: Command, data: bytes, tmp_path: Path) -> None:
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    whole.write_bytes(data)
    damaged = bytearray(data)
    damaged[len(data) * 9 // 10] ^= 1
    broken.write_bytes(damaged)
    done = command("replay", str(broken), "--json")
    assert done.code == 3
    assert len(done.err.splitlines()) == 1
    slot = int(done.err.partition("from slot ")[2].split()[0])
    shown = [line for line in done.lines if line["type"] == "event"]
    assert shown
    assert max(line["slot"] for line in shown) < slot
    refused = command("replay", str(broken), "--position", str(slot))
    assert (refused.code, refused.out) == (3, "")
    assert f"does not hold from slot {slot} on" in refused.err
    assert command("replay", str(broken), "--position", str(slot - 1)).code == 0


@pytest.mark.slow
def test_who_was_put_out_is_told(command: Command, tmp_path: Path) -> None:
    board = Switchboard(3, 3, replace(PRESETS["classic"], hand_size=3, match="single"))
    Forger(board, on(Event, lambda body: changed(body, table=bytes(32)) if body.slot > 2 else None))
    board.run(lambda: all(peer.ended for peer in honest(board)))
    (tmp_path / "match.record").write_bytes(bytes(board.peers[0].record))
    done = command("replay", str(tmp_path / "match.record"))
    assert done.code == 3  # as verify says: somebody is proved at fault
    assert "Bo1 is put out of the match" in done.out
    assert done.out.count("Round 1. ") == 2
    kinds = [line["type"] for line in command("replay", str(tmp_path / "match.record"), "--json").lines]
    assert kinds[kinds.index("fault") :][1] == "dealt-again"
