import random
from dataclasses import replace

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fliptable.p2p.errors import Misuse
from fliptable.p2p.frames import Frames, frame
from fliptable.p2p.hello import (
    Goodbye,
    Greeting,
    Heartbeat,
    Hello,
    Poster,
    Purpose,
    TableState,
    Welcome,
    join_key,
)
from fliptable.p2p.identity import Identity
from fliptable.p2p.link import (
    BYTES_BURST,
    FRAMES_BURST,
    HANDSHAKE_SECONDS,
    HEARTBEAT_SECONDS,
    Beat,
    Closed,
    Greeted,
    Knocked,
    Link,
    LinkEvent,
    Opened,
    Received,
    State,
    Wish,
)
from fliptable.p2p.messages import FIRST_TAG
from fliptable.p2p.wire import decode, encode

DICE = random.Random(7)
ADA, BO, EVE = (Identity.generate(DICE.randbytes) for _ in range(3))
ADA_CERTIFICATE, EVE_CERTIFICATE = ADA.certificate(), EVE.certificate()
POSTER = Poster(b"t" * 16, "Kitchen", 1, 4, TableState.OPEN, b"r" * 32, locked=False)
SECRET, OTHER_SECRET = join_key("K7QW2M"), join_key("K7QW2N")
LETTER = bytes([0x92, FIRST_TAG, 0x05])


def dial(wish: Wish | None = None, who: Identity = BO, certificate: bytes = ADA_CERTIFICATE) -> Link:
    return Link.dial(who, certificate, DICE.randbytes(32), wish or Wish(), 0.0)


def accept(join: bytes = b"", poster: Poster = POSTER) -> Link:
    return Link.accept(ADA, ADA_CERTIFICATE, DICE.randbytes(32), poster, join, 0.0)


def talk(client: Link, server: Link, now: float = 0.0) -> tuple[list[LinkEvent], list[LinkEvent]]:
    """Carry bytes to and fro until both are silent; the server's owner welcomes everybody."""
    at_client: list[LinkEvent] = []
    at_server: list[LinkEvent] = []
    while True:
        down, up = server.outgoing(now), client.outgoing(now)
        if not down and not up:
            return at_client, at_server
        at_client += client.receive(down, now)
        for event in server.receive(up, now):
            at_server.append(event)
            if isinstance(event, Knocked):
                at_server += server.welcome(now)


def open_pair() -> tuple[Link, Link]:
    client, server = dial(), accept()
    talk(client, server)
    assert client.state is server.state is State.OPEN
    return client, server


def test_both_ends_learn_who_is_there():
    client, server = dial(Wish(purpose=Purpose.WATCH)), accept()
    at_client, at_server = talk(client, server)
    assert at_client == [Greeted(POSTER), Opened(ADA.public, Purpose.WATCH)]
    assert at_server == [Knocked(BO.public, Purpose.WATCH), Opened(BO.public, Purpose.WATCH)]
    assert (client.peer, server.peer) == (ADA.public, BO.public)


def test_a_probe_reads_the_poster_and_leaves_no_name():
    client, server = dial(Wish(purpose=Purpose.PROBE)), accept(SECRET)
    at_client, at_server = talk(client, server)
    assert at_client == [Greeted(POSTER), Closed("probe", theirs=False)]
    assert at_server == [Closed("probe", theirs=True)]
    assert server.peer is None


@pytest.mark.parametrize(
    ("wish", "reason"),
    [
        (Wish(table=b"u" * 16), "other-table"),
        (Wish(rules=b"s" * 32), "other-rules"),
        (Wish(peer=EVE.public), "other-peer"),
    ],
)
def test_a_dialler_that_finds_something_else_goes(wish: Wish, reason: str):
    client, server = dial(wish), accept()
    at_client, at_server = talk(client, server)
    assert at_client[-1] == Closed(reason, theirs=False)
    assert at_server == [Closed(reason, theirs=True)]


def test_a_dialler_that_finds_what_it_wants_stays():
    client, server = dial(Wish(table=POSTER.table, rules=POSTER.rules, peer=ADA.public)), accept()
    talk(client, server)
    assert client.state is State.OPEN


def test_nobody_sits_down_with_itself():
    client, server = dial(who=ADA), accept()
    at_client, _ = talk(client, server)
    assert at_client == [Closed("self", theirs=False)]


@pytest.mark.parametrize(
    ("theirs", "ours", "opens"),
    [
        (b"", b"", True),
        (SECRET, SECRET, True),
        (b"", SECRET, False),
        (OTHER_SECRET, SECRET, False),
        (SECRET, b"", False),  # a table that knows no secret is not the one we were invited to
        (SECRET, OTHER_SECRET, False),
    ],
)
def test_a_join_secret_is_proved_by_both_ends(theirs: bytes, ours: bytes, opens: bool):
    client, server = dial(Wish(join=theirs)), accept(ours)
    at_client, at_server = talk(client, server)
    if opens:
        assert client.state is server.state is State.OPEN
    else:
        assert isinstance(at_client[-1], Closed)
        assert isinstance(at_server[-1], Closed)
        assert at_client[-1].reason == at_server[-1].reason == "wrong-secret"
        assert not any(isinstance(event, Opened) for event in at_client)


