#!/usr/bin/env python3
"""Drives the daemon on vcan0 with the bridge and the vehicle feed, and checks the leaves in the broker.

    drive_test.py PROGRAMS MAP.ehmap DRIVE.nmea VSS.json

Runs inside of tools/with-vcan --interfaces 2. PROGRAMS is the folder with ehorizon and ehorizond.
KUKSA_DATABROKER, if set, is the databroker to run in place of test/broker_server.py.
"""

import argparse
import json
import os
import pathlib
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from typing import Any

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

import grpc  # noqa: E402
from bridge import MAPPING  # noqa: E402
from broker import Broker  # noqa: E402
from values import mapping  # noqa: E402

ROOT = "Vehicle.ADAS.Horizon"
PORT = "55555"
programs, road_map, drive, tree = (pathlib.Path(argument).resolve() for argument in sys.argv[1:5])
folder = pathlib.Path(tempfile.mkdtemp())
control = str(folder / "control")
running: dict[str, subprocess.Popen[bytes]] = {}


def start(name: str, *command: object, feed: Any = subprocess.DEVNULL) -> None:
    """Starts a program; its output goes to a file."""
    log = open(folder / f"{name}.log", "ab")
    running[name] = subprocess.Popen(
        [str(part) for part in command], stdin=feed, stdout=log, stderr=log
    )


def end(name: str) -> None:
    """Ends a program and waits for it."""
    running[name].terminate()
    running.pop(name).wait(10)


def log(name: str) -> str:
    """The output of a program so far."""
    return (folder / f"{name}.log").read_text(encoding="utf-8")


def wait(what: str, condition: Callable[[], object], seconds: float = 30) -> None:
    """Waits for a condition; ends the test with the logs where it does not come."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if condition():
            print(f"ok: {what}", flush=True)
            return
        time.sleep(0.2)
    fail(what)


def fail(what: str) -> None:
    """Ends the test."""
    for path in sorted(folder.glob("*.log")):
        print(f"--- {path.stem}\n{path.read_text(encoding='utf-8')[-2000:]}")
    for program in running.values():
        program.kill()
    sys.exit(f"FAILED: {what}")


def start_broker() -> None:
    """Starts the databroker, or the server that stands for it."""
    if real := os.environ.get("KUKSA_DATABROKER"):
        start("broker", real, "--metadata", tree, "--port", PORT, "--insecure")
    else:
        start("broker", sys.executable, HERE / "broker_server.py", tree, PORT)


def start_daemon(source: str, *options: object, feed: Any = subprocess.DEVNULL) -> None:
    """Starts the daemon on vcan0."""
    start("daemon", programs / "ehorizond", "--map", road_map, "--position", source, "--can", "vcan0",
          "--messages", "all", "--control-socket", control, *options, feed=feed)


def status() -> dict[str, Any]:
    """The status of the daemon, without the bridge."""
    with socket.socket(socket.AF_UNIX) as connection:
        try:
            connection.connect(control)
        except OSError:
            return {}
        connection.sendall(b'{"request":"status"}\n')
        return dict(json.loads(connection.makefile().readline()))


def values(paths: list[str]) -> dict[str, Any]:
    """The values in the broker; empty if there is none."""
    try:
        return {path: value for path, (value, _) in zip(paths, client.read(paths), strict=True)}
    except grpc.RpcError:
        return {}


def set_of(paths: list[str]) -> set[str]:
    """The leaves that have a value."""
    return {path for path, value in values(paths).items() if value is not None}


client = Broker(argparse.Namespace(
    broker=f"127.0.0.1:{PORT}", root_certificate=None, token_file=None
))
leaves = mapping(MAPPING)["leaves"]
by_source = {
    source: [path for path, leaf in leaves.items() if leaf["source"] == source]
    for source in ("status", "ahead", "wire")
}
everything = list(leaves)
here = [path for path in everything if path.startswith("Vehicle.CurrentLocation.")]

# The bridge starts first: neither the daemon nor the broker is there.
wire = subprocess.Popen(["sh", "-c", f"candump -L vcan0 | {programs}/ehorizon reconstruct --follow --json"],
                        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
start("bridge", sys.executable, HERE.parent / "bridge.py", "--control-socket", control,
      "--broker", f"127.0.0.1:{PORT}", "--wire", "-", feed=wire.stdout)
wait("one line for the missing daemon and one for the missing broker",
     lambda: "control: status: " in log("bridge") and "UNAVAILABLE" in log("bridge"))
start_broker()
wait("the bridge finds the broker", lambda: f"connected, {len(leaves)} of {len(leaves)}" in log("bridge"))
if set_of(everything):
    fail("without a daemon no leaf has a value")
start_daemon(f"file:{drive}?rate=5")
wait("the place is in the broker", lambda: values([f"{ROOT}.Place.State"]).get(f"{ROOT}.Place.State") == "ON_ROAD")
for source, least in (("status", 15), ("ahead", 6), ("wire", 18)):
    wait(f"at least {least} of {len(by_source[source])} leaves of {source} have values",
         lambda source=source, least=least: len(set_of(by_source[source])) >= least)


def agrees() -> bool:
    """Whether the broker has the fix of the daemon's status."""
    fix, found = status().get("fix") or {}, values(here)
    return bool(fix) and (found[here[1]], found[here[2]]) == (fix["latitude"], fix["longitude"])


