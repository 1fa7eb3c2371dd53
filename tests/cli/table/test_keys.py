"""The list of keys: what is chosen holds, everything stays reachable, and one key never means two things."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fliptable.cli.endings import Stop
from fliptable.cli.table.keys import ACTIONS, FIXED, KeyMap

NAMES = [action.name for action in ACTIONS]
KEYS = st.sampled_from([*"abcdefghijklmnopqrstuvwxyzøü?!.-", "f1", "f5", "ctrl+l", "tab", "enter", "escape", "left"])


@given(st.dictionaries(st.sampled_from(NAMES), st.lists(KEYS, min_size=1, max_size=3).map(" ".join)))
def test_a_key_means_one_thing_or_is_refused(chosen: dict[str, str]) -> None:
    meant = [key for action in ACTIONS for key in (chosen.get(action.name, "").split() or action.keys)]
    if len(set(meant)) < len(meant):
        with pytest.raises(Stop, match="cannot mean both"):
            KeyMap(chosen)
        return
    keys = KeyMap(chosen)
    for action in ACTIONS:
        for key in chosen.get(action.name, "").split() or action.keys:
            assert keys.action(key, key if len(key) == 1 else None) == action.name
    told = "\n".join(keys.help())
    for name, key, _ in keys.footer(*NAMES):
        assert key
        assert keys.shown(name) in told


def test_the_defaults_do_not_clash_and_leave_digits_alone() -> None:
    keys = KeyMap()
    assert all(keys.action(key, key) is None for key in FIXED)


@pytest.mark.parametrize(
    ("chosen", "says"),
    [
        ({"dance": "d"}, "There is no action dance"),
        ({"draw": "x"}, "The key x cannot mean both draw and challenge"),
        ({"draw": "7"}, "The key 7 is taken for good"),
        ({"draw": "ctrl+c"}, "The key ctrl[+]c is taken for good"),
    ],
)
def test_what_cannot_be_is_said_in_a_sentence(chosen: dict[str, str], says: str) -> None:
    with pytest.raises(Stop, match=says):
        KeyMap(chosen)


def test_a_character_is_found_however_the_terminal_names_its_key() -> None:
    keys = KeyMap({"draw": "ø"})
    assert keys.action("latin_small_letter_o_with_stroke", "ø") == "draw"
    assert keys.action("question_mark", "?") == "help"
    assert keys.action("d", "d") is None
