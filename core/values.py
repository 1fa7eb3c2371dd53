"""What moves, phases and rules are alike in: frozen values that are packed and unpacked as class and fields.

An ordinary frozen dataclass does that by itself; one that has been compiled (see setup.py) would want to set the fields
of a finished value. Must never know what a value means.
"""

from __future__ import annotations


class Value:
    """A frozen dataclass that pickles whether or not it has been compiled."""

    def __reduce__(self) -> tuple[type[Value], tuple[object, ...]]:
        fields: dict[str, object] = getattr(self, "__dataclass_fields__")  # noqa: B009 - only subclasses have it
        return type(self), tuple([getattr(self, name) for name in fields])
