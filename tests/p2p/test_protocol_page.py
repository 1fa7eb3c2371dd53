"""docs/protocol.md and the known bytes say what the program does."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).parents[2]


def generator() -> ModuleType:
    """Load the script that writes the known bytes and draws the tables."""
    spec = importlib.util.spec_from_file_location("regenerate_wire", ROOT / "tests/vectors/regenerate_wire.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_message_is_still_the_same_bytes() -> None:
    known = json.loads((ROOT / "tests/vectors/wire.json").read_text(encoding="utf-8"))
    assert generator().vectors() == known


def test_the_page_shows_the_tables_of_the_code() -> None:
    page = (ROOT / "docs/protocol.md").read_text(encoding="utf-8")
    assert generator().message_table() in page
    assert generator().phase_table() in page
