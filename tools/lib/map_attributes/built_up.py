"""Stretches of roads in the residential areas that an extract draws."""
import collections
import math

MARGIN = 270  # 3 m, in 1e-7 degrees of latitude
SHORTEST = 20.0  # metres


def e7(degrees):
    return round(degrees * 1e7)


class Area:
    """A residential area within rings of places."""

    def __init__(self, rings):
        self.rows = collections.defaultdict(list)
        points = [(e7(x), e7(y)) for ring in rings for x, y in ring]
        self.west, self.east = min(p[0] for p in points), max(p[0] for p in points)
        self.south, self.north = min(p[1] for p in points), max(p[1] for p in points)
        self.aside = round(MARGIN / math.cos(math.radians((self.south + self.north) / 2e7)))
        for ring in rings:
            line = [(e7(x), e7(y)) for x, y in ring]
            for a, b in zip(line, line[1:] + line[:1]):
                for row in range(min(a[1], b[1]) // 1000, max(a[1], b[1]) // 1000 + 1):
                    self.rows[row].append((a, b))

    def contains(self, x, y):
        if not (self.west <= x <= self.east and self.south <= y <= self.north):
            return False
        return sum((a[1] > y) != (b[1] > y)
                   and (x - a[0]) * abs(b[1] - a[1]) < (y - a[1]) * (b[0] - a[0]) * (
                       1 if b[1] > a[1] else -1)
                   for a, b in self.rows.get(y // 1000, ())) % 2 == 1

    def holds(self, x, y):
        return any(self.contains(x + dx, y + dy) for dx, dy in (
            (0, 0), (0, MARGIN), (0, -MARGIN), (self.aside, 0), (-self.aside, 0)))


class BuiltUp:
    """The areas of an extract, by cells of 0.01 degrees."""

    def __init__(self, areas):
        self.cells = collections.defaultdict(list)
        for rings in areas:
            area = Area(rings)
            for column in range((area.west - 1000) // 100_000, (area.east + 1000) // 100_000 + 1):
                for row in range((area.south - 1000) // 100_000, (area.north + 1000) // 100_000 + 1):
                    self.cells[column, row].append(area)

    def holds(self, x, y):
        return any(area.holds(x, y) for area in self.cells.get((x // 100_000, y // 100_000), ()))

    def stretches(self, line, length):
        """The stretches of a line inside, in metres of its stated length, and how much of it lies in
        pieces and gaps so short that they may go either way."""
        scale = math.cos(math.radians(line[0][1]))
        lengths = [math.hypot((b[0] - a[0]) * scale, b[1] - a[1]) for a, b in zip(line, line[1:])]
        whole = sum(lengths) or 1
        found, done = [], 0.0
        begin, last = 0.0, self.holds(e7(line[0][0]), e7(line[0][1]))
        for a, b, part in zip(line, line[1:], lengths):
            steps = max(1, math.ceil(part * 111_320 / 2))
            for step in range(steps):
                share = (step + 0.5) / steps
                inside = self.holds(
                    e7(a[0] + (b[0] - a[0]) * share), e7(a[1] + (b[1] - a[1]) * share))
                if inside != last:
                    place = (done + part * step / steps) / whole * length
                    if inside:
                        begin = place
                    else:
                        found.append([begin, place])
                    last = inside
            done += part
        if self.holds(e7(line[-1][0]), e7(line[-1][1])) and not last:
            begin, last = length, True
        if last:
            found.append([begin, length])
        ends = [0.0, *(place for part in found for place in part), length]
        doubtful = sum(b - a for a, b in zip(ends, ends[1:]) if b - a < 1.5 * SHORTEST)
        joined = []
        for begin, end in found:
            if joined and begin - joined[-1][1] < SHORTEST:
                joined[-1][1] = end
            else:
                joined.append([begin, end])
        joined = [part for part in joined
                  if part[1] - part[0] >= SHORTEST or part[0] == 0 or part[1] == length]
        return joined, doubtful + 2 + len(found)


def difference(one, other):
    """How many metres stretches differ by."""
    places = sorted({place for part in one + other for place in part})
    def inside(parts, place):
        return any(begin < place < end for begin, end in parts)
    return sum(b - a for a, b in zip(places, places[1:])
               if inside(one, (a + b) / 2) != inside(other, (a + b) / 2))
