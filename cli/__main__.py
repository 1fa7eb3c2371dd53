"""``python -m fliptable.cli`` is the command ``fliptable``."""

from .app import main

if __name__ == "__main__":
    main()
