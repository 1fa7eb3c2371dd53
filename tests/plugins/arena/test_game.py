"""One game of the arena: repeatable, forfeited by whom it must, counted."""

import hashlib
import pickle
from collections import Counter
from dataclasses import replace
from math import ceil

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fliptable.core.errors import BadOption
from fliptable.core.events import Event, Flipped, RoundOver
from fliptable.core.moves import Call, Catch, Draw, Move, Play
from fliptable.core.phases import TURN
from fliptable.core.rules import PRESETS, Rules, preset
from fliptable.core.table import Table
from fliptable.core.view import View
from fliptable.plugins.arena import game as game_module
from fliptable.plugins.arena.game import SEATS, Game, one_round, play_game
from fliptable.plugins.arena.times import bucket, quantile
from fliptable.plugins.guard import FaultKind
from fliptable.plugins.players.random import RandomPlayer
from fliptable.plugins.registry import Registry
from fliptable.plugins.spec import Budget, Context, Player, PlayerSpec
from fliptable.plugins.tiers.direct import Direct

RULES = preset("quick")
RANDOM, GREEDY, STEADY = (Registry.installed().find(name) for name in ("random", "greedy", "steady"))


def outcome(game: Game) -> Game:
    """A game without what the clock had a say in."""
    return replace(game, times=())


class Failing(Player):
    """Draws, and raises at so many questions."""

    def __init__(self, times: int = 1_000) -> None:
        self.left = times

    def choose(self, view: View) -> Move:
        self.left -= 1
        if self.left >= 0:
            raise ValueError("no")
        return view.legal[0]


@given(st.sampled_from(list(PRESETS.values())), st.integers(2, 5), st.integers())
def test_the_same_seed_plays_the_same_game(rules: Rules, seats: int, seed: int) -> None:
    specs = [STEADY, GREEDY, RANDOM, STEADY, GREEDY][:seats]
    first, again = (play_game(specs, one_round(rules), seed=str(seed), tier=Direct) for _ in range(2))
    assert outcome(first) == outcome(again)
    assert first.statistics.rounds == 1
    assert first.faults == ()
    assert pickle.loads(pickle.dumps(first)) == first  # noqa: S301 - our own


def test_another_seed_plays_another_game_and_a_tier_plays_the_same() -> None:
    games = [play_game([GREEDY, RANDOM], RULES, seed=seed, tier=tier) for seed, tier in (("a", None), ("a", Direct))]
    assert outcome(games[0]) == outcome(games[1])
    assert games[0].digest != play_game([GREEDY, RANDOM], RULES, seed="b", tier=Direct).digest


@given(st.sampled_from(list(PRESETS.values())), st.integers())
def test_our_players_play_the_same_when_they_are_shown_the_table_itself(rules: Rules, seed: int) -> None:
    specs, patient = [STEADY, GREEDY, RANDOM], Budget(move=60.0)  # a busy machine forfeits no move
    first, again = (
        play_game(specs, one_round(rules), seed=str(seed), budget=patient, tier=Direct, trusting=trusting)
        for trusting in (False, True)
    )
    assert outcome(first) == outcome(again)


def test_nobody_else_is_shown_the_table_itself() -> None:
    tables: list[object] = []

    class Spy(RandomPlayer):
        def choose(self, view: View) -> Move:
            tables.append(vars(view)["_table"])
            return super().choose(view)

    def note(table: Table, _seat: int, _move: Move) -> None:
        assert table not in tables

    play_game([PlayerSpec("spy", Spy, origin=("spy", "spy.py")), GREEDY], RULES, seed="s", trusting=True, on_move=note)
    assert tables


def test_the_deal_has_a_seed_of_its_own() -> None:
    dealt: list[list[list[int]]] = []

    def note(table: Table, _seat: int, _move: Move) -> None:
        if not table.history[1:]:
            dealt.append([faces[:] for faces in table.faces] + [hand[:] for hand in table.hands])

    digests = {play_game([RANDOM] * 3, RULES, seed=seed, deal="d", tier=Direct, on_move=note).digest for seed in "abc"}
    assert len(digests) == 3
    assert len(dealt) >= 2
    assert all(deal == dealt[0] for deal in dealt)


def test_a_match_is_as_long_as_the_rules_say() -> None:
    game = play_game([GREEDY, RANDOM], RULES.with_options({"match": "rounds", "rounds": 5}), seed="m", tier=Direct)
    assert game.statistics.rounds == 5
    best = max(game.scores)
    assert game.winners == tuple(seat for seat, score in enumerate(game.scores) if score == best)
    assert sum(game.scores) == game.statistics.points


def test_who_forfeits_does_not_win() -> None:
    """The stand-in may come first; then the others share the game."""
    shared = 0
    for seed in range(12):
        specs = [RANDOM, RANDOM, PlayerSpec("failing", Failing)]
        game = play_game(specs, RULES, seed=str(seed), tier=Direct)
        assert game.forfeited == (2,)
        assert [fault.kind for fault in game.faults] == [FaultKind.RAISED] * 3
        assert {(fault.player, fault.seat) for fault in game.faults} == {("failing", 2)}
        assert 2 not in game.winners
        shared += game.winners == (0, 1)
    assert shared > 0


def test_two_strikes_are_no_forfeit() -> None:
    twice = PlayerSpec("twice", lambda: Failing(2))
    game = play_game([twice, GREEDY], RULES, seed="t", tier=Direct)
    assert (game.forfeited, len(game.faults)) == ((), 2)


class Hoarder(Player):
    """Never plays a card."""

    def choose(self, view: View) -> Move:
        return next((move for move in view.legal if isinstance(move, Draw)), view.legal[-1])


