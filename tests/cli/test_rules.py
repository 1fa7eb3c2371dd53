"""`fliptable rules`, and how `--rules`, `--set`, `--rounds` and `--target` become rules."""

import pytest

from fliptable.cli.endings import Stop
from fliptable.cli.rules import choose
from fliptable.core.errors import Reason
from fliptable.core.rules import OPTIONS, PRESETS, Rules

from .command import Command


def test_all_presets_and_options_are_listed(command: Command) -> None:
    done = command("rules")
    assert done.code == 0
    for name in (*PRESETS, *OPTIONS):
        assert name in done.out
    assert max(map(len, done.out.splitlines())) <= 100


def test_one_preset(command: Command) -> None:
    done = command("rules", "quick")
    assert (done.code, "match=single" in done.out) == (0, True)
    assert command("rules", "quikc").err.endswith("Did you mean quick?\n")
    assert command("rules", "quikc").code == 2


def test_json_holds_options_presets_and_reasons(command: Command) -> None:
    found = command("rules", "--json").json
    assert [option["id"] for option in found["options"]] == list(OPTIONS)
    assert set(found["presets"]) == set(PRESETS)
    assert found["presets"]["quick"]["differs"] == {"match": "single"}
    assert set(found["reasons"]) == {reason.value for reason in Reason}
    assert all(option["text"] and option["source"] for option in found["options"])


def test_rules_are_chosen() -> None:
    assert choose(None, [], rounds=None, target=None) == PRESETS["flip"]
    assert choose("quick", ["hand_size=5"], rounds=None, target=None).hand_size == 5
    rounds = choose(None, [], rounds=3, target=None)
    assert (rounds.match, rounds.rounds) == ("rounds", 3)
    target = choose("quick", [], rounds=None, target=200)
    assert (target.match, target.target) == ("points", 200)
    assert isinstance(target, Rules)


@pytest.mark.parametrize(
    ("name", "settings", "rounds", "target"),
    [
        ("flop", [], None, None),
        (None, ["hand_size"], None, None),
        (None, ["hand_size=2"], None, None),
        (None, ["handsize=7"], None, None),
        (None, [], 0, None),
        (None, [], None, 7),
        (None, [], 1, 100),
    ],
)
def test_rules_that_are_none(name: str | None, settings: list[str], rounds: int | None, target: int | None) -> None:
    with pytest.raises(Stop) as stopped:
        choose(name, settings, rounds=rounds, target=target)
    assert stopped.value.code == 2
