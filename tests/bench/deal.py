"""What the hidden cards cost on this machine, printed beside the figures to beat, never judged.

Run it by `python tests/bench/deal.py`. CPU time of one thread; of single operations the best of several runs, as other
work on the machine only adds. `x` is the same as a multiple of one multiplication of a point, measured in the same
run, so that two machines can be compared: the figures to beat were measured where one takes 90 us. They are those of a
prototype with the same library and the same proof: one deck of N hidden cards, one column.

The start of a round is not run over a network: every part is measured, then each seat is simulated with one thread of
its own. A seat prepares, mixes when its turn has come, and checks meanwhile, all that waits in one batch; but before
its turn it begins no check that would hold the turn up. Nobody checks its own mix. The start is over when the last
seat has checked the last mix. Sending costs nothing here.
"""

import random
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Final, NamedTuple

from fliptable.core.cards import FLIP
from fliptable.p2p import letter as letters
from fliptable.p2p.deal import dleq, group, membership, shuffle_proof
from fliptable.p2p.deal.audit import all_faces, check_seed
from fliptable.p2p.deal.deal import Card, Deal
from fliptable.p2p.deal.elgamal import blinding, shuffle
from fliptable.p2p.deal.payloads import Mixed, Shares
from fliptable.p2p.deal.proving import Unproved
from fliptable.p2p.deal.randomness import Nonces
from fliptable.p2p.deal.secret import Secret
from fliptable.p2p.deal.shuffle_proof import Claim, Prover, holds
from fliptable.p2p.identity import Identity
from fliptable.p2p.messages import Event, PlayMove, Yield

Copies = tuple[tuple[int, ...], ...]

DECK: Final = tuple(sheet.copies for sheet in FLIP.sheets)  # two sides of 112 cards
POKER: Final = ((1,) * 52, (1,) * 52)
CONTEXT: Final = b"bench"
HAND: Final = 7
LIGHT, DARK = 0, 1
THERE: Final = 0.090  # milliseconds of a multiplication where the figures to beat were measured
RUNS: Final = 7


def milliseconds(work: Callable[[], object], runs: int = RUNS) -> float:
    """CPU time of a piece of work, the best of several."""
    best = float("inf")
    for _ in range(runs):
        start = time.thread_time()
        work()
        best = min(best, time.thread_time() - start)
    return 1000 * best


def once(work: Callable[[], object]) -> float:
    return milliseconds(work, 1)


def multiplication() -> float:
    rng = random.Random(1)
    scalars = [group.reduce(rng.randbytes(64)) for _ in range(100)]
    points = [group.base(scalar) for scalar in scalars]
    return milliseconds(lambda: list(map(group.multiply, scalars, points)), 20) / 100


UNIT: Final = multiplication()


def line(name: str, spent: float, to_beat: float | None = None, size: int | None = None) -> None:
    beside = f"{to_beat:8.1f}{to_beat / THERE:7.0f} x" if to_beat is not None else " " * 17
    length = f"{size:8} bytes" if size is not None else ""
    print(f"  {name:46}{spent:8.2f}{spent / UNIT:8.1f} x{beside}{length}")


def title(text: str) -> None:
    print(f"\n{text}\n  {'':46}{'ms':>8}{'':10}{'to beat':>8}")


# ---- mixes


def keyed(seats: int, copies: Copies = DECK, dice: int = 1) -> tuple[Deal, list[Secret]]:
    """A deal up to its keys."""
    rng = random.Random(dice)
    deal = Deal(bytes(32), 1, tuple(range(seats)), copies)
    secrets = [Secret(rng.randbytes(32), seat, deal, rng.randbytes) for seat in range(seats)]
    for seat, secret in enumerate(secrets):
        deal.take_commit(seat, secret.commit())
    for seat, secret in enumerate(secrets):
        deal.take_key(seat, secret.key(CONTEXT), CONTEXT)
    return deal, secrets


def claims_of(items: Sequence[Unproved], sides: Sequence[int] = (LIGHT, DARK)) -> list[Claim]:
    return [item.claims[side] for item in items for side in sides]


