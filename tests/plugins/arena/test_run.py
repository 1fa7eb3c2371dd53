"""A tournament comes to the same report wherever it is played, and whatever its players do."""

import hashlib
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import pytest

from fliptable.core.rules import preset
from fliptable.plugins.arena.game import Game, Statistics
from fliptable.plugins.arena.host import Played
from fliptable.plugins.arena.report import Report, Standing, Tally
from fliptable.plugins.arena.resume import ResumeFile
from fliptable.plugins.arena.run import run
from fliptable.plugins.arena.schedule import Schedule, schedule
from fliptable.plugins.arena.watch import play_chunk
from fliptable.plugins.errors import ArenaBroken, BadSchedule
from fliptable.plugins.spec import Budget

T = TypeVar("T")
RULES = preset("quick")
BAD = Path(__file__).parent.parent / "bad"
SHORT = Budget(move=0.3, bank=0.3)
"""For players that are meant to be late."""
LONG = Budget(move=10.0, bank=10.0)
"""For the others: a busy machine makes nobody late."""


def figures(report: Report) -> tuple[Any, ...]:
    """A report without what the clock had a say in."""
    said = report.to_dict("quick")
    for player in said["players"]:
        del player["ms_p50"], player["ms_p99"]
    clock = ("seconds", "games_per_second", "decisions_per_second")
    return {name: value for name, value in said.items() if name not in clock}, report.faults


def with_bad(name: str, *others: str, games: int = 2, budget: Budget = LONG) -> Schedule:
    return schedule([name, *others], RULES, games=games, budget=budget, plugins=[str(BAD / f"{name}.py")])


class Here(Executor):
    """An executor that plays at once, in the thread that submits, and notes what it was given."""

    def __init__(self) -> None:
        self.chunks: list[list[int]] = []

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        self.chunks.append(list(args[0].games))
        future: Future[T] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


@pytest.fixture(scope="module")
def reference() -> Report:
    return run(TOURNAMENT, jobs=1)


TOURNAMENT = schedule(["steady", "greedy", "random"], RULES, games=12, seed=3, budget=LONG)


# ---- the same everywhere


@pytest.mark.parametrize("jobs", [1, 2])
def test_threads_give_the_same_report(reference: Report, jobs: int) -> None:
    with ThreadPoolExecutor(jobs) as pool:
        assert figures(run(TOURNAMENT, pool, jobs=jobs)) == figures(reference)


def test_processes_give_the_same_report(reference: Report) -> None:
    with ProcessPoolExecutor(2) as pool:
        assert figures(run(TOURNAMENT, pool, jobs=2)) == figures(reference)


def test_chunks_of_any_size_give_the_same_report(reference: Report) -> None:
    here = Here()
    assert figures(run(TOURNAMENT, here, jobs=3)) == figures(reference)
    assert sorted(game for chunk in here.chunks for game in chunk) == list(range(12))
    assert len({len(chunk) for chunk in here.chunks}) > 1


@pytest.mark.net
@pytest.mark.slow
@pytest.mark.filterwarnings("default")  # how others shut down their sockets is theirs
def test_dask_gives_the_same_report(reference: Report) -> None:
    """On workers that are processes of their own, to which all has to be sent."""
    distributed = pytest.importorskip("distributed")
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
    ):
        assert figures(run(TOURNAMENT, client.get_executor(), jobs=2)) == figures(reference)


def test_a_turned_line_up_has_its_shares_turned(reference: Report) -> None:
    turned = replace(TOURNAMENT, players=("greedy", "random", "steady"))
    found = run(turned, jobs=1)

    def shares(standings: tuple[Standing, ...]) -> dict[str, tuple[float, float, float]]:
        return {one.name: (one.win_share, one.half_width, one.rating) for one in standings}

    assert shares(found.standings) == shares(reference.standings)
    assert found.statistics == reference.statistics


def test_another_seed_plays_other_games(reference: Report) -> None:
    assert run(replace(TOURNAMENT, seed=4), jobs=1).digest != reference.digest


def test_progress_counts_up_to_all_games(reference: Report) -> None:
    told: list[tuple[int, int]] = []
    run(TOURNAMENT, Here(), progress=lambda done, total: told.append((done, total)))
    assert told == sorted(told)
    assert told[-1] == (12, 12)