wait("the location in the broker is that of the daemon", agrees)
if values([f"{ROOT}.Output.MapAge"])[f"{ROOT}.Output.MapAge"] is not None:
    fail("the age of a map without a date is unset")

end("broker")
wait("one line for the lost broker", lambda: log("bridge").count("UNAVAILABLE") >= 2)
start_broker()
wait("all comes back with the broker", lambda: len(set_of(by_source["status"])) >= 15)

end("daemon")
wait("without the daemon its leaves are unset",
     lambda: not set_of(by_source["status"] + by_source["ahead"]))
# The next daemon gets fixes for a while, then vehicle signals alone.
start("feed", sys.executable, HERE.parent / "vehicle_feed.py", "--broker", f"127.0.0.1:{PORT}",
      "--can", "vcan1")
start_daemon("-", "--vehicle-can", "vcan1", "--vehicle-dbc", HERE.parent / "vehicle.dbc",
             "--speed-signal", "Speed", "--yaw-rate-signal", "YawRate",
             "--surface-condition-signal", "RoadSurface", feed=subprocess.PIPE)
pipe = running["daemon"].stdin
assert pipe is not None
for number, line in enumerate(drive.read_bytes().splitlines(keepends=True)[:40]):
    pipe.write(line)
    pipe.flush()
    if number % 2:
        time.sleep(0.25)
wait("the daemon is back in the broker", lambda: set_of(by_source["status"]))


def speed_follows(wanted: float) -> bool:
    """Publishes a speed in km/h, and checks that the daemon drives it without fixes."""
    client.publish("Vehicle.Speed", "float", wanted)
    client.publish("Vehicle.AngularVelocity.Yaw", "float", 0.0)
    client.publish("Vehicle.Exterior.RoadSurfaceCondition", "uint8", 2)
    speed = (status().get("place") or {}).get("speed_m_s")
    return speed is not None and abs(speed * 3.6 - wanted) < 2


wait("without fixes the daemon drives Vehicle.Speed, 54 km/h", lambda: speed_follows(54))
wait("without fixes the daemon drives Vehicle.Speed, 18 km/h", lambda: speed_follows(18))
wait("an old fix is no current location", lambda: not set_of(here))
if "refused: " in log("broker") or "the leaf is unset" in log("bridge"):
    fail("the broker refuses no value, and every value of the daemon fits its leaf")
for name in list(running):
    end(name)
wire.kill()
print(log("bridge"), end="")
