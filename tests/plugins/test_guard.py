"""Whatever a player does, its seat makes a move and the table goes on."""

import sys
import threading
import time
from collections.abc import Callable

import pytest

from fliptable.core.events import Event, RoundOver, TurnedUp
from fliptable.core.moves import Accept, Call, Catch, Challenge, Draw, Keep, Move, Name, Pass, Play, Swap
from fliptable.core.phases import MatchResult
from fliptable.core.view import View
from fliptable.plugins import API_VERSION, Context, Player, PlayerSpec
from fliptable.plugins.guard import STRIKES, Fault, FaultKind, Seat, neutral, stream
from fliptable.plugins.players.greedy import GreedyPlayer
from fliptable.plugins.players.random import RandomPlayer
from fliptable.plugins.spec import Budget

from .playing import NAMES, RULES, SHORT, fresh, play_round, player, position, sit

GREEDY = PlayerSpec("greedy", GreedyPlayer)


class Probe(Player):
    """Answers by a function, on which the test decides."""

    def __init__(self, answer: Callable[[View], object]) -> None:
        self._answer = answer

    def choose(self, view: View) -> Move | None:
        return self._answer(view)  # pyright: ignore[reportReturnType]


def probe(answer: Callable[[View], object], faults: list[Fault], budget: Budget | None = None) -> Seat:
    """Ada's seat, with a player that answers by ``answer``."""
    return sit([PlayerSpec("probe", lambda: Probe(answer)), GREEDY], faults, budget)[0]


def ada(**fields: object) -> View:
    """Ada's view of a position in which she is to play: r7 and g1 fit, b2 does not."""
    return View(position(**fields), 0)


# ---- bad players


@pytest.mark.parametrize(
    ("name", "kind", "words"),
    [
        ("raising", FaultKind.RAISED, "raising failed: ValueError: it is too hot (raising.py, line 8); strike 1 of 3."),
        ("illegal", FaultKind.ILLEGAL, "illegal answered a move that is not legal (Catch); strike 1 of 3."),
        ("wrong_type", FaultKind.WRONG_TYPE, "wrong_type answered with str; strike 1 of 3."),
        ("array", FaultKind.WRONG_TYPE, "that cannot be read; strike 1 of 3."),
        ("nothing", FaultKind.WRONG_TYPE, "nothing answered with nothing; strike 1 of 3."),
        ("exiting", FaultKind.RAISED, "exiting failed: SystemExit: enough (exiting.py, line 10); strike 1 of 3."),
        ("deaf", FaultKind.RAISED, "deaf failed: RuntimeError: turned-up (deaf.py, line 11); strike 1 of 3."),
        ("hanging", FaultKind.LATE, "hanging did not answer within 0.07 s; strike 1 of 3."),
        ("hanging_async", FaultKind.LATE, "hanging_async did not answer within 0.07 s; strike 1 of 3."),
        ("unready", FaultKind.START, "unready could not start: OSError: no model file (unready.py, line 10);"),
        ("unready_start", FaultKind.START, "unready_start could not start: KeyError: 0 (unready_start.py, line 10);"),
    ],
)
def test_a_bad_player_does_not_stop_the_table(name: str, kind: FaultKind, words: str) -> None:
    faults: list[Fault] = []
    seats = sit([player(f"bad/{name}.py"), GREEDY, GREEDY], faults, SHORT if "hang" in name else None)
    assert play_round(fresh(3), seats).over
    assert words in faults[0].text
    assert faults[0].text.startswith(f"{faults[0].cause}; ")
    assert "strike" not in faults[0].cause
    assert {fault.kind for fault in faults} == {kind}
    assert {(fault.player, fault.seat) for fault in faults} == {(name, 0)}
    assert faults[-1].strikes == STRIKES
    assert faults[-1].text.endswith("the random player takes the seat.")
    assert len(faults) == (1 if kind is FaultKind.START else STRIKES)
    assert [seat.forfeited for seat in seats] == [True, False, False]


def test_a_hanging_coroutine_is_cancelled() -> None:
    seats = sit([player("bad/hanging_async.py"), GREEDY], [], SHORT)
    play_round(fresh(2), seats)
    cancelled = sys.modules["fliptable_plugin_hanging_async"].CANCELLED
    deadline = time.monotonic() + 5
    while len(cancelled) < STRIKES and time.monotonic() < deadline:
        time.sleep(0.01)  # The last one is cancelled when we have stopped waiting for it.
    assert set(cancelled) == {0}


def test_a_player_that_prints_is_no_bad_player(capsys: pytest.CaptureFixture[str]) -> None:
    faults: list[Fault] = []
    assert play_round(fresh(2), sit([player("bad/noisy.py"), GREEDY], faults)).over
    assert faults == []
    assert "let me think" in capsys.readouterr().out


