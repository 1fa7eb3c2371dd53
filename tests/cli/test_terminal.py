"""The table in plain lines, in a real terminal: what a person types takes effect, and nothing is left behind."""

import re
import signal
from pathlib import Path

import pexpect
import pytest

from .terminal import modes, patient_answer, play_along, printed, terminal

pytestmark = pytest.mark.net

CHANCE = r"(\w+) has one card and did not call: catch \w+\."
CARELESS = '''
from fliptable.core.moves import Accept, Call, Catch, Draw, Play

def choose(view):
    """Plays what it can and never calls or catches."""
    quiet = [m for m in view.legal if not isinstance(m, Call | Catch) and not (isinstance(m, Play) and m.call)]
    plays = [m for m in quiet if isinstance(m, Play)]
    return (plays or quiet or [None])[0]
'''


def careless(home: Path) -> str:
    file = home / "careless.py"
    file.write_text(CARELESS, "utf-8")
    return str(file)


def test_a_whole_round_by_typing_the_first_card_that_fits(tmp_path: Path) -> None:
    options = ("--bots", "2", "--rounds", "1", "--set", "hand_size=4", "--pace", "0", "--name", "Ada")
    with terminal(tmp_path, "play", *options) as screen:
        text = play_along(screen)
    assert screen.exitstatus == 0, text
    assert "\x1b" not in text
    assert max(len(line) for line in text.split("\n") if str(tmp_path) not in line) < 80
    for said in ("Read out to each other: ", "Audit of round 1: clean"):
        assert said in text
    assert "All 3 peers ended with the same log and the same table" in text
    (record,) = (tmp_path / "data").glob("fliptable/records/*.record")
    assert record.stat().st_size > 1000
    key = tmp_path / "data" / "fliptable" / "identity.pem"
    assert key.stat().st_mode & 0o777 == 0o600


@pytest.mark.slow
def test_a_catch_typed_while_another_seat_thinks_takes_effect(tmp_path: Path) -> None:
    options = ("--bots", "4", "--ai", "careless", "--plugin", careless(tmp_path), "--rounds", "9", "--name", "Ada")
    with terminal(tmp_path, "play", *options, "--set", "hand_size=3", "--pace", "1.6") as screen:
        for _ in range(200):
            if screen.expect([CHANCE, r"\n> "]) == 1:
                screen.sendline(patient_answer(str(screen.before)))
                continue
            target = str(screen.match.group(1))
            screen.sendline(f"catch {target}")
            caught = rf"You catch {target}, who did not call: 2 cards to draw\."
            if screen.expect([caught, "cannot be caught|came to nothing"]) == 1:
                continue  # a machine under load: the other seat was quicker
            between = str(screen.before)
            screen.expect(rf"{target} draws 2 cards\.")
            # Where our own turn had begun nobody else was thinking: then try again.
            if "to play" not in between:
                assert not re.search("plays|keeps|draws", between)
                return
    raise AssertionError("nobody could be caught")


def test_ctrl_c_leaves_the_terminal_as_it_was(tmp_path: Path) -> None:
    with terminal(tmp_path, "play", "--bots", "2") as screen:
        before = modes(screen)
        screen.expect("You may type|accept|Name a colour")
        assert modes(screen) == before
        screen.sendintr()
        screen.expect("You leave the match")
        screen.expect(pexpect.EOF)
        screen.wait()
        assert modes(screen) == before
    assert (screen.exitstatus, screen.signalstatus) == (130, None)
    assert "leaves the match" not in printed(screen)  # the others close with the program: nobody wins anything


def test_ctrl_c_in_the_lobby_closes_the_table(tmp_path: Path) -> None:
    with terminal(tmp_path, "open", "Attic", "--interface", "127.0.0.1") as screen:
        screen.expect("Type start")
        screen.sendintr()
        screen.wait()
    assert screen.exitstatus == 130
    assert "Traceback" not in screen.before


def test_termination_is_told_apart(tmp_path: Path) -> None:
    with terminal(tmp_path, "play", "--bots", "1") as screen:
        screen.expect("You may type|accept|Name a colour")
        screen.kill(signal.SIGTERM)
        screen.wait()
    assert (screen.exitstatus, screen.signalstatus) == (143, None)


def test_words_are_understood_and_refusals_explained(tmp_path: Path) -> None:
    with terminal(tmp_path, "play", "--bots", "1", "--rounds", "1") as screen:
        screen.expect(r"\n> ")
        for typed, said in (
            ("help", "One letter is enough"),
            ("hand", "Your hand"),
            ("t", "On top"),
            ("scores", "Points: "),
            ("dance", "dance is nothing I know"),
            ("99", "There is no card 99|There is no choice 99"),
            ("catch", "Nobody can be caught now"),
        ):
            screen.sendline(typed)
            screen.expect(said)
        screen.sendline("leave")
        screen.expect("You leave the match")
        screen.expect("You left the match")
        screen.wait()
    assert screen.exitstatus == 5


def test_the_lobby_is_a_command_line(tmp_path: Path) -> None:
    with terminal(tmp_path) as screen:
        screen.expect("fliptable> ")
        screen.sendline("rules quick")
        screen.expect("match=single")
        screen.sendline("77")
        screen.expect("There is no table 77")
        screen.sendline("join +NONSENSE")
        screen.expect("invite code")
        screen.sendline("quit")
        screen.wait()
    assert screen.exitstatus == 0


def test_end_of_input_leaves(tmp_path: Path) -> None:
    with terminal(tmp_path, "play", "--bots", "1") as screen:
        screen.expect("You may type|accept|Name a colour")
        screen.sendeof()
        screen.expect("You left the match")
        screen.wait()
    assert screen.exitstatus == 5


def test_help_says_what_it_says_in_80_columns() -> None:
    from fliptable.cli.drawing import HELP

    assert max(map(len, HELP.splitlines())) < 80
    assert re.search(r"catch \w+", HELP)


def test_moves_may_be_typed_ahead(tmp_path: Path) -> None:
    with terminal(tmp_path, "play", "--bots", "1", "--pace", "0") as screen:
        while screen.expect([r"You may type: (a\s+number,\s+)?draw", r"\n  1 \w+"]) == 1:
            screen.sendline("1")
        screen.sendline("draw\nkeep")
        screen.expect("You draw")
        screen.expect("You keep the card")
        screen.sendline("leave")
        screen.wait()
    assert "Only a card just drawn" not in printed(screen)
