"""A LAN for tests: machines that are network namespaces on one bridge, and the ways such a LAN is broken.

Nothing leads out of it: no default route, no internet, no name server, as on a bare switch. Needs root and
iproute2; `why_not` says what is missing. As a script: `python tests/net/lan.py 3` opens a LAN and waits.
"""

import contextlib
import os
import secrets
import shutil
import subprocess
import sys
import time
from collections.abc import Generator, Sequence
from dataclasses import dataclass, field
from functools import cache


def _ip(*words: str, check: bool = True) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["ip", *words], check=check, capture_output=True, text=True, timeout=20)


@cache
def why_not() -> str:
    """Why no LAN can be made here; empty where it can."""
    if not sys.platform.startswith("linux"):
        return "network namespaces are a thing of Linux"
    if not (shutil.which("ip") and shutil.which("bridge")):
        return "the commands `ip` and `bridge` are missing"
    name = f"ft-{secrets.token_hex(3)}"
    try:
        _ip("netns", "add", name)
    except (OSError, subprocess.SubprocessError) as error:
        said = getattr(error, "stderr", "") or str(error)
        return f"no network namespace may be made here ({said.strip()})"
    try:
        _ip("-n", name, "link", "add", "probe", "type", "veth", "peer", "name", "other")
    except (OSError, subprocess.SubprocessError):
        return "no virtual network card may be made here"
    finally:
        _ip("netns", "del", name, check=False)
    return ""


@dataclass
class Machine:
    """One machine on the LAN: a namespace with `lo` and `eth0`."""

    namespace: str
    address: str
    _started: list[subprocess.Popen[str]] = field(default_factory=list[subprocess.Popen[str]], repr=False)

    def run(self, *command: str, seconds: float = 30) -> subprocess.CompletedProcess[str]:
        """Run a command on this machine to its end; its output is text, its exit code is yours to judge."""
        return subprocess.run(self._here(command), capture_output=True, text=True, timeout=seconds, check=False)

    def start(self, *command: str) -> subprocess.Popen[str]:
        """Start a command on this machine, with pipes for input and output; it ends with the LAN at the latest."""
        process = subprocess.Popen(
            self._here(command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            bufsize=1,
        )
        self._started.append(process)
        return process

    def python(self, code: str, *arguments: str) -> subprocess.Popen[str]:
        """Start Python code on this machine."""
        return self.start(sys.executable, "-c", code, *arguments)

    def link(self, *words: str) -> None:
        """Change the network card, for example `link("down")` or `link("multicast", "off")`."""
        _ip("-n", self.namespace, "link", "set", "dev", "eth0", *words)

    def _here(self, command: Sequence[str]) -> list[str]:
        return ["ip", "netns", "exec", self.namespace, *command]

    def stop(self) -> None:
        """End what was started here."""
        for process in self._started:
            if process.poll() is None:
                process.terminate()
        for process in self._started:
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(3)
            if process.poll() is None:
                process.kill()
                process.wait(3)
            for pipe in (process.stdin, process.stdout, process.stderr):
                if pipe is not None:
                    with contextlib.suppress(OSError):
                        pipe.close()


@dataclass
class Lan:
    """The machines, and the bridge between them in a namespace of its own."""

    machines: list[Machine]
    switch: str

    def __getitem__(self, number: int) -> Machine:
        return self.machines[number]

    def block_multicast(self, *numbers: int) -> None:
        """Let these machines, or all, hear no multicast any more, silently, as a bad access point does.

        IPv6 goes down with it, since its neighbours are found by multicast; IPv4 between machines still works.
        """
        for number in numbers or range(len(self.machines)):
            self._port(number, "mcast_flood", "off")

    def isolate(self) -> None:
        """Let no machine reach another one any more, as a guest Wi-Fi does."""
        self.part(*range(len(self.machines)))

    def part(self, *numbers: int) -> None:
        """Let these machines not reach each other; the rest still reaches them."""
        for number in numbers:
            self._port(number, "isolated", "on")

    def unplug(self, number: int, *, back: bool = False) -> None:
        """Pull the cable of a machine, or put it back."""
        _ip("-n", self.switch, "link", "set", f"port{number}", "up" if back else "down")

    def _port(self, number: int, *words: str) -> None:
        subprocess.run(
            ["bridge", "-n", self.switch, "link", "set", "dev", f"port{number}", *words],
            check=True,
            capture_output=True,
            timeout=20,
        )


@contextlib.contextmanager
def lan(count: int, *, link_local: bool = False) -> Generator[Lan]:
    """Make a LAN of `count` machines, and take it away again whatever happens.

    Their addresses are 10.77.0.1 and so on, or with `link_local` 169.254.77.1 and so on; IPv6 link-local ones
    come by themselves. Two LANs at a time do not see each other.
    """
    base = f"ft{os.getpid() % 100000}-{secrets.token_hex(2)}"
    switch = f"{base}-s"
    made: list[str] = []
    machines: list[Machine] = []
    try:
        _ip("netns", "add", switch)
        made.append(switch)
        _ip(
            "-n",
            switch,
            "link",
            "add",
            "br0",
            "type",
            "bridge",
            "stp_state",
            "0",
            "forward_delay",
            "0",
            "mcast_snooping",
            "0",
        )
        _ip("-n", switch, "link", "set", "br0", "up")
        for number in range(count):
            name = f"{base}-{number}"
            _ip("netns", "add", name)
            made.append(name)
            network = "169.254.77" if link_local else "10.77.0"
            machine = Machine(name, f"{network}.{number + 1}")
            machines.append(machine)
            port = f"port{number}"
            _ip("-n", switch, "link", "add", port, "type", "veth", "peer", "name", "eth0", "netns", name)
            _ip("-n", switch, "link", "set", port, "master", "br0", "up")
            _ip("-n", name, "link", "set", "lo", "up")
            _ip("-n", name, "address", "add", f"{machine.address}/{16 if link_local else 24}", "dev", "eth0")
            _ip("-n", name, "link", "set", "eth0", "up")
        _settle(machines)
        yield Lan(machines, switch)
    finally:
        for machine in machines:
            machine.stop()
        for name in reversed(made):
            _ip("netns", "del", name, check=False)


def _settle(machines: Sequence[Machine], seconds: float = 5) -> None:
    """Wait until IPv6 has made sure that nobody else has the addresses: before, they cannot be used."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if not any("tentative" in machine.run("ip", "address").stdout for machine in machines):
            return
        time.sleep(0.1)


if __name__ == "__main__":
    with lan(int(sys.argv[1])) as opened:
        for each in opened.machines:
            print(f"ip netns exec {each.namespace} bash    # {each.address}")
        input("Enter takes it away ")
