#!/usr/bin/env python3
"""A server of the gRPC interface kuksa.val.v2 for tests, where the Kuksa databroker cannot be had.

    broker_server.py vss.json 55555

It has the leaves of a JSON file of `vspec export json`. It refuses paths that are not there, values of
another type, numbers out of range and texts that are not allowed, and prints a line for each refusal.
It is not the databroker: authorization, subscriptions and actuation are not there.
"""

import json
import pathlib
import sys
from concurrent import futures
from typing import Any

import grpc
from kuksa.val.v2 import types_pb2, val_pb2, val_pb2_grpc

# Data type in VSS: data type of the databroker, field of Value, range of the number.
TYPES = {
    "string": (types_pb2.DATA_TYPE_STRING, "string", None),
    "boolean": (types_pb2.DATA_TYPE_BOOLEAN, "bool", None),
    "uint8": (types_pb2.DATA_TYPE_UINT8, "uint32", (0, 0xFF)),
    "uint16": (types_pb2.DATA_TYPE_UINT16, "uint32", (0, 0xFFFF)),
    "uint32": (types_pb2.DATA_TYPE_UINT32, "uint32", (0, 0xFFFFFFFF)),
    "int8": (types_pb2.DATA_TYPE_INT8, "int32", (-0x80, 0x7F)),
    "int16": (types_pb2.DATA_TYPE_INT16, "int32", (-0x8000, 0x7FFF)),
    "float": (types_pb2.DATA_TYPE_FLOAT, "float", None),
    "double": (types_pb2.DATA_TYPE_DOUBLE, "double", None),
}
Leaves = dict[str, dict[str, Any]]


def leaves_of(tree: dict[str, Any], above: str = "") -> Leaves:
    """The leaves of a VSS tree by path."""
    found: Leaves = {}
    for name, node in tree.items():
        path = f"{above}.{name}" if above else name
        if "children" in node:
            found |= leaves_of(node["children"], path)
        elif node["type"] != "branch" and node["datatype"] in TYPES:
            found[path] = node
    return found


class Server(val_pb2_grpc.VALServicer):
    """The leaves and their data points."""

    def __init__(self, leaves: Leaves) -> None:
        self.leaves = leaves
        self.points: dict[str, types_pb2.Datapoint] = {}

    def refuse(self, context: grpc.ServicerContext, code: grpc.StatusCode, text: str) -> None:
        print(f"refused: {text}", flush=True)
        context.abort(code, text)

    def ListMetadata(self, request: Any, context: Any) -> val_pb2.ListMetadataResponse:
        found = [
            types_pb2.Metadata(path=path, id=number, data_type=TYPES[leaf["datatype"]][0])
            for number, (path, leaf) in enumerate(self.leaves.items())
            if path == request.root or path.startswith(request.root + ".")
        ]
        return val_pb2.ListMetadataResponse(metadata=found)

    def PublishValue(self, request: Any, context: Any) -> val_pb2.PublishValueResponse:
        path, point = request.signal_id.path, request.data_point
        leaf = self.leaves.get(path)
        if leaf is None:
            self.refuse(context, grpc.StatusCode.NOT_FOUND, f"{path}: no such leaf")
        kind = point.value.WhichOneof("typed_value") if point.HasField("value") else None
        if kind is not None:
            _, expected, limits = TYPES[leaf["datatype"]]
            value = getattr(point.value, kind)
            if kind != expected:
                self.refuse(context, grpc.StatusCode.INVALID_ARGUMENT, f"{path}: {kind}, not {expected}")
            low, high = limits or (leaf.get("min"), leaf.get("max"))
            low, high = leaf.get("min", low), leaf.get("max", high)
            if (low is not None and value < low) or (high is not None and value > high):
                self.refuse(context, grpc.StatusCode.INVALID_ARGUMENT, f"{path}: {value} out of bounds")
            if leaf.get("enum") and value not in leaf["enum"].values():
                self.refuse(context, grpc.StatusCode.INVALID_ARGUMENT, f"{path}: {value} not in enum")
            if leaf.get("allowed") and value not in leaf["allowed"]:
                self.refuse(context, grpc.StatusCode.INVALID_ARGUMENT, f"{path}: {value} not allowed")
        self.points[path] = point
        return val_pb2.PublishValueResponse()

    def GetValues(self, request: Any, context: Any) -> val_pb2.GetValuesResponse:
        points = []
        for signal in request.signal_ids:
            if signal.path not in self.leaves:
                self.refuse(context, grpc.StatusCode.NOT_FOUND, f"{signal.path}: no such leaf")
            points.append(self.points.get(signal.path, types_pb2.Datapoint()))
        return val_pb2.GetValuesResponse(data_points=points)


def main() -> None:
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    tree = json.loads(pathlib.Path(sys.argv[1]).read_text(encoding="utf-8"))
    server = grpc.server(futures.ThreadPoolExecutor(4))
    val_pb2_grpc.add_VALServicer_to_server(Server(leaves_of(tree)), server)
    if server.add_insecure_port(f"127.0.0.1:{sys.argv[2]}") == 0:
        sys.exit(f"port {sys.argv[2]}: not free")
    server.start()
    print("ready", flush=True)
    server.wait_for_termination()


if __name__ == "__main__":
    main()
