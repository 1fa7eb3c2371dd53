"""The table as it lay before a Flip, as far as it is remembered: what is a face now was a back.

Must never know the clock.
"""

from __future__ import annotations

from dataclasses import replace

from ...core.cards import FLIP
from .model import Board, in_order


def turned(board: Board) -> Board:
    """The same table with the other side up; what the other seats had shown then is not known any more."""
    scene = board.scene
    hand = tuple(
        replace(card, name=card.back or "?", back=card.name, playable=False)
        for card in in_order(scene.hand, board.order)
    )
    before = replace(
        scene,
        dark=not scene.dark,
        top_name=scene.top_back or "?",
        top_back=scene.top_name,
        colour="",
        letter="",
        letters=FLIP.sheets[not scene.dark].letters,
        draw_back="?",
        rows=tuple(replace(row, backs=("?",) * len(row.backs)) for row in scene.rows),
        hand=hand,
    )
    return replace(board, scene=before, order="colour", flip=None)
