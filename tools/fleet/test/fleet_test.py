#!/usr/bin/env python3
"""Tests of ehorizon_fleet with the real program, on drives that are simulated on the sample map.

    fleet_test.py EHORIZON SAMPLE.osm.pbf
"""
import contextlib
import io
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from ehorizon_fleet import learning, program, regions  # noqa: E402
from ehorizon_fleet.work import Workers  # noqa: E402

EHORIZON, SAMPLE = map(os.path.abspath, sys.argv[1:3])
DRIVES = 12
FROM_TO = [("53.5590,13.2480", "53.5500,13.2900"), ("53.5500,13.2900", "53.5700,13.2600"),
           ("53.5700,13.2600", "53.5400,13.2600"), ("53.5400,13.2600", "53.5590,13.2480")]


def setUpModule():
    """Compiles the map and simulates the drives."""
    global FOLDER, MAP, INPUTS
    FOLDER = tempfile.mkdtemp()
    MAP = os.path.join(FOLDER, "sample.ehmap")
    program.text([EHORIZON, "map", "build", "--osm", SAMPLE, "--output", MAP])
    os.mkdir(os.path.join(FOLDER, "drives"))
    for number in range(DRIVES):
        start, goal = FROM_TO[number % len(FROM_TO)]
        program.text([EHORIZON, "simulate", "--map", MAP, f"--from={start}", f"--to={goal}", "--noise", "3",
                      "--seed", str(number), "--output", os.path.join(FOLDER, "drives", f"{number:02}.nmea")])
    INPUTS = learning.inputs([os.path.join(FOLDER, "drives")])


def tearDownModule():
    """Removes them."""
    shutil.rmtree(FOLDER)


def observe(name, workers=1, drives=None, in_part=3, **options):
    """The bytes of the observations, and what was said about inputs."""
    output = os.path.join(FOLDER, name + ".ehobs")
    with contextlib.redirect_stderr(io.StringIO()), Workers(workers) as pool:
        problems, _ = learning.observe(pool, EHORIZON, MAP, drives or INPUTS, os.path.join(FOLDER, name), output,
                                       drives_in_part=in_part, **options)
    with open(output, "rb") as file:
        return file.read(), problems


class Learning(unittest.TestCase):
    def test_any_number_of_workers_and_parts_makes_the_same_bytes(self):
        alone = os.path.join(FOLDER, "alone.ehobs")
        program.text([EHORIZON, "learn", "--map", MAP, "--input", *INPUTS, "--output", alone])
        with open(alone, "rb") as file:
            wanted = file.read()
        self.assertGreater(len(wanted), 1000)
        for workers, in_part in ((1, 3), (2, 3), (2, 5), (2, 100)):
            self.assertEqual(observe(f"same-{workers}-{in_part}", workers, in_part=in_part)[0], wanted)

    def test_many_parts_are_merged_in_steps(self):
        learning.MERGED_AT_ONCE, kept = 3, learning.MERGED_AT_ONCE
        try:
            self.assertEqual(observe("steps", in_part=1)[0], observe("one-step", in_part=6)[0])
        finally:
            learning.MERGED_AT_ONCE = kept

    def test_a_killed_worker_changes_nothing(self):
        wanted, _ = observe("unhurt", 2, in_part=1)
        # Each run of the program waits, so that there is something to kill.
        slow = os.path.join(FOLDER, "slow")
        with open(slow, "w") as file:
            file.write(f"#!/bin/sh\nsleep 0.3\nexec {EHORIZON} \"$@\"\n")
        os.chmod(slow, 0o755)
        killed = []

        def kill(pool):
            time.sleep(1.2)
            process = next(iter(pool.cluster.workers.values())).process.process._process
            killed.append(process.pid)
            os.kill(process.pid, signal.SIGKILL)

        output = os.path.join(FOLDER, "hurt.ehobs")
        with contextlib.redirect_stderr(io.StringIO()), Workers(2) as pool:
            killer = threading.Thread(target=kill, args=(pool,))
            killer.start()
            learning.observe(pool, slow, MAP, INPUTS, os.path.join(FOLDER, "hurt"), output, drives_in_part=1)
            killer.join()
        self.assertEqual(len(killed), 1)
        with open(output, "rb") as file:
            self.assertEqual(file.read(), wanted)

    def test_what_is_finished_is_not_done_again(self):
        wanted, _ = observe("again", in_part=2)
        folder = os.path.join(FOLDER, "again")
        files = {entry.name: entry.stat().st_mtime_ns for entry in os.scandir(folder)}
        lost = sorted(name for name in files if name.endswith(".ehobs"))[0]
        os.remove(os.path.join(folder, lost))
        self.assertEqual(observe("again", in_part=2)[0], wanted)
        now = {entry.name: entry.stat().st_mtime_ns for entry in os.scandir(folder)}
        self.assertEqual(set(now), set(files))
        self.assertEqual({name for name in files if now[name] != files[name]} - {lost, lost + ".said"}, set())

    def test_a_changed_drive_is_learned_again(self):
        copy = os.path.join(FOLDER, "copy.nmea")
        shutil.copy(INPUTS[0], copy)
        first, _ = observe("changed", drives=[copy, INPUTS[1]])
        shutil.copy(INPUTS[2], copy)
        second, _ = observe("changed", drives=[copy, INPUTS[1]])
        self.assertNotEqual(first, second)

    def test_another_key_makes_other_parts(self):
        key = os.path.join(FOLDER, "secret.key")
        found = []
        for byte in (1, 2, 1):
            with open(key, "wb") as file:
                file.write(bytes([byte] * 32))
            found.append(observe("key", options=["--car-pattern", "([0-9]+)", "--car-key", key])[0])
            os.utime(key, (byte, byte))
        self.assertNotEqual(found[0], found[1])
        self.assertEqual(found[0], found[2])

    def test_a_bad_input_is_named_and_the_rest_counts(self):
        bad = os.path.join(FOLDER, "bad.nmea")
        with open(bad, "w") as file:
            file.write("no position\n")
        found, problems = observe("bad", drives=[*INPUTS, bad])
        self.assertEqual(len([line for line in problems if bad in line]), 1)
        self.assertEqual(found, observe("good")[0])

    def test_a_drive_that_is_missing_is_one_line(self):
        with self.assertRaisesRegex(program.Failed, "none.nmea: No such file"):
            observe("missing", drives=[os.path.join(FOLDER, "none.nmea")])

    def test_a_release_has_no_tokens(self):
        released, _ = observe("released", least_cars=2)
        self.assertLess(len(released), len(observe("whole")[0]))
        with self.assertRaisesRegex(program.Failed, "released"):
            program.text([EHORIZON, "learn", "--merge", os.path.join(FOLDER, "released.ehobs"),
                          "--output", os.path.join(FOLDER, "again.ehobs")])

    def test_drives_of_another_place_are_a_failure(self):
        far = os.path.join(FOLDER, "far.csv")
        with open(far, "w") as file:
            file.write("time,latitude,longitude\n1700000000,48.1,11.5\n1700000001,48.1001,11.5\n")
        with self.assertRaisesRegex(program.Failed, "no fix of the 1 drives"):
            observe("far", drives=[far])


