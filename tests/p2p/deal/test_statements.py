"""What a seat says of a card it alone can read is checked at once; what is false cannot be said."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fliptable.p2p.deal import group, membership
from fliptable.p2p.deal.audit import all_faces
from fliptable.p2p.deal.deal import Card, Deal
from fliptable.p2p.deal.randomness import Nonces
from fliptable.p2p.deal.seed import Seed
from fliptable.p2p.errors import Misuse, PeerFault, Unreadable

from .circle import SESSION, SMALL, Circle, prefix
from .spoilt import BAD_SCALARS

FACES = [len(side) for side in SMALL]
HAND: list[Card] = [(0, 0), (1, 0), (2, 1), (3, 1)]

# Nothing is stored of a statement, which is what one of these tests holds, so one circle serves them all.
CIRCLE = Circle((0, 1, 2), dice=21)
CIRCLE.show(HAND, owner=0)
TRUTH = all_faces(CIRCLE.deal, CIRCLE.seeds)
CONTEXT = prefix(0, "statements")


def truth(card: Card) -> int:
    face = TRUTH[card[1]][card[0]]
    assert face is not None
    return face


def others(card: Card) -> list[int]:
    return [face for face in range(FACES[card[1]]) if face != truth(card)]


def stated(card: Card, faces: list[int]) -> bytes:
    return CIRCLE.secrets[0].statement(card, faces, CONTEXT)


def refused(
    proof: bytes,
    faces: list[int],
    card: Card = HAND[0],
    seat: int = 0,
    context: bytes = CONTEXT,
    deal: Deal | None = None,
) -> str:
    with pytest.raises(PeerFault) as verdict:
        (deal or CIRCLE.deal).take_statement(seat, card, faces, proof, context)
    return verdict.value.reason


SET = [*others(HAND[0])[:2], truth(HAND[0])]
PROOF = stated(HAND[0], SET)
BAD = "bad-membership-proof"


@given(card=st.sampled_from(HAND), data=st.data())
def test_what_is_true_is_stated_and_taken(card: Card, data: st.DataObject) -> None:
    more = data.draw(st.lists(st.sampled_from(others(card)), unique=True))
    faces = data.draw(st.permutations([truth(card), *more]))
    proof = stated(card, faces)
    assert len(proof) == 48 * len(faces)
    CIRCLE.deal.take_statement(0, card, faces, proof, CONTEXT)
    assert stated(card, faces) != proof  # fresh each time
    assert (CIRCLE.deal.lock(*card), CIRCLE.deal.face(*card)) == (0b1, None)
    assert [secret.read(*card) for secret in CIRCLE.secrets.values()] == [truth(card), None, None]


@given(card=st.sampled_from(HAND), data=st.data())
def test_what_is_false_is_not_stated(card: Card, data: st.DataObject) -> None:
    faces = data.draw(st.lists(st.sampled_from(others(card)), unique=True))
    with pytest.raises(Misuse):
        stated(card, faces)


def test_a_statement_is_about_a_card_of_ones_own_and_about_faces_of_its_side() -> None:
    for card in ((4, 0), (5, 1)):  # not shown to anybody yet
        for seat in (0, 1):
            with pytest.raises(Misuse):
                CIRCLE.secrets[seat].statement(card, [0], CONTEXT)
            assert refused(PROOF, SET, card, seat) == "statement-not-owed"
    with pytest.raises(Misuse):
        CIRCLE.secrets[1].statement(HAND[0], SET, CONTEXT)
    for card in ((99, 0), (0, 2), (-1, 0)):
        assert refused(PROOF, SET, card) == "unknown-place"
        with pytest.raises(PeerFault, match="unknown-place"):
            CIRCLE.secrets[0].statement(card, SET, CONTEXT)
    face = truth(HAND[0])
    for faces in ([], [face, face], [face, FACES[0]], [face, -1]):
        with pytest.raises(Misuse):
            stated(HAND[0], faces)
        with pytest.raises(Misuse):
            CIRCLE.deal.take_statement(0, HAND[0], faces, PROOF, CONTEXT)


def test_a_proof_of_another_card_seat_set_order_or_context_is_refused() -> None:
    first, second, third = SET
    assert refused(PROOF, [second, first, third]) == BAD
    assert refused(PROOF, [first, next(face for face in others(HAND[0]) if face not in SET), third]) == BAD
    assert refused(PROOF, [first, second]) == refused(PROOF, [*SET, others(HAND[0])[-1]]) == "malformed-proof"
    assert refused(PROOF, SET, HAND[1]) == BAD
    assert refused(PROOF, SET, seat=1) == "statement-not-owed"
    for context in (prefix(0, "statements", (1,)), prefix(1, "statements"), prefix(0, "shares"), b""):
        assert refused(PROOF, SET, context=context) == BAD
    CIRCLE.deal.take_statement(0, HAND[0], SET, PROOF, CONTEXT)


@pytest.mark.parametrize(("session", "number"), [(bytes(32), 1), (SESSION, 2)])
def test_a_proof_of_another_session_or_deal_is_refused(session: bytes, number: int) -> None:
    # The same card to the last byte: the other deal differs in its name alone.
    other = Deal(session, number, (0, 1, 2), SMALL)
    other.keys.update(CIRCLE.deal.keys)
    other.hidden[0].update(CIRCLE.deal.hidden[0])
    assert refused(PROOF, SET, deal=other) == BAD
    same = Deal(SESSION, 1, (0, 1, 2), SMALL)
    same.keys.update(CIRCLE.deal.keys)
    same.hidden[0].update(CIRCLE.deal.hidden[0])
    same.take_statement(0, HAND[0], SET, PROOF, CONTEXT)


def test_two_cards_of_one_face_have_statements_of_their_own() -> None:
    circle = Circle((0, 1), ((8,), (8,)))  # every card is the same
    circle.show([(0, 0), (1, 0)], owner=0)
    proof = circle.secrets[0].statement((0, 0), [0], CONTEXT)
    circle.deal.take_statement(0, (0, 0), [0], proof, CONTEXT)
    assert refused(proof, [0], (1, 0), deal=circle.deal) == BAD


@given(where=st.integers(0, 2**16), change=st.integers(1, 255))
def test_a_statement_with_any_byte_changed_is_refused(where: int, change: int) -> None:
    changed = bytearray(PROOF)
    changed[where % len(PROOF)] ^= change
    assert refused(bytes(changed), SET) == BAD


def test_a_statement_of_another_length_is_refused() -> None:
    for proof in (b"", PROOF[:-1], PROOF[:-48], PROOF + b"\1", PROOF + PROOF[:48]):
        assert refused(proof, SET) == "malformed-proof"


def test_the_parts_of_a_statement_are_not_exchanged() -> None:
    assert refused(PROOF[48:96] + PROOF[:48] + PROOF[96:], SET) == BAD


@pytest.mark.parametrize("scalar", BAD_SCALARS)
def test_no_response_may_be_out_of_range(scalar: bytes) -> None:
    for start in range(0, len(PROOF), 48):
        assert refused(PROOF[: start + 16] + scalar + PROOF[start + 48 :], SET) == BAD
        assert refused(PROOF[:start] + bytes(16) + PROOF[start + 16 :], SET) == BAD


def test_a_response_above_the_order_is_no_second_form_of_a_statement() -> None:
    larger = (int.from_bytes(PROOF[16:48], "little") + group.ORDER).to_bytes(32, "little")
    assert refused(PROOF[:16] + larger + PROOF[48:], SET) == BAD


def liars_proof(circle: Circle, seat: int, card: Card, faces: list[int], pretended: int) -> bytes:
    """The proof that a seat makes of its own key and of a card that shows what is pretended: all true but the card."""
    deal = circle.deal
    secret = Seed(circle.seeds[seat], SESSION, 1, seat).key()
    hidden = deal.at(*card)
    points = deal.points_of(faces, card[1])
    rest = group.add(points[faces.index(pretended)], group.multiply(secret, hidden.first.a))
    script = deal.statement("membership", seat, prefix(seat, "statements"), [card])
    nonces = Nonces(b"", b"", bytes)
    index = faces.index(pretended)
    return membership.prove(script, deal.keys[seat], hidden.first.a, rest, points, index, secret, nonces)


@pytest.mark.parametrize("liars", [(0,), (1,), (2,), (0, 2), (0, 1, 2)])
def test_every_liar_is_refused_and_nobody_else(liars: tuple[int, ...]) -> None:
    circle = Circle((0, 1, 2), dice=22)
    cards: list[Card] = [(0, 0), (1, 0), (2, 0)]
    for seat, card in enumerate(cards):
        circle.show([card], owner=seat)
    faces = all_faces(circle.deal, circle.seeds)
    for seat, card in enumerate(cards):
        true = faces[0][card[0]]
        everything = list(range(FACES[0]))
        if seat in liars:
            said = [face for face in everything if face != true]
            proof = liars_proof(circle, seat, card, said, said[0])
            assert refused(proof, said, card, seat, prefix(seat, "statements"), circle.deal) == BAD
        else:
            proof = circle.secrets[seat].statement(card, everything, prefix(seat, "statements"))
            circle.deal.take_statement(seat, card, everything, proof, prefix(seat, "statements"))


def test_a_card_that_was_handed_over_is_its_new_owners_to_speak_of() -> None:
    circle = Circle((0, 1, 2), dice=21)
    circle.show(HAND, owner=0)
    circle.hand(0, 1, HAND)
    for card in HAND:
        faces = sorted([others(card)[0], truth(card)])
        with pytest.raises(Misuse):
            circle.secrets[0].statement(card, faces, CONTEXT)
        old = stated(card, faces)  # of before the hand-over
        assert refused(old, faces, card, deal=circle.deal) == "statement-not-owed"
        assert refused(old, faces, card, seat=1, deal=circle.deal) == BAD
        proof = circle.secrets[1].statement(card, faces, CONTEXT)
        circle.deal.take_statement(1, card, faces, proof, CONTEXT)


def test_of_a_public_card_nothing_is_stated() -> None:
    circle = Circle((0, 1, 2), dice=21)
    circle.show(HAND[:1])
    with pytest.raises(Misuse):
        circle.secrets[0].statement(HAND[0], SET, CONTEXT)
    assert refused(PROOF, SET, deal=circle.deal) == "statement-not-owed"


def test_a_card_that_shows_no_face_is_not_spoken_of() -> None:
    circle = Circle(
        (0, 1, 2),
        cheats={
            2: lambda decks: (
                [decks[0][0]._replace(b=group.add(decks[0][0].b, group.GENERATOR)), *decks[0][1:]],
                decks[1],
            )
        },
    )
    circle.show([(0, 0)], owner=1)
    with pytest.raises(Unreadable):
        circle.secrets[1].statement((0, 0), [0], b"")


def test_a_refusal_to_state_shows_no_face() -> None:
    with pytest.raises(Misuse) as refusal:
        stated(HAND[0], others(HAND[0]))
    assert not any(character.isdigit() for character in str(refusal.value))
