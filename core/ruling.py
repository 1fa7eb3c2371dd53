"""What a rule set means for each face, worked out once: the tables behind "does this card fit?".

Everything here follows from the rules and the printed sheets alone. A set of faces is a `FaceSet`; where a table is
asked for every card of every hand it is a list instead, one flag a face, and a last one that is false, so that a face
that is not known (`UNKNOWN` is -1) never fits. What the engine asks at every move stands here as well. Must never know
hands, piles, or whose turn it is.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from .cards import (
    ACTIONS,
    COLOURED_DRAWS,
    COLOURS,
    DRAWING_WILD,
    DRAWN_BY,
    FACES,
    NO_COLOUR,
    PLAIN_WILD,
    SKIPS,
    WILD_DRAWS,
    WILDS,
    FaceSet,
    Kind,
    Sheet,
    colour_of,
    of,
)
from .rules import Rules

WILD_DRAW: Final[FaceSet] = 1 << DRAWING_WILD
"""The wild draw card of a side."""

# From the lightest to the heaviest; what is heavier answers what is lighter under stacking=up.
_WEIGHTS: Final = (Kind.DRAW_ONE, Kind.DRAW_TWO, Kind.DRAW_FIVE, *sorted(WILD_DRAWS))


class Side:
    """The tables of one side.

    Attributes:
        sheet: what is printed.
        fits: for each face on top and each named colour (index colour + 1), the faces that fit.
        wrong: the same for the faces that forbid to lay a wild draw card where that is enforced.
        lays: `fits` as lists, one flag a face and a last one that is false.
        kinds: what each face does.
        acts: whether more happens when a face is laid than that it is the next seat's turn; a last one as above.
        catches: whether a missing call is for the others to catch.
        enforced: whether a wild draw card may not be laid wrongly.
        free: whether a seat may draw although it could lay a card.
        several: whether cards may be laid together.
        answered: whether a draw card can be answered.
        returned: the kinds of first card that go back.
        draws_one: whether to draw is to take one card, and nothing else can come of it.
        no_finish: the faces that may not be the last card.
        answers: for each kind of draw card that is pending, the draw cards that answer it.
        spared: the wild draw card where two of them make each other wrong, so that neither has to be played (H37).
    """

    def __init__(self, rules: Rules, sheet: Sheet) -> None:
        self.sheet = sheet
        self.fits = tuple(
            tuple(self._fits(rules, top, colour) for colour in range(NO_COLOUR, COLOURS)) for top in range(FACES)
        )
        self.wrong = tuple(
            tuple(self._wrong(rules, top, colour) for colour in range(NO_COLOUR, COLOURS)) for top in range(FACES)
        )
        self.lays = [[flags(fitting) for fitting in row] for row in self.fits]
        self.kinds = list(sheet.kinds)
        self.acts = [bool(kind) or rules.seven_zero for kind in sheet.kinds] + [False]
        self.catches = rules.call_mode == "catch"
        self.enforced = rules.wild_draw_mode == "enforce"
        self.free = rules.voluntary_draw
        self.several = rules.multi_play
        self.no_finish: FaceSet = 0
        if rules.no_wild_finish:
            self.no_finish |= WILDS
        if rules.no_action_finish:
            self.no_finish |= sheet.of_kinds(*ACTIONS)
        doubled = rules.wild_draw_mode == "bluff" and rules.wild_draw_test == "colour_or_wild"
        self.spared: FaceSet = WILD_DRAW if doubled else 0
        redrawn = {Kind.WILD: rules.opening_wild, Kind.FLIP: rules.opening_flip}
        self.returned = WILD_DRAWS | {kind for kind, option in redrawn.items() if option == "redraw"}
        self.answered = rules.answers_draws
        self.draws_one = rules.draw_rule == "one" and not rules.mercy and (self.free or not self.spared)
        self.answers = {kind: self._answers(rules, kind) for kind in DRAWN_BY}
        self._reverses = sheet.of_kinds(Kind.REVERSE) if rules.reverse_deflect else 0
        self._skips = sheet.of_kinds(*SKIPS) if rules.skip_deflect else 0

    def deflects(self, colour: int) -> FaceSet:
        """The faces that send a pending draw away while ``colour`` is in force."""
        return (self._reverses | self._skips) & of(colour) if colour != NO_COLOUR else 0

    def guilty(self, test: str, before_top: int, before: int) -> FaceSet:
        """The faces that make a wild draw card wrongly played.

        Args:
            test: the option ``wild_draw_test``.
            before_top: the face it was laid on.
            before: the colour that was in force.
        """
        colour = of(before) if before != NO_COLOUR else 0
        match test:
            case "colour":
                return colour
            case "colour_or_wild":
                return colour | WILDS
            case _:
                return (colour | self.fits[before_top][before + 1]) & ~WILD_DRAW

    def _wrong(self, rules: Rules, top: int, named: int) -> FaceSet:
        return self.guilty(rules.wild_draw_test, top, named if top >= PLAIN_WILD else colour_of(top)) & ~WILD_DRAW

    def _fits(self, rules: Rules, top: int, colour: int) -> FaceSet:
        sheet = self.sheet
        fitting = sheet.fits(top, colour)
        if rules.flip_as_wild:
            fitting |= sheet.of_kinds(Kind.FLIP)
        if rules.no_wild_on_wild and top >= PLAIN_WILD:
            fitting &= ~WILDS
        return fitting

    def _answers(self, rules: Rules, pending: Kind) -> FaceSet:
        kinds: tuple[Kind, ...] = ()
        match rules.stacking:
            case "coloured":
                kinds = (pending,) if pending in COLOURED_DRAWS else ()
            case "same":
                kinds = (pending,)
            case "up":
                kinds = _WEIGHTS[_WEIGHTS.index(pending) :]
            case "any":
                kinds = _WEIGHTS
            case _:
                pass
        return self.sheet.of_kinds(*kinds)


def flags(faces: FaceSet) -> list[bool]:
    """A set of faces as flags: whether each face is in it, and a last false."""
    return [bool(faces >> face & 1) for face in range(FACES)] + [False]


@lru_cache(64)
def ruling(rules: Rules) -> tuple[Side, ...]:
    """The tables of a rule set, one `Side` a sheet."""
    return tuple(Side(rules, sheet) for sheet in rules.cards.sheets)
