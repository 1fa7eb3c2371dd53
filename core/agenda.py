"""The agenda: what has to happen next at a table without anybody's move.

A move plans steps; `run` carries them out in order and stops at a barrier while disclosures are due. Steps between two
barriers need no decision, so what they disclose is one item: that is how many round trips a rule costs. Must never
know what a step does.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec

from .events import Event
from .table import BARRIER, Step, Table

Fields = ParamSpec("Fields")


def run(table: Table) -> None:
    """Carry out the agenda as far as the dues allow."""
    agenda = table.agenda
    while agenda:
        step = agenda[-1]
        if step is BARRIER:
            if table.dues:
                return
            agenda.pop()
            continue
        agenda.pop()
        what, *about = step
        what(table, *about)


def plan(table: Table, *steps: Step) -> None:
    """Put ``steps`` on the agenda, the first one next."""
    table.agenda.extend(reversed(steps))


def tell(table: Table, kind: Callable[Fields, Event], *fields: Fields.args, **named: Fields.kwargs) -> None:
    """Report what happened; the event is made only when somebody listens."""
    if table.listening:
        table.history.append(kind(*fields, **named))
