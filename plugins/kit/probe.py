"""The process in which a player is checked.

It does one piece of work, says before each question how long that may take, and at the end what it has seen. Nothing
here guards against a player that hangs or takes the process down: whoever started it does (`check`). Must never be
imported by anything that plays.
"""

from __future__ import annotations

import asyncio
import inspect
import json
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from importlib.util import find_spec
from random import Random
from statistics import median
from typing import Any, Final

from ...core.dealer import TrustedDealer
from ...core.position_reader import read_position
from ...core.rules import MAX_SEATS, MIN_SEATS, PRESETS
from ...core.view import View
from ..arena.game import Game, one_round, play_game
from ..errors import BadPlugin, PluginError, UnknownPlayer
from ..guard import Fault, Seat, stream
from ..loading import is_file
from ..registry import COMMAND, ISOLATED, Registry
from ..spec import Context, PlayerSpec
from ..tiers.child import Parent
from ..tiers.direct import Direct
from ..tiers.isolated import Isolated
from ..tiers.limits import limit_ourselves
from ..tiers.placing import place
from ..tiers.tier import account
from .items import Work
from .positions import POSITIONS
from .watched import Say, Watched, left, noise

OPPONENTS: Final = ("steady", "greedy")
NODES: Final = 500
"""Steps of simulated games a decision, where the same moves are wanted twice."""


def main() -> None:
    """Do what the parent asks for, once."""
    parent = Parent()
    limit_ourselves(forever=True)
    asked = parent.receive()
    if asked is None:
        return
    values: dict[str, Any] = json.loads(asked)
    work = Work(**values)

    def say(found: Mapping[str, Any]) -> None:
        parent.send(json.dumps(found).encode())

    try:
        say({"done": named(work) if work.kind == "named" else _do(work, say)})
    except PluginError as error:
        say({"done": {"loads": str(error)}})


def _do(work: Work, say: Say) -> dict[str, Any]:
    registry = Registry.installed(work.plugins)
    return KINDS[work.kind](work, registry, registry.find(work.player), say)


# The pieces of work.


def named(work: Work) -> dict[str, Any]:
    """The players that a name, a file or a module means, and the plugins to load for them; raises `PluginError`."""
    registry = Registry.installed(work.plugins)
    chosen = work.player.startswith((f"{COMMAND}:", f"{ISOLATED}:"))
    if chosen or not is_file(work.player):
        try:
            spec = registry.find(work.player)
        except UnknownPlayer:
            if chosen or find_module(work.player) is None:
                raise
        else:
            # That a player bears a process of its own is an item anyway.
            name = work.player.removeprefix(f"{ISOLATED}:") if spec.isolated else work.player
            return {"players": [name], "plugins": work.plugins}
    plugin = registry.load(work.player)
    if not plugin.players:
        raise BadPlugin(f"{work.player} holds no player.")
    return {"players": [spec.name for spec in plugin.players], "plugins": [*work.plugins, work.player]}


def find_module(name: str) -> object:
    """The module of a name as far as it can be found without running it, or None."""
    try:
        return find_spec(name.partition(".")[0])
    except ValueError:
        return None


def ready(work: Work, registry: Registry, spec: PlayerSpec, say: Say) -> dict[str, Any]:
    """Make the player and let it get ready; then make another one and tell it only how the match ended."""
    del registry
    rules = PRESETS[spec.rules[0] if spec.rules and spec.rules[0] in PRESETS else "flip"]
    context = Context(0, ("A", "B", "C"), rules, stream(work.seed, "ready"), work.budget)
    found: dict[str, Any] = {"program": bool(spec.command)}
    tier = place(spec, lambda which: Watched(which, say, "start"))
    _announcing(work, say, "start")(spec, 0.0)
    began = time.monotonic()
    try:
        tier.start(context, work.start)
    except Exception as error:
        found["constructs"] = str(error) or f"it took longer than {work.start:g} s"
    found["seconds"] = time.monotonic() - began
    tier.close()
    if "constructs" not in found and not spec.command:
        say({"at": "finish", "seconds": work.move})
        try:
            _finish_unstarted(spec)
        except Exception as error:
            found["finish"] = account(error)
    return found


def _finish_unstarted(spec: PlayerSpec) -> None:
    waited = spec.factory().finish(None)
    if inspect.isawaitable(waited):

        async def wait() -> None:
            await waited

        asyncio.run(wait())


