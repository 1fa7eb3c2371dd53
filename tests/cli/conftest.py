"""The command line, for the tests of this folder."""

import pytest

from .command import Command


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Command:
    """Call it with arguments; it answers with exit code, stdout and stderr."""
    return Command(capsys, monkeypatch)
