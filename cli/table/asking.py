"""The questions at the prompt: what the table asks, and what we ask back before a move is sent.

Must never know keys beyond their letters, or what comes of an answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from ...core.moves import Accept, Catch, Challenge, Move, Name, Swap
from ...core.view import View
from ..language import _, n_
from ..present import Asked, Scene
from ..words import listed

LEAVE: Final = "leave"
AWAY: Final = "away"


@dataclass(frozen=True, slots=True)
class Option:
    """Something that can be chosen at the prompt.

    Attributes:
        keys: what chooses it, first the one that is shown.
        label: what it is called.
        line: what is sent for it; empty where the question is just taken back.
        letter: where it is a colour, the letter of that in notation.
    """

    keys: tuple[str, ...]
    label: str
    line: str
    letter: str = ""


@dataclass(frozen=True, slots=True)
class Ask:
    """A question at the prompt: its options; ``own`` when it is ours, so that it can be taken back."""

    kind: str
    title: str
    options: tuple[Option, ...]
    own: bool = False


def asked_by_table(scene: Scene, view: View, letter: Callable[[str], str]) -> Ask | None:
    """What the table asks, where that is answered by no card alone; ``letter`` gives the key of an action."""
    match scene.asked:
        case Asked.COLOUR:
            named = [(move.colour, view.spell(move)) for move in view.legal if isinstance(move, Name)]
            return Ask("colour", scene.prompt, colours(scene, view, named))
        case Asked.CHALLENGE:
            options: Sequence[tuple[str, type[Move], str]] = (
                ("accept", Accept, _("accept")),
                ("challenge", Challenge, _("challenge")),
            )
            able = {type(move) for move in view.legal}
            answers = [Option((letter(action),), label, action) for action, kind, label in options if kind in able]
            return Ask("challenge", scene.prompt, tuple(answers))
        case Asked.SWAP:
            return Ask("swap", scene.prompt, numbered(view, [move for move in view.legal if isinstance(move, Swap)]))
        case _:
            return None


def colours(scene: Scene, view: View, lines: Iterable[tuple[int, str]]) -> tuple[Option, ...]:
    """An option for each colour with the line that is sent for it."""
    letters = view.sheet.letters
    return tuple(
        Option((str(number), letters[colour]), scene.colours[colour], line, letters[colour])
        for number, (colour, line) in enumerate(lines, 1)
    )


def numbered(view: View, moves: Sequence[Move]) -> tuple[Option, ...]:
    """An option for each move; those that are about a seat are called like it."""

    def label(move: Move) -> str:
        return view.seats[move.seat] if isinstance(move, Catch | Swap) else view.spell(move)

    return tuple(Option((str(number),), label(move), view.spell(move)) for number, move in enumerate(moves, 1))


def ask_to_leave() -> Ask:
    """The question before somebody leaves a match."""
    stay, leave = Option(("n",), _("stay"), ""), Option(("y",), _("leave"), LEAVE)
    return Ask(LEAVE, _("Leave the match? The others go on without you."), (stay, leave), own=True)


def ask_about_absent(names: Sequence[str]) -> Ask:
    """The question to those at the table while somebody is away: a vote, which may be changed."""
    wait, end = Option(("w",), _("wait"), "wait"), Option(("e",), _("go on without"), "end")
    title = n_("{names} is away: wait, or go on without?", "{names} are away: wait, or go on without?", len(names))
    return Ask(AWAY, title.format(names=listed(names)), (wait, end), own=True)