def test_the_better_player_has_the_larger_share(reference: Report) -> None:
    steady, greedy, random = reference.standings
    assert steady.win_share > random.win_share
    assert greedy.rating > random.rating
    assert sum(one.win_share for one in reference.standings) == pytest.approx(1.0)
    assert steady.ms_p50 is not None
    assert steady.ms_p99 is not None
    assert steady.ms_p50 <= steady.ms_p99


# ---- resuming


def test_a_tournament_goes_on_where_it_stopped(tmp_path: Path, reference: Report) -> None:
    file = tmp_path / "games.jsonl"
    run(replace(TOURNAMENT, games=9), jobs=1, resume=file)
    here = Here()
    assert figures(run(TOURNAMENT, here, resume=file)) == figures(reference)
    assert sorted(game for chunk in here.chunks for game in chunk) == list(range(9, 12))
    again = Here()
    assert figures(run(TOURNAMENT, again, resume=file)) == figures(reference)
    assert again.chunks == []


@pytest.mark.parametrize("answer", ["no future", "twice", "nothing", "nonsense"])
def test_an_executor_that_gives_back_something_else_has_given_up(answer: str) -> None:
    class Odd(Executor):
        def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
            found = [Played(game, PLAYED, 0.001) for game in args[0].games]
            return {"twice": done(found * 2), "nothing": done([]), "nonsense": done("games")}.get(answer, 7)

    with pytest.raises(ArenaBroken, match="The executor has given up"):
        run(schedule(["steady", "greedy"], RULES, games=6), Odd())


def done(value: object) -> Future[object]:
    """A future that has come."""
    future: Future[object] = Future()
    future.set_result(value)
    return future


def test_a_line_that_was_cut_off_is_played_again(tmp_path: Path, reference: Report) -> None:
    file = tmp_path / "games.jsonl"
    run(TOURNAMENT, jobs=1, resume=file)
    whole = file.read_bytes()
    lines = whole.splitlines(keepends=True)
    assert len(lines) == 13
    for cut in (len(whole) - 1, len(whole) - 40, len(whole) - len(lines[-1]), len(lines[0]) + 3, len(lines[0]), 20, 0):
        file.write_bytes(whole[:cut])
        assert figures(run(TOURNAMENT, Here(), resume=file)) == figures(reference)
        assert len(file.read_bytes().splitlines()) == 13
        again = Here()
        assert figures(run(TOURNAMENT, again, resume=file)) == figures(reference)
        assert again.chunks == []


def test_a_shorter_tournament_reads_the_file_of_a_longer_one(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    run(TOURNAMENT, Here(), resume=file)
    short = replace(TOURNAMENT, games=6)
    assert figures(run(short, Here(), resume=file)) == figures(run(short, Here()))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("hello\n", "is no file of a tournament"),
        ('{"type": "else"}\n', "is no file of a tournament"),
        ("some notes", "is no file of a tournament"),
        ("[1]\n", "is no file of a tournament"),
        ("HEAD{}\n", "is damaged in line 2"),
        ('HEAD{"game": "x"}\n', "is damaged in line 2"),
        ("HEAD" + "[" * 100_000 + "\n", "is damaged in line 2"),
    ],
)
def test_what_cannot_be_resumed_is_said_and_left_alone(tmp_path: Path, text: str, words: str) -> None:
    file = tmp_path / "games.jsonl"
    run(schedule(["steady", "greedy"], RULES, games=2), Here(), resume=file)
    file.write_bytes(text.encode().replace(b"HEAD", file.read_bytes().splitlines(keepends=True)[0]))
    before = file.read_bytes()
    with pytest.raises(BadSchedule, match=words):
        run(schedule(["steady", "greedy"], RULES, games=2), Here(), resume=file)
    assert file.read_bytes() == before


IMPOSSIBLE: list[dict[str, Any]] = [
    {"game": 0},
    {"winners": [2]},
    {"winners": [0, 0]},
    {"winners": [1e999]},
    {"scores": [1]},
    {"forfeited": [-1]},
    {"faults": [["x", 2, "late", "", 1]]},
    {"faults": [["x", 1, "tired", "", 1]]},
    {"times": [{"5": -1}, {}]},
    {"times": [{"99999999": 1}, {}]},
    {"times": [{}]},
    {"statistics": {"rounds": 10**400}},
    {"statistics": {"naps": 1}},
    {"digest": "00"},
]


