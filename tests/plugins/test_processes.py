"""Processes of ours: frames there and back, what is made of nonsense in them, and that none outlives its parent."""

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fliptable.core.moves import Draw, Keep, Pass
from fliptable.plugins.tiers.child import Child, Gone, Lines, interpreter
from fliptable.plugins.tiers.orders import Full, fields, outcome
from fliptable.plugins.tiers.process import STDERR_KEPT
from fliptable.plugins.tiers.tier import Failed, Late, Wrong

ECHO = """
from fliptable.plugins.tiers.child import Parent
parent = Parent()
print("this goes to standard error")
while (frame := parent.receive()) is not None:
    parent.send(frame[::-1])
"""
JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.sampled_from(["move", "wrong", "late", "done", "full"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner, max_size=2),
)


def test_frames_of_any_length_go_there_and_back() -> None:
    child = Child(interpreter(ECHO))
    for frame in (b"", b"ab", bytes(range(256)), b"long" * 300_000):
        child.send(frame)
    assert [len(child.receive(30)) for _ in range(4)] == [0, 2, 256, 1_200_000]
    child.send(b"abc")
    assert child.receive(30) == b"cba"
    with pytest.raises(Late):
        child.receive(0.01)
    child.kill()
    child.kill()
    with pytest.raises(Gone, match=r"SIGKILL \(this goes to standard error\)"):
        child.receive(30)


def test_a_process_that_reads_nothing_and_says_much_blocks_nobody() -> None:
    code = "import sys, time; sys.stderr.write('x' * 3_000_000 + '\\nlast'); print('ready', flush=True); time.sleep(60)"
    child = Child([sys.executable, "-c", code], Lines())
    for _ in range(100):
        child.send(b"y" * 100_000)
    assert child.receive(30) == b"ready\n"
    child.kill()
    with pytest.raises(Gone, match="last") as gone:
        child.receive(30)
    assert len(str(gone.value)) < STDERR_KEPT


def test_who_says_no_more_lets_it_come_to_its_end() -> None:
    child = Child(["cat"], Lines())
    child.send(b"bye")
    began = time.monotonic()
    child.finish(30)
    assert time.monotonic() - began < 20
    with pytest.raises(Gone, match="with code 0"):
        child.receive(30)


def test_who_says_too_much_has_to_wait(tmp_path: Path) -> None:
    said = tmp_path / "said"
    code = f"import sys; print(('x' * 1000 + chr(10)) * 2000, flush=True); open({str(said)!r}, 'w').close()"
    child = Child([sys.executable, "-c", code], Lines())
    time.sleep(0.5)
    assert not said.exists()
    assert sum(len(child.receive(30)) for _ in range(2001)) == 2000 * 1001 + 1
    with pytest.raises(Gone, match="with code 0"):
        child.receive(30)


@pytest.mark.skipif(not hasattr(os, "waitid"), reason="needs a way to see that a process has ended")
def test_a_pipe_that_somebody_keeps_open_hides_no_end() -> None:
    code = "import subprocess; print(subprocess.Popen(['sleep', '20'], start_new_session=True).pid)"
    child = Child([sys.executable, "-c", code], Lines())
    left = int(child.receive(30))
    try:
        with pytest.raises(Gone, match="with code 0"):
            child.receive(10)
    finally:
        os.kill(left, signal.SIGKILL)


@given(JSON)
def test_nonsense_from_a_process_is_a_failure_of_its_player(said: object) -> None:
    legal = (Draw(), Pass(), Keep())
    found = fields(said)
    assert found is None or isinstance(said, list)
    answer = found[1] if found is not None else []
    with suppress(Failed, Late, Full, Wrong):
        move = outcome(answer, legal)
        assert move is None or move in legal


@pytest.mark.skipif(os.name != "posix", reason="kills as POSIX does")
def test_no_process_outlives_us() -> None:
    """However we end: by ourselves, and so that nothing of ours can run any more."""
    code = """
import os, sys, time
from fliptable.plugins.tiers.child import Child, Lines
child = Child([sys.executable, "-u", "-c", "import os, sys; print(os.getpid()); sys.stdin.read()"], Lines())
print(child.receive(30).decode(), flush=True)
sys.stdin.readline()
"""
    for end in ("", "kill"):
        with subprocess.Popen(interpreter(code), stdin=subprocess.PIPE, stdout=subprocess.PIPE) as ours:
            assert ours.stdout
            pid = int(ours.stdout.readline())
            if end:
                ours.send_signal(signal.SIGKILL)
            else:
                ours.communicate(b"\n", timeout=30)
        deadline = time.monotonic() + 20
        while alive(pid) and time.monotonic() < deadline:
            time.sleep(0.01)
        assert not alive(pid)


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    with suppress(OSError):
        return ") Z " not in Path(f"/proc/{pid}/stat").read_text("ascii")  # Nobody may wait for an orphan here.
    return True
