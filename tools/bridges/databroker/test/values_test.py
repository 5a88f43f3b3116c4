#!/usr/bin/env python3
"""Checks the mapping against the output of ehorizon for a drive, and the values of odd documents.

    values_test.py EHORIZON DRIVE.log
"""

import json
import pathlib
import socket
import subprocess
import sys
import tempfile
import threading
import unittest
from typing import Any

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from bridge import MAPPING  # noqa: E402
from source import ContractError, at_position, lines, with_texts  # noqa: E402
from values import MappingError, mapping, member, value  # noqa: E402
from vehicle_feed import frame  # noqa: E402

ehorizon, log = sys.argv[1:3]
LEAVES = mapping(MAPPING)["leaves"]
INPUTS = mapping(MAPPING)["inputs"]
ROOT = "Vehicle.ADAS.Horizon"


def read(path: str, document: dict[str, Any]) -> Any:
    """The value of a leaf; a value that does not fit raises."""

    def complain(text: str) -> None:
        raise ValueError(text)

    return value(LEAVES[path], document, complain)


class Drive(unittest.TestCase):
    """Each line of `ehorizon reconstruct --follow --json` of a drive."""

    def test_each_member_is_there_and_fits(self) -> None:
        command = [ehorizon, "reconstruct", "--follow", "--json", log]
        text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        wire = {path: leaf for path, leaf in LEAVES.items() if leaf["source"] == "wire"}
        there: set[str] = set()
        positions = text.splitlines()[::10]
        for line in positions:
            document = at_position(with_texts(json.loads(line)))
            for path, leaf in wire.items():
                if member(document, leaf["member"]) is not None:
                    there.add(leaf["member"])
                if (found := read(path, document)) is not None and leaf.get("allowed"):
                    self.assertIn(found, leaf["allowed"])
        # The map has no elevation, and no traffic: these profiles are not in the log.
        absent = {f"profiles.profile-{name}" for name in (
            "short.slope-step", "short.slope-linear", "short.average-speed", "long.altitude")}
        self.assertEqual({leaf["member"] for leaf in wire.values()} - there, absent)
        print(f"{len(positions):8}  positions fit {len(wire)} leaves", file=sys.stderr)


