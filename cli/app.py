"""The command ``fliptable``: its commands and options, and how it ends.

A command imports what it needs when it runs: ``--help`` and ``--version`` load neither the network nor the screen.
What a command answers with is its exit code; a `Stop` is one sentence on stderr. Must never know the game.
"""

from __future__ import annotations

import os
import sys
from typing import Annotated, Protocol, cast, runtime_checkable

import typer

from . import options as o
from .ai import ai
from .arena_command import arena
from .config_command import config
from .endings import Exit, NobodyReads, Stop
from .hush import hush
from .options import option
from .strangers import Commands

app = typer.Typer(
    name="fliptable",
    cls=Commands,
    help="Two-sided cards on one network, no server, no host. Without a command: the lobby.",
    rich_markup_mode=None,  # rich doubles the time of --help
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)


@runtime_checkable
class _Usage(Protocol):
    """What every error about the command line has, whichever Click is below."""

    exit_code: int

    def format_message(self) -> str:
        """The error as a sentence."""
        ...


def main() -> None:
    """Run the command line and leave with its exit code."""
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """Run a command line; returns its exit code.

    A defect of ours is one line on stderr and code 1; its traceback, never with local variables, only by ``--debug``.
    """
    debug = "--debug" in arguments or bool(os.environ.get("FLIPTABLE_DEBUG"))
    arguments = [argument for argument in arguments if argument != "--debug"]
    if not debug:
        hush()
    try:
        code = app(arguments, prog_name="fliptable", standalone_mode=False, obj="--json" in arguments)
        return int(cast("int | None", code) or Exit.DONE)
    except Stop as stop:
        if debug and stop.__cause__ is not None:
            import traceback

            traceback.print_exception(stop.__cause__)
        return _fail(stop.code, stop.sentence)
    except (KeyboardInterrupt, typer.Abort):
        return Exit.INTERRUPTED
    except (NobodyReads, SystemExit):  # of the second kind Click makes one when the reader of a help text goes away
        return Exit.DONE
    except Exception as error:
        if isinstance(error, _Usage):
            path = getattr(getattr(error, "ctx", None), "command_path", "fliptable")
            return _fail(Exit.MISUSE, f"{_one_sentence(error.format_message())}: see {path} -h.")
        if debug:
            import traceback

            traceback.print_exception(error)
        kind = type(error).__name__
        return _fail(Exit.DEFECT, f"This is a defect of fliptable ({kind}): run it again with --debug and report it.")


def _one_sentence(message: str) -> str:
    """Click's words without their full stop, and a question after them in brackets."""
    said, found, question = message.partition(". Did you mean ")
    return f"{said} (did you mean {question})" if found else message.rstrip(".")


def _fail(code: int, sentence: str) -> int:
    from .output import tell

    tell(f"fliptable: {' '.join(sentence.split())}")
    return code


def _version(asked: bool) -> None:
    if asked:
        from .about import version

        typer.echo(version())
        raise typer.Exit()


@app.callback(invoke_without_command=True)
def start(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print versions and leave.")
    ] = False,
    debug: Annotated[bool, typer.Option("--debug", help="Show the traceback of a defect.", hidden=True)] = False,
) -> int | None:
    """Two-sided cards on one network, no server, no host. Without a command: the lobby."""
    del version, debug
    _speak(context.invoked_subcommand, scripted=bool(context.obj or os.environ.get("FLIPTABLE_JSON")))
    if context.invoked_subcommand is not None:
        return None
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        typer.echo(context.get_help(), err=True)
        return Exit.MISUSE
    from .config import load_config
    from .terminal import fits_screen

    if fits_screen() and not load_config().plain:
        from .table.app import stay

        return stay()
    from .lobby import run as talk

    return talk(run)


