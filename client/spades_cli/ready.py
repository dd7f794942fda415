"""How a server that is a child tells its parent that it is ready; apart from both, so that neither loads the other."""

__all__ = ["READY"]

READY = "ready"
"""First word of the one line that such a server prints: ready PORT TABLE, then the join strings for friends."""
