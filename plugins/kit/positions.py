"""Positions in which players like to stumble, as JSON values. Must never hold one that a game cannot come to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

Values = Mapping[str, Any]

_PILE: Final = ["y5/t1", "y6/t2", "y7/t3", "y8/t4", "b1/t5", "b2/t6", "b3/t7", "b4/t8"]
_FLIP: Final[Values] = {"rules": "flip", "seats": ["A", "B", "C"], "turn": "A", "draw": _PILE, "discard": ["r1/p9"]}
_OTHERS: Final = {"B": ["y4/o4", "y5/o5"], "C": ["g4/u4", "g5/u5"]}
_CLASSIC: Final[Values] = {
    "rules": {"preset": "classic", "stacking": "same", "multi_play": True},
    "seats": ["A", "B", "C"],
    "turn": "A",
    "draw": ["y5", "y6", "y7", "y8", "b1", "b2"],
    "discard": ["r1"],
}


def _flip(hand: list[str], **more: Any) -> Values:
    return {**_FLIP, "hands": {"A": hand, **_OTHERS}, **more}


def _classic(hand: list[str], **more: Any) -> Values:
    return {**_CLASSIC, "hands": {"A": hand, "B": ["y4", "y9"], "C": ["g4", "r1"]}, **more}


_MANY: Final = [
    f"{light}{number}/{dark}{number}" for light, dark in ("rp", "yt", "go", "bu") for number in range(1, 10)
]

POSITIONS: Final[Mapping[str, Values]] = {
    "nothing fits and nothing can be drawn": _flip(["b7/t7"], draw=[]),
    "the draw pile is empty and the discard pile goes into it": _flip(["b7/t7"], draw=[], discard=["g9/u9", "r1/p9"]),
    "a hand of 30 cards": _flip(_MANY[:30]),
    "a Flip that would lie under a wild": _flip(["rFL/t1", "b2/o2"], discard=["g9/W", "r1/p9"]),
    "a wild that a Flip has exposed": _flip(
        ["b7/t7", "g1/o1"], side="dark", phase="name", next="B", discard=["rFL/t1", "r1/W"]
    ),
    "the last card is an action": _flip(["rSK/t7"]),
    "the last card is a wild": _flip(["W/t7"]),
    "two cards, one of which may not be the last": _flip(
        ["r3/t1", "W/o1"], rules={"preset": "flip", "no_wild_finish": True, "no_action_finish": True}
    ),
    "a drawn card that does not fit": _flip(["g1/o1", "b7/t7"], phase="drawn", drawn="b7/t7"),
    "a drawn wild": _flip(["g1/o1", "W/t7"], phase="drawn", drawn="W/t7"),
    "a wild draw card to accept or challenge": _flip(
        ["b7/t7", "g1/o1"],
        phase="challenge",
        colour="green",
        discard=["r1/p9", "W2/p8"],
        challenge={"by": "B", "before": "red", "card": "W2/p8"},
    ),
    "a wild draw color with a colour that is not left": _flip(
        ["b7/t7", "g1/o1"],
        side="dark",
        phase="challenge",
        colour="orange",
        discard=["r1/p9", "W2/WC"],
        challenge={"by": "B", "before": "pink", "card": "W2/WC"},
    ),
    "a chain of wild draw color cards": _flip(
        ["g2/WC", "g1/o1"],
        rules={"preset": "flip", "stacking": "same"},
        side="dark",
        phase="challenge",
        colour="orange",
        discard=["r1/p9", "W2/WC"],
        challenge={"by": "B", "before": "pink", "card": "W2/WC"},
        pending={"kind": "WC", "sum": 0, "victim": "A", "colour": "orange"},
    ),
    "out of turn: somebody may be caught": _flip(
        ["b7/t7", "g1/o1"], turn="B", hands={"A": ["b7/t7"], "B": ["y4/o4", "y5/o5"], "C": ["g4/u4"]}, catchable=["C"]
    ),
    "out of turn: the own last card was not called": _flip(
        ["b7/t7"], turn="B", hands={"A": ["b7/t7"], **_OTHERS}, catchable=["A"]
    ),
    "a draw card to answer": _classic(
        ["rD2", "g1"], phase="pending", discard=["r1", "gD2"], pending={"kind": "D2", "sum": 4, "victim": "A"}
    ),
    "hands to swap": _classic(
        ["b7"], rules={"preset": "classic", "seven_zero": True}, phase="swap", discard=["r1", "r7"], played=True
    ),
    "several numbers in one move": _classic(["r7", "b7", "g7", "y2"]),
    "out of turn: a card to jump in with": _classic(
        ["r1", "g1"], rules={"preset": "classic", "jump_in": True}, turn="B", played=True, discard=["r5", "r1"]
    ),
    "ten seats, two of them out": {
        **_FLIP,
        "rules": "party",
        "seats": list("ABCDEFGHIJ"),
        "hands": {name: [card] for name, card in zip("ABCDEFGHIJ", [*_MANY[10:18], [], []], strict=True) if card}
        | {"I": [], "J": []},
        "out": {"I": "left", "J": "left"},
    },
    "backs that nobody sees": _flip(["r7/t7", "W/o1"], rules={"preset": "flip", "backs": "hidden"}),
}
"""Each by what is awkward about it; every seat with a legal move is asked."""
