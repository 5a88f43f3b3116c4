"""What stands beside the roads of an extract, by its place and its tags."""
import collections
import math

from .objects import faced, node_objects

REACH = 25.0  # metres
DEGREE = 111_320.0
CELL = 0.001


def along(bearing, heading):
    """The directions of a line that lead where somebody drives."""
    turn = abs((heading - bearing + 180) % 360 - 180)
    return {"forward"} if turn <= 60 else {"backward"} if turn >= 120 else set()


def metres(place, origin):
    """A place in metres east and north of another one, on the ellipsoid WGS 84."""
    latitude = math.radians(origin[1])
    squared = 0.00669437999014
    root = 1 - squared * math.sin(latitude) ** 2
    north = 6378137 * (1 - squared) / root ** 1.5
    east = 6378137 / root ** 0.5 * math.cos(latitude)
    return (math.radians(place[0] - origin[0]) * east, math.radians(place[1] - origin[1]) * north)


def bearing(vector):
    return math.degrees(math.atan2(vector[0], vector[1])) % 360


class Roadside:
    """Signs and cameras beside the ways of a map, each on the nearest one. `drivable` says which
    directions of a way are open to cars."""

    def __init__(self, source, drivable):
        self.by_way = collections.defaultdict(list)
        self.devices = {}
        for tags, members in source.enforcement:
            nodes = {role: [ref for kind, ref, part in members if kind == "n" and part == role]
                     for role in ("device", "from", "to")}
            for device in nodes["device"]:
                ends = [next((source.places[ref] for ref in nodes[role] if ref in source.places),
                             source.places.get(device)) for role in ("from", "to")]
                if device in source.places:
                    vector = metres(ends[1], ends[0])
                    self.devices[device] = bearing(vector) if any(vector) else None
        on_road = {ref for way in source.in_map for ref in source.ways[way][1]}
        cells = collections.defaultdict(list)
        for way in sorted(source.in_map):
            tags, refs, _ = source.ways[way]
            if not drivable(way) or tags.get("tunnel", "no") not in ("no", "culvert", ""):
                continue
            for index, (a, b) in enumerate(zip(refs, refs[1:])):
                if a in source.places and b in source.places and a != b:
                    start, end = source.places[a], source.places[b]
                    for column in range(math.floor((min(start[0], end[0])) / CELL) - 1,
                                        math.floor((max(start[0], end[0])) / CELL) + 2):
                        for row in range(math.floor(min(start[1], end[1]) / CELL) - 1,
                                         math.floor(max(start[1], end[1]) / CELL) + 2):
                            cells[column, row].append((way, index, start, end))
        for node, tags in source.nodes.items():
            if node in self.devices:
                kinds, heading = ["speedCamera"], self.devices[node]
            elif node in on_road or node not in source.places:
                continue
            else:
                kinds = [kind for kind, _ in node_objects(tags)
                         if kind in ("trafficSign", "cityLimit", "speedCamera")]
                heading = faced(tags) if kinds[:1] != ["speedCamera"] else None
            if kinds:
                self.place(source.places[node], kinds, heading, cells, drivable)
        for node, heading in self.devices.items():
            if node not in source.nodes:
                self.place(source.places[node], ["speedCamera"], heading, cells, drivable)

    def place(self, at, kinds, heading, cells, drivable):
        best = None
        near = {entry for entry in cells.get(
            (math.floor(at[0] / CELL), math.floor(at[1] / CELL)), ())}
        for way, index, start, end in sorted(near):
            a, b = metres(start, at), metres(end, at)
            line = (b[0] - a[0], b[1] - a[1])
            length = line[0] ** 2 + line[1] ** 2
            if not length:
                continue
            share = min(max(-(a[0] * line[0] + a[1] * line[1]) / length, 0), 1)
            gap = math.hypot(a[0] + line[0] * share, a[1] + line[1] * share)
            if gap > REACH or best and gap >= best[0] - 0.001:
                continue
            directions = set(drivable(way))
            if heading is not None:
                directions &= along(bearing(line), heading)
                if not directions:
                    continue
            elif len(directions) == 2 and "speedCamera" not in kinds:
                left = (line[0] * -a[1] - line[1] * -a[0]) / math.sqrt(length)
                if abs(left) > 0.5:
                    directions = {"forward"} if left < 0 else {"backward"}
            best = (gap, way, index, directions)
        if best:
            self.by_way[best[1]].append((best[2], kinds, best[3]))
