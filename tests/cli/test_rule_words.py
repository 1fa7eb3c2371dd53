"""Rules in words: a sentence for each value of each option, and what a rule set does otherwise."""

import random

import pytest

from fliptable.cli.rule_words import DECKS, WORDS, describe, meaning, setting
from fliptable.core.cards import DECKS as PRINTED
from fliptable.core.errors import BadOption
from fliptable.core.rules import OPTIONS, PRESETS, Option, parse_options, preset

from .games import any_rules
from .test_words import is_sentence


def test_the_table_has_every_option_and_deck() -> None:
    assert list(WORDS) == list(OPTIONS)
    assert set(DECKS) == set(PRINTED)
    assert all(map(is_sentence, DECKS.values()))


@pytest.mark.parametrize("option", OPTIONS.values(), ids=list(OPTIONS))
def test_every_value_has_a_sentence_of_its_own(option: Option) -> None:
    values = option.examples()
    sentences = [meaning(option.id, value) for value in values]
    assert all(map(is_sentence, sentences))
    assert len(set(sentences)) == len(values)
    assert not any("{" in sentence for sentence in sentences)
    # A sentence for a value that does not exist would never be read.
    assert all(value is None or option.accepts(value) for value in WORDS[option.id])


def test_only_differences_are_told_the_deck_first() -> None:
    assert describe(preset("flip")) == []
    assert describe(preset("quick")) == ["One round decides the match."]
    first, *others = describe(preset("classic-hu"))
    assert first == DECKS["classic"]
    assert len(others) == 3
    assert describe(preset("classic-hu"), preset("classic")) == others
    assert describe(preset("party").with_options({"hand_size": 5})) == [
        "Each seat is dealt 5 cards.",
        "A draw card may be answered with its like: the next seat draws for both.",
        "Who holds a card just like the one just played may jump in with it out of turn (wilds may not).",
        "Who plays a 7 swaps hands with another seat; a 0, where the deck has any, passes all hands on by one seat.",
    ]


def test_a_number_of_rounds_is_told_as_one_thing() -> None:
    assert describe(parse_options(preset("flip"), ["match=rounds"])) == ["The match has one round."]
    assert describe(parse_options(preset("flip"), ["match=rounds", "rounds=3"])) == ["The match has 3 rounds."]


def test_what_another_option_makes_idle_is_told_as_not_used() -> None:
    rules = preset("quick").with_options({"target": 300})
    assert describe(rules) == ["One round decides the match.", "Not used here: target=300."]
    classic = preset("classic").with_options({"flip_as_wild": True, "draw_color_cap": 10})
    assert describe(classic)[1:] == ["Not used here: draw_color_cap=10.", "Not used here: flip_as_wild=yes."]


def test_a_setting_can_be_set_again() -> None:
    chance = random.Random(1)
    for _ in range(50):
        rules = any_rules(chance)
        base = PRESETS["flip"] if rules.deck == "flip" else PRESETS["classic"]
        texts = [setting(option, value) for option, value in rules.differences(base).items()]
        assert parse_options(base, texts) == rules
    with pytest.raises(BadOption):
        parse_options(preset("flip"), ["jump_in=true"])
