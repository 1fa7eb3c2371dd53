"""What is said: a sentence for every reason, every event and every fault, in terms of the table."""

import ast
import random
import re
from pathlib import Path
from typing import get_args

import pytest

from fliptable.cli.event_words import Teller, name_cut
from fliptable.cli.reasons import REASONS
from fliptable.cli.refusal_words import refuse
from fliptable.cli.rule_words import name_rules
from fliptable.cli.troubles import (
    FAULTS,
    RECORD_FAULTS,
    REFUSALS,
    tell_audit,
    tell_fault,
    why_dropped,
    why_refused,
)
from fliptable.cli.words import count_cards, listed, name_face
from fliptable.core.cards import CLASSIC, FLIP, UNKNOWN
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
from fliptable.core.rules import parse_options, preset
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


def table_of(*options: str, base: str = "flip") -> Table:
    return Table(parse_options(preset(base), options), ["Ada", "Bo", "Chidi"])


def test_what_happens_by_other_rules_is_told() -> None:
    from fliptable.core import events as e

    table = table_of("seven_zero=yes", base="classic")
    assert Teller(table, 0).tell(e.Swapped(0, 1)) == "Your hand goes to Bo."
    assert Teller(table, 1).tell(e.Swapped(0, 1)) == "Ada's hand goes to you."
    assert Teller(table, 2).tell(e.FalselyCaught(0, 1, 2)) == "Ada catches Bo in vain: 2 cards to draw for Ada."
    assert Teller(table, 0).tell(e.FalselyCaught(0, 1, 1)) == "You catch Bo in vain: a card to draw for you."
    assert Teller(table, 2).tell(e.Caught(0, 1, 1)) == "Ada catches Bo, who did not call: a card to draw."


def test_who_goes_out_is_told_with_its_place_and_why() -> None:
    from fliptable.core import events as e

    table = table_of("play_to_last=yes", "mercy=25")
    table.places = (1, 0)
    assert Teller(table, 0).tell(e.WentOut(0, "finished")) == "You have no card left: place 2."
    assert Teller(table, 2).tell(e.WentOut(1, "finished")) == "Bo has no card left: place 1."
    assert Teller(table, 2).tell(e.WentOut(1, "eliminated")) == (
        "Bo is out of the round, with 25 cards or more; the hand lies open."
    )
    duel = table_of("scoring=elimination", "target=300")
    duel.scores = [310, 20, 40]
    assert Teller(duel, 0).tell(e.WentOut(0, "eliminated")) == "You are out of the match, with 300 points or more."
    over = e.RoundOver(1, 25, ((0, 20), (2, 5)), blocked=False, places=(1, 0, 2))
    assert Teller(table, 0).tell(over) == (
        "Bo wins the round: 25 points (your hand 20, Chidi 5). Places: 1 Bo, 2 Ada, 3 Chidi."
    )


@pytest.mark.parametrize(
    ("options", "winner", "blocked", "text"),
    [
        ([], 1, False, "Bo wins the round: 25 points (your hand 20, Chidi 5)."),
        (["scoring=low"], 1, False, "Bo wins the round; you score 20 and Chidi scores 5."),
        (["scoring=elimination"], 1, False, "Bo wins the round; you score 20 and Chidi scores 5."),
        (
            ["blocked_scoring=fewest_points"],
            1,
            True,
            "The round is blocked: it leads nowhere any more. Bo holds the fewest points and wins it: 25 points (your "
            "hand 20, Chidi 5).",
        ),
        (
            ["blocked_scoring=fewest_points", "scoring=low"],
            1,
            True,
            "The round is blocked: it leads nowhere any more. Bo holds the fewest points and wins it; you score 20 and "
            "Chidi scores 5.",
        ),
        ([], None, True, "The round is blocked: it leads nowhere any more. Nobody scores."),
        (
            ["blocked_scoring=fewest_points"],
            None,
            True,
            "The round is blocked: it leads nowhere any more. Nobody scores.",
        ),
        (["scoring=low"], None, True, "The round is blocked: it leads nowhere any more. Nobody scores."),
    ],
)
def test_the_end_of_a_round_is_told_by_its_scoring(
    options: list[str], winner: int | None, blocked: bool, text: str
) -> None:
    from fliptable.core import events as e

    by = ((0, 20), (2, 5)) if winner is not None else ()
    event = e.RoundOver(winner, 25 if by else 0, by, blocked)
    assert Teller(table_of(*options), 0).tell(event) == text


@pytest.mark.parametrize(
    ("test", "guilty", "text"),
    [
        ("colour", True, "Bo had a card of the colour in force: Bo must draw."),
        ("colour", False, "Bo had no card of the colour in force: Ada must draw."),
        ("colour_or_wild", True, "Bo had a card of the colour in force, or another wild: Bo must draw."),
        ("colour_or_wild", False, "Bo had no card of the colour in force, and no wild: Ada must draw."),
        ("any_playable", False, "Bo had no card that fitted: Ada must draw."),
    ],
)
def test_a_verdict_says_what_the_rules_asked(test: str, guilty: bool, text: str) -> None:
    from fliptable.core import events as e

    assert Teller(table_of(f"wild_draw_test={test}"), 2).tell(e.Verdict(0, 1, guilty)) == text


def test_you_win_a_blocked_round() -> None:
    from fliptable.core import events as e

    event = e.RoundOver(0, 12, ((1, 12),), blocked=True)
    assert Teller(table_of("blocked_scoring=fewest_points"), 0).tell(event) == (
        "The round is blocked: it leads nowhere any more. You hold the fewest points and win it: 12 points."
    )


