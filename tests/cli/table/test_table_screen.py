"""The table on the screen, by keys and by mouse: every question, every move, and what is said about what cannot be."""

import re
import time
from typing import Any

import pytest

from fliptable.p2p.notices import LinkState

from .sitting import SetTable, sit, sitting, text_of

TABLE: dict[str, Any] = {
    "rules": "flip",
    "seats": ["Ada", "Bo", "Chidi"],
    "turn": "Ada",
    "hands": {"Ada": ["W/p3", "r5/t8", "b5/o1", "r7/t8"], "Bo": ["bFL/u6"], "Chidi": ["g1/o1", "g2/WC"]},
    "draw": ["y2/p2", "y4/u1", "y6/u1", "y7/u1"],
    "discard": ["b2/o8", "b5/p9"],
}
CATCHES = {
    **TABLE,
    "hands": {**TABLE["hands"], "Chidi": ["g1/o1"]},
    "catchable": ["Bo", "Chidi"],
}
BLUFF = {
    "rules": "flip",
    "seats": ["Ada", "Bo"],
    "turn": "Bo",
    "hands": {"Ada": ["r5/t8", "b5/o1"], "Bo": ["W2/u1", "r1/o1", "g3/o2"]},
    "draw": ["y2/p2", "y4/u1", "y6/u1", "y7/u1"],
    "discard": ["b2/o8", "b5/p9"],
}
SWAP = {
    "rules": {"preset": "flip", "seven_zero": True},
    "seats": ["Ada", "Bo", "Chidi"],
    "turn": "Ada",
    "hands": {"Ada": ["b7/p3", "r5/t8"], "Bo": ["bFL/u6"], "Chidi": ["g1/o1", "g2/WC"]},
    "draw": ["y2/p2", "y4/u1", "y6/u1", "y7/u1"],
    "discard": ["b2/o8", "b5/p9"],
}


def test_arrows_and_enter_play_a_card() -> None:
    async def check() -> None:
        async with sitting(TABLE) as (pilot, table, screen):
            assert screen.doing.card is not None
            assert screen.doing.card.name == "r5"  # the first one that fits
            await pilot.press("right", "right", "left", "left", "enter")
            await pilot.pause()
        assert table.moves == ["play r5"]

    sit(check)


def test_digits_select() -> None:
    async def check() -> None:
        async with sitting(TABLE) as (pilot, table, screen):
            await pilot.press("3")
            assert screen.doing.card is not None
            assert screen.doing.card.name == "b5"
            await pilot.press("9")
            assert "There is no card 9" in screen.front.note
            await pilot.press("enter")
            await pilot.pause()
        assert table.moves == ["play b5"]

    sit(check)


def test_two_digits_are_one_number() -> None:
    cards = [f"r{1 + n % 9}/t{1 + n % 9}" for n in range(12)]

    async def check() -> None:
        async with sitting({**TABLE, "hands": {**TABLE["hands"], "Ada": cards}}) as (pilot, _, screen):
            await pilot.press("1")
            assert screen.doing.index == 0
            await pilot.press("2")
            assert screen.doing.index == 11
            await pilot.press("3")  # 23 is no card, and 2 was already taken up
            assert screen.doing.index == 2

    sit(check)


@pytest.mark.parametrize("keys", [["2"], ["y"], ["right", "enter"], ["left", "left", "left", "enter"]])
def test_a_wild_asks_for_its_colour(keys: list[str]) -> None:
    async def check() -> None:
        async with sitting(TABLE) as (pilot, table, screen):
            await pilot.press("4", "enter")
            assert screen.doing.ask is not None
            assert "Which colour" in text_of(screen)
            await pilot.press(*keys)
            await pilot.pause()
        assert table.moves == ["play W yellow"]

    sit(check)