def hello_of(client: Link, greeting: bytes) -> bytes:
    client.receive(greeting, 0.0)
    return client.outgoing(0.0)


def test_a_hello_is_worth_nothing_on_another_connection():
    first, second = accept(), accept()
    hello = hello_of(dial(), first.outgoing(0.0))
    assert first.receive(hello, 0.0) == [Knocked(BO.public, Purpose.SEAT)]
    assert second.receive(hello, 0.0) == [Closed("bad-proof", theirs=False)]


def test_a_man_in_the_middle_cannot_pass_a_hello_on():
    server = accept(SECRET)
    # Eve shows her own certificate, passes Ada's greeting on word for word, and Bo's answer back.
    hello = hello_of(dial(Wish(join=SECRET), certificate=EVE_CERTIFICATE), server.outgoing(0.0))
    assert server.receive(hello, 0.0) == [Closed("bad-proof", theirs=False)]


def test_a_hello_cannot_be_bent():
    for change in (
        {"key": EVE.public},
        {"purpose": Purpose.WATCH},
        {"nonce": b"n" * 32},
        {"signature": bytes(64)},
        {"purpose": Purpose.PROBE},
    ):
        server = accept()
        hello = decode(hello_of(dial(), server.outgoing(0.0))[4:], Hello)
        bent = frame(encode(msgspec.structs.replace(hello, **change)))
        assert server.receive(bent, 0.0) == [Closed("bad-proof", theirs=False)]
    server = accept()
    hello = decode(hello_of(dial(), server.outgoing(0.0))[4:], Hello)
    bent = frame(encode(msgspec.structs.replace(hello, table=b"u" * 16)))
    assert server.receive(bent, 0.0) == [Closed("other-table", theirs=False)]


def test_another_version_is_told_from_garbage_whatever_its_messages_look_like():
    client = dial()
    assert client.receive(frame(b"\x93\x00\x63\xa3new"), 0.0) == [Closed("other-version", theirs=False)]
    server = accept()
    assert server.receive(frame(b"\x93\x01\x63\xa3new"), 0.0) == [Closed("other-version", theirs=False)]


def test_a_certificate_of_another_kind_ends_it():
    client = dial(certificate=b"no certificate")
    assert client.receive(accept().outgoing(0.0), 0.0) == [Closed("bad-certificate", theirs=False)]


def test_the_owner_may_refuse_with_one_reasoned_goodbye():
    client, server = dial(), accept()
    server.receive(hello_of(client, server.outgoing(0.0)), 0.0)
    assert server.close("table-full") == [Closed("table-full", theirs=False)]
    said = server.outgoing(0.0)
    assert [decode(each, Goodbye) for each in Frames().feed(said)] == [Goodbye("table-full")]
    assert client.receive(said, 0.0) == [Closed("table-full", theirs=True)]
    assert server.close("again") == []
    assert server.welcome(0.0) == []
    assert client.outgoing(0.0) == server.outgoing(0.0) == b""


def test_welcome_without_a_knock_is_wrong_use():
    with pytest.raises(Misuse):
        accept().welcome(0.0)


def test_frames_pass_both_ways_unread():
    client, server = open_pair()
    client.send(LETTER)
    server.send(LETTER)
    at_client, at_server = talk(client, server)
    assert Received(LETTER) in at_client
    assert Received(LETTER) in at_server
    with pytest.raises(Misuse):
        client.send(encode(Goodbye("x")))


def test_frames_before_the_welcome_are_malformed():
    for link in (dial(), accept()):
        assert link.receive(frame(LETTER), 0.0) == [Closed("malformed", theirs=False)]
    server = accept()
    server.receive(hello_of(dial(), server.outgoing(0.0)), 0.0)
    assert server.state is State.KNOCKED
    assert server.receive(frame(LETTER), 0.0) == [Closed("malformed", theirs=False)]


@pytest.mark.parametrize("message", [Welcome(b""), Greeting(1, bytes(32), POSTER)])
def test_handshake_words_on_an_open_link_are_malformed(message: Welcome | Greeting):
    client, _ = open_pair()
    assert client.receive(frame(encode(message)), 0.0) == [Closed("malformed", theirs=False)]


