"""Where things live on this machine: the folder of data, and that of settings. Must never know what is in them."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from platformdirs import user_config_path, user_data_path

APP: Final = "fliptable"


def data_folder() -> Path:
    """Where keys, records and the history are kept; it need not exist."""
    return user_data_path(APP, appauthor=False)


def config_folder() -> Path:
    """Where settings and themes of one's own are kept; it need not exist."""
    return user_config_path(APP, appauthor=False)
