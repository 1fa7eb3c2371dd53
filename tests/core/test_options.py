"""The options of the rules: the table as it was fixed, what each value changes, and what is refused together.

The tables below are written from the page that fixed ids, values and defaults, never from the program. What a value
changes stands in `tests/rules/options.toml`.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping

import pytest

from fliptable.core.cards import DECKS
from fliptable.core.errors import BadOption
from fliptable.core.rules import CLASHES, OPTIONS, PRESETS, Numbers, Option, Rules, Value, parse_options

from .cases import SEEDS, OptionCase, load_options, play
from .test_cases import holds

FIXED = """
first_dealer         draw random                            draw
hand_size            3 to 10                                7
opening_actions      apply ignore                           apply
opening_reverse      dealer right_of_dealer                 dealer
opening_wild         left left_names dealer redraw          left
opening_flip         execute redraw                         execute      flip
draw_rule            one until_playable                     one
voluntary_draw       yes no                                 yes          secret
drawn_card           may must may_not                       may          secret
two_player_reverse   skip none                              skip
wild_draw_test       colour colour_or_wild any_playable     colour
wild_draw_mode       bluff enforce free                     bluff        secret
challenge_reveal     challenger all                         challenger
draw_color_guilty    until_color two                        until_color  flip
draw_color_cap       none 10 20                             none         flip
draw_color_wild_stops yes no                                no           flip
flip_mode            whole_pile card_only                   whole_pile   flip
flip_exposed_action  yes no                                 no           flip
flip_wild_chooser    flipper next                           flipper      flip
flip_last_card       execute ignore                         execute      flip
flip_as_wild         yes no                                 no           flip
progressive_flip     yes no                                 no           flip
backs                visible hidden                         visible      flip
call_mode            catch auto off                         catch
call_penalty         1 2 4                                  2
false_catch_penalty  0 1 2                                  0
catch_grace_ms       0 to 3000                              750
stacking             off coloured same up any               off
reverse_deflect      yes no                                 no
skip_deflect         yes no                                 no
penalty_then_play    yes no                                 no
jump_in              yes no                                 no
seven_zero           yes no                                 no           secret
swap_call            yes no                                 no
multi_play           yes no                                 no
no_wild_on_wild      yes no                                 no
no_wild_finish       yes no                                 no
no_action_finish     yes no                                 no
mercy                0, or 15 to 40                         0
play_to_last         yes no                                 no
scoring              winner low elimination                 winner
match                points single rounds                   points
target               100 to 1000                            500
rounds               1 to 99                                1
tie                  shared round                           shared
duel                 carried zero                           carried
blocked_scoring      none fewest_points                     none
next_starter         left winner                            left
dark_double_score    yes no                                 no           flip
turn_seconds         0, or 5 to 300                         0
"""
"""Id, values, default, and whether only the deck with two faces reads it (flip) or it reads a hidden face (secret)."""

PRESETS_FIXED: Mapping[str, tuple[str, str]] = {
    "flip": ("flip", ""),
    "flip-2024": (
        "flip",
        "opening_actions=ignore opening_flip=redraw wild_draw_test=colour_or_wild match=single",
    ),
    "flip-dk": ("flip", "opening_wild=dealer wild_draw_test=any_playable draw_color_guilty=two"),
    "quick": ("flip", "match=single"),
    "classic": ("classic", ""),
    "classic-hu": ("classic", "stacking=coloured opening_reverse=right_of_dealer opening_wild=left_names"),
    "party": ("flip", "stacking=same jump_in=yes seven_zero=yes"),
}
"""The deck of each preset, and where it differs from preset flip."""

REFUSED: tuple[tuple[str, str], ...] = (
    ("draw_rule=until_playable", "drawn_card=may_not"),
    *((f"stacking={value}", "reverse_deflect=yes") for value in ("coloured", "same", "up", "any")),
    *((f"stacking={value}", "skip_deflect=yes") for value in ("coloured", "same", "up", "any")),
    ("multi_play=yes", "jump_in=yes"),
    ("multi_play=yes", "seven_zero=yes"),
    ("scoring=elimination", "match=single"),
    ("scoring=elimination", "match=rounds"),
)
"""What is refused together, and nothing else is."""

BY_PROGRAMS = {
    "catch_grace_ms": "cli/test_seat.py::test_a_catch_keeps_the_grace_time_of_the_rules",
    "turn_seconds": "p2p/test_turn_seconds.py::test_a_program_moves_for_its_seat_as_soon_as_the_time_is_up",
}
"""Options that no rule reads: they say when a program at a table moves. The test that holds each, below `tests`."""

ENTRIES = load_options()


def table() -> list[tuple[str, list[str], str, set[str]]]:
    """Id, values as they are spelled, default and marks of each option, from the text above."""
    found: list[tuple[str, list[str], str, set[str]]] = []
    for line in FIXED.strip().splitlines():
        words = list[str](line.split())
        marks = {word for word in words[-1:] if word in {"flip", "secret"}}
        words = words[: len(words) - len(marks)]
        found.append((words[0], words[1:-1], words[-1], marks))
    return found


def spelled(option: Option) -> list[str]:
    if isinstance(option.values, Numbers):
        return option.spelled().split()
    return [option.spell(value) for value in option.values]


def test_the_table_is_the_one_that_was_fixed() -> None:
    printed = [
        (
            option.id,
            spelled(option),
            option.spell(option.default),
            {mark for mark, set_ in (("flip", option.flip_only), ("secret", option.secret)) if set_},
        )
        for option in OPTIONS.values()
    ]
    for name, values, default, marks in printed:
        print(f"{name:21} {' '.join(values):36} {default:12} {' '.join(sorted(marks))}")
    assert printed == table()


@pytest.mark.parametrize("option", OPTIONS.values(), ids=list(OPTIONS))
def test_an_option_says_what_it_is_and_takes_its_values_alone(option: Option) -> None:
    assert option.sentence.endswith(".")
    assert option.source
    assert option.accepts(option.default)
    for value in option.examples():
        assert option.accepts(value)
        assert option.parse(option.spell(value)) == value
        assert type(option.parse(option.spell(value))) is type(value)
    wrong: tuple[object, ...] = (None, -1, 100_100, 2.0, "", "true", "maybe", [option.default], (option.default,))
    assert not any(map(option.accepts, wrong))
    assert option.accepts(1) == (1 in _numbers(option))
    for text in ("", " ", "true", "True", "-1", "1.0", "01x", "maybe"):
        with pytest.raises(BadOption):
            option.parse(text)


def _numbers(option: Option) -> set[int]:
    """The whole numbers among the values; True is none of them."""
    if isinstance(option.values, Numbers):
        return {number for number in range(option.values.last + 1) if number in option.values}
    return {value for value in option.values if type(value) is int}


def test_the_presets_are_the_ones_that_were_fixed() -> None:
    assert list(PRESETS) == list(PRESETS_FIXED)
    for name, (deck, differences) in PRESETS_FIXED.items():
        rules = PRESETS[name]
        print(name, rules.deck, rules.differences(PRESETS["flip"]))
        assert rules == parse_options(Rules(deck=deck), differences.split())
        assert rules.deck == deck


# Two positions that differ in the value alone.


def test_every_option_and_every_value_has_its_position() -> None:
    shown: dict[str, set[tuple[type, Value]]] = {}
    for entry in ENTRIES:
        assert len(entry.cases) > 1
        shown.setdefault(entry.option, set()).update((type(value), value) for value in entry.cases)
    assert set(shown) | set(BY_PROGRAMS) == set(OPTIONS)
    assert not set(shown) & set(BY_PROGRAMS)
    assert all(map(holds, BY_PROGRAMS.values()))
    for name, values in shown.items():
        known = OPTIONS[name].values
        if isinstance(known, tuple):
            missing = {(type(value), value) for value in known} - values
            assert not missing, f"no position for {name}={missing}"
    print(f"{len(ENTRIES)} positions show {sum(map(len, shown.values()))} values of {len(shown)} options")


@pytest.mark.parametrize("entry", ENTRIES, ids=[entry.option for entry in ENTRIES])
def test_positions_that_differ_in_one_value_end_differently(entry: OptionCase) -> None:
    for seed in SEEDS:
        ends = {value: play(case, seed) for value, case in entry.cases.items()}
        for one, other in itertools.combinations(ends, 2):
            assert ends[one] != ends[other], f"{entry.option}={one} and {other} end alike"


# What is refused together.


def settings() -> list[tuple[str, Value]]:
    """Every option with every value to be drawn in tests."""
    return [(option.id, value) for option in OPTIONS.values() for value in option.examples()]


def test_pairs_are_refused_as_the_page_says_and_no_others() -> None:
    refused: set[frozenset[str]] = set()
    for (one, first), (other, second) in itertools.combinations(settings(), 2):
        if one == other:
            continue
        pair = frozenset({f"{one}={OPTIONS[one].spell(first)}", f"{other}={OPTIONS[other].spell(second)}"})
        try:
            rules = Rules().with_options({one: first, other: second})
        except BadOption:
            refused.add(pair)
        else:
            assert rules.to_dict() == {**Rules().to_dict(), one: first, other: second}
    assert refused == set(map(frozenset, REFUSED))


@pytest.mark.parametrize(("one", "other"), REFUSED)
def test_a_refused_pair_says_why_however_it_comes_about(one: str, other: str) -> None:
    reasons = {clash.reason for clash in CLASHES}
    for texts in ((one, other), (other, one)):
        with pytest.raises(BadOption) as caught:
            parse_options(Rules(), texts)
        assert any(reason in str(caught.value) for reason in reasons)
        # One after the other: the second is refused, whichever it is.
        rules = parse_options(Rules(), texts[:1])
        with pytest.raises(BadOption):
            parse_options(rules, texts[1:])


@pytest.mark.parametrize(
    ("preset", "text"),
    [
        ("party", "multi_play=yes"),
        ("party", "reverse_deflect=yes"),
        ("classic-hu", "skip_deflect=yes"),
        ("quick", "scoring=elimination"),
        ("flip-2024", "scoring=elimination"),
    ],
)
def test_what_a_preset_sets_counts_for_a_pair(preset: str, text: str) -> None:
    with pytest.raises(BadOption):
        parse_options(PRESETS[preset], [text])


def test_the_last_setting_of_an_option_counts() -> None:
    rules = parse_options(PRESETS["party"], ["stacking=any", "stacking=off", "reverse_deflect=yes"])
    assert (rules.stacking, rules.reverse_deflect) == ("off", True)


def test_two_to_ten_seats_as_far_as_the_cards_go() -> None:
    for deck, hand_size, seats in itertools.product(DECKS.values(), range(3, 11), range(13)):
        rules = Rules(deck=deck.name, hand_size=hand_size)
        if 2 <= seats <= 10 and seats * hand_size + 1 <= deck.size:
            rules.check_seats(seats)
        else:
            with pytest.raises(BadOption):
                rules.check_seats(seats)


# What another option or the deck makes idle keeps its value.


def test_the_classic_deck_reads_no_option_of_the_flip() -> None:
    for name, _, _, marks in table():
        assert (name in PRESETS["classic"].unused()) >= ("flip" in marks)
        if "flip" in marks:
            assert name not in PRESETS["flip"].unused()
            other = next(value for value in OPTIONS[name].examples() if value != OPTIONS[name].default)
            rules = PRESETS["classic"].with_options({name: other})
            assert rules.to_dict()[name] == other


@pytest.mark.parametrize(
    ("texts", "idle"),
    [
        (["match=single"], {"target", "rounds", "tie", "next_starter"}),
        (["match=rounds"], {"target"}),
        (["match=points"], {"rounds"}),
        (["call_mode=auto"], {"call_penalty", "false_catch_penalty", "catch_grace_ms"}),
        (["call_mode=off", "seven_zero=yes"], {"call_penalty", "false_catch_penalty", "catch_grace_ms", "swap_call"}),
        (["wild_draw_mode=free"], {"wild_draw_test", "challenge_reveal", "draw_color_guilty"}),
        (["wild_draw_mode=enforce"], {"challenge_reveal", "draw_color_guilty"}),
        (["scoring=winner"], {"duel"}),
        (["seven_zero=no"], {"swap_call"}),
    ],
)
def test_what_another_option_makes_idle_is_known(texts: list[str], idle: set[str]) -> None:
    assert idle <= parse_options(PRESETS["flip"], texts).unused()


def test_rules_survive_the_way_through_json() -> None:
    for name, value in settings():
        rules = Rules().with_options({name: value})
        assert Rules.from_dict(rules.to_dict()) == rules
        assert (rules.digest() == Rules().digest()) == (rules == Rules())
