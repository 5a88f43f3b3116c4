"""The sample map, and drives on it, made by the programs (EHORIZON_PROGRAMS)."""
import os
import pathlib
import subprocess

from harness import FOLDER

PROJECT = pathlib.Path(__file__).resolve().parents[3]
SAMPLE = PROJECT / "tools" / "sample-map"


def program(name):
    return str(pathlib.Path(os.environ["EHORIZON_PROGRAMS"]) / name)


def run(*words):
    subprocess.run([program("ehorizon"), *map(str, words)], check=True, stderr=subprocess.DEVNULL)


def ends():
    """The two ends of the sample drive."""
    places = dict(line.split("=") for line in (SAMPLE / "drive").read_text().splitlines()
                  if line.startswith("sample_") and "(" not in line)
    return places["sample_start"], places["sample_end"]


def sample():
    """The sample map, and a drive on it: (map, NMEA 0183, candump log)."""
    files = [FOLDER / name for name in ("sample.ehmap", "sample.nmea", "sample.log")]
    if not files[2].exists():
        start, end = ends()
        run("map", "build", "--osm", SAMPLE / "neubrandenburg.osm.pbf", "--country", "DE", "--output", files[0])
        run("simulate", "--map", files[0], "--from", start, "--to", end, "--output", files[1])
        run("replay", "--map", files[0], "--input", files[1], "--messages", "all", "--output", files[2])
    return files


def round_trip(roads, seconds):
    """A drive there and back again, of at least so many seconds: NMEA 0183."""
    whole, start, number = b"", 1767254400, 0
    while whole.count(b"RMC") < seconds:
        part = FOLDER / "part.nmea"
        run("simulate", "--map", roads, "--from", ends()[number % 2], "--to", ends()[1 - number % 2], "--start", start,
            "--noise", "3", "--output", part)
        whole += part.read_bytes()
        start += part.read_bytes().count(b"RMC")
        number += 1
    (FOLDER / "trip.nmea").write_bytes(whole)
    return FOLDER / "trip.nmea"
