"""One connection between two peers, above TLS: the hello, signs of life, and frames up and down.

Theory of operation. The server greets, the dialler answers with its hello, the server's owner says welcome or
why not (`hello` says what is proved). From there on frames of the application pass unread, and heartbeats say
where their sender stands. Whoever fails gets one goodbye with a reason, and nothing more.

    dialled    GREETING -> WELCOME -> OPEN -> CLOSED
    accepted   HELLO -> KNOCKED -> OPEN -> CLOSED

Sans-IO: bytes and `now` (seconds on any steady clock) go in, bytes and events come out; both ends are the
same machine. Must never know what an application's frame says, and never raises for what a stranger sent:
that is an event, `Closed`.
"""

from collections import deque
from dataclasses import dataclass, field
from enum import Enum
from typing import Final

from .errors import Malformed, Misuse, PeerFault
from .frames import Bucket, Frames, frame, tag_of
from .hello import (
    Goodbye,
    Greeting,
    Heartbeat,
    Hello,
    Poster,
    Purpose,
    Welcome,
    check_hello,
    check_welcome,
    make_hello,
    make_welcome,
)
from .identity import Identity, certificate_key
from .messages import FIRST_TAG, FRAME_LIMITS, VERSION
from .wire import decode, encode, peek, tags

HANDSHAKE_SECONDS: Final = 10.0
_HELLO_TAGS: Final = tags(Greeting, Hello)
_GOODBYE_TAGS: Final = tags(Goodbye)
HEARTBEAT_SECONDS: Final = 2.0

# What a link takes before it closes: bytes and frames a second, and how much may come at once. An honest end
# keeps itself to half of the rate and a quarter of the burst, so a network may bunch up seconds of it.
BYTES_RATE, BYTES_BURST = 1_000_000, 8_000_000
FRAMES_RATE, FRAMES_BURST = 2_000, 20_000
PACE_SECONDS: Final = 0.02  # how long a frame waits that the pace holds back, before it is tried again


@dataclass(frozen=True, slots=True)
class Greeted:
    """The server we dialled showed its poster."""

    poster: Poster


@dataclass(frozen=True, slots=True)
class Knocked:
    """Somebody proved to be `key` and wants in: answer with `welcome` or `refuse`."""

    key: bytes
    purpose: Purpose


@dataclass(frozen=True, slots=True)
class Opened:
    """The link stands, with `key` at the other end."""

    key: bytes
    purpose: Purpose


@dataclass(frozen=True, slots=True)
class Received:
    """A frame of the application: within its limit, and otherwise unread."""

    payload: bytes


@dataclass(frozen=True, slots=True)
class Beat:
    """The peer is alive, stands in `slot`, after `head`, and hears the peers `around` it."""

    slot: int
    head: bytes
    around: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class Closed:
    """The link is over: by their goodbye, or by ours, with the reason we gave."""

    reason: str
    theirs: bool


LinkEvent = Greeted | Knocked | Opened | Received | Beat | Closed


class State(Enum):
    """Where a link stands; the drawing on top shows the ways."""

    GREETING = "waits for the greeting"
    WELCOME = "waits for the welcome"
    HELLO = "waits for the hello"
    KNOCKED = "waits for its owner's word"
    OPEN = "open"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class Wish:
    """What a dialler wants to find; what it does not care about is None.

    `table` id, digest of the `rules`, `peer` the identity key of the server; `join` is the stretched secret.
    """

    purpose: Purpose = Purpose.SEAT
    table: bytes | None = None
    rules: bytes | None = None
    peer: bytes | None = None
    join: bytes = field(default=b"", repr=False)


