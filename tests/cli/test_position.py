"""`fliptable position`: the contract that bug reports, puzzles and tests speak."""

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fliptable.cli.endings import Stop
from fliptable.cli.position import set_up

from .command import Command, Done, process

TABLE: dict[str, Any] = {
    "rules": "flip",
    "seats": ["A", "B", "C"],
    "turn": "B",
    "hands": {"A": ["r5/t8", "W/p3"], "B": ["bFL/u6", "r5/t1"], "C": ["g1/o1"]},
    "draw": ["y2/p2", "y4/u1"],
    "discard": ["b2/o8", "b5/p9"],
}


def at(command: Command, values: object, *arguments: str) -> Done:
    """Run it on a position from standard input."""
    return command("position", "-", *arguments, stdin=json.dumps(values))


def with_(**changes: Any) -> dict[str, Any]:
    return {**TABLE, **changes}


def test_a_position_is_printed_with_everything_a_script_wants(command: Command) -> None:
    done = at(command, TABLE, "--json")
    assert (done.code, done.err) == (0, "")
    assert set(done.json) == {"position", "events", "to_act", "legal"}
    assert done.json["to_act"] == ["B"]
    assert done.json["legal"] == {"B": ["play bFL", "play bFL call", "play r5", "play r5 call", "draw", "call"]}
    assert done.json["position"]["draw"] == ["y2/p2", "y4/u1"]


def test_what_is_printed_can_be_read_back(command: Command) -> None:
    first = at(command, TABLE, "B play bFL", "C draw", "--json").json
    again = at(command, first["position"], "--json").json
    assert again["events"] == []
    assert {key: again[key] for key in ("position", "to_act", "legal")} == {
        key: first[key] for key in ("position", "to_act", "legal")
    }


def test_moves_bring_events_and_every_seat_with_a_move(command: Command) -> None:
    done = at(command, TABLE, "play bFL", "--json")
    assert [event["type"] for event in done.json["events"]] == ["played", "flipped"]
    assert done.json["legal"] == {"A": ["catch B"], "B": ["call"], "C": ["play o1", "draw", "catch B"]}
    assert done.json["to_act"] == ["C"]


def test_an_opening_goes_on_by_itself(command: Command) -> None:
    values = with_(phase="opening", discard=[], draw=["y2/p2", "y4/u1"], dealer="A")
    done = at(command, values, "--json")
    assert done.code == 0
    assert done.json["position"]["phase"] == "turn"
    assert done.json["position"]["discard"] == ["y4/u1"]
    assert [event["type"] for event in done.json["events"]] == ["turned-up"]
    assert at(command, values, "B draw", "--json").json["to_act"] == ["B"]


def test_the_seed_rules_chance(command: Command) -> None:
    values = with_(draw=[], discard=[f"{c}{n}/{d}{n}" for c, d in ("rp", "yt", "go") for n in range(1, 10)])
    first = [at(command, values, "draw", "--seed", str(seed), "--json").out for seed in (1, 2, 1)]
    assert first[0] == first[2] != first[1]


def test_looking_at_legal_moves_changes_no_later_chance(command: Command) -> None:
    values = with_(
        draw=[],
        discard=[f"{c}{n}/{d}{n}" for c, d in ("rp", "yt", "go") for n in range(1, 10)],
        hands={"A": ["?/t8"], "B": ["r1/t1"], "C": ["g1/o1"]},
    )
    plain = at(command, values, "draw", "keep", "--json").json["position"]
    shown = at(command, values, "draw", "keep", "--json", "--legal").json["position"]
    assert plain == shown


def test_the_end_of_a_round_is_told(command: Command) -> None:
    values = with_(hands={"A": ["r5/t8"], "B": ["b1/t1"], "C": ["g9/o1"]}, rules="quick")
    done = at(command, values, "play b1", "--json").json
    result = {"winner": "B", "points": 14, "by": {"A": 5, "C": 9}}
    assert done["round"] == done["position"]["round"] == result
    assert done["match"] == {"winner": "B", "scores": {"A": 0, "B": 14, "C": 0}}
    assert (done["to_act"], done["legal"]) == ([], {})


