"""Garbage, and real bytes with something in them changed, wherever bytes of strangers are read.

Whatever comes is a verdict of ours: `Malformed`, another `PeerFault`, `BadRecord`, `BadInvite`. The real bytes are
those of one short game. What a liar has signed anew passes the signature and is looked at in earnest; then nobody but
the liar may be blamed for it.
"""

from __future__ import annotations

import copy
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, cast

import msgpack  # pyright: ignore[reportMissingTypeStubs]
import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fliptable.core.rules import PRESETS
from fliptable.p2p import letter as letters
from fliptable.p2p import record, wire
from fliptable.p2p.deal.proving import first_false
from fliptable.p2p.errors import Malformed, PeerFault
from fliptable.p2p.frames import Frames, frame
from fliptable.p2p.hello import Goodbye, Greeting, Heartbeat, Hello, Poster, Purpose, TableState, Welcome
from fliptable.p2p.identity import Identity, certificate_key
from fliptable.p2p.invite import BadInvite, Invite, format_invite, parse_invite
from fliptable.p2p.link import Link, State, Wish
from fliptable.p2p.messages import BODIES, FRAME_LIMITS, LETTERS, UNSIGNED, Charter, Signed
from fliptable.p2p.net.address import Address, BadAddress, parse_address
from fliptable.p2p.net.finder import found_table
from fliptable.p2p.net.posters import Answer
from fliptable.p2p.record import BadRecord, Blame
from fliptable.p2p.referee import Referee
from fliptable.p2p.text import clean
from fliptable.p2p.verify import verify

from .forger import identity_of, name_of, referee_of
from .switchboard import Switchboard

RULES = PRESETS["quick"].with_options({"hand_size": 3})
SEATS, SEED = 2, 4
KINDS = (Greeting, Hello, Welcome, Heartbeat, Goodbye, *LETTERS, *UNSIGNED, *BODIES, Charter, Blame)
FUZZ = settings(derandomize=True)
MANY = settings(derandomize=True, max_examples=200)


@dataclass
class Played:
    """A game as strangers see it: all frames in order, the record, the keys, and the referee at some moments."""

    frames: list[bytes] = field(default_factory=list[bytes])
    moments: list[Referee] = field(default_factory=list[Referee])
    record: bytes = b""
    liars: list[Identity] = field(default_factory=list[Identity])

    @property
    def letters(self) -> list[bytes]:
        """The letters of the game, each once; those of the lobby come first."""
        return list(dict.fromkeys(data for data in self.frames if data[1] in wire.tags(*LETTERS)))


@pytest.fixture(scope="module")
def played() -> Played:
    """One short game, and the referee of its first peer before every third letter."""
    board = Switchboard(SEATS, SEED, RULES)
    found = Played(liars=[identity_of(peer) for peer in board.peers])

    def tap(source: int, target: int, data: bytes) -> bytes:
        if data not in found.frames:
            found.frames.append(data)
            referee = board.peers[0].session.referee
            if referee is not None and len(found.frames) % 3 == 0:
                found.moments.append(copy.deepcopy(referee))
        return data

    board.tap = tap
    board.run()
    found.record = bytes(board.peers[0].record)
    assert verify(found.record).complete
    assert len(found.moments) > 10
    return found


# What is done to bytes, and to what they say.


@st.composite
def bent(draw: st.DrawFn, data: bytes, others: tuple[bytes, ...] = ()) -> bytes:
    """The same bytes with one to four things done to them."""
    found = bytearray(data)
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(found)))
        size = draw(st.integers(1, 40))
        match draw(st.sampled_from(("flip", "set", "cut", "drop", "double", "insert", "splice"))):
            case "flip" if at < len(found):
                found[at] ^= 1 << draw(st.integers(0, 7))
            case "set" if at < len(found):
                found[at] = draw(st.sampled_from((0, 1, 0x7F, 0x80, 0x90, 0xC0, 0xC4, 0xD9, 0xDD, 0xFF)))
            case "cut":
                del found[at:]
            case "drop":
                del found[at : at + size]
            case "double":
                found[at:at] = found[at : at + size]
            case "splice" if others:
                found[at:] = draw(st.sampled_from(others))[at:]
            case _:
                found[at:at] = draw(st.binary(max_size=40))
    return bytes(found)