def test_the_colour_may_be_taken_back() -> None:
    async def check() -> None:
        async with sitting(TABLE) as (pilot, table, screen):
            await pilot.press("4", "enter", "escape")
            assert screen.doing.ask is None
            await pilot.press("1", "enter")
            await pilot.pause()
        assert table.moves == ["play r5"]

    sit(check)


def test_what_does_not_fit_is_explained() -> None:
    async def check() -> None:
        async with sitting(TABLE) as (pilot, table, screen):
            await pilot.press("2")
            for key in ("e", "enter"):
                await pilot.press("escape", key)
                await pilot.pause()
                assert "blue or a 5" in screen.front.note
                assert "7 does not match" in text_of(screen)
            await pilot.press("1", "e")
            await pilot.pause()
            assert "can be played" in screen.front.note
        assert table.moves == []

    sit(check)


def test_drawing_and_keeping() -> None:
    async def check() -> None:
        async with sitting({**TABLE, "draw": ["b9/p2", "y4/u1", "y6/u1", "y7/u1"]}) as (pilot, table, screen):
            await pilot.press("d")
            await pilot.pause()
            assert screen.doing.card is not None
            assert screen.doing.card.drawn
            await pilot.press("k")
            await pilot.pause()
        assert table.moves == ["draw", "keep"]

    sit(check)


def test_the_selection_follows_its_card() -> None:
    async def check() -> None:
        async with sitting(TABLE) as (pilot, table, screen):
            await pilot.press("3")
            for _ in range(3):
                await pilot.press("o")
                assert screen.doing.card is not None
                assert screen.doing.card.name == "b5"
            await pilot.press("1", "enter")
            await pilot.pause()
            assert screen.doing.index == 0  # the card is gone, its neighbour has the place
        assert table.moves == ["play r5"]

    sit(check)


def test_one_key_plays_and_calls() -> None:
    async def check() -> None:
        async with sitting({**TABLE, "hands": {**TABLE["hands"], "Ada": ["r5/t8", "y1/t8"]}}) as (pilot, table, _):
            await pilot.press("u")
            await pilot.pause()
        assert table.moves == ["play r5 call"]

    sit(check)


def test_a_call_alone() -> None:
    position = {**TABLE, "turn": "Bo", "hands": {**TABLE["hands"], "Ada": ["r5/t8"]}, "catchable": ["Ada"]}

    async def check() -> None:
        async with sitting(position) as (pilot, table, _):
            await pilot.press("u")
            await pilot.pause()
        assert table.moves == ["call"]

    sit(check)


def test_the_foot_offers_a_catch_only_where_somebody_can_be_caught() -> None:
    async def check() -> None:
        for catchable, offered in ((["Bo"], True), ([], False)):
            async with sitting({**TABLE, "catchable": catchable}) as (_, _table, screen):
                assert ("c catch" in screen.picture.text()[-1]) == offered

    sit(check)


def test_a_catch_of_one_and_of_several() -> None:
    async def check() -> None:
        async with sitting({**TABLE, "catchable": ["Bo"]}) as (pilot, table, _):
            await pilot.press("c")
            await pilot.pause()
            assert table.moves == ["catch Bo"]
        async with sitting(CATCHES) as (pilot, table, screen):
            await pilot.press("c")
            assert screen.doing.ask is not None
            await pilot.press("2")
            await pilot.pause()
            assert table.moves == ["catch Chidi"]
        async with sitting(TABLE) as (pilot, table, screen):
            await pilot.press("c")
            await pilot.pause()
            assert "Nobody can be caught now" in screen.front.note
            assert table.moves == []

    sit(check)


@pytest.mark.parametrize(("key", "move"), [("a", "accept"), ("x", "challenge"), ("enter", "accept")])
def test_a_wild_draw_card_is_answered(key: str, move: str) -> None:
    async def check() -> None:
        async with sitting(BLUFF) as (pilot, table, screen):
            play_as_bo(table, "play W2 red")
            await pilot.pause()
            assert screen.doing.ask is not None
            await pilot.press(key)
            await pilot.pause()
        assert table.moves == [move]

    sit(check)


