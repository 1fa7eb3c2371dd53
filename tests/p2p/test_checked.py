"""What an audit says was proved is what was proved: counted once by the deal, once from the letters of the record."""

from collections import Counter
from dataclasses import replace

from fliptable.core.rules import PRESETS
from fliptable.p2p import letter
from fliptable.p2p.messages import Event, JumpMove, Key, Mix, PlayMove, Remix, Seals, Seed, Shares, Statements
from fliptable.p2p.notices import Audited, Checked
from fliptable.p2p.phases import RoundAudited
from fliptable.p2p.record import read
from fliptable.p2p.telling import checked
from fliptable.p2p.verify import verify

from .forger import Forger, changed, honest, on
from .switchboard import Switchboard


def told(notices: list[Audited]) -> list[tuple[Checked, ...]]:
    return [notice.checked for notice in notices]


def counted(data: bytes) -> Counter[tuple[int, str]]:
    """The proofs that stand in the letters of a record, of all rounds together."""
    found: Counter[tuple[int, str]] = Counter()
    for entry in read(data).entries:
        assert isinstance(entry, bytes)
        match letter.read(entry).body:
            case Key(seat=seat):
                found[seat, "keys"] += 1
            case Mix(seat=seat, proofs=proofs) | Remix(seat=seat, proofs=proofs):
                found[seat, "shuffles"] += len(proofs)
            case Shares(seat=seat):
                found[seat, "shares"] += 1
            case Event(seat=seat, move=PlayMove(proof=proof) | JumpMove(proof=proof)) if proof:
                found[seat, "shares"] += 1
            case Seals(seat=seat):
                found[seat, "seals"] += 1
            case Statements(seat=seat, claims=claims):
                found[seat, "statements"] += len(claims)
            case _:
                pass
    return found


def test_the_numbers_are_those_of_the_letters_and_the_same_for_all() -> None:
    rules = replace(PRESETS["classic"], hand_size=3, seven_zero=True, match="rounds", rounds=2)
    board = Switchboard(3, 4, rules)
    board.run()
    heard = [[one for one in peer.notices if isinstance(one, Audited)] for peer in board.peers]
    assert [notice.round for notice in heard[0]] == [1, 2]
    assert told(heard[0]) == told(heard[1]) == told(heard[2])
    data = bytes(board.peers[0].record)
    found: Counter[tuple[int, str]] = Counter()
    names = heard[0][0].table.seats
    for notice in heard[0]:
        for one in notice.checked:
            assert one.again
            for kind in ("keys", "shuffles", "shares", "seals", "statements"):
                found[names.index(one.seat), kind] += getattr(one, kind)
            assert one.proofs >= 3  # its key, a shuffle, and an opening
    assert found == counted(data)
    assert {kind for _, kind in found} >= {"keys", "shuffles", "shares", "seals"}
    # Who verifies the record counts the same.
    again: list[tuple[Checked, ...]] = []
    verify(
        data,
        follow=lambda referee, item: (
            again.append(checked(item.report, referee.names)) if isinstance(item, RoundAudited) else None
        ),
    )
    assert again == told(heard[0])


def test_the_table_of_an_audit_is_the_one_of_its_round() -> None:
    """However far the session is by then: hands lie open on it, and its result is there."""
    board = Switchboard(2, 7, replace(PRESETS["classic"], hand_size=3, match="rounds", rounds=2))
    board.run()
    audits = [one for one in board.peers[1].notices if isinstance(one, Audited)]
    assert [notice.table.round for notice in audits] == [1, 2]
    for notice in audits:
        table = notice.table
        assert table.over
        assert table.result is not None
        if table.result.winner is not None:
            shown = dict(table.result.by)
            for seat, hand in enumerate(table.hands):
                points = sum(table.sheets[table.side].points[table.faces[table.side][place]] for place in hand)
                assert seat == table.result.winner or points == shown[seat]


def test_who_shows_no_seed_is_not_done_again() -> None:
    board = Switchboard(3, 3, replace(PRESETS["classic"], hand_size=3, match="single"))
    Forger(board, on(Seed, lambda body: changed(body, seed=b"")))
    board.run(lambda: all(peer.ended for peer in honest(board)))
    (notice,) = [one for one in board.peers[0].notices if isinstance(one, Audited)]
    assert notice.result == "refused"
    assert {one.seat for one in notice.checked if not one.again} == set(notice.names) != set()