def test_a_round_that_is_over_takes_no_move(command: Command) -> None:
    values = with_(hands={"A": ["r5/t8"], "B": ["b1/t1"], "C": ["g9/o1"]})
    done = at(command, values, "play b1", "C draw", "--json")
    assert (done.code, done.json["refused"]["reason"]) == (3, "round-over")


def test_a_refused_move_leaves_the_position_before_it(command: Command) -> None:
    before = at(command, TABLE, "B draw", "--json").json["position"]
    done = at(command, TABLE, "B draw", "B draw", "A draw", "--json")
    assert done.code == 3
    assert done.json == {
        "refused": {
            "move": "B draw",
            "reason": "already-drew",
            "text": "A card was drawn already: it is played or kept.",
        },
        "position": before,
    }


@pytest.mark.parametrize(
    ("move", "reason", "text"),
    [
        ("A draw", "not-your-turn", "It is B's turn."),
        ("play g1", "card-not-held", "B holds no such card."),
        ("play W", "card-not-held", "B holds no such card."),
        ("keep", "nothing-drawn", "Only a card just drawn can be kept."),
        ("pass", "can-draw", "Nobody passes while cards can be drawn."),
        ("challenge", "nothing-to-challenge", "There is nothing to accept or challenge now."),
        ("name red", "nothing-to-name", "There is no colour to name now: it is blue."),
        ("name teal", "colour-of-other-side", "This colour belongs to the other side of the cards; this side has red,"),
        ("play r5 green", "colour-not-asked", "Red 5 is no wild: it names no colour."),
        ("catch C", "not-catchable", "C cannot be caught any more: somebody has acted since."),
        ("catch A", "not-catchable", "A cannot be caught: A has 2 cards."),
        ("A call", "call-too-early", "A has 2 cards: a last card is called on the own turn with two cards,"),
        ("C catch C", "not-catchable", "Nobody catches the own seat."),
    ],
)
def test_refusals_speak_of_the_table(command: Command, move: str, reason: str, text: str) -> None:
    done = at(command, TABLE, move, "--json")
    assert (done.code, done.json["refused"]["reason"]) == (3, reason)
    assert done.json["refused"]["text"].startswith(text)
    assert done.json["refused"]["move"] == move


def test_a_card_that_does_not_match_says_what_would(command: Command) -> None:
    done = at(command, with_(discard=["g7/p9"]), "play r5", "--json")
    assert done.json["refused"]["reason"] == "does-not-fit"
    assert done.json["refused"]["text"] == "Red 5 does not match: green or a 7 is needed."


def test_an_unknown_face_is_never_guessed(command: Command) -> None:
    values = with_(hands={"A": ["r5/t8", "W/p3"], "B": ["bFL/u6", "?/t1", "b3/?"], "C": ["g1/o1"]})
    done = at(command, values, "--json").json
    assert done["legal"]["B"] == ["play bFL", "play b3", "draw"]
    refused = at(command, values, "play r5", "--json")
    assert (refused.code, refused.json["refused"]["reason"]) == (3, "unknown-face")
    shown = at(command, values, "play ?/t1", "--json")
    assert (shown.code, shown.json["refused"]["reason"]) == (3, "unknown-face")


def test_a_move_that_reads_an_unknown_face_on_its_way_is_not_legal(command: Command) -> None:
    # The Flip would turn up the other face of the lowest discard, which nobody wrote down.
    values = with_(discard=["b2/?", "b5/p9"])
    done = at(command, values, "--json").json
    assert not [move for move in done["legal"]["B"] if "bFL" in move]
    refused = at(command, values, "play bFL", "--json")
    assert (refused.code, refused.json["refused"]["reason"]) == (3, "unknown-face")
    assert refused.json["position"] == done["position"]


