"""Ten links that do their worst, in a process of their own: each in its thread, begun again whenever it is hung up on.

Run as a script with the port of a table on this machine; runs until its standard input ends, and prints then how often
each has begun. `ATTACKS` are the ways.
"""

import itertools
import json
import secrets
import socket
import ssl
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress

from fliptable.p2p import letter as letters
from fliptable.p2p.frames import frame
from fliptable.p2p.hello import Greeting, Purpose, make_hello
from fliptable.p2p.identity import Identity
from fliptable.p2p.messages import FRAME_LIMITS, Address, Rise, Seats, SignedMix, Sit, Want
from fliptable.p2p.net.tls import client_context
from fliptable.p2p.wire import decode, encode

LONGEST_TAG = max(FRAME_LIMITS, key=lambda tag: FRAME_LIMITS[tag])
LIMIT = FRAME_LIMITS[LONGEST_TAG]
BEGINNING = LIMIT.to_bytes(4, "big") + bytes([0x94, LONGEST_TAG])
"""Of as long a frame as there may be."""


def eve() -> Identity:
    return Identity.generate(secrets.token_bytes)


def plain(port: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), 30)


def greeted(port: int) -> tuple[ssl.SSLSocket, Greeting]:
    """TLS, and the greeting read."""
    stream = client_context().wrap_socket(plain(port))
    return stream, decode(_frame(stream), Greeting)


def linked(port: int, identity: Identity) -> tuple[ssl.SSLSocket, bytes]:
    """A link like any other, with a hello of its own, and let in; and the table's id."""
    stream, greeting = greeted(port)
    server = stream.getpeercert(binary_form=True) or b""
    hello = make_hello(identity, server, greeting, Purpose.SEAT, secrets.token_bytes(32), b"")
    stream.sendall(frame(encode(hello)))
    if _frame(stream)[1] != 2:  # no welcome
        raise ConnectionRefusedError
    return stream, greeting.poster.table


def _frame(stream: ssl.SSLSocket) -> bytes:
    return _exactly(stream, int.from_bytes(_exactly(stream, 4), "big"))


def _exactly(stream: ssl.SSLSocket, size: int) -> bytes:
    data = b""
    while len(data) < size:
        got = stream.recv(size - len(data))
        if not got:
            raise ConnectionResetError
        data += got
    return data


def never_begins_tls(port: int) -> None:
    plain(port).recv(1)


def sends_noise_for_tls(port: int) -> None:
    stream = plain(port)
    while True:
        stream.sendall(secrets.token_bytes(65536))


def never_says_hello(port: int) -> None:
    stream, _ = greeted(port)
    while stream.recv(1000):
        pass


def never_ends_its_hello(port: int) -> None:
    stream, _ = greeted(port)
    stream.sendall(BEGINNING)
    while True:
        stream.sendall(bytes(500))
        time.sleep(0.02)


def says_impossible_lengths(port: int) -> None:
    stream, _ = greeted(port)
    while True:
        stream.sendall(b"\xff\xff\xff\xf0" + bytes(60000))


def leaves_in_the_middle(port: int) -> None:
    stream, _ = linked(port, eve())
    stream.sendall(BEGINNING + bytes(LIMIT - 1000))
    time.sleep(0.05)


def floods(port: int) -> None:
    """Questions, which are small and cheap to send, as fast as it goes."""
    stream, table = linked(port, eve())
    want = frame(encode(Want(table, 0, (Address(0, 0, 0, 0),))))
    while True:
        stream.sendall(want * 500)


def sends_letters_of_strangers(port: int) -> None:
    """Wishes to sit down, each of another key, and lists and partings that nobody can have written."""
    stream, table = linked(port, eve())
    bodies = [Sit(table, f"Stranger{number}", ("10.0.0.1:1",) * 6) for number in range(50)]
    written = [
        *(letters.write(eve(), body).data for body in bodies),
        letters.write(eve(), Seats(table, 99, False, 4, "Kitchen", (), ())).data,
        letters.write(eve(), Rise(table, 1)).data,
    ]
    for data in itertools.cycle(written):
        stream.sendall(frame(data))
        time.sleep(0.001)


def sends_up_to_the_limit(port: int) -> None:
    """Letters as long as they may be, well signed and about nothing; and then it leaves."""
    identity = eve()
    body = bytes(LIMIT - 200)
    data = encode(SignedMix(body, identity.public, identity.sign(letters.LABEL, body)))
    stream, _ = linked(port, identity)
    stream.sendall(frame(data) * 60)


def never_reads(port: int) -> None:
    """Asks for all there is, and takes nothing of it."""
    stream, table = linked(port, eve())
    want = frame(encode(Want(table, 1, tuple(Address(0, step, 0, 0) for step in range(64)))))
    while True:
        stream.sendall(want)
        time.sleep(0.02)


ATTACKS: tuple[Callable[[int], None], ...] = (
    never_begins_tls,
    sends_noise_for_tls,
    never_says_hello,
    never_ends_its_hello,
    says_impossible_lengths,
    leaves_in_the_middle,
    floods,
    sends_letters_of_strangers,
    sends_up_to_the_limit,
    never_reads,
)


def main(port: int) -> None:
    begun: Counter[str] = Counter()

    def attack(how: Callable[[int], None]) -> None:
        while True:
            begun[how.__name__] += 1
            with suppress(OSError):
                how(port)
            time.sleep(0.01)

    for how in ATTACKS:
        threading.Thread(target=attack, args=(how,), daemon=True).start()
    sys.stdin.read()
    print(json.dumps(begun), flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]))
