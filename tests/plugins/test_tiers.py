"""Wherever a player runs: the same match from the same seed, and whoever spoils it is blamed, and nobody else."""

import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from fliptable.core.dealer import TrustedDealer
from fliptable.core.moves import Draw, Move
from fliptable.core.rules import PRESETS
from fliptable.core.view import View
from fliptable.plugins import PlayerSpec
from fliptable.plugins.guard import STRIKES, Fault, FaultKind, Seat
from fliptable.plugins.loading import FunctionPlayer
from fliptable.plugins.registry import Registry
from fliptable.plugins.spec import Budget
from fliptable.plugins.tiers.direct import Direct
from fliptable.plugins.tiers.isolated import Isolated
from fliptable.plugins.tiers.tier import Failed, Tier, account
from fliptable.plugins.tiers.worker import Worker

from .playing import NAMES, fresh, play_round, player, position, sit

Place = Callable[[PlayerSpec], Tier]
GREEDY = Registry.installed().find("greedy")
RANDOM = Registry.installed().find("random")
SHORT = Budget(move=0.3, bank=0.3)
DEAD = FaultKind.DIED
LATE = FaultKind.LATE
RAISED = FaultKind.RAISED


@pytest.fixture
def worker() -> Iterator[Worker]:
    worker = Worker()
    yield worker
    worker.close()


# ---- the same match


def histories(tier: Place | None, name: str, seats: int) -> object:
    rules = PRESETS[name]
    specs = [GREEDY, player("good/gentle.py"), RANDOM, RANDOM][:seats]
    faults: list[Fault] = []
    table = play_round(fresh(seats, rules=rules), sit(specs, faults, rules=rules, tier=tier))
    assert faults == []
    return table.history, table.digest()


def test_every_tier_plays_the_same_match(worker: Worker) -> None:
    for name in PRESETS:
        here = histories(None, name, 4)
        assert histories(worker.tier, name, 4) == here, name
        assert histories(Direct, name, 4) == here, name
    assert histories(Isolated, "flip", 3) == histories(None, "flip", 3)


def test_options_and_files_are_found_again_in_another_process(worker: Worker) -> None:
    registry = Registry()
    registry.load(str(Path(__file__).parent / "good" / "club.py"))
    for name, spec in registry.players.items():
        text = f"{name}:{spec.options[0].name}={spec.options[0].default}" if spec.options else name
        faults: list[Fault] = []
        for tier in (worker.tier, Isolated):
            seat = sit([replace(registry.find(text), isolated=tier is Isolated)], faults, tier=tier)[0]
            assert seat.choose(View(position(), 0)) in View(position(), 0).legal
            seat.close()
        assert faults == []


def test_a_player_that_no_plugin_brought_stays_here(worker: Worker) -> None:
    here: list[int] = []

    def choose(view: View) -> Move:
        here.append(threading.get_ident())
        return view.legal[0]

    seat = sit([PlayerSpec("local", lambda: FunctionPlayer(choose))], tier=worker.tier)[0]
    seat.choose(View(position(), 0))
    seat.close()
    assert here


# ---- bad players

SLOW = pytest.mark.slow
WORKER = "worker"
ISOLATED = "isolated"
TALKATIVE = {
    "raising": RAISED,
    "deaf": RAISED,
    "exiting": RAISED,
    "illegal": FaultKind.ILLEGAL,
    "wrong_type": FaultKind.WRONG_TYPE,
    "nothing": FaultKind.WRONG_TYPE,
}
"""Bad players that harm nothing but their own game."""
BAD = [
    pytest.param("looping", LATE, WORKER, marks=SLOW),
    pytest.param("looping", LATE, ISOLATED, marks=SLOW),
    pytest.param("sleeping", LATE, WORKER, marks=SLOW),
    pytest.param("sleeping", LATE, ISOLATED, marks=SLOW),
    pytest.param("grasping", LATE, WORKER, marks=SLOW),
    pytest.param("grasping", LATE, ISOLATED, marks=SLOW),
    pytest.param("hanging_async", LATE, WORKER, marks=SLOW),
    pytest.param("hanging_async", LATE, ISOLATED, marks=SLOW),
    pytest.param("killing", DEAD, WORKER),
    pytest.param("killing", DEAD, ISOLATED, marks=SLOW),
    pytest.param("exiting_process", DEAD, WORKER, marks=SLOW),
    pytest.param("exiting_process", DEAD, ISOLATED, marks=SLOW),
    pytest.param("hungry", RAISED, WORKER),
    pytest.param("hungry", RAISED, ISOLATED, marks=SLOW),
    *(
        pytest.param(name, kind, tier, marks=SLOW)
        for name, kind in (*TALKATIVE.items(), ("unready", FaultKind.START), ("unready_start", FaultKind.START))
        for tier in (WORKER, ISOLATED)
    ),
]


