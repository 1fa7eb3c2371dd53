"""Tables to draw: positions by chance with so many seats and cards."""

import random
from typing import Any

from fliptable.cli.look.board import Board
from fliptable.cli.present import present
from fliptable.core.cards import CLASSIC, FLIP, Sheet
from fliptable.core.position_reader import read_position
from fliptable.core.view import View

NAMES = ("Ada", "Bo", "Chidi", "Dolores_the_Elder_12", "Emre", "Farah", "Goran", "Hinata", "Ines", "Jun")
LOG = ("Bo plays green 8.", "Chidi is skipped, and a long line tells of it all, to be wrapped.", "Bo!")
KEYS = (("Enter", "play"), ("d", "draw"), ("u", "call"), ("?", "help"), ("q", "quit"))


def face(chance: random.Random, sheet: Sheet) -> str:
    return sheet.faces[chance.randrange(len(sheet.faces))]


def card(chance: random.Random, classic: bool = False) -> str:
    return "/".join(face(chance, sheet) for sheet in (CLASSIC if classic else FLIP).sheets)


def position(seats: int, cards: int, seed: int = 0, turn: int = 0, dark: bool = False, rules: Any = "flip") -> Any:
    """A position in which the first seat has so many cards and the others a few."""
    chance = random.Random(seed)
    classic = rules == "classic"
    colours = (CLASSIC if classic else FLIP).sheets[dark].colours
    sheet = (CLASSIC if classic else FLIP).sheets[dark]
    top = card(chance, classic)
    wild = top.split("/")[dark][0] == "W"
    hands = {name: [card(chance, classic) for _ in range(chance.randrange(1, 15))] for name in NAMES[1:seats]}
    return {
        "rules": rules,
        "seats": list(NAMES[:seats]),
        "turn": NAMES[turn],
        "side": "dark" if dark else "light",
        "direction": chance.choice(("clockwise", "counterclockwise")),
        "colour": chance.choice(colours) if wild and sheet.name else None,
        "hands": {NAMES[0]: [card(chance, classic) for _ in range(cards)], **hands},
        "draw": [card(chance, classic) for _ in range(20)],
        "discard": [top],
    }


def board(values: Any, **more: Any) -> Board:
    """What the first seat sees."""
    scene = present(View(read_position(values), 0))
    settings: dict[str, Any] = {"table": "Kitchen", "round": 2, "target": "to 500", "log": LOG, "keys": KEYS}
    return Board(scene, **(settings | more))
