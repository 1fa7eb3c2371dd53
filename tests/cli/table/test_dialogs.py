"""The dialogs of the lobby: play alone, open a table, join one, and the rules that are chosen there."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fliptable.cli.table.dialogs import JoinScreen, OpenScreen, SoloScreen, wrong_place
from fliptable.cli.table.form import Choose, Form
from fliptable.cli.table.lobby_screen import LobbyScreen
from fliptable.cli.table.page import Page
from fliptable.cli.table.rules_rows import SINGLE, RulesRows, all_rules
from fliptable.cli.table.table_screen import TableScreen
from fliptable.core.errors import BadOption
from fliptable.core.rules import PRESETS, parse_options

from .forms import SIZES, click, focus, form, in_lobby, run, seen, until


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine on which nobody has played yet."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return tmp_path


# The rules in a form.


@given(st.sampled_from(list(PRESETS)), st.lists(st.tuples(st.sampled_from(["rules", *SINGLE]), st.integers(-2, 3))))
def test_what_is_chosen_is_what_the_rows_show(name: str, turns: list[tuple[str, int]]) -> None:
    chosen = RulesRows(PRESETS, name)
    assert (chosen.name, chosen.settings) == (name, ())
    empty = Form("", ())
    whether = next(row for row in chosen.rows(empty) if isinstance(row, Choose) and row.name == "single")
    whether.turn(1)
    for option, step in turns:
        row = next((row for row in chosen.rows(empty) if isinstance(row, Choose) and row.name == option), None)
        if row is not None:
            row.turn(step)
            chosen.changed(option)
    shown = {row.name: row.value for row in chosen.rows(empty) if isinstance(row, Choose)}
    assert shown.pop("rules") == chosen.name
    assert shown.pop("single")
    try:
        wanted = parse_options(PRESETS[chosen.name], [f"{option}={value}" for option, value in shown.items()])
    except BadOption:
        assert "is not possible" in chosen.text()[0]
    else:
        assert chosen.rules() == wanted
        assert chosen.text() == all_rules(wanted)
        assert len(chosen.settings) == len(wanted.differences(PRESETS[chosen.name]))
    whether.turn(1)
    assert chosen.settings == ()


@pytest.mark.parametrize("name", PRESETS)
def test_all_rules_are_told_but_those_that_mean_nothing(name: str) -> None:
    rules = PRESETS[name]
    assert len(all_rules(rules)) == 1 + len(rules.to_dict()) - 1 - len(rules.unused())


def test_the_rules_of_last_time_are_there_again() -> None:
    async def check() -> None:
        async with in_lobby() as (pilot, app):
            await pilot.press("o")
            form(app).focus_on("single")
            await pilot.press("right")
            form(app).focus_on("stacking")
            await pilot.press("right")
            assert "the next seat draws for both. (stacking=coloured)" in seen(app)
            await pilot.press("escape", "p")
            assert app.rules_rows is not None
            assert app.rules_rows.settings == ("stacking=coloured",)
            assert form(app)["stacking"] == "coloured"
            form(app).focus_on("rules")
            await pilot.press("right")
            assert app.rules_rows.settings == ()
            form(app).focus_on("all rules")
            await pilot.press("enter")
            assert isinstance(app.screen, Page)
            assert "Played with the two-sided deck" in seen(app)

    run(check)


def test_rules_that_exclude_each_other_are_refused_at_once() -> None:
    mine = PRESETS["flip"].with_options({"reverse_deflect": True})

    async def check() -> None:
        async with in_lobby() as (pilot, app):
            app.rules_rows = RulesRows({"mine": mine}, "mine")
            await pilot.press("o")
            form(app).focus_on("single")
            await pilot.press("right")
            form(app).focus_on("stacking")
            await pilot.press("right")
            assert "they are two answers to one pending draw" in seen(app)

    run(check)


def test_only_the_length_that_counts_can_be_chosen() -> None:
    chosen = RulesRows(PRESETS, "flip")
    rows = {row.name: row for row in chosen.rows(Form("", ())) if isinstance(row, Choose)}
    rows["single"].turn(1)
    for way, there in (("points", {"target"}), ("single", set[str]()), ("rounds", {"rounds"})):
        shown = {row.name: row for row in chosen.rows(Form("", ())) if isinstance(row, Choose)}
        assert shown["match"].value == way
        assert shown.keys() & {"target", "rounds"} == there
        shown["match"].turn(1)


def test_the_page_of_rules() -> None:
    async def check() -> None:
        async with in_lobby(size=(60, 18)) as (pilot, app):
            await pilot.press("r")
            for name in PRESETS:
                assert focus(app) == name
                await pilot.press("enter")
                assert isinstance(app.screen, Page)
                await pilot.press("escape", "down")
            await click(pilot, "row:back")
            assert isinstance(app.screen, LobbyScreen)

    run(check)


# Play alone.


def test_one_row_for_each_player_with_words_in_focus() -> None:
    async def check() -> None:
        async with in_lobby() as (pilot, app):
            await pilot.press("p")
            assert isinstance(app.screen, SoloScreen)
            assert focus(app) == "go"
            assert "AI player 3" in seen(app)
            assert "AI player 4" not in seen(app)
            await pilot.press("down", "right")
            assert "AI player 4" in seen(app)
            await pilot.press("left", "left", "left", "left")
            assert "AI player 1 steady" in seen(app)
            assert "AI player 9" in seen(app)  # after 1 comes 9
            await pilot.press("right", "down")
            about = app.screen.registry().players["steady"].description
            assert about.split(".")[0] in seen(app)
            await click(pilot, "row:back")
            assert isinstance(app.screen, LobbyScreen)

    run(check)


@pytest.mark.net
@pytest.mark.slow
def test_it_begins_and_leads_back_to_the_lobby() -> None:
    async def check() -> None:
        async with in_lobby(pace=0.0) as (pilot, app):
            await pilot.press("p", "down", "left", "left", "up", "enter", "enter")
            await until(pilot, lambda: isinstance(app.screen, TableScreen))
            await until(pilot, lambda: app.front is not None and app.front.match is not None)
            assert app.front is not None
            assert app.front.match is not None
            assert len(app.front.match.seats) == 2
            app.front.lines.send("leave")
            await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
            assert "You left" in seen(app)
            await pilot.press("p")
            assert isinstance(app.screen, SoloScreen)

    run(check)


# Open a table.


def test_ai_players_have_to_fit() -> None:
    async def check() -> None:
        async with in_lobby(size=(120, 40)) as (pilot, app):
            await pilot.press("o")
            assert isinstance(app.screen, OpenScreen)
            assert "Which one" not in seen(app)
            form(app).focus_on("bots")
            await pilot.press(*["right"] * 4)
            assert "4 players" in seen(app)
            assert "Which one any" in seen(app)
            form(app).focus_on("go")
            await pilot.press("enter")
            assert "do not fit" in seen(app)
            form(app).focus_on("seats")
            await pilot.press("right")
            assert "do not fit" not in seen(app)

    run(check)


def test_a_name_is_written_and_letters_are_no_keys_there() -> None:
    async def check() -> None:
        async with in_lobby() as (pilot, app):
            await pilot.press("o")
            form(app).focus_on("name")
            await pilot.press(*"q?p")
            assert form(app)["name"] == "q?p"
            await pilot.press("enter")
            assert focus(app) == "seats"
            assert isinstance(app.screen, OpenScreen)

    run(check)


# Join.


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", ""),
        ("+", ""),
        ("Kitchen", ""),
        ("192.168.1.7", ""),
        ("+AAAA", "typing error or is incomplete"),
        ("192.168.1.7:99999999", "192.168.1.7:99999999"),
    ],
)
def test_what_is_wrong_with_a_place(text: str, says: str) -> None:
    assert says in wrong_place(text)
    assert bool(wrong_place(text)) == bool(says)


def test_a_wrong_code_is_said_and_nothing_begins() -> None:
    async def check() -> None:
        async with in_lobby() as (pilot, app):
            await pilot.press("j", "enter")
            assert "Write an address, a name or a code first." in seen(app)
            await pilot.press(*"+7XK2")
            assert "typing error or is incomplete" in seen(app)
            await pilot.press("enter")
            assert isinstance(app.screen, JoinScreen)
            await pilot.press("escape")
            assert isinstance(app.screen, LobbyScreen)

    run(check)


@pytest.mark.parametrize(
    ("key", "size"),
    [
        pytest.param(key, size, marks=() if size == SIZES[0] else pytest.mark.slow)
        for key in ("p", "o", "j", "r")
        for size in SIZES
    ],
)
def test_they_fit_in_every_window(key: str, size: tuple[int, int]) -> None:
    async def check() -> None:
        async with in_lobby(size=size, glyphs="ascii", colours="none") as (pilot, app):
            await pilot.press(key)
            rows = [row for row in form(app).rows if hasattr(row, "name")]
            for _ in rows:
                await pilot.press("down")
                assert seen(app).isascii()
                live = form(app).focus
                assert live is not None
                label = live.label[:12]
                assert f"> {label}" in seen(app)  # what is in focus is seen, however far down it is

    run(check)
