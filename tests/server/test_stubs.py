"""The committed stubs and the versions that pyproject.toml allows belong together."""

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
STUBS = ROOT / "proto" / "spades" / "v1"


def floor_of(package: str) -> str:
    """Return the least version of *package* that pyproject.toml allows."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    requirement = next(line for line in project["dependencies"] if line.startswith(f"{package}>="))
    return re.match(r"[a-z-]+>=([\d.]+)", requirement)[1]  # type: ignore[index]  # the line above found it


def versions_in(pattern: str, files: str) -> set[str]:
    return {found[1] for file in STUBS.glob(files) if (found := re.search(pattern, file.read_text()))}


def test_the_floor_of_protobuf_is_what_the_stubs_demand() -> None:
    assert versions_in(r"# Protobuf Python Version: ([\d.]+)", "*_pb2.py") == {floor_of("protobuf")}


def test_the_floor_of_grpcio_is_what_the_stubs_demand() -> None:
    assert versions_in(r"GRPC_GENERATED_VERSION = '([\d.]+)'", "*_pb2_grpc.py") == {floor_of("grpcio")}


def test_every_proto_file_has_its_stubs() -> None:
    protos = {file.stem for file in STUBS.glob("*.proto")}
    assert {file.name.removesuffix("_pb2.py") for file in STUBS.glob("*_pb2.py")} == protos
    services = {name for name in protos if name.endswith("_service")}
    assert {file.name.removesuffix("_pb2_grpc.py") for file in STUBS.glob("*_pb2_grpc.py")} == services
