"""The lessons of the first game: what is said, how the cards lie, and the move that ends each.

A lesson is data: texts for a person and a table in the notation of positions (docs/scripting.md). Must never know how
a lesson is shown, or how a move is typed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from .language import mark

YOU: Final = "You"
"""The learner's seat."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """One step of the first game.

    Attributes:
        text: what is to be learnt, to be translated.
        task: what to do, one sentence, to be translated.
        moves: the moves that end it, in notation without a seat, any of them.
        before: moves in notation that others make first, once the cards lie as ``position`` says.
        after: moves in notation that others make when it is done.
        position: how the cards lie; None: as the lesson before left them.
    """

    text: str
    task: str
    moves: tuple[str, ...]
    after: tuple[str, ...] = ()
    before: tuple[str, ...] = ()
    position: Mapping[str, Any] | None = None


def _position(hand: list[str], ada: list[str], bo: list[str], discard: list[str], **more: Any) -> Mapping[str, Any]:
    """A table of three; what is left of the draw pile serves who has to draw."""
    spare = ["g3/u2", "b6/t1", "y1/p5", "r8/o7", "g9/u5", "b2/p6", "r1/t2", "y9/o4"]
    return {
        "rules": "flip",
        "seats": [YOU, "Ada", "Bo"],
        "dealer": "Bo",
        "turn": YOU,
        "direction": "clockwise",
        "hands": {YOU: hand, "Ada": ada, "Bo": bo},
        "draw": [*spare, *more.pop("draw", [])],
        "discard": discard,
        "played": True,
        **more,
    }


def _any_colour(card: str, colours: str) -> tuple[str, ...]:
    return tuple(f"play {card} {colour}" for colour in colours.split())


LIGHT: Final = "red yellow green blue"
DARK: Final = "pink teal orange purple"

LESSONS: Final[tuple[Lesson, ...]] = (
    Lesson(
        mark(
            "Who first has no card left wins the round. On your turn you play one card that goes with the card on "
            "top of the discard pile: the same colour, the same number, or the same symbol."
        ),
        mark("A red 9 lies on top. Play your red 3: it has the same colour."),
        ("play r3",),
        after=("Ada play r7", "Bo play g7"),
        position=_position(
            ["r3/t8", "y7/o2", "W/p4", "b1/u6", "b5/o8"],
            ["r7/o1", "b8/p2", "y2/t3", "y5/p7"],
            ["g7/u4", "b8/t4", "b9/p9", "b3/o3"],
            ["r9/o5"],
            draw=["g4/o9"],
        ),
    ),
    Lesson(
        mark("Ada played red on red, and Bo a 7 on the 7: the colour in force is green now."),
        mark("You have no green card. Play your yellow 7: it has the same number."),
        ("play y7",),
        after=("Ada play y2", "Bo draw", "Bo keep"),
    ),
    Lesson(
        mark(
            "Bo had nothing that fits and drew a card. It did not fit either, so Bo kept it and the turn went on. A "
            "wild fits on everything, and whoever plays it names the colour that goes on."
        ),
        mark("Play your wild, and name a colour you like."),
        _any_colour("W", LIGHT),
    ),
    Lesson(
        mark(
            "When nothing in your hand fits, you draw one card. You may draw as well when something fits, but that "
            "one card is then all you may play."
        ),
        mark("A yellow 8 lies on top, and nothing of yours fits: draw a card."),
        ("draw",),
        position=_position(
            ["r5/t8", "b2/o2", "g3/p1"],
            ["b7/o1", "g8/p2", "g2/t3"],
            ["g7/u4", "b4/t4", "g9/p9"],
            ["y8/o5"],
            draw=["y4/t1"],
        ),
    ),
    Lesson(
        mark("The yellow 4 fits. You may play it at once, or keep it for later; then your turn is over."),
        mark("Play the yellow 4 or keep it, as you like."),
        ("play y4", "keep"),
    ),
    Lesson(
        mark(
            "Cards with a word on them do something. A skip takes the turn from the next player. The game goes to "
            "the left, as the arrow shows, so that is Ada."
        ),
        mark("Play your green skip: Ada is passed over, and it is Bo's turn."),
        ("play gSK",),
        after=("Bo play g9",),
        position=_position(
            ["gSK/t8", "gRV/o2", "gD1/p1", "g4/u3", "b2/o8"],
            ["g6/o1", "b8/p2", "y2/t3", "g1/u9"],
            ["g9/u4", "g2/t4", "b9/p9", "y6/p3"],
            ["g5/o5"],
        ),
    ),
    Lesson(
        mark("A reverse turns the direction of play round: what went to the left goes to the right."),
        mark("Play your green reverse: it is Bo's turn again, not Ada's."),
        ("play gRV",),
        after=("Bo play g2", "Ada play g6"),
    ),
    Lesson(
        mark("Draw one makes the next player draw a card and miss the turn. To your right that is Bo."),
        mark("Play your green draw one."),
        ("play gD1",),
        after=("Ada play g1",),
    ),
    Lesson(
        mark(
            "Who has one card left has to call it. The call belongs to the move that leaves one card. Who forgets it "
            "can be caught by anybody, until the next player has done something, and draws two cards."
        ),
        mark("You hold two cards. Play the red 4 and call your last card with it."),
        ("play r4 call",),
        after=("Ada play b4", "Bo play b9"),
        position=_position(
            ["r4/t8", "b8/o2"],
            ["b4/o1", "b8/p2", "y2/t3"],
            ["b9/u4", "g2/t4", "y9/p9"],
            ["r2/o5"],
        ),
    ),
    Lesson(
        mark("Your last card is blue, and blue is in force: nobody has stopped you."),
        mark("Play your blue 8 and win this round."),
        ("play b8",),
    ),
    Lesson(
        mark(
            "The winner of a round gets points for all cards that the others still hold; who first has 500 wins the "
            "match. Here is another round: Ada has just played her last card but one, and said nothing."
        ),
        mark("Catch Ada before Bo moves."),
        ("catch Ada",),
        position=_position(
            ["r4/t8", "b8/o2", "y3/p8"],
            ["y2/o1"],
            ["b9/u4", "g2/t4", "y9/p9"],
            ["r2/o5", "b2/p6"],
            turn="Bo",
            catchable=["Ada"],
        ),
    ),
    Lesson(
        mark(
            "Every card has a dark side too. You hold the light side towards you, so you see the dark backs of all "
            "other hands, and they see yours. A flip card turns the whole table over: hands, piles and all. Look at "
            "the backs before you play it: they are what everybody will hold."
        ),
        mark("Play your red flip, and watch the table turn over."),
        ("play rFL",),
        after=("Ada play t3", "Bo play t4"),
        position=_position(
            ["rFL/p2", "b8/tD5", "y3/tSE", "g1/WC", "g6/u8", "y6/t8"],
            ["y2/t3", "b3/p2", "g3/u3", "y5/o6", "r8/u9"],
            ["b9/t4", "g2/u4", "y9/p9", "r7/t2", "b1/o1"],
            ["b5/t6", "r2/o5"],
        ),
    ),
    Lesson(
        mark(
            "On the dark side everything is worse. The colours are pink, teal, orange and purple, and draw one has "
            "become draw five."
        ),
        mark("Play your teal draw five: Ada draws five cards and misses the turn."),
        ("play tD5",),
        after=("Bo play t2",),
    ),
    Lesson(
        mark("Skip everyone passes over all others: the turn is yours again at once."),
        mark("Play your teal skip everyone."),
        ("play tSE",),
    ),
    Lesson(
        mark(
            "The worst card is wild draw color: the next player draws until a card of the colour comes that you "
            "name. It may only be played by who holds no card of the colour in force. You hold a teal 8, so this "
            "would be a bluff, and Ada could challenge it. Play honestly for now."
        ),
        mark("Play your teal 8."),
        ("play t8",),
    ),
    Lesson(
        mark(
            "Now Ada has played a wild draw color at you, and named pink. Did she hold a card of the colour in "
            "force? If you challenge and she did, she draws in your place. If she did not, you draw two cards more. "
            "You cannot see it, so a challenge is a guess; here it is worth a try."
        ),
        mark("Challenge Ada."),
        ("challenge",),
        before=("Ada play WC pink",),
        position=_position(
            ["b8/o7", "y3/u2", "g6/p8"],
            ["g4/WC", "b3/t2", "g3/u3"],
            ["b9/t4", "g2/u4", "y9/p9"],
            ["r2/o5", "b5/t6"],
            turn="Ada",
            direction="counterclockwise",
            side="dark",
            draw=["r6/p1", "g7/o3", "y4/t7"],
        ),
    ),
    Lesson(
        mark(
            "She did hold teal: the challenge was right, and she drew until a pink card came. It is your turn, and "
            "pink is in force. That is the whole game. In a real one nobody deals you the right cards: all players "
            "shuffle together, so that nobody can know where a card lies, and after each round the deal is verified."
        ),
        mark("Play your pink 8, and the first game is done."),
        ("play p8",),
    ),
)
