"""A Kuksa databroker by gRPC, kuksa.val.v2: the definitions of the package kuksa-client."""

import argparse
import pathlib
import time
from typing import Any

import grpc
from google.protobuf import timestamp_pb2
from kuksa.val.v2 import types_pb2, val_pb2, val_pb2_grpc
from source import report

TIMEOUT = 5.0
# The data types of VSS, with the databroker's number and the field of Value.
TYPES = {
    "string": (types_pb2.DATA_TYPE_STRING, "string"),
    "boolean": (types_pb2.DATA_TYPE_BOOLEAN, "bool"),
    "uint8": (types_pb2.DATA_TYPE_UINT8, "uint32"),
    "uint16": (types_pb2.DATA_TYPE_UINT16, "uint32"),
    "uint32": (types_pb2.DATA_TYPE_UINT32, "uint32"),
    "float": (types_pb2.DATA_TYPE_FLOAT, "float"),
    "double": (types_pb2.DATA_TYPE_DOUBLE, "double"),
}


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of a connection."""
    parser.add_argument("--broker", default="127.0.0.1:55555", metavar="HOST:PORT",
                        help="the databroker (127.0.0.1:55555)")
    parser.add_argument("--root-certificate", type=pathlib.Path, metavar="FILE.pem",
                        help="use TLS, with this root certificate")
    parser.add_argument("--token-file", type=pathlib.Path, metavar="FILE",
                        help="the file with the JSON Web Token")


class Broker:
    """A connection. Its calls raise grpc.RpcError."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.name = options.broker
        # A broker that starts later is found within a second.
        waits = [("grpc.max_reconnect_backoff_ms", 1000), ("grpc.initial_reconnect_backoff_ms", 500)]
        if options.root_certificate:
            credentials = grpc.ssl_channel_credentials(options.root_certificate.read_bytes())
            self.channel = grpc.secure_channel(self.name, credentials, options=waits)
        else:
            self.channel = grpc.insecure_channel(self.name, options=waits)
        self.stub = val_pb2_grpc.VALStub(self.channel)
        self.headers: list[tuple[str, str]] = []
        if options.token_file:
            token = options.token_file.read_text(encoding="utf-8").strip()
            self.headers = [("authorization", f"Bearer {token}")]

    def close(self) -> None:
        """Ends the connection."""
        self.channel.close()

    def usable(self, leaves: dict[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
        """The leaves that the broker has with the right data type. One line names the others."""
        request = val_pb2.ListMetadataRequest(root="Vehicle")
        answer = self.stub.ListMetadata(request, timeout=TIMEOUT, metadata=self.headers)
        types = {entry.path: entry.data_type for entry in answer.metadata}
        missing = [path for path in leaves if path not in types]
        wrong = [
            path
            for path, leaf in leaves.items()
            if path in types and types[path] != TYPES[leaf["datatype"]][0]
        ]
        if missing:
            report(f"{self.name}: {len(missing)} of {len(leaves)} leaves are not there, the first is "
                   f"{missing[0]}; start the databroker with the overlay")
        if wrong:
            report(f"{self.name}: {len(wrong)} leaves have another data type, the first is {wrong[0]}: "
                   f"{types_pb2.DataType.Name(types[wrong[0]])}, not {leaves[wrong[0]]['datatype']}")
        return {path: leaf for path, leaf in leaves.items() if path not in {*missing, *wrong}}

    def publish(self, path: str, datatype: str, value: Any) -> None:
        """Sets a leaf. None makes it unset: a data point without a value is NotAvailable."""
        point = types_pb2.Datapoint(timestamp=now())
        if value is not None:
            point.value.CopyFrom(types_pb2.Value(**{TYPES[datatype][1]: value}))
        request = val_pb2.PublishValueRequest(
            signal_id=types_pb2.SignalID(path=path), data_point=point
        )
        self.stub.PublishValue(request, timeout=TIMEOUT, metadata=self.headers)

    def read(self, paths: list[str]) -> list[tuple[Any, float]]:
        """The value and the age in seconds of each leaf; None where it is unset."""
        request = val_pb2.GetValuesRequest(
            signal_ids=[types_pb2.SignalID(path=path) for path in paths]
        )
        answer = self.stub.GetValues(request, timeout=TIMEOUT, metadata=self.headers)
        found: list[tuple[Any, float]] = []
        for point in answer.data_points:
            kind = point.value.WhichOneof("typed_value") if point.HasField("value") else None
            age = time.time() - point.timestamp.ToNanoseconds() / 1e9
            found.append((getattr(point.value, kind) if kind else None, age))
        return found


def now() -> timestamp_pb2.Timestamp:
    """The time of a data point."""
    stamp = timestamp_pb2.Timestamp()
    stamp.FromNanoseconds(time.time_ns())
    return stamp


def problem(error: grpc.RpcError) -> str:
    """A failed call in one line."""
    code = error.code().name if isinstance(error, grpc.Call) else "UNKNOWN"
    details = (error.details() or "") if isinstance(error, grpc.Call) else str(error)
    return f"{code}: {' '.join(details.split())}"
