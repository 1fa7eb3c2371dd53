"""Tables to draw: positions by chance with so many seats and cards."""

import random
from typing import Any

import pytest
from rich.cells import cell_len

from fliptable.cli.look.board import Board, Option
from fliptable.cli.look.canvas import Picture, Spot
from fliptable.cli.look.look import load_look
from fliptable.cli.present import present
from fliptable.core.cards import CLASSIC, FLIP, Sheet
from fliptable.core.position_reader import read_position
from fliptable.core.view import View

SIZES = ((60, 18), (80, 24), (100, 30), (120, 40), (200, 60))
LOOK = load_look()
COLOURS = [Option(key, word, key) for key, word in zip("rygb", ("red", "yellow", "green", "blue"), strict=True)]
size = pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")

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


def exact(picture: Picture, width: int, height: int) -> None:
    """Every line as wide as asked, every spot inside."""
    assert len(picture.lines) == height
    for line in picture.lines:
        assert sum(cell_len(segment.text) for segment in line) == width
        assert all(segment.text.isprintable() for segment in line)
    for spot in picture.spots:
        assert 0 <= spot.x < spot.x + spot.width <= width
        assert 0 <= spot.y < spot.y + spot.height <= height


def spot(picture: Picture, action: str) -> Spot:
    (found,) = [spot for spot in picture.spots if spot.action == action]
    return found


def part(picture: Picture, place: Spot) -> list[str]:
    """What a picture without wide characters shows at a place."""
    return [line[place.x : place.x + place.width] for line in picture.text()[place.y : place.y + place.height]]
