"""Machines on one LAN: network namespaces whose cables lead to a bridge in one more. Needs root on Linux.

Everything is made inside of namespaces whose names belong to this run alone, so that removing them removes it all.
"""

import contextlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

import pytest

from cli.processes import Spades

_runs = count(1)


class CannotDo(Exception):
    """The kernel, or the right to use it, is missing."""


def _ip(*words: str, tool: str = "ip") -> str:
    done = subprocess.run([tool, *words], capture_output=True, text=True, check=False, timeout=20)
    if done.returncode:
        raise CannotDo(f"{tool} {' '.join(words)}: {done.stderr.strip()}")
    return done.stdout


@dataclass(frozen=True, slots=True)
class Machine:
    """A machine with one cable, ``eth0``, to the switch."""

    namespace: str
    switch: str
    port: str
    """The other end of its cable."""
    home: Path

    @property
    def spades(self) -> Spades:
        """Starts ``spades`` commands here, whose files stay here."""
        return Spades(self.home, before=("ip", "netns", "exec", self.namespace))

    def ip(self, *words: str) -> str:
        """Run ``ip`` here."""
        return _ip("-n", self.namespace, *words)

    def set(self, name: str, value: int) -> None:
        """Set a parameter of the kernel's network, such as ``ipv6.conf.all.disable_ipv6``."""
        path = f"/proc/sys/net/{name.replace('.', '/')}"
        _ip("netns", "exec", self.namespace, "sh", "-c", f"echo {value} > {path}")

    def pull_the_cable(self) -> None:
        """Take the cable out of the switch."""
        _ip("-n", self.switch, "link", "set", self.port, "down")

    def plug_the_cable_in(self) -> None:
        """Put it back."""
        _ip("-n", self.switch, "link", "set", self.port, "up")

    def block_multicast(self) -> None:
        """Let the switch carry no multicast to this machine, as many access points do."""
        _ip("-n", self.switch, "link", "set", self.port, "type", "bridge_slave", "mcast_flood", "off")


@dataclass(slots=True)
class SlowLink:
    """A cable that delays what it carries, and loses some of it, both ways. Mutable: it ends with its process."""

    process: subprocess.Popen[str]

    def end(self) -> tuple[int, int]:
        """Carry nothing any more, and return how many frames were carried and how many were lost."""
        carried, lost = self.process.communicate(timeout=20)[0].split()
        return int(carried), int(lost)


@dataclass(slots=True)
class Lan:
    """A switch, and the machines on it. Mutable: machines are added."""

    name: str
    folder: Path
    machines: int = 0
    slow_links: list[SlowLink] = field(default_factory=list)

    def machine(self, *addresses: str) -> Machine:
        """Add a machine with these *addresses*, each with its prefix length; without any it has a link-local one."""
        machine = self._machine()
        cable = ("type", "veth", "peer", "name", "eth0", "netns", machine.namespace)
        _ip("-n", self.name, "link", "add", machine.port, *cable)
        return self._plugged_in(machine, addresses)

    def slow_machine(self, *addresses: str, delay_ms: int, jitter_ms: int, loss_percent: float, seed: int) -> Machine:
        """Add a machine whose cable is a ``SlowLink``; the test is skipped where there can be none."""
        machine = self._machine()
        far = f"far{self.machines}"
        quality = ("--delay", delay_ms, "--jitter", jitter_ms, "--loss", loss_percent, "--seed", seed)
        program = (sys.executable, str(Path(__file__).with_name("slow_link.py")), machine.port, far, *map(str, quality))
        process = subprocess.Popen(
            ("ip", "netns", "exec", self.name, *program),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.slow_links.append(SlowLink(process))
        assert process.stdout is not None
        if process.stdout.readline() != "ready\n":
            pytest.skip(f"a slow link needs TAP devices: {process.communicate(timeout=20)[1].strip()}")
        _ip("-n", self.name, "link", "set", far, "netns", machine.namespace)
        machine.ip("link", "set", far, "name", "eth0")
        return self._plugged_in(machine, addresses)

    def _machine(self) -> Machine:
        self.machines += 1
        number = self.machines
        namespace, port = f"{self.name}-{number}", f"port{number}"
        _ip("netns", "add", namespace)
        home = self.folder / f"machine {number}"
        home.mkdir()
        machine = Machine(namespace, self.name, port, home)
        # Addresses are used at once, without asking first whether somebody else has them.
        machine.set("ipv6.conf.default.accept_dad", 0)
        machine.set("ipv6.conf.all.accept_dad", 0)
        return machine

    def _plugged_in(self, machine: Machine, addresses: Sequence[str]) -> Machine:
        _ip("-n", self.name, "link", "set", machine.port, "master", "switch", "up")
        machine.ip("link", "set", "lo", "up")
        machine.ip("link", "set", "eth0", "up")
        for address in addresses:
            machine.ip("address", "add", address, "dev", "eth0")
        return machine

    def switch_off(self) -> None:
        """Take the power from the switch, as when an access point starts again: nobody reaches anybody."""
        _ip("-n", self.name, "link", "set", "switch", "down")

    def switch_on(self) -> None:
        """Give it back."""
        _ip("-n", self.name, "link", "set", "switch", "up")


@contextlib.contextmanager
def lan_of_this_run(folder: Path) -> Iterator[Lan]:
    """Yield a LAN without machines; skips the test where there can be none."""
    if sys.platform != "linux" or os.geteuid() != 0 or shutil.which("ip") is None:
        pytest.skip("a LAN of network namespaces needs Linux, root and the ip command")
    lan = Lan(f"spades{os.getpid()}-{next(_runs)}", folder)
    try:
        try:
            _ip("netns", "add", lan.name)
            _ip("-n", lan.name, "link", "add", "switch", "type", "bridge", "mcast_snooping", "0")
            _ip("-n", lan.name, "link", "set", "switch", "up")
        except CannotDo as error:
            pytest.skip(f"this machine allows no network namespaces: {error}")
        yield lan
    finally:
        for link in lan.slow_links:
            link.process.kill()
            link.process.wait()
        for name in (lan.name, *(f"{lan.name}-{number}" for number in range(1, lan.machines + 1))):
            with contextlib.suppress(CannotDo):  # it was not there yet
                _ip("netns", "delete", name)
