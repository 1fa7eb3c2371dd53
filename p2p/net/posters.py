"""Asking a table for its poster.

Must never sit down anywhere, nor leave a name.
"""

import asyncio
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ..hello import Poster, Purpose
from ..identity import Identity
from ..link import Closed, Greeted, LinkEvent, Wish
from .address import Address
from .connection import Connection
from .tcp import NoAnswer, dial

PROBE_SECONDS: Final = 3.0


@dataclass(frozen=True, slots=True)
class Answer:
    """What a probe learned: a poster, or the reason why there is none ("other-version"), and who gave it."""

    address: Address
    poster: Poster | None
    key: bytes | None
    reason: str


async def probe(addresses: Sequence[Address], identity: Identity | None = None) -> Answer:
    """Ask whoever is there for its poster, without a name and without sitting down. Raises NoAnswer."""
    events: list[LinkEvent] = []

    def told(connection: Connection, event: LinkEvent) -> None:
        events.append(event)

    nobody = identity or Identity.generate(secrets.token_bytes)
    connection = await dial(nobody, addresses, Wish(purpose=Purpose.PROBE), told)
    try:
        async with asyncio.timeout(PROBE_SECONDS):
            await connection.run()
    except TimeoutError as error:
        raise NoAnswer(f"what listens at {connection.remote} is no table") from error
    poster = next((event.poster for event in events if isinstance(event, Greeted)), None)
    reason = next((event.reason for event in events if isinstance(event, Closed)), "lost")
    if poster is None and reason != "other-version":
        raise NoAnswer(f"what listens at {connection.remote} is no table")
    return Answer(connection.remote, poster, connection.link.peer, reason)
