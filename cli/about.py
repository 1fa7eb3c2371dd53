"""What this program is: name, version, protocol version, Python."""

from __future__ import annotations

import platform
from importlib import metadata


def version() -> str:
    """One line for ``--version``."""
    from ..p2p.messages import VERSION

    return f"fliptable {metadata.version('fliptable')}, protocol {VERSION}, Python {platform.python_version()}"
