"""``fliptable config``: what is set, where that was said, and setting it. Must never know what a setting does."""

from __future__ import annotations

from typing import Annotated

import typer

from . import options as o

config = typer.Typer(name="config", help="Settings: show them, set them.", no_args_is_help=True)


@config.command()
def path() -> int:
    """Print the path of the settings file."""
    from .config import config_file
    from .endings import Exit
    from .output import say

    say(str(config_file()))
    return Exit.DONE


@config.command()
def show(json: o.Json = False) -> int:
    """Print every setting, its value, and where that was said."""
    import tomlkit

    from .config import ABOUT, chosen_settings
    from .endings import Exit
    from .language import _, p_
    from .output import emit, say

    chosen = chosen_settings()
    if json:
        emit({name: {"value": value, "source": source} for name, (value, source) in chosen.items()})
        return Exit.DONE
    for name, (value, source) in chosen.items():
        for line in tomlkit.dumps({name: value}).splitlines():  # pyright: ignore[reportUnknownMemberType]
            say(line)
        told = p_("where a setting comes from", "default") if source == "default" else source
        say(f"    {_(ABOUT[name])} ({told})")
    return Exit.DONE


@config.command("set")
def set_value(
    key: Annotated[str, typer.Argument(metavar="KEY", help="A setting; keys.ACTION for a key.")],
    value: Annotated[str, typer.Argument(metavar="VALUE", help="What it is to be.")],
) -> int:
    """Set a setting for all later games."""
    from .config import Config, choices_in_words, load_config, read_setting, save_setting
    from .endings import Exit, Stop
    from .language import _

    name, _dot, action = key.partition(".")
    if name not in Config.__struct_fields__:
        known = ", ".join(Config.__struct_fields__)
        raise Stop(Exit.MISUSE, _("There is no setting {name}: choose one of {known}.").format(name=key, known=known))
    if name == "keys":
        if not action:
            raise Stop(Exit.MISUSE, _("keys is {choices}: set keys.ACTION.").format(choices=choices_in_words("keys")))
        from .table.keys import KeyMap

        keys = {**load_config().keys, action: value}
        KeyMap(keys)  # refuses what clashes, or is no action
        save_setting("keys", keys)
    else:
        save_setting(name, read_setting(name, value, "config set", text=True))
    return Exit.DONE
