#!/usr/bin/env python3
"""Exports a drive, reads the MCAP file back, and compares it with its sources.

    export_test.py EHORIZON MAP.ehmap DRIVE.nmea DRIVE.log
"""

import json
import math
import pathlib
import subprocess
import sys
import tempfile
import unittest
from typing import Any

import jsonschema
from foxglove_schemas_protobuf.GeoJSON_pb2 import GeoJSON
from foxglove_schemas_protobuf.LocationFix_pb2 import LocationFix
from mcap.reader import make_reader

HERE = pathlib.Path(__file__).resolve().parent
EXPORT = HERE.parent / "export.py"
FOXGLOVE = {"foxglove.LocationFix": LocationFix, "foxglove.GeoJSON": GeoJSON}
ehorizon, road_map, drive, log = sys.argv[1:5]


def export(*options: object) -> subprocess.CompletedProcess[str]:
    """Runs the program."""
    words = [sys.executable, EXPORT, "--program", ehorizon, *options]
    return subprocess.run([str(word) for word in words], capture_output=True, text=True, check=False)


def metres(a: tuple[float, float], b: tuple[float, float]) -> float:
    """The distance of two places (longitude, latitude), on a small part of the Earth."""
    east = math.radians(b[0] - a[0]) * math.cos(math.radians(a[1]))
    return 6_371_000 * math.hypot(east, math.radians(b[1] - a[1]))


def place_at(places: list[tuple[int, tuple[float, float]]], time: int) -> tuple[float, float] | None:
    """The place at a time, straight between the places of two fixes."""
    for (first, a), (second, b) in zip(places, places[1:], strict=False):
        if first <= time <= second:
            share = (time - first) / (second - first)
            return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share
    return None


class Export(unittest.TestCase):
    """The file of the demo drive."""

    messages: dict[str, list[tuple[int, dict[str, Any]]]]
    schemas: dict[str, tuple[str, dict[str, Any]]]

    @classmethod
    def setUpClass(cls) -> None:
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        path = pathlib.Path(folder.name) / "drive.mcap"
        done = export("--map", road_map, "--input", drive, "--log", log, "--output", path)
        assert done.returncode == 0, done.stderr
        cls.messages, cls.schemas = {}, {}
        with open(path, "rb") as file:
            for schema, channel, message in make_reader(file, validate_crcs=True).iter_messages():
                assert schema is not None and schema.encoding == "jsonschema"
                cls.schemas[channel.topic] = (schema.name, json.loads(schema.data))
                found = (message.log_time, json.loads(message.data))
                cls.messages.setdefault(channel.topic, []).append(found)

    def test_each_message_fits_its_schema(self) -> None:
        checked = 0
        for topic, messages in self.messages.items():
            definition = self.schemas[topic][1]
            jsonschema.Draft202012Validator.check_schema(definition)
            validator = jsonschema.Draft202012Validator(definition)
            for _, message in messages:
                validator.validate(message)
                checked += 1
        print(f"{checked:8}  messages fit their schemas", file=sys.stderr)

    def test_members_are_those_of_foxglove(self) -> None:
        for name, definition in self.schemas.values():
            if name in FOXGLOVE:
                theirs = set(FOXGLOVE[name].DESCRIPTOR.fields_by_name)
                self.assertLessEqual(set(definition["properties"]), theirs, name)

    def test_frames_are_those_of_the_log(self) -> None:
        lines = pathlib.Path(log).read_text(encoding="utf-8").split("\n")[:-1]
        ours = [
            f"({time // 10**9}.{time % 10**9 // 1000:06}) vcan0 {frame['id']}#{frame['data']}"
            for time, frame in self.messages["/frames"]
        ]
        self.assertEqual(len(ours), len(lines))
        for number, (our, line) in enumerate(zip(ours, lines, strict=True), 1):
            self.assertEqual(our, line, f"{log}:{number}")
        self.assertTrue(all("message" in frame for _, frame in self.messages["/frames"]))

    def test_fixes_are_those_of_the_drive(self) -> None:
        sentences = [line.split(",") for line in pathlib.Path(drive).read_text().split("\n")]
        theirs = [
            (degrees(words[3], words[4]), degrees(words[5], words[6]))
            for words in sentences
            if words[0] == "$GPRMC" and words[2] == "A"
        ]
        ours = [(fix["latitude"], fix["longitude"]) for _, fix in self.messages["/fix"]]
        self.assertEqual(len(ours), len(theirs))
        for a, b in zip(ours, theirs, strict=True):
            self.assertAlmostEqual(a[0], b[0], 6)
            self.assertAlmostEqual(a[1], b[1], 6)

    def test_position_of_the_tree_is_the_matched_place(self) -> None:
        matched = [
            (time, (fix["longitude"], fix["latitude"])) for time, fix in self.messages["/matched"]
        ]
        errors = []
        for time, message in self.messages["/tree"]:
            tree = json.loads(message["geojson"])
            places = [
                feature["geometry"]["coordinates"]
                for feature in tree["features"]
                if feature["properties"].get("name") == "POSITION"
            ]
            if places and (place := place_at(matched, time)):
                errors.append(metres(tuple(places[0]), place))
        errors.sort()
        print(f"{len(errors):8}  places of the tree, {errors[len(errors) // 2]:.1f} m (median) and "
              f"{errors[-1]:.1f} m (greatest) from the matched place", file=sys.stderr)
        self.assertGreater(len(errors), 0.9 * len(self.messages["/tree"]))
        self.assertLess(errors[len(errors) // 2], 3)
        self.assertLess(errors[int(0.99 * len(errors))], 25)

    def test_something_lies_ahead(self) -> None:
        kinds = {entry["kind"] for _, answer in self.messages["/ahead"] for entry in answer["ahead"]}
        self.assertLessEqual({"speed-limit", "curve", "junction"}, kinds)
        self.assertEqual(len(self.messages["/ahead"]), len(self.messages["/fix"]))


class BadInput(unittest.TestCase):
    """One line that names the input and the place in it; no file is left."""

    def refused(self, expected: str, *options: object) -> None:
        with tempfile.TemporaryDirectory() as folder:
            output = pathlib.Path(folder) / "drive.mcap"
            done = export("--output", output, *options)
            self.assertEqual(done.returncode, 1)
            self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
            self.assertIn(expected, done.stderr)
            self.assertFalse(output.exists())

    def test_a_line_of_the_log(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "bad.log"
            lines = pathlib.Path(log).read_text(encoding="utf-8").split("\n")[:2]
            path.write_text("\n".join([*lines, "(1.5) vcan0 300#XY", ""]), encoding="utf-8")
            self.refused(f"{path}, line 3", "--log", path)

    def test_a_log_of_another_format(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "screen.log"
            path.write_text("  vcan0  300   [8]  20 00 08 00 00 00 6A 01\n", encoding="utf-8")
            self.refused(f"{path}:1: no line of candump -L", "--log", path)

    def test_no_log(self) -> None:
        self.refused("missing.log", "--log", "missing.log")

    def test_a_map_that_is_none(self) -> None:
        self.refused("demo-drive", "--map", drive, "--input", drive, "--log", log)


def degrees(text: str, side: str) -> float:
    """An angle of NMEA 0183 in degrees."""
    whole, _, rest = text.partition(".")
    value = int(whole[:-2]) + float(f"{whole[-2:]}.{rest}") / 60
    return -value if side in "SW" else value


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
