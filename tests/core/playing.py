"""Tables for tests: rule sets drawn at random, rounds played at random, and tables mirrored under less knowledge."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import islice
from random import Random

from hypothesis import strategies as st

from fliptable.core import dues
from fliptable.core.cards import FACES
from fliptable.core.dealer import TrustedDealer
from fliptable.core.errors import BadOption
from fliptable.core.law import refusal
from fliptable.core.legal import legal
from fliptable.core.moves import Answer, Catch, Fact, Input, Jump, Leave, Move, Play, Reveal
from fliptable.core.play import apply, learn, meet, open_position, start
from fliptable.core.position import rules_field
from fliptable.core.position_reader import read_position
from fliptable.core.rules import OPTIONS, PRESETS, Numbers, Option, Rules, Value
from fliptable.core.table import LEFT, Table

NAMES = ("Ada", "Bo", "Chidi", "Dolores", "Emre", "Farah", "Goran", "Hinata", "Ines", "Jan")


# ---- rules


def any_value(option: Option, dice: Random) -> Value:
    """Any value of an option; of a range of numbers every other time an end of it, its default or its 0."""
    if isinstance(option.values, Numbers) and dice.random() < 0.5:
        return dice.randint(option.values.first, option.values.last)
    return dice.choice(option.examples())


def with_what_goes(rules: Rules, values: Mapping[str, Value]) -> Rules:
    """``rules`` with each of ``values`` set in turn, but for those that are refused together with what stands."""
    for key, value in values.items():
        with suppress(BadOption):
            rules = rules.with_options({key: value})
    return rules


def random_rules(dice: Random, change: float = 0.5) -> Rules:
    """A preset with so large a share of its options set anew, each to any value."""
    options = [option for option in OPTIONS.values() if dice.random() < change]
    dice.shuffle(options)
    preset = dice.choice(list(PRESETS.values()))
    return with_what_goes(preset, {option.id: any_value(option, dice) for option in options})


def _values(option: Option) -> st.SearchStrategy[Value]:
    examples = st.sampled_from(option.examples())
    if isinstance(option.values, Numbers):
        return examples | st.integers(option.values.first, option.values.last)
    return examples


rule_sets: st.SearchStrategy[Rules] = st.builds(
    with_what_goes,
    st.sampled_from(list(PRESETS.values())),
    st.fixed_dictionaries({}, optional={option.id: _values(option) for option in OPTIONS.values()}),
)
"""Every preset, and any option set to any value; shrinks to few options."""


# ---- play


def fresh(seats: int, seed: int, rules: Rules = PRESETS["flip"]) -> Table:
    """A started table with a trusted dealer."""
    table = TrustedDealer(Random(seed)).new_table(rules, NAMES[:seats])
    start(table)
    return table


def few_cards(seats: int, seed: int, rules: Rules) -> Table:
    """A round with a handful of cards, where piles are spent and hands get stuck: a deal hardly ever comes to that."""
    dice = Random(seed)
    sheets = rules.cards.sheets
    packs = [[sheet.faces[face] for face in range(FACES) for _ in range(sheet.copies[face])] for sheet in sheets]
    for pack in packs:
        dice.shuffle(pack)
    cards = map("/".join, zip(*packs, strict=True))
    names = NAMES[:seats]
    most = dice.randint(1, 4)
    table = read_position(
        {
            "rules": rules_field(rules),
            "seats": list(names),
            "dealer": dice.choice(names),
            "phase": "opening",
            "hands": {name: list(islice(cards, dice.randint(1, most))) for name in names},
            "draw": list(islice(cards, dice.randint(1, 8))),
            "discard": [],
        },
        TrustedDealer(dice),
    )
    open_position(table)
    return table


def choose(
    table: Table, chance: Random, *, leave: float = 0.0, mistake: float = 0.02, play: float = 0.6
) -> tuple[int, Move]:
    """A random seat with a random legal move; plays are preferred so that rounds come to an end.

    Args:
        table: where to move.
        chance: the dice.
        leave: how often a seat leaves, one that is out of the round perhaps.
        mistake: how often a seat catches falsely where that has its price.
        play: how often a seat that can lay a card chooses among those moves alone.
    """
    if chance.random() < leave:
        return chance.choice([seat for seat, why in enumerate(table.out) if why != LEFT]), Leave()
    if table.rules.false_catch_penalty and chance.random() < mistake:
        seat, false = chance.choice(table.active), Catch(chance.randrange(len(table.seats)))
        if refusal(table, seat, false) is None:
            return seat, false
    seat = table.turn
    if chance.random() > 0.7:
        seat = chance.choice([other for other in table.active if other == seat or legal(table, other)])
    moves = legal(table, seat)
    plays = [move for move in moves if isinstance(move, Play | Jump)]
    return seat, chance.choice(plays if plays and chance.random() < play else moves)


def random_play(table: Table, seed: int, *, leave: float = 0.0) -> Iterator[tuple[int, Move]]:
    """Play the round out at random; yields each move before it is made."""
    chance = Random(seed)
    while not table.over:
        seat, move = choose(table, chance, leave=leave)
        yield seat, move
        apply(table, seat, move)


def played(seats: int, seed: int, moves: int, rules: Rules = PRESETS["flip"], *, leave: float = 0.0) -> Table:
    """A table some moves into its first round, or at the end of it."""
    table = fresh(seats, seed, rules)
    for made, _ in enumerate(random_play(table, seed, leave=leave)):
        if made == moves:
            break
    return table


# ---- knowledge


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
        places = move.places if isinstance(move, Play) else (move.place,) if isinstance(move, Jump) else ()
        for place in places:
            self._read(place, self.table.side)
        apply(self.table, seat, move)
        self._settle()

    def show(self, place: int) -> None:
        """The active face of a card was shown in a play that came to nothing."""
        self._read(place, self.table.side)
        self.table.rights[self.table.side][place] = self.table.everyone

    def _read(self, place: int, side: int) -> None:
        learn(self.table, place, side, self.truth.faces[side][place])

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
            case dues.Show(place, side, seat) | dues.Seal(place, side, _, seat) | dues.Hand(place, side, _, seat):
                if self.knows is not None and seat in self.knows:
                    yield Reveal(place, side, faces[side][place])
            case dues.State(place, side, _, yes, no):
                yield Fact(place, side, yes if yes >> faces[side][place] & 1 else no)
            case dues.Verdict(_, places, side, guilty):
                yield Answer(any(guilty >> faces[side][place] & 1 for place in places))
            case dues.Mix() | dues.Release():
                return
