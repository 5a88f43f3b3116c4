"""Reference routes of the recorded drives and trips, for `ehorizon-bench prediction`.

A route is the segments between neighbouring map nodes that a car drove over, in driving order: those of the
truth of a drive, those that Valhalla matches a trip to, the whole trip at once.
"""
import glob
import os

from . import drives, peer, programs


def write(routes, path):
    """Writes routes of (name, segments), a segment being two places in 1e-7 degrees."""
    with open(path, "w") as out:
        for name, segments in routes:
            for segment in segments:
                out.write(name + "".join(f",{value / 1e7:.7f}" for place in segment for value in place) + "\n")


def driven(found, nodes, ways, frame):
    """The segments of a match of Valhalla's in their order and direction."""
    segments = []
    for a, b, segment in peer.pieces(found, nodes, ways, frame):
        (ax, ay), (bx, by) = frame.metres(a), frame.metres(b)
        (px, py), (qx, qy) = map(frame.metres, segment)
        if (bx - ax) * (qx - px) + (by - ay) * (qy - py) < 0:
            segment = segment[::-1]
        if not segments or segments[-1] != segment:
            segments.append(segment)
    return segments


def trips(program, folder, subfolder="trips", name="porto"):
    """The map of Porto and the routes of the trips in it, `None` where they are not here."""
    extract = os.path.join(drives.DATA, "maps", "porto.osm.pbf")
    files = sorted(set(glob.glob(os.path.join(drives.DATA, subfolder, "*.csv")))
                   - {os.path.join(drives.DATA, subfolder, "index.csv")})
    if not files or not os.path.exists(extract):
        return None
    road_map = os.path.join(folder, "porto.ehmap")
    path = os.path.join(folder, f"{name}.routes.csv")
    if not os.path.exists(road_map):
        programs.run(program, "map", "build", "--osm", extract, "--country", "PT", "--output", road_map)
    if os.path.exists(path):
        return road_map, path
    nodes, ways = drives.read_network(extract)
    other = peer.Peer(extract, folder)
    routes = []
    for file in files:
        with open(file) as lines:
            fixes = [tuple(map(float, line.split(",")[:3])) for line in lines.read().splitlines()[1:]]
        frame = drives.Frame(drives.e7(fixes[0][1]))
        trip = os.path.basename(file).removesuffix(".csv")
        routes.append((trip, driven(other.match(fixes), nodes, ways, frame)))
    other.close()
    write(routes, path)
    return road_map, path


def recorded(program, folder):
    """The maps of the first recorded drives, each with its route."""
    for name in drives.first():
        nodes, _ = drives.read_network(drives.path(name, "osm.pbf"))
        truth = drives.read_truth(drives.path(name, "truth.txt"), nodes)
        path = os.path.join(folder, f"{name}.routes.csv")
        write([(name, truth)], path)
        yield programs.drive_map(program, name, folder), path
