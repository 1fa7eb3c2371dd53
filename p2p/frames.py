"""Frames: where one message ends and the next begins on a stream of bytes, and how much is too much.

A frame is a length (4 bytes, big-endian) and that many bytes of MessagePack. A message is an array of at most
fifteen elements whose first one is its tag, so the tag is the second byte of the payload: the size can be
judged before the payload is kept. Must never know what a tag means; the limits are handed in.
"""

from collections.abc import Mapping

from .errors import Malformed

HEADER = 4
DEFAULT_LIMIT = 8 * 1024
ARRAY, ARRAY_LAST, TAG_LAST = (
    0x90,
    0x9F,
    0x7F,
)  # MessagePack: short arrays, and the small numbers that are tags


def frame(payload: bytes) -> bytes:
    """Put the length in front of a payload."""
    return len(payload).to_bytes(HEADER, "big") + payload


def tag_of(payload: bytes) -> int:
    """Read the tag of a payload.

    Raises Malformed where the payload does not begin as a tagged message.
    """
    if len(payload) < 2:
        raise Malformed("frame-size")
    if not ARRAY < payload[0] <= ARRAY_LAST or payload[1] > TAG_LAST:
        raise Malformed("frame-tag")
    return payload[1]


class Frames:
    """The frames of one direction of one connection.

    `limits` gives the largest payload by tag, in bytes; every other tag may have `default`. Never holds more
    than one payload within its limit and what was fed last.
    """

    def __init__(self, limits: Mapping[int, int] | None = None, default: int = DEFAULT_LIMIT) -> None:
        self._limits = dict(limits or {})
        self._default = default
        self._largest = max([default, *self._limits.values()])
        self._held = bytearray()

    def feed(self, data: bytes) -> list[bytes]:
        """Take bytes as they come and give the payloads that are whole.

        Raises Malformed for a payload over its limit, as soon as its sixth byte is there, or one that does
        not begin as a message. After that the stream is of no use: there is no way to find the next frame.
        The payloads before the faulty one are lost with it.
        """
        self._held += data
        payloads: list[bytes] = []
        at = 0
        while len(self._held) - at >= HEADER:
            length = int.from_bytes(self._held[at : at + HEADER], "big")
            self._judge(length, bytes(self._held[at + HEADER : at + HEADER + 2]))
            if len(self._held) - at < HEADER + length:
                break
            payloads.append(bytes(self._held[at + HEADER : at + HEADER + length]))
            at += HEADER + length
        del self._held[:at]
        return payloads

    def _judge(self, length: int, start: bytes) -> None:
        if not 2 <= length <= self._largest:
            raise Malformed("frame-size")
        if len(start) == 2 and length > self._limits.get(tag_of(start), self._default):
            raise Malformed("frame-size")


class Bucket:
    """A token bucket: `rate` tokens a second, at most `burst` of them saved up."""

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self._rate, self._burst, self._tokens, self._at = rate, burst, burst, now

    def take(self, amount: float, now: float) -> bool:
        """Take tokens; where there are too few, say so and take none."""
        self._tokens = min(self._burst, self._tokens + self._rate * max(0.0, now - self._at))
        self._at = max(now, self._at)
        if amount > self._tokens:
            return False
        self._tokens -= amount
        return True
