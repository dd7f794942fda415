"""The certificate of a server: made once, valid for ever, and the same after every start."""

import base64
import hashlib

import grpc
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat, load_pem_private_key

from spades.v1.server_service_pb2 import GetServerInfoRequest
from spades.v1.server_service_pb2_grpc import ServerServiceStub
from spades_server import ServerConfig, serving
from spades_server.certificate import certificate_in
from spades_server.vault import MemoryVault


def test_a_server_keeps_its_certificate_and_another_has_another() -> None:
    vault = MemoryVault()
    assert certificate_in(vault) == certificate_in(vault)
    assert certificate_in(vault).fingerprint != certificate_in(MemoryVault()).fingerprint


def test_the_certificate_is_for_spades_in_this_whole_century_and_for_nobody_else() -> None:
    made = certificate_in(MemoryVault())
    certificate = x509.load_pem_x509_certificate(made.certificate_pem)
    assert (certificate.not_valid_before_utc.year, certificate.not_valid_after_utc.year) == (2000, 2099)
    names = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert names.get_values_for_type(x509.DNSName) == ["spades"]
    assert not certificate.extensions.get_extension_for_class(x509.BasicConstraints).value.ca
    key = load_pem_private_key(made.key_pem, None)
    assert key.public_key() == certificate.public_key()


def test_the_fingerprint_is_the_hash_of_the_public_key() -> None:
    made = certificate_in(MemoryVault())
    public = load_pem_private_key(made.key_pem, None).public_key()
    digest = hashlib.sha256(public.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)).digest()
    assert base64.b32decode(made.fingerprint + "====") == digest
    assert base64.b32decode(made.short_fingerprint) == digest[:10]


async def test_a_server_is_the_fingerprint_of_its_key_on_both_its_ports_and_after_a_restart() -> None:
    vault = MemoryVault()
    certificate = certificate_in(vault)
    for _ in range(2):
        async with serving(ServerConfig(vault=vault, tls_addresses=("127.0.0.1:0",))) as server:
            assert server.certificate == certificate
            secure = grpc.aio.secure_channel(
                f"127.0.0.1:{server.tls_ports[0]}",
                grpc.ssl_channel_credentials(certificate.certificate_pem),
                options=[("grpc.ssl_target_name_override", "spades"), ("grpc.enable_http_proxy", 0)],
            )
            plain = grpc.aio.insecure_channel(f"127.0.0.1:{server.ports[0]}", options=[("grpc.enable_http_proxy", 0)])
            async with secure, plain:
                for channel in (secure, plain):
                    info = await ServerServiceStub(channel).GetServerInfo(GetServerInfoRequest())
                    assert info.server_id == certificate.fingerprint