def _speak(command: str | None, *, scripted: bool) -> None:
    """Choose the language: English for scripts, whose output is no different anywhere.

    Settings that are broken must not stand in the way of the command that mends them.
    """
    from .config import load_config
    from .language import ENGLISH, choose

    try:
        choose(ENGLISH if scripted else load_config().language)
    except ValueError as error:
        raise Stop(Exit.MISUSE, str(error)) from None
    except Stop:
        if command != "config":
            raise


@app.command()
def play(
    bots: Annotated[
        int | None, option("--bots", "How many AI players sit with you (3).", "FLIPTABLE_BOTS", "N")
    ] = None,
    players: Annotated[
        list[str] | None,
        option("--ai", "An AI player for the bots' seats, in order; repeatable.", "FLIPTABLE_AI", "PLAYER"),
    ] = None,
    auto: Annotated[
        str | None, option("--auto", "An AI player plays your seat too.", "FLIPTABLE_AUTO", "PLAYER")
    ] = None,
    name: o.Name = None,
    rules: o.RuleSet = None,
    settings: o.Settings = None,
    rounds: o.Rounds = None,
    target: o.Target = None,
    plain: o.PlainText = False,
    json: o.Json = False,
    record: o.Record = None,
    port: o.Port = None,
    interface: o.Interface = None,
    pace: o.Pace = None,
    plugin: o.Plugin = None,
) -> int:
    """Play against AI players on this machine."""
    from . import commands

    wishes = o.wishes(name, rules, settings, rounds, target, json, plain, record, port, interface, pace, plugin)
    return commands.play(wishes, bots=bots, players=players or [], auto=auto)


@app.command()
def tutorial(plain: o.PlainText = False) -> int:
    """Learn the game in ten minutes, move by move."""
    from .tutorial import run

    return run(plain=plain)


@app.command("open")
def open_table(
    table: Annotated[str | None, typer.Argument(metavar="TABLE", help="A name for the table.")] = None,
    seats: Annotated[int | None, option("--seats", "How many seats it has (4).", "FLIPTABLE_SEATS", "N")] = None,
    secret: Annotated[
        bool, option("--secret", "Only who has the invite code may sit down.", "FLIPTABLE_SECRET")
    ] = False,
    player: Annotated[str | None, option("--ai", "An AI player plays your seat.", "FLIPTABLE_AI", "PLAYER")] = None,
    bots: Annotated[int, option("--bots", "Bring so many AI players along.", "FLIPTABLE_BOTS", "N")] = 0,
    bring: Annotated[
        list[str] | None,
        option("--bring", "An AI player to bring along, in order; repeatable.", "FLIPTABLE_BRING", "PLAYER"),
    ] = None,
    start: Annotated[
        bool, option("--start", "Begin without asking once all seats are taken.", "FLIPTABLE_START")
    ] = False,
    name: o.Name = None,
    rules: o.RuleSet = None,
    settings: o.Settings = None,
    rounds: o.Rounds = None,
    target: o.Target = None,
    plain: o.PlainText = False,
    json: o.Json = False,
    record: o.Record = None,
    port: o.Port = None,
    interface: o.Interface = None,
    pace: o.Pace = None,
    plugin: o.Plugin = None,
) -> int:
    """Open a table on the network and sit down."""
    from . import commands

    wishes = o.wishes(name, rules, settings, rounds, target, json, plain, record, port, interface, pace, plugin)
    return commands.open_table(
        wishes, table, seats=seats, secret=secret, player=player, bots=bots, brought=bring or [], start=start
    )


