"""The conformance kit: good players pass, each bad one fails the right item, and the kit itself never falls."""

import shlex
import shutil
from collections.abc import Iterable
from pathlib import Path

import pytest

from fliptable.core.dealer import TrustedDealer
from fliptable.core.position_reader import read_position
from fliptable.core.view import View
from fliptable.plugins.kit import ITEMS, Report, check, conforms
from fliptable.plugins.kit.positions import POSITIONS
from fliptable.plugins.spec import Budget

PLAYERS = Path(__file__).parents[1]
SHORT = Budget(move=0.2, bank=0.2, start=1.0)

BAD = {
    "array": "legal",
    "breeding": "threads",
    "clinging": "time",
    "crashing_import": "loads",
    "deaf": "exceptions",
    "empty": "loads",
    "exiting": "exceptions",
    "exiting_late": "exceptions",
    "exiting_process": "exceptions",
    "exiting_import": "loads",
    "grasping": "time",
    "hanging": "time",
    "hanging_async": "time",
    "hungry": "exceptions",
    "illegal": "legal",
    "killing": "exceptions",
    "last_words": "exceptions",
    "looping": "time",
    "loud": "quiet",
    "misspelt": "loads",
    "mutating": "view",
    "newer": "loads",
    "noisy": "quiet",
    "nothing": "legal",
    "observing": "loads",
    "raising": "exceptions",
    "scribbling": "exceptions",
    "sleeping": "time",
    "sore": "finish",
    "threading_on": "threads",
    "unready": "constructs",
    "unready_start": "constructs",
    "wrong_type": "legal",
}
"""The bad players of the folder, and the one item that each fails."""

HOME_MADE = {
    "counting": (
        "view",
        "def choose(view):\n    view.seat += 0.0\n    return view.legal[0]\n",
    ),
    "leaving": ("exceptions", "import os\ndef choose(view):\n    os._exit(3)\n"),
    "shouting": ("quiet", "import os\ndef choose(view):\n    os.write(2, b'ha\\n')\n    return view.legal[0]\n"),
    "forking": (
        "threads",
        "import threading\ndef choose(view):\n"
        "    threading.Thread(target=threading.Event().wait, name='mine', daemon=True).start()\n"
        "    return view.legal[0]\n",
    ),
    "moody": (
        "repeats",
        "import random\nfrom fliptable.core.moves import Play\ndef choose(view):\n"
        "    return random.choice([move for move in view.legal if isinstance(move, Play)] or view.legal)\n",
    ),
    "hashing": (
        "repeats",
        "def choose(view):\n"
        "    words = {move: view.spell(move) for move in view.legal}\n"
        "    return min(words, key=lambda move: (not words[move].startswith('play'), hash(words[move])))\n",
    ),
    "peeping": (
        "isolated",
        "def choose(view):\n    table = view._table\n"
        "    assert all(table.faces[table.side][place] >= 0 for hand in table.hands for place in hand)\n"
        "    return view.legal[0]\n",
    ),
    "clumsy": ("positions", "def choose(view):\n    assert len(view.hand) < 30\n    return view.legal[0]\n"),
    "tidy": (
        "finish",
        "from fliptable.plugins import Player\nclass Tidy(Player):\n"
        "    def start(self, context): self.moves = []\n"
        "    def choose(self, view): return view.legal[0]\n"
        "    def finish(self, result): self.moves.clear()\n",
    ),
    "stuck": (
        "finish",
        "import threading\nfrom fliptable.plugins import Player\nclass Stuck(Player):\n"
        "    def choose(self, view): return view.legal[0]\n"
        "    def finish(self, result): threading.Event().wait()\n",
    ),
    "dying": (
        "constructs",
        "import os\nfrom fliptable.plugins import Player\nclass Dying(Player):\n"
        "    def __init__(self): os.abort()\n    def choose(self, view): return view.legal[0]\n",
    ),
    "killer": ("loads", "import os\nos._exit(0)\n"),
}
"""Further ones, each by the item it fails and its whole text."""
QUICK = ("counting", "leaving", "tidy")