def play_as_bo(table: SetTable, line: str) -> None:
    from fliptable.core.notation import parse_move

    _, move = parse_move(table.table, line, 1)
    table.make(1, move)


def test_several_cards_of_one_number() -> None:
    position = {**TABLE, "rules": {"preset": "flip", "multi_play": True}}

    async def check() -> None:
        async with sitting(position) as (pilot, table, screen):
            await pilot.press("1", "space", "3", "space")
            assert len(screen.doing.marked) == 2
            await pilot.press("enter")
            await pilot.pause()
        assert table.moves == ["play r5 b5"]

    sit(check)


def test_jumping_in() -> None:
    position = {
        **TABLE,
        "rules": {"preset": "flip", "jump_in": True},
        "turn": "Bo",
        "hands": {"Ada": ["r5/t8", "g7/o1", "b1/o1"], "Bo": ["r5/u6", "b1/u6", "g3/u6"], "Chidi": ["g1/o1", "g2/WC"]},
        "discard": ["b2/o8", "r7/p9"],
    }

    async def check() -> None:
        async with sitting(position) as (pilot, table, _):
            play_as_bo(table, "play r5")
            await pilot.pause()
            await pilot.press("j")
            await pilot.pause()
        assert table.moves == ["jump r5"]

    sit(check)


def test_leaving_is_asked_about() -> None:
    async def check() -> None:
        async with sitting(TABLE) as (pilot, table, screen):
            await pilot.press("q", "enter")  # to stay is what is offered
            await pilot.press("q", "n")
            await pilot.press("q", "escape")
            await pilot.pause()
            assert table.lines == []
            await pilot.press("q", "y")
            await pilot.pause()
            assert screen.front.end is not None

    sit(check)


def test_armed_a_card_wants_enter_twice() -> None:
    async def check() -> None:
        async with sitting(TABLE, arm=True) as (pilot, table, screen):
            await pilot.press("enter")
            await pilot.pause()
            assert table.moves == []
            assert "Once more" in screen.front.note
            await pilot.press("right", "enter")
            await pilot.pause()
            assert table.moves == []
            await pilot.press("left", "enter", "enter")
            await pilot.pause()
            assert table.moves == ["play r5"]

    sit(check)


def test_a_key_pressed_twice_is_one_move() -> None:
    cards = {**TABLE["hands"], "Ada": ["b5/t8", "b6/t8", "b7/t8"]}

    async def check() -> None:
        async with sitting({**TABLE, "hands": cards}) as (_, table, screen):
            screen.doing.act("play")
            screen.doing.act("play")
            assert table.evening is not None
            assert list(screen.front.lines.waiting) == ["play b5"]

    sit(check)


def test_the_hint_is_that_of_the_plain_front_end() -> None:
    async def check() -> None:
        async with sitting(TABLE) as (pilot, _, screen):
            await pilot.press("h")
            assert screen.front.note.startswith("steady would play")
        async with sitting(TABLE, hints=False) as (pilot, _, screen):
            await pilot.press("h")
            assert "steady would" not in screen.front.note

    sit(check)


# The mouse.


def test_a_click_selects_and_a_second_one_plays() -> None:
    async def check() -> None:
        async with sitting(TABLE) as (pilot, table, screen):
            await click(pilot, screen, "card:2")
            assert screen.doing.index == 2
            await click(pilot, screen, "card:2")
            assert table.moves == ["play b5"]

    sit(check)


def test_questions_are_answered_by_clicks() -> None:
    async def check() -> None:
        async with sitting(TABLE) as (pilot, table, screen):
            await click(pilot, screen, "card:3")
            await click(pilot, screen, "card:3")
            await click(pilot, screen, "option:3")
            assert table.moves == ["play W blue"]
        async with sitting(TABLE) as (pilot, table, screen):
            await click(pilot, screen, "draw")
            assert table.moves == ["draw"]
        async with sitting(CATCHES) as (pilot, table, screen):
            await click(pilot, screen, "seat:Bo")
            assert table.moves == ["catch Bo"]

    sit(check)