@pytest.mark.parametrize("change", IMPOSSIBLE)
def test_a_game_that_cannot_be_is_damage(tmp_path: Path, change: dict[str, Any]) -> None:
    file = tmp_path / "games.jsonl"
    tournament = schedule(["steady", "greedy"], RULES, games=2)
    with ResumeFile(file, tournament) as new:
        new.add([(0, PLAYED)])
    head, line = file.read_bytes().splitlines()
    ResumeFile(file, tournament).__exit__(None, None, None)
    file.write_bytes(head + b"\n" + json.dumps(json.loads(line) | change).encode() + b"\n")
    with pytest.raises(BadSchedule, match="is damaged in line 2"):
        ResumeFile(file, tournament)


PLAYED = Game((0,), (20, 0), (), (), ({}, {5: 2}), Statistics(rounds=1), "ab" * 32)


@pytest.mark.skipif(sys.platform == "win32", reason="needs a limit on the length of files")
def test_no_device_is_resumed_from_and_no_full_disk_fails_twice(tmp_path: Path) -> None:
    tournament = schedule(["steady", "greedy"], RULES, games=2)
    with pytest.raises(BadSchedule, match="is no file"):
        ResumeFile(Path(os.devnull), tournament)
    code = (
        "import resource, sys; from pathlib import Path; from fliptable.cli.app import main\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (300, 300)); main()"
    )
    words = ["arena", "steady", "greedy", "--games", "2", "--jobs", "1", "--resume", str(tmp_path / "games")]
    done = subprocess.run([sys.executable, "-c", code, *words], capture_output=True, text=True, check=False)
    says = f"fliptable: {tmp_path / 'games'} cannot be written: File too large.\n"
    assert (done.returncode, done.stderr) == (2, says)


def test_a_file_of_another_tournament_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    run(schedule(["steady", "greedy"], RULES, games=2), Here(), resume=file)
    with pytest.raises(BadSchedule, match="belongs to another tournament"):
        run(schedule(["greedy", "steady"], RULES, games=2), Here(), resume=file)
    with pytest.raises(BadSchedule, match="cannot be used to resume"):
        run(schedule(["greedy", "steady"], RULES, games=2), Here(), resume=tmp_path)


# ---- bad players


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("raising", "raised"),
        ("illegal", "illegal"),
        ("exiting", "raised"),
        ("unready", "start"),
        pytest.param("exiting_process", "died", marks=pytest.mark.slow),
        pytest.param("grasping", "late", marks=pytest.mark.slow),
    ],
)
def test_a_bad_player_is_blamed_and_nobody_else(name: str, kind: str) -> None:
    budget = SHORT if kind == "late" else LONG
    found = run(with_bad(name, "greedy", "steady", games=3, budget=budget), jobs=1)
    bad, *others = found.standings
    assert bad.faults == {kind: 3 if kind == "start" else 9}
    assert (bad.forfeits, bad.win_share) == (3, 0.0)
    assert all((one.faults, one.forfeits) == ({}, 0) for one in others)
    assert sum(one.win_share for one in others) == pytest.approx(1.0)
    assert {fault.player for _, fault in found.faults} == {name}


@pytest.mark.slow
@pytest.mark.parametrize("name", ["hanging", "hungry", "killing", "looping", "sleeping", "sore", "threading_on"])
def test_whatever_a_player_does_a_tournament_ends(name: str) -> None:
    found = run(with_bad(name, "greedy", budget=SHORT), jobs=2)
    bad, other = found.standings
    assert bad.faults or name == "threading_on"  # Its threads only make it slow.
    assert (other.faults, other.forfeits) == ({}, 0)


@pytest.mark.parametrize("name", ["noisy", "loud", "mutating", "breeding", "scribbling"])
def test_what_is_no_fault_changes_nothing(name: str) -> None:
    found = run(with_bad(name, "greedy"), jobs=1)
    assert all(one.faults == {} for one in found.standings)


TWO_PLAYERS = """
import sys
import tempfile
import time
from fliptable.plugins import Player, PlayerSpec, hookimpl

class Taker(Player):
    def choose(self, view):
        sys.taken = True
        return view.legal[0]

class Victim(Player):
    def choose(self, view):
        if hasattr(sys, "taken"):
            raise MemoryError("somebody has it all")
        return view.legal[0]

class Slow(Player):
    def choose(self, view):
        time.sleep(60 if view.seat else 0.002)
        return view.legal[0]

@hookimpl
def register_players():
    return [PlayerSpec("taker", Taker), PlayerSpec("victim", Victim), PlayerSpec("slow", Slow)]
"""


