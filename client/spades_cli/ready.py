"""How a private server tells its parent that it is ready; apart from both, so that neither loads the other."""

__all__ = ["READY"]

READY = "ready"
"""First word of the one line that a private server prints: ready PORT TABLE."""
