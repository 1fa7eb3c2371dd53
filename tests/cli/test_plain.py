"""The front end of lines: what it says of the rules, and how it counts."""

import pytest

from fliptable.cli.front import Opened
from fliptable.cli.plain import Plain
from fliptable.cli.tables import differences, line
from fliptable.core.rules import Rules, parse_options, preset
from fliptable.p2p.net.address import Address
from fliptable.p2p.net.finder import FoundTable
from fliptable.p2p.notices import Began, Ended, Result

SESSION = bytes(32)


def began(plain: Plain, rules: Rules) -> None:
    plain.began(Began(SESSION, ("a", "b", "c", "d"), ("Ada", "Bo"), 0, 1, ()), rules, [])


def test_the_rules_of_a_table_are_told_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    plain = Plain()
    plain.opened(Opened("Kitchen", (), None))
    plain.agreed(parse_options(preset("party"), ["mercy=25", "match=single"]))
    assert capsys.readouterr().out.splitlines()[1:] == [
        "Rules: party with mercy=25, one round. What differs from flip:",
        "    A draw card may be answered with its like: the next seat draws for both.",
        "    Who holds a card just like the one just played may jump in with it out of",
        "      turn (wilds may not).",
        "    Who plays a 7 swaps hands with another seat; a 0, where the deck has any,",
        "      passes all hands on by one seat.",
        "    Who has 25 cards is out of the round.",
        "    One round decides the match.",
    ]
    plain.agreed(preset("flip"))
    assert capsys.readouterr().out == "Rules: flip, to 500 points.\n"


def test_the_rules_are_told_once_unless_they_change(capsys: pytest.CaptureFixture[str]) -> None:
    plain = Plain()
    plain.agreed(preset("flip"))
    began(plain, preset("flip"))
    assert capsys.readouterr().out.count("Rules: ") == 1
    began(plain, preset("quick"))
    began(Plain(), preset("flip"))  # one that nobody has told them before
    assert capsys.readouterr().out.count("Rules: ") == 2


def test_who_plays_is_told_how_long_a_turn_takes(capsys: pytest.CaptureFixture[str]) -> None:
    rules = parse_options(preset("flip"), ["turn_seconds=30", "first_dealer=random"])
    began(Plain(), rules)
    told = capsys.readouterr().out
    assert "You have 30 s a turn." in told
    assert "Bo deals first, as the lot fell." in told
    began(Plain(asks=False), rules)
    began(Plain(), preset("flip"))
    assert "s a turn" not in capsys.readouterr().out


@pytest.mark.parametrize(("scoring", "first"), [("winner", "Bo 77, Ada 12"), ("low", "Ada 12, Bo 77")])
def test_final_points_begin_with_the_best(capsys: pytest.CaptureFixture[str], scoring: str, first: str) -> None:
    plain = Plain()
    began(plain, parse_options(preset("quick"), [f"scoring={scoring}"]))
    scores = {"Ada": 12, "Bo": 77}
    result = Result(SESSION, ("Ada", "Bo"), 1, scores, ("Ada",), 9, SESSION, SESSION, "clean")
    plain.ended(Ended("finished", "The match is over.", result), 1.0, [])
    assert f"Final points: {first}." in capsys.readouterr().out


def found(rules: Rules) -> FoundTable:
    address = Address("127.0.0.1", 27112)
    return FoundTable("Kitchen", "00" * 16, (address,), 1, 4, "lobby", rules.digest().hex())


def test_a_table_in_the_list_says_what_it_plays() -> None:
    assert "rules party" in line(found(preset("party")))
    assert len(differences(found(preset("party")))) > 3
    assert max(map(len, differences(found(preset("classic-hu"))))) < 80
    assert differences(found(preset("flip"))) == []
    own = found(preset("flip").with_options({"target": 200}))
    assert ("rules of its own" in line(own), differences(own)) == (True, [])
