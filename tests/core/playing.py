"""Tables for tests: played at random, set up by hand, and mirrored under less knowledge."""

from collections.abc import Iterator, Sequence
from random import Random

from fliptable.core import dues
from fliptable.core.cards import ALL_FACES
from fliptable.core.dealer import TrustedDealer
from fliptable.core.legal import legal
from fliptable.core.moves import Answer, Fact, Input, Leave, Move, Play, Reveal
from fliptable.core.play import apply, learn, meet, start
from fliptable.core.rules import PRESETS, Rules
from fliptable.core.table import Table

NAMES = ("Ada", "Bo", "Chidi", "Dolores", "Emre", "Farah", "Goran", "Hinata", "Ines", "Jan")


def fresh(seats: int, seed: int, rules: Rules = PRESETS["flip"]) -> Table:
    """A started table with a trusted dealer."""
    table = TrustedDealer(Random(seed)).new_table(rules, NAMES[:seats])
    start(table)
    return table


def choose(table: Table, chance: Random, *, leave: float = 0.0) -> tuple[int, Move]:
    """A random seat with a random legal move; plays are preferred so that rounds come to an end."""
    seats = [seat for seat in table.active if legal(table, seat)]
    seat = table.turn if chance.random() < 0.7 else chance.choice(seats)
    if chance.random() < leave:
        return seat, Leave()
    moves = legal(table, seat)
    plays = [move for move in moves if isinstance(move, Play)]
    if plays and chance.random() < 0.6:
        return seat, chance.choice(plays)
    return seat, chance.choice(moves)


def random_play(table: Table, seed: int, *, leave: float = 0.0) -> Iterator[tuple[int, Move]]:
    """Play the round out at random; yields each move before it is made."""
    chance = Random(seed)
    while not table.over:
        seat, move = choose(table, chance, leave=leave)
        yield seat, move
        apply(table, seat, move)


class Mirror:
    """The same round under less knowledge: faces come from a table with a trusted dealer, through dues alone."""

    def __init__(self, truth: Table, knows: Sequence[int] | None) -> None:
        """``knows``: the seats whose own faces are laid over the table; None: every face is known from the start."""
        self.truth = truth
        self.table = Table(truth.rules, truth.seats, truth.dealer, scores=truth.scores, round=truth.round)
        self.knows = knows
        self.items: list[tuple[dues.Due, ...]] = []
        self._know_all()
        start(self.table)
        self._settle()

    def play(self, seat: int, move: Move) -> None:
        """Make a move that the truth has made already."""
        if isinstance(move, Play):
            for place in move.places:
                learn(self.table, place, self.table.side, self.truth.faces[self.table.side][place])
        apply(self.table, seat, move)
        self._settle()

    def _know_all(self) -> None:
        if self.knows is None:
            places = len(self.table.faces[0])  # The truth may be some reshuffles ahead.
            self.table.faces = [side[:places] for side in self.truth.faces]

    def _settle(self) -> None:
        while self.table.dues:
            self.items.append(tuple(self.table.dues))
            if any(isinstance(due, dues.Mix) for due in self.table.dues):
                self._know_all()
            meet(self.table, [item for due in self.table.dues for item in self._inputs(due)])

    def _inputs(self, due: dues.Due) -> Iterator[Input]:
        faces = self.truth.faces
        match due:
            case dues.Open(place, side):
                yield Reveal(place, side, faces[side][place])
            case dues.Show(place, side, seat) | dues.Seal(place, side, _, seat):
                if self.knows is not None and seat in self.knows:
                    yield Reveal(place, side, faces[side][place])
            case dues.State(place, side, _, yes, no):
                yield Fact(place, side, yes if yes >> faces[side][place] & 1 else no)
            case dues.Verdict(_, places, side, guilty):
                caught = any(guilty >> faces[side][place] & 1 for place in places)
                yield Answer(caught)
                if not caught:
                    yield from (Fact(place, side, ALL_FACES & ~guilty) for place in places)
            case dues.Mix() | dues.Release():
                return