def one_deck(copies: Copies, to_beat: tuple[float, float, float]) -> None:
    """One deck of hidden cards, as the second seat of two and all after it have it; equal points are saved nowhere."""
    deal, secrets = keyed(2, copies)
    deal.take_mix(0, secrets[0].mix(CONTEXT), CONTEXT)
    stage = deal.stages[-1]
    before, size = stage.decks[LIGHT], deal.size
    rng = random.Random(2)
    permutation = rng.sample(range(size), size)
    scalars = [group.reduce(rng.randbytes(64)) for _ in range(size)]
    nonces = Nonces(bytes(32), b"", rng.randbytes)
    script = deal.statement
    blinds = blinding(scalars, stage.key)
    after = shuffle(before, permutation, blinds)

    def prover() -> Prover:
        return Prover(b"", permutation, 1, nonces)

    def prove(ready: Prover) -> bytes:
        return ready.prove(script("shuffle", 1, CONTEXT), stage.key, [before], [after], [scalars])

    ahead = milliseconds(lambda: blinding(scalars, stage.key)), milliseconds(prover)
    left = (
        milliseconds(lambda: shuffle(before, permutation, blinds)),
        min(once(lambda ready=ready: prove(ready)) for ready in [prover() for _ in range(RUNS)]),
    )
    proof = prove(prover())
    reading = milliseconds(
        lambda: shuffle_proof.read(script("shuffle", 1, CONTEXT), stage.key, [before], [after], proof)
    )
    claim = shuffle_proof.read(script("shuffle", 1, CONTEXT), stage.key, [before], [after], proof)
    title(f"one deck of {size} hidden cards")
    line("shuffle", ahead[0] + left[0], to_beat[0], 64 * size)
    line("  of it left when the deck is there", left[0])
    line("prove", ahead[1] + left[1], to_beat[1], len(proof))
    line("  of it left when the deck is there", left[1])
    line("verify alone", reading + milliseconds(lambda: holds([claim])), to_beat[2])
    line("  of it when the mix is taken", reading)
    for seats in (2, 4, 10):
        deal, secrets = keyed(seats, copies)
        for seat, secret in enumerate(secrets):
            deal.take_mix(seat, secret.mix(CONTEXT), CONTEXT)
        claims = claims_of(deal.unproved, (LIGHT,))
        whole = milliseconds(lambda claims=claims: holds(claims), 3)
        line(f"verify, each of {seats} in one batch", whole / seats + reading, to_beat[2])


# ---- the start of a round


class Costs(NamedTuple):
    """Milliseconds of one seat: ahead of its mix, its mix with proofs, reading another's, a batch of checks."""

    prepare: float
    mixes: Sequence[float]  # by seat: the first has a printed deck
    take: float
    batch: float
    item: float

    def check(self, count: int) -> float:
        return self.batch + count * self.item


def measure(seats: int) -> tuple[Costs, Deal, list[Secret]]:
    deal, secrets = keyed(seats)
    prepare = min(once(secret.prepare) for secret in secrets)
    mixes: list[float] = []
    takes: list[float] = []
    for seat, secret in enumerate(secrets):
        made: list[Mixed] = []
        mixes.append(once(lambda secret=secret, made=made: made.append(secret.mix(CONTEXT))))
        takes.append(once(lambda seat=seat, made=made: deal.take_mix(seat, made[0], CONTEXT)))
    later = min(mixes[1:])
    items = deal.unproved
    alone = milliseconds(lambda: holds(claims_of(items[-1:])), 5)
    together = milliseconds(lambda: holds(claims_of(items)), 3)
    item = (together - alone) / (seats - 1)
    costs = Costs(prepare, [mixes[0], *[later] * (seats - 1)], min(takes), alone - item, item)
    deal.confirm(items)
    return costs, deal, secrets


def mixed(seats: int, costs: Costs, free: Callable[[int, float, Sequence[float]], float]) -> list[float]:
    """When each mix is there: `free` says from when on a seat can mix, if its turn comes at a time."""
    there: list[float] = []
    for seat in range(seats):
        turn = there[-1] if there else 0.0
        there.append(max(turn, free(seat, turn, there)) + costs.mixes[seat] + costs.take)
    return there