def test_a_hanging_player_holds_up_nobody() -> None:
    """Three refusals to answer cost the budget three times and the bank once."""
    faults: list[Fault] = []
    seat = probe(lambda _: threading.Event().wait(), faults, Budget(move=0.1, bank=0.2047))
    began = time.monotonic()
    assert [seat.choose(ada()) for _ in range(STRIKES)] == [Draw()] * STRIKES
    assert 0.45 <= time.monotonic() - began < 5
    assert "did not answer within 0.3 s;" in faults[0].text
    assert seat.forfeited
    assert seat.choose(ada()) in ada().legal


def test_an_answer_that_hangs_whoever_compares_it_is_late() -> None:
    faults: list[Fault] = []
    seat = sit([player("bad/clinging.py"), GREEDY], faults, SHORT)[0]
    assert seat.choose(ada()) == Draw()
    assert [fault.kind for fault in faults] == [FaultKind.LATE]


def test_a_late_answer_is_not_taken_for_the_next_one() -> None:
    asked: list[str] = []
    gate = threading.Event()

    def answer(view: View) -> Move:
        asked.append(view.spell(view.legal[0]))
        gate.wait(10)
        return view.legal[0]

    faults: list[Fault] = []
    seat = probe(answer, faults, Budget(move=0.3, bank=0.0))
    assert seat.choose(ada()) == Draw()
    gate.set()
    second = ada(hands={"Ada": ["g1/o1", "r7/t7", "b2/p2"], "Bo": ["y4/o4"]})
    deadline = time.monotonic() + 5
    while seat.choose(second) != second.legal[0] and time.monotonic() < deadline and seat.strikes < STRIKES:
        pass
    assert asked[:2] == ["play r7", "play g1"]
    assert seat.strikes < STRIKES


def test_time_beyond_a_move_comes_from_the_bank() -> None:
    faults: list[Fault] = []

    def slow(view: View) -> Move:
        time.sleep(0.6)
        return view.legal[0]

    seat = probe(slow, faults, Budget(move=0.01, bank=1.0))
    assert seat.choose(ada()) == ada().legal[0]
    assert faults == []
    assert seat.choose(ada()) == Draw()
    assert [fault.kind for fault in faults] == [FaultKind.LATE]


# ---- what is asked, and what is answered


def test_out_of_turn_only_a_call_or_a_catch_is_asked_for() -> None:
    asked: list[tuple[Move, ...]] = []

    def answer(view: View) -> Move | None:
        asked.append(view.legal)
        return view.legal[0] if view.seat in view.to_act else None

    faults: list[Fault] = []
    specs = [PlayerSpec("probe", lambda: Probe(answer))] * 3
    seats = sit(specs, faults)
    table = position(
        seats=["Ada", "Bo", "Chidi"],
        turn="Bo",
        hands={"Ada": ["r7/t7"], "Bo": ["r1/o1", "g5/p5"], "Chidi": ["y4/o4", "b2/p2"]},
        catchable=["Ada"],
    )
    assert seats[0].choose(View(table, 0)) is None
    assert seats[2].choose(View(table, 2)) is None
    assert asked == [(Call(),), (Catch(0),)]
    table.catchable = 0
    assert seats[2].choose(View(table, 2)) is None
    assert len(asked) == 2
    assert isinstance(seats[1].choose(View(table, 1)), Play)
    assert faults == []


def test_a_bad_answer_out_of_turn_is_a_pass() -> None:
    faults: list[Fault] = []
    seat = probe(lambda _: Draw(), faults)
    assert seat.choose(View(position(turn="Bo", catchable=["Bo"]), 0)) is None
    assert [fault.kind for fault in faults] == [FaultKind.ILLEGAL]


def test_a_catch_that_would_be_false_is_a_bad_answer_also_where_it_has_a_price() -> None:
    faults: list[Fault] = []
    rules = {"preset": "quick", "false_catch_penalty": 1}
    assert probe(lambda _: Catch(1), faults).choose(View(position(rules=rules), 0)) == Draw()
    assert [fault.kind for fault in faults] == [FaultKind.ILLEGAL]


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"phase": "pending", "discard": ["r1/p9", "rD1/p8"], "rules": {"stacking": "same"}}, Draw()),
        ({"phase": "swap", "discard": ["r7/p9"], "rules": {"seven_zero": True}}, Swap(1)),
        ({"phase": "drawn", "drawn": "r7/t7", "rules": {"drawn_card": "must"}}, Play((0,))),
        (
            {"phase": "challenge", "discard": ["r1/p9", "W2/p8"], "colour": "red", "rules": {"stacking": "any"}},
            Accept(),
        ),
    ],
)
def test_a_neutral_move_stands_in_whatever_is_asked(fields: dict[str, object], expected: Move) -> None:
    assert probe(lambda _: None, []).choose(ada(**fields)) == expected


