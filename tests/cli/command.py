"""Runs the real command, in this process or in one of its own."""

import io
import json
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from fliptable.cli.app import run


@dataclass(frozen=True)
class Done:
    """What a command left behind."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The only line of stdout, as JSON."""
        (line,) = self.out.splitlines()
        return json.loads(line)

    @property
    def lines(self) -> list[Any]:
        """All lines of stdout, as JSON."""
        return [json.loads(line) for line in self.out.splitlines()]


class Command:
    """The command line within this process: quick, and the same code."""

    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self._capsys = capsys
        self._monkeypatch = monkeypatch

    def __call__(self, *arguments: str, stdin: str = "") -> Done:
        self._monkeypatch.setattr("sys.stdin", io.StringIO(stdin))
        code = run(list(arguments))
        captured = self._capsys.readouterr()
        return Done(code, captured.out, captured.err)


def environment(home: Path, **more: str) -> dict[str, str]:
    """An environment whose home is ``home`` and where no option is set."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("FLIPTABLE_", "XDG_"))}
    folders = {f"XDG_{kind}_HOME": str(home / kind.lower()) for kind in ("CONFIG", "DATA", "STATE", "CACHE")}
    return {**kept, "HOME": str(home), **folders, **more}


def process(
    home: Path, *arguments: str, timeout: float = 60, stdin: str = "", variables: Mapping[str, str] | None = None
) -> Done:
    """The command as a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "fliptable.cli", *arguments],
        env=environment(home, **(variables or {})),
        input=stdin,
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
    )
    return Done(done.returncode, done.stdout, done.stderr)
