"""The first version of the contract: generated modules, one for each .proto file beside them."""

__all__ = ["CONTRACT_KEY", "CONTRACT_VERSION"]

CONTRACT_VERSION = "1.0.0"
"""The version of these files. A new minor one has additions, a new patch says the same more clearly, and a new major
one would be another package."""

CONTRACT_KEY = "spades-contract"
"""The metadata in which a client may say which version it speaks."""