def place(tier: str, worker: Worker) -> Place | None:
    return {WORKER: worker.tier, ISOLATED: Isolated, "inprocess": None, "direct": Direct}[tier]


@pytest.mark.parametrize(("name", "kind", "tier"), BAD)
def test_a_bad_player_is_blamed_and_nobody_else(name: str, kind: FaultKind, tier: str, worker: Worker) -> None:
    if name == "hungry" and not sys.platform.startswith("linux"):
        pytest.skip("only Linux limits memory")
    faults: list[Fault] = []
    specs = [player(f"bad/{name}.py"), player("good/gentle.py"), GREEDY]
    budget = SHORT if kind is LATE else Budget(move=5, bank=0)
    seats = sit(specs, faults, budget, tier=place(tier, worker))
    began = time.monotonic()
    assert play_round(fresh(3), seats).over
    assert {(fault.player, fault.seat, fault.kind) for fault in faults} == {(name, 0, kind)}
    assert faults[-1].strikes == STRIKES
    assert [seat.forfeited for seat in seats] == [True, False, False]
    assert time.monotonic() - began < 30


@pytest.mark.parametrize("tier", [WORKER, "inprocess", "direct"])
def test_each_of_many_bad_players_at_one_table_is_blamed_for_its_own(tier: str, worker: Worker) -> None:
    faults: list[Fault] = []
    specs = [player("bad/unready.py"), player("good/gentle.py"), *(player(f"bad/{name}.py") for name in TALKATIVE)]
    names = [f"P{number}" for number in range(len(specs))]
    rules = PRESETS["flip"]
    seats = [
        Seat(spec, seat, names, rules, seed="s", on_fault=faults.append, tier=place(tier, worker))
        for seat, spec in enumerate(specs)
    ]
    table = TrustedDealer(Random(3)).new_table(rules, names, 0)
    assert play_round(table, seats).over
    assert {(fault.player, fault.kind) for fault in faults} == {*TALKATIVE.items(), ("unready", FaultKind.START)}
    assert all(fault.player == specs[fault.seat].name for fault in faults)
    assert [seat.spec.name for seat in seats if not seat.forfeited] == ["gentle"]


QUIET = [
    *("loud", "mutating", "sore"),
    *(pytest.param(name, marks=SLOW) for name in ("noisy", "breeding", "threading_on")),
]


@pytest.mark.parametrize("tier", [WORKER, pytest.param(ISOLATED, marks=SLOW)])
@pytest.mark.parametrize("name", QUIET)
def test_an_odd_player_disturbs_nobody(name: str, tier: str, worker: Worker, capfd: pytest.CaptureFixture[str]) -> None:
    faults: list[Fault] = []
    specs = [player(f"bad/{name}.py"), player("good/gentle.py"), GREEDY]
    seats = sit(specs, faults, Budget(move=10), tier=place(tier, worker))
    assert play_round(fresh(3), seats).over
    worker.close()
    assert {fault.seat for fault in faults} <= {0}
    assert not any(seat.forfeited for seat in seats)
    assert (name, tier) == ("sore", ISOLATED) or faults == []
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("tier", [None, Direct], ids=["inprocess", "direct"])
def test_a_player_that_changes_its_view_changes_nothing_else(tier: Place | None) -> None:
    faults: list[Fault] = []
    specs = [player("bad/mutating.py"), player("good/gentle.py"), GREEDY]
    assert play_round(fresh(3), sit(specs, faults, tier=tier)).over
    assert faults == []


def test_without_a_tier_time_is_measured_afterwards() -> None:
    def choose(view: View) -> Move:
        time.sleep(0.05)
        return view.legal[0]

    faults: list[Fault] = []
    budget = Budget(move=0.01, bank=0.06)
    seat = sit([PlayerSpec("slow", lambda: FunctionPlayer(choose))], faults, budget, tier=Direct)[0]
    assert seat.choose(View(position(), 0)) == View(position(), 0).legal[0]
    assert seat.patience < 0.05
    assert seat.choose(View(position(), 0)) == Draw()
    assert [fault.kind for fault in faults] == [LATE]


