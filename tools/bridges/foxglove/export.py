#!/usr/bin/env python3
"""Writes a drive as an MCAP file for Foxglove: fixes, path tree, frames and the attributes ahead.

    export.py --map roads.ehmap --input drive.nmea --output drive.mcap
    export.py --map roads.ehmap --input drive.nmea --log drive.log --output drive.mcap
    export.py --log drive.log --output drive.mcap

With a drive and without --log, `ehorizon replay --messages all` makes the frames. A log alone gives the
channels /frames and /tree. --tree-every is the least time between two trees. A client knows the places
of a path only if longitude and latitude are transmitted; a path without them has no line.
"""

import argparse
import csv
import json
import pathlib
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from typing import Any

from mcap.writer import Writer
from schemas import ATTRIBUTES, CHANNELS, FIX, FRAMES, MATCHED, TREE, Channel
from tree import geojson

LINE = re.compile(r"\((\d+)\.(\d{6})\) \S+ ([0-9A-F]+)#(?:#[0-9A-F])?([0-9A-F]*)( [RT])?$")
FRAME_ID = "WGS84"


class ExportError(Exception):
    """An input that cannot be used, with the place in it."""


class Output:
    """The MCAP file."""

    def __init__(self, path: pathlib.Path) -> None:
        self.file = open(path, "wb")
        self.writer = Writer(self.file)
        self.writer.start(profile="", library="ehorizon bridges")
        self.counts = {channel.topic: 0 for channel in CHANNELS}
        self.channels = {}
        schemas: dict[str, int] = {}
        for channel in CHANNELS:
            if channel.schema not in schemas:
                data = json.dumps(channel.definition()).encode()
                schemas[channel.schema] = self.writer.register_schema(channel.schema, "jsonschema", data)
            self.channels[channel.topic] = self.writer.register_channel(
                channel.topic, "json", schemas[channel.schema]
            )

    def add(self, channel: Channel, time: int, message: dict[str, Any]) -> None:
        """Writes a message; the time is in nanoseconds since 1970."""
        data = json.dumps(message, ensure_ascii=False).encode()
        self.writer.add_message(self.channels[channel.topic], time, data, time)
        self.counts[channel.topic] += 1

    def finish(self) -> None:
        """Writes the index and closes the file."""
        self.writer.finish()  # type: ignore[no-untyped-call]
        self.file.close()


def stamp(time: int) -> dict[str, int]:
    """A time as Foxglove has it."""
    return {"sec": time // 1_000_000_000, "nsec": time % 1_000_000_000}


def nanoseconds(seconds: float | str) -> int:
    """A time in seconds since 1970."""
    return round(float(seconds) * 1000) * 1_000_000


def run(*command: object) -> Iterator[str]:
    """The lines that a command prints. Its own line of an error is part of ours."""
    words = [str(part) for part in command]
    with tempfile.TemporaryFile("w+") as errors:
        with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=errors, text=True) as program:
            assert program.stdout is not None
            yield from program.stdout
        if program.returncode != 0:
            errors.seek(0)
            last = (errors.read().strip().splitlines() or [f"status {program.returncode}"])[-1]
            raise ExportError(f"{words[1]}: {last}")


