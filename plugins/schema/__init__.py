"""The JSON Schema of what authors in other languages read and write: a view, a move, an event.

`schema.json` stands checked in, so that a change of it is seen; `types` says the same in Python, and a test holds one
to the other. It goes by `API_VERSION`: a minor step adds, a major one takes away or changes. Must never know who reads.
"""

from __future__ import annotations

from importlib.resources import files


def schema() -> str:
    """The text of ``schema.json``."""
    return files(__name__).joinpath("schema.json").read_text("utf-8")
