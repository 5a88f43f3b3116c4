"""Who has a place, by the borders in an extract: countries and parts of them, as ISO 3166 names them."""
import math


class Borders:
    """Areas whose border is whole in the extract, and pieces of other borders."""

    def __init__(self, relations, ways, places):
        self.areas, self.pieces = {}, []
        codes = {}
        for tags, members in relations:
            code = (tags.get("ISO3166-1:alpha2") or tags.get("ISO3166-1")
                    if tags["admin_level"] == "2" else tags.get("ISO3166-2"))
            if not code or tags.get("boundary") not in ("administrative", "land_area"):
                continue
            held = [way for way in members if way in ways]
            for way in held:
                codes.setdefault(way, set()).add(code)
            lines = [list(ways[way]) for way in held]
            loose = 0
            ends = {}
            for line in lines:
                for end in (line[0], line[-1]):
                    ends[end] = ends.get(end, 0) + 1
            loose = sum(1 for count in ends.values() if count % 2)
            whole = len(held) == len(members) and loose == 0
            nearly = len(members) > len(held) >= 0.75 * len(members) and held and loose <= 2
            if (whole or nearly) and code not in self.areas:
                edges = [(places[a], places[b]) for line in lines for a, b in zip(line, line[1:])]
                gap = [end for end, count in ends.items() if count % 2]
                if gap:
                    edges.append((places[gap[0]], places[gap[1]]))
                self.areas[code] = edges
        for way, names in codes.items():
            line = [places[node] for node in ways[way] if node in places]
            self.pieces += [(a, b, names) for a, b in zip(line, line[1:])]

    def of(self, place, own):
        """The country and the part of it; None where they are not known, or are the map's own."""
        x, y = place
        country = region = None
        for code, edges in self.areas.items():
            crossings = sum(
                1 for (ax, ay), (bx, by) in edges
                if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax))
            if crossings % 2:
                if len(code) == 2:
                    country = code
                else:
                    region = code
        if region and not country:
            country = region[:2]
        if country or not self.pieces:
            return (None if country == own else country), region
        scale = math.cos(math.radians(y))
        names = min(self.pieces, key=lambda piece: distance(place, piece[0], piece[1], scale))[2]
        near = sorted({code[:2] for code in names} - set(self.areas))
        country = near[0] if len(near) == 1 else None
        regions = [code for code in names
                   if country and len(code) > 2 and code[:2] == country and code not in self.areas]
        return (None if country == own else country), regions[0] if len(regions) == 1 else None


def distance(place, start, end, scale):
    """The distance to a stretch, in degrees of latitude."""
    ax, ay = (start[0] - place[0]) * scale, start[1] - place[1]
    bx, by = (end[0] - place[0]) * scale, end[1] - place[1]
    dx, dy = bx - ax, by - ay
    length = dx * dx + dy * dy
    share = min(max(-(ax * dx + ay * dy) / length, 0), 1) if length else 0
    return math.hypot(ax + share * dx, ay + share * dy)
