"""Valhalla's map matching (PyPI pyvalhalla) beside ours: its tiles, and a process that matches.

Its module needs a Python from 3.12 on, which EHORIZON_PEER_PYTHON may name; it is installed for the
measurements alone, into .build/matching.
"""
import glob
import json
import os
import shutil
import subprocess
import sys

from . import drives

REQUIREMENTS = os.path.join(drives.PROJECT, "tools", "lib", "map-measurement", "valhalla-requirements.txt")
ENVIRONMENT = os.path.join(drives.PROJECT, ".build", "matching")
MATCHER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "valhalla_matcher.py")


def python():
    """A Python that is new enough, `None` where there is none."""
    wanted = [os.environ.get("EHORIZON_PEER_PYTHON"), "python3.12", "python3.13", "python3.14", "python3"]
    wanted += sorted(glob.glob(os.path.expanduser("~/.pyenv/versions/3.1[2-9].*/bin/python3")))
    for name in filter(None, wanted):
        found = shutil.which(name)
        test = [found, "-c", "import sys; sys.exit(sys.version_info < (3, 12))"]
        if found and subprocess.run(test, capture_output=True).returncode == 0:
            return found
    return None


def environment():
    """The Python that has Valhalla's module, installed where it is not; `None` without one."""
    own = os.path.join(ENVIRONMENT, "bin", "python3")
    done = os.path.join(ENVIRONMENT, "installed.txt")
    wanted = open(REQUIREMENTS).read()
    if os.path.exists(done) and open(done).read() == wanted:
        return own
    base = python()
    if base is None:
        return None
    print("matching: installing pyvalhalla", file=sys.stderr)
    shutil.rmtree(ENVIRONMENT, ignore_errors=True)
    subprocess.run([base, "-m", "venv", ENVIRONMENT], check=True)
    subprocess.run([own, "-m", "pip", "install", "--quiet", "--disable-pip-version-check",
                    "--no-deps", "--require-hashes", "-r", REQUIREMENTS], check=True)
    with open(done, "w") as file:
        file.write(wanted)
    return own


class Peer:
    """Valhalla on one map, in a process of its own. The tiles stay in `tiles`, the folder without one."""

    def __init__(self, extract, folder, tiles=None):
        name = os.path.basename(extract).removesuffix(".osm.pbf")
        self.config = os.path.join(folder, f"{name}.json")
        self.process = subprocess.Popen(
            [environment(), MATCHER, self.config, extract, os.path.join(tiles or folder, f"{name}-tiles")],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def match(self, fixes, **settings):
        """Matches (time, latitude, longitude) as a whole. What it found: `edges`, each the way and its
        line of (longitude, latitude); `points`, of each fix the number of its edge and its place, or `None`;
        `seconds` of CPU time, `megabytes` at most so far."""
        json.dump({"fixes": list(fixes), "settings": settings}, self.process.stdin)
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            sys.exit(f"Valhalla ended with status {self.process.wait()}")
        return json.loads(line)

    def close(self):
        """Ends it."""
        self.process.stdin.close()
        self.process.wait()


def pieces(found, nodes, ways, frame):
    """The pieces (a, b) of the lines of a match of Valhalla's in their order, each with the segment between
    neighbouring map nodes that it runs over: that of the way that its middle is nearest to."""
    for edge in found["edges"]:
        line = [nodes[ref] for ref in ways[edge["way"]]]
        pairs = list(zip(line, line[1:]))
        places = [(drives.e7(longitude), drives.e7(latitude)) for longitude, latitude in edge["line"]]
        for a, b in zip(places, places[1:]):
            if a == b:
                continue
            middle = ((a[0] + b[0]) // 2, (a[1] + b[1]) // 2)
            yield a, b, min(pairs, key=lambda pair: frame.project(middle, *pair)[0])


def segments(found, nodes, ways, frame):
    """The segments that a match of Valhalla's runs over, whichever way."""
    return {drives.undirected(segment) for _, _, segment in pieces(found, nodes, ways, frame)}


def rows(found, nodes, ways):
    """The place of each fix as a row of `ehorizon match`, so that `drives.score_fixes` can judge it."""
    sides = {}
    for point in found["points"]:
        if point is None:
            yield {"state": "off-road"}
            continue
        edge = found["edges"][point["edge"]]
        if point["edge"] not in sides:
            sides[point["edge"]] = direction(edge, nodes, ways)
        yield {"state": "on-road", "way": edge["way"], "direction": sides[point["edge"]],
               "matched_longitude": point["place"][0], "matched_latitude": point["place"][1]}


def direction(edge, nodes, ways):
    """Whether an edge leads forward or backward along its way."""
    line = [nodes[ref] for ref in ways[edge["way"]]]
    places = [(drives.e7(longitude), drives.e7(latitude)) for longitude, latitude in edge["line"]]
    frame = drives.Frame(places[0][1])
    pairs = list(zip(line, line[1:]))
    agree = 0.0
    for a, b in zip(places, places[1:]):
        middle = ((a[0] + b[0]) // 2, (a[1] + b[1]) // 2)
        p, q = min(pairs, key=lambda pair: frame.project(middle, *pair)[0])
        (ax, ay), (bx, by), (px, py), (qx, qy) = map(frame.metres, (a, b, p, q))
        # Each piece counts with its own length.
        length = frame.length(p, q) or 1.0
        agree += ((bx - ax) * (qx - px) + (by - ay) * (qy - py)) / length
    return "forward" if agree >= 0 else "backward"
