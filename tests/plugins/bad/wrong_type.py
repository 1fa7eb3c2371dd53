"""A player that answers in words."""

from fliptable.core.view import View


def choose(view: View) -> str:
    return view.spell(view.legal[0])
