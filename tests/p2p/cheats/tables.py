"""The tables at which most liars sit: small hands, short matches, always the same seeds.

`test_honest` plays at each of them without a liar, so what is said of somebody there is said because of a lie.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from fliptable.core.moves import Accept, Challenge, Move
from fliptable.core.rules import PRESETS, Rules, Value

from ..switchboard import Peer, Switchboard, random_player

QUICK = replace(PRESETS["quick"], hand_size=3)
REDRAWN = replace(QUICK, opening_wild="redraw", opening_flip="redraw")

Table = Callable[[], Switchboard]


def rules(**options: Value) -> Rules:
    return Rules().with_options({"match": "single", "hand_size": 5, **options})


def small() -> Switchboard:
    """Three seats, one short round."""
    return Switchboard(3, 31, QUICK)


def pair() -> Switchboard:
    """Two seats, one short round."""
    return Switchboard(2, 3, QUICK)


def reshuffled() -> Switchboard:
    """Three seats; the first card goes back at once, so all shuffle a second time."""
    return Switchboard(3, 2, REDRAWN)


def ahead() -> Switchboard:
    """Three seats and two rounds, so that the second deal is made while the first round is played."""
    return Switchboard(3, 3, replace(QUICK, match="rounds", rounds=2))


def doubter(peer: Peer, board: Switchboard) -> Move | None:
    """Challenge whatever can be challenged."""
    view = peer.session.view()
    assert view is not None
    return Challenge() if Accept() in view.legal else random_player(peer, board)


def guilty() -> Switchboard:
    """Three seats that challenge each other; the peer that cheats elsewhere is guilty in the fifth slot."""
    return Switchboard(3, 13, PRESETS["quick"], player=doubter)


def innocent() -> Switchboard:
    """The same, and it is innocent, with three cards in its hand."""
    return Switchboard(3, 23, PRESETS["quick"], player=doubter)


def drawing() -> Switchboard:
    """The same, and it draws until it has a card of a colour: the first is none, the second one is."""
    return Switchboard(3, 10, PRESETS["quick"], player=doubter)


TABLES: tuple[Table, ...] = (small, pair, reshuffled, ahead, guilty, innocent, drawing)
