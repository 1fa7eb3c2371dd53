"""A plugin that holds no player."""

LEVEL = 9
