"""What reaches the terminal: no more colours than it has, and none at all where nobody wants any."""

import re
from pathlib import Path

import pexpect
import pytest

from ..terminal import printed, terminal

STYLE = re.compile(r"\x1b\[([0-9;:]*)m")
PLAIN = {"", "0", "1", "2", "3", "4", "7", "9", "22", "23", "24", "27", "29"}
"""Bold, dim, italic, underline, reverse, struck out, and their ends."""


def colour_codes(text: str) -> set[str]:
    """The colours that are set: ``39`` and ``49`` among them, ``38;5`` for one of 256, ``38;2`` for any."""
    found: set[str] = set()
    for styles in STYLE.findall(text):
        codes = str(styles).replace(":", ";").split(";")
        while codes:
            code = codes.pop(0)
            if code in ("38", "48"):
                found.add(f"{code};{codes[0]}")
                del codes[: 2 if codes[0] == "5" else 4]
            elif code not in PLAIN:
                found.add(code)
    return found


@pytest.mark.net
@pytest.mark.parametrize(
    ("variables", "allowed"),
    [
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor", "NO_COLOR": "1"}, r"nothing"),
        pytest.param({"TERM": "xterm"}, r"[349][0-79]|10[0-7]", marks=pytest.mark.slow),
        ({"TERM": "xterm-256color", "COLORTERM": ""}, r"[34]8;5|[349][0-79]|10[0-7]"),
    ],
    ids=["none", "16", "256"],
)
def test_a_terminal_gets_the_colours_it_has(tmp_path: Path, variables: dict[str, str], allowed: str) -> None:
    options = ("play", "--bots", "1", "--pace", "0", "--name", "Ada")
    with terminal(tmp_path, *options, variables={"FLIPTABLE_PLAIN": "", **variables}, timeout=20) as screen:
        screen.expect("Ada")
        screen.expect("help")
        screen.send("\x1b[C")
        screen.send("?")
        screen.expect("draw a card")
        screen.send("\x03")
        screen.expect(pexpect.EOF)
    codes = colour_codes(printed(screen))
    assert {code for code in codes if not re.fullmatch(allowed, code)} == set()
    assert STYLE.search(printed(screen))
