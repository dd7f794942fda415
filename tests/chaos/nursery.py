"""A process that has loaded the program and bears servers by forking: a start costs what a server does, not Python.

It reads commands from its standard input: "start" and the arguments of ``spades`` as JSON begins a server, whose pid it
tells; "wait" tells when that server is dead. What a server prints comes out of the same standard output. Before a fork
gRPC is loaded and not used.
"""

import json
import os
import sys
import traceback
from typing import NoReturn

import spades_cli.host  # noqa: F401  # a command is loaded when it is typed: here before
from spades_cli import main as spades


def main() -> None:
    """Bear servers until standard input ends."""
    pid = 0
    for line in sys.stdin:
        command, _, arguments = line.partition(" ")
        if command == "start":
            sys.stdout.flush()
            pid = os.fork()
            if pid == 0:
                _live(json.loads(arguments))
            print(f"pid {pid}", flush=True)
        else:
            os.waitpid(pid, 0)
            # On a line of its own: it may have been killed in the middle of one.
            print("\ndead", flush=True)


def _live(arguments: list[str]) -> NoReturn:
    status = 1
    try:
        os.dup2(os.open(os.devnull, os.O_RDWR), 0)
        os.dup2(0, 2)
        status = spades(arguments)
    except BaseException:  # whatever it is, this process must never go back to bearing
        traceback.print_exc(file=sys.stdout)
    finally:
        sys.stdout.flush()
        os._exit(status)


if __name__ == "__main__":
    main()
