"""What people at a table say to each other, and whom one does not want to hear: words that work at any time.

Must never know the game.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..p2p.errors import Misuse
from ..p2p.notices import LinkState
from .front import Front
from .language import _
from .peer import Peer
from .rematch import rematch
from .troubles import as_sentence


async def talk(front: Front, peers: Sequence[Peer], line: str) -> bool:
    """Do what a line of table talk says, and tell whether it was one; the first of ``peers`` is our own."""
    own = peers[0]
    word, _space, rest = line.strip().partition(" ")
    match word.lower():
        case "say":
            await _say(front, own, rest)
        case "mute":
            _mute(front, own, rest.strip())
        case "rematch" if not rest.strip():
            await rematch(peers)
        case "links" if not rest.strip():
            for name, state in own.links.items():
                front.remark(tell_link(name, state))
        case "wait" | "end" if not rest.strip() and own.begun.is_set():
            await _vote(front, own, end=word.lower() == "end")
        case _:
            return False
    return True


async def _vote(front: Front, own: Peer, *, end: bool) -> None:
    """Say whether to go on waiting for those who are away."""
    try:
        await own.vote(end=end)
    except Misuse:
        front.remark(_("Nobody is away."))


def tell_link(name: str, state: LinkState) -> str:
    """How one seat is heard, in a sentence."""
    if state.silent:
        sentence = _("{name}: nothing heard for {seconds} s.")
    elif state.via is not None:
        sentence = _("{name}: heard through {via}.")
    elif state.milliseconds is None:
        sentence = _("{name}: no figures yet.")
    else:
        sentence = _("{name}: {milliseconds} ms there and back.")
    return sentence.format(name=name, seconds=state.silent, via=state.via, milliseconds=state.milliseconds)


async def _say(front: Front, own: Peer, text: str) -> None:
    try:
        await own.pump.say(text)
    except Misuse as error:
        front.remark(as_sentence(str(error)))


def _mute(front: Front, own: Peer, name: str) -> None:
    """Hear nothing of what somebody says from now on, or hear it again; the others notice nothing."""
    match = next((seat for seat in own.seats if seat.lower() == name.lower()), None)
    if match is None:
        front.remark(_("Nobody at this table is called {name}.").format(name=name) if name else _("Mute whom?"))
    elif match in own.muted:
        own.muted.discard(match)
        front.remark(_("{name} is heard again.").format(name=match))
    else:
        own.muted.add(match)
        front.remark(_("{name} is not heard any more, until you mute {name} again.").format(name=match))
