"""The settings on a screen: each choice holds at once and is kept; keys of one's own; the card of colours and signs."""

from collections.abc import Generator
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fliptable.cli.config import Config, load_config
from fliptable.cli.language import choose
from fliptable.cli.look.canvas import Picture
from fliptable.cli.look.look import Depth, Vision, load_look
from fliptable.cli.look.text import width_of
from fliptable.cli.table.calibration_screen import CalibrationScreen, draw_calibration
from fliptable.cli.table.form import Choose
from fliptable.cli.table.keys import ACTIONS
from fliptable.cli.table.keys_screen import KeysScreen
from fliptable.cli.table.lobby_screen import LobbyScreen
from fliptable.cli.table.settings_screen import LABELS, SettingsScreen

from .forms import Lobby, click, focus, form, in_lobby, run, seen
from .test_form import HEIGHTS, WIDTHS


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Generator[Path]:
    """A machine with no settings; English afterwards."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    yield tmp_path
    choose("en")


def test_every_setting_is_there() -> None:
    assert {*LABELS, "keys"} == set(Config.__struct_fields__)


@pytest.mark.parametrize("name", [name for name in LABELS if name != "name"])
def test_a_choice_holds_at_once_and_is_read_back(name: str) -> None:
    async def check() -> None:
        async with in_lobby() as (pilot, app):
            await pilot.press("s")
            form(app).focus_on(name)
            before = getattr(app.settings, name)
            await pilot.press("right")
            assert getattr(app.settings, name) != before
            assert getattr(load_config(), name) == getattr(app.settings, name)
            assert len([row for row in form(app).rows if isinstance(row, Choose) and row.name == name]) == 1
            if name != "language":
                await pilot.press("left")
                assert getattr(app.settings, name) == before == getattr(load_config(), name)

    run(check)


def lines(app: Lobby) -> Picture:
    assert isinstance(app.screen, SettingsScreen)
    return app.screen.picture


def test_the_look_changes_at_once() -> None:
    async def check() -> None:
        async with in_lobby(colours="true", glyphs="unicode") as (pilot, app):
            await pilot.press("s")
            seen_before = [lines(app).lines]
            for name in ("theme", "colours"):
                form(app).focus_on(name)
                await pilot.press("right")
                assert lines(app).lines not in seen_before
                seen_before.append(lines(app).lines)
            while app.depth != "none":
                await pilot.press("right")
            assert not any(segment.style and segment.style.color for line in lines(app).lines for segment in line)
            form(app).focus_on("glyphs")
            while app.look.glyphs.name != "ascii":
                await pilot.press("right")
            assert seen(app).isascii()

    run(check)


def test_the_language_changes_at_once() -> None:
    async def check() -> None:
        async with in_lobby() as (pilot, app):
            await pilot.press("s")
            form(app).focus_on("language")
            while app.settings.language != "en":
                await pilot.press("right")
            english = seen(app)
            await pilot.press("right", "right")
            assert app.settings.language not in ("", "en")
            assert seen(app) != english
            await pilot.press("escape")
            assert isinstance(app.screen, LobbyScreen)

    run(check)


def test_a_name_is_kept_when_it_is_left() -> None:
    async def check() -> None:
        async with in_lobby() as (pilot, app):
            await pilot.press("s")
            assert focus(app) == "name"
            await pilot.press("ctrl+u", *"Bosse", "down")
            assert app.settings.name == "Bosse" == load_config().name
            await pilot.press("up", "ctrl+u", *"Bo", "escape")
            assert load_config().name == "Bo"
            assert isinstance(app.screen, LobbyScreen)

    run(check)


def test_what_the_environment_holds_is_not_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FLIPTABLE_THEME", "contrast")

    async def check() -> None:
        async with in_lobby(theme="contrast") as (pilot, app):
            await pilot.press("s")
            form(app).focus_on("theme")
            await pilot.press("right")
            assert "FLIPTABLE_THEME holds this setting" in seen(app)
            assert app.settings.theme == "contrast"
            assert form(app)["theme"] == "contrast"
            await pilot.press("down")
            assert "FLIPTABLE_THEME" not in seen(app)

    run(check)


@pytest.mark.parametrize("text", ["theme = 3", "this is no TOML"])
def test_a_bad_file_is_said_and_not_written_over(home: Path, text: str) -> None:
    file = home / "config" / "fliptable" / "config.toml"
    file.parent.mkdir(parents=True)
    file.write_text(text)

    async def check() -> None:
        async with in_lobby(size=(120, 40)) as (pilot, app):
            await pilot.press("s", "down", "down", "right")
            assert "config.toml" in seen(app)

    run(check)
    assert file.read_text() == text


def test_what_stands_in_the_file_stays(home: Path) -> None:
    file = home / "config" / "fliptable" / "config.toml"
    file.parent.mkdir(parents=True)
    file.write_text('# mine\nname = "Ada"\n\n[keys]\ndraw = "z"\n')

    async def check() -> None:
        async with in_lobby(keys={"draw": "z"}) as (pilot, app):
            await pilot.press("s", "down", "down", "right")
            assert load_config().theme == app.settings.theme

    run(check)
    assert "# mine" in file.read_text()
    assert load_config().keys == {"draw": "z"}


# Keys.


def test_a_key_of_ones_own() -> None:
    async def check() -> None:
        async with in_lobby() as (pilot, app):
            await pilot.press("s")
            form(app).focus_on("keys")
            await pilot.press("enter")
            assert isinstance(app.screen, KeysScreen)
            form(app).focus_on("draw")
            await pilot.press("enter")
            assert "Press the new key now" in seen(app)
            await pilot.press("escape")
            assert app.keys.of("draw") == ("d",)
            await pilot.press("enter", "z")
            assert app.keys.of("draw") == ("z",)
            assert load_config().keys == {"draw": "z"}
            await pilot.press("enter", "l")
            assert "The key l cannot mean both draw and log" in seen(app)
            await pilot.press("enter", "7")
            assert "The key 7 is taken for good" in seen(app)
            assert app.keys.of("draw") == ("z",)
            await pilot.press("enter", "space")
            assert "cannot mean both" in seen(app)
            await pilot.press("delete")
            assert app.keys.of("draw") == ("d",)
            assert load_config().keys == {}

    run(check)


def test_all_keys_as_they_were() -> None:
    async def check() -> None:
        async with in_lobby(keys={"draw": "z", "log": "f2"}, size=(120, 40)) as (pilot, app):
            app.push_screen(KeysScreen())
            await pilot.pause()
            for action in ACTIONS:
                assert " ".join(action.text.split()) in seen(app)
            assert focus(app) == ACTIONS[0].name
            await pilot.press("end", "enter")
            assert app.settings.keys == {}
            assert app.keys.of("log") == ("l",)
            await pilot.press("up")
            await click(pilot, "row:default")
            await click(pilot, "row:back")
            assert isinstance(app.screen, LobbyScreen)

    run(check)


# The card of colours and signs.


@given(WIDTHS, HEIGHTS, st.sampled_from(get_args(Vision)), st.sampled_from(get_args(Depth)), st.booleans())
def test_the_card_is_as_large_as_the_window(width: int, height: int, vision: Vision, depth: Depth, plain: bool) -> None:
    look = load_look(vision=vision, depth=depth, glyphs="ascii" if plain else "unicode")
    words = dict.fromkeys("vsct", "Colours of the cards: for eyes that see little red")
    picture = draw_calibration(look, width, height, words, "Something is wrong with the file of settings.")
    shown = picture.text()
    assert len(shown) == height
    assert {width_of(line) for line in shown} == {width}
    assert all(f"{key}  Colours" in "\n".join(shown) for key in "vsct")
    if plain:
        assert "".join(shown).isascii()
    else:
        ends = {line.index("|") for line in shown if "|" in line}
        assert len(ends) == 1  # the bars of the ruler
        assert all(shape in "".join(shown) for shape in "▲●■◆△□○◇✦")
    if depth == "none":
        assert not any(segment.style and segment.style.color for line in picture.lines for segment in line)


def test_the_card_goes_through_palettes_and_signs() -> None:
    async def check() -> None:
        async with in_lobby(glyphs="unicode") as (pilot, app):
            await pilot.press("s")
            form(app).focus_on("card")
            await pilot.press("enter")
            assert isinstance(app.screen, CalibrationScreen)
            await pilot.press("v")
            assert app.settings.vision == "protan" == load_config().vision
            await pilot.press("s")
            assert app.look.glyphs.name == "ascii"
            assert seen(app).isascii()
            await click(pilot, "t")
            assert load_config().theme == app.settings.theme
            await click(pilot, "back")
            assert isinstance(app.screen, SettingsScreen)
            assert "for eyes that see little red" in seen(app)

    run(check)
