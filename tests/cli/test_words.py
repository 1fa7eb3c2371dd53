"""What is said: a sentence for every reason, every event and every fault, in terms of the table."""

import random
from typing import get_args

import pytest

from fliptable.cli.troubles import (
    FAULTS,
    RECORD_FAULTS,
    REFUSALS,
    tell_audit,
    tell_fault,
    why_dropped,
    why_refused,
)
from fliptable.cli.words import REASONS, Teller, count_cards, listed, name_cut, name_face, name_rules, refuse
from fliptable.core.cards import FLIP, UNKNOWN
from fliptable.core.dealer import TrustedDealer
from fliptable.core.errors import Reason
from fliptable.core.events import Event
from fliptable.core.moves import (
    Accept,
    Call,
    Catch,
    Challenge,
    Draw,
    Jump,
    Keep,
    Leave,
    Move,
    Name,
    Pass,
    Play,
    Swap,
)
from fliptable.core.play import start
from fliptable.core.rules import preset
from fliptable.core.table import Table

from .games import any_rules, random_game

MOVES: tuple[Move, ...] = (
    *(Draw(), Keep(), Pass(), Name(0), Challenge(), Accept(), Call()),
    *(Catch(2), Swap(1), Leave(), Play(())),
)


def is_sentence(text: str) -> bool:
    """Begins like one, ends like one, holds no hole and no code name."""
    begins = text[0].isupper() or not text[0].isalpha()
    return begins and text[-1] in ".!?" and "None" not in text and "_" not in text


def dealt() -> Table:
    table = TrustedDealer(random.Random(3)).new_table(preset("flip"), ["Ada", "Bo", "Chidi"], 0)
    start(table)
    return table


@pytest.mark.parametrize("reason", list(Reason))
def test_every_reason_has_its_sentence(reason: Reason) -> None:
    table = dealt()
    place = table.hands[1][0]
    for seat in (None, 0, 1):
        for move in (None, Play((place,)), Draw(), Catch(2), Name(0), Call()):
            for me in (None, seat):
                text = refuse(table, seat, move, reason, me)
                assert is_sentence(text), text
    assert is_sentence(REASONS[reason])
    assert why_dropped(reason.value) == REASONS[reason]
    assert "refuse" in tell_fault("Bo", f"illegal-{reason.value}")


def test_every_kind_of_event_is_told_to_everybody() -> None:
    told: dict[str, str] = {}
    chance = random.Random(7)
    for seed in range(120):
        rules = preset("quick") if seed % 3 == 0 else any_rules(chance)
        for table, events in random_game(chance, 2 + seed % 4, rules=rules):
            for event in events:
                for me in (None, 0, 1):
                    text = Teller(table, me).tell(event)
                    assert is_sentence(text), text
                    told[event.type] = text
    rare = {"left", "passed"}
    assert set(told) >= {event.type for event in get_args(Event)} - rare, told


@pytest.mark.parametrize("seed", range(12))
def test_no_refusal_is_without_a_sentence_wherever_the_table_stands(seed: int) -> None:
    """Every code with every move, in whatever phase under whatever rules, is one sentence."""
    chance = random.Random(seed)
    tables = [table for table, _ in random_game(chance, 3, 60, any_rules(chance))]
    for table in [*chance.sample(tables, min(8, len(tables))), Table(preset("flip"), ["Ada", "Bo", "Chidi"])]:
        places = chance.sample(range(len(table.faces[0])), 2)
        moves = [Play((places[0],)), Play(tuple(places), call=True), Jump(places[0]), *MOVES, None]
        for reason in Reason:
            for move in moves:
                for seat in (None, *range(3)):
                    for me in (None, 0):
                        text = refuse(table, seat, move, reason, me)
                        assert is_sentence(text), (reason, move, text)


def test_the_cut_is_told_with_every_turn_of_drawing() -> None:
    r9, b_skip, g9 = (FLIP.sheets[0].by_name[name] for name in ("r9", "bSK", "g9"))
    draws = [[(0, r9), (1, b_skip), (2, g9)], [(0, b_skip), (2, r9)]]
    assert name_cut(preset("flip"), ["Ada", "Bo", "Chidi"], draws, 2) == (
        "Drawn for the deal: Ada red 9, Bo blue skip and Chidi green 9; then Ada blue skip and Chidi red 9. "
        "Chidi deals first."
    )


def test_the_reader_is_called_you() -> None:
    table = dealt()
    from fliptable.core import events as e

    assert Teller(table, 1).tell(e.Caught(0, 1, 2)) == "Ada catches you, who did not call: 2 cards to draw."
    assert Teller(table, 0).tell(e.Caught(0, 1, 2)) == "You catch Bo, who did not call: 2 cards to draw."
    assert Teller(table, 2).tell(e.Passed(0)) == "Ada passes: nothing fits, and there is nothing to draw."
    assert Teller(table, 0).tell(e.MatchOver((0,), (5, 0, 0))) == "You win the match."
    assert Teller(table, 0).tell(e.MatchOver((0, 1), (5, 5, 0))) == "You and Bo win the match."
    assert Teller(table, 2).tell(e.MatchOver((0,), (5, 0, 0))) == "Ada wins the match."
    assert Teller(table, 2).tell(e.Left(0)) == "Ada leaves the match; the hand lies open."
    table.seats = ("ada", "Bo", "Chidi")
    assert Teller(table, 2).tell(e.MatchOver((0,), (5, 0, 0))) == "ada wins the match."


def test_cards_of_others_are_not_told() -> None:
    from fliptable.core import events as e

    table = dealt()
    places = tuple(table.hands[0][:2])
    assert Teller(table, 1).tell(e.Drew(0, places, 0)) == "Ada draws 2 cards."
    face = name_face(FLIP.sheets[0], table.faces[0][places[0]])
    assert face in Teller(table, 0).tell(e.Drew(0, places, 0))
    assert Teller(table, 0).tell(e.Drew(0, (), 0)) == "You draw no card: none is left."


def test_every_face_has_its_words() -> None:
    for sheet in FLIP.sheets:
        words = [name_face(sheet, face) for face in range(54)]
        assert len(set(words)) == 54
        assert all(word[0].isalpha() for word in words)
    assert name_face(FLIP.sheets[0], UNKNOWN) == "unknown"


def test_small_words() -> None:
    assert [count_cards(number) for number in (0, 1, 2)] == ["no card", "a card", "2 cards"]
    assert (listed([]), listed(["a"]), listed(["a", "b"]), listed(["a", "b", "c"], "or")) == (
        "",
        "a",
        "a and b",
        "a, b or c",
    )
    assert name_rules(preset("quick")) == "quick, one round"
    assert name_rules(preset("flip").with_options({"target": 200})) == "flip, to 200 points"
    rounds = preset("flip").with_options({"match": "rounds", "rounds": 2, "hand_size": 5})
    assert name_rules(rounds) == "flip with hand_size=5, 2 rounds"


def test_troubles_have_their_words() -> None:
    for code in (*REFUSALS, "something-new"):
        assert is_sentence(why_refused(code))
    for code in (*FAULTS, "something-new"):
        assert tell_fault("Bo", code).startswith("Bo ")
        assert tell_fault("Bo", code).endswith(f"({code}).")
    for code in (*RECORD_FAULTS, "something-new"):
        assert is_sentence(tell_fault(None, code))
    for grade in ("clean", "partial", "refused", "faulty"):
        assert grade in tell_audit(1, grade, ("Bo",)).lower()
    for code in ("table-changed", "no-game", "something-new"):
        assert is_sentence(why_dropped(code))
