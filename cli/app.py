"""The command ``fliptable``: its commands and options, and how it ends.

A command imports what it needs when it runs: ``--help`` and ``--version`` load neither the network nor the screen.
What a command answers with is its exit code; a `Stop` is one sentence on stderr. Must never know the game.
"""

from __future__ import annotations

import os
import sys
from typing import Annotated, Protocol, cast, runtime_checkable

import typer

from .endings import Exit, NobodyReads, Stop

app = typer.Typer(
    name="fliptable",
    help="A peer-to-peer card game for one network: two-sided cards, no server, no host.",
    epilog="Without a command, in a terminal: the lobby. Every option can be set as FLIPTABLE_<OPTION>.",
    rich_markup_mode=None,  # rich doubles the time of --help
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
ai = typer.Typer(help="AI players.", rich_markup_mode=None, no_args_is_help=True)
app.add_typer(ai, name="ai")


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
    try:
        return int(cast("int | None", app(arguments, prog_name="fliptable", standalone_mode=False)) or Exit.DONE)
    except Stop as stop:
        return _fail(stop.code, stop.sentence)
    except (KeyboardInterrupt, typer.Abort):
        return Exit.INTERRUPTED
    except NobodyReads:
        return Exit.DONE
    except Exception as error:
        if isinstance(error, _Usage):
            path = getattr(getattr(error, "ctx", None), "command_path", "fliptable")
            return _fail(Exit.MISUSE, f"{error.format_message().rstrip('.')}: see {path} -h.")
        if debug:
            import traceback

            traceback.print_exception(error)
        kind = type(error).__name__
        return _fail(Exit.DEFECT, f"This is a defect of fliptable ({kind}): run it again with --debug and report it.")


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
    debug: Annotated[bool, typer.Option("--debug", help="Show the traceback of a defect.")] = False,
) -> int | None:
    """A peer-to-peer card game for one network: two-sided cards, no server, no host."""
    del version, debug
    if context.invoked_subcommand is not None:
        return None
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        typer.echo(context.get_help(), err=True)
        return Exit.MISUSE
    return None


JsonOption = Annotated[bool, typer.Option("--json", envvar="FLIPTABLE_JSON", show_envvar=False, help="Print JSON.")]


@app.command()
def position(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A position as JSON; - reads standard input.")],
    moves: Annotated[list[str] | None, typer.Argument(metavar="MOVE", help="Moves, as 'B play r5'.")] = None,
    legal: Annotated[bool, typer.Option("--legal", help="Add the legal moves to the text.")] = False,
    seed: Annotated[int, typer.Option(help="Chance, such as a reshuffle, follows it.")] = 0,
    json: JsonOption = False,
) -> int:
    """Set up a position, apply moves, print the result."""
    from .position import run

    return run(file, moves or [], seed=seed, show_legal=legal, as_json=json)


@app.command()
def rules(
    preset: Annotated[str | None, typer.Argument(metavar="PRESET", help="One preset only.")] = None,
    json: JsonOption = False,
) -> int:
    """Rule sets and every option in words."""
    from .rules import run

    return run(preset, as_json=json)