def test_the_wheel_goes_through_the_hand() -> None:
    async def check() -> None:
        async with sitting(TABLE) as (pilot, _, screen):
            await pilot._post_mouse_events([MouseScrollDown], offset=(5, 5))  # pyright: ignore[reportPrivateUsage]
            assert screen.doing.index == 1

    from textual.events import MouseScrollDown

    sit(check)


async def click(pilot: Any, screen: Any, action: str) -> None:
    spot = next(spot for spot in reversed(screen.picture.spots) if spot.action == action)
    await pilot.click(offset=(spot.x, spot.y))
    await pilot.pause()


# The windows over it.


def test_chat_takes_no_key_of_the_game() -> None:
    async def check() -> None:
        async with sitting(TABLE) as (pilot, table, screen):
            await pilot.press("t", *"dquack", "backspace", "space", "3")
            assert screen.writing.text == "dquac 3"
            assert "dquac 3" in text_of(screen)
            await pilot.press("enter")
            await pilot.pause()
            await pilot.press("t", "x", "escape")
            assert screen.writing.text is None
        assert table.moves == []
        assert table.lines == ["say dquac 3"]

    sit(check)


def test_what_others_say_is_read_and_moves_nothing() -> None:
    async def check() -> None:
        async with sitting(TABLE) as (pilot, table, screen):
            assert table.evening is not None
            table.evening.front.said("Bo\x1b[2J", "a\x1b]0;x\x07\nYour turn\u202e!" + "w" * 300)
            await pilot.press("l")
            shown = text_of(pilot.app.screen)  # pyright: ignore[reportArgumentType]
            assert "says: a" in shown
            assert not {"\x1b", "\x07", "\u202e"} & set(shown)
            await pilot.press("escape")
            lines = screen.picture.text()
            assert {len(line) for line in lines} == {80}
            assert not any(line.strip().startswith("Your turn!") for line in lines)

    sit(check)


def test_the_log_and_the_keys_are_pages() -> None:
    async def check() -> None:
        async with sitting(TABLE) as (pilot, _, screen):
            await pilot.press("l")
            assert pilot.app.screen is not screen
            assert "The match begins" in text_of(pilot.app.screen)  # pyright: ignore[reportArgumentType]
            await pilot.press("escape")
            assert pilot.app.screen is screen
            await pilot.press("?")
            shown = text_of(pilot.app.screen)  # pyright: ignore[reportArgumentType]
            assert "draw a card" in shown
            assert "Enter" in shown
            await pilot.press("down", "pagedown", "end", "q")
            assert pilot.app.screen is screen

    sit(check)


def test_keys_are_rebound_and_the_help_knows() -> None:
    async def check() -> None:
        async with sitting(TABLE, size=(120, 60), keys={"draw": "ø f5"}) as (pilot, table, _):
            await pilot.press("d")
            await pilot.pause()
            assert table.moves == []
            await pilot.press("?")
            assert "ø F5" in text_of(pilot.app.screen)  # pyright: ignore[reportArgumentType]
            await pilot.press("escape", "f5")
            await pilot.pause()
            assert table.moves == ["draw"]

    sit(check)


@pytest.mark.parametrize("size", [(60, 18), (80, 24), (120, 40), (200, 60)])
def test_the_picture_fills_the_window(size: tuple[int, int]) -> None:
    async def check() -> None:
        async with sitting(TABLE, size=(80, 24)) as (pilot, _, screen):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            lines = screen.picture.text()
            assert (len(lines[0]), len(lines)) == size
            assert screen.picture.spots

    sit(check)


