"""What authors test their players with: the conformance kit, and a match that says who is stronger.

`check` runs the kit on a player, item by item; `assert_beats` plays until it is sure. The command ``fliptable ai
check`` and the pytest fixture ``fliptable_kit`` (a `Kit`) do the same. Must never be needed to play.
"""

from .beats import Standing, assert_beats
from .check import check, conforms
from .fixture import Kit
from .items import ITEMS, Report, Result

__all__ = ["ITEMS", "Kit", "Report", "Result", "Standing", "assert_beats", "check", "conforms"]
