"""The commands ``fliptable ai ...``: their options and help. Each imports what it needs when it runs.

Must never know what a player is.
"""

from __future__ import annotations

from typing import Annotated

import typer

from . import options as o

ai = typer.Typer(
    name="ai",
    help="AI players: list them; write, check or ask one.",
    rich_markup_mode=None,
)


@ai.command("list")
def list_players(plugin: o.Plugin = None, json: o.Json = False) -> int:
    """The AI players there are."""
    from .ai_list import run

    return run(plugin or [], as_json=json)


@ai.command()
def new(name: Annotated[str, typer.Argument(metavar="NAME", help="What the player will be called.")]) -> int:
    """Write a package for a new player.

    It goes into a new folder fliptable-NAME, with a player, its tests, a README and a CI file, and passes as it is.
    """
    from .ai_new import run

    return run(name)


@ai.command()
def ask(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The player, with its options: monte:worlds=200.")],
    position: Annotated[str, typer.Argument(metavar="POSITION", help="A position as JSON; - reads standard input.")],
    seat: Annotated[str | None, typer.Option(metavar="SEAT", help="Who asks (default: whose turn it is).")] = None,
    seed: Annotated[int, typer.Option(metavar="N", help="Its random numbers follow it.")] = 0,
    plugin: o.Plugin = None,
    json: o.Json = False,
) -> int:
    """What a player would play in a position.

    It is told what its seat may know there, and nothing that happened before.
    """
    from .ai_ask import run

    return run(name, position, seat=seat, seed=seed, plugins=plugin or [], as_json=json)


@ai.command()
def check(
    target: Annotated[str, typer.Argument(metavar="TARGET", help="A player, or a file or module with players.")],
    seed: Annotated[str, typer.Option(metavar="WORD", help="The games follow it.")] = "check",
    plugin: o.Plugin = None,
    json: o.Json = False,
) -> int:
    """Check a player: legal moves, in time, quiet, repeatable, and so on.

    It plays a round of every rule set with 2 to 10 seats in processes of its own, so nothing that it does can hurt.
    """
    from .ai_check import run

    return run(target, plugins=plugin or [], seed=seed, as_json=json)
