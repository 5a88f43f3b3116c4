#!/usr/bin/env python3
"""Sends vehicle signals of a Kuksa databroker to ehorizond, as frames of vehicle.dbc on a CAN interface.

    ip link add vcan1 type vcan && ip link set vcan1 up
    vehicle_feed.py --broker 127.0.0.1:55555 --can vcan1
    ehorizond … --vehicle-can vcan1 --vehicle-dbc vehicle.dbc --speed-signal Speed \\
        --yaw-rate-signal YawRate --surface-condition-signal RoadSurface

A frame is sent every 0.1 s for each leaf with a value that is at most --age old. A leaf without one, or
with an old one, has no frame: the daemon then treats the signal as missing. SLUSH, LOOSE_GRAVEL and
UNKNOWN of Vehicle.Exterior.RoadSurfaceCondition have no equal in the daemon and are not sent.
"""

import argparse
import pathlib
import signal
import socket
import struct
import sys
import time
from typing import Any

import grpc
from bridge import MAPPING, stop
from broker import Broker, add_options, problem
from source import RETRY, report
from values import Leaf, MappingError, mapping

INTERVAL = 0.1
# The messages of vehicle.dbc: identifier, format of struct, factor.
FRAMES = {"Speed": (0x7A0, "<H", 0.01), "YawRate": (0x7A1, "<h", 0.01)}
SURFACE = 0x7A2
SURFACES = {"dry": 0, "wet": 1, "snow": 2, "ice": 3}


def frame(leaf: Leaf, value: Any) -> tuple[int, bytes] | None:
    """The frame of a value; None if the daemon has no equal, or the message no room."""
    name = leaf["member"]
    if name == "RoadSurface":
        surface = leaf["texts"].get(str(value))
        return None if surface is None else (SURFACE, bytes([SURFACES[surface]]))
    identifier, layout, factor = FRAMES[name]
    try:
        return identifier, struct.pack(layout, round(value / factor))
    except (struct.error, OverflowError, ValueError):
        return None


def send(bus: socket.socket, identifier: int, data: bytes) -> None:
    """Sends a frame. A full queue loses it, and the next one follows in 0.1 s."""
    try:
        bus.send(struct.pack("<IB3x8s", identifier, len(data), data))
    except BlockingIOError:
        pass


def feed(broker: Broker, bus: socket.socket, leaves: dict[str, Leaf], ages: tuple[float, float]) -> None:
    """Sends until a call fails. The ages are those of numbers and of the road surface."""
    usable = broker.usable(leaves)
    report(f"{broker.name}: connected, {len(usable)} of {len(leaves)} leaves")
    paths = list(usable)
    while paths:
        start = time.monotonic()
        for path, (value, old) in zip(paths, broker.read(paths), strict=True):
            if value is None or old > ages[usable[path]["member"] == "RoadSurface"]:
                continue
            if found := frame(usable[path], value):
                send(bus, *found)
        time.sleep(max(0, INTERVAL - (time.monotonic() - start)))
    time.sleep(RETRY)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--can", required=True, metavar="INTERFACE")
    parser.add_argument("--age", type=float, default=1.0, metavar="SECONDS",
                        help="the greatest age of a value (1)")
    parser.add_argument("--surface-age", type=float, default=60.0, metavar="SECONDS",
                        help="the same for the road surface (60)")
    parser.add_argument("--mapping", type=pathlib.Path, default=MAPPING, metavar="FILE.json")
    add_options(parser)
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
    try:
        leaves = mapping(options.mapping)["inputs"]
    except MappingError as error:
        sys.exit(f"vehicle_feed: {error}")
    said = ""
    while True:
        broker = Broker(options)
        try:
            with socket.socket(socket.AF_CAN, socket.SOCK_RAW, socket.CAN_RAW) as bus:
                bus.setblocking(False)
                bus.bind((options.can,))
                said = ""
                feed(broker, bus, leaves, (options.age, options.surface_age))
        except (grpc.RpcError, OSError) as error:
            text = (f"{options.broker}: {problem(error)}" if isinstance(error, grpc.RpcError)
                    else f"{options.can}: {error}")
            if text.split(":")[:2] != said.split(":")[:2]:
                report(f"{text}; trying again every {RETRY:g} s")
            said = text
        broker.close()
        time.sleep(RETRY)


if __name__ == "__main__":
    main()
