"""A plugin that ends the program when it is imported, it thinks."""

raise SystemExit(3)