SCALARS = (
    st.integers(-1, 2**33) | st.booleans() | st.none() | st.text(max_size=5) | st.floats() | st.binary(max_size=70)
)


@st.composite
def otherwise(draw: st.DrawFn, value: object) -> object:
    """A value much like this one: of its type, if it is simple, or with one of its parts otherwise."""
    if isinstance(value, list) and value and draw(st.integers(0, 9)):
        parts = cast("list[object]", value)
        at = draw(st.integers(0, len(parts) - 1))
        match draw(st.sampled_from(("part", "part", "part", "drop", "double"))):
            case "drop":
                return parts[:at] + parts[at + 1 :]
            case "double":
                return parts[:at] + parts[at : at + 1] + parts[at:]
            case _:
                return [*parts[:at], draw(otherwise(parts[at])), *parts[at + 1 :]]
    if isinstance(value, bool):
        return not value
    if isinstance(value, int) and draw(st.integers(0, 3)):
        return draw(st.sampled_from((value + 1, abs(value - 1), value ^ 1, 0, 9, 65535, 2**32 - 1)))
    if isinstance(value, bytes) and value and draw(st.integers(0, 3)):
        at = draw(st.integers(0, len(value) - 1))
        return value[:at] + bytes([value[at] ^ draw(st.integers(1, 255))]) + value[at + 1 :]
    return draw(SCALARS | st.lists(SCALARS, max_size=3))


@st.composite
def lies(draw: st.DrawFn, played: Played, among: list[bytes] | None = None) -> tuple[int, bytes]:
    """A letter of the game that its signer has made otherwise and signed again; and who that was."""
    data = draw(st.sampled_from(among or played.letters))
    envelope = wire.decode(data, *LETTERS)
    liar = next(number for number, each in enumerate(played.liars) if each.public == envelope.sender)
    body = draw(otherwise(_unpack(envelope.body)) if draw(st.integers(0, 5)) else bent(envelope.body))
    spelled = body if isinstance(body, bytes) else _pack(body)
    kind = draw(st.sampled_from((type(envelope), type(envelope), *LETTERS)))
    return liar, _signed(kind, spelled, played.liars[liar])


def _signed(kind: type[Signed], body: bytes, identity: Identity) -> bytes:
    return wire.encode(kind(body, identity.public, identity.sign(letters.LABEL, body)))


def _pack(value: object) -> bytes:
    return cast("bytes", cast(Any, msgpack).packb(value))


def _unpack(data: bytes) -> object:
    return cast(Any, msgpack).unpackb(data)


def garbage(data: st.DataObject, seeds: list[bytes]) -> bytes:
    """Garbage, or one of the seeds bent, perhaps with a part of another one."""
    if not data.draw(st.integers(0, 5)):
        return data.draw(st.binary(max_size=200))
    return data.draw(bent(data.draw(st.sampled_from(seeds)), tuple(seeds[:8])))


# Bytes.


@MANY
@given(st.data())
def test_messages_and_letters(played: Played, data: st.DataObject) -> None:
    found = garbage(data, played.frames)
    for read in (
        lambda: wire.decode(found, *KINDS),
        lambda: wire.decode(found, *LETTERS),
        lambda: wire.peek(found),
        lambda: letters.read(found),
        lambda: letters.signer(found),
    ):
        with suppress(Malformed):
            read()


@MANY
@given(st.data())
def test_bodies(played: Played, data: st.DataObject) -> None:
    bodies = [wire.decode(letter, *LETTERS).body for letter in played.letters]
    with suppress(Malformed):
        body = wire.decode(data.draw(bent(data.draw(st.sampled_from(bodies)))), *BODIES)
        assert wire.decode(wire.encode(body), type(body)) == body


