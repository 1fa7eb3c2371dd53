"""Matches as the history keeps them, drawn at random but possible: scores are what the rounds have given."""

from hypothesis import strategies as st

from fliptable.cli.history import Match, Round, Seat

NAMES = ("Ada", "Bo", "Chidi", "Dolores", "Emre")
RULES = ("flip", "quick", "flip hand_size=3")
AIS = ("steady", "greedy", "monte:strong")


@st.composite
def matches(draw: st.DrawFn) -> Match:
    """One match of two to five seats."""
    number = draw(st.integers(2, 5))
    me = draw(st.integers(0, number - 1))
    names = draw(st.permutations(NAMES))[:number]
    rounds: list[Round] = []
    for at in range(draw(st.integers(0, 4))):
        winner = draw(st.none() | st.integers(0, number - 1))
        gained = tuple(draw(st.integers(0, 200)) if seat == winner else 0 for seat in range(number))
        rounds.append(Round(at + 1, winner, winner is None, gained, draw(st.integers(0, 5)), "clean", 20))
    scores = [sum(one.gained[seat] for one in rounds) for seat in range(number)]
    outcome = draw(st.sampled_from(["finished", "left", "void"]))
    finished = outcome == "finished"
    ais = [draw(st.none() | st.sampled_from(AIS)) for _ in range(number)]
    seats = tuple(
        Seat(name, f"{name}-key", ais[seat], scores[seat], finished and scores[seat] == max(scores))
        for seat, name in enumerate(names)
    )
    return Match(
        session=draw(st.text("0123456789abcdef", min_size=8, max_size=8)),
        at=draw(st.integers(1_700_000_000, 1_900_000_000)),
        solo=draw(st.booleans()),
        table="Kitchen",
        rules=draw(st.sampled_from(RULES)),
        digest="00",
        seat=me,
        seats=seats,
        rounds=tuple(rounds),
        outcome=outcome,
        played=len(rounds),
        seconds=float(draw(st.integers(1, 9000))),
        audit="clean",
        faults=0,
        record=draw(st.none() | st.just("some.record")),
    )