def one_thread(seats: int, costs: Costs) -> tuple[float, float]:
    """When the last seat is ready, and what the busiest worked, if a seat does one thing at a time."""
    checked = [0] * seats
    worked = [costs.prepare + costs.mixes[seat] + (seats - 1) * costs.take for seat in range(seats)]

    def check(seat: int, now: float, count: int) -> float:
        checked[seat] += count
        worked[seat] += costs.check(count)
        return now + costs.check(count)

    def free(seat: int, turn: float, there: Sequence[float]) -> float:
        now = costs.prepare
        while checked[seat] < seat:
            begin = max(now, there[checked[seat]])
            count = sum(when <= begin for when in there) - checked[seat]
            while count and begin + costs.check(count) > turn:
                count -= 1
            if not count:
                break
            now = check(seat, begin, count)
        return now

    there = mixed(seats, costs, free)
    ready: list[float] = []
    for seat in range(seats):
        others = [when for other, when in enumerate(there) if other != seat]
        now = there[seat]
        while checked[seat] < seats - 1:
            now = max(now, others[checked[seat]])
            now = check(seat, now, sum(when <= now for when in others) - checked[seat])
        ready.append(now)
    return max(ready), max(worked)


def two_threads(seats: int, costs: Costs) -> float:
    """When the last seat is ready, if a second thread on a core of its own does nothing but check."""
    there = mixed(seats, costs, lambda _seat, _turn, _there: costs.prepare)
    ready: list[float] = []
    for seat in range(seats):
        others = [when for other, when in enumerate(there) if other != seat]
        now, checked = 0.0, 0
        while checked < seats - 1:
            now = max(now, others[checked])
            count = sum(when <= now for when in others) - checked
            now += costs.check(count)
            checked += count
        ready.append(max(now, there[seat]))
    return max(ready)


def round_start(seats: int, to_beat: float) -> None:
    costs, deal, secrets = measure(seats)
    wall, worked = one_thread(seats, costs)
    in_turn = max(costs.mixes)
    title(f"start of a round of {seats}, two decks of {deal.size}, overlapped (wall time simulated)")
    line("from the keys to the last check, wall", wall, to_beat)
    line("  the same, if a second thread checks", two_threads(seats, costs), to_beat)
    line("  CPU of the busiest seat", worked)
    line("    of it ahead of its turn", costs.prepare)
    line("    of it mixing and proving in turn", in_turn)
    line("    of it reading and checking the others", worked - costs.prepare - in_turn)
    proof = shuffle_proof.proof_bytes(deal.size, 1)
    line("a mix of both decks, nothing ahead", costs.prepare + in_turn, None, 2 * (64 * deal.size + proof))
    shares_of_deal(seats, deal, secrets)


# ---- cards


def deal_cards(seats: int, giver: int) -> list[Card]:
    """What a seat publishes at the start of a round: fronts of others, all backs, the card turned, the next back."""
    turned = seats * HAND
    fronts: list[Card] = [(place, LIGHT) for place in range(turned) if place % seats != giver]
    backs: list[Card] = [(place, DARK) for place in range(turned)]
    return [*fronts, *backs, (turned, LIGHT), (turned, DARK), (turned + 1, DARK)]


def shares_of_deal(seats: int, deal: Deal, secrets: Sequence[Secret]) -> None:
    spent = {"make": 0.0, "check": 0.0}
    for seat, secret in enumerate(secrets):
        cards = deal_cards(seats, seat)
        made: list[Shares] = []
        own = once(lambda secret=secret, cards=cards, made=made: made.append(secret.shares(cards, CONTEXT)))
        checking = once(lambda seat=seat, cards=cards, made=made: deal.take_shares(seat, cards, made[0], CONTEXT))
        spent["make" if seat == 0 else "check"] += own if seat == 0 else checking
    reading = once(lambda: [secrets[0].read(place, LIGHT) for place in range(0, seats * HAND, seats)])
    known = (27.0, 261.0) if seats == 10 else (None, None)
    line("shares of the deal: make", spent["make"], known[0], 32 * len(deal_cards(seats, 0)) + 64)
    line("shares of the deal: check the others'", spent["check"], known[1])
    line("read a hand", reading)
    audit = once(lambda: [check_seed(deal, seat, secrets[seat].seed) for seat in range(1, seats)])
    seeds = {seat: secret.seed for seat, secret in enumerate(secrets)}
    line("audit at the end of the round", audit + once(lambda: all_faces(deal, seeds)))


