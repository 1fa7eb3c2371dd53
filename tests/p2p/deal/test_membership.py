"""A statement about a hidden card is proved if it is true, tells no more, and cannot be proved if it is false.

The forgers know every secret of their own and all logarithms they please. What an equation is worth shows when a
verifier leaves it out, and nothing else: a transcript that takes the forger's word for what the equation should
have given.
"""

import random
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from nacl.exceptions import CryptoError

from fliptable.p2p.deal import group, membership
from fliptable.p2p.deal.faces import face_table
from fliptable.p2p.deal.group import GENERATOR, ORDER, NotInGroup, Point, Scalar
from fliptable.p2p.deal.membership import CHALLENGE_BYTES, FACE_BYTES
from fliptable.p2p.deal.randomness import Nonces
from fliptable.p2p.deal.transcript import Transcript
from fliptable.p2p.errors import Misuse, PeerFault

from ...vectors import check_membership, regenerate_membership
from .spoilt import BAD_POINTS, ORDER_TWO, Spoil, always, marked

DICE = random.Random(5)
NONCES = Nonces(b"m" * 32, b"", DICE.randbytes)
FACES = face_table("light", 54).points


def scalar() -> Scalar:
    return group.reduce(DICE.randbytes(64))


class Claim(NamedTuple):
    """A card's face is one of these."""

    key: Point
    a: Point
    rest: Point
    faces: Sequence[Point]


X, R, OTHER = scalar(), scalar(), scalar()
KEY, A = group.base(X), group.base(R)


def claim(face: Point, faces: Sequence[Point], secret: Scalar = X) -> Claim:
    """Of a card that shows `face` under this secret; true if the face is one of them and the secret is the key's."""
    return Claim(KEY, A, group.add(face, group.multiply(secret, A)), faces)


def begun(context: bytes = b"") -> Transcript:
    script = Transcript("membership")
    script.absorb("context", context)
    return script


def prove(one: Claim, index: int, secret: Scalar = X) -> bytes:
    return membership.prove(begun(), *one, index, secret, NONCES)


def check(one: Claim, proof: bytes, script: Transcript | None = None) -> None:
    membership.check(script or begun(), *one, proof)


def refused(one: Claim, proof: bytes, script: Transcript | None = None) -> str:
    """Why the proof is refused: the reason, or "not in group"."""
    with pytest.raises((PeerFault, NotInGroup)) as verdict:
        check(one, proof, script)
    return verdict.value.reason if isinstance(verdict.value, PeerFault) else "not in group"


def number(data: bytes) -> int:
    return int.from_bytes(data, "little")


def wide(challenge: bytes) -> Scalar:
    return Scalar(challenge + bytes(16))


def parts(proof: bytes) -> list[tuple[bytes, Scalar]]:
    """Challenge and response of each face."""
    cut = [proof[start : start + FACE_BYTES] for start in range(0, len(proof), FACE_BYTES)]
    return [(part[:CHALLENGE_BYTES], Scalar(part[CHALLENGE_BYTES:])) for part in cut]


THREE = claim(FACES[7], [FACES[2], FACES[7], FACES[40]])
PROOF = prove(THREE, 1)


# ---- the truth


@given(
    st.lists(st.integers(0, 53), min_size=1, max_size=54, unique=True), st.data(), st.binary(min_size=64, max_size=64)
)
def test_what_is_true_is_proved(numbers: list[int], data: st.DataObject, seed: bytes) -> None:
    index = data.draw(st.integers(0, len(numbers) - 1))
    rng = random.Random(seed)
    secret, blind = (group.reduce(rng.randbytes(64)) for _ in range(2))
    a, faces = group.base(blind), [FACES[face] for face in numbers]
    one = Claim(group.base(secret), a, group.add(faces[index], group.multiply(secret, a)), faces)
    check(one, prove(one, index, secret))


