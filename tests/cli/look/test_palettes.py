"""Card colours: told apart by every kind of vision they are meant for, and readable."""

import itertools
import tomllib
from pathlib import Path
from typing import Any

import pytest

import fliptable.cli.look
from fliptable.cli.look.look import LETTERS, load_look

from .eyes import RGB, VISIONS, ciede2000, contrast, distance, rgb, rgb_of_number

FILE = Path(fliptable.cli.look.__path__[0]) / "palettes.toml"
PALETTES: dict[str, Any] = tomllib.loads(FILE.read_text("utf-8"))
SIDES = ("rygbw", "ptouw")
LEAST = 20.0


def fills(vision: str, depth: str) -> dict[str, RGB]:
    """The colours of a palette as they are meant to be seen."""
    return {
        letter: rgb(fill) if isinstance(fill, str) else rgb_of_number(fill)
        for letter, fill in PALETTES[vision][depth].items()
    }


@pytest.mark.parametrize("depth", ["true", "256"])
@pytest.mark.parametrize("vision", VISIONS)
def test_colours_of_a_side_are_far_apart(vision: str, depth: str) -> None:
    colours = fills(vision, depth)
    assert set(colours) == set(LETTERS)
    # The palette for normal vision is what everybody has who has chosen nothing.
    meant = tuple(VISIONS) if vision == "normal" else ("normal", vision)
    for eyes, side in itertools.product(meant, SIDES):
        for one, other in itertools.combinations(side, 2):
            assert distance(colours[one], colours[other], eyes) >= LEAST, (eyes, one, other)


@pytest.mark.parametrize("vision", ["protan", "deutan", "tritan"])
def test_a_palette_of_its_own_serves_its_vision_better(vision: str) -> None:
    def least(palette: str) -> float:
        colours = fills(palette, "true")
        pairs = [pair for side in SIDES for pair in itertools.combinations(side, 2)]
        return min(distance(colours[one], colours[other], vision) for one, other in pairs)

    assert least(vision) > least("normal") + 2


@pytest.mark.parametrize("depth", ["true", "256", "16"])
@pytest.mark.parametrize("vision", VISIONS)
def test_ink_stands_out_on_every_fill(vision: Any, depth: Any) -> None:
    look = load_look(vision=vision, depth=depth)
    for letter in LETTERS:
        for role in ("face", "bold", "chip", "edge"):
            style = look.style(f"{role}:{letter}")
            assert style.color is not None
            assert style.bgcolor is not None
            # Of 16 colours the terminal decides; these are rich's, which are those of VGA.
            ink, fill = style.color.get_truecolor(), style.bgcolor.get_truecolor()
            assert contrast(ink, fill) >= (4.5 if depth != "16" else 3.5), letter


def test_16_colours_are_the_standard_numbers_and_all_different() -> None:
    pairs = PALETTES["16"]
    assert {letter: pairs[letter][0] for letter in "rygbptou"} == dict(
        zip("rygbptou", (1, 11, 2, 4, 13, 6, 3, 5), strict=True)
    )
    assert len({fill for fill, _ink in pairs.values()}) == len(LETTERS)
    look = load_look(depth="16")
    for letter, (fill, ink) in pairs.items():
        style = look.style(f"face:{letter}")
        assert style.color is not None
        assert style.bgcolor is not None
        assert (style.bgcolor.number, style.color.number) == (fill, ink)


def test_a_depth_uses_its_own_colours_only() -> None:
    for depth, kinds in (("256", {"eight_bit", "standard"}), ("16", {"standard"}), ("true", {"truecolor"})):
        for theme in ("felt", "daylight", "contrast", "terminal"):
            look = load_look(theme, depth=depth)  # type: ignore[arg-type]
            for style in (*look.light.values(), *look.dark.values()):
                for colour in (style.color, style.bgcolor):
                    assert colour is None or colour.type.name.lower() in kinds


# What the distances are measured by.

SHARMA = [
    ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
    ((50, 0, 0), (50, -1, 2), 2.3669),
    ((50, 2.49, -0.001), (50, -2.49, 0.0009), 7.1792),
    ((50, 2.49, -0.001), (50, -2.49, 0.0011), 7.2195),
    ((50, 2.5, 0), (50, 0, -2.5), 4.3065),
    ((50, 2.5, 0), (73, 25, -18), 27.1492),
    ((50, 2.5, 0), (58, 24, 15), 19.4535),
    ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
    ((22.7233, 20.0904, -46.6940), (23.0331, 14.9730, -42.5619), 2.0373),
    ((90.8027, -2.0831, 1.4410), (91.1528, -1.6435, 0.0447), 1.4441),
    ((6.7747, -0.2908, -2.4247), (5.8714, -0.0985, -2.2286), 0.6377),
    ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
]


@pytest.mark.parametrize(("one", "other", "apart"), SHARMA)
def test_distances_agree_with_the_published_pairs(one: Any, other: Any, apart: float) -> None:
    assert ciede2000(one, other) == pytest.approx(apart, abs=5e-5)
    assert ciede2000(other, one) == pytest.approx(apart, abs=5e-5)


def test_greys_look_the_same_to_everybody_and_red_and_green_do_not() -> None:
    for vision in VISIONS:
        assert distance((0, 0, 0), (255, 255, 255), vision) == pytest.approx(100, abs=0.5)
        assert distance((128, 128, 128), (128, 128, 128), vision) == 0
    usual = ((0xD7, 0x26, 0x00), (0x37, 0x97, 0x11))  # about what such cards are printed in
    assert distance(*usual, "normal") > 60
    assert distance(*usual, "deutan") < 15