@FUZZ
@given(st.data())
def test_frames_in_pieces(played: Played, data: st.DataObject) -> None:
    stream = data.draw(bent(b"".join(frame(each) for each in played.frames[:6])))
    frames, held = Frames(FRAME_LIMITS), b""
    with suppress(Malformed):
        while stream:
            size = data.draw(st.sampled_from((1, 5, 300, 100_000)))
            piece, stream = stream[:size], stream[size:]
            held += b"".join(map(frame, frames.feed(piece)))
    assert len(frames.__dict__["_held"]) <= max(FRAME_LIMITS.values()) + 4 + 100_000


@FUZZ
@given(st.data())
def test_certificates(data: st.DataObject) -> None:
    with suppress(PeerFault):
        certificate_key(data.draw(bent(Identity(bytes(32)).certificate())))


# Records.


def entries(data: bytes) -> list[bytes]:
    """The entries of a record."""
    found, rest = list[bytes](), data[len(record.MAGIC) :]
    while rest:
        end = 4 + int.from_bytes(rest[:4], "big")
        found.append(rest[4:end])
        rest = rest[end:]
    return found


def written(of: list[bytes]) -> bytes:
    return record.MAGIC + b"".join(map(frame, of))


def judged(data: bytes, original: bytes) -> None:
    """Whatever the bytes are, there is a verdict; and what holds is the record, or its beginning."""
    with suppress(BadRecord):
        record.read(data)
    verdict = verify(data)
    assert original.startswith(data) or not verdict.ok
    assert verdict.ok or verdict.faults


@FUZZ
@given(st.data())
def test_records_that_were_damaged(played: Played, data: st.DataObject) -> None:
    short = played.record[: data.draw(st.sampled_from((400, 2000, len(played.record))))]
    judged(data.draw(bent(short, (played.record[100:],))), played.record)


@FUZZ
@given(st.data())
def test_records_that_were_rearranged(played: Played, data: st.DataObject) -> None:
    found = entries(played.record)
    for _ in range(data.draw(st.integers(1, 3))):
        at, other = data.draw(st.integers(0, len(found) - 1)), data.draw(st.integers(0, len(found) - 1))
        match data.draw(st.sampled_from(("swap", "drop", "double", "cut"))):
            case "swap":
                found[at], found[other] = found[other], found[at]
            case "drop" if len(found) > 1:
                del found[at]
            case "double":
                found.insert(other, found[at])
            case _:
                del found[at + 1 :]
    judged(written(found), played.record)


@FUZZ
@given(st.data())
def test_records_of_liars(played: Played, data: st.DataObject) -> None:
    """With a letter of theirs instead of a true one, and whom they please blamed for it."""
    found = entries(played.record)
    at = data.draw(st.integers(1, len(found) - 1))
    liar, lie = data.draw(lies(played, [found[at]]))
    evidence = data.draw(st.lists(st.sampled_from((lie, *found[1:])), min_size=1, max_size=3))
    count, seat = st.integers(0, len(found)), st.integers(0, SEATS)
    blame = Blame(data.draw(count), data.draw(seat), data.draw(st.sampled_from(("equivocation", "x"))), tuple(evidence))
    match data.draw(st.sampled_from(("lie", "blame", "both"))):
        case "lie":
            found[at] = lie
        case "blame":
            found.insert(at, wire.encode(blame))
        case _:
            found[at:] = [lie, wire.encode(blame)]
    judged(written(found), played.record)
    verdict = verify(written(found))
    name = played.moments[0].names[played.moments[0].keys.index(played.liars[liar].public)]
    shown = {
        fault.seat for fault in verdict.faults if fault.reason not in ("not-awaited", "after-the-end", "signature")
    }
    if lie in found and at >= 1 + SEATS:
        assert shown <= {None, name}, verdict.faults


