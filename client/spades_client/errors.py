"""What can go wrong between this client and a server, as one small tree.

ClientError
├── AddressInvalid      the text is no address
├── ServerUnreachable   nobody answers there
├── NotASpadesServer    something answers, but it does not speak spades.v1
├── NotSecure           something answers, but it does not encrypt
├── OtherServer         something answers, but it is not the server that it should be
├── ClientTooOld        the server needs a newer client
├── LinkLost            a call did not come through, although it was tried again
├── Gap                 a batch does not follow what the client knows
└── Refused             the server said no, and why
"""

from __future__ import annotations

import grpc

from spades.v1.error_pb2 import ERROR_REASON_UNSPECIFIED, ErrorReason
from spades.v1.rejection_pb2 import Rejection

# The statuses that mean that a token is worth nothing any more.
_SEAT_GONE = frozenset({grpc.StatusCode.UNAUTHENTICATED, grpc.StatusCode.NOT_FOUND, grpc.StatusCode.PERMISSION_DENIED})


class ClientError(Exception):
    """Any failure a client must expect; its text is one sentence for people."""


class AddressInvalid(ClientError):
    """The text is not HOST, HOST:PORT or [v6]:port, with /TABLE and +FP after it or not."""


class ServerUnreachable(ClientError):
    """Nobody answers at the address."""


class NotASpadesServer(ClientError):
    """Something answers at the address, but not as a Spades server does."""


class NotSecure(ClientError):
    """Something answers at the address, but not with TLS."""


class OtherServer(ClientError):
    """A server answers at the address, and its fingerprint is not the one that was told or met there before."""


class ClientTooOld(ClientError):
    """The server serves only clients of a later version of the contract."""


class LinkLost(ClientError):
    """A call did not come through; whether the server acted on it is unknown, repeating its request id is safe."""


class Gap(ClientError):
    """A batch does not follow the snapshot it was to be folded into; the remedy is a fresh snapshot."""


class Refused(ClientError):
    """The server refused a call; nothing was changed by it."""

    def __init__(
        self,
        reason: ErrorReason.ValueType,
        message: str,
        rejection: Rejection | None = None,
        *,
        code: grpc.StatusCode = grpc.StatusCode.UNKNOWN,
        retry_after: float | None = None,
        fields: tuple[str, ...] = (),
    ) -> None:
        super().__init__(message)
        self.reason = reason
        """Why; unspecified for a reason newer than this client."""
        self.message = message
        """The server's sentence, without the reason word; not yet cleaned for a terminal."""
        self.rejection = rejection
        """The open prompts and the cards that oblige; None where the server knew no seat."""
        self.code = code
        """The gRPC status."""
        self.retry_after = retry_after
        """Seconds to wait before the same call makes sense again; None if waiting does not help."""
        self.fields = fields
        """The fields of the request, or the options of the rules, that are at fault; empty if none was named."""

    @property
    def word(self) -> str:
        """The reason as the protocol writes it, such as ``"MUST_FOLLOW_SUIT"``; empty if unknown."""
        if self.reason == ERROR_REASON_UNSPECIFIED:
            return ""
        return ErrorReason.Name(self.reason).removeprefix("ERROR_REASON_")

    @property
    def seat_is_gone(self) -> bool:
        """The token, or its table, is not there any more; False: the same seat may be had later."""
        return self.code in _SEAT_GONE