@app.command()
def join(
    where: Annotated[
        str | None, typer.Argument(metavar="WHERE", help="Name of a table, HOST[:PORT], [V6%ZONE]:PORT or +CODE.")
    ] = None,
    player: Annotated[str | None, option("--ai", "An AI player plays your seat.", "FLIPTABLE_AI", "PLAYER")] = None,
    wait: Annotated[
        float | None, option("--wait", "Seconds to look for it (10 for a name).", "FLIPTABLE_WAIT", "SECONDS")
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Come back to a game that your program was torn out of.")
    ] = False,
    name: o.Name = None,
    rules: o.RuleSet = None,
    settings: o.Settings = None,
    rounds: o.Rounds = None,
    target: o.Target = None,
    plain: o.PlainText = False,
    json: o.Json = False,
    record: o.Record = None,
    port: o.Port = None,
    interface: o.Interface = None,
    pace: o.Pace = None,
    plugin: o.Plugin = None,
) -> int:
    """Sit down at a table. Its rules hold; --rules and the like refuse it if they differ.

    With --resume you come back to your seat after a crash, at the table WHERE, or the only one there is.
    """
    from . import commands

    wishes = o.wishes(name, rules, settings, rounds, target, json, plain, record, port, interface, pace, plugin)
    return commands.join_table(wishes, where, player=player, wait=wait, resume=resume)


@app.command()
def watch(
    where: Annotated[
        str | None, typer.Argument(metavar="WHERE", help="Name of a table, HOST[:PORT], [V6%ZONE]:PORT or +CODE.")
    ] = None,
    wait: Annotated[
        float | None, option("--wait", "Seconds to look for it (10 for a name).", "FLIPTABLE_WAIT", "SECONDS")
    ] = None,
    interface: o.Interface = None,
    plain: o.PlainText = False,
    json: o.Json = False,
) -> int:
    """Watch a table without sitting there.

    You see what everybody sees, and no hand before its round is over; everything is checked as it comes.
    """
    from .watch import run

    return run(where, wait, tuple(interface or ()), as_json=json, plain=plain)


@app.command()
def tables(
    seconds: Annotated[float, option("--seconds", "How long to look.", "FLIPTABLE_SECONDS", "SECONDS")] = 3.0,
    interface: o.Interface = None,
    json: o.Json = False,
) -> int:
    """Tables on the network that answer."""
    from .tables import run

    return run(seconds, tuple(interface or ()), as_json=json)


@app.command()
def position(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A position as JSON; - reads standard input.")],
    moves: Annotated[list[str] | None, typer.Argument(metavar="MOVE", help="Moves, as 'B play r5'.")] = None,
    legal: Annotated[bool, typer.Option("--legal", help="Add the legal moves to the text.")] = False,
    seed: Annotated[int, typer.Option(metavar="N", help="Chance, such as a reshuffle, follows it.")] = 0,
    json: o.Json = False,
) -> int:
    """Set up a position, apply moves, print the result."""
    from .position import run

    return run(file, moves or [], seed=seed, show_legal=legal, as_json=json)


@app.command()
def rules(
    preset: Annotated[str | None, typer.Argument(metavar="PRESET", help="One preset only.")] = None,
    json: o.Json = False,
) -> int:
    """Rule sets and every option in words."""
    from .rules import run

    return run(preset, as_json=json)


@app.command()
def verify(
    record: Annotated[str, typer.Argument(metavar="RECORD", help="The record of a game.")], json: o.Json = False
) -> int:
    """Check a recorded game, trusting nobody.

    A record proves what was played with which keys, not who the people were that held them: of a stranger's key nobody
    knows whose it is.
    """
    from .verify import run

    return run(record, as_json=json)


@app.command()
def replay(
    record: Annotated[str, typer.Argument(metavar="RECORD", help="The record of a game.")],
    position: Annotated[
        int | None, typer.Option("--position", metavar="SLOT", help="Print the table after this slot as a position.")
    ] = None,
    plain: o.PlainText = False,
    json: o.Json = False,
) -> int:
    """Step through a recorded game, in plain text slot by slot.

    Cards are named as far as the record proves them: all of them once a round was audited.
    """
    from .replay import run

    return run(record, slot=position, as_json=json, plain=plain)


@app.command()
def stats(
    forget: Annotated[bool, typer.Option("--forget", help="Delete the history; records stay.")] = False,
    json: o.Json = False,
) -> int:
    """Your matches on this machine, by opponent, AI player and rules."""
    from .stats import run

    return run(as_json=json, forgets=forget)


app.command()(arena)
app.add_typer(ai)
app.add_typer(config)
