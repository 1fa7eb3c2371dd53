"""What the hidden cards cost: CPU time on this machine, printed, never judged.

Run it by `python tests/bench/deal.py`. One thread; of single operations the best of five runs, as other work
on the machine only adds; a round's start is run once, so it carries that noise.
"""

import random
import time
from collections.abc import Callable
from typing import Final

from fliptable.core.cards import FLIP
from fliptable.p2p.deal import dleq
from fliptable.p2p.deal.audit import all_faces, check_seed
from fliptable.p2p.deal.deal import Card, Deal
from fliptable.p2p.deal.elgamal import decode_deck
from fliptable.p2p.deal.payloads import Shares
from fliptable.p2p.deal.secret import Secret

COPIES: Final = tuple(sheet.copies for sheet in FLIP.sheets)
CONTEXT: Final = b"bench"
HAND: Final = 7
LIGHT, DARK = 0, 1


class Clock:
    """CPU seconds by what they were spent on."""

    def __init__(self) -> None:
        self.spent: dict[str, float] = {}

    def run(self, name: str, work: Callable[[], object]) -> None:
        start = time.process_time()
        work()
        self.spent[name] = self.spent.get(name, 0.0) + time.process_time() - start


def milliseconds(work: Callable[[], object], runs: int = 5) -> float:
    clock = Clock()
    for run in range(runs):
        clock.run(str(run), work)
    return 1000 * min(clock.spent.values())


def keyed(seats: int, dice: int = 1) -> tuple[Deal, list[Secret]]:
    """A deal up to its keys."""
    rng = random.Random(dice)
    deal = Deal(bytes(32), 1, tuple(range(seats)), COPIES)
    secrets = [Secret(rng.randbytes(32), seat, deal, rng.randbytes) for seat in range(seats)]
    for seat, secret in enumerate(secrets):
        deal.take_commit(seat, secret.commit())
    for seat, secret in enumerate(secrets):
        deal.take_key(seat, secret.key(CONTEXT), CONTEXT)
    return deal, secrets


def deal_cards(seats: int, giver: int) -> list[Card]:
    """What a seat publishes at the start of a round: fronts of others, all backs, the card turned, the next back."""
    turned = seats * HAND
    fronts: list[Card] = [(place, LIGHT) for place in range(turned) if place % seats != giver]
    backs: list[Card] = [(place, DARK) for place in range(turned)]
    return [*fronts, *backs, (turned, LIGHT), (turned, DARK), (turned + 1, DARK)]


def round_start(seats: int) -> None:
    """The whole start as one seat sees it: its own work, and checking everybody's, its own included."""
    clock = Clock()
    deal, secrets = keyed(seats)
    for seat, secret in enumerate(secrets):
        if seat == 0:
            clock.run("prepare", secret.prepare)
            clock.run("mix", lambda: secrets[0].mix(CONTEXT))
        mixed = secret.mix(CONTEXT)
        clock.run("check mixes", lambda seat=seat, mixed=mixed: deal.take_mix(seat, mixed, CONTEXT))
    batches: list[tuple[int, list[Card], Shares]] = []
    for seat, secret in enumerate(secrets):
        cards = deal_cards(seats, seat)
        if seat == 0:
            clock.run("make shares", lambda cards=cards: secrets[0].shares(cards, CONTEXT))
        batches.append((seat, cards, secret.shares(cards, CONTEXT)))
    for seat, cards, shares in batches:
        clock.run("check shares", lambda s=seat, c=cards, m=shares: deal.take_shares(s, c, m, CONTEXT))
    clock.run("read", lambda: [secrets[0].read(place, LIGHT) for place in range(0, seats * HAND, seats)])
    clock.run("audit", lambda: [check_seed(deal, seat, secrets[seat].seed) for seat in range(1, seats)])
    seeds = {seat: secret.seed for seat, secret in enumerate(secrets)}
    clock.run("all faces", lambda: all_faces(deal, seeds))
    spent = {name: 1000 * seconds for name, seconds in clock.spent.items()}
    audit = spent.pop("audit") + spent.pop("all faces")
    own = sum(spent.values())
    # The decks go round: a seat checks the deck before it (once it has its blinds ready), mixes, hands on.
    waited = own + (seats - 1) * spent["mix"]
    parts = ", ".join(f"{name} {value:.0f}" for name, value in spent.items())
    print(f"round start n={seats:2}: {own:5.0f} ms a seat ({parts})")
    print(f"                  {waited:5.0f} ms critical path, {own * seats:6.0f} ms CPU of all seats together")
    print(f"                  audit at the end {audit:.0f} ms a seat")


def single_operations() -> None:
    deal, secrets = keyed(2)
    blinds = milliseconds(lambda: Secret(secrets[0].seed, 0, deal, random.Random(1).randbytes).prepare())
    secrets[0].prepare()
    add = milliseconds(lambda: secrets[0].mix(CONTEXT))
    mixed = secrets[0].mix(CONTEXT)
    check = milliseconds(lambda: [decode_deck(deck, deal.size) for deck in mixed.decks])
    print(f"mix of two decks of 112: make {blinds + add:.1f} ms ({blinds:.1f} of it ahead), check {check:.1f} ms")
    deal.take_mix(0, mixed, CONTEXT)
    deal.take_mix(1, secrets[1].mix(CONTEXT), CONTEXT)
    for size in (1, 7, 133):
        cards: list[Card] = [(place % 112, place // 112) for place in range(size)]
        make = milliseconds(lambda cards=cards: secrets[0].shares(cards, CONTEXT))
        shares = secrets[0].shares(cards, CONTEXT)
        check = milliseconds(lambda cards=cards, shares=shares: check_batch(deal, cards, shares))
        print(f"shares of {size:3} cards: make {make:.2f} ms, check {check:.2f} ms, {32 * size + 64} bytes")
    cards = [(place, LIGHT) for place in range(HAND)]
    deal.take_shares(1, cards, secrets[1].shares(cards, CONTEXT), CONTEXT)
    make = milliseconds(lambda: secrets[0].seals(1, cards, CONTEXT))
    seals = secrets[0].seals(1, cards, CONTEXT)
    check = milliseconds(lambda: deal.take_seals(0, 1, cards, seals, CONTEXT))
    print(f"a hand of {HAND} sealed: make {make:.2f} ms, check {check:.2f} ms, {64 * HAND + 96} bytes")


def check_batch(deal: Deal, cards: list[Card], shares: Shares) -> None:
    """The check alone, so that it can be run again."""
    script = deal.statement("shares", 0, CONTEXT, cards)
    bases = [deal.at(*card).first.a for card in cards]
    dleq.check_shares(script, deal.keys[0], bases, shares.points, shares.proof)


if __name__ == "__main__":
    single_operations()
    for count in (2, 4, 10):
        round_start(count)