def test_who_has_left_draws_nothing_for_a_bluff() -> None:
    from fliptable.core import events as e

    table = table_of()
    table.drop(1, "left")
    assert Teller(table, 2).tell(e.Verdict(0, 1, True)) == (
        "Bo had a card of the colour in force, but has left and draws nothing."
    )
    assert Teller(table, 1).tell(e.Verdict(0, 1, True)) == (
        "You had a card of the colour in force, but have left and draw nothing."
    )
    assert Teller(table, 2).tell(e.Verdict(0, 1, False)) == "Bo had no card of the colour in force: Ada must draw."
    table.out[1] = "eliminated"  # by these very cards
    assert Teller(table, 2).tell(e.Verdict(0, 1, True)) == "Bo had a card of the colour in force: Bo must draw."


def test_a_new_draw_pile_is_counted() -> None:
    from fliptable.core import events as e

    told = [Teller(table_of()).tell(e.Reshuffled(cards)) for cards in (1, 2)]
    assert told == ["The draw pile is made anew from 1 card.", "The draw pile is made anew from 2 cards."]


def test_a_first_card_that_does_nothing_is_told() -> None:
    from fliptable.core import events as e

    skip, flip, five = (FLIP.sheets[0].by_name[name] for name in ("rSK", "rFL", "r5"))
    ignored = Teller(table_of("opening_actions=ignore"))
    assert ignored.tell(e.TurnedUp(0, skip, False)) == (
        "The first card is red skip; it stays beneath, and the next one is turned up."
    )
    assert ignored.tell(e.TurnedUp(0, flip, False)) == "The first card is red flip."
    assert ignored.tell(e.TurnedUp(0, five, False)) == "The first card is red 5."
    assert Teller(table_of()).tell(e.TurnedUp(0, skip, False)) == "The first card is red skip."
    assert Teller(table_of()).tell(e.TurnedUp(0, flip, True)) == (
        "The first card is red flip; it goes back and another is turned up."
    )


def test_cards_of_others_are_not_told() -> None:
    from fliptable.core import events as e

    table = dealt()
    places = tuple(table.hands[0][:2])
    assert Teller(table, 1).tell(e.Drew(0, places, 0)) == "Ada draws 2 cards."
    face = name_face(FLIP.sheets[0], table.faces[0][places[0]])
    assert face in Teller(table, 0).tell(e.Drew(0, places, 0))
    assert Teller(table, 0).tell(e.Drew(0, (), 0)) == "You draw no card: none is left."


def test_every_face_has_its_words() -> None:
    for sheet in (*FLIP.sheets, *CLASSIC.sheets):
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
    assert name_rules(table_of("jump_in=yes", base="classic-hu").rules) == "classic-hu with jump_in=yes, to 500 points"
    assert name_rules(table_of("scoring=elimination").rules) == "flip with scoring=elimination, out at 500 points"


def test_troubles_have_their_words() -> None:
    for code in (*REFUSALS, "something-new"):
        assert is_sentence(why_refused(code))
    for code in (*FAULTS, "something-new"):
        assert tell_fault("Bo", code).startswith("Bo ")
        assert tell_fault("Bo", code).endswith(f"({code}).")
    for code in (*RECORD_FAULTS, "something-new"):
        assert is_sentence(tell_fault(None, code))
    assert tell_fault("Bo", "order") == "Letters do not stand in the order of the log: it is one of Bo (order)."
    for grade in ("clean", "partial", "refused", "faulty"):
        assert grade in tell_audit(1, grade, ("Bo",)).lower()
    for code in ("table-changed", "no-game", "something-new"):
        assert is_sentence(why_dropped(code))


LINKS = {"gallery.py", "link.py", "hello.py", "frames.py", "wire.py", "identity.py", "net"}
"""What judges a connection: its reasons are goodbyes, and nobody is named for them."""
LOST_MOVES = {"table-changed", "no-game"}
LOBBY = {"seat-list"}
"""Who is left out for it is told to have broken the protocol; see `Plain.left_out`."""
WATCHED = {"piece", "other-session"}
"""For the first a connection ends; of the second who watches reads that no seat wrote it, as it is."""
VERDICTS = {"PeerFault", "Malformed", "BadRecord", "Finding"}
CODE = re.compile("[a-z]+(-[a-z]+)*")


def reasons(source: str) -> set[str]:
    """Every code of several words anywhere but in a docstring, and of a single word in a verdict."""
    nodes = list(ast.walk(ast.parse(source)))
    told = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    calls = [n for n in nodes if isinstance(n, ast.Call) and isinstance(n.func, ast.Name) and n.func.id in VERDICTS]
    words = {id(argument) for call in calls for argument in call.args}
    texts = [n for n in nodes if isinstance(n, ast.Constant) and isinstance(n.value, str) and id(n) not in told]
    codes = [node for node in texts if CODE.fullmatch(str(node.value))]
    return {str(node.value) for node in codes if id(node) in words or "-" in str(node.value)}


def test_every_fault_that_a_peer_can_be_blamed_for_has_its_words() -> None:
    p2p = Path(__file__).parents[2] / "p2p"
    files = [file for file in p2p.rglob("*.py") if file.relative_to(p2p).parts[0] not in LINKS]
    found = {code for file in files for code in reasons(file.read_text("utf-8"))}
    assert {"bad-shuffle-proof", "false-statement", "equivocation", "cut-off", "nonce"} <= found
    illegal = {f"illegal-{reason.value}" for reason in Reason}
    assert found - set(FAULTS) - set(RECORD_FAULTS) - illegal - LOST_MOVES - LOBBY - WATCHED == set()
