"""A circle of seats round one deal, in one process: what most tests of the deal begin with.

All seats see the same `Deal`, because a deal holds no secret; `tests/p2p` plays with one deal a peer.
"""

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from hypothesis import strategies as st

from fliptable.p2p.deal.deal import Card, Deal
from fliptable.p2p.deal.elgamal import Ciphertext, encode_deck, read_deck
from fliptable.p2p.deal.payloads import Mixed
from fliptable.p2p.deal.proving import first_false
from fliptable.p2p.deal.secret import Secret
from fliptable.p2p.deal.transcript import context

SESSION = bytes(range(32))
SMALL = ((2, 1, 3, 1, 1), (1, 4, 1, 2))  # eight cards, five light faces and four dark ones
dices = st.integers(0, 7)  # few, because what was checked once in this process is remembered

Cheat = Callable[[tuple[list[Ciphertext], ...]], tuple[list[Ciphertext], ...]]


def prefix(sender: int, kind: str, place: Sequence[int] = (0,)) -> bytes:
    return context(SESSION, 1, 0, place, sender, kind)


def bent(mixed: Mixed, size: int, cheat: Cheat) -> Mixed:
    """The same mix after a cheat laid hands on its decks."""
    decks = cheat(tuple(read_deck(deck, size) for deck in mixed.decks))
    return mixed._replace(decks=tuple(encode_deck(deck) for deck in decks))


class Circle:
    """Seats with seeds from `dice`, and the deal they make.

    `cheats` bends the mix of a seat at the start, and then nobody checks a proof: what is left is the second line.
    A circle that is not `mixed` waits for its first mix.
    """

    def __init__(
        self,
        seats: Sequence[int] = (0, 1, 2),
        copies: tuple[tuple[int, ...], ...] = SMALL,
        dice: int = 1,
        cheats: Mapping[int, Cheat] | None = None,
        *,
        mixed: bool = True,
    ) -> None:
        rng = random.Random(dice)
        self.seats = tuple(seats)
        self.copies = copies
        self.deal = Deal(SESSION, 1, self.seats, copies)
        self.secrets = {seat: Secret(rng.randbytes(32), seat, self.deal, rng.randbytes) for seat in seats}
        for seat, secret in self.secrets.items():
            self.deal.take_commit(seat, secret.commit())
        for seat, secret in self.secrets.items():
            self.deal.take_key(seat, secret.key(prefix(seat, "key")), prefix(seat, "key"))
        if mixed:
            self.mix(cheats)

    def mix(self, cheats: Mapping[int, Cheat] | None = None) -> None:
        """Every seat whose turn it is mixes, until the deal is ready; proofs are checked unless somebody cheats."""
        while (seat := self.deal.mixing) is not None:
            mixed = self.secrets[seat].mix(prefix(seat, "mix"))
            if cheats and seat in cheats:
                mixed = bent(mixed, len(self.deal.stages[-1].outputs), cheats[seat])
            self.deal.take_mix(seat, mixed, prefix(seat, "mix"))
        assert cheats or first_false(self.deal.unproved) is None
        self.deal.confirm(self.deal.unproved)

    def give(self, seat: int, cards: Sequence[Card]) -> None:
        """The seat publishes its shares of these cards, if there are any."""
        if cards:
            shares = self.secrets[seat].shares(cards, prefix(seat, "shares"))
            self.deal.take_shares(seat, cards, shares, prefix(seat, "shares"))

    def show(self, cards: Sequence[Card], owner: int | None = None) -> None:
        """All seats in a lock publish, but the owner if there is one, who then may read the cards."""
        for seat in self.seats:
            if seat != owner:
                self.give(seat, [card for card in cards if self.deal.lock(*card) >> seat & 1])

    def seal(self, owner: int, to: int, cards: Sequence[Card]) -> None:
        """The owner, who alone locks these cards, seals them to another seat."""
        seals = self.secrets[owner].seals(to, cards, prefix(owner, "seals"))
        self.deal.take_seals(owner, to, cards, seals, prefix(owner, "seals"))

    def hand(self, owner: int, to: int, cards: Sequence[Card]) -> None:
        """The cards become another seat's, which alone locks them then."""
        self.seal(owner, to, cards)
        for card in cards:
            self.deal.hand_over(owner, to, card)

    def join(self, inputs: Sequence[int], members: Sequence[int]) -> None:
        """Those who will mix give the shares that bring cards under their joint key."""
        for seat in members:
            cards = self.deal.joins(inputs, seat)
            if cards:
                shares = self.secrets[seat].joins(cards, prefix(seat, "shares"))
                self.deal.take_joins(seat, cards, shares, prefix(seat, "shares"))

    def places(self) -> list[int]:
        return sorted(place for place, hidden in self.deal.hidden[0].items() if not hidden.spent)

    def open_all(self) -> tuple[list[int | None], ...]:
        """Open everything; the faces of both sides in order of places."""
        places = self.places()
        self.show([(place, side) for place in places for side in (0, 1)])
        return tuple([self.deal.face(place, side) for place in places] for side in (0, 1))

    @property
    def seeds(self) -> dict[int, bytes]:
        return {seat: secret.seed for seat, secret in self.secrets.items()}


def printed(copies: tuple[tuple[int, ...], ...]) -> tuple[Counter[int | None], ...]:
    """The multiset of faces of every side."""
    return tuple(Counter(dict(enumerate(side))) for side in copies)