@pytest.mark.parametrize("size", [1, 13, 41, 54])
def test_a_proof_has_48_bytes_a_face_and_fits_into_its_message(size: int) -> None:
    for index in {0, size // 2, size - 1}:
        one = claim(FACES[index], FACES[:size])
        proof = prove(one, index)
        assert len(proof) == 48 * size <= 3 * 1024
        check(one, proof)


@pytest.mark.parametrize("index", range(13))
def test_every_face_of_a_colour_can_be_the_true_one(index: int) -> None:
    one = claim(FACES[13 + index], FACES[13:26])
    check(one, prove(one, index))


def test_the_challenges_of_the_true_face_look_like_all_others() -> None:
    # 400 proofs of a set of two, 3200 bits a byte of a challenge: 1600 ones, standard deviation 28. The dice are fixed.
    one = claim(FACES[0], FACES[:2])
    ones = [[0] * CHALLENGE_BYTES for _ in one.faces]
    for _ in range(400):
        for counts, (challenge, _response) in zip(ones, parts(prove(one, 0)), strict=True):
            for where, byte in enumerate(challenge):
                counts[where] += byte.bit_count()
    assert all(1460 <= count <= 1740 for counts in ones for count in counts)


class Recorder:
    """The library, and a list of the names of what was called in it."""

    def __init__(self) -> None:
        self.library: Any = group.sodium
        self.called: list[str] = []

    def __getattr__(self, name: str) -> Callable[..., Any]:
        def call(*arguments: bytes) -> Any:
            self.called.append(name)
            return getattr(self.library, name)(*arguments)

        return call


def test_the_same_work_is_done_whichever_face_is_the_true_one(monkeypatch: pytest.MonkeyPatch) -> None:
    claims = [claim(face, FACES[:6]) for face in FACES[:6]]
    works: list[list[str]] = []
    for index, one in enumerate(claims):
        recorder = Recorder()
        with monkeypatch.context() as patch:
            patch.setattr(group, "sodium", recorder)
            prove(one, index)
        works.append(recorder.called)
    assert len(works[0]) > 6 * 4
    assert all(work == works[0] for work in works)


def test_nonces_of_two_statements_differ_though_the_source_of_entropy_is_stuck() -> None:
    stuck = Nonces(b"s" * 32, b"", bytes)
    seen: list[bytes] = []
    for index in range(3):
        one = claim(FACES[index], FACES[:3])
        for challenge, response in parts(membership.prove(begun(), *one, index, X, stuck)):
            seen.append(group.scalar_add(response, group.scalar_multiply(wide(challenge), X)))
    assert len(set(seen)) == 9


# ---- other bytes, other statements


@pytest.mark.parametrize("bit", range(8))
def test_a_proof_with_one_bit_flipped_is_refused(bit: int) -> None:
    for where in range(len(PROOF)):
        flipped = PROOF[:where] + bytes([PROOF[where] ^ 1 << bit]) + PROOF[where + 1 :]
        assert refused(THREE, flipped) in {"bad-membership-proof", "not in group"}


@given(st.binary(min_size=3 * FACE_BYTES, max_size=3 * FACE_BYTES))
def test_any_bytes_of_the_right_length_are_refused(garbage: bytes) -> None:
    assert refused(THREE, garbage) in {"bad-membership-proof", "not in group"}


@pytest.mark.parametrize(
    "proof", [b"", PROOF[:-1], PROOF + b"\0", PROOF[:-FACE_BYTES], PROOF + PROOF[:FACE_BYTES], PROOF * 2]
)
def test_a_proof_of_another_length_is_malformed(proof: bytes) -> None:
    assert refused(THREE, proof) == "malformed-proof"


def written(scalar: int) -> bytes:
    return scalar.to_bytes(32, "little")


OUT_OF_RANGE: list[tuple[str, Callable[[bytes, bytes], bytes]]] = [
    ("response zero", lambda c, _z: c + bytes(32)),
    ("response the order", lambda c, _z: c + written(ORDER)),
    ("response plus the order", lambda c, z: c + written(number(z) + ORDER)),
    ("response plus eight times the order", lambda c, z: c + written(number(z) + 8 * ORDER)),
    ("response all ones", lambda c, _z: c + b"\xff" * 32),
    ("challenge zero", lambda _c, z: bytes(16) + z),
]


@pytest.mark.parametrize("part", range(3))
@pytest.mark.parametrize(("name", "spoil"), OUT_OF_RANGE)
def test_scalars_out_of_range_are_refused(part: int, name: str, spoil: Callable[[bytes, bytes], bytes]) -> None:
    spoiled = [spoil(c, z) if place == part else c + z for place, (c, z) in enumerate(parts(PROOF))]
    assert refused(THREE, b"".join(spoiled)) == "not in group", name


def test_the_proof_of_another_statement_is_refused() -> None:
    check(THREE, PROOF)
    first, second, third = THREE.faces
    others = {
        "key": THREE._replace(key=group.base(OTHER)),
        "base": THREE._replace(a=group.base(OTHER)),
        "rest": THREE._replace(rest=group.add(THREE.rest, GENERATOR)),
        "true face left out": THREE._replace(faces=[first, FACES[9], third]),
        "other face left out": THREE._replace(faces=[first, second, FACES[9]]),
        "order": THREE._replace(faces=[second, first, third]),
    }
    assert {refused(one, PROOF) for one in others.values()} == {"bad-membership-proof"}
    assert refused(THREE, PROOF, begun(b"other")) == "bad-membership-proof"
    assert refused(THREE, PROOF, Transcript("membership")) == "bad-membership-proof"


def test_a_proof_is_refused_when_set_and_proof_are_changed_together() -> None:
    cut = [PROOF[start : start + FACE_BYTES] for start in range(0, len(PROOF), FACE_BYTES)]
    first, second, third = THREE.faces
    assert refused(THREE._replace(faces=[second, first, third]), cut[1] + cut[0] + cut[2]) == "bad-membership-proof"
    assert refused(THREE._replace(faces=[first, second]), cut[0] + cut[1]) == "bad-membership-proof"
    four = [*THREE.faces, FACES[9]]
    assert refused(THREE._replace(faces=four), PROOF + cut[0]) == "bad-membership-proof"


# ---- what is no element of the group


@pytest.mark.parametrize("field", ["key", "a"])
@pytest.mark.parametrize("spoil", BAD_POINTS)
def test_a_key_or_base_that_is_no_element_is_refused(field: str, spoil: Spoil) -> None:
    bad = THREE._replace(**{field: spoil(getattr(THREE, field))})
    assert refused(bad, PROOF) == "not in group"


@pytest.mark.parametrize("place", range(3))
@pytest.mark.parametrize("spoil", [marked, always(ORDER_TWO)])
def test_a_rest_or_a_face_with_a_part_of_order_two_is_refused(place: int, spoil: Spoil) -> None:
    assert refused(THREE._replace(rest=spoil(THREE.rest)), PROOF) == "not in group"
    faces = [spoil(face) if one == place else face for one, face in enumerate(THREE.faces)]
    assert refused(THREE._replace(faces=faces), PROOF) == "not in group"


@pytest.mark.parametrize("spoil", BAD_POINTS)
def test_a_rest_that_is_no_hidden_face_is_refused(spoil: Spoil) -> None:
    assert refused(THREE._replace(rest=spoil(THREE.rest)), PROOF) in {"bad-membership-proof", "not in group"}


@pytest.mark.parametrize("place", range(3))
def test_a_rest_that_is_a_face_itself_is_refused(place: int) -> None:
    # rest - F is the identity: log_G X = log_a of it only for a key that nobody can have
    assert refused(THREE._replace(rest=THREE.faces[place]), PROOF) == "not in group"


# ---- our own mistakes


@pytest.mark.parametrize("faces", [[], [FACES[1], FACES[1]], [FACES[1], FACES[2], FACES[1]]])
def test_a_set_has_a_face_and_each_once(faces: list[Point]) -> None:
    one = claim(FACES[1], faces)
    with pytest.raises(Misuse):
        prove(one, 0)
    with pytest.raises(Misuse):
        check(one, bytes(FACE_BYTES * len(faces)))


@pytest.mark.parametrize(
    ("one", "index", "secret"),
    [
        pytest.param(THREE, 0, X, id="another face of the set"),
        pytest.param(THREE, 2, X, id="yet another"),
        pytest.param(THREE, 3, X, id="beyond the set"),
        pytest.param(THREE, -2, X, id="counted from the end"),
        pytest.param(claim(FACES[9], THREE.faces), 1, X, id="a face outside"),
        pytest.param(THREE, 1, OTHER, id="another secret"),
    ],
)
def test_nothing_false_is_proved_by_mistake(one: Claim, index: int, secret: Scalar) -> None:
    with pytest.raises(Misuse) as mistake:
        prove(one, index, secret)
    assert str(mistake.value) == "only the truth about a card is proved"


def test_the_honest_code_told_a_lie_about_the_card_is_refused() -> None:
    for index, face in enumerate(THREE.faces):
        truth = claim(FACES[9], THREE.faces)
        assert refused(truth, prove(claim(face, THREE.faces), index)) == "bad-membership-proof"


# ---- forgers


class Forgery(NamedTuple):
    proof: bytes
    firsts: bytes
    seconds: bytes


def forged(one: Claim, index: int, secret: Scalar | None, stated: Claim | None = None) -> Forgery:
    """A proof for a false statement, right in everything that can be had right; the rule written out a second time.

    At `index` the forger answers as somebody who takes `secret` for the logarithm of both equations; without one
    it answers nothing there and lets the challenges add up to what they will. `stated` is hashed in place of `one`.
    """
    stated = stated or one
    challenges = [DICE.randbytes(CHALLENGE_BYTES) for _ in one.faces]
    responses = [scalar() for _ in one.faces]
    firsts = [
        group.add(group.base(z), group.multiply(wide(c), one.key)) for c, z in zip(challenges, responses, strict=True)
    ]
    seconds = [
        group.add(group.multiply(z, one.a), group.multiply(wide(c), group.subtract(one.rest, face)))
        for c, z, face in zip(challenges, responses, one.faces, strict=True)
    ]
    nonce = scalar()
    if secret is not None:
        firsts[index], seconds[index] = group.base(nonce), group.multiply(nonce, one.a)
    script = begun()
    script.absorb("key", stated.key)
    script.absorb("base", stated.a)
    script.absorb("rest", stated.rest)
    script.absorb("faces", b"".join(stated.faces))
    script.absorb("first commitments", b"".join(firsts))
    script.absorb("second commitments", b"".join(seconds))
    script.absorb("challenge", b"membership")
    last = number(script.digest()[:CHALLENGE_BYTES])
    if secret is not None:
        for other, challenge in enumerate(challenges):
            if other != index:
                last ^= number(challenge)
        challenges[index] = last.to_bytes(CHALLENGE_BYTES, "little")
        responses[index] = group.scalar_subtract(nonce, group.scalar_multiply(wide(challenges[index]), secret))
    proof = b"".join(c + z for c, z in zip(challenges, responses, strict=True))
    return Forgery(proof, b"".join(firsts), b"".join(seconds))


class Believing(Transcript):
    """The transcript of a verifier that takes somebody's word for one field instead of computing it."""

    def __init__(self, label: str, word: bytes) -> None:
        super().__init__("membership")
        self.label, self.word = label, word
        self.absorb("context", b"")

    def absorb(self, label: str, data: bytes) -> None:
        super().absorb(label, self.word if label == getattr(self, "label", None) else data)


class Agreeing(Transcript):
    """The transcript of a verifier that does not ask what the challenges add up to, `but` for these bits of it."""

    def __init__(self, proof: bytes, but: int = 0) -> None:
        super().__init__("membership")
        self.sum = but
        for challenge, _response in parts(proof):
            self.sum ^= number(challenge)

    def digest(self) -> bytes:
        return self.sum.to_bytes(CHALLENGE_BYTES, "little") + bytes(16)


SETS = [pytest.param(list(FACES[:1]), id="one face"), pytest.param(list(FACES[10:18]), id="eight faces")]


@pytest.mark.parametrize("faces", SETS)
def test_the_forger_would_pass_with_the_truth(faces: list[Point]) -> None:
    for index, face in enumerate(faces):
        one = claim(face, faces)
        check(one, forged(one, index, X).proof)


@pytest.mark.parametrize("faces", SETS)
def test_the_equation_for_the_key_keeps_a_card_under_another_secret_out(faces: list[Point]) -> None:
    for index, face in enumerate(faces):
        false = claim(face, faces, OTHER)
        lie = forged(false, index, OTHER)
        check(false, lie.proof, Believing("first commitments", lie.firsts))
        assert refused(false, lie.proof) == "bad-membership-proof"


@pytest.mark.parametrize("faces", SETS)
def test_the_equation_for_the_card_keeps_a_face_outside_the_set_out(faces: list[Point]) -> None:
    for index in range(len(faces)):
        false = claim(FACES[30], faces)
        lie = forged(false, index, X)
        check(false, lie.proof, Believing("second commitments", lie.seconds))
        assert refused(false, lie.proof) == "bad-membership-proof"


@pytest.mark.parametrize("faces", SETS)
def test_the_sum_of_the_challenges_keeps_a_proof_of_nothing_out(faces: list[Point]) -> None:
    false = claim(FACES[30], faces)
    lie = forged(false, 0, None)
    check(false, lie.proof, Agreeing(lie.proof))
    assert refused(false, lie.proof) == "bad-membership-proof"


def test_every_bit_of_the_sum_counts() -> None:
    for bit in range(8 * CHALLENGE_BYTES):
        assert refused(THREE, PROOF, Agreeing(PROOF, 1 << bit)) == "bad-membership-proof"


def test_each_wrong_equation_alone_is_enough_to_be_refused() -> None:
    # With the two other checks left out as well, what is believed is what was hashed: no forgery is refused for more
    # than the one thing that is wrong with it.
    false = claim(FACES[30], FACES[:3])
    lie = forged(false, 1, X)
    assert refused(false, lie.proof, Believing("first commitments", lie.firsts)) == "bad-membership-proof"
    false = claim(FACES[1], FACES[:3], OTHER)
    lie = forged(false, 1, OTHER)
    assert refused(false, lie.proof, Believing("second commitments", lie.seconds)) == "bad-membership-proof"


def test_a_part_of_order_two_under_an_even_challenge_is_kept_out_by_the_library_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    one = claim(FACES[1], FACES[1:2])
    false = one._replace(rest=marked(one.rest))
    lie = forged(one, 0, X, stated=false)
    while lie.proof[0] % 2:
        lie = forged(one, 0, X, stated=false)
    assert refused(false, lie.proof) == "not in group"
    strict = group.sodium.crypto_scalarmult_ed25519_noclamp

    def lenient(factor: bytes, point: bytes) -> bytes:  # as libsodium was before the mend of CVE-2025-69277
        try:
            return strict(factor, point)
        except CryptoError:
            product = strict(factor, group.add(point, ORDER_TWO))
            return group.add(product, ORDER_TWO) if factor[0] % 2 else product

    monkeypatch.setattr(group.sodium, "crypto_scalarmult_ed25519_noclamp", lenient)
    check(false, lie.proof)


# ---- forgers who choose what they prove after its challenge


def inverse(one: Scalar) -> Scalar:
    return Scalar(pow(number(one), -1, ORDER).to_bytes(32, "little"))


def fitted(field: str) -> tuple[Claim, bytes]:
    """A false statement of a set of one face whose `field` was chosen last, to fit a proof it is not hashed into.

    The commitments are A = wG and B = va with v other than w, which no true statement has.
    """
    w, v, face = scalar(), scalar(), FACES[3]
    one = claim(face, [face], OTHER if field in {"key", "base"} else X)
    script = Believing(field, b"")
    for label, data in (("key", one.key), ("base", one.a), ("rest", one.rest), ("faces", face)):
        script.absorb(label, data)
    first, second = group.base(w), group.multiply(v, A)
    script.absorb("first commitments", first)
    script.absorb("second commitments", second)
    script.absorb("challenge", b"membership")
    c = wide(script.digest()[:CHALLENGE_BYTES])
    by_key = group.scalar_subtract(w, group.scalar_multiply(c, X))
    by_card = group.scalar_subtract(v, group.scalar_multiply(c, OTHER))
    gap = group.multiply(inverse(c), group.subtract(second, group.multiply(by_key, A)))  # rest - F that fits
    match field:
        case "key":
            fitting = group.multiply(inverse(c), group.subtract(first, group.base(by_card)))
            return one._replace(key=fitting), c[:CHALLENGE_BYTES] + by_card
        case "base":
            other = group.subtract(second, group.multiply(c, group.subtract(one.rest, face)))
            return one._replace(a=group.multiply(inverse(by_key), other)), c[:CHALLENGE_BYTES] + by_key
        case "rest":
            return one._replace(rest=group.add(face, gap)), c[:CHALLENGE_BYTES] + by_key
        case _:
            return one._replace(faces=[group.subtract(one.rest, gap)]), c[:CHALLENGE_BYTES] + by_key


@pytest.mark.parametrize("field", ["key", "base", "rest", "faces"])
def test_everything_stated_is_hashed(field: str) -> None:
    false, proof = fitted(field)
    check(false, proof, Believing(field, b""))
    assert refused(false, proof) == "bad-membership-proof"


# ---- vectors


def test_the_vectors_are_what_is_computed() -> None:
    assert regenerate_membership.text() == regenerate_membership.FILE.read_text(encoding="utf-8")


def test_the_vectors_hold_by_hashlib_and_pynacl_alone() -> None:
    check_membership.check(check_membership.read("membership.json"), check_membership.read("faces.json"))


@settings(max_examples=20)
@given(st.integers(0, 5), st.integers(0, 54 * FACE_BYTES - 1))
def test_the_checker_refuses_a_changed_vector(which: int, where: int) -> None:
    document, sheets = check_membership.read("membership.json"), check_membership.read("faces.json")
    case = document["good"][which]
    proof = bytearray.fromhex(case["proof"])
    proof[where % len(proof)] ^= 1
    case["proof"] = proof.hex()
    with pytest.raises(AssertionError):
        check_membership.check(document, sheets)


def test_our_own_check_judges_the_vectors_the_same() -> None:
    document, sheets = check_membership.read("membership.json"), check_membership.read("faces.json")
    for kind, cases in document.items():
        for case in cases:
            script = Transcript("membership")
            script.absorb("context", bytes.fromhex(case["context"]))
            script.absorb("session", bytes.fromhex(case["session"]))
            for label, numbers in (("deal", [case["deal"]]), ("seat", [case["seat"]])):
                script.absorb_numbers(label, numbers)
            script.absorb_numbers("cards", [case["place"], case["side"]])
            key, a, rest = (Point(bytes.fromhex(case[name])) for name in ("key", "base", "rest"))
            faces = [Point(bytes.fromhex(sheets[case["sheet"]][face])) for face in check_membership.face_numbers(case)]
            proof = bytes.fromhex(case["proof"])
            if kind == "good":
                check(Claim(key, a, rest, faces), proof, script)
            else:
                refused(Claim(key, a, rest, faces), proof, script)