# A session.


@pytest.mark.slow
@FUZZ
@given(st.data())
def test_lies_in_a_game_are_laid_to_nobody_else(played: Played, data: st.DataObject) -> None:
    referee = copy.deepcopy(data.draw(st.sampled_from(played.moments)))
    liars: set[bytes] = set()
    for _ in range(data.draw(st.integers(1, 2))):
        liar, lie = data.draw(lies(played))
        liars.add(played.liars[liar].public)
        try:
            letter = letters.read(lie)
        except Malformed:
            referee.take_malformed(lie)
        else:
            referee.take(letter)
        for deal, items in referee.checks():
            referee.proved(deal, items, first_false(items))
        assert {referee.keys[blame.seat] for blame in referee.blames} <= liars


@FUZZ
@given(st.data())
def test_a_lobby_takes_anything(played: Played, data: st.DataObject) -> None:
    board = Switchboard(SEATS, SEED, RULES)
    board.run(lambda: board.now > data.draw(st.sampled_from((0.0, 0.05, 0.1))) or board.now > 0.3)
    session = board.peers[0].session
    for _ in range(data.draw(st.integers(1, 4))):
        lobby = played.frames[:12]
        frames = [data.draw(lies(played, [each for each in lobby if each in played.letters]))[1], garbage(data, lobby)]
        with suppress(Malformed):
            session.receive(board.peers[1].key, data.draw(st.sampled_from(frames)), board.now)
    session.tick(board.now + 1)


@settings(derandomize=True, max_examples=4)
@given(st.data())
def test_a_game_goes_on_whatever_strangers_send(played: Played, data: st.DataObject) -> None:
    """Frames of garbage beside every true one: the game comes to its end, and nobody is named."""
    board = Switchboard(SEATS, SEED, RULES)
    bad = [each for each in (garbage(data, played.frames) for _ in range(20)) if each not in played.frames]
    sent = 0

    def tap(source: int, target: int, frame: bytes) -> bytes:
        nonlocal sent
        sent += 1
        if board.peers[target].session.referee is not None:
            for each in (bad[sent % len(bad)], frame[:-1], frame[:1] + frame[2:]):
                with suppress(Malformed):
                    board.peers[target].session.receive(board.peers[source].key, each, board.now)
        return frame

    board.tap = tap
    board.run()
    assert {peer.ended.outcome for peer in board.peers if peer.ended} == {"finished"}
    assert not any(peer.faults for peer in board.peers)
    assert len({bytes(peer.record) for peer in board.peers}) == 1


def test_who_only_changes_the_envelope_gets_nobody_blamed(played: Played) -> None:
    """The body alone is signed: anybody can put it into the letter of another kind."""
    for data in played.letters:
        for tag in wire.tags(*LETTERS) - {data[1]}:
            with pytest.raises(Malformed) as caught:
                letters.read(bytes([data[0], tag]) + data[2:])
            assert caught.value.evidence == ()


LYING = 60  # frames, so that what is drawn does not grow with the game


