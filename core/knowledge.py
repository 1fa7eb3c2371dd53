"""A table with nothing on it that one seat may not know: what may leave a process.

Whatever works on a copy made here works on what the seat knows and on nothing else, whoever looks at its memory.
Must never keep a face that the seat has no right to.
"""

from __future__ import annotations

from .sampling import known_faces
from .table import Table


def as_known(table: Table, seat: int) -> Table:
    """A copy of a settled table in which every face that ``seat`` has no right to is `UNKNOWN`.

    It has the history of ``table``, records no events, and no dealer stands behind it. A view of it by the same seat
    equals the view of the table itself.
    """
    known = table.clone()
    known.faces = [known_faces(table, seat, side) for side in range(len(table.faces))]
    known.history = table.history[:]
    known.discloser = None
    return known