class Values(unittest.TestCase):
    """Documents that a drive does not have."""

    def test_unknown_is_unset(self) -> None:
        for path, leaf in LEAVES.items():
            self.assertIsNone(read(path, {}), path)
            if leaf["source"] == "wire" and not leaf["member"].startswith("profiles"):
                for word in ("unknown", "n/a"):
                    first, _, last = leaf["member"].rpartition(".")
                    inner: Any = {last: word}
                    for name in reversed(first.split(".")):
                        inner = [inner] if name == "0" else {name: inner}
                    self.assertIsNone(read(path, inner), path)

    def test_limits(self) -> None:
        def ahead(limit: int | None, unit: str | None = None, word: str | None = None) -> tuple[Any, Any]:
            document = {"limit": limit, "limit_unit": unit, "limit_word": word}
            return read(f"{ROOT}.Ahead.SpeedLimit", document), read(f"{ROOT}.Ahead.IsSpeedLimitNone", document)

        self.assertEqual(ahead(50, "km/h"), (50, False))
        self.assertEqual(ahead(30, "mph"), (30 * 1.609344, False))
        self.assertEqual(ahead(None, word="none"), (None, True))
        self.assertEqual(ahead(None, word="unknown"), (None, None))
        self.assertEqual(ahead(None), (None, None))
        with self.assertRaisesRegex(ValueError, "limit: '50 knots' is not a speed limit"):
            ahead(50, "knots")

    def test_words_and_ends_of_ranges(self) -> None:
        self.assertEqual(
            with_texts({"speed": None, "speedWord": "n/a", "paths": [{"age": 2545, "ageSaturated": "above"}]}),
            {"speed": "n/a", "paths": [{"age": ">2545"}]})

    def test_limit_of_a_segment(self) -> None:
        def segment(limit: Any, unit: str | None) -> tuple[Any, Any]:
            document = {"segment": {"effectiveSpeedLimit": limit}, "metaData": {"speedUnit": unit}}
            name = f"{ROOT}.Segment.EffectiveSpeedLimit"
            return read(name, document), read(f"{name}State", document)

        self.assertEqual(segment(50, "km/h"), (50, None))
        self.assertEqual(segment(50, "mph"), (50 * 1.609344, None))
        self.assertEqual(segment(50, None), (None, None))
        self.assertEqual(segment("unlimited", "km/h"), (None, "UNLIMITED"))
        self.assertEqual(segment(">150", "km/h"), (None, "ABOVE_150"))

    def test_a_value_that_does_not_fit(self) -> None:
        for path, document, message in (
            ("Vehicle.CurrentLocation.Latitude", {"fix": {"latitude": 91}}, "fix.latitude: 91 is outside"),
            ("Vehicle.CurrentLocation.Latitude", {"fix": {"latitude": True}}, "True is not a number"),
            (f"{ROOT}.Tree.IsComplete", {"tree": {"complete": 1}}, "1 is not true or false"),
        ):
            with self.assertRaisesRegex(ValueError, message):
                read(path, document)

    def test_profile_between_points(self) -> None:
        tree = {
            "position": "on-path", "candidates": [{"pathIndex": 8, "offset": 30}],
            "paths": [{"pathIndex": 8, "segments": [], "stubs": [], "profiles": {
                "profile-long.altitude": [{"offset": 10, "value": 100.0}, {"offset": 50, "value": 110.0}],
                "profile-short.slope-step": [{"offset": 10, "value": 2.0}, {"offset": 50, "value": 3.0}],
                "profile-short.curvature": [{"offset": 40, "value": 0.1}]}}],
        }
        found = at_position(tree)
        self.assertAlmostEqual(read(f"{ROOT}.Profile.Altitude", found), 105)
        self.assertEqual(read(f"{ROOT}.Profile.SlopeStep", found), 2)
        self.assertIsNone(read(f"{ROOT}.Profile.Curvature", found))

    def test_frames_of_vehicle_signals(self) -> None:
        speed = INPUTS["Vehicle.Speed"]
        self.assertEqual(frame(speed, 54.0), (0x7A0, (5400).to_bytes(2, "little")))
        self.assertIsNone(frame(speed, -1.0))
        self.assertIsNone(frame(speed, 700.0))
        self.assertIsNone(frame(speed, float("nan")))
        yaw = frame(INPUTS["Vehicle.AngularVelocity.Yaw"], -1.5)
        self.assertEqual(yaw, (0x7A1, (-150).to_bytes(2, "little", signed=True)))
        surface = INPUTS["Vehicle.Exterior.RoadSurfaceCondition"]
        numbers = surface["enum"]
        self.assertEqual(frame(surface, numbers["WET_ICE"]), (0x7A2, b"\x03"))
        for name in ("UNKNOWN", "SLUSH", "LOOSE_GRAVEL"):
            self.assertIsNone(frame(surface, numbers[name]))
        self.assertIsNone(frame(surface, 200))


class Socket(unittest.TestCase):
    """Answers that the daemon does not give."""

    def answer(self, line: bytes) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = f"{folder}/control"
            with socket.socket(socket.AF_UNIX) as server:
                server.bind(path)
                server.listen()

                def serve() -> None:
                    client, _ = server.accept()
                    client.recv(1000)
                    client.sendall(line)
                    client.close()

                thread = threading.Thread(target=serve)
                thread.start()
                try:
                    next(lines(path, {"request": "status"}))
                finally:
                    thread.join()

    def test_what_is_no_answer(self) -> None:
        for line, message in (
            (b"{]\n", "a line that is no JSON"),
            (b'{"version":2,"answer":"status"}\n', "not version 1"),
            (b'{"version":1,"answer":"status","ok":false,"error":"no"}\n', "refuses 'status': no"),
        ):
            with self.assertRaisesRegex(ContractError, message):
                self.answer(line)
        with self.assertRaisesRegex(ConnectionError, "closed"):
            self.answer(b'{"version":1')

    def test_a_mapping_of_another_version(self) -> None:
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            file.write('{"version": 2}')
            file.flush()
            with self.assertRaisesRegex(MappingError, f"{file.name}: version: not 1"):
                mapping(pathlib.Path(file.name))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
