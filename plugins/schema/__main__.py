"""Prints the schema as the types have it: ``python -m fliptable.plugins.schema > plugins/schema/schema.json``."""

from .types import written

print(written(), end="")
