"""``fliptable rules``: the presets and every option, in words or as JSON."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from typing import Any

from ..core.errors import BadOption
from ..core.rules import OPTIONS, PRESET_SENTENCES, PRESETS, Option, Rules, parse_option, preset
from .endings import Exit, Stop
from .output import emit, say
from .words import REASONS


def choose(
    name: str | None,
    settings: list[str],
    *,
    rounds: int | None,
    target: int | None,
    more: Mapping[str, Rules] | None = None,
) -> Rules:
    """The rules that the options of a command spell; ``more`` are rule sets of plugins.

    Raises:
        Stop: no such preset, option or value, or both ``--rounds`` and ``--target``.
    """
    if rounds is not None and target is not None:
        raise Stop(Exit.MISUSE, "--rounds and --target exclude each other: a match ends one way.")
    try:
        rules = (more or {}).get(name or "") or preset(name or "flip")
        for text in settings:
            rules = parse_option(rules, text)
        if rounds is not None:
            rules = parse_option(parse_option(rules, "match=rounds"), f"rounds={rounds}")
        if target is not None:
            rules = parse_option(parse_option(rules, "match=points"), f"target={target}")
    except BadOption as error:
        raise Stop(Exit.MISUSE, str(error)) from None
    return rules


def run(name: str | None, *, as_json: bool) -> Exit:
    """Print all presets, or one.

    Raises:
        Stop: there is no such preset.
    """
    try:
        chosen = {name: preset(name)} if name else dict(PRESETS)
    except BadOption as error:
        raise Stop(Exit.MISUSE, str(error)) from None
    if as_json:
        emit(_json(chosen))
    elif name:
        _print_preset(name, chosen[name])
    else:
        _print_all()
    return Exit.DONE


def _json(chosen: dict[str, Rules]) -> dict[str, Any]:
    return {
        "options": [
            {
                "id": option.id,
                "values": _values(option),
                "default": option.default,
                "text": option.sentence,
                "source": option.source,
            }
            for option in OPTIONS.values()
        ],
        "presets": {
            name: {"text": PRESET_SENTENCES[name], "differs": rules.differences(PRESETS["flip"]), **_split(rules)}
            for name, rules in chosen.items()
        },
        "reasons": {reason.value: text for reason, text in REASONS.items()},
    }


def _split(rules: Rules) -> dict[str, Any]:
    values = rules.to_dict()
    return {"deck": values.pop("deck"), "options": values}


def _values(option: Option) -> Any:
    if isinstance(option.values, range):
        return {"from": option.values.start, "to": option.values.stop - 1}
    return list(option.values)


def _print_all() -> None:
    say("Presets (--rules NAME):")
    width = max(map(len, PRESETS))
    for name, rules in PRESETS.items():
        differs = " ".join(f"{key}={value}" for key, value in rules.differences(PRESETS["flip"]).items())
        say(f"  {name:<{width}}  {PRESET_SENTENCES[name]}" + (f" [{differs}]" if differs else ""))
    say()
    say("Options (--set OPTION=VALUE):")
    for option in OPTIONS.values():
        _print_option(option, option.default)
    say()
    say("--rounds N is short for match=rounds rounds=N, --target P for match=points target=P.")


def _print_preset(name: str, rules: Rules) -> None:
    say(f"{name}: {PRESET_SENTENCES[name]}")
    values = rules.to_dict()
    for option in OPTIONS.values():
        _print_option(option, values[option.id])


def _print_option(option: Option, value: int | str) -> None:
    say(f"  {option.id}={value}  ({option.spelled()})")
    for line in textwrap.wrap(option.sentence, 74):
        say(f"      {line}")
