"""docs/screen.md is true: its pictures are what is drawn now, its theme loads, its tables name what there is."""

import re
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from typing import Any

import pytest

from fliptable.cli.look.board import LEAST_HEIGHT, LEAST_WIDTH, draw_board
from fliptable.cli.look.faces import letter_of
from fliptable.cli.look.glyphs import GLYPHS
from fliptable.cli.look.look import ROLES, load_look, theme_names
from fliptable.core.cards import FLIP

from .boards import board, position

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "screen.md").read_text("utf-8")


@pytest.fixture(scope="module")
def script() -> Any:
    """scripts/pictures as a module."""
    loader = SourceFileLoader("pictures", str(ROOT / "scripts" / "pictures"))
    spec = spec_from_loader("pictures", loader)
    assert spec is not None
    module = module_from_spec(spec)
    code = compile((ROOT / "scripts" / "pictures").read_text("utf-8"), "pictures", "exec")
    exec(code, module.__dict__)  # noqa: S102 - not by the loader, which leaves a compiled file behind
    return module


def test_pictures_are_fresh(script: Any) -> None:
    drawn = {name: script.svg(picture) for name, picture in script.pictures()}
    there = {file.stem: file.read_text("utf-8") for file in (ROOT / "docs" / "pictures").glob("*.svg")}
    stale = sorted(name for name in drawn.keys() | there.keys() if drawn.get(name) != there.get(name))
    assert stale == [], "run scripts/pictures"
    assert set(re.findall(r"\(pictures/(\w+)\.svg\)", PAGE)) == set(drawn)
    assert "(docs/pictures/light.svg)" in (ROOT / "README.md").read_text("utf-8")


def test_its_theme_loads(tmp_path: Path) -> None:
    (theme,) = re.findall(r"^```toml\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    (tmp_path / "wood.toml").write_text(theme, "utf-8")
    look = load_look("wood", folder=tmp_path)
    assert str(look.style("table")) == "#f4e9dc on #3b2a1e"
    assert str(look.style("table", dark=True)) == "#f4e9dc on #1c1c22"
    assert str(load_look("wood", depth="256", folder=tmp_path).style("table", dark=True)).endswith("on color(234)")


def test_its_tables_name_everything() -> None:
    listed = re.findall(r"^\| `(\w+)`(?:, `(\w+)`)? \|", PAGE.partition("## Themes")[2], re.MULTILINE)
    assert sorted(word for pair in listed for word in pair if word) == sorted((*theme_names(), *ROLES))
    for sheet in FLIP.sheets:
        for colour, letter in zip(sheet.colours, sheet.letters, strict=True):
            assert f"| {colour} | {GLYPHS['unicode'].shapes[letter]} | {letter_of(letter)} |" in PAGE
    assert f"{LEAST_WIDTH} x {LEAST_HEIGHT} cells or more" in PAGE


def test_its_sizes_of_cards_are_true() -> None:
    rows = re.findall(r"^\| (\d+) x (\d+) \|.*?\| (\d+) x (\d+) cells a card", PAGE, re.MULTILINE)
    assert len(rows) == 4
    for width, height, wide, high in (map(int, row) for row in rows):
        picture = draw_board(board(position(4, 5), selected=2), load_look(), width, height)
        (card,) = [spot for spot in picture.spots if spot.action == "card:2"]
        assert (card.width, card.height) == (wide, high + 2)
