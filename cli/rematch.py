"""After a match: the same people play again, our AI players with them as soon as we ask for it.

Must never know how anything is shown.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress

from ..p2p.errors import Misuse
from .language import _
from .peer import Peer
from .troubles import as_sentence

FOLLOW_SECONDS = 6.0
"""How long our other peers may take to go over to the match that our own has gone over to."""
GO_SECONDS = 1.0


async def rematch(peers: Sequence[Peer]) -> None:
    """Want another match for all seats of this program; while one is played the wish is kept until its end."""
    own = peers[0]
    if not own.begun.is_set():
        own.front.remark(_("No match has begun yet."))
        return
    own.again = True
    await asyncio.gather(*(peer.stay() for peer in peers))
    if own.ended is not None:
        await _ask(peers)


async def another(peers: Sequence[Peer]) -> list[Peer]:
    """Wait whether another match follows, and give who of us plays it; nobody where none does."""
    own = peers[0]
    if own.ended is None or own.ended.outcome != "finished" or not own.stays:
        return []
    if own.again:
        await _ask(peers)
    following = [asyncio.create_task(peer.follows()) for peer in peers]
    try:
        if not await following[0]:
            return []
        await asyncio.wait(following, timeout=FOLLOW_SECONDS)
        return [peer for peer, task in zip(peers, following, strict=True) if task.done() and task.result()]
    finally:
        late = [peer for peer, task in zip(peers, following, strict=True) if not task.done()]
        for task in following:
            task.cancel()
        await asyncio.gather(*following, return_exceptions=True)
        await asyncio.gather(*(peer.leave() for peer in late), return_exceptions=True)


async def go(peers: Sequence[Peer]) -> None:
    """Tell the others at once that nobody has to wait for us after a match, however we come to go."""
    with suppress(TimeoutError):
        async with asyncio.timeout(GO_SECONDS):
            staying = [peer.leave() for peer in peers if peer.running and peer.stays and peer.ended is not None]
            await asyncio.gather(*staying, return_exceptions=True)


async def word_after(own: Peer, word: str) -> None:
    """Do what is typed between two matches."""
    if word in ("start", "s"):
        try:
            await own.do(lambda session, now: session.start(now))
        except Misuse as error:
            own.front.remark(as_sentence(str(error)))
    elif word:
        own.front.remark(_("The match is over: type rematch to play again, or leave."))


async def _ask(peers: Sequence[Peer]) -> None:
    """Ask for another match: our AI players first, so that nobody sees them think it over."""
    for peer in reversed(peers):
        try:
            await peer.do(lambda session, now: session.play_again(now))
        except Misuse as error:
            peer.front.remark(as_sentence(str(error)))
