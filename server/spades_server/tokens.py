"""The secrets by which a server knows its players again, made from its key: only hashes of them are kept."""

import base64
import hashlib
import hmac

from spades_server.table import Refused, Table

__all__ = ["ALPHABET", "Tokens", "digest", "spectator_name"]

ALPHABET = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""Letters and digits that nobody takes for one another."""
_TOKEN_BYTES = 24
_CODE_LETTERS = 10


def digest(secret: bytes) -> bytes:
    """Return the SHA-256 of *secret*, which is what is kept of it."""
    return hashlib.sha256(secret).digest()


def spectator_name(token: str) -> str:
    """Return the name of the spectator whose *token* has been proven."""
    return base64.urlsafe_b64decode(token.split(".")[1]).decode()


class Tokens:
    """Makes and proves secrets. They follow from the request id, so that a lost answer can be given again."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def of_seat(self, table_id: str, request_id: str) -> str:
        """Return the token of who joins with *request_id*."""
        return self._token(table_id, "seat", request_id)

    def of_spectator(self, table_id: str, request_id: str, name: str) -> str:
        """Return a token that proves itself, and the name in it: nothing is kept about spectators."""
        nonce = base64.urlsafe_b64encode(digest(request_id.encode())[:12]).decode()
        said = f"{nonce}.{base64.urlsafe_b64encode(name.encode()).decode()}"
        return f"{said}.{self._token(table_id, 'spectator', said)}"

    def code(self, table_id: str, seat: int, asker: str, request_id: str) -> str:
        """Return the one-time code of a seat."""
        mac = self._mac(f"code|{table_id}|{seat}|{asker}|{request_id}")
        return "".join(ALPHABET[byte % len(ALPHABET)] for byte in mac[:_CODE_LETTERS])

    def viewer(self, table: Table, token: str, token_hash: bytes) -> int | None:
        """Return the seat that *token*, whose digest is *token_hash*, proves.

        None is for a spectator, and for a newcomer until the hand has ended.

        Raises:
            Refused: SEAT_TOKEN_INVALID, the token proves nothing; KICKED, the host has removed its owner.
        """
        if token_hash in table.kicked:
            raise Refused("KICKED", "the host has removed you from the table")
        for seat, taken in enumerate(table.seats):
            if taken.is_owned and hmac.compare_digest(taken.token_hash, token_hash):
                return seat
            if taken.newcomer is not None and hmac.compare_digest(taken.newcomer.token_hash, token_hash):
                return None
        said, dot, proof = token.rpartition(".")
        expected = self._token(table.table_id, "spectator", said)
        if dot and hmac.compare_digest(proof.encode(), expected.encode()):
            return None
        raise Refused("SEAT_TOKEN_INVALID", "this token is not one of the table's; join again")

    def _token(self, table_id: str, what: str, said: str) -> str:
        return base64.urlsafe_b64encode(self._mac(f"{what}|{table_id}|{said}")[:_TOKEN_BYTES]).decode()

    def _mac(self, text: str) -> bytes:
        return hmac.new(self._key, text.encode(), hashlib.sha256).digest()
