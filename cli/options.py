"""The options that several commands have, spelled once; every one can also be set as ``FLIPTABLE_<OPTION>``.

Must never import more than the command line itself needs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from .wishes import Wishes


def option(flag: str, text: str, variable: str, value: str | None = None) -> Any:
    """An option with its environment variable, which the help does not repeat on every line.

    Args:
        flag: what is typed.
        text: what the help says.
        variable: the environment variable.
        value: what the help calls the value, for an option that has one.
    """
    return typer.Option(flag, help=text, envvar=variable, metavar=value, show_envvar=False, show_default=False)


Name = Annotated[str | None, option("--name", "Your nickname (default: your login name).", "FLIPTABLE_NAME", "NICK")]
RuleSet = Annotated[str | None, option("--rules", "A rule set; see fliptable rules.", "FLIPTABLE_RULES", "PRESET")]
Settings = Annotated[
    list[str] | None, option("--set", "An option of the rules; repeatable.", "FLIPTABLE_SET", "OPTION=VALUE")
]
Rounds = Annotated[int | None, option("--rounds", "Play so many rounds.", "FLIPTABLE_ROUNDS", "N")]
Target = Annotated[
    int | None, option("--target", "Play until somebody has so many points.", "FLIPTABLE_TARGET", "POINTS")
]
PlainText = Annotated[bool, option("--plain", "Lines of text instead of the full screen.", "FLIPTABLE_PLAIN")]
Json = Annotated[bool, option("--json", "JSON on stdout and nothing else there.", "FLIPTABLE_JSON")]
Record = Annotated[
    str | None, option("--record", "Write the game's record to this new file.", "FLIPTABLE_RECORD", "FILE")
]
Port = Annotated[
    int | None, option("--port", "Listen at this port (default: 27112 or near).", "FLIPTABLE_PORT", "PORT")
]
Interface = Annotated[
    list[str] | None,
    option("--interface", "Use this network interface only; repeatable.", "FLIPTABLE_INTERFACE", "NAME"),
]
Pace = Annotated[
    float | None, option("--pace", "Seconds AI players wait where people sit (1).", "FLIPTABLE_PACE", "SECONDS")
]
Plugin = Annotated[
    list[str] | None,
    option("--plugin", "Load AI players from a file or module; repeatable.", "FLIPTABLE_PLUGIN", "FILE"),
]


def wishes(
    name: str | None,
    rules: str | None,
    settings: list[str] | None,
    rounds: int | None,
    target: int | None,
    json: bool,
    plain: bool,
    record: str | None,
    port: int | None,
    interface: list[str] | None,
    pace: float | None,
    plugin: list[str] | None,
) -> Wishes:
    """The common options of `play`, `open` and `join` as one value; what was not said is as the settings have it."""
    from .config import load_config
    from .wishes import Wishes

    config = load_config()
    return Wishes(
        config=config,
        name=name if name is not None else config.name or None,
        rules=rules,
        settings=tuple(settings or ()),
        rounds=rounds,
        target=target,
        json=json,
        plain=plain or config.plain,
        record=record,
        port=port,
        interfaces=tuple(interface or ()),
        pace=config.pace if pace is None else pace,
        plugins=tuple(plugin or ()),
    )