def test_an_opening_that_needs_an_unknown_face_is_refused(command: Command) -> None:
    done = at(command, with_(phase="opening", discard=[], draw=["?/u1"]), "--json")
    assert (done.code, done.json["refused"]["reason"]) == (3, "unknown-face")
    assert done.json["position"]["phase"] == "opening"


UNREADABLE: list[tuple[str, str]] = [
    ("", "no JSON"),
    ("{", "no JSON"),
    ("[]", "is an object"),
    ("nonsense", "no JSON"),
    ('{"rules": "flip"}', "seats"),
    (json.dumps(with_(rules="flop")), "Did you mean flip?"),
    (json.dumps(with_(seats=["A"])), "2 to 10 seats, not 1"),
    (json.dumps(with_(seats=["A", "a", "C"])), "unique"),
    (json.dumps(with_(turn="Z")), "turn"),
    (json.dumps(with_(discard=[])), "discard"),
    (json.dumps(with_(draw=["r5"])), "no card"),
    (json.dumps(with_(draw=["x5/t8"])), "no light face"),
    (json.dumps(with_(colour="mauve")), "colours"),
    (json.dumps(with_(phase="later")), "phase"),
    (json.dumps(with_(surprise=1)), "surprise"),
    ("[" * 100_000, "too large"),
    (json.dumps(with_(passes=0)).replace('"passes": 0', f'"passes": {"9" * 5000}'), "too large"),
]


@pytest.mark.parametrize(("text", "says"), UNREADABLE)
def test_what_cannot_be_read_ends_with_one_sentence(command: Command, text: str, says: str) -> None:
    done = command("position", "-", "--json", stdin=text)
    assert (done.code, done.out) == (2, "")
    assert says in done.err
    assert len(done.err.splitlines()) == 1


@pytest.mark.parametrize("move", ["", "dance", "Z draw", "play", "play r5 r5 mauve", "catch", "catch Z", "play r99"])
def test_moves_that_cannot_be_read(command: Command, move: str) -> None:
    done = at(command, TABLE, move, "--json")
    assert (done.code, done.out) == (2, "")
    assert len(done.err.splitlines()) == 1


def test_files(command: Command, tmp_path: Path) -> None:
    file = tmp_path / "position.json"
    file.write_text(json.dumps(TABLE), "utf-8")
    assert command("position", str(file), "--json").json["to_act"] == ["B"]
    assert command("position", str(tmp_path / "missing")).code == 2
    assert command("position", str(tmp_path)).code == 2
    file.write_bytes(b"\xff\xfe{")
    done = command("position", str(file))
    assert (done.code, len(done.err.splitlines())) == (2, 1)


def test_the_text_form(command: Command) -> None:
    done = at(command, TABLE, "B play r5 call", "--legal")
    assert done.out.splitlines() == [
        "B plays red 5, and calls the last card!",
        "light side, clockwise, phase turn, C to act",
        "top r5/t1, red in force",
        "draw pile 2, discard pile 3",
        "  A  r5/t8 W/p3  (dealer)",
        "  B  bFL/u6  (called)",
        "  C  g1/o1  (to act)",
        "C may: draw",
    ]
    refused = at(command, TABLE, "C draw")
    assert refused.code == 3
    assert refused.err == "fliptable: C draw: It is B's turn.\n"


CLASSIC: dict[str, Any] = {
    "rules": "classic-hu",
    "seats": ["A", "B", "C"],
    "turn": "B",
    "hands": {"A": ["r5", "W"], "B": ["bD2", "gD2", "r7"], "C": ["g1", "yD2", "r2"]},
    "draw": ["y2"] * 9,
    "discard": ["b2", "b5"],
}


