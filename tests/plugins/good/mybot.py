"""A bare function in a file."""

from fliptable.core.moves import Move
from fliptable.core.view import View


async def choose(view: View) -> Move:
    """Takes what is listed first."""
    return view.legal[0]
