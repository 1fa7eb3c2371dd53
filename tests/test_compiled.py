"""The compiled engine plays the same games: same cards, same moves, same end, from the same numbers; so do players."""

import hashlib
import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from random import Random

import pytest

from fliptable.core.dealer import TrustedDealer
from fliptable.core.legal import legal
from fliptable.core.play import apply, start
from fliptable.core.rules import PRESETS
from fliptable.plugins.arena.game import play_game
from fliptable.plugins.players import monte, steady
from fliptable.plugins.spec import Budget
from fliptable.plugins.tiers.direct import Direct

ROOT = Path(__file__).parent.parent
GAMES = 20
"""Of each preset."""


def games() -> str:
    """A digest of seeded random games of every preset, with all that was legal in them."""
    found = hashlib.sha256()
    for name, rules in PRESETS.items():
        for seed in range(GAMES):
            dice = Random(f"{name}/{seed}")
            table = TrustedDealer(dice).new_table(rules, "ABC", 0)
            start(table)
            for _ in range(300):
                if table.over:
                    break
                seat = dice.choice([seat for seat in range(3) if legal(table, seat)])
                moves = legal(table, seat)
                found.update(repr(moves).encode())
                apply(table, seat, dice.choice(moves))
            found.update(table.digest() + repr(table.history).encode())
    players = [*monte.register_players(), *steady.register_players()]
    thinking = Budget(move=60.0, bank=60.0, nodes=60)
    for seed in range(2):
        game = play_game(players, PRESETS["quick"], seed=str(seed), budget=thinking, tier=Direct)
        found.update(repr((game.winners, game.digest)).encode())
    return found.hexdigest()


@pytest.mark.slow
@pytest.mark.tools
@pytest.mark.timeout(300)
@pytest.mark.skipif(find_spec("mypyc") is None, reason="mypy is not here to compile with")
@pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler here")
def test_compiled_engine_plays_the_same_games(tmp_path: Path) -> None:
    source, target = tmp_path / "a clean-copy", tmp_path / "installed"
    shutil.copytree(ROOT, source, ignore=shutil.ignore_patterns("build", ".git", "__pycache__", "*.egg-info", ".venv"))
    command = [sys.executable, "-m", "pip", "install", "-q", "--no-build-isolation", "--no-deps", "--no-index"]
    environment = {**os.environ, "FLIPTABLE_COMPILE": "1"}
    environment.pop("PYTHONPATH", None)
    made = subprocess.run(
        [*command, "--target", target, source], env=environment, capture_output=True, text=True, check=False
    )
    assert made.returncode == 0, made.stdout + made.stderr
    script = f"import sys; sys.path[:0] = {[str(target), str(Path(__file__).parent)]!r}\n"
    script += "import fliptable.core.table as table, test_compiled\n"
    script += "print(table.__file__, test_compiled.games())"
    answer = subprocess.run(
        [sys.executable, "-c", script], env=environment, cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert answer.returncode == 0, answer.stderr
    file, digest = answer.stdout.rsplit(maxsplit=1)
    assert Path(file).parent == target / "fliptable" / "core"
    assert not file.endswith(".py")
    assert digest == games()
