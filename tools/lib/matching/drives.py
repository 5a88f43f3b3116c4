"""The recorded drives with ground truth, what may be made of them, and how a match is scored.

Two figures, both against the truth's list of map node pairs:

RMF  the route mismatch fraction: as a set of road segments between neighbouring map nodes, direction
     ignored, the length of truth not matched (miss) and matched that is not truth (extra) over the
     length of truth. The total is weighted by length.
fix  of the answers at lag 0, the share whose place lies on a segment of the truth in its direction.
     Left out are fixes whose nearest place on the truth is one of its loose ends, so that the truth
     does not reach them; within 5 m of a node any segment that meets the truth's there counts, except
     the truth's own one driven the wrong way.

Drives and truth: Kubička et al. 2015, doi:10.1109/IVS.2015.7225734. Needs osmium (osmium-tool).

The drives lie in two folders of EHORIZON_DATA: `drives`, the first 22, and `drives-new`, 39 that came later.
The fixes of a drive of `APART` lie 30 to 60 m beside its truth, so it counts in no sum.
"""
import json
import math
import os
import random
import subprocess

PROJECT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
DATA = os.environ.get("EHORIZON_DATA", os.path.join(os.path.dirname(PROJECT), "shared", "data"))
# The folders of the first and of the new drives.
FIRST = os.environ.get("EHORIZON_DRIVES", os.path.join(DATA, "drives"))
NEW = os.path.join(DATA, "drives-new")
# The numbers of the drives that count in no sum.
APART = {43}
MAP = ".osm.pbf"
EARTH_METRES_PER_DEGREE = 111_319.49
NODE_RADIUS = 5.0


def e7(degrees):
    """Degrees as whole units of 1e-7, the precision of OpenStreetMap."""
    return round(float(degrees) * 1e7)


class Frame:
    """Metres around a place, longitudes shrunk by its latitude."""

    def __init__(self, latitude):
        self.north = EARTH_METRES_PER_DEGREE * 1e-7
        self.east = self.north * math.cos(math.radians(latitude * 1e-7))

    def metres(self, place):
        return place[0] * self.east, place[1] * self.north

    def length(self, a, b):
        (ax, ay), (bx, by) = self.metres(a), self.metres(b)
        return math.hypot(bx - ax, by - ay)

    def project(self, place, a, b):
        """Distance from the segment, and the unclamped fraction along it."""
        (px, py), (ax, ay), (bx, by) = self.metres(place), self.metres(a), self.metres(b)
        dx, dy = bx - ax, by - ay
        square = dx * dx + dy * dy
        fraction = ((px - ax) * dx + (py - ay) * dy) / square if square else 0.0
        held = min(max(fraction, 0.0), 1.0)
        return math.hypot(px - ax - held * dx, py - ay - held * dy), fraction


def read_network(pbf):
    """Places of nodes (longitude, latitude in 1e-7 degrees) and the nodes of ways."""
    nodes, ways = {}, {}
    opl = subprocess.run(["osmium", "cat", pbf, "-f", "opl"], capture_output=True, text=True, check=True)
    for line in opl.stdout.splitlines():
        fields = line.split(" ")
        if line[0] == "n":
            values = {field[0]: field[1:] for field in fields[1:] if field}
            nodes[int(fields[0][1:])] = (e7(values["x"]), e7(values["y"]))
        elif line[0] == "w":
            refs = next(field for field in fields if field.startswith("N"))
            ways[int(fields[0][1:])] = [int(ref.split("x")[0][1:]) for ref in refs[1:].split(",")]
    return nodes, ways


def read_truth(path, nodes):
    """Stretches of the truth: directed segments, each a pair of places."""
    with open(path) as file:
        pairs = [tuple(map(int, line.split()[:2])) for line in file if line.strip()]
    return [(nodes[a], nodes[b]) for a, b in pairs]


def undirected(segment):
    """A segment without its direction."""
    return tuple(sorted(segment))


def read_route(path):
    """The segments of a route that `ehorizon match` wrote, and the number of its stretches."""
    with open(path) as file:
        features = json.load(file)["features"]
    segments = set()
    for feature in features:
        line = [(e7(x), e7(y)) for x, y in feature["geometry"]["coordinates"]]
        segments.update(undirected(pair) for pair in zip(line, line[1:]))
    return segments, len(features)


def score_route(truth, matched, frame):
    """Metres of truth, missed, extra; and the truth's own segments."""
    true = {undirected(segment) for segment in truth}
    total = sum(frame.length(*segment) for segment in true)
    miss = sum(frame.length(*segment) for segment in true - matched)
    extra = sum(frame.length(*segment) for segment in matched - true)
    return total, miss, extra, true


class NearSegments:
    """Segments by squares of the ground, so that few of them are compared with a place."""

    SIDE = 200.0

    def __init__(self, segments, frame):
        self.segments, self.frame = segments, frame
        self.squares = {}
        for index, segment in enumerate(segments):
            (ax, ay), (bx, by) = (self.square(place) for place in segment)
            for x in range(min(ax, bx), max(ax, bx) + 1):
                for y in range(min(ay, by), max(ay, by) + 1):
                    self.squares.setdefault((x, y), []).append(index)

    def square(self, place):
        x, y = self.frame.metres(place)
        return math.floor(x / self.SIDE), math.floor(y / self.SIDE)

    def nearest(self, place):
        """The nearest segment: its distance, the unclamped fraction along it, and its number."""
        x, y = self.square(place)
        near = {index for i in (x - 1, x, x + 1) for j in (y - 1, y, y + 1)
                for index in self.squares.get((i, j), ())}
        if near:
            best = self.best(place, near)
            # Any nearer one would have a part in these squares.
            if best[0] <= self.SIDE:
                return best
        return self.best(place, range(len(self.segments)))

    def best(self, place, indexes):
        (distance, fraction), index = min(
            (self.frame.project(place, *self.segments[index]), index) for index in indexes)
        return distance, fraction, index


