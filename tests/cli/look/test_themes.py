"""Themes: ours are readable, a user's own is a file, and what is wrong with one is said in a sentence."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fliptable.cli.look.look import ROLES, BadTheme, load_look, theme_names

from .eyes import contrast

OURS = ("contrast", "daylight", "felt", "terminal")
PAPER = "\n".join(f'{role} = "{"#000000" if role in ("text", "words") else "#FFFFFF"}"' for role in ROLES)


def test_our_themes_are_there() -> None:
    assert theme_names() == OURS
    for theme in OURS:
        for depth in ("true", "256", "16", "none"):
            look = load_look(theme, depth=depth)  # type: ignore[arg-type]
            assert look.theme == theme


@pytest.mark.parametrize("theme", ["contrast", "daylight", "felt"])
@pytest.mark.parametrize("depth", ["true", "256"])
@pytest.mark.parametrize("dark", [False, True])
def test_all_words_are_readable(theme: str, depth: Any, dark: bool) -> None:
    look = load_look(theme, depth=depth)
    least = 7 if theme == "contrast" else 4.5
    for role in ("table", "strong", "faint", "accent", "warning", "bar", "turn", "turn:accent", "turn:faint"):
        style = look.style(role, dark)
        assert style.color is not None
        assert style.bgcolor is not None
        assert contrast(style.color.get_truecolor(), style.bgcolor.get_truecolor()) >= least, role


@pytest.mark.parametrize("theme", ["contrast", "daylight", "felt"])
@pytest.mark.parametrize("depth", ["true", "256"])
@pytest.mark.parametrize("dark", [False, True])
def test_lines_in_the_colours_of_cards_are_seen(theme: str, depth: Any, dark: bool) -> None:
    look = load_look(theme, depth=depth)
    for letter in "rygbptouw":
        style = look.style(f"on:{letter}", dark)
        assert style.color is not None
        assert style.bgcolor is not None
        assert contrast(style.color.get_truecolor(), style.bgcolor.get_truecolor()) >= 3, letter


def test_the_two_sides_of_a_table_differ() -> None:
    for theme in ("felt", "daylight"):
        assert load_look(theme).light["table"] != load_look(theme).dark["table"]


def test_terminal_leaves_the_ground_alone() -> None:
    for depth in ("true", "256", "16"):
        look = load_look("terminal", depth=depth)  # type: ignore[arg-type]
        assert all(look.style(role).bgcolor is None for role in ("table", "faint", "accent", "bar", "turn"))


def test_every_set_of_roles_is_the_same() -> None:
    wanted = set(load_look(depth="none").light)
    for theme in OURS:
        for depth in ("true", "256", "16"):
            look = load_look(theme, depth=depth)  # type: ignore[arg-type]
            assert set(look.light) == set(look.dark) == wanted


def test_a_file_of_the_users_own(tmp_path: Path) -> None:
    (tmp_path / "paper.toml").write_text(f'[light]\n{PAPER}\n[dark]\ntable = "#EEEEEE"\n', "utf-8")
    assert theme_names(tmp_path) == (*OURS[:3], "paper", "terminal")
    for look in (load_look("paper", folder=tmp_path), load_look(str(tmp_path / "paper.toml"))):
        assert look.theme == "paper"
        assert str(look.style("table")) == "#000000 on #ffffff"
        assert str(look.style("table", dark=True)) == "#000000 on #eeeeee"
    (tmp_path / "felt.toml").write_text(f"[light]\n{PAPER}", "utf-8")
    assert load_look("felt", folder=tmp_path).light == load_look("paper", folder=tmp_path).light


WRONG = {
    "[light": "is no TOML",
    "": "says no table below [light]",
    "name = 1": "the tables [light] and [dark] only",
    "[sepia]": "the tables [light] and [dark] only",
    f"[light]\n{PAPER}\nsky = ''": "says sky below [light]: there are table, text",
    f"[light]\n{PAPER}\n[dark]\ntable = 'green'": "table below [dark] is no colour",
    f"[light]\n{PAPER}\n[dark]\ntable = 7": "table below [dark] is no colour",
    f"[light]\n{PAPER}\n[dark]\ntable = ['#000000', 300, 1]": "table below [dark] is no colour",
    f"[light]\n{PAPER}\n[dark]\ntable = ['#000000', 30]": "table below [dark] is no colour",
}


@pytest.mark.parametrize("text", WRONG)
def test_a_bad_file_is_one_sentence(tmp_path: Path, text: str) -> None:
    file = tmp_path / "bad.toml"
    file.write_text(text, "utf-8")
    with pytest.raises(BadTheme) as trouble:
        load_look(str(file))
    sentence = str(trouble.value)
    assert WRONG[text] in sentence
    assert str(file) in sentence
    assert sentence.endswith(".")
    assert "\n" not in sentence


def test_a_missing_theme_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(BadTheme, match=r"There is no theme plaid: choose one of contrast, daylight, felt, terminal"):
        load_look("plaid")
    with pytest.raises(BadTheme, match=r"There is no theme file .*none\.toml\."):
        load_look(str(tmp_path / "none.toml"))
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(BadTheme, match=r"cannot be read"):
        load_look(str(tmp_path / "bytes.toml"))


@given(st.text(max_size=40))
def test_any_name_is_a_theme_or_refused(name: str) -> None:
    if name in OURS:
        assert load_look(name).theme == name
    else:
        with pytest.raises(BadTheme):
            load_look(name)