def test_the_text_form_of_a_draw_that_waits(command: Command) -> None:
    done = at(command, CLASSIC, "play bD2", "play yD2", "--legal")
    assert (done.code, done.err) == (0, "")
    assert done.out.splitlines() == [
        "B plays blue draw two.",
        "C plays yellow draw two.",
        "clockwise, phase pending, A to act",
        "top yD2, yellow in force",
        "draw pile 9, discard pile 4",
        "to be drawn: 4 cards",
        "  A  r5 W  (dealer, to act)",
        "  B  gD2 r7",
        "  C  g1 r2",
        "A may: draw, call",
    ]
    found = at(command, CLASSIC, "play bD2", "play yD2", "--json").json
    assert found["position"]["pending"] == {"kind": "D2", "sum": 4, "victim": "A", "colour": None}
    assert (found["to_act"], found["legal"]) == (["A"], {"A": ["draw", "call"]})
    told = at(command, CLASSIC, "play bD2", "play yD2", "draw").out
    assert "A draws yellow 2, yellow 2, yellow 2 and yellow 2.\nA misses a turn." in told


def test_the_text_form_of_places(command: Command) -> None:
    values = {**CLASSIC, "rules": {"preset": "classic", "play_to_last": True}}
    values["hands"] = {**CLASSIC["hands"], "A": ["b1"], "B": ["b0"]}
    done = at(command, values, "play b0")
    assert "B has no card left: place 1." in done.out
    assert "places: B\n" in done.out
    assert "  B  -  (out: finished)\n" in done.out
    over = at(command, values, "play b0", "draw", "keep", "play b1", "--json")
    assert over.json["round"]["places"] == ["B", "A"]
    again = at(command, over.json["position"])
    assert "Places: 1 B, 2 A." in again.out


def test_a_swap_is_chosen_and_told(command: Command) -> None:
    values = {**CLASSIC, "rules": {"preset": "classic", "seven_zero": True}, "discard": ["b2", "r5"]}
    done = at(command, values, "play r7", "--json").json
    assert (done["position"]["phase"], done["legal"]) == ("swap", {"B": ["swap A", "swap C"]})
    told = at(command, values, "play r7", "swap C").out
    assert told.startswith("B plays red 7.\nB's hand goes to C.\nC's hand goes to B.\n")


def test_low_scores_are_told_seat_by_seat(command: Command) -> None:
    values = {**CLASSIC, "rules": {"preset": "classic", "scoring": "low"}, "discard": ["b2", "r5"]}
    values["hands"] = {**CLASSIC["hands"], "B": ["r7"]}
    assert "B wins the round; A scores 55 and C scores 23." in at(command, values, "play r7").out


def test_a_process_of_its_own(tmp_path: Path) -> None:
    done = process(tmp_path, "position", "-", "play r5", "--json", stdin=json.dumps(TABLE))
    assert (done.code, done.err) == (0, "")
    assert done.json["to_act"] == ["C"]


def test_a_byte_order_mark_is_overlooked(command: Command, tmp_path: Path) -> None:
    file = tmp_path / "table.json"
    file.write_text("\ufeff" + json.dumps(TABLE), "utf-8")
    assert command("position", str(file)).code == 0
    assert command("position", "-", stdin=file.read_text("utf-8")).code == 0


def test_a_field_that_stands_there_twice_is_named(command: Command) -> None:
    done = command("position", "-", stdin=json.dumps(TABLE)[:-1] + ', "draw": []}')
    assert (done.code, done.out) == (2, "")
    assert done.err == "fliptable: Standard input is no position: the field 'draw' stands there twice.\n"


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=6) | st.sampled_from(["A", "r5/t8", "?", "light"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=5,
)


FIELDS = (
    *TABLE,
    *("dealer", "side", "direction", "colour", "phase", "called", "catchable", "drawn", "challenge", "owed", "passes"),
    *("pending", "places", "tried"),
    *("played", "out", "round", "match", "number", "scores", "seen", "facts", "repeats", "next"),
)


@given(st.sampled_from(FIELDS), JUNK)
def test_junk_in_a_position_is_named_and_nothing_worse(field: str, junk: Any) -> None:
    with suppress(Stop):
        set_up(json.loads(json.dumps(with_(**{field: junk}))), 0)
