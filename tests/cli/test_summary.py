"""Rounds and matches summed up: the numbers add up, whatever the rules, and what is said of them holds."""

import random
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fliptable.cli.plain import Plain
from fliptable.cli.summary import MatchSummary, RoundSummary
from fliptable.cli.summary_words import duration, tell_match, tell_round, tell_verified
from fliptable.cli.tally import Tally
from fliptable.core.events import Drew, Event, Flipped, Played
from fliptable.core.rules import Rules, preset
from fliptable.core.table import Table
from fliptable.p2p.notices import Audited, Began, Checked, DealtAgain, Ended, Fault, Happened, Past, Result

from ..p2p.switchboard import Peer, Switchboard
from .games import any_rules, random_game

SESSION = bytes(32)


def checked(table: Table) -> tuple[Checked, ...]:
    return tuple(Checked(name, 1, 2, 3, 0, seat, again=True) for seat, name in enumerate(table.seats))


def audit_of(table: Table, result: str = "clean", names: tuple[str, ...] = ()) -> Audited:
    return Audited(table.round, result, names, checked(table), table)


def rounds_of(seed: int, seats: int, rules: Rules | None = None) -> tuple[Table, list[Event]]:
    """A round by chance: its table when it was over, or stopped, and all that happened."""
    steps = list(random_game(random.Random(seed), seats, rules=rules))
    return steps[-1][0], [event for _, happened in steps for event in happened]


def begin(tally: Tally, table: Table, me: int = 0) -> None:
    tally.began(Began(SESSION, (), table.seats, me, 0, ()), table.rules)


def summed(table: Table, events: list[Event], me: int = 0) -> RoundSummary:
    tally = Tally()
    begin(tally, table, me)
    tally.happened(events)
    summary = tally.audited(audit_of(table))
    assert summary is not None
    return summary


def end_of(table: Table, outcome: str = "finished") -> Ended:
    winners = tuple(table.seats[seat] for seat in table.match_result.winners) if table.match_result else ()
    scores = dict(zip(table.seats, table.scores, strict=True))
    result = Result(SESSION, table.seats, table.round, scores, winners, 9, b"", b"", "clean")
    return Ended(outcome, "The match is over.", result)


@given(st.integers(0, 10**6), st.integers(2, 6))
def test_a_round_adds_up(seed: int, seats: int) -> None:
    chance = random.Random(seed)
    table, events = rounds_of(seed, seats, any_rules(chance) if seed % 2 else None)
    summary = summed(table, events, seats - 1)
    assert [row.score for row in summary.rows] == table.scores
    assert sum(row.deeds["played"] for row in summary.rows) == sum(
        len(event.places) for event in events if isinstance(event, Played)
    )
    assert sum(row.deeds["drew"] for row in summary.rows) == sum(
        len(event.places) for event in events if isinstance(event, Drew)
    )
    assert summary.flips == sum(isinstance(event, Flipped) for event in events)
    assert [len(row.hand) for row in summary.rows] == [len(hand) for hand in table.hands]
    assert summary.proofs == sum(one.proofs for one in summary.checked) > 0
    if table.result is None:  # stopped before its end
        assert summary.winner is None
        return
    # All began with nothing, so what was gained is what they have.
    assert [row.gained for row in summary.rows] == table.scores
    assert sum(row.counts for row in summary.rows) == table.result.points
    ranked = [row.score for row in summary.ranked]
    assert ranked == sorted(table.scores, reverse=not summary.lowest)


@given(st.integers(0, 10**6), st.integers(2, 5), st.integers(1, 4))
def test_a_match_is_the_sum_of_its_rounds(seed: int, seats: int, rounds: int) -> None:
    tally, me = Tally(), seed % seats
    table, events = rounds_of(seed, seats)
    begin(tally, table, me)
    flips = 0
    for number in range(rounds):
        table, events = rounds_of(seed + number, seats)
        table.round = number + 1
        flips += sum(isinstance(event, Flipped) for event in events)
        tally.happened(events)
        tally.audited(audit_of(table))
    summary = tally.ended(end_of(table), "Kitchen", 75, Path("some.record"))
    assert summary is not None
    assert [one.number for one in summary.rounds] == list(range(1, rounds + 1))
    assert summary.flips == flips
    assert [values[-1] for values in summary.series] == list(summary.scores)
    assert {len(values) for values in summary.series} == {rounds + 1}
    places = summary.places
    assert sorted(seat for _, seat in places) == list(range(seats))
    assert [place for place, _ in places] == sorted(place for place, _ in places)
    assert all(summary.seats[seat] in summary.winners for place, seat in places if place == 1) or not summary.winners
    best = summary.best
    won = [one for one in summary.rounds if one.winner == summary.seats[me]]
    assert (best in won) if won else best is None
    for ascii_only in (True, False):
        lines = tell_match(summary, you=True, ascii_only=ascii_only)
        assert all(len(line) < 80 for line in lines if line.startswith("  "))
        assert not ascii_only or "".join(lines).isascii()


