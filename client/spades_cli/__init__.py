"""The one ``spades`` command: reads what was typed and calls the packages that do it."""

import os

# What gRPC's core writes to standard error of its own accord is no message for people; GRPC_VERBOSITY brings it back.
os.environ.setdefault("GRPC_VERBOSITY", "NONE")
# gRPC's own resolver asks name servers only; that of the machine knows the names of the LAN too, such as kitchen.local.
os.environ.setdefault("GRPC_DNS_RESOLVER", "native")

from spades_cli.main import main

__all__ = ["main"]
