"""docs/rules.md says what the rules in the code are: its tables are printed from there.

`python tests/core/test_rules_page.py` writes them anew, between their marks.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from fliptable.core.rules import CLASHES, OPTIONS, PRESET_SENTENCES, PRESETS, Option, Rules

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "rules.md"
COMMAND = "python tests/core/test_rules_page.py"
WIDEST = 130


def presets_table() -> str:
    """Every preset, and what it sets otherwise than ``flip``."""
    rows = [
        f"| `{name}` | {rules.deck} | {PRESET_SENTENCES[name]} | {_differs(rules)} |" for name, rules in PRESETS.items()
    ]
    return "\n".join(["| preset | deck | what it is | differs from `flip` in |", "|---|---|---|---|", *rows])


def _differs(rules: Rules) -> str:
    differs = rules.differences(PRESETS["flip"])
    return " ".join(f"`{key}={OPTIONS[key].spell(value)}`" for key, value in differs.items() if key in OPTIONS) or "-"


def options_table() -> str:
    """Every option with its values, its default, its sentence and its source."""
    rows = [
        f"| `{option.id}` | {option.spelled()} | {option.spell(option.default)} | {_says(option)} | {option.source} |"
        for option in OPTIONS.values()
    ]
    return "\n".join(["| option | values | in `flip` | what it says | source |", "|---|---|---|---|---|", *rows])


def _says(option: Option) -> str:
    marks = [" (flip)"] * option.flip_only + [" (secret)"] * option.secret
    return option.sentence + "".join(marks)


def refused_list() -> str:
    """The settings that exclude each other, and why."""
    return "\n".join(f"- {_settings(clash.pair)}: {_settings(clash.reason)}." for clash in CLASHES)


def _settings(text: str) -> str:
    """The text with its options, alone or with a value, set as code."""
    return re.sub(
        r"\w+(?:=\w+)?", lambda word: f"`{word[0]}`" if word[0].partition("=")[0] in OPTIONS else word[0], text
    )


PARTS: Mapping[str, Callable[[], str]] = {
    "presets": presets_table,
    "options": options_table,
    "refused": refused_list,
}


def _marked(name: str, text: str) -> str:
    return f"<!-- {name}: written by `{COMMAND}` -->\n{text}\n<!-- end -->"


def regenerated(page: str) -> str:
    """The page with every part as the code has it."""
    for name, print_part in PARTS.items():
        begin = _marked(name, "").partition("\n")[0]
        before, found, rest = page.partition(begin)
        _, end, after = rest.partition("<!-- end -->")
        assert found, f"docs/rules.md has no mark {begin}"
        assert end, f"docs/rules.md has no end of {name}"
        page = before + _marked(name, print_part()) + after
    return page


def written() -> str:
    """What stands on the page besides the parts that are printed."""
    return re.sub(r"<!-- \w+: .*?<!-- end -->", "", PAGE.read_text("utf-8"), flags=re.DOTALL)


def test_the_page_shows_the_rules_of_the_code() -> None:
    page = PAGE.read_text("utf-8")
    assert regenerated(page) == page, f"run: {COMMAND}"


def test_no_line_is_too_wide_but_those_of_the_tables() -> None:
    assert [line for line in written().splitlines() if len(line) > WIDEST and not line.startswith("|")] == []


def test_every_setting_on_the_page_can_be_made() -> None:
    """`OPTION=VALUE` on the page is an option and one of its values."""
    settings = re.findall(r"\b([a-z_]+)=([a-z_0-9]+)", written())
    assert len(settings) > 20
    for key, value in settings:
        OPTIONS[key].parse(value)


@pytest.mark.parametrize("option", OPTIONS)
def test_every_option_stands_in_the_table(option: str) -> None:
    assert len(re.findall(rf"^\| `{option}` \|", PAGE.read_text("utf-8"), re.MULTILINE)) == 1


def test_every_document_has_its_section_with_its_presets() -> None:
    for path in sorted((ROOT / "tests/rules/documents").glob("*.toml")):
        section = written().partition(f"\n### {path.stem}, ")[2].partition("\n#")[0]
        for preset in tomllib.loads(path.read_text("utf-8"))["presets"]:
            assert f"`{preset}`" in section, f"{path.stem}: {preset}"


def test_the_page_says_whose_rules_they_are_compatible_with() -> None:
    assert re.search(r"published\s+by\s+Mattel,\s+with\s+which\s+this\s+project\s+has\s+nothing\s+to\s+do", written())


if __name__ == "__main__":
    PAGE.write_text(regenerated(PAGE.read_text("utf-8")), "utf-8")