@settings(derandomize=True, max_examples=4)
@given(st.data())
def test_a_liar_hurts_nobody_but_itself(played: Played, data: st.DataObject) -> None:
    """A lie in the midst of the game is no crash at an honest peer, and no fault of one."""
    board = Switchboard(SEATS, SEED, RULES)
    told, at = 0, data.draw(st.integers(len(played.frames) // 4, len(played.frames)))

    def tap(source: int, target: int, frame: bytes) -> bytes:
        nonlocal told
        told += 1
        if source == 1 and at <= told < at + LYING and frame[1] in wire.tags(*LETTERS):
            lie = data.draw(lies(played, [frame]))[1]
            return lie if anybodys(lie) else frame
        return frame

    def anybodys(lie: bytes) -> bool:
        """Whether the link lives on after it: what proves nothing against its signer ends the link that brings it."""
        try:
            letters.read(lie)
        except Malformed as fault:
            return bool(fault.evidence)
        return True

    board.tap = tap
    board.run(lambda: board.peers[0].ended is not None)
    honest = board.peers[0]
    assert {fault.seat for fault in honest.faults} <= {name_of(board, 1)}
    assert not referee_of(honest).barred & {referee_of(honest).keys.index(honest.key)}


# Links.


@MANY
@given(st.data())
def test_a_link_in_every_state(data: st.DataObject) -> None:
    ada, bo = Identity(bytes(32)), Identity(bytes([1]) * 32)
    poster = Poster(bytes(16), "Kitchen", 1, 4, TableState.OPEN, bytes(32), locked=False)
    server = Link.accept(ada, ada.certificate(), bytes(32), poster, b"", 0.0)
    client = Link.dial(bo, ada.certificate(), bytes(32), Wish(data.draw(st.sampled_from(Purpose))), 0.0)
    for _ in range(3):
        for one, other in ((server, client), (client, server)):
            sent = one.outgoing(0.0)
            if sent and not data.draw(st.integers(0, 2)):
                sent = data.draw(bent(sent))
            other.receive(sent, 0.0)
            if other.state is State.KNOCKED:
                other.welcome(0.0)
            one.tick(2.0)
    for each in (server, client):
        each.receive(data.draw(st.binary(max_size=100)), 3.0)
        each.close("closing")
        each.outgoing(3.0)
        assert each.state is State.CLOSED


# What people type, and what the network announces.

CODES = (
    format_invite(Invite("192.168.1.23")),
    format_invite(Invite("10.0.0.7", 27115, "K7QW2M")),
    format_invite(Invite("8.8.8.8", 80)),
    format_invite(Invite("fe80::1:2", 27112, "000000")),
    format_invite(Invite("2001:db8::1", 65535, "ZZZZZZ")),
)


def text_like(examples: tuple[str, ...]) -> st.SearchStrategy[str]:
    """Any text, or one of these with some characters otherwise."""
    bits = st.sampled_from(examples).flatmap(lambda text: bent(text.encode()))
    return st.text(max_size=60) | bits.map(lambda data: data.decode(errors="replace"))


@MANY
@given(text_like(CODES))
def test_invite_codes(text: str) -> None:
    with suppress(BadInvite):
        invite = parse_invite(text)
        assert parse_invite(format_invite(invite)) == invite


@MANY
@given(text_like(("192.168.1.23:27112", "[fe80::1%eth0]:27112", "fe80::1", "kitchen.local")))
def test_addresses(text: str) -> None:
    with suppress(BadAddress):
        assert parse_address(str(parse_address(text))) == parse_address(text)


@FUZZ
@given(
    st.dictionaries(st.sampled_from(("id", "name", "seats", "wanted", "state", "rules", "v")), st.text(max_size=300))
)
def test_announcements(txt: dict[str, str]) -> None:
    here = Address("192.168.1.23")
    cleaned = {key: clean(value) for key, value in txt.items()}
    table = found_table(Answer(here, None, None, "other-version"), (here,), cleaned)
    for text in (table.name, table.id, table.rules, table.state):
        assert text.isprintable()
    assert 0 <= min(table.seats, table.wanted) <= max(table.seats, table.wanted) <= 10


@FUZZ
@given(st.text(min_size=1, max_size=40), st.binary(min_size=16, max_size=16), st.sampled_from(TableState))
def test_posters(name: str, table: bytes, state: TableState) -> None:
    here = Address("192.168.1.23")
    poster = Poster(table, name, 3, 4, state, bytes(32), locked=True)
    with suppress(Malformed, msgspec.ValidationError):
        poster = wire.decode(wire.encode(Greeting(1, bytes(32), poster)), Greeting).poster
        found = found_table(Answer(here, poster, None, "probe"), (here,), {})
        assert found.name.isprintable()
        assert found.name
