"""Our own AI players, which come in through the strangers' door: the entry points in pyproject.toml."""
