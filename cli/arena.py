"""``fliptable arena``: a tournament between AI players, its table and its JSON.

Must never know how a game is played.
"""

from __future__ import annotations

import os
import shlex
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ..core.errors import BadOption
from ..core.rules import Rules
from ..plugins.arena.game import one_round
from ..plugins.arena.report import Report, Standing
from ..plugins.arena.run import run as play
from ..plugins.arena.schedule import Schedule, schedule
from ..plugins.errors import PluginError
from ..plugins.loading import is_file
from ..plugins.registry import Registry
from ..plugins.spec import ARENA_BUDGET, Budget
from . import rules as rule_sets
from .endings import Exit, Stop
from .executors import executor
from .output import emit, own_stdout, say, tell
from .progress import Bar
from .wishes import find_player, load_players

NAME_WIDTH = 26
NODES_SECONDS = 60.0
"""What a decision may take where steps are counted: the clock then only ends what hangs."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """The options of the command, as they were given."""

    players: Sequence[str]
    games: int
    seats: int | None = None
    rules: str | None = None
    settings: Sequence[str] = ()
    rounds: int | None = None
    target: int | None = None
    seed: int = 0
    nodes: int | None = None
    plugins: Sequence[str] = ()
    jobs: int | None = None
    executor: str | None = None
    resume: str | None = None
    strict: bool = False
    json: bool = False

    def schedule(self) -> Schedule:
        """The tournament; raises `Stop` for what cannot be played."""
        plugins = [str(Path(target).resolve()) if is_file(target) else target for target in self.plugins]
        registry = load_players(plugins)
        for name in self.players:
            find_player(registry, name)
        if self.jobs is not None and self.jobs < 1:
            raise Stop(Exit.MISUSE, f"--jobs {self.jobs} is not possible: at least one has to work.")
        if self.nodes is not None and self.nodes < 1:
            raise Stop(Exit.MISUSE, f"--nodes {self.nodes} is not possible: a decision takes at least one step.")
        budget = ARENA_BUDGET if self.nodes is None else Budget(NODES_SECONDS, 0.0, NODES_SECONDS, self.nodes)
        try:
            return schedule(
                self.players,
                self._rules(registry),
                games=self.games,
                seats=self.seats,
                seed=self.seed,
                budget=budget,
                plugins=plugins,
            )
        except (PluginError, BadOption) as error:
            raise Stop(Exit.MISUSE, str(error)) from None

    def _rules(self, registry: Registry) -> Rules:
        """The rules, by which one round decides unless somebody says otherwise."""
        more = registry.rules
        rules = rule_sets.choose(self.rules, list(self.settings), rounds=self.rounds, target=self.target, more=more)
        said = self.rounds is not None or self.target is not None
        said = said or any(setting.startswith("match=") for setting in self.settings)
        return rules if said else one_round(rules)


def run(wanted: Wanted) -> Exit:
    """Play a tournament and print what came of it; with ``strict`` a fault makes it `Exit.REFUSED`. Raises `Stop`."""
    began = time.monotonic()
    with own_stdout():
        tournament = wanted.schedule()
        jobs = wanted.jobs or (os.cpu_count() or 1 if wanted.executor in (None, "threads", "processes") else None)
        try:
            with executor(wanted.executor, jobs or 1) as where, Bar("games") as bar:
                report = play(
                    tournament,
                    where,
                    jobs=jobs,
                    progress=bar,
                    resume=Path(wanted.resume) if wanted.resume is not None else None,
                )
        except PluginError as error:
            raise Stop(Exit.MISUSE, str(error)) from None
        except KeyboardInterrupt:
            if wanted.resume is not None:
                tell(f"fliptable: What is played stands in {wanted.resume}: the same command goes on from there.")
            raise
        report = replace(report, seconds=time.monotonic() - began)
        if wanted.json:
            emit(report.to_dict(wanted.rules or "flip"))
        else:
            _print(report, wanted)
        faults = sum(sum(standing.faults.values()) for standing in report.standings)
        if wanted.strict and faults:
            tell(f"fliptable: --strict: there were {faults} faults.")
            return Exit.REFUSED
        return Exit.DONE


def show(wanted: Wanted, only: int | None, trace: bool, before: int | None) -> Exit:
    """Play one game of the tournament again, in this process; raises `Stop`."""
    from .arena_trace import run as replay

    if only is None:
        raise Stop(Exit.MISUSE, f"{'--trace' if trace else '--before'} is for one game: say which by --only GAME.")
    tournament = wanted.schedule()
    return replay(tournament, only, trace=trace, before=before, as_json=wanted.json)


def _print(report: Report, wanted: Wanted) -> None:
    tournament = report.schedule
    say(
        f"{tournament.games:,} games of {wanted.rules or 'flip'}, {_length(tournament.rules)}, "
        f"{tournament.seats} seats, seed {tournament.seed}"
    )
    say()
    width = min(max(len("player"), *(len(name) for name in tournament.players)), NAME_WIDTH)
    say(f"{'player':<{width}}     won     ±   rating      95 %       ms p50    p99  faults")
    for standing in report.standings:
        say(_row(standing, width))
    say()
    say(_statistics(report))
    say(_speed(report))
    for number, fault in report.faults:
        say(f"game {number + 1}: {fault.text}")
    lost = report.standings[0].lost
    if lost is not None:
        say(f"{report.standings[0].name} lost game {lost + 1}. To look on:")
        say(f"  {_again(wanted, lost)}")


def _row(standing: Standing, width: int) -> str:
    name = standing.name if len(standing.name) <= width else standing.name[: width - 1] + "…"
    interval = f"{standing.rating_low:+.2f} to {standing.rating_high:+.2f}"
    return (
        f"{name:<{width}}  {standing.win_share:6.1%} {standing.half_width:5.1%}  {standing.rating:+6.2f}"
        f"  {interval:>14}  {_ms(standing.ms_p50):>6} {_ms(standing.ms_p99):>6}  {sum(standing.faults.values()):>6}"
    )


def _ms(value: float | None) -> str:
    """Three significant figures, without an exponent."""
    if value is None:
        return "-"
    return f"{value:.3f}" if value < 1 else f"{value:.2f}" if value < 10 else f"{value:.0f}"


def _length(rules: Rules) -> str:
    """How long a game is."""
    if rules.match == "single":
        return "one round each"
    return f"{rules.rounds} rounds each" if rules.match == "rounds" else f"to {rules.target} points each"


def _statistics(report: Report) -> str:
    found = report.statistics
    return (
        f"A round: {found['turns']:.1f} turns, {found['flips']:.1f} flips, {found['points']:.0f} points; "
        f"{found['ends_dark']:.0%} end dark, {found['reshuffles']:.1%} reshuffle."
    )


def _speed(report: Report) -> str:
    seconds = max(report.seconds, 1e-9)
    return (
        f"{report.seconds:.1f} s, {report.played / seconds:,.0f} games/s, "
        f"{report.decisions / seconds:,.0f} decisions/s. Digest {report.digest[:16]}"
    )


def _again(wanted: Wanted, game: int) -> str:
    """The command that shows a game of this tournament."""
    words = ["fliptable", "arena", *wanted.players]
    options = {"--seats": wanted.seats, "--rules": wanted.rules, "--rounds": wanted.rounds, "--target": wanted.target}
    options |= {"--seed": wanted.seed or None, "--nodes": wanted.nodes}
    for name, value in options.items():
        words += [] if value is None else [name, str(value)]
    for name, values in {"--set": wanted.settings, "--plugin": wanted.plugins}.items():
        for value in values:
            words += [name, value]
    return shlex.join([*words, "--only", str(game + 1), "--trace"])
