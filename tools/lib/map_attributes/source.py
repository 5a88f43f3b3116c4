"""An extract as osmium-tool reads it."""
import re
import subprocess

from .borders import Borders, distance
from .built_up import BuiltUp
from .words import unescaped


class Areas:
    """Areas of some kinds within edges."""

    def __init__(self, areas):
        self.areas = [(kind, edges, min(p[0] for e in edges for p in e), max(p[0] for e in edges for p in e),
                       min(p[1] for e in edges for p in e), max(p[1] for e in edges for p in e))
                      for kind, edges in areas]

    def kinds(self, place, corners=False):
        """The kinds and numbers of the areas that hold a place, or have it for a corner."""
        x, y = place
        return {(number, kind)
                for number, (kind, edges, west, east, south, north) in enumerate(self.areas)
                if west <= x <= east and south <= y <= north and (
                    corners and any(place in edge for edge in edges) or sum(
                        (a[1] > y) != (b[1] > y)
                        and x < (b[0] - a[0]) * (y - a[1]) / (b[1] - a[1]) + a[0]
                        for a, b in edges) % 2)}


    def has_outline_at(self, place):
        """Whether a place is within 5 cm of an outline."""
        return any(distance(place, a, b, 0.7) * 111e3 < 0.05
                   for _, edges, west, east, south, north in self.areas
                   if west - 1e-6 <= place[0] <= east + 1e-6 and south - 1e-6 <= place[1] <= north + 1e-6
                   for a, b in edges)


class Source:
    """An extract: ways, tagged nodes, restrictions, borders, and where the nodes of roads lie."""

    def __init__(self, path):
        text = subprocess.run(
            ["osmium", "cat", "--no-progress", "-f", "opl", path], check=True,
            stdout=subprocess.PIPE).stdout.decode()
        self.ways, self.nodes, self.restrictions = {}, {}, []
        self.in_map, self.ways_of, self.doubtful = set(), {}, {}
        borders, lines, placed, relations = [], {}, set(), []
        residential, parking, squares = [], [], []
        self.enforcement, self.roadside = [], None
        for line in text.splitlines():
            fields = {field[0]: field[1:] for field in line.split(" ")[1:] if field}
            tags = dict(
                tuple(unescaped(part) for part in pair.split("=", 1))
                for pair in fields.get("T", "").split(",") if pair)
            number = int(line.split(" ", 1)[0][1:])
            if line[0] == "n" and tags:
                self.nodes[number] = tags
                if (any(key.split(":")[0] == "traffic_sign" for key in tags)
                        or tags.get("highway") == "speed_camera"):
                    placed.add(number)
            elif line[0] == "w":
                refs = [int(ref[1:].split("x")[0]) for ref in fields.get("N", "").split(",") if ref]
                lines[number] = refs
                if tags.get("landuse") == "residential" and refs[0] == refs[-1] and len(refs) > 3:
                    residential.append([number])
                elif refs and refs[0] == refs[-1] and len(refs) > 3:
                    if tags.get("amenity") == "parking":
                        parking.append([number])
                    elif tags.get("place") == "square":
                        squares.append([number])
                if "highway" in tags or tags.get("route") == "ferry":
                    self.ways[number] = (tags, refs, fields.get("t", "")[:10])
                    placed.update(refs)
                    for ref in refs:
                        self.ways_of.setdefault(ref, []).append(number)
            elif line[0] == "r":
                members = [
                    (part[0], int(part[1:].split("@")[0]), unescaped(part.split("@", 1)[1]))
                    for part in fields.get("M", "").split(",") if part]
                outline = [ref for kind, ref, role in members
                           if kind == "w" and role in ("", "inner", "outer")]
                if tags.get("highway") in ("rest_area", "services"):
                    relations.append(outline)
                if tags.get("landuse") == "residential" and outline:
                    residential.append(outline)
                if tags.get("enforcement") == "maxspeed":
                    self.enforcement.append((tags, members))
                    placed.update(ref for kind, ref, _ in members if kind == "n")
                if any(key.split(":")[0] == "restriction" for key in tags):
                    self.restrictions.append((tags, members))
                elif tags.get("admin_level") in ("2", "4"):
                    borders.append((tags, [ref for kind, ref, _ in members if kind == "w"]))
        used = {ref for _, ways in borders for ref in ways if ref in lines}
        used |= {ref for ways in relations + residential + parking + squares
                 for ref in ways if ref in lines}
        placed.update(node for way in used for node in lines[way])
        self.places = {}
        for found in re.finditer(r"^n(-?\d+) .*?x(-?[\d.]+) y(-?[\d.]+)", text, re.MULTILINE):
            number = int(found.group(1))
            if number in placed:
                self.places[number] = (float(found.group(2)), float(found.group(3)))
        self.areas = self.rest_areas(lines, relations)
        self.built_up = BuiltUp(self.residential_areas(lines, residential))
        edges = [[(a, b) for ring in rings for a, b in zip(ring, ring[1:])]
                 for rings in self.residential_areas(lines, parking)]
        self.access = Areas([("carParkAccess", area) for area in edges]
                            + [("serviceAccess", area) for area in self.areas])
        self.squares = Areas([("trafficSquare", [(a, b) for ring in rings
                                                 for a, b in zip(ring, ring[1:])])
                              for rings in self.residential_areas(lines, squares)])
        self.borders = Borders(borders, {way: lines[way] for way in used}, self.places)

    def residential_areas(self, lines, outlines):
        """The rings of the residential areas that are whole."""
        for ways in outlines:
            if not all(way in lines and all(ref in self.places for ref in lines[way]) for way in ways):
                continue
            loose = [list(lines[way]) for way in ways]
            rings, whole = [], True
            while loose and whole:
                ring = loose.pop(0)
                while ring[0] != ring[-1] and whole:
                    following = [line for line in loose if ring[-1] in (line[0], line[-1])]
                    whole = bool(following)
                    if whole:
                        loose.remove(following[0])
                        line = following[0]
                        ring += line[1:] if line[0] == ring[-1] else line[-2::-1]
                rings.append([self.places[ref] for ref in ring])
            if whole:
                yield rings

    def rest_areas(self, lines, relations):
        """The areas of rest, each as the edges around it."""
        areas = [[refs] for tags, refs, _ in self.ways.values()
                 if tags.get("highway") in ("rest_area", "services") and refs[0] == refs[-1]]
        areas += [[lines[way] for way in ways] for ways in relations
                  if all(way in lines for way in ways)]
        found = []
        for rings in areas:
            ends = [ref for line in rings for ref in (line[0], line[-1])]
            whole = all(ends.count(end) % 2 == 0 for end in ends)
            if whole and all(ref in self.places for line in rings for ref in line):
                found.append([(self.places[a], self.places[b])
                              for line in rings for a, b in zip(line, line[1:])])
        return found
