"""``fliptable rules``: the presets and every option, in words or as JSON."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from typing import Any, Final

from ..core.errors import BadOption
from ..core.rules import CLASHES, OPTIONS, PRESET_SENTENCES, PRESETS, Numbers, Option, Rules, parse_options, preset
from .endings import Exit, Stop
from .language import _, mark
from .output import emit, say
from .reasons import REASONS
from .rule_words import DECKS, describe, meaning, setting

WIDTH: Final = 79
TOO_FEW_CARDS: Final = (
    mark("hand_size with more seats than the deck has cards for"),
    mark("each seat is dealt so many"),
)
"""What else is refused together, but only once the number of seats is known."""


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
        Stop: no such preset, option or value, two options that exclude each other, or both ``--rounds`` and
            ``--target``.
    """
    if rounds is not None and target is not None:
        raise Stop(Exit.MISUSE, _("--rounds and --target exclude each other: a match ends one way."))
    short: list[str] = []
    if rounds is not None:
        short = ["match=rounds", f"rounds={rounds}"]
    if target is not None:
        short = ["match=points", f"target={target}"]
    try:
        rules = (more or {}).get(name or "") or preset(name or "flip")
        return parse_options(rules, [*settings, *short])
    except BadOption as error:
        why = str(error)
        meant = " " + _("--rounds is short for match=rounds.") if rounds is not None and "match=rounds" in why else ""
        raise Stop(Exit.MISUSE, why + meant) from None


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


# For scripts.


def _json(chosen: dict[str, Rules]) -> dict[str, Any]:
    return {
        "options": [_option(option) for option in OPTIONS.values()],
        "presets": {
            name: {
                "text": PRESET_SENTENCES[name],
                "differs": rules.differences(PRESETS["flip"]),
                "words": describe(rules),
                "unused": [option for option in OPTIONS if option in rules.unused()],
                **_split(rules),
            }
            for name, rules in chosen.items()
        },
        "refused": [{"pair": clash.pair, "reason": clash.reason} for clash in CLASHES]
        + [dict(zip(("pair", "reason"), TOO_FEW_CARDS, strict=True))],
        "reasons": {reason.value: text for reason, text in REASONS.items()},
    }


def _option(option: Option) -> dict[str, Any]:
    values: Any = list(option.values) if isinstance(option.values, tuple) else _numbers(option.values)
    return {
        "id": option.id,
        "values": values,
        "default": option.default,
        "text": option.sentence,
        "source": option.source,
        "deck": "flip" if option.flip_only else None,
        "secret": option.secret,
    }


def _numbers(numbers: Numbers) -> dict[str, Any]:
    return {"from": numbers.first, "to": numbers.last, "zero": numbers.zero}


def _split(rules: Rules) -> dict[str, Any]:
    values = rules.to_dict()
    return {"deck": values.pop("deck"), "options": values}


# For people.


def _print_all() -> None:
    _print_wrapped(_("Presets (--rules NAME; fliptable rules NAME says in words what differs):"))
    width = max(map(len, PRESETS))
    for name, rules in PRESETS.items():
        _print_wrapped(_(PRESET_SENTENCES[name]), first=f"  {name:<{width}}  ", then=" " * (width + 4))
        if differs := _differences(rules):
            _print_wrapped(f"[{differs}]", first=" " * (width + 4), then=" " * (width + 5))
    say()
    _print_wrapped(_("Options (--set OPTION=VALUE; how flip has them stands first):"))
    for option in OPTIONS.values():
        _print_option(option)
    say()
    say(_("Refused together:"))
    for pair, reason in [*((clash.pair, clash.reason) for clash in CLASHES), TOO_FEW_CARDS]:
        _print_wrapped(f"{_(pair)}: {_(reason)}.", first="  ", then="      ")
    say()
    _print_wrapped(_("--rounds N is short for match=rounds rounds=N, --target P for match=points target=P."))
    _print_wrapped(
        _(
            "An option that another one makes idle is no error; it is not used. Source: rows of the rule matrix, H for "
            "a house rule. Secret: the rule looks at a hidden card, and a proof shows at a table that it was kept."
        )
    )


def _print_option(option: Option) -> None:
    values = _("({values}; source: {source})").format(values=option.spelled(), source=option.source)
    _print_wrapped(f"{setting(option.id, option.default)}  {values}", first="  ", then="      ")
    notes = [_("(two-sided deck only)")] if option.flip_only else []
    notes += [_("(secret)")] if option.secret else []
    _print_wrapped(" ".join([_(option.sentence), *notes]), first="      ", then="      ")


def _print_preset(name: str, rules: Rules) -> None:
    """What differs from preset flip, in words, each with what ``--set`` calls it; the deck first."""
    _print_wrapped(f"{name}: {_(PRESET_SENTENCES[name])}")
    flip = PRESETS["flip"]
    differs = rules.differences(flip)
    if not differs:
        say(_("Nothing differs from flip: these are its rules."))
        return
    say(_("What differs from flip:"))
    unused = rules.unused()
    for option, value in differs.items():
        if option == "deck":
            _print_wrapped(_(DECKS[rules.deck]), first="  ", then="      ")
        else:
            text = _("{meaning} ({setting}) Not used.") if option in unused else "{meaning} ({setting})"
            told = text.format(meaning=meaning(option, value), setting=setting(option, value))
            _print_wrapped(told, first="  ", then="      ")


def _differences(rules: Rules) -> str:
    """``match=single``, or with another deck ``classic deck, stacking=coloured``."""
    differs = rules.differences(PRESETS["flip"])
    deck = differs.pop("deck", None)
    told = [setting(option, value) for option, value in differs.items()]
    return ", ".join([_("{deck} deck").format(deck=deck), *told] if deck else told)


def _print_wrapped(text: str, *, first: str = "", then: str = "") -> None:
    for line in textwrap.wrap(text, WIDTH, initial_indent=first, subsequent_indent=then, break_on_hyphens=False):
        say(line)
