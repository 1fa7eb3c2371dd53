"""The command ``fliptable arena``: its options and help. It imports what it needs when it runs.

Must never know what a tournament is.
"""

from __future__ import annotations

from typing import Annotated

import typer

from . import options as o
from .options import option


def arena(
    players: Annotated[list[str], typer.Argument(metavar="PLAYER", help="The line-up, as --ai names players.")],
    games: Annotated[
        int, option("--games", "At least so many games (1000), in whole rotations.", "FLIPTABLE_GAMES", "N")
    ] = 1000,
    seats: Annotated[
        int | None,
        typer.Option(metavar="N", help="Seats (one a player); in more the players repeat.", show_default=False),
    ] = None,
    rules: o.RuleSet = None,
    settings: o.Settings = None,
    rounds: o.Rounds = None,
    target: o.Target = None,
    seed: Annotated[int, option("--seed", "Everything random follows it (0).", "FLIPTABLE_SEED", "N")] = 0,
    nodes: Annotated[
        int | None, option("--nodes", "Steps a decision may take, instead of time.", "FLIPTABLE_NODES", "N")
    ] = None,
    jobs: Annotated[int | None, option("--jobs", "Workers (one a processor).", "FLIPTABLE_JOBS", "N")] = None,
    executor: Annotated[
        str | None,
        option("--executor", "threads, processes, a Dask scheduler, MODULE:ATTRIBUTE.", "FLIPTABLE_EXECUTOR", "WHERE"),
    ] = None,
    resume: Annotated[
        str | None, typer.Option(metavar="FILE", help="Keep the games here, and go on from there.", show_default=False)
    ] = None,
    strict: Annotated[bool, option("--strict", "A fault makes the exit code 3.", "FLIPTABLE_STRICT")] = False,
    only: Annotated[
        int | None, typer.Option(metavar="GAME", help="Play this game alone, in this process.", show_default=False)
    ] = None,
    trace: Annotated[bool, typer.Option("--trace", help="With --only: a line for each move.")] = False,
    before: Annotated[
        int | None,
        typer.Option(metavar="MOVE", help="With --only: print the position before this move.", show_default=False),
    ] = None,
    plugin: o.Plugin = None,
    json: o.Json = False,
) -> int:
    """A tournament between AI players: shares, ratings, faults, times.

    A game is one round, unless --rounds or --target say otherwise.
    """
    from .arena import Wanted, run, show

    wanted = Wanted(
        players=players,
        games=games,
        seats=seats,
        rules=rules,
        settings=settings or (),
        rounds=rounds,
        target=target,
        seed=seed,
        nodes=nodes,
        plugins=plugin or (),
        jobs=jobs,
        executor=executor,
        resume=resume,
        strict=strict,
        json=json,
    )
    return run(wanted) if only is None and not trace and before is None else show(wanted, only, trace, before)
