"""Settings: a file, the environment and flags, each winning over the one before; what is wrong is one sentence."""

from pathlib import Path
from typing import Any

import msgspec
import pytest
import tomlkit
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fliptable.cli.config import (
    ABOUT,
    Config,
    choices,
    choices_in_words,
    chosen_settings,
    config_file,
    is_new,
    load_config,
    read_setting,
    save_setting,
)
from fliptable.cli.endings import Exit, Stop
from fliptable.cli.options import wishes
from fliptable.cli.wishes import Wishes

from .command import Command

NAMES = Config.__struct_fields__
TEXT = st.text(st.characters(exclude_categories=("Cs", "Cc")), max_size=20)


def values(name: str) -> st.SearchStrategy[Any]:
    if name == "keys":
        return st.dictionaries(st.from_regex(r"[a-z]{1,8}", fullmatch=True), TEXT, max_size=3)
    if name == "pace":
        return st.floats(0, 60)
    if name in ("plain", "arm", "hints"):
        return st.booleans()
    return st.sampled_from(choices(name)) if choices(name) else TEXT


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    for name in NAMES:
        monkeypatch.delenv(f"FLIPTABLE_{name.upper()}", raising=False)
    return tmp_path


def asked(name: str | None = None, pace: float | None = None) -> Wishes:
    return wishes(name, None, None, None, None, False, False, None, None, None, pace, None)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=8)
@given(st.fixed_dictionaries({name: values(name) for name in NAMES}))
def test_whatever_is_saved_is_read_back(chosen: dict[str, Any]) -> None:
    for name, value in chosen.items():
        save_setting(name, value)
    assert msgspec.structs.asdict(load_config()) == chosen
    assert {source for _, source in chosen_settings().values()} == {str(config_file())}


def test_every_setting_is_explained() -> None:
    assert set(ABOUT) == set(NAMES)


def test_saving_keeps_what_somebody_wrote_beside_it() -> None:
    config_file().parent.mkdir(parents=True)
    config_file().write_text('# mine\ntheme = "felt" # green\n\n[keys]\ndraw = "z" # left hand\n', "utf-8")
    save_setting("arm", value=True)
    save_setting("theme", "contrast")
    text = config_file().read_text("utf-8")
    assert "# mine" in text
    assert "# green" in text
    assert "# left hand" in text
    assert load_config() == Config(arm=True, theme="contrast", keys={"draw": "z"})
    assert [file.name for file in config_file().parent.iterdir()] == ["config.toml"]


def test_the_environment_wins_over_the_file_and_a_flag_over_both(monkeypatch: pytest.MonkeyPatch) -> None:
    save_setting("pace", 2.0)
    save_setting("name", "Ada")
    assert (asked().pace, asked().nickname()) == (2.0, "Ada")
    monkeypatch.setenv("FLIPTABLE_THEME", "daylight")
    monkeypatch.setenv("FLIPTABLE_ARM", "yes")
    assert (load_config().theme, load_config().arm) == ("daylight", True)
    assert chosen_settings()["arm"].source == "FLIPTABLE_ARM"
    assert (asked(pace=3.0).pace, asked(name="Bo").nickname()) == (3.0, "Bo")


def test_who_has_a_name_in_the_environment_is_not_new(monkeypatch: pytest.MonkeyPatch) -> None:
    assert is_new()
    monkeypatch.setenv("FLIPTABLE_NAME", "Bo")
    assert not is_new()
    monkeypatch.delenv("FLIPTABLE_NAME")
    save_setting("name", "Ada")
    assert not is_new()


def test_own_rules_are_a_default_and_no_demand(command: Command) -> None:
    save_setting("rules", "classic")
    assert not asked().own_rules  # a table with other rules may be joined
    done = command("play", "--plain", "--bots", "1", "--rules", "nothing")
    assert done.code == Exit.MISUSE
    save_setting("rules", "nothing")
    assert "nothing" in command("play", "--plain", "--bots", "1").err


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("them = 1", "there is no setting them"),
        ("theme = 1", "theme cannot be 1"),
        ('vision = "red"', "normal, protan, deutan, tritan"),
        ("pace = 100", "0 to 60"),
        ("pace = nan", "pace cannot be nan"),
        ("arm = 1", "true, false"),
        ("keys = 3", "docs/settings.md"),
        ("theme = ", "is no TOML"),
        ("\xff", "is no TOML"),
    ],
)
def test_what_is_wrong_in_the_file_is_one_sentence(command: Command, text: str, words: str) -> None:
    config_file().parent.mkdir(parents=True)
    config_file().write_bytes(text.encode("latin-1"))
    for line in (("rules",), ("config", "show")):
        done = command(*line)
        assert done.code == Exit.MISUSE
        assert words in done.err
        assert done.err.count("\n") == 1
    assert command("config", "path").out.strip() == str(config_file())
    before = config_file().read_bytes()
    if "TOML" in words:
        assert command("config", "set", "arm", "no").code == Exit.MISUSE
        assert config_file().read_bytes() == before


def test_set_and_show(command: Command) -> None:
    assert command("config", "set", "theme", "contrast").code == Exit.DONE
    assert command("config", "set", "arm", "on").code == Exit.DONE
    assert command("config", "set", "keys.draw", "z").code == Exit.DONE
    shown = command("config", "show", "--json").json
    assert shown["theme"] == {"value": "contrast", "source": str(config_file())}
    assert shown["arm"]["value"] is True
    assert shown["keys"]["value"] == {"draw": "z"}
    assert shown["bell"] == {"value": "turn", "source": "default"}
    text = command("config", "show").out
    assert tomlkit.parse("\n".join(line for line in text.splitlines() if not line.startswith(" ")))["arm"] is True


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [("them", "x", "no setting them"), ("vision", "red", "normal"), ("keys", "x", "keys.ACTION"), ("keys.x", "y", "x")],
)
def test_set_refuses_in_a_sentence(command: Command, key: str, value: str, words: str) -> None:
    done = command("config", "set", key, value)
    assert done.code == Exit.MISUSE
    assert words in done.err
    assert not config_file().exists()


@given(st.sampled_from(NAMES), st.text(max_size=10))
def test_any_typed_text_is_a_value_or_a_sentence(name: str, text: str) -> None:
    try:
        value = read_setting(name, text, "config set", text=True)
    except Stop:
        with pytest.raises(Stop, match=rf"(?s)^config set: {name} cannot be .*\.$"):
            read_setting(name, text, "config set", text=True)
    else:
        assert read_setting(name, value, "again") == value


def test_the_page_has_a_row_for_every_setting() -> None:
    page = (Path(__file__).parents[2] / "docs" / "settings.md").read_text("utf-8")
    for name in NAMES:
        default = tomlkit.dumps({"x": getattr(Config(), name)}).strip().removeprefix("x = ").replace("[x]", "{}")  # pyright: ignore[reportUnknownMemberType]
        assert f"| `{name}` | `{default}` | {choices_in_words(name)} | {ABOUT[name]} |" in page
