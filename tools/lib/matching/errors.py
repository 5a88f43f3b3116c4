"""The causes of the wrong metres of a match, as `ehorizon match --explain` states them, over many drives."""
import json
import os
import subprocess
import sys

from . import drives, programs, routes

# In the order of the table. docs/guide/positions.md explains each one.
CAUSES = ["distance", "heading", "route", "off-road", "other", "decision", "no-candidate", "gap", "start", "end",
          "truth"]


def truth_file(name, folder):
    """The true route of a drive in the form that `--explain` reads, written to a folder."""
    path = os.path.join(folder, f"{name}.truth.csv")
    nodes, _ = drives.read_network(drives.path(name, "osm.pbf"))
    routes.write([(name, drives.read_truth(drives.path(name, "truth.txt"), nodes))], path)
    return path


def explain(built, name, lag, folder, maps, config=None):
    """The report of one drive with bare positions."""
    program = os.path.join(built, "ehorizon")
    road_map = programs.drive_map(program, name, maps)
    source = os.path.join(folder, f"{name}.csv")
    drives.Variation("as recorded").write(name, source)
    command = [program, "match", "--map", road_map, "--input", source, "--lag", str(lag), "--json",
               "--explain", truth_file(name, folder)]
    if config:
        command += ["--config", config]
    done = subprocess.run(command, capture_output=True, text=True)
    # Rejected fixes are reported and no failure.
    if done.returncode not in (0, 1) or not done.stdout:
        sys.exit(f"{' '.join(command)}: {done.stderr.strip()}")
    return json.loads(done.stdout)


class Sums:
    """The wrong metres of some drives by cause."""

    def __init__(self, reports):
        self.length = sum(report["length"] for report in reports)
        self.wrong = {cause: 0.0 for cause in CAUSES}
        self.stretches = {cause: 0 for cause in CAUSES}
        for share in (share for report in reports for share in report["causes"]):
            self.wrong[share["cause"]] += share["missed"] + share["added"]
            self.stretches[share["cause"]] += share["stretches"]

    @property
    def all_wrong(self):
        """Missed and added length, metres."""
        return sum(self.wrong.values())

    @property
    def rmf(self):
        """The route mismatch fraction, per cent."""
        return drives.percent(self.all_wrong, self.length)

    def row(self, cause):
        """Stretches, wrong metres, their share and their part of the RMF, as text."""
        wrong = self.wrong[cause]
        return (f"{self.stretches[cause]:11}{wrong:10.0f}{drives.percent(wrong, self.all_wrong):9.1f}"
                f"{drives.percent(wrong, self.length):9.3f}")

    def total(self):
        """The same of all causes."""
        return f"{sum(self.stretches.values()):11}{self.all_wrong:10.0f}{100:9.1f}{self.rmf:9.3f}"