def games(work: Work, registry: Registry, spec: PlayerSpec, say: Say) -> dict[str, Any]:
    """A round of each preset with each number of seats; ends early at the first fault, or when time is up."""
    rules = {name: preset for name, preset in PRESETS.items() if not spec.rules or name in spec.rules} or PRESETS
    # Neighbours in this list differ in both, so that little time still sees much.
    planned = [(name, seats) for seats in range(MIN_SEATS, MAX_SEATS + 1) for name in rules]
    planned.sort(key=lambda entry: (entry[1] * 3 + list(rules).index(entry[0]) * 4) % 7)
    before = set(threading.enumerate())
    until = time.monotonic() + work.seconds
    found: dict[str, Any] = {"planned": len(planned), "games": 0, "faults": [], "mutated": "", "noise": "", "left": []}
    took: list[float] = []
    with noise() as first:
        for number, (name, seats) in enumerate(planned):
            game, watched, mine = _one(work, registry, spec, say, name, seats)
            found["games"] += 1
            found["faults"] = [
                {"kind": fault.kind.value, "text": fault.cause, "where": watched.where}
                for fault in game.faults
                if fault.seat == mine
            ]
            found["mutated"], found["noise"], found["left"] = watched.mutated, first(), left(before)
            took += watched.took
            say({"played": number + 1, "of": len(planned)})
            wrong = any(found[what] for what in ("faults", "mutated", "noise", "left"))
            if wrong or time.monotonic() > until:
                break
    found["ms"] = [median(took or [0.0]), max(took, default=0.0)]
    return found


def _one(
    work: Work, registry: Registry, spec: PlayerSpec, say: Say, name: str, seats: int
) -> tuple[Game, Watched, int]:
    """One game of the player at one seat against ours."""
    seed = f"{work.seed}/{name}/{seats}"
    mine = stream(seed, "seat").randrange(seats)
    watched = Watched(spec, say, f"{name}, {seats} seats")
    spec = replace(spec)  # one of ours may be checked itself, and sit among the others too
    others = [registry.players[OPPONENTS[number % len(OPPONENTS)]] for number in range(seats)]
    specs = [spec if number == mine else other for number, other in enumerate(others)]
    rules = one_round(PRESETS[name])
    game = play_game(
        specs,
        rules,
        seed=seed,
        budget=work.budget,
        tier=lambda which: watched if which is spec else Direct(which),
        dealer=stream(seed, "dealer").randrange(seats),
        on_question=_announcing(work, say, watched.where),
    )
    return game, watched, mine


def _announcing(work: Work, say: Say, where: str) -> Callable[[PlayerSpec, float], None]:
    """Tells before a question how long it may take; a program may have to be started for it."""
    return lambda _, seconds: say({"at": where, "seconds": seconds + work.start})


def positions(work: Work, registry: Registry, spec: PlayerSpec, say: Say) -> dict[str, Any]:
    """Ask the player, made anew each time, in every seat that may do something there."""
    del registry
    asked = 0
    for name, values in POSITIONS.items():
        table = read_position(dict(values), TrustedDealer(Random(1)))
        for seat in range(len(table.seats)):
            view = View(table.clone(), seat)
            if not view.legal:
                continue
            faults: list[Fault] = []
            watched = Watched(spec, say, name)
            guarded = Seat(
                spec,
                seat,
                table.seats,
                table.rules,
                seed=work.seed,
                budget=work.budget,
                on_fault=faults.append,
                tier=lambda _, watched=watched: watched,
            )
            _announcing(work, say, name)(spec, guarded.patience)
            guarded.choose(view)
            guarded.close()
            asked += 1
            if faults:
                return {"asked": asked, "fault": faults[0].cause, "where": name}
    return {"asked": asked}


def moves(work: Work, registry: Registry, spec: PlayerSpec, say: Say) -> dict[str, Any]:
    """The digest of rounds that the player plays against itself, by a budget of nodes and no clock."""
    digests: list[str] = []
    for name in ("flip", "classic"):
        say({"at": name, "seconds": work.seconds})
        game = play_game(
            [spec] * 4,
            one_round(PRESETS[name]),
            seed=f"{work.seed}/{name}",
            budget=replace(work.budget, nodes=NODES),
            tier=lambda which, name=name: Watched(which, say, name),
            on_question=_announcing(work, say, name),
        )
        digests.append(game.digest)
    del registry
    return {"digests": digests}


def isolated(work: Work, registry: Registry, spec: PlayerSpec, say: Say) -> dict[str, Any]:
    """Rounds in which the player sits in a process of its own, against ours."""
    others = [registry.players[name] for name in OPPONENTS]
    spec = replace(spec)
    for name in ("flip", "classic"):
        say({"at": name, "seconds": work.seconds})
        game = play_game(
            [spec, *others],
            one_round(PRESETS[name]),
            seed=f"{work.seed}/isolated/{name}",
            budget=work.budget,
            tier=lambda which: Isolated(which) if which is spec else Direct(which),
        )
        wrong = next((fault for fault in game.faults if fault.seat == 0), None)
        if wrong is not None:
            return {"fault": f"{wrong.cause} ({name})"}
    return {"fault": ""}


KINDS: Final[Mapping[str, Callable[[Work, Registry, PlayerSpec, Say], dict[str, Any]]]] = {
    "ready": ready,
    "games": games,
    "positions": positions,
    "moves": moves,
    "isolated": isolated,
}
