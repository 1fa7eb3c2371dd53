"""Every value of every option plays whole rounds between peers, among others drawn at random.

The tests are made from the table of options itself, so a value that is added is played or the tests fail. That takes
long: it is for `-m slow`; presets, and options drawn at random, are played each time.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import cast

import pytest

from fliptable.core.errors import BadOption
from fliptable.core.rules import OPTIONS, PRESETS, Rules, Value
from fliptable.p2p import letter as letters
from fliptable.p2p import wire
from fliptable.p2p.charter import agreed, options_of, rules_of
from fliptable.p2p.errors import PeerFault
from fliptable.p2p.identity import Identity
from fliptable.p2p.messages import SEATS_MAX, Member, Options, Seats
from fliptable.p2p.notices import Settled
from fliptable.p2p.verify import verify

from .forger import referee_of
from .switchboard import Switchboard


@dataclass(frozen=True)
class Case:
    """One value of one option."""

    option: str
    value: Value


CASES = [Case(option.id, value) for option in OPTIONS.values() for value in option.examples()]
SEATS = (2, 3, 2, 4, 2, 2, 5)


def play(rules: Rules, seats: int, seed: int, rounds: int = 1, limit: float = 600.0) -> Switchboard:
    """Play until every peer has audited so many rounds, or to the end of the match."""
    board = Switchboard(seats, seed, rules)
    board.run(lambda: all(peer.ended or len(peer.audits) >= rounds for peer in board.peers), limit)
    return board


def agree(board: Switchboard, rounds: int = 1) -> None:
    """All peers hold one log as far as they are, all rounds were clean, and the records verify."""
    heads = [{n.slot: n.head for n in peer.notices if isinstance(n, Settled)} for peer in board.peers]
    common = min(len(row) for row in heads)
    assert len({tuple(sorted(row.items())[:common]) for row in heads}) == 1
    for peer in board.peers:
        assert not peer.faults
        assert set(peer.audits) == {"clean"}
        assert peer.ended is None or peer.ended.outcome == "finished"
        assert peer.ended is not None or len(peer.audits) >= rounds
    records = sorted((bytes(peer.record) for peer in board.peers), key=len)
    assert all(longer.startswith(shorter) for shorter, longer in pairwise(records))
    verdict = verify(records[-1])
    assert verdict.ok, verdict.faults
    assert verdict.rounds >= rounds or verdict.complete
    ends = [peer.ended.result for peer in board.peers if peer.ended]
    if len(ends) == len(board.peers):
        assert verdict.complete
        assert all(end == verdict.result for end in ends)


def mixtures() -> list[Rules]:
    """Draw rule sets until every value stands in one of them that reads it; nothing refused comes together."""
    dice = random.Random(1)
    missing = {(case.option, spelled(case)): case.value for case in CASES}
    found: list[Rules] = []
    while missing:
        wanted: dict[str, Value] = {}
        for option in OPTIONS.values():
            left = [value for (key, _), value in missing.items() if key == option.id]
            wanted[option.id] = dice.choice(left if left and dice.random() < 0.7 else option.examples())
        try:
            rules = Rules().with_options(wanted)
        except BadOption:
            continue
        drawn = {key for key in missing if key[0] not in rules.unused() and key[1] == spell(rules, key[0])}
        if drawn:
            found.append(rules)
            missing = {key: value for key, value in missing.items() if key not in drawn}
    return found


def spelled(case: Case) -> str:
    return OPTIONS[case.option].spell(case.value)


def spell(rules: Rules, option: str) -> str:
    return OPTIONS[option].spell(rules.to_dict()[option])


MIXTURES = mixtures()


@cache
def mixed(number: int) -> None:
    """Play a mixture, two rounds of it where two play and the match goes on, and see that all agree."""
    rules, seats = MIXTURES[number], SEATS[number % len(SEATS)]
    rounds = 1 if rules.match == "single" or seats > 2 else 2
    agree(play(rules, seats, number, rounds), rounds)


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.option}={spelled(case)}")
def test_a_value_plays_whole_rounds_among_others(case: Case) -> None:
    """Many values are tried in one game, so that all of them are tried in little time."""
    number = next(
        number
        for number, rules in enumerate(MIXTURES)
        if case.option not in rules.unused() and spell(rules, case.option) == spelled(case)
    )
    mixed(number)


@pytest.mark.parametrize("name", ["flip", "classic", "quick"])  # all of them play a match, see below
def test_a_preset_plays_rounds_between_peers(name: str) -> None:
    rules = PRESETS[name].with_options({"hand_size": 4})
    board = play(rules, 2 + len(name) % 3, 5)
    agree(board)


def drawn_rules(dice: random.Random) -> Rules:
    """Draw every option at random, until nothing that is refused comes together."""
    while True:
        wanted = {option.id: dice.choice(option.examples()) for option in OPTIONS.values()}
        wanted |= {"hand_size": dice.randrange(3, 6), "rounds": 2}
        deck = "classic" if dice.random() < 0.3 else "flip"
        try:
            return Rules(deck=deck).with_options(wanted)
        except BadOption:
            continue


@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.slow)])
def test_options_drawn_at_random_play_rounds_between_peers(seed: int) -> None:
    dice = random.Random(seed)
    board = play(drawn_rules(dice), dice.choice((2, 2, 3, 3, 4)), seed)
    agree(board)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 105))
def test_more_options_drawn_at_random(seed: int) -> None:
    dice = random.Random(seed)
    agree(play(drawn_rules(dice), dice.randrange(2, 6), seed, limit=3000))


@pytest.mark.slow
@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_plays_a_whole_match_between_peers(name: str) -> None:
    board = Switchboard(3, 9, PRESETS[name].with_options({"target": 100}), loss=0.02)
    board.run(limit=6000)
    assert all(peer.ended is not None and peer.ended.outcome == "finished" for peer in board.peers)
    agree(board)


@pytest.mark.parametrize(
    ("option", "false"), [("jump_in", 1), ("hand_size", True), ("draw_color_cap", "10"), ("mercy", 0.0)]
)
def test_a_value_has_one_spelling_on_the_wire(option: str, false: object) -> None:
    """1 is equal to yes and "10" looks like 10: who signs a charter signs bytes."""
    rules = Rules().with_options({"jump_in": True, "hand_size": 3, "draw_color_cap": 10})
    spelled = options_of(rules)
    assert rules_of(spelled) == rules
    assert wire.decode(wire.encode(seat_list(spelled)), Seats).rules == spelled
    other = tuple((key, false if key == option else value) for key, value in spelled)
    with pytest.raises(PeerFault, match="rules"):
        rules_of(cast("Options", other))


def seat_list(rules: Options) -> Seats:
    return Seats(bytes(16), 1, False, SEATS_MAX, "Kitchen", rules, (Member(bytes(32), "Ada", ()),))


@pytest.mark.parametrize(
    "values", [{"stacking": "same", "reverse_deflect": True}, {"multi_play": True, "jump_in": True}]
)
def test_what_is_refused_together_is_no_charter(values: dict[str, Value]) -> None:
    spelled = tuple((key, values.get(key, value)) for key, value in options_of(Rules()))
    with pytest.raises(PeerFault, match="rules"):
        rules_of(spelled)


def test_what_two_agree_to_names_every_value() -> None:
    rules = {Rules().with_options({case.option: case.value}) for case in CASES}
    assert len(rules) > len(OPTIONS)
    assert len({agreed(seat_list(options_of(each))) for each in rules}) == len(rules)


def test_a_full_list_with_all_rules_fits_into_one_frame() -> None:
    rules = options_of(
        Rules(wild_draw_test="colour_or_wild", opening_reverse="right_of_dealer", draw_rule="until_playable")
    )
    members = tuple(Member(bytes(32), "N" * 20, ("h" * 64,) * 6) for _ in range(SEATS_MAX))
    letter = letters.write(Identity(bytes(32)), Seats(bytes(16), 2**31, True, SEATS_MAX, "T" * 64, rules, members))
    assert len(letter.data) <= 8 * 1024


def test_chance_alone_may_say_who_deals() -> None:
    board = Switchboard(3, 1, Rules().with_options({"first_dealer": "random"}))
    board.run(lambda: all(peer.session.referee for peer in board.peers))
    assert len({referee_of(peer).dealer for peer in board.peers}) == 1
    assert not any(referee_of(peer).draws for peer in board.peers)
