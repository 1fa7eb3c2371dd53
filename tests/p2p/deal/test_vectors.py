"""Known answers: what is computed today is what was reviewed, and the face points need no trust in our code."""

import ast
import json
from pathlib import Path
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fliptable.p2p.deal.audit import all_faces, check_seed
from fliptable.p2p.deal.deal import Deal
from fliptable.p2p.deal.faces import face_table, hash_to_group
from fliptable.p2p.deal.group import decode_point

from ...vectors import check_deal, check_faces, regenerate_deal

VECTORS = Path(regenerate_deal.__file__).parent
FIELD = 2**255 - 19
ROUNDS = ("round of two", "round of three")
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


@pytest.mark.parametrize("name", ROUNDS)
def test_the_messages_of_the_vector_pass_a_deal_that_never_saw_a_secret(name: str) -> None:
    vector = read("deal.json")[name]
    seats = tuple(map(int, vector["seeds"]))
    deal = Deal(bytes.fromhex(vector["session"]), 1, seats, tuple(map(tuple, vector["copies"])))
    for number, step in enumerate(vector["steps"]):
        regenerate_deal.play(deal, step, number)
    assert deal.ready
    seeds = {int(seat): bytes.fromhex(seed) for seat, seed in vector["seeds"].items()}
    assert [check_seed(deal, seat, seed) for seat, seed in seeds.items()] == [None] * len(seats)
    faces = [{str(place): face for place, face in side.items()} for side in all_faces(deal, seeds)]
    assert faces == vector["faces"]


def test_the_vectors_hold_every_kind_of_step() -> None:
    kinds = {step["step"] for name in ROUNDS for step in read("deal.json")[name]["steps"]}
    assert kinds == set(regenerate_deal.TAKES)
    (seats,) = {tuple(read("deal.json")["round of two"]["seeds"])}
    assert seats == ("0", "1")


def test_the_vectors_pass_by_hashlib_and_pynacl_alone() -> None:
    check_deal.check(read("deal.json"), read("faces.json"))


@pytest.mark.parametrize("name", ["check_faces", "check_shuffle", "check_membership", "check_deal"])
def test_a_checker_imports_nothing_of_ours(name: str) -> None:
    tree = ast.parse((VECTORS / f"{name}.py").read_text(encoding="utf-8"))
    roots = {
        alias.name.partition(".")[0] for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            # relative: another checker beside it
            beside = {node.module} if node.module else {alias.name for alias in node.names}
            roots |= {(node.module or "").partition(".")[0]} if not node.level else beside
    checkers = {root for root in roots if root and root.startswith("check_")}
    assert roots - checkers <= {"collections", "functools", "hashlib", "json", "nacl", "pathlib", "typing"}


def fields() -> list[tuple[str, int, str]]:
    """Every field of the first step of each kind; of what everybody does the seat says nothing."""
    found: dict[str, tuple[str, int, list[str]]] = {}
    for name in ROUNDS:
        for number, step in enumerate(read("deal.json")[name]["steps"]):
            if step["step"] not in found:
                everybody = {"seat"} if step["step"] in {"open", "reshuffle"} else set[str]()
                found[step["step"]] = (name, number, [field for field in step if field not in everybody])
    return [(name, number, field) for name, number, names in found.values() for field in names]


def changed(value: Any) -> Any:
    """Another value of the same shape; only a list that is a set of faces may stand in another order."""
    match value:
        case str() if value.isascii() and len(value) >= 64:
            return value[:-20] + f"{int(value[-20], 16) ^ 1:x}" + value[-19:]
        case str():
            return {"shares": "joins", "joins": "shares"}.get(value, "nothing")
        case int():
            return value + 1
        case _:
            return [changed(value[0]), *value[1:]]


@pytest.mark.parametrize(("name", "number", "field"), fields())
def test_the_checker_of_the_vectors_refuses_what_is_changed(name: str, number: int, field: str) -> None:
    document = read("deal.json")
    step = document[name]["steps"][number]
    step[field] = changed(step[field])
    with pytest.raises(check_deal.Refused):
        check_deal.check(document, read("faces.json"))


@pytest.mark.parametrize("part", ["session", "seeds", "secret keys", "joint key", "faces", "copies", "deal"])
def test_the_checker_of_the_vectors_refuses_what_is_changed_beside_the_steps(part: str) -> None:
    document = read("deal.json")
    vector = document["round of two"]
    if part in {"seeds", "secret keys"}:
        vector[part]["1"] = changed(vector[part]["1"])
    elif part == "faces":
        vector[part][0]["9"] = changed(vector[part][0]["9"])
    elif part == "copies":
        vector[part][0][:2] = [1, 2]
    else:
        vector[part] = changed(vector[part])
    with pytest.raises(check_deal.Refused):
        check_deal.check(document, read("faces.json"))


@pytest.mark.parametrize("part", ["SHA-256 of the mixes", "faces"])
def test_the_checker_of_the_vectors_refuses_another_start(part: str) -> None:
    document = read("deal.json")
    value = document["classic deck"][part]
    if isinstance(value, str):
        document["classic deck"][part] = changed(value)
    else:
        value[0][:2] = value[0][1::-1]
    with pytest.raises(check_deal.Refused):
        check_deal.check(document, read("faces.json"))


@pytest.mark.parametrize("part", read("deal.json")["primitives"])
def test_the_checker_of_the_vectors_refuses_other_primitives(part: str) -> None:
    document = read("deal.json")
    document["primitives"][part] = changed(document["primitives"][part])
    with pytest.raises(check_deal.Refused):
        check_deal.check(document, read("faces.json"))