def test_heartbeats_tell_where_a_peer_stands_and_silence_shows():
    client, server = open_pair()
    client.mark, client.around = (12, b"h" * 32), (EVE.public,)
    client.tick(1.0)
    assert Beat(12, b"h" * 32, (EVE.public,)) in server.receive(client.outgoing(1.0), 1.5)
    assert server.last_heard == 1.5
    assert client.deadline == 1.0 + HEARTBEAT_SECONDS
    client.tick(client.deadline - 0.1)
    assert client.outgoing(3.0) == b""
    client.tick(client.deadline)
    assert [decode(each, Heartbeat).slot for each in Frames().feed(client.outgoing(3.0))] == [12]
    assert server.last_heard == 1.5


@pytest.mark.parametrize("way", [0.0, 0.018, 0.4])
def test_both_ends_know_how_long_a_frame_goes_there_and_back(way: float):
    ends = client, server = open_pair()
    for second in range(8):
        for one, other, at in ((client, server, second), (server, client, second + 0.7)):
            one.tick(at)
            other.receive(one.outgoing(at), at + way)
    for end in ends:
        assert end.round_trip is not None
        assert end.round_trip == pytest.approx(2000 * way, abs=3)


@given(st.integers(0, 2**32 - 1), st.integers(0, 2**32 - 1), st.integers(0, 2**32 - 1))
def test_a_lie_about_times_is_no_trouble(sent: int, echo: int, held: int):
    client, server = open_pair()
    server.receive(frame(encode(Heartbeat(1, bytes(32), (), sent, echo, held))), 5.0)
    assert server.state is State.OPEN
    assert server.round_trip is None or 0 <= server.round_trip <= 5001
    server.tick(6.0)
    client.receive(server.outgoing(6.0), 6.0)
    assert client.state is State.OPEN


@pytest.mark.parametrize("make", [dial, accept])
def test_a_slow_hello_is_not_waited_for(make: type):
    link: Link = make()
    assert link.tick(HANDSHAKE_SECONDS - 0.1) == []
    assert link.tick(HANDSHAKE_SECONDS) == [Closed("too-slow", theirs=False)]
    assert link.deadline == float("inf")


def test_floods_close_the_link():
    client, _ = open_pair()
    noise = frame(encode(Heartbeat(1, bytes(32), (), 1, 0, 0))) * (FRAMES_BURST + 1)
    assert client.receive(noise, 0.0)[-1] == Closed("flood", theirs=False)
    client, _ = open_pair()
    letter = frame(LETTER[:1] + bytes([FIRST_TAG]) + bytes(8000))
    events: list[LinkEvent] = []
    for _ in range(BYTES_BURST // len(letter) + 2):
        events = client.receive(letter, 0.0)
    assert events == [] or events[-1] == Closed("flood", theirs=False)
    assert client.state is State.CLOSED


def test_an_honest_end_paces_itself_below_the_flood():
    client, server = open_pair()
    letters = 12_000
    for _ in range(letters):
        client.send(LETTER)
    got, now = 0, 0.0
    while got < letters:
        got += sum(isinstance(event, Received) for event in server.receive(client.outgoing(now), 0.0))
        now += 0.02
    assert client.waiting == 0
    assert server.state is State.OPEN
    assert now > 5


@settings(max_examples=200)
@given(st.lists(st.binary(max_size=120), max_size=4), st.sampled_from(["dial", "accept", "knocked", "open"]))
def test_garbage_is_a_verdict_in_every_state(pieces: list[bytes], state: str):
    client, server = dial(), accept()
    if state == "knocked":
        server.receive(hello_of(client, server.outgoing(0.0)), 0.0)
    elif state == "open":
        talk(client, server)
    link = client if state == "dial" else server
    for piece in pieces:
        for event in link.receive(piece, 0.0):
            assert not isinstance(event, Opened)


@settings(max_examples=200)
@given(st.data())
def test_bent_handshakes_never_open_a_link_nor_raise(data: st.DataObject):
    client, server = dial(Wish(join=SECRET)), accept(SECRET)
    while True:
        down, up = bytearray(server.outgoing(0.0)), bytearray(client.outgoing(0.0))
        if not down and not up:
            break
        for stream in (down, up):
            if stream and data.draw(st.booleans()):
                stream[data.draw(st.integers(0, len(stream) - 1))] ^= data.draw(st.integers(1, 255))
        client.receive(bytes(down), 0.0)
        for event in server.receive(bytes(up), 0.0):
            if isinstance(event, Knocked):
                server.welcome(0.0)
    assert server.peer in (None, BO.public)
    if client.state is State.OPEN:
        assert client.peer == ADA.public


def test_a_reason_that_is_no_code_is_malformed():
    client, _ = open_pair()
    evil = frame(encode(Goodbye("You\x1b[2J have won")))
    assert client.receive(evil, 0.0) == [Closed("malformed", theirs=False)]
    client, _ = open_pair()
    assert client.receive(frame(encode(Goodbye("table-full\n"))), 0.0) == [Closed("malformed", theirs=False)]


def test_wishes_are_values():
    assert replace(Wish(), table=b"x" * 16) == Wish(table=b"x" * 16)