def test_below_the_least_size_only_leaving_works() -> None:
    async def check() -> None:
        async with sitting(TABLE) as (pilot, table, screen):
            await pilot.resize_terminal(59, 18)
            await pilot.pause()
            await pilot.press("enter", "d")
            await pilot.pause()
            assert table.moves == []
            await pilot.resize_terminal(60, 18)
            await pilot.pause()
            await pilot.press("d")
            await pilot.pause()
            assert table.moves == ["draw"]
            await pilot.resize_terminal(20, 5)
            await pilot.press("q")
            await pilot.pause()
            assert screen.front.end is not None

    sit(check)


# What moves and what calls.

FLIP = {**TABLE, "hands": {**TABLE["hands"], "Ada": ["bFL/p3", "r5/t8", "b5/o1"]}}


@pytest.mark.parametrize("motion", ["full", "reduced"])
def test_the_table_turns_over_to_be_seen_and_at_once_where_nothing_may_move(motion: str) -> None:
    async def check() -> None:
        async with sitting(FLIP, motion=motion) as (pilot, table, screen):
            stages: list[float | None] = []
            assert screen.front.flips == 0
            await pilot.press("3", "enter")
            deadline = time.monotonic() + 5
            while time.monotonic() < deadline and (not table.moves or screen.turning is not None):
                await pilot.pause(0.02)
                stages.append(screen.turning)
            assert table.moves == ["play bFL"]
            assert "DARK" in text_of(screen)
            seen = [stage for stage in stages if stage is not None]
            assert bool(seen) is (motion == "full")
            assert seen == sorted(seen)

    sit(check)


class Bell:
    """A bell that counts."""

    def __init__(self) -> None:
        self.rings = 0

    def __call__(self) -> None:
        self.rings += 1


@pytest.mark.parametrize(("bell", "focus", "rung"), [("turn", False, 1), ("turn", True, 0), ("off", False, 0)])
def test_the_bell_calls_who_looks_elsewhere(bell: str, focus: bool, rung: int) -> None:
    async def check() -> None:
        async with sitting(BO, bell=bell) as (pilot, table, screen):
            heard = Bell()
            screen.game.bell = heard
            screen.game.app_focus = focus
            play_as_bo(table, "play b1")
            await pilot.pause()
            assert heard.rings == rung

    sit(check)


BO = {**TABLE, "seats": ["Ada", "Bo"], "turn": "Bo", "hands": {"Ada": ["r5/t8", "b5/o1"], "Bo": ["b1/u6", "g1/o1"]}}


def test_links_and_the_time_left_are_shown() -> None:
    position = {**TABLE, "rules": {"preset": "flip", "turn_seconds": 30}}

    async def check() -> None:
        async with sitting(position) as (pilot, table, screen):
            assert table.evening is not None
            front = table.evening.front
            front.linked({"Bo": LinkState(18, None, 0), "Chidi": LinkState(None, "Bo", 0)})
            await pilot.pause()
            shown = text_of(screen)
            assert "18 ms" in shown
            assert "via Bo" in shown
            assert re.search(r"(29|30) s", shown)
            front.waiting(("Bo",))
            await pilot.pause()
            assert "away 0:0" in text_of(screen)
            front.back(("Bo",))
            await pilot.pause()
            assert "away" not in text_of(screen)

    sit(check)


@pytest.mark.parametrize(("keys", "line"), [(["w"], "wait"), (["e"], "end"), (["right", "enter"], "end")])
def test_who_is_away_is_voted_about(keys: list[str], line: str) -> None:
    async def check() -> None:
        async with sitting({**TABLE, "turn": "Chidi"}) as (pilot, table, screen):
            screen.front.away(("Chidi",), 75, ())
            await pilot.pause()
            assert "Chidi is away: wait, or go on without?" in text_of(screen)
            await pilot.press("escape")
            assert screen.doing.ask is None
            await pilot.press("p", *keys)
            await pilot.pause()
            assert screen.doing.ask is None
            await pilot.press("p")
            screen.front.back(("Chidi",))
            await pilot.pause()
            assert screen.doing.ask is None
        assert table.lines == [line]

    sit(check)