def test_the_answer_is_a_value_of_the_table_not_of_the_player() -> None:
    class Sly(float): ...

    faults: list[Fault] = []
    view = ada()
    place = view.hand[0].place
    answer = probe(lambda _: Play((Sly(place),)), faults).choose(view)  # pyright: ignore[reportArgumentType]
    assert answer is view.legal[0]
    assert isinstance(answer, Play)
    assert type(answer.places[0]) is int


def test_a_subclass_of_a_move_is_no_move() -> None:
    class Sly(Draw): ...

    faults: list[Fault] = []
    assert probe(lambda _: Sly(), faults).choose(ada()) == Draw()
    assert [fault.kind for fault in faults] == [FaultKind.WRONG_TYPE]


@pytest.mark.parametrize(
    ("legal", "expected"),
    [
        ((Play((3,)), Draw(), Call()), Draw()),
        ((Pass(),), Pass()),
        ((Play((3,)), Keep()), Keep()),
        ((Accept(), Challenge(), Catch(2)), Accept()),
        ((Name(0), Name(1), Call()), Name(0)),
        ((Play((3,)), Play((4,)), Call()), Play((3,))),
    ],
)
def test_the_neutral_move_commits_to_least(legal: tuple[Move, ...], expected: Move) -> None:
    assert neutral(legal) == expected


# ---- a match


def test_a_player_is_told_everything_in_order() -> None:
    faults: list[Fault] = []
    seats = sit([player("good/patient.py"), GREEDY], faults, seed="s")
    table = play_round(fresh(2), seats)
    context, *told, result = sys.modules["fliptable_plugin_patient"].TOLD
    assert isinstance(context, Context)
    assert (context.seat, context.seats, context.rules, context.api_version) == (0, NAMES[:2], RULES, API_VERSION)
    assert context.rng.random() == stream("s", "player", "0").random()
    assert isinstance(result, MatchResult)
    events = [item for item in told if not isinstance(item, View)]
    assert isinstance(events[0], TurnedUp)
    assert any(isinstance(event, RoundOver) for event in events)
    assert events == table.history
    assert faults == []


def test_one_player_lives_in_one_thread() -> None:
    seen: set[int] = set()

    class Curious(Player):
        def __init__(self) -> None:
            seen.add(threading.get_ident())

        async def observe(self, event: Event) -> None:
            seen.add(threading.get_ident())

        def choose(self, view: View) -> Move:
            seen.add(threading.get_ident())
            return view.legal[0]

        def finish(self, result: MatchResult | None) -> None:
            seen.add(threading.get_ident())

    play_round(fresh(2), sit([PlayerSpec("curious", Curious), GREEDY]))
    assert len(seen) == 1
    assert threading.get_ident() not in seen


def test_threads_end_with_the_match() -> None:
    before = set(threading.enumerate())
    play_round(fresh(4), sit([GREEDY] * 4))
    for thread in set(threading.enumerate()) - before:
        thread.join(5)
    assert set(threading.enumerate()) <= before


def test_a_factory_that_makes_no_player_is_named() -> None:
    faults: list[Fault] = []
    odd = PlayerSpec("odd", lambda: "me")  # pyright: ignore[reportArgumentType]
    seat = sit([odd, GREEDY], faults)[0]
    seat.start()
    assert [fault.text for fault in faults] == [
        "odd could not start: it made a str and no Player; the random player takes the seat."
    ]
    assert seat.choose(ada()) in ada().legal


def test_a_player_that_is_never_ready_is_replaced() -> None:
    faults: list[Fault] = []

    def dream() -> Player:
        threading.Event().wait()
        return RandomPlayer()

    seat = sit([PlayerSpec("dreamer", dream), GREEDY], faults, Budget(start=0.1))[0]
    assert seat.choose(ada()) in ada().legal
    assert [fault.kind for fault in faults] == [FaultKind.START]


def test_a_failure_at_the_end_is_reported_and_costs_nothing() -> None:
    class Sore(RandomPlayer):
        def finish(self, result: MatchResult | None) -> None:
            raise AssertionError("I won that")

    faults: list[Fault] = []
    seat = sit([PlayerSpec("sore", Sore), GREEDY], faults)[0]
    seat.start()
    seat.finish(None)
    assert [(fault.kind, fault.strikes) for fault in faults] == [(FaultKind.RAISED, 0)]
    assert faults[0].text == f"{faults[0].cause}."


def test_a_time_out_of_the_players_own_is_its_failure() -> None:
    async def choose(view: View) -> Move:
        raise TimeoutError("my server sleeps")

    faults: list[Fault] = []
    assert probe(choose, faults).choose(ada()) == Draw()
    assert [fault.kind for fault in faults] == [FaultKind.RAISED]


def test_the_same_seed_plays_the_same_round() -> None:
    histories = [
        play_round(fresh(4), sit([PlayerSpec("random", RandomPlayer)] * 4, seed=seed)).history
        for seed in ("a", "a", "b")
    ]
    assert histories[0] == histories[1]
    assert histories[0] != histories[2]
