"""The program in a terminal of its own, driven the way a person does it."""

import io
import re
import sys
import termios
import time
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pexpect

from fliptable.cli.language import _

from .command import environment

Screen = Any
"""A `pexpect.spawn`; the library has no types."""


@contextmanager
def terminal(
    home: Path,
    *arguments: str,
    timeout: float = 60,
    size: tuple[int, int] = (80, 24),
    variables: Mapping[str, str] | None = None,
) -> Generator[Screen]:
    """Run ``fliptable`` with a pty, 80 x 24 if nothing else is said, in plain lines unless FLIPTABLE_PLAIN is set."""
    spawn: Any = pexpect.spawn
    screen: Screen = spawn(
        sys.executable,
        ["-m", "fliptable.cli", *arguments],
        encoding="utf-8",
        timeout=timeout,
        dimensions=size[::-1],
        env=environment(home, **{"TERM": "xterm", "FLIPTABLE_PLAIN": "1", **(variables or {})}),
    )
    screen.logfile_read = io.StringIO()
    try:
        yield screen
    finally:
        screen.close(force=True)


def modes(screen: Screen) -> list[Any]:
    """The modes of the terminal, as termios tells them."""
    return termios.tcgetattr(screen.child_fd)


def printed(screen: Screen) -> str:
    """All that was on the screen so far, typed answers among it."""
    return screen.logfile_read.getvalue().replace("\r", "")


FITS = re.compile(r"(\d+)\* ")


def first_answer(text: str) -> str:
    """What a person types who always takes the first thing that is offered.

    ``text`` is what was printed since the last answer, up to the prompt.
    """
    fits = FITS.search(text.rpartition(_("Your hand (* fits):"))[2])
    return fits.group(1) if fits is not None else patient_answer(text)


def patient_answer(text: str) -> str:
    """What a person types who plays no card as long as there is something else to do."""
    may_type = _("{prompt} You may type: {words}.").partition("{prompt}")[2].partition("{words}")[0]
    asked = text.rpartition(_("Your hand:").rstrip(":"))[2]
    if re.search(r"^ +1 \w+", asked, re.MULTILINE):
        return "1"
    words = " ".join(text.split()).rpartition(may_type)[2]
    return next((word for word in ("keep", "draw", "pass") if f"{word}," in words), "help")


def play_along(screen: Screen, answer: Callable[[str], str] = first_answer, *, answers: int = 400) -> str:
    """Answer every prompt until the program ends; gives all it has printed."""
    which_colour = re.escape(_("Which colour? {colours}").partition("{")[0])
    rematch = _("Type rematch to play again with those who are here, or leave.")[:12]
    for _answer in range(answers):
        found: int = screen.expect([r"\n> ", which_colour + r"[^\n]*\n", pexpect.EOF, rematch])
        if found == 3:
            screen.sendline("leave")
            continue
        if found == 2:
            screen.wait()
            return printed(screen)
        text = "1" if found == 1 else answer(str(screen.before))
        if text == "help":
            time.sleep(0.2)  # Nothing is asked: a person would wait too, and not use up all answers while others deal.
        screen.sendline(text)
    raise AssertionError("the game does not end")