class Link:
    """One connection: made by `dial` or `accept`, then fed. Take `outgoing` after every call.

    `peer` is the identity at the other end, None until it is proved; `last_heard` is when its last whole
    frame came; `round_trip` how many milliseconds a frame and its answer take, None until measured; `mark` and `around`
    are what our next heartbeat says; `dialled` tells whether this end dialled.
    """

    def __init__(self, state: State, identity: Identity, server: bytes, nonce: bytes, now: float) -> None:
        self.state = state
        self.peer: bytes | None = None
        self.purpose = Purpose.SEAT
        self.dialled = state is State.GREETING
        self.last_heard = now
        self.round_trip: int | None = None
        self._born, self._echo = now, (0, 0)
        self.mark: tuple[int, bytes] = (0, bytes(32))
        self.around: tuple[bytes, ...] = ()
        self._identity, self._server, self._nonce = identity, server, nonce
        self._wish = Wish()
        self._greeting: Greeting | None = None
        self._hello: Hello | None = None
        self._verdict: Closed | None = None
        self._due = now + HANDSHAKE_SECONDS
        self._frames = Frames(FRAME_LIMITS)
        self._urgent = bytearray()
        self._queue: deque[bytes] = deque()
        self._backlog = 0
        self._heard = Bucket(BYTES_RATE, BYTES_BURST, now), Bucket(FRAMES_RATE, FRAMES_BURST, now)
        self._pace = (
            Bucket(BYTES_RATE / 2, BYTES_BURST / 4, now),
            Bucket(FRAMES_RATE / 2, FRAMES_BURST / 4, now),
        )

    @classmethod
    def dial(cls, identity: Identity, server: bytes, nonce: bytes, wish: Wish, now: float) -> "Link":
        """Make the end that dialled; `server` is the certificate TLS showed, `nonce` 32 fresh bytes."""
        link = cls(State.GREETING, identity, server, nonce, now)
        link._wish = wish
        link.purpose = wish.purpose
        return link

    @classmethod
    def accept(cls, identity: Identity, server: bytes, nonce: bytes, poster: Poster, join: bytes, now: float) -> "Link":
        """Make the end that was dialled; `server` is our certificate, `join` the stretched secret or b""."""
        link = cls(State.HELLO, identity, server, nonce, now)
        link._wish = Wish(join=join)
        link._greeting = Greeting(VERSION, nonce, poster)
        link._say(link._greeting)
        return link

    @property
    def waiting(self) -> int:
        """How many frames the pace holds back."""
        return len(self._queue)

    @property
    def backlog(self) -> int:
        """How many bytes the pace holds back."""
        return self._backlog

    @property
    def poster(self) -> Poster | None:
        """The poster of this connection's server, once shown."""
        return self._greeting.poster if self._greeting else None

    @property
    def deadline(self) -> float:
        """When `tick` wants to be called at the latest."""
        return float("inf") if self.state in (State.KNOCKED, State.CLOSED) else self._due

    def receive(self, data: bytes, now: float) -> list[LinkEvent]:
        """Take bytes as they come."""
        events: list[LinkEvent] = []
        try:
            if self.state is not State.CLOSED and not self._heard[0].take(len(data), now):
                raise PeerFault("flood")
            for payload in self._frames.feed(data) if self.state is not State.CLOSED else ():
                if not self._heard[1].take(1, now):
                    raise PeerFault("flood")
                self.last_heard = now
                events += self._take(payload, now)
                if self.state is State.CLOSED:
                    break
        except Malformed:
            self._bye("malformed")
        except PeerFault as fault:
            self._bye(fault.reason)
        return events + self._closed()

    def tick(self, now: float) -> list[LinkEvent]:
        """Let time pass: heartbeats, and the patience with a slow hello."""
        if now >= self.deadline:
            if self.state is not State.OPEN:
                return self.close("too-slow")
            self._say(self._heartbeat(now))
            self._due = now + HEARTBEAT_SECONDS
        return self._closed()

    def welcome(self, now: float) -> list[LinkEvent]:
        """Let in whoever knocked."""
        if self.state is State.CLOSED:
            return []
        if self.state is not State.KNOCKED or self._hello is None or self._greeting is None:
            raise Misuse("nobody knocked on this link")
        self._say(make_welcome(self._hello, self._server, self._greeting, self._wish.join))
        return self._open(now)

    def close(self, reason: str) -> list[LinkEvent]:
        """Say goodbye, once, and be done; also the way to refuse a knock. What was held back is lost."""
        self._bye(reason)
        return self._closed()

    def send(self, payload: bytes) -> None:
        """Queue a frame of the application; on a link that is not open it is dropped."""
        if tag_of(payload) < FIRST_TAG:
            raise Misuse("this tag belongs to the link")
        if self.state is State.OPEN:
            self._queue.append(payload)
            self._backlog += len(payload)

    def outgoing(self, now: float) -> bytes:
        """Take the bytes to send now. Frames the pace holds back come later: call again in PACE_SECONDS."""
        while self._queue and self._pace[1].take(1, now):
            if not self._pace[0].take(len(self._queue[0]), now):
                break
            payload = self._queue.popleft()
            self._backlog -= len(payload)
            self._urgent += frame(payload)
        out = bytes(self._urgent)
        self._urgent.clear()
        return out

    def _take(self, payload: bytes, now: float) -> list[LinkEvent]:
        """One frame of theirs; which ones are in place is what the state says."""
        tag = tag_of(payload)
        if tag in _GOODBYE_TAGS:
            self._end(decode(payload, Goodbye).reason, theirs=True)
            return []
        if self.state is State.OPEN:
            if tag >= FIRST_TAG:
                return [Received(payload)]
            beat = decode(payload, Heartbeat)
            self._measure(beat, now)
            return [Beat(beat.slot, beat.head, beat.around)]
        if self.state is State.GREETING:
            return self._greeted(payload)
        if self.state is State.WELCOME:
            return self._welcomed(payload, now)
        if self.state is State.HELLO:
            return self._knocked(payload)
        raise Malformed("frame-early")

    def _heartbeat(self, now: float) -> Heartbeat:
        sent, at = self._echo
        return Heartbeat(*self.mark, self.around, self._clock(now), sent, self._clock(now) - at if sent else 0)

    def _measure(self, beat: Heartbeat, now: float) -> None:
        """Take how long our last heartbeat and this one were on their way; a lie makes only its own link look slow."""
        self._echo = beat.sent, self._clock(now)
        took = self._clock(now) - beat.echo - beat.held
        if beat.echo and took >= 0:
            self.round_trip = took if self.round_trip is None else (self.round_trip + took) // 2

    def _clock(self, now: float) -> int:
        """Milliseconds since the link was made, from 1."""
        return min(2**32 - 1, int((now - self._born) * 1000) + 1)

    def _greeted(self, payload: bytes) -> list[LinkEvent]:
        _same_version(payload)
        greeting = decode(payload, Greeting)
        self._greeting = greeting
        self.peer = certificate_key(self._server)
        wish = self._wish
        if wish.table not in (None, greeting.poster.table):
            raise PeerFault("other-table")
        if wish.peer not in (None, self.peer):
            raise PeerFault("other-peer")
        if self.peer == self._identity.public:
            raise PeerFault("self")
        if wish.rules not in (None, greeting.poster.rules):
            raise PeerFault("other-rules")
        if wish.purpose is Purpose.PROBE:
            self._bye("probe")
        else:
            self._hello = make_hello(self._identity, self._server, greeting, wish.purpose, self._nonce, wish.join)
            self._say(self._hello)
            self.state = State.WELCOME
        return [Greeted(greeting.poster)]

    def _welcomed(self, payload: bytes, now: float) -> list[LinkEvent]:
        welcome = decode(payload, Welcome)
        if self._hello is not None and self._greeting is not None:
            check_welcome(welcome, self._hello, self._server, self._greeting, self._wish.join)
        return self._open(now)

    def _knocked(self, payload: bytes) -> list[LinkEvent]:
        _same_version(payload)
        hello = decode(payload, Hello)
        if self._greeting is not None:
            check_hello(hello, self._server, self._greeting, self._wish.join)
        if hello.key == self._identity.public:
            raise PeerFault("self")
        self._hello, self.peer, self.purpose = hello, hello.key, hello.purpose
        self.state = State.KNOCKED
        return [Knocked(hello.key, hello.purpose)]

    def _open(self, now: float) -> list[LinkEvent]:
        self.state = State.OPEN
        self._due = now
        return [Opened(self.peer or b"", self.purpose)]

    def _say(self, message: Greeting | Hello | Welcome | Heartbeat | Goodbye) -> None:
        self._urgent += frame(encode(message))

    def _bye(self, reason: str) -> None:
        if self.state is not State.CLOSED:
            self._queue.clear()
            self._backlog = 0
            self._say(Goodbye(reason))
            self._end(reason, theirs=False)

    def _end(self, reason: str, *, theirs: bool) -> None:
        self.state = State.CLOSED
        self._verdict = Closed(reason, theirs)

    def _closed(self) -> list[LinkEvent]:
        """Tell the end of the link once, as its last event."""
        verdict, self._verdict = self._verdict, None
        return [verdict] if verdict else []


def _same_version(payload: bytes) -> None:
    """Tell another version of the protocol from garbage: its messages may look like none of ours."""
    fields = peek(payload)
    if len(fields) > 1 and fields[0] in _HELLO_TAGS and type(fields[1]) is int and fields[1] != VERSION:
        raise PeerFault("other-version")