def cards_of_two() -> None:
    deal, secrets = keyed(2)
    for seat, secret in enumerate(secrets):
        deal.take_mix(seat, secret.mix(CONTEXT), CONTEXT)
    deal.confirm(deal.unproved)
    title("cards")
    for size, make, check in ((1, 0.42, 0.51), (HAND, 1.6, 1.8), (133, 27.0, 29.0)):
        cards: list[Card] = [(place % 112, place // 112) for place in range(size)]
        shares = secrets[0].shares(cards, CONTEXT)
        making = milliseconds(lambda cards=cards: secrets[0].shares(cards, CONTEXT))
        line(f"shares of {size}: make", making, make, 32 * size + 64)
        line(f"shares of {size}: check", milliseconds(lambda c=cards, s=shares: check_batch(deal, c, s)), check)
    hand: list[Card] = [(place, LIGHT) for place in range(HAND)]
    deal.take_shares(1, hand, secrets[1].shares(hand, CONTEXT), CONTEXT)
    # What was checked once is not checked again: a new one for every run.
    fresh_seals = iter([secrets[0].seals(1, hand, CONTEXT) for _ in range(RUNS)])
    line(
        f"a hand of {HAND} sealed: make", milliseconds(lambda: secrets[0].seals(1, hand, CONTEXT)), 2.7, 64 * HAND + 96
    )
    line(
        f"a hand of {HAND} sealed: check",
        milliseconds(lambda: deal.take_seals(0, 1, hand, next(fresh_seals), CONTEXT)),
        2.9,
    )
    face = secrets[0].read(*hand[0])
    assert face is not None
    for size, make, check in ((13, 4.3, 4.5), (41, 14.1, 14.2)):
        faces = [(face + step) % len(DECK[LIGHT]) for step in range(size)]
        fresh = iter([secrets[0].statement(hand[0], faces, CONTEXT) for _ in range(RUNS)])
        making = milliseconds(lambda faces=faces: secrets[0].statement(hand[0], faces, CONTEXT))
        checking = milliseconds(lambda f=faces, p=fresh: deal.take_statement(0, hand[0], f, next(p), CONTEXT))
        line(f"one of {size} faces: make", making, make, membership.FACE_BYTES * size)
        line(f"one of {size} faces: check", checking, check)


def check_batch(deal: Deal, cards: list[Card], shares: Shares) -> None:
    """The check alone, so that it can be run again."""
    script = deal.statement("shares", 0, CONTEXT, cards)
    bases = [deal.at(*card).first.a for card in cards]
    dleq.check_shares(script, deal.keys[0], bases, shares.points, shares.proof)


def slots() -> None:
    """A slot as one seat has it: it signs a letter and reads those of all others."""
    identity = Identity(bytes(range(32)))
    head = (bytes(32), 0, 2, bytes(32), 7)
    event = Event(*head, bytes(32), PlayMove((17,), -1, True, bytes(32), bytes(64)))
    other = Yield(*head, (bytes(32),))
    data = letters.write(identity, other).data
    writing = milliseconds(lambda: letters.write(identity, event), 50)
    reading = milliseconds(lambda: letters.read(data), 50)
    title("a slot, letters only")
    for seats, to_beat in ((2, None), (4, None), (10, 1.04)):
        line(f"{seats} seats", writing + (seats - 1) * reading, to_beat)
    line("a letter: sign", writing, None, len(letters.write(identity, event).data))
    line("a letter: read and verify", reading, None, len(data))


# ---- threads


def threads() -> None:
    """The same checks by one thread and by two; only on a machine with a second core to spare does it say anything."""
    deal, secrets = keyed(4, POKER)
    for seat, secret in enumerate(secrets):
        deal.take_mix(seat, secret.mix(CONTEXT), CONTEXT)
    halves = [claims_of(deal.unproved[:2]), claims_of(deal.unproved[2:])]
    one = two = float("inf")
    with ThreadPoolExecutor(2) as pool:
        for _ in range(RUNS):
            start = time.perf_counter()
            list(map(holds, halves))
            between = time.perf_counter()
            list(pool.map(holds, halves))
            one, two = min(one, between - start), min(two, time.perf_counter() - between)
    print(f"\ntwo threads check two batches {one / two:.2f} times as fast as one (wall, best of {RUNS})")


def main() -> None:
    print(f"one multiplication of a point: {1000 * UNIT:.1f} us; where the figures to beat were measured: 90 us")
    one_deck(POKER, (8.0, 33.0, 48.0))
    one_deck(DECK, (17.0, 71.0, 103.0))
    for seats, to_beat in ((2, 410.0), (4, 880.0), (10, 2280.0)):
        round_start(seats, to_beat)
    cards_of_two()
    slots()
    threads()


if __name__ == "__main__":
    main()
