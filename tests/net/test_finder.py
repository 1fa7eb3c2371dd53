"""What is listed, and under which name it is found: no network yet."""

import asyncio
import secrets

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from zeroconf import ServiceStateChange

from fliptable.p2p.hello import Poster, TableState
from fliptable.p2p.identity import Identity
from fliptable.p2p.net.address import Address
from fliptable.p2p.net.finder import TABLES_MAX, Finder, FoundTable, ManyTables, NoTable, choose, found_table
from fliptable.p2p.net.mdns import instance_name, to_txt
from fliptable.p2p.net.posters import Answer, probe
from fliptable.p2p.net.tcp import Listener, NoAnswer
from fliptable.p2p.text import clean

HERE = Address("192.168.1.23")
POSTER = Poster(b"\xab" * 16, "Kitchen", 1, 4, TableState.OPEN, b"r" * 32, locked=False)


def listed(poster: Poster | None, txt: dict[str, str] | None = None, reason: str = "probe") -> FoundTable:
    return found_table(Answer(HERE, poster, None, reason), (HERE,), txt or {})


@given(st.text(max_size=200))
def test_a_strangers_text_is_made_fit_for_a_screen(text: str):
    cleaned = clean(text)
    assert len(cleaned) <= 64
    assert cleaned.isprintable()
    assert clean(cleaned) == cleaned


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        ("Kit\x1b[2Jchen", "Kit[2Jchen"),
        ("\u202enehctiK\u202c", "nehctiK"),
        ("a\r\nb\tc", "abc"),
        ("  two   words ", "two words"),
        ("\u200b\ufeff", ""),
        ("Küche 42 ♣", "Küche 42 ♣"),
    ],
)
def test_control_and_bidirectional_characters_go(text: str, cleaned: str):
    assert clean(text) == cleaned


@given(st.text(min_size=1, max_size=60), st.binary(min_size=16, max_size=16), st.integers(0, 3))
def test_an_instance_name_fits_dns_and_ends_in_the_id(name: str, table: bytes, attempt: int):
    instance = instance_name(name, table, attempt)
    assert len(instance.encode()) <= 63
    assert "." not in instance
    assert instance.endswith(table.hex()[4 * attempt :][:4])


def test_txt_values_are_short():
    txt = to_txt(msgspec.structs.replace(POSTER, name="x" * 40), bytes(32))
    assert txt["id"] == "ab" * 16
    assert txt["state"] == "open"
    assert all(len(f"{key}={value}") < 64 for key, value in txt.items())


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({}, ""),
        ({"seats": 4}, "table-full"),
        ({"state": TableState.PLAYING}, "playing"),
        ({"locked": True}, "locked"),
    ],
)
def test_why_one_cannot_sit_down(change: dict[str, object], why: str):
    table = listed(msgspec.structs.replace(POSTER, **change))
    assert (table.why, table.joinable) == (why, not why)
    assert (table.name, table.id, table.rules) == ("Kitchen", "ab" * 16, "72" * 32)


def test_a_table_of_another_version_is_listed_by_what_it_announced():
    txt = {"name": "Cellar", "id": "cd" * 16, "seats": "9999", "wanted": "4", "state": "dancing", "rules": "\x1b"}
    table = listed(None, txt, "other-version")
    assert (table.name, table.id, table.seats, table.wanted, table.state, table.rules) == (
        *("Cellar", "cd" * 16, 0, 4),
        *("", ""),
    )
    assert table.why == "other-version"
    assert listed(None, {}, "other-version").name == str(HERE)


TABLES = [
    listed(msgspec.structs.replace(POSTER, name=name, table=bytes([number]) * 16))
    for number, name in enumerate(["Kitchen", "Kitchen", "Cellar", "Cellar door", "Attic"])
]


@pytest.mark.parametrize(
    ("name", "number"),
    [("attic", 4), ("At", 4), ("cellar", 2), ("Cellar d", 3), ("kitchen 0000", 0), ("Kitchen 01", 1), (" ATTIC ", 4)],
)
def test_a_table_is_found_by_name_or_the_beginning_of_it(name: str, number: int):
    assert choose(name, TABLES) == TABLES[number]


def test_no_name_or_too_many_are_said_in_one_sentence():
    with pytest.raises(ManyTables, match="Kitchen 0000, Kitchen 0101"):
        choose("kitchen", TABLES)
    with pytest.raises(ManyTables):
        choose("c", TABLES)
    with pytest.raises(NoTable, match="only Kitchen"):
        choose("Garden", TABLES)
    with pytest.raises(NoTable, match="address or its invite code"):
        choose("Garden\x1b", [])
    with pytest.raises(NoTable, match="5353"):
        choose("Garden", [], "another program keeps the mDNS port 5353 to itself")


def test_a_probe_reads_a_poster_and_a_version():
    async def test() -> None:
        me = Identity.generate(secrets.token_bytes)
        listener = Listener(me, lambda: POSTER, b"x" * 32, lambda connection, event: None)
        await listener.open(0)
        answer = await probe([Address("127.0.0.1", listener.port)])
        assert (answer.poster, answer.key) == (POSTER, me.public)
        await listener.close()
        with pytest.raises(NoAnswer):
            await probe([Address("127.0.0.1", listener.port)])

    asyncio.run(test())


def test_names_that_come_and_go_are_forgotten():
    """Anybody may announce names without end."""

    async def test() -> None:
        finder = Finder()
        noticed = Finder.__dict__["_noticed"]
        for number in range(5 * TABLES_MAX):
            for change in (ServiceStateChange.Removed, ServiceStateChange.Added, ServiceStateChange.Removed):
                noticed(finder, None, "", f"Table {number}", change)
        kept = [finder.__dict__[name] for name in ("_tasks", "_news", "_gone", "_found")]
        assert max(map(len, kept)) == TABLES_MAX
        await asyncio.sleep(0.1)
        assert not any(kept)
        await finder.close()

    asyncio.run(test())
