"""Several AI players, each with its options, and a person among them, at one table."""

from pathlib import Path

import pytest

from .command import process

PLAYERS = Path(__file__).parents[1] / "plugins"


@pytest.mark.slow
@pytest.mark.net
def test_each_bot_is_the_player_it_was_given_and_the_person_may_ask_for_a_hint(tmp_path: Path) -> None:
    club = str(PLAYERS / "good" / "club.py")
    bots = ("--ai", "monte:worlds=2,ms=5", "--ai", "nth:index=1,style=eager", "--ai", "greedy", "--plugin", club)
    done = process(tmp_path, "play", *bots, "--name", "Ada", "--plain", "--pace", "0", stdin="h\nleave\n")
    assert done.code == 5  # left
    played = [line.rpartition(" is played by ")[2] for line in done.out.splitlines() if " is played by " in line]
    assert played == ["monte:worlds=2,ms=5.", "nth:index=1,style=eager.", "greedy."]
    assert "steady would " in done.out or "There is nothing for you to do now. It is " in done.out
