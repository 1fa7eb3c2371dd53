"""Where text goes, and where it comes from: whatever the encoding, however narrow the screen, however much is typed."""

import asyncio
import fcntl
import io
import logging
import os
import struct
import termios
import threading
from collections.abc import Callable

import pytest

from fliptable.cli import lines
from fliptable.cli.hush import hush
from fliptable.cli.lines import LINES_MAX, Lines
from fliptable.cli.output import emit, say, state, tell


def test_no_encoding_stops_a_text(monkeypatch: pytest.MonkeyPatch) -> None:
    written = io.BytesIO()
    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(written, encoding="ascii"))
    say("Küche")
    emit({"name": "Küche"})
    assert written.getvalue() == b'K?che\n{"name": "K\\u00fcche"}\n'


@pytest.mark.parametrize(("write", "stream"), [(tell, "sys.stderr"), (state, "sys.stdout")])
def test_a_terminal_gets_sentences_in_lines_that_fit(
    write: Callable[[str], None], stream: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    keyboard, screen = os.openpty()
    fcntl.ioctl(screen, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 30, 0, 0))
    sentence = "fliptable: No table answers: open one, or join by address."
    with os.fdopen(screen, "w") as opened:
        monkeypatch.setattr(stream, opened)
        write(sentence)
        shown = os.read(keyboard, 1000).decode()
    os.close(keyboard)
    assert len(shown.splitlines()) == 2
    assert max(map(len, shown.splitlines())) <= 30
    assert " ".join(shown.split()) == sentence


def test_what_is_listed_goes_on_in_its_column(monkeypatch: pytest.MonkeyPatch) -> None:
    keyboard, screen = os.openpty()
    fcntl.ioctl(screen, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 30, 0, 0))
    with os.fdopen(screen, "w") as opened:
        monkeypatch.setattr("sys.stdout", opened)
        state("steady  a tuned rule of thumb, quick", 8)
        shown = os.read(keyboard, 1000).decode()
    os.close(keyboard)
    assert shown.splitlines() == ["steady  a tuned rule of thumb,", "        quick"]


def test_who_types_without_end_waits_until_it_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    reading, writing = os.pipe()
    number, line = 5 * LINES_MAX, "x" * 999

    def write() -> None:
        with os.fdopen(writing, "w") as pipe:
            pipe.writelines(f"{line}\n" for _ in range(number))

    writer = threading.Thread(target=write, daemon=True)
    with os.fdopen(reading) as stdin:
        monkeypatch.setattr("sys.stdin", stdin)
        monkeypatch.setattr(lines, "_readers", [])
        typed = Lines()
        writer.start()
        writer.join(0.3)
        assert writer.is_alive()

        async def take() -> list[str | None]:
            return [await typed.get() for _ in range(number + 2)]

        taken = asyncio.run(asyncio.wait_for(take(), 20))
        assert taken == [line] * number + [None, None]
        writer.join(5)


def test_what_libraries_log_is_one_line_or_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    hush()
    logger = logging.getLogger("asyncio")
    logger.warning("socket.send() raised exception.")
    try:
        raise ValueError("of no interest")
    except ValueError:
        logger.exception("Exception in callback\nhandle: ...")
    assert capsys.readouterr().err == "fliptable: asyncio says: Exception in callback (--debug shows more).\n"