class Regions(unittest.TestCase):
    def test_cells_cover_the_box_and_keep_their_place(self):
        grid = regions.cells(13.18, 53.48, 13.32, 53.61, 0.1)
        self.assertEqual(grid[0], (13.1, 53.4, 13.2, 53.5))
        self.assertEqual(len(grid), 9)
        self.assertLessEqual(set(grid), set(regions.cells(12.9, 53.2, 13.9, 53.9, 0.1)))
        self.assertEqual(len({regions.name(cell) for cell in regions.cells(-2, -2, 2, 2, 0.5)}), 64)

    @unittest.skipUnless(shutil.which("osmium"), "osmium-tool is not installed")
    def test_a_region_set_drives_like_one_map(self):
        folder = os.path.join(FOLDER, "regions")
        with contextlib.redirect_stderr(io.StringIO()), Workers(2) as pool:
            index, lines = regions.compile_regions(
                pool, EHORIZON, SAMPLE, folder, 0.1, ["--country", "DE"], extracts_at_once=4)
        self.assertRegex(lines[-1], "maps, [0-9]+ links")
        self.assertEqual(len(lines), 1, lines)
        whole = os.path.join(FOLDER, "whole.ehmap")
        program.text([EHORIZON, "map", "build", "--osm", SAMPLE, "--country", "DE", "--output", whole])
        logs = []
        for road_map in (whole, index):
            logs.append(os.path.join(FOLDER, f"{len(logs)}.log"))
            program.text([EHORIZON, "replay", "--map", road_map, "--input", INPUTS[0], "--messages", "all",
                          "--output", logs[-1]])
        with open(logs[0]) as one, open(logs[1]) as other:
            # Links have other numbers in another file; the frames about roads are the same.
            one, other = [[line for line in log if not line.split()[2].startswith("306#")] for log in (one, other)]
        self.assertGreater(len(one), 1000)
        same = sum(a == b for a, b in zip(one, other))
        self.assertGreater(same / max(len(one), len(other)), 0.99)


class CommandLine(unittest.TestCase):
    def run_it(self, *words):
        environment = {**os.environ, "PYTHONPATH": str(HERE.parent)}
        return subprocess.run([sys.executable, "-m", "ehorizon_fleet", *words], capture_output=True, text=True,
                              env=environment)

    def test_a_run_ends_with_the_sums(self):
        output = os.path.join(FOLDER, "line.ehobs")
        done = self.run_it("learn", "--ehorizon", EHORIZON, "--map", MAP, "--work", os.path.join(FOLDER, "line"),
                           "--workers", "2", "--output", output, os.path.join(FOLDER, "drives"))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn(f"{output}: {DRIVES} drives", done.stderr.splitlines()[-1])

    def test_a_failure_is_one_line(self):
        done = self.run_it("learn", "--ehorizon", "no-such-program", "--map", MAP, "--work", FOLDER, "--output", "x", "y")
        self.assertEqual((done.returncode, len(done.stderr.splitlines())), (1, 1), done.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
