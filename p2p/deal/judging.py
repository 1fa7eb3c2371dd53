"""The rule for a peer's bytes: whatever goes wrong in checking them is their sender's fault, never a crash.

This module must never decide what is wrong.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager

from ..errors import Misuse, PeerFault


@contextmanager
def judging(reason: str) -> Generator[None]:
    """Turn any exception inside into PeerFault(reason), except a verdict and a wrong use of ours."""
    try:
        yield
    except (PeerFault, Misuse):
        raise
    except Exception:
        # `from None`: libraries below may put operands into their texts, and a verdict shows none
        raise PeerFault(reason) from None


def demand(truth: bool, reason: str) -> None:
    """Raise PeerFault(reason) unless `truth`."""
    if not truth:
        raise PeerFault(reason)
