"""Known answers: what is computed today is what was reviewed, and the face points need no trust in our code."""

import json
from pathlib import Path
from typing import Any, cast

from hypothesis import given
from hypothesis import strategies as st

from fliptable.p2p.deal.audit import check_seed
from fliptable.p2p.deal.deal import Deal
from fliptable.p2p.deal.faces import face_table, hash_to_group
from fliptable.p2p.deal.group import decode_point
from fliptable.p2p.deal.payloads import Commit, Key, Mixed, Seals, Shares
from fliptable.p2p.deal.transcript import context

from ...vectors import check_faces, regenerate_deal

VECTORS = Path(regenerate_deal.__file__).parent
FIELD = 2**255 - 19
CURVE = -121665 * pow(121666, -1, FIELD) % FIELD


def read(name: str) -> dict[str, Any]:
    return cast("dict[str, Any]", json.loads((VECTORS / name).read_text(encoding="utf-8")))


def test_the_vectors_are_what_is_computed() -> None:
    for name, document in regenerate_deal.documents().items():
        assert regenerate_deal.text(document) == (VECTORS / name).read_text(encoding="utf-8"), name


def test_the_face_points_follow_the_rule_by_hashlib_and_pynacl_alone() -> None:
    check_faces.check(read("faces.json"))


def test_all_face_points_differ_and_lie_in_the_group() -> None:
    points = [bytes.fromhex(point) for sheet in read("faces.json").values() for point in sheet]
    assert len(set(points)) == 3 * 54
    assert all(decode_point(point) == point for point in points)


def test_the_face_points_lie_on_the_curve_by_its_equation() -> None:
    # -x^2 + y^2 = 1 + d x^2 y^2 has a solution x exactly if (y^2 - 1) / (d y^2 + 1) is a square: no library at all
    for sheet in read("faces.json").values():
        for point in sheet:
            y = int.from_bytes(bytes.fromhex(point), "little") % 2**255
            square = (y * y - 1) * pow(CURVE * y * y + 1, -1, FIELD) % FIELD
            assert pow(square, (FIELD - 1) // 2, FIELD) == 1


@given(st.text(max_size=20))
def test_every_label_has_a_point(label: str) -> None:
    assert decode_point(hash_to_group(label)) == hash_to_group(label)


def test_a_table_finds_each_face_by_its_point() -> None:
    table = face_table("light", 54)
    assert [table.numbers[bytes(point)] for point in table.points] == list(range(54))


def test_the_messages_of_the_vector_pass_a_deal_that_never_saw_a_secret() -> None:
    vector = read("deal.json")["round of three"]
    session = bytes.fromhex(vector["session"])
    deal = Deal(session, 1, (0, 1, 2), tuple(map(tuple, vector["copies"])))
    hexes = bytes.fromhex

    def prefix(seat: int, kind: str) -> bytes:
        return context(session, 1, 0, (0,), seat, kind)

    for seat in range(3):
        deal.take_commit(seat, Commit(hexes(vector["commitments"][seat])))
    for seat in range(3):
        key = Key(hexes(vector["keys"][seat]), hexes(vector["key proofs"][seat]))
        deal.take_key(seat, key, prefix(seat, "key"))
    for seat in range(3):
        deal.take_mix(seat, Mixed(tuple(map(hexes, vector["mixes"][seat])), ()), prefix(seat, "mix"))
    assert deal.transcript_hash().hex() == vector["transcript hash"]

    shown = [(place, side) for place, side in vector["shown to seat 0"]]
    for seat in (1, 2):
        shares = Shares(*map(hexes, vector["shares of them"][str(seat)]))
        deal.take_shares(seat, shown, shares, prefix(seat, "shares"))
    deal.take_seals(0, 1, shown, Seals(*map(hexes, vector["sealed to seat 1"])), prefix(0, "seals"))
    deal.take_shares(0, [(1, 0)], Shares(*map(hexes, vector["played"])), prefix(0, "shares"))
    assert deal.face(1, 0) == vector["read by seat 0"][1]
    left, message = vector["left by seat 2"]
    cards = [(place, side) for place, side in left]
    assert cards == deal.locked_by(2)
    deal.take_shares(2, cards, Shares(*map(hexes, message)), prefix(2, "shares"))
    reshuffle = vector["reshuffle"]
    deal.begin_mix(reshuffle["inputs"], reshuffle["outputs"], (0, 1))
    for seat in (0, 1):
        deal.take_mix(seat, Mixed(tuple(map(hexes, reshuffle["mixes"][seat])), ()), prefix(seat, "mix"))
    assert [check_seed(deal, seat, hexes(seed)) for seat, seed in enumerate(vector["seeds"])] == [None] * 3