def reached(fixes, truth, frame):
    """Of each fix (longitude, latitude in 1e-7 degrees) whether the truth reaches it."""
    loose_starts = {i for i, s in enumerate(truth) if i == 0 or truth[i - 1][1] != s[0]}
    loose_ends = {i for i, s in enumerate(truth) if i + 1 == len(truth) or truth[i + 1][0] != s[1]}
    near = NearSegments(truth, frame)
    for fix in fixes:
        _, fraction, index = near.nearest(fix)
        yield not (index in loose_starts and fraction <= 0 or index in loose_ends and fraction >= 1)


def score_fixes(rows, flags, truth, nodes, ways, frame):
    """The rows of fixes that the truth reaches, each with whether it is right."""
    true = set(truth)
    touched = {node for segment in truth for node in segment}
    return [(row, is_right(row, true, touched, nodes, ways, frame))
            for row, flag in zip(rows, flags) if flag]


def is_right(row, true, touched, nodes, ways, frame):
    """Whether a row of `ehorizon match` is on the truth's road, in its direction."""
    if row["state"] != "on-road":
        return False
    place = (e7(row["matched_longitude"]), e7(row["matched_latitude"]))
    line = [nodes[ref] for ref in ways[int(row["way"])]]
    candidates = []
    for a, b in zip(line, line[1:]):
        distance, _ = frame.project(place, a, b)
        candidates.append((distance, (a, b) if row["direction"] == "forward" else (b, a)))
    nearest = min(candidates)[0]
    for distance, (a, b) in candidates:
        if distance > nearest + 0.05:
            continue
        if (a, b) in true:
            return True
        if (b, a) in true:
            continue
        if any(node in touched and frame.length(place, node) <= NODE_RADIUS for node in (a, b)):
            return True
    return False


def named(folder):
    """The names of the drives of a folder, none where it is not here."""
    if not os.path.isdir(folder):
        return []
    return sorted(file.removesuffix(MAP) for file in os.listdir(folder) if file.endswith(MAP))


def names():
    """The names of all drives that count, the first and the new ones; none where they are not here."""
    return sorted(name for name in named(FIRST) + named(NEW) if not is_apart(name))


def first():
    """The names of the first drives."""
    return [name for name in names() if not is_new(name)]


def new():
    """The names of the new drives that count."""
    return [name for name in names() if is_new(name)]


def apart():
    """The names of the drives that count in no sum."""
    return [name for name in sorted(named(FIRST) + named(NEW)) if is_apart(name)]


def is_new(name):
    """Whether a drive is one of the new ones."""
    return not os.path.exists(os.path.join(FIRST, name + MAP))


def is_apart(name):
    """Whether a drive counts in no sum."""
    return int(name) in APART


def sets():
    """The sets of drives that measurements report, by their title. A set without a drive is left out."""
    found = {f"the first {len(first())}": first(), f"{len(new())} new ones": new(), f"all {len(names())}": names()}
    found.update({f"{int(name)} alone": [name] for name in apart()})
    return {title: members for title, members in found.items() if members}


def path(name, kind):
    """The file of a drive: `osm.pbf`, `track`, `truth.txt` or `derived.nmea`."""
    return os.path.join(NEW if is_new(name) else FIRST, f"{name}.{kind}")


def absent():
    """Why there is nothing to measure; `None` where both folders are here."""
    missing = [folder for folder in (FIRST, NEW) if not named(folder)]
    if not missing:
        return None
    return f"skipped: no recorded drives in {' and '.join(missing)}; EHORIZON_DATA names the folder of the data"


class Variation:
    """What is done to the fixes of a drive: white noise of so many metres, one fix kept in so many
    seconds, holes of so many seconds after three times as long with fixes. Whatever is done is the same
    each time."""

    def __init__(self, name, noise=0.0, thin=0.0, hole=0.0):
        self.name, self.noise, self.thin, self.hole = name, noise, thin, hole

    def file(self, drive, folder):
        """A file of the fixes."""
        path = os.path.join(folder, f"{drive}.{self.name}.csv")
        self.write(drive, path)
        return path

    def fixes(self, drive):
        """Time, latitude and longitude of each fix that is left."""
        chance = random.Random(drive)
        kept, start = -math.inf, None
        with open(path(drive, "track")) as track:
            for line in track:
                longitude, latitude, time = map(float, line.split())
                start = time if start is None else start
                if time - kept < self.thin or self.hole and (time - start) % (4 * self.hole) > 3 * self.hole:
                    continue
                kept = time
                north = chance.gauss(0, 1) * self.noise / EARTH_METRES_PER_DEGREE
                east = chance.gauss(0, 1) * self.noise / EARTH_METRES_PER_DEGREE
                longitude += east / math.cos(math.radians(latitude))
                yield time, round(latitude + north, 7), round(longitude, 7)

    def write(self, drive, path):
        """The fixes as CSV."""
        with open(path, "w") as out:
            out.write("time,latitude,longitude\n")
            for time, latitude, longitude in self.fixes(drive):
                out.write(f"{time},{latitude:.7f},{longitude:.7f}\n")


class Derived:
    """The fixes of a drive with speed and course that are computed from them."""
    name = "derived"

    def file(self, drive, _):
        """A file of the fixes."""
        return path(drive, "derived.nmea")


def percent(part, whole):
    """So much of a hundred; 0 of nothing."""
    return 100 * part / whole if whole else 0.0