def report(file: Path) -> Report:
    """Check the player of a file that is named after it."""
    return Report(file.stem, tuple(check(file.stem, plugins=[str(file)], budget=SHORT)))


def slowly(names: Iterable[str], *quick: str) -> list[object]:
    """All of these, most of them only where long tests are asked for."""
    return [name if name in quick else pytest.param(name, marks=pytest.mark.slow) for name in names]


@pytest.mark.parametrize("name", slowly(BAD, "illegal", "noisy", "unready"))
def test_each_bad_player_fails_the_right_item(name: str) -> None:
    found = report(PLAYERS / "bad" / f"{name}.py")
    assert found.failed == (BAD[name],)
    assert [result.item for result in found.results] == list(ITEMS)
    assert "\n" not in found[BAD[name]].text


@pytest.mark.parametrize("name", slowly(HOME_MADE, *QUICK))
def test_so_do_these(name: str, tmp_path: Path) -> None:
    item, text = HOME_MADE[name]
    file = tmp_path / f"{name}.py"
    file.write_text(text, "utf-8")
    assert report(file).failed == (item,)


@pytest.mark.slow
def test_no_other_bad_player_passes() -> None:
    for file in sorted((PLAYERS / "bad").glob("*.py")):
        assert file.stem in BAD or report(file).failed


def test_a_good_player_passes_all_of_it() -> None:
    (found,) = conforms("steady")
    assert found.ok
    assert found.player == "steady"
    assert found["legal"].text == "63 games"
    assert all(result.ok for result in found.results)


@pytest.mark.slow
def test_our_own_players_pass() -> None:
    for name in ("greedy", "monte:worlds=2"):
        assert [found.failed for found in conforms(name)] == [()]


@pytest.mark.slow
def test_a_file_with_several_players_gives_a_report_each() -> None:
    found = conforms(str(PLAYERS / "good" / "club.py"))
    assert [(one.player, one.ok) for one in found] == [("first", True), ("nth", True)]


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("perl") is None, reason="the program is written in Perl")
def test_a_program_is_checked_as_far_as_it_can_be_seen() -> None:
    (found,) = conforms("command:" + shlex.join(["perl", str(PLAYERS / "good" / "first.pl")]))
    assert found.failed == ()
    assert [result.item for result in found.results if result.ok is None] == ["finish", "view", "quiet", "threads"]
    assert found["time"].text == ITEMS["time"]
    (found,) = conforms("command:a-program-that-nobody-has")
    assert found.failed == ("loads",)


def test_a_player_that_is_to_be_isolated_is_checked_itself() -> None:
    (found,) = conforms("isolated:noisy", plugins=[str(PLAYERS / "bad" / "noisy.py")])
    assert (found.player, found.failed) == ("noisy", ("quiet",))


def test_options_are_kept() -> None:
    club = str(PLAYERS / "good" / "club.py")
    (found,) = conforms("nth:index=101", plugins=[club])
    assert found.failed == ("loads",)
    assert found["loads"].text == "index=101 is not possible: index takes 0 to 99."


@pytest.mark.parametrize(
    ("target", "says"),
    [
        ("nobody", "There is no player called nobody."),
        ("./nobody.py", "There is no file ./nobody.py."),
        ("json", "json holds no player"),
    ],
)
def test_what_is_not_there_fails_to_load(target: str, says: str) -> None:
    (found,) = conforms(target)
    assert found.failed == ("loads",)
    assert found["loads"].text.startswith(says)


@pytest.mark.parametrize("name", POSITIONS)
def test_every_position_asks_somebody_something(name: str) -> None:
    from random import Random

    table = read_position(dict(POSITIONS[name]), TrustedDealer(Random(1)))
    assert View(table, 0).legal, "seat A is the one for which it is awkward"
    for seat in range(len(table.seats)):
        View(table, seat).sample(Random(2))