def add_frames(output: Output, program: str, log: pathlib.Path) -> None:
    """The frames of a candump log, each with its decoded message if it is one of the layout."""
    messages = (json.loads(line) for line in run(program, "decode", "--json", log))
    message = next(messages, None)
    with open(log, encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            found = LINE.match(line.rstrip("\n"))
            if found is None:
                raise ExportError(f"{log}:{number}: no line of candump -L: {line.strip()[:60]}")
            time = int(found[1]) * 1_000_000_000 + int(found[2]) * 1000
            frame = {"timestamp": stamp(time), "id": found[3], "data": found[4]}
            if message and (message["id"], round(message["time"] * 1e6) * 1000) == (found[3], time):
                frame |= {name: message[name] for name in ("message", "raw", "value")}
                message = next(messages, None)
            output.add(FRAMES, time, frame)
    if message is not None:
        raise ExportError(f"{log}: 'ehorizon decode' has a message at {message['time']} without a line")


def add_trees(output: Output, program: str, log: pathlib.Path, every: float) -> None:
    """The tree of a client at POSITIONs."""
    last = None
    for line in run(program, "reconstruct", "--follow", "--json", log):
        tree = json.loads(line)
        time = round(tree["time"] * 1_000_000) * 1000
        if last is None or time - last >= every * 1e9:
            last = time
            output.add(TREE, time, {"geojson": geojson(tree)})


def location(time: int, latitude: str, longitude: str) -> dict[str, Any]:
    """A foxglove.LocationFix. The covariance type 0 is unknown; an altitude is not known."""
    return {
        "timestamp": stamp(time), "frame_id": FRAME_ID, "latitude": float(latitude),
        "longitude": float(longitude), "position_covariance_type": 0,
    }


def add_drive(output: Output, program: str, maps: list[pathlib.Path], drive: pathlib.Path) -> None:
    """The fixes, their places on the road, and the attributes ahead at each fix."""
    options = [word for path in maps for word in ("--map", path)]
    with tempfile.TemporaryDirectory() as folder:
        table = pathlib.Path(folder) / "match.csv"
        list(run(program, "match", *options, "--input", drive, "--output", table))
        with open(table, newline="", encoding="utf-8") as file:
            for row in csv.DictReader(file):
                time = nanoseconds(row["time"])
                output.add(FIX, time, location(time, row["latitude"], row["longitude"]))
                if row["matched_latitude"] and row["matched_longitude"]:
                    matched = location(time, row["matched_latitude"], row["matched_longitude"])
                    output.add(MATCHED, time, matched)
    for line in run(program, "ahead", *options, "--input", drive, "--json"):
        answer = json.loads(line)
        time = nanoseconds(answer["time"])
        message = {name: answer[name] for name in ("state", "path", "offset") if answer.get(name) is not None}
        entries = answer.get("ahead", [])
        here = [entry for entry in entries if entry["kind"] == "speed-limit" and entry["distance"] <= 0]
        if here:
            names = {"limit": "speed_limit", "limitUnit": "speed_limit_unit", "limitWord": "speed_limit_word"}
            message |= {names[name]: here[0][name] for name in names if name in here[0]}
        output.add(ATTRIBUTES, time, {"timestamp": stamp(time), **message, "ahead": entries})


def export(options: argparse.Namespace, folder: pathlib.Path) -> dict[str, int]:
    """Writes the file; the messages of each topic."""
    log = options.log
    if log is None:
        log = folder / "drive.log"
        maps = [word for path in options.map for word in ("--map", path)]
        list(run(options.program, "replay", *maps, "--input", options.input, "--messages", "all",
                 "--output", log))
    output = Output(options.output)
    try:
        add_frames(output, options.program, log)
        add_trees(output, options.program, log, options.tree_every)
        if options.input:
            add_drive(output, options.program, options.map, options.input)
    except BaseException:
        output.file.close()
        options.output.unlink()
        raise
    output.finish()
    return output.counts


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--map", type=pathlib.Path, action="append", default=[], metavar="FILE.ehmap")
    parser.add_argument("--input", type=pathlib.Path, metavar="FILE", help="the drive")
    parser.add_argument("--log", type=pathlib.Path, metavar="FILE.log", help="the frames, a candump -L log")
    parser.add_argument("--output", type=pathlib.Path, required=True, metavar="FILE.mcap")
    parser.add_argument("--tree-every", type=float, default=1.0, metavar="SECONDS")
    parser.add_argument("--program", default="ehorizon", help="the program ehorizon (that of the PATH)")
    options = parser.parse_args()
    if bool(options.input) != bool(options.map) or not (options.input or options.log):
        parser.error("--map and --input are needed together, or --log alone")
    try:
        with tempfile.TemporaryDirectory() as folder:
            counts = export(options, pathlib.Path(folder))
    except (ExportError, OSError, ValueError, KeyError) as error:
        sys.exit(f"export: {error}")
    for topic, count in counts.items():
        print(f"{count:8}  {topic}")


if __name__ == "__main__":
    main()
