"""A player that answers a move with something inside that will not be compared."""

from fliptable.core.moves import Move, Name, Play
from fliptable.core.view import View


class Array:
    def __eq__(self, other: object) -> bool:
        raise TypeError("the truth value of an array is ambiguous")

    def __hash__(self) -> int:
        return 0


def choose(view: View) -> Move:
    array: int = Array()  # pyright: ignore[reportAssignmentType]
    match view.legal[0]:
        case Play():
            return Play((array,), array)
        case Name():
            return Name(array)
        case other:
            return other