def test_what_was_void_is_not_counted() -> None:
    table, events = rounds_of(3, 3)
    tally = Tally()
    begin(tally, table)
    tally.happened(events)
    tally.fault(Fault("Bo", "table-digest", (), 3))
    tally.dealt_again()
    tally.happened(events[:1])
    summary = tally.audited(audit_of(table))
    assert summary is not None
    assert not any(row.deeds.total() for row in summary.rows)
    match = tally.ended(end_of(table), "Kitchen", 1, None)
    assert match is not None
    assert match.faults == (("Bo", "table-digest"),)
    assert any("1 fault." in line for line in tell_match(match, you=True, ascii_only=True))


def test_before_a_match_there_is_nothing_to_sum_up() -> None:
    table, events = rounds_of(3, 3)
    tally = Tally()
    tally.happened(events)
    assert tally.audited(audit_of(table)) is None
    assert tally.ended(end_of(table), "Kitchen", 1, None) is None
    begin(tally, table)
    assert tally.ended(Ended("refused", "No.", None), "Kitchen", 1, None) is None


@pytest.mark.parametrize(
    ("result", "names", "says"),
    [
        ("clean", (), "Deal verified: 21 proofs, 0 faults."),
        ("faulty", ("Bo",), "Deal NOT verified: 21 proofs, 1 fault."),
        ("refused", ("Bo",), "Deal verified without all seeds: 21 proofs, 0 faults."),
    ],
)
def test_what_is_said_of_the_deal(result: str, names: tuple[str, ...], says: str) -> None:
    table, _ = rounds_of(3, 3)
    tally = Tally()
    begin(tally, table)
    summary = tally.audited(audit_of(table, result, names))
    assert summary is not None
    assert tell_verified(summary) == says


def test_lines_of_text_say_it_too(capsys: pytest.CaptureFixture[str]) -> None:
    table, events = rounds_of(4, 2)
    plain = Plain()
    summary = summed(table, events)
    plain.round_over(summary)
    told = capsys.readouterr().out
    assert " ".join(told.split()) == " ".join(" ".join(tell_round(summary)).split())
    for row in summary.rows:
        assert not row.hand or f"{row.seat} is left with {' '.join(row.hand)}" in " ".join(told.split())


@pytest.mark.parametrize(
    ("seconds", "said"), [(0.2, "0 s"), (59.4, "59 s"), (60, "1 min"), (3599, "59 min"), (11100, "3 h 5 min")]
)
def test_times(seconds: float, said: str) -> None:
    assert duration(seconds) == said


def test_nobody_is_told_what_an_ai_player_did_as_if_it_were_them() -> None:
    table, events = rounds_of(3, 3)
    tally = Tally()
    begin(tally, table)
    tally.happened(events)
    tally.audited(audit_of(table))
    match = tally.ended(end_of(table), "Kitchen", 1, None)
    assert isinstance(match, MatchSummary)
    assert "You" not in " ".join(tell_match(match, you=False, ascii_only=True))
    assert "You played" in " ".join(tell_match(match, you=True, ascii_only=True))


def followed(peer: Peer, rules: Rules) -> MatchSummary:
    """The match as the last program of a peer has followed it, from the notices that it was given."""
    tally = Tally()
    for notice in peer.notices:
        match notice:
            case Began():
                tally.began(notice, rules)
            case Past():
                tally.past(notice)
            case Happened(_, events):
                tally.happened(events)
            case Audited():
                tally.audited(notice)
            case DealtAgain():
                tally.dealt_again()
            case _:
                pass
    assert peer.ended is not None
    summary = tally.ended(peer.ended, "Kitchen", 1, None)
    assert summary is not None
    return summary


def test_a_program_that_comes_back_sums_up_the_whole_match() -> None:
    rules = replace(preset("classic"), hand_size=3, match="rounds", rounds=2)
    board = Switchboard(2, 4, rules)
    board.run(lambda: bool(board.peers[0].audits) and board.peers[0].session.status[0] % 3 == 0)
    board.kill(0)
    board.run()
    killed, other = (followed(peer, rules) for peer in board.peers)
    assert any(isinstance(notice, Past) for notice in board.peers[0].notices)
    assert len(killed.rounds) == 2
    assert killed.series == other.series
    assert [one.proofs for one in killed.rounds] == [one.proofs for one in other.rounds]
    assert [[row.deeds for row in one.rows] for one in killed.rounds] == [
        [row.deeds for row in one.rows] for one in other.rounds
    ]
