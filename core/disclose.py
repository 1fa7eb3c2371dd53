"""Disclosures: where rights move, and where somebody comes to owe one.

Only a card that is laid, shown or drawn brings its right along by itself (`play`, `drawing`). A rule says that a face
becomes public, that a seat may read it, that a seat must say something about it. Here the rights are moved, and what
somebody then owes is put on the table's dues; a trusted dealer (`Table.discloser`) meets it at once. What is public
already is computed, never asked for again.
"""

from __future__ import annotations

from .cards import ALL_FACES, UNKNOWN, FaceSet
from .dues import Hand, Mix, Open, Seal, Show, State, Verdict
from .errors import IllegalMove, Reason
from .table import Table


def open_face(table: Table, place: int, side: int) -> None:
    """The face becomes public."""
    rights = table.rights[side]
    if rights[place] != table.everyone:
        rights[place] = table.everyone
        if table.discloser is None:
            table.dues.append(Open(place, side))


def open_hands(table: Table, side: int, but: int | None = None) -> None:
    """The faces of all hands on a side become public, except those of one seat."""
    rights, everyone = table.rights[side], table.everyone
    for seat, hand in enumerate(table.hands):
        if seat == but:
            continue
        if table.discloser is None:
            for place in hand:
                open_face(table, place, side)
        else:
            for place in hand:
                rights[place] = everyone


def open_back(table: Table) -> None:
    """The inactive face of the draw pile's top becomes public, where backs are visible."""
    if table.draw and table.shows_backs:
        open_face(table, table.draw[-1], 1 - table.side)


def show(table: Table, place: int, side: int, seat: int) -> None:
    """``seat`` may read the face."""
    rights = table.rights[side]
    if not rights[place] >> seat & 1:
        rights[place] |= 1 << seat
        if table.discloser is None:
            table.dues.append(Show(place, side, seat))


def deal_out(table: Table, order: list[int], cards: int) -> None:
    """Places 0 to ``cards``, dealt round and round in this order: fronts for their holders, backs for everybody."""
    side, seats = table.side, len(order)
    if table.discloser is not None:  # Nothing is asked for, so the rights are laid down at once.
        table.rights[side][:cards] = [1 << seat for seat in order] * (cards // seats)
        if table.shows_backs:
            table.rights[1 - side][:cards] = [table.everyone] * cards
        return
    for place in range(cards):
        show(table, place, side, order[place % seats])
        if table.shows_backs:
            open_face(table, place, 1 - side)


def seal(table: Table, place: int, side: int, owner: int, seat: int) -> None:
    """``owner`` shows ``seat`` a face that only it can read."""
    rights = table.rights[side]
    if not rights[place] >> seat & 1:
        rights[place] |= 1 << seat
        if table.discloser is None:
            table.dues.append(Seal(place, side, owner, seat))


def hand_over(table: Table, owner: int, seat: int) -> None:
    """``seat`` takes over every face of ``owner``'s hand that is not public and that ``owner`` may read."""
    for place in table.hands[owner]:
        for side, rights in enumerate(table.rights):
            if rights[place] != table.everyone and rights[place] >> owner & 1:
                rights[place] |= 1 << seat
                if table.discloser is None:
                    table.dues.append(Hand(place, side, owner, seat))


def mix(table: Table, inputs: list[int]) -> None:
    """The cards at ``inputs`` become the whole draw pile under new places, light and dark re-paired."""
    first = len(table.faces[0])
    outputs = tuple(range(first, first + len(inputs)))
    for faces, rights in zip(table.faces, table.rights, strict=True):
        faces.extend([UNKNOWN] * len(inputs))
        rights.extend([0] * len(inputs))
    shuffle = Mix(tuple(sorted(inputs)), outputs)
    table.mixes += (shuffle,)
    table.draw = list(reversed(outputs))
    if table.discloser is None:
        table.dues.append(shuffle)
    else:
        table.discloser.mix(table, shuffle)


def state(table: Table, place: int, side: int, seat: int, yes: FaceSet, no: FaceSet) -> None:
    """``seat`` has to say whether the face lies in ``yes`` or in ``no`` (empty: only ``yes`` is true)."""
    known = known_in(table, place, side, yes)
    if known or (known is False and no):
        return
    if table.discloser is None:
        table.dues.append(State(place, side, seat, yes, no))
    else:
        bind(table, place, side, yes if yes >> table.read(place, side) & 1 else no)


def state_hand(table: Table, seat: int, faces: FaceSet, otherwise: FaceSet = 0) -> None:
    """``seat`` has to state of each card of its hand that it lies in ``faces``, or else in ``otherwise``."""
    if table.discloser is None or otherwise:
        for place in table.hands[seat]:
            state(table, place, table.side, seat, faces, otherwise)
        return
    rights, facts, everyone = table.rights[table.side], table.facts[table.side], table.everyone
    known = table.faces[table.side]
    for place in table.hands[seat]:
        if known[place] == UNKNOWN:
            raise IllegalMove(Reason.UNKNOWN_FACE)
        if rights[place] != everyone:
            fact = facts.get(place)
            facts[place] = faces if fact is None else fact & faces


def accuse(table: Table, seat: int, places: tuple[int, ...], side: int, guilty: FaceSet) -> None:
    """``seat`` answers whether one of the cards at ``places`` lies in ``guilty``; that is `Table.answer`."""
    table.answer = False
    if not places:
        return
    if table.discloser is None:
        table.dues.append(Verdict(seat, places, side, guilty))
        return
    table.answer = any(guilty >> face & 1 for face in [table.read(place, side) for place in places])


def bind(table: Table, place: int, side: int, faces: FaceSet) -> None:
    """The face is now a fact: it lies in ``faces``."""
    table.facts[side][place] = table.facts[side].get(place, ALL_FACES) & faces


def known_in(table: Table, place: int, side: int, faces: FaceSet) -> bool | None:
    """Whether everybody knows that the face lies in ``faces`` (or outside); None when it is open."""
    if table.rights[side][place] == table.everyone:
        return bool(faces >> table.read(place, side) & 1)
    fact = table.facts[side].get(place, ALL_FACES)
    if not fact & ~faces:
        return True
    return None if fact & faces else False
