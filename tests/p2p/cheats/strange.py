"""A message that this protocol does not have, spelled as if it had."""

from __future__ import annotations

from fliptable.p2p.messages import Message


class Strange(Message, frozen=True, tag=77):
    """A body of no kind."""

    session: bytes
    number: int
