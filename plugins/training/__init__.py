"""Training: the game as environments of PettingZoo and Gymnasium, in the extra ``[rl]``.

`flip_v0` and `classic_v0` are PettingZoo modules, `single` is the game from one seat, which stands in Gymnasium's
register as ``fliptable/Flip-v0`` and ``fliptable/Classic-v0`` once this package is imported. `actions` is the table of
actions, `features` what an observation holds, `asking` who is asked when. docs/training.md shows how to use it.

Nothing in the game imports this package.
"""

from __future__ import annotations

try:
    import gymnasium
    import pettingzoo  # pyright: ignore[reportMissingTypeStubs, reportUnusedImport]  # noqa: F401 - to see it is there
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError(
        f"Training needs {missing.name}, which is not installed: pip install 'fliptable[rl]'.", name=missing.name
    ) from None

for _name in ("Flip", "Classic"):
    gymnasium.register(  # pyright: ignore[reportUnknownMemberType] - its keyword arguments are a bare dict
        f"fliptable/{_name}-v0", f"fliptable.plugins.training.single:{_name}"
    )