def test_who_finds_no_memory_left_by_others_is_not_blamed(tmp_path: Path) -> None:
    file = tmp_path / "two.py"
    file.write_text(TWO_PLAYERS)
    found = run(schedule(["taker", "victim"], RULES, games=2, budget=LONG, plugins=[str(file)]), Here())
    assert [one.faults for one in found.standings] == [{}, {}]


def test_who_breaks_off_waits_for_no_game(tmp_path: Path) -> None:
    """The second game takes minutes; the first one is over at once, and its player's times are its own."""
    file = tmp_path / "two.py"
    file.write_text(TWO_PLAYERS)
    tournament = schedule(["slow", "greedy"], RULES, games=2, budget=Budget(600.0, 0.0), plugins=[str(file)])

    def stop(done: int, total: int) -> None:
        raise InterruptedError

    began = time.monotonic()
    with pytest.raises(InterruptedError):
        run(tournament, jobs=2, progress=stop)
    assert time.monotonic() - began < 30


def test_times_are_those_of_the_player_wherever_it_sits(tmp_path: Path) -> None:
    file = tmp_path / "two.py"
    file.write_text(TWO_PLAYERS.replace("60 if view.seat else 0.002", "0.002"))
    found = run(schedule(["slow", "greedy"], RULES, games=2, budget=LONG, plugins=[str(file)]), Here())
    slow, greedy = found.standings
    assert slow.ms_p50 is not None
    assert greedy.ms_p50 is not None
    assert greedy.ms_p50 < 1.9 < slow.ms_p50


def test_a_blocked_round_lowers_no_average_of_points() -> None:
    tally = Tally(schedule(["steady", "greedy"], RULES, games=2))
    tally.add(1, Game((), (0, 0), (), (), ({}, {}), Statistics(rounds=1, turns=30, dark=1), "00" * 32))
    tally.add(0, Game((1,), (0, 60), (), (), ({}, {}), Statistics(1, 10, 2, 1, 60, 0, 1), "11" * 32))
    found = tally.report(1.0, 2, 0)
    assert found.statistics == {"turns": 20.0, "flips": 1.0, "points": 60.0, "ends_dark": 0.5, "reshuffles": 0.5}
    assert [one.win_share for one in found.standings] == [0.0, 0.5]
    assert [one.lost for one in found.standings] == [0, 1]
    assert found.digest == hashlib.sha256(b"\x11" * 32 + b"\0" * 32).hexdigest()


def test_games_beside_a_dying_one_are_those_of_an_honest_tournament() -> None:
    """Who plays beside a player that dies plays as it would elsewhere, and the same on every executor."""
    tournament = with_bad("exiting_process", "greedy", games=2)
    reports = [run(tournament, executor) for executor in (Here(), None)]
    assert figures(reports[0]) == figures(reports[1])
    assert [(one.faults, one.win_share) for one in reports[0].standings] == [({"died": 6}, 0.0), ({}, 1.0)]


def test_players_that_do_not_load_there_are_named(tmp_path: Path) -> None:
    file = tmp_path / "gone.py"
    file.write_text("def choose(view):\n    return view.legal[0]\n")
    tournament = schedule(["gone", "steady"], RULES, games=2, plugins=[str(file)])
    file.unlink()
    with pytest.raises(ArenaBroken, match=r"There is no file .*gone\.py"):
        run(tournament, Here())


def test_an_executor_that_gives_up_is_named() -> None:
    class Tired(Executor):
        def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
            raise RuntimeError("cannot schedule new futures after shutdown")

    with pytest.raises(ArenaBroken, match=r"The executor has given up .RuntimeError: cannot schedule"):
        run(TOURNAMENT, Tired())


@pytest.mark.tools
def test_no_process_is_left_behind() -> None:
    assert play_chunk.__module__ in sys.modules
    psutil = pytest.importorskip("psutil")
    before = {child.pid for child in psutil.Process().children(recursive=True)}
    run(TOURNAMENT, jobs=2)
    after = {child.pid for child in psutil.Process().children(recursive=True)}
    assert after <= before


@pytest.mark.skipif(sys.platform == "win32", reason="a file that is mapped keeps its name there")
def test_no_file_is_left_where_workers_are_ended_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    left: list[list[Path]] = []

    def look(played: int, games: int) -> None:
        left.append(list(tmp_path.iterdir()))

    run(schedule(["steady", "greedy"], RULES, games=2), jobs=1, progress=look)
    assert left
    assert all(names == [] for names in left)