def test_players_that_never_finish_a_round_come_to_an_end() -> None:
    game = play_game([PlayerSpec("hoarder", Hoarder)] * 2, RULES, seed="h", tier=Direct)
    assert game.winners == ()
    assert game.statistics.won == 0


class Caller(Player):
    """Calls by a move of its own, never with a play."""

    def choose(self, view: View) -> Move:
        calls = [move for move in view.legal if isinstance(move, Call)]
        return (calls or [move for move in view.legal if not getattr(move, "call", False)])[0]


class Forgetful(Player):
    """Never calls."""

    def choose(self, view: View) -> Move | None:
        if view.seat not in view.to_act:
            return None
        return next(m for m in view.legal if not isinstance(m, Call) and not getattr(m, "call", False))


CALLER, FORGETFUL = PlayerSpec("caller", Caller), PlayerSpec("forgetful", Forgetful)


def test_who_may_do_something_out_of_turn_is_asked_first() -> None:
    caught: list[tuple[int, Move]] = []

    def note(table: Table, seat: int, move: Move) -> None:
        if seat != table.turn:
            caught.append((seat, move))

    for seed in range(10):
        play_game([FORGETFUL, GREEDY, FORGETFUL], RULES, seed=str(seed), tier=Direct, on_move=note)
    assert caught
    assert {seat for seat, _ in caught} == {1}
    assert {type(move) for _, move in caught} == {Catch}


def test_a_digest_is_over_the_cards_and_all_moves() -> None:
    said: list[str] = []
    tables: list[Table] = []

    def note(table: Table, seat: int, move: Move) -> None:
        tables.append(table)
        said.append(f"{seat}{move!r}\n")

    game = play_game([GREEDY, STEADY], RULES, seed="d", tier=Direct, on_move=note)
    cards = b"".join(bytes(faces) for faces in tables[-1].faces)
    assert game.digest == hashlib.sha256(cards + "".join(said).encode()).hexdigest()


def test_games_without_an_end_are_broken_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_module, "MOST_ROUNDS", 3)
    match = play_game([PlayerSpec("hoarder", Hoarder)] * 2, preset("flip"), seed="h", tier=Direct)
    assert (match.statistics.rounds, match.winners) == (3, ())
    monkeypatch.setattr(game_module, "MOST_MOVES", 5)
    made: list[Move] = []

    def note(_table: Table, _seat: int, move: Move) -> None:
        made.append(move)

    game = play_game([GREEDY, STEADY], preset("flip"), seed="m", tier=Direct, on_move=note)
    assert (len(made), game.winners, game.statistics.won) == (5, (), 0)


def test_statistics_agree_with_what_happened() -> None:
    for seed in range(20):
        events: list[Event] = []
        turns: list[tuple[int, bool]] = []

        def hear(_table: Table, event: Event, events: list[Event] = events) -> None:
            events.append(event)

        def note(table: Table, seat: int, move: Move, turns: list[tuple[int, bool]] = turns) -> None:
            turns.append((seat, table.phase is TURN and isinstance(move, Play | Draw)))

        specs = [STEADY, FORGETFUL, CALLER, GREEDY]
        game = play_game(specs, RULES, seed=str(seed), tier=Direct, on_event=hear, on_move=note)
        (end,) = [event for event in events if isinstance(event, RoundOver)]
        count = game.statistics
        assert count.flips == sum(isinstance(event, Flipped) for event in events)
        assert count.turns == sum(turn for _, turn in turns)
        assert (count.points, count.won) == (end.points, int(end.winner is not None))
        assert game.scores[game.winners[0]] == count.points
        assert sum(sum(times.values()) for times in game.times) >= len(turns)
        assert count.dark == count.flips % 2


def test_seats_have_names_that_tell_nothing() -> None:
    seen: list[Context] = []

    class Curious(RandomPlayer):
        def start(self, context: Context) -> None:
            super().start(context)
            seen.append(context)

    play_game([PlayerSpec("curious", Curious)] * 2, RULES, seed="n", tier=Direct)
    assert {context.seats for context in seen} == {tuple(SEATS[:2])}
    assert seen[0].rng.random() != seen[1].rng.random()


def test_who_watches_hears_of_every_question_first() -> None:
    asked: list[tuple[str, float]] = []
    budget = Budget(move=1.0, bank=2.0, start=4.0)

    def watch(spec: PlayerSpec, seconds: float) -> None:
        asked.append((spec.name, seconds))

    game = play_game([GREEDY, RANDOM], RULES, seed="w", budget=budget, tier=Direct, on_question=watch)
    assert asked[:2] == [("greedy", 4.0), ("random", 4.0)]
    assert asked[-2:] == [("greedy", 1.0), ("random", 1.0)]
    for seat, name in enumerate(("greedy", "random")):
        assert asked[2:-2].count((name, 3.0)) == sum(game.times[seat].values())


def test_too_many_seats_are_refused() -> None:
    with pytest.raises(BadOption):
        play_game([GREEDY] * 11, RULES, seed="x")


# ---- times


@given(st.lists(st.integers(16, 10**12), min_size=1, max_size=50), st.floats(0, 1))
def test_quantiles_are_right_within_seven_per_cent(durations: list[int], share: float) -> None:
    found = quantile(Counter(map(bucket, durations)), share)
    ordered = sorted(durations)
    exact = ordered[max(ceil(share * len(ordered)) - 1, 0)]
    assert found is not None
    assert abs(found * 1e6 - exact) <= 0.07 * exact


@given(st.lists(st.integers(0, 10**12)))
def test_a_longer_time_is_in_no_lower_bucket(durations: list[int]) -> None:
    ordered = sorted(durations)
    assert sorted(map(bucket, ordered)) == list(map(bucket, ordered))


def test_nobody_decided() -> None:
    assert quantile({}, 0.5) is None
