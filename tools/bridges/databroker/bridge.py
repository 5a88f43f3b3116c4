#!/usr/bin/env python3
"""Writes the horizon of a running ehorizond to a Kuksa databroker.

    bridge.py --control-socket /run/ehorizon/control --broker 127.0.0.1:55555
    candump -L can0 | ehorizon reconstruct --follow --json | bridge.py --wire -

--control-socket fills the branches Place, Ahead, Tree and Output of Vehicle.ADAS.Horizon, and
Vehicle.CurrentLocation. --wire fills the branches of the messages on the bus. Both may be given.

A value that is not known makes its leaf unset (NotAvailable), as does the end of a source. The program
connects again to the daemon and to the databroker, and ends on SIGINT or SIGTERM.
"""

import argparse
import pathlib
import queue
import signal
import sys
import time
from typing import Any, TextIO

import grpc
from broker import Broker, add_options, problem
from source import RETRY, Updates, follow_socket, follow_wire, report, start
from values import Leaf, MappingError, mapping, value

MAPPING = pathlib.Path(__file__).resolve().parents[1] / "vss" / "mapping.json"


class Bridge:
    """The newest documents, and the values that the broker has."""

    def __init__(self, options: argparse.Namespace, leaves: dict[str, Leaf]) -> None:
        self.options = options
        self.leaves = leaves
        self.documents: dict[str, dict[str, Any] | None] = {}
        self.usable: dict[str, Leaf] = {}
        self.published: dict[str, Any] = {}
        self.broker: Broker | None = None
        self.problem = ""
        self.complaints: set[str] = set()
        self.next_attempt = 0.0

    def complain(self, text: str) -> None:
        """Reports a value that does not fit, once."""
        if text not in self.complaints:
            self.complaints.add(text)
            report(f"{text}; the leaf is unset")

    def values(self) -> dict[str, Any]:
        """The values of the leaves whose sources have reported something."""
        found = {}
        for path, leaf in self.usable.items():
            if leaf["source"] in self.documents:
                document = self.documents[leaf["source"]]
                found[path] = value(leaf, document, self.complain) if document else None
        return found

    def update(self) -> None:
        """Brings the broker up to date; connects first if that is needed."""
        if time.monotonic() < self.next_attempt:
            return
        try:
            if self.broker is None:
                self.broker = Broker(self.options)
                self.usable, self.published = self.broker.usable(self.leaves), {}
                report(f"{self.broker.name}: connected, {len(self.usable)} of {len(self.leaves)} leaves")
            self.problem = ""
            for path, current in self.values().items():
                if path not in self.published or self.published[path] != current:
                    self.publish(self.broker, path, current)
        except grpc.RpcError as error:
            text = problem(error)
            if text.split(":")[0] != self.problem.split(":")[0]:
                report(f"{self.options.broker}: {text}; trying again every {RETRY:g} s")
            self.problem = text
            if self.broker is not None:
                self.broker.close()
            self.broker = None
            self.next_attempt = time.monotonic() + RETRY

    def publish(self, broker: Broker, path: str, current: Any) -> None:
        """Sets a leaf. A value that the broker refuses concerns this leaf alone."""
        try:
            broker.publish(path, self.usable[path]["datatype"], current)
        except grpc.RpcError as error:
            if not isinstance(error, grpc.Call) or error.code() not in (
                grpc.StatusCode.INVALID_ARGUMENT,
                grpc.StatusCode.OUT_OF_RANGE,
                grpc.StatusCode.PERMISSION_DENIED,
            ):
                raise
            self.complain(f"{path}: {current!r} was refused: {problem(error)}")
            if current is not None:
                broker.publish(path, self.usable[path]["datatype"], None)
        self.published[path] = current

    def take(self, source: str, document: dict[str, Any] | None) -> None:
        """Takes the newest document of a source. An old fix is no place of now."""
        if document is not None and source == "status":
            fix = document.get("fix") or {}
            if fix.get("age_s") is None or fix["age_s"] > self.options.fix_age:
                document = {**document, "fix": None}
        self.documents[source] = document


def run(bridge: Bridge, updates: Updates) -> None:
    """Takes updates for ever; documents that wait are taken together."""
    while True:
        try:
            bridge.take(*updates.get(timeout=RETRY))
            while True:
                bridge.take(*updates.get_nowait())
        except queue.Empty:
            pass
        bridge.update()


def stop(*_: Any) -> None:
    """Ends the program from a signal."""
    sys.exit(0)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--control-socket", metavar="PATH", help="the control socket of ehorizond")
    parser.add_argument("--wire", metavar="FILE",
                        help="the output of 'ehorizon reconstruct --follow --json'; - is standard input")
    parser.add_argument("--mapping", type=pathlib.Path, default=MAPPING, metavar="FILE.json")
    parser.add_argument("--interval", type=float, default=0.5, metavar="SECONDS",
                        help="the time between two requests of the status (0.5)")
    parser.add_argument("--fix-age", type=float, default=3.0, metavar="SECONDS",
                        help="CurrentLocation is unset after a fix of this age (3)")
    add_options(parser)
    options = parser.parse_args()
    if not options.control_socket and not options.wire:
        parser.error("--control-socket or --wire is needed")
    stream: TextIO | None = None
    try:
        leaves = mapping(options.mapping)["leaves"]
        if options.wire:
            stream = sys.stdin if options.wire == "-" else open(options.wire, encoding="utf-8")
    except (MappingError, OSError) as error:
        sys.exit(f"bridge: {error}")
    sources = {"wire"} if options.wire else set()
    sources |= {"status", "ahead"} if options.control_socket else set()
    leaves = {path: leaf for path, leaf in leaves.items() if leaf["source"] in sources}
    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
    updates: Updates = queue.Queue(maxsize=1000)
    if options.control_socket:
        for source in ("status", "ahead"):
            start(follow_socket, options.control_socket, source, options.interval, updates)
    if stream is not None:
        start(follow_wire, stream, options.wire, updates)
    run(Bridge(options, leaves), updates)


if __name__ == "__main__":
    main()
