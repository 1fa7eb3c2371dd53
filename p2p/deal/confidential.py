"""What all holders of secrets have in common: no text of them, no copy and no pickle shows what they hold.

This module must never know what is held.
"""

from __future__ import annotations

from typing import NoReturn


class Confidential:
    """A holder of secrets: its repr is its type, and copying or pickling it raises TypeError."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"<{type(self).__name__}>"

    def __reduce__(self) -> NoReturn:
        raise TypeError("a secret is not pickled")
