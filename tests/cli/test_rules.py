"""`fliptable rules`, and how `--rules`, `--set`, `--rounds` and `--target` become rules."""

import pytest

from fliptable.cli.endings import Stop
from fliptable.cli.rule_words import describe
from fliptable.cli.rules import choose
from fliptable.core.errors import Reason
from fliptable.core.rules import CLASHES, OPTIONS, PRESET_SENTENCES, PRESETS, Rules

from .command import Command


def lines(text: str) -> str:
    """What was printed, however it was broken into lines."""
    return " ".join(text.split())


def test_all_presets_and_options_are_listed(command: Command) -> None:
    done = command("rules")
    assert done.code == 0
    assert max(map(len, done.out.splitlines())) <= 80
    found = lines(done.out)
    for name, sentence in PRESET_SENTENCES.items():
        assert f"{name} {sentence}" in found
    for option in OPTIONS.values():
        default = f"{option.id}={option.spell(option.default)} ({option.spelled()}; source: {option.source})"
        marks = (" (two-sided deck only)" if option.flip_only else "") + (" (secret)" if option.secret else "")
        assert f"{default} {option.sentence}{marks} " in found
    for clash in CLASHES:
        assert f"{clash.pair}: {clash.reason}." in found
    assert "--rounds N is short for match=rounds rounds=N" in found


def test_one_preset_says_only_what_differs(command: Command) -> None:
    for name, rules in PRESETS.items():
        done = command("rules", name)
        assert done.code == 0
        assert max(map(len, done.out.splitlines())) <= 80
        found = lines(done.out)
        assert found.startswith(f"{name}: {PRESET_SENTENCES[name]}")
        differs = rules.differences(PRESETS["flip"])
        for option in OPTIONS.values():
            assert (f"({option.id}=" in found) == (option.id in differs)
        for sentence in describe(rules):
            assert sentence in found
    assert command("rules", "flip").out.endswith("Nothing differs from flip: these are its rules.\n")
    assert command("rules", "classic").out.splitlines()[2].startswith("  Played with the classic deck")


def test_a_wrong_preset_is_told_with_the_nearest(command: Command) -> None:
    assert command("rules", "quikc").err.endswith("Did you mean quick?\n")
    assert command("rules", "quikc").code == 2


def test_json_holds_options_presets_reasons_and_what_is_refused(command: Command) -> None:
    found = command("rules", "--json").json
    assert [option["id"] for option in found["options"]] == list(OPTIONS)
    options = {option["id"]: option for option in found["options"]}
    assert options["stacking"] == {
        "id": "stacking",
        "values": ["off", "coloured", "same", "up", "any"],
        "default": "off",
        "text": OPTIONS["stacking"].sentence,
        "source": "58, H",
        "deck": None,
        "secret": False,
    }
    assert options["mercy"]["values"] == {"from": 15, "to": 40, "zero": True}
    assert options["hand_size"]["values"] == {"from": 3, "to": 10, "zero": False}
    assert set(options["jump_in"]["values"]) == {True, False}
    assert options["draw_color_cap"]["values"] == ["none", 10, 20]
    assert (options["backs"]["deck"], options["voluntary_draw"]["secret"]) == ("flip", True)
    assert set(found["presets"]) == set(PRESETS)
    assert found["presets"]["quick"]["differs"] == {"match": "single"}
    assert found["presets"]["quick"]["words"] == ["One round decides the match."]
    assert "target" in found["presets"]["quick"]["unused"]
    assert found["presets"]["classic"]["deck"] == "classic"
    assert found["presets"]["party"]["options"]["jump_in"] is True
    assert set(found["reasons"]) == {reason.value for reason in Reason}
    assert {clash["pair"] for clash in found["refused"]} > {clash.pair for clash in CLASHES}
    assert all(option["text"] and option["source"] for option in found["options"])
    assert list(command("rules", "party", "--json").json["presets"]) == ["party"]


def test_rules_are_chosen() -> None:
    assert choose(None, [], rounds=None, target=None) == PRESETS["flip"]
    assert choose("quick", ["hand_size=5"], rounds=None, target=None).hand_size == 5
    rounds = choose(None, [], rounds=3, target=None)
    assert (rounds.match, rounds.rounds) == ("rounds", 3)
    played = choose("party", ["jump_in=no", "multi_play=yes", "seven_zero=no"], rounds=None, target=None)
    assert (played.jump_in, played.multi_play, played.stacking) == (False, True, "same")
    assert choose(None, ["scoring=elimination", "match=points"], rounds=None, target=300).target == 300
    target = choose("quick", [], rounds=None, target=200)
    assert (target.match, target.target) == ("points", 200)
    assert isinstance(target, Rules)


@pytest.mark.parametrize(
    ("name", "settings", "rounds", "target", "says"),
    [
        ("flop", [], None, None, "Did you mean flip?"),
        (None, ["hand_size"], None, None, "write OPTION=VALUE"),
        (None, ["hand_size=2"], None, None, "hand_size takes 3 to 10"),
        (None, ["handsize=7"], None, None, "Did you mean hand_size?"),
        (None, ["stacking=sane"], None, None, "Did you mean same?"),
        (None, ["jump_in=maybe"], None, None, "jump_in takes yes or no"),
        (None, ["mercy=3"], None, None, "mercy takes 0, or 15 to 40"),
        (None, ["deck=classic"], None, None, "There is no option deck"),
        (None, [], 0, None, "rounds takes 1 to 99"),
        (None, [], None, 7, "target takes 100 to 1000"),
        (None, [], 1, 100, "--rounds and --target exclude each other"),
        (None, ["draw_rule=until_playable", "drawn_card=may_not"], None, None, "may not be played"),
        (None, ["stacking=any", "skip_deflect=yes"], None, None, "two answers to one pending draw"),
        ("party", ["multi_play=yes"], None, None, "cut in"),
        (None, ["multi_play=yes", "seven_zero=yes"], None, None, "several swaps"),
        (None, ["scoring=elimination", "match=single"], None, None, "elimination needs the limit"),
        (None, ["scoring=elimination"], 3, None, "--rounds is short for match=rounds"),
    ],
)
def test_rules_that_are_none(
    name: str | None, settings: list[str], rounds: int | None, target: int | None, says: str
) -> None:
    with pytest.raises(Stop) as stopped:
        choose(name, settings, rounds=rounds, target=target)
    assert stopped.value.code == 2
    assert says in stopped.value.sentence