def test_of_players_that_are_asked_at_once_the_right_one_is_blamed(worker: Worker) -> None:
    """One holds the interpreter of the process that they share, so none of them can answer."""
    faults: list[Fault] = []
    specs = [player("good/gentle.py"), player("bad/grasping.py"), GREEDY]
    seats = [
        Seat(spec, seat, NAMES[:3], fresh(3).rules, seed="s", budget=SHORT, on_fault=faults.append, tier=worker.tier)
        for seat, spec in enumerate(specs)
    ]
    views = [View(position(seats=list(NAMES[:3]), turn=NAMES[seat], hands=HANDS), seat) for seat in range(3)]
    for seat in seats:
        seat.start()
    answers: list[object] = [None] * 3

    def ask(number: int) -> None:
        answers[number] = seats[number].choose(views[number])

    threads = [threading.Thread(target=ask, args=(number,)) for number in (1, 0, 2)]
    for thread in threads:
        thread.start()
        time.sleep(0.02)
    for thread in threads:
        thread.join()
    assert {(fault.player, fault.seat, fault.kind) for fault in faults} == {("grasping", 1, LATE)}
    assert all(answers[number] in views[number].legal for number in range(3))
    for seat in seats:
        seat.close()


HANDS = {"Ada": ["r7/t7", "g1/o1"], "Bo": ["r4/o4", "b3/p3"], "Chidi": ["r6/p6", "b2/p2"]}


def test_a_process_that_dies_between_two_questions_is_nobody_elses_fault(worker: Worker) -> None:
    faults: list[Fault] = []
    seats = sit([player("bad/exiting_late.py"), player("good/gentle.py")], faults, tier=worker.tier)
    views = [View(position(turn=NAMES[seat]), seat) for seat in range(2)]
    for _ in range(4):
        for seat, view in zip(seats, views, strict=True):
            assert seat.choose(view) in view.legal
        time.sleep(0.35)
    assert {(fault.seat, fault.kind) for fault in faults} == {(0, DEAD)}
    for seat in seats:
        seat.close()


def test_the_last_words_of_a_process_are_told() -> None:
    faults: list[Fault] = []
    seat = sit([player("bad/last_words.py")], faults, tier=Isolated)[0]
    seat.choose(View(position(), 0))
    seat.close()
    assert faults[0].text == "last_words failed: it ended its process with code 3 (no more coal); strike 1 of 3."


def test_time_that_a_new_process_takes_is_nobodys(worker: Worker) -> None:
    """A player whose process was killed by another one has all its time still."""
    faults: list[Fault] = []
    gentle = player("good/gentle.py")
    seats = [
        Seat(spec, seat, NAMES[:2], fresh(2).rules, seed="s", budget=Budget(0.2, 0.2), tier=worker.tier)
        for seat, spec in enumerate([player("bad/sleeping.py"), gentle])
    ]
    for seat in seats:
        seat.start()
    seats[0].choose(View(position(), 0))
    before = seats[1].patience
    assert seats[1].choose(View(position(turn="Bo"), 1)) in View(position(turn="Bo"), 1).legal
    assert seats[1].patience == before
    assert faults == []
    for seat in seats:
        seat.close()


@pytest.mark.skipif(not Path("/proc/self/cmdline").exists(), reason="looks for processes in /proc")
@pytest.mark.parametrize("tier", [WORKER, ISOLATED])
def test_what_a_player_started_ends_with_it(tier: str, worker: Worker) -> None:
    seat = sit([player("bad/breeding.py")], tier=place(tier, worker))[0]
    mark = f"--child-of-{NAMES[0]}"
    seat.start()
    seat.choose(View(position(), 0))
    assert living(mark)
    seat.close()
    worker.close()
    deadline = time.monotonic() + 5
    while living(mark) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not living(mark)


def living(mark: str) -> list[str]:
    """Processes with this argument, zombies left out: they have none."""
    found: list[str] = []
    for process in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if mark.encode() in process.read_bytes():
                found.append(process.parent.name)
        except OSError:
            continue
    return found


def test_an_account_is_one_short_line_whatever_the_error_says() -> None:
    class Loud(Exception):
        def __str__(self) -> str:
            return "a\x1b[2J\nb\u202e\x9b" + "c" * 1_000_000

    class Mute(Exception):
        def __str__(self) -> str:
            raise SystemExit

    raised: list[Exception] = []
    for error in (Loud(), Mute(), type("long\n" * 1000, (Exception,), {})()):
        try:
            exec(compile("raise error", "/dev/zero", "exec"), {"error": error})  # noqa: S102 - a file without an end
        except Exception as caught:
            raised.append(caught)
    accounts = [account(error) for error in raised]
    assert accounts[0].startswith("Loud: a [2J b ccc")
    assert accounts[1] == "Mute (zero, line 1)"
    assert all(text.isprintable() and len(text) < 300 for text in accounts)
    assert str(Failed(str(raised[0]))).isprintable()
