"""What a person has chosen once for all games: a TOML file in the platform's folder for settings.

A flag wins over ``FLIPTABLE_<SETTING>`` in the environment, that over the file, and that over the default. Must never
know what any choice does.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Final, Literal, NamedTuple, get_args, get_origin

import msgspec

from .endings import Exit, Stop
from .folders import config_folder
from .language import _, mark

VARIABLE: Final = "FLIPTABLE_"

Seconds = Annotated[float, msgspec.Meta(ge=0, le=60)]


class Config(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All settings; `ABOUT` says in words what each one is."""

    name: str = ""
    rules: str = "flip"
    pace: Seconds = 1.0
    plain: bool = False
    language: str = ""
    theme: str = "felt"
    vision: Literal["normal", "protan", "deutan", "tritan"] = "normal"
    glyphs: Literal["auto", "unicode", "ascii"] = "auto"
    colours: Literal["auto", "true", "256", "16", "none"] = "auto"
    motion: Literal["full", "reduced"] = "full"
    bell: Literal["turn", "off"] = "turn"
    sort: Literal["colour", "value", "drawn"] = "colour"
    arm: bool = False
    hints: bool = True
    keys: dict[str, str] = {}


ABOUT: Final[Mapping[str, str]] = {
    "name": mark("your nickname; empty: your login name"),
    "rules": mark("the rule set where none is asked for"),
    "pace": mark("how many seconds AI players wait where people sit"),
    "plain": mark("lines of text instead of the full screen"),
    "language": mark("the language; empty: that of the system"),
    "theme": mark("the colours of the table: the name of a theme, or a .toml file"),
    "vision": mark("colours of the cards for normal, protan, deutan or tritan vision"),
    "glyphs": mark("the signs on the cards"),
    "colours": mark("how many colours the terminal is given"),
    "motion": mark("whether the table is seen to turn over"),
    "bell": mark("whether the bell rings when it is your turn and you look elsewhere"),
    "sort": mark("how your hand is sorted"),
    "arm": mark("whether a card is played by the second Enter only"),
    "hints": mark("whether the key for a hint gives one"),
    "keys": mark("keys of your own for what can be done at the table"),
}


class Chosen(NamedTuple):
    """A setting's value, and where it was said: ``default``, the file's path, or the variable."""

    value: Any
    source: str


def config_file() -> Path:
    """The file of settings; it need not exist."""
    return config_folder() / "config.toml"


def is_new() -> bool:
    """Whether nobody has chosen anything on this machine yet, nor named the player in the environment."""
    return not config_file().exists() and not os.environ.get("FLIPTABLE_NAME")


def load_config() -> Config:
    """All settings as they hold now.

    Raises:
        Stop: the file or a variable has something in it that is no setting.
    """
    return Config(**{name: chosen.value for name, chosen in chosen_settings().items()})


def chosen_settings() -> dict[str, Chosen]:
    """Every setting with where it was said; raises `Stop` as `load_config` does."""
    chosen = {name: Chosen(getattr(Config(), name), "default") for name in Config.__struct_fields__}
    file = config_file()
    for name, value in _read(file).items():
        if name not in chosen:
            known = ", ".join(chosen)
            raise Stop(
                Exit.MISUSE,
                _("{file}: there is no setting {name}: choose one of {known}.").format(
                    file=file, name=name, known=known
                ),
            )
        chosen[name] = Chosen(read_setting(name, value, str(file)), str(file))
    for name in chosen:
        variable = VARIABLE + name.upper()
        if name != "keys" and os.environ.get(variable):
            chosen[name] = Chosen(read_setting(name, os.environ[variable], variable, text=True), variable)
    return chosen


def read_setting(name: str, value: object, source: str, *, text: bool = False) -> Any:
    """A value of a setting, checked; ``text``: it was typed, so a number or a truth value is spelled out.

    Raises:
        Stop: the setting cannot have this value; the sentence begins with ``source``.
    """
    kind = _kinds()[name]
    if text and kind is bool and isinstance(value, str):
        value = {"yes": True, "on": True, "no": False, "off": False}.get(value.lower(), value)
    try:
        return msgspec.convert(value, kind, strict=not text)
    except msgspec.ValidationError:
        raise Stop(
            Exit.MISUSE,
            _("{source}: {name} cannot be {value}: choose {choices}.").format(
                source=source, name=name, value=value, choices=choices_in_words(name)
            ),
        ) from None


def choices(name: str) -> tuple[str, ...]:
    """The words a setting may be, where they are few; empty for others."""
    kind = _kinds()[name]
    if kind is bool:
        return ("true", "false")
    return get_args(kind) if get_origin(kind) is Literal else ()


def choices_in_words(name: str) -> str:
    """What a setting may be, for a sentence."""
    if choices(name):
        return ", ".join(choices(name))
    match _kinds()[name]:
        case kind if kind is Seconds:
            return _("seconds, 0 to 60")
        case kind if kind is str:
            return _("a text")
        case _:
            return _("a table of names of actions and keys, as docs/settings.md shows")


def _kinds() -> dict[str, Any]:
    return {field.name: field.type for field in msgspec.structs.fields(Config)}


def _read(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text("utf-8"))
    except FileNotFoundError:
        return {}
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise Stop(
            Exit.MISUSE,
            _("{file} is no TOML ({error}): mend it, or delete it to begin anew.").format(file=file, error=error),
        ) from None
    except OSError as error:
        raise Stop(Exit.MISUSE, _("{file} cannot be read: {error}.").format(file=file, error=error.strerror)) from None


def save_setting(name: str, value: object) -> None:
    """Write one setting into the file; what else stands there stays, comments too.

    Args:
        name: of the setting.
        value: as `read_setting` gave it; the default is written too, so that it holds whatever a later default is.

    Raises:
        Stop: the file cannot be read or written.
    """
    import tomlkit

    file = config_file()
    _read(file)  # a file that is no TOML is never written over
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        document = tomlkit.parse(file.read_text("utf-8")) if file.exists() else tomlkit.document()
        document[name] = value
        fresh = file.with_name(f"{file.name}.{os.getpid()}.new")
        fresh.write_text(tomlkit.dumps(document), "utf-8")
        fresh.replace(file)
    except OSError as error:
        raise Stop(
            Exit.MISUSE, _("{file} cannot be written: {error}.").format(file=file, error=error.strerror)
        ) from None
