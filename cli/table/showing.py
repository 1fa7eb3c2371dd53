"""From what an evening has told and what a person is about to do to what the table shows.

Must never know how it looks, or what a key does.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Final

from ...p2p.notices import LinkState
from ..language import _
from ..look.board import Asking, Board, Option
from ..present import Asked, Scene
from ..rule_words import name_rules
from .doing import Doing
from .front import ScreenFront
from .keys import KeyMap

LOG_SHOWN: Final = 60


def board_of(
    front: ScreenFront,
    doing: Doing,
    pairs: Sequence[tuple[str, str, str]],
    *,
    typing: str | None,
    flip: float | None,
    done: bool,
) -> Board | None:
    """What the table shows now, None before the cards lie there.

    Args:
        front: what is known.
        doing: what a person is about to do.
        pairs: what the footer offers, as `footer` gives it.
        typing: the line being written.
        flip: how far the table has turned over.
        done: whether the evening is over.
    """
    if front.scene is None:
        return None
    hand = doing.hand
    return Board(
        front.scene,
        table=front.seats.table if front.seats is not None else "",
        round=front.round,
        target=name_rules(front.rules) if front.rules is not None else "",
        links=_links(front),
        log=list(front.log)[-LOG_SHOWN:],
        chat=list(front.chat)[-LOG_SHOWN:],
        selected=doing.index if hand else None,
        order=doing.order,
        marked=[at for at, card in enumerate(hand) if card.place in doing.marked],
        asking=_asking(doing),
        timer=_timer(front),
        remark=_remark(front, done=done),
        flip=flip,
        typing=typing,
        keys=[(key, word) for _name, key, word in pairs],
    )


def footer(front: ScreenFront, doing: Doing, keys: KeyMap, *, typing: bool, done: bool) -> list[tuple[str, str, str]]:
    """What the foot of the table offers, what matters most first: action, key and word."""
    scene = front.scene
    if typing:
        return [("send", "Enter", _("send")), ("end", "Esc", _("stop writing"))]
    if done:
        names = ["play", "log", "help"]
    elif doing.ask is not None and doing.ask.own:
        names = ["right", "play", "back"]
    elif not front.asks:
        names = ["log", "help", "quit"]
    else:
        names = ["right", "play", "draw"]
        if scene is not None and scene.asked is Asked.DRAWN:
            names[-1] = "keep"
        if scene is not None and scene.asked is Asked.CHALLENGE:
            names[-1:] = ["accept", "challenge"]
        names += ["call", "help", "catch", "hint", "quit", "chat", "log", "order", "explain"]
        if scene is not None:
            names = [name for name in names if name not in _idle(front, scene)]
    return keys.footer(*names)


def _idle(front: ScreenFront, scene: Scene) -> set[str]:
    """What would do nothing now: a play where the card just drawn does not fit, a catch where nobody can be caught."""
    stuck = scene.asked is Asked.DRAWN and not any(card.playable for card in scene.hand)
    view = front.view
    caught = view is not None and any(player.catchable and player.seat != view.seat for player in view.players)
    names: set[str] = set()
    if stuck:
        names |= {"play", "call"}
    if not caught:
        names.add("catch")
    return names


def link_words(state: LinkState) -> str:
    """How a seat is heard, in a word or two."""
    if state.via is not None:
        return _("via {name}").format(name=state.via)
    if state.milliseconds is not None:
        return _("{number} ms").format(number=state.milliseconds)
    return ""


def _asking(doing: Doing) -> Asking | None:
    ask = doing.ask
    if ask is None:
        return None
    return Asking(ask.title, [Option(option.keys[0], option.label, option.letter) for option in ask.options], doing.at)


def _links(front: ScreenFront) -> dict[str, str]:
    """A word or two on the connection of each seat: what is wrong with it, else how fast it is."""
    now = time.monotonic()
    told = {name: link_words(state) for name, state in front.links.items()}
    away = {name: _("away {time}").format(time=_clock(now - since)) for name, since in front.silent.items()}
    return {**told, **away}


def _timer(front: ScreenFront) -> tuple[float, float] | None:
    rules, scene = front.rules, front.scene
    if rules is None or not rules.turn_seconds or scene is None or not any(row.turn for row in scene.rows):
        return None
    left = rules.turn_seconds - (time.monotonic() - front.decided_at)
    return max(0.0, left), float(rules.turn_seconds)


def _remark(front: ScreenFront, *, done: bool) -> str:
    if done:
        return _("It is over: press Enter to leave the table.")
    if front.pending is not None and front.view is not None:
        return f"{front.view.spell(front.pending)} ..."
    return front.note


def _clock(seconds: float) -> str:
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"
