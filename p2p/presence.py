"""Who has been heard lately: the only thing peers can do wrong without a proof is to be silent.

Times are seconds on the caller's clock. Must never know who the keys are, or decide what silence means.
"""

from __future__ import annotations

from collections.abc import Collection

QUIET_SECONDS = 3.0
"""After this a peer is named on the screen."""
LOST_SECONDS = 20.0
"""After this it counts as gone."""


class Presence:
    """When each watched key was last heard."""

    def __init__(self) -> None:
        self._heard: dict[bytes, float] = {}

    def watch(self, keys: Collection[bytes], now: float) -> None:
        """Watch exactly these keys; new ones count as heard now."""
        self._heard = {key: self._heard.get(key, now) for key in keys}

    def heard(self, key: bytes, now: float) -> None:
        """Note a sign of life."""
        if key in self._heard:
            self._heard[key] = max(now, self._heard[key])

    def quiet(self, now: float) -> set[bytes]:
        """Give the keys that have been silent for so long that a person should know."""
        return {key for key, at in self._heard.items() if now - at >= QUIET_SECONDS}

    def lost(self, now: float) -> set[bytes]:
        """Give the keys that have been silent for so long that nobody waits any more."""
        return {key for key, at in self._heard.items() if now - at >= LOST_SECONDS}

    def next_change(self, now: float) -> float | None:
        """Say when the next key becomes quiet or lost if nothing is heard; None when there is none."""
        times = [at + after for at in self._heard.values() for after in (QUIET_SECONDS, LOST_SECONDS)]
        return min((time for time in times if time > now), default=None)
