"""Scenes for tests of the viewer: a drive along a winding road with side roads, made from nothing but numbers."""
import math

# Signals of the wire as `ehorizon dbc` prints them: name, start bit, length, code, factor, offset, unit, unknown raw values.
PATH, OFFSET = ("pathIndex", 21, 6, "raw", 1, 0, "", []), ("offset", 4, 13, "linear", 1, 0, "m", [8191])
COUNTER, TYPE = ("cyclicCounter", 23, 2, "raw", 1, 0, "", []), ("messageType", 7, 3, "raw", 1, 0, "", [])
PROBABILITY = ("relativeProbability", 39, 5, "linear", 100 / 30, 0, "%", [31])
MESSAGES = [
    ("POSITION", 0x300, [PATH, OFFSET, COUNTER, ("positionIndex", 31, 2, "raw", 1, 0, "", []), ("positionAge", 24, 9, "linear", 5, 0, "ms", [511]),
                         ("speed", 40, 9, "linear", 0.2, -12.8, "m/s", [511]), ("relativeHeading", 63, 8, "linear", 360 / 254, 0, "deg", [255]),
                         ("positionProbability", 29, 5, "linear", 100 / 30, 0, "%", [31]), TYPE]),
    ("STUB", 0x301, [PATH, OFFSET, COUNTER, ("subPathIndex", 31, 6, "raw", 1, 0, "", []), ("turnAngle", 55, 8, "linear", 360 / 254, 0, "deg", [255]), PROBABILITY,
                     ("functionalRoadClass", 34, 3, "raw", 1, 0, "", [7]), ("formOfWay", 43, 4, "names", 1, 0, "", [0]), TYPE]),
    ("SEGMENT", 0x302, [PATH, OFFSET, COUNTER, ("functionalRoadClass", 34, 3, "raw", 1, 0, "", [7]), ("effectiveSpeedLimit", 55, 5, "names", 1, 0, "km/h", [0]),
                        ("lanesDrivingDirection", 58, 3, "raw", 1, 0, "", [7]), ("tunnel", 31, 2, "raw", 1, 0, "", [3]), PROBABILITY, TYPE]),
    ("PROFILE SHORT", 0x303, [PATH, OFFSET, COUNTER, ("profileType", 31, 5, "names", 1, 0, "", []), ("value0", 43, 10, "raw", 1, 0, "", [1023]),
                              ("distance1", 37, 10, "linear", 1, 0, "m", [1023]), ("value1", 49, 10, "raw", 1, 0, "", [1023]), TYPE]),
]
NAMES = {"formOfWay": {3: "single carriageway", 4: "roundabout", 9: "service road"}, "effectiveSpeedLimit": {11: "50", 13: "70", 15: "90"},
         "profileType": {1: "curvature", 4: "slope"}}
NUMBERS = {"POSITION": 1, "SEGMENT": 2, "STUB": 3, "PROFILE SHORT": 4}
LIMITS = [50, 70, None, 90, "unlimited", 50]
HOSTILE = "<img src=x onerror=\"globalThis.attacked=1\"><script>globalThis.attacked=2</script>"


def bits_of(start, length):
    """The bits of a big-endian signal of a DBC as [byte, shift, count], the most significant part first."""
    parts, byte, bit = [], start // 8, start % 8
    while length:
        count = min(length, bit + 1)
        parts.append([byte, bit + 1 - count, count])
        length, byte, bit = length - count, byte + 1, 7
    return parts


def text_of(signal, code, factor, offset, unknown, raw):
    if raw in unknown:
        return "unknown"
    if code == "names":
        return NAMES[signal].get(raw, str(raw))
    return f"{raw * factor + offset:g}" if code == "linear" else str(raw)


def layout():
    messages = []
    for name, identifier, signals in MESSAGES:
        described = []
        for signal, start, length, code, factor, offset, unit, unknown in signals:
            described.append({"name": signal, "label": signal, "unit": unit, "start": start, "width": length, "order": "motorola", "profile_value": signal.startswith("value")})
            if length <= 10:
                described[-1]["texts"] = [text_of(signal, code, factor, offset, unknown, raw) for raw in range(2 ** length)]
        messages.append({"name": name, "id": identifier, "extended": False, "fd": False, "length": 8, "signals": described})
    return {"messages": messages, "profiles": [{"message": "PROFILE SHORT", "number": 1, "name": "curvature", "unit": "1/m", "texts": [f"{(raw - 511) / 10000:g}" for raw in range(1023)] + ["unknown"]},
                                               {"message": "PROFILE SHORT", "number": 4, "name": "slope", "unit": "%", "texts": [f"{(raw - 511) / 10:g}" for raw in range(1023)] + ["unknown"]}]}


def pack(name, **values):
    data = bytearray(8)
    values.setdefault("messageType", NUMBERS[name])
    signals = next(signals for message, _, signals in MESSAGES if message == name)
    for signal, start, length, *_ in signals:
        raw = values.get(signal, 0)
        for byte, shift, count in bits_of(start, length):
            length -= count
            data[byte] |= (raw >> length & (1 << count) - 1) << shift
    return data.hex()


ORIGIN = (1.45, 42.5)
METRE_EAST, METRE_NORTH = 1 / (111195 * math.cos(math.radians(ORIGIN[1]))), 1 / 111195


def at(offset, aside=0.0):
    """The place at an offset of the main road, some metres to its left."""
    x, y = offset, 120 * math.sin(offset / 400)
    slope = 120 / 400 * math.cos(offset / 400)
    length = math.hypot(1, slope)
    return [round(ORIGIN[0] + (x - slope / length * aside) * METRE_EAST, 7), round(ORIGIN[1] + (y + aside / length) * METRE_NORTH, 7)]


def heading(offset):
    return (90 - math.degrees(math.atan(120 / 400 * math.cos(offset / 400)))) % 360


def side_line(branch, length=420):
    """A road that leaves the main road at the branch, to the left and to the right in turns."""
    sign = 1 if branch // 300 % 2 else -1
    return [at(branch + 0.25 * d + 25 * math.sin(d / 60), sign * d) for d in range(0, length + 1, 30)]


class Drive:
    """A drive of some seconds at a speed in m/s; `rate` steps a second; frames a second."""

    def __init__(self, seconds=120, speed=20.0, rate=10, frames=14, live=False, hostile=False, reach=1500, with_client=True):
        self.seconds, self.speed, self.rate, self.frames, self.hostile, self.reach = seconds, speed, rate, frames, hostile, reach
        self.live, self.with_client = live, with_client
        self.length = seconds * speed + reach + 500

    def head(self):
        name = HOSTILE if self.hostile else "drive.nmea"
        west, south, east, north = *at(-200, -600), *at(self.length, 600)
        client = {"id": 1, "name": "the wire", "kind": "client", "geometry": "turn-angles", "frames": True, "bus": {"bit_rate": 500000, "limit": 0.25}}
        return {"r": "head", "version": 1, "program": "0.0.0", "title": f"{name} on winding.ehmap", "start": 1700000000.0, "duration": None if self.live else float(self.seconds),
                "live": self.live, "sources": [{"id": 0, "name": name, "kind": "engine", "geometry": "map", "frames": False}] + ([client] if self.with_client else []),
                "map": {"name": "winding.ehmap", "identity": "test", "bounds": [west, south - 0.01, east, north + 0.01], "data_date": None, "limit_unit": "km/h", "drives_on": "right"},
                "layout": layout(), "attributes": [
                    {"name": "speedLimit", "title": "Speed limit", "unit": "km/h", "course": "steps", "names": None},
                    {"name": "curvature", "title": "Curvature", "unit": "1/m", "course": "line", "names": None},
                    {"name": "slope", "title": "Slope", "unit": "%", "course": "line", "names": None},
                    {"name": "altitude", "title": "Altitude", "unit": "m", "course": "line", "names": None},
                    {"name": "lanes", "title": "Lanes", "unit": "", "course": "steps", "names": None},
                    {"name": "formOfWay", "title": "Form of way", "unit": "", "course": "steps", "names": {"3": "single carriageway", "9": "service road"}}]}

    def roads(self):
        """The road network: lines with the properties of the tiles."""
        name = HOSTILE if self.hostile else "Winding Road"
        roads = []
        for first in range(-200, int(self.length), 600):
            number = first // 600
            roads.append(([at(offset) for offset in range(first, first + 601, 25)],
                          {"way": str(1000 + number), "class": 2, "form": "singleCarriageway", "name": name, "number": "W 1", "limit": 50 + 20 * (number % 3), "lanes": 2,
                           "slope": float(number % 9), "height": 900 + 20 * (number % 30), "tunnel": number % 5 == 2, "bridge": False, "link": f"main-{number}"}))
        for branch in range(0, int(self.length), 300):
            roads.append((side_line(branch), {"way": str(5000 + branch // 300), "class": 5, "name": f"Side Road {branch // 300}", "tunnel": False, "bridge": False, **({"one_way": 1} if branch % 900 == 0 else {}), "link": f"side-{branch}"}))
        return roads

    def records(self):
        yield self.head()
        sources = [0, 1] if self.with_client else [0]
        ahead, sides, gone_before = {s: -50.0 for s in sources}, {s: set() for s in sources}, {}
        counter, tick = 0, 0
        total = int(self.seconds * self.rate)
        per_step = self.frames / self.rate
        owed, batch = 0.0, None
        for tick in range(total + 1):
            t = round(tick / self.rate, 3)
            offset = t * self.speed
            for source in sources:
                yield self.step(source, t, offset, tick, ahead, sides)
            if tick % (self.rate * 20) == 0 and tick:
                yield {"r": "event", "s": 0, "t": t, "kind": "main-path", "name": "route", "text": HOSTILE if self.hostile else "The route leaves the main path.", "path": 1, "offset": round(offset + 200, 1), "at": at(offset + 200)}
            if tick % (self.rate * 33) == 0 and tick:
                yield {"r": "event", "s": 0, "t": t, "kind": "rule", "name": "position-gap", "text": "POSITION is 1.6 s late.", "path": 1, "offset": round(offset, 1), "at": at(offset)}
            if tick % (self.rate * 5) == 0:
                yield self.why(t, offset)
            if self.with_client:
                owed += per_step
                if batch is None:
                    batch = {"r": "frames", "s": 1, "t": t, "ms": [], "id": [], "data": []}
                while owed >= 1:
                    owed -= 1
                    counter += 1
                    name, identifier, data = self.frame(counter, offset, sides[1])
                    batch["ms"].append(round((t - batch["t"]) * 1000) + counter % 7)
                    batch["id"].append(identifier)
                    batch["data"].append(data)
                if (tick + 1) % self.rate == 0 or tick == total:
                    if batch["id"]:
                        yield batch
                    batch = None
                if tick % (self.rate * 10) == 0:
                    yield {"r": "load", "s": 1, "t": t, "every": 1, "share": [round(0.05 + 0.04 * math.sin((t + i) / 9) ** 2 + (0.2 if int(t + i) % 61 == 40 else 0), 4) for i in range(10)]}

    def frame(self, counter, offset, sides):
        raw = int(offset) % 8000
        kind = counter % 10
        gap = int(offset / self.speed) % 45 in (20, 21)
        side = max(sides, default=0)
        ahead = min((branch for branch in sides if branch >= offset), default=0)
        if kind in (0, 5) and not gap:
            return "POSITION", 0x300, pack("POSITION", pathIndex=8, offset=raw, cyclicCounter=counter // 5 % 4, positionAge=4, speed=int((self.speed + 12.8) * 5), positionProbability=28)
        if kind == 1:
            return "STUB", 0x301, pack("STUB", pathIndex=8, offset=side % 8000, subPathIndex=9 + side // 300 % 50, turnAngle=64, relativeProbability=9, functionalRoadClass=5, formOfWay=9)
        if kind == 2:
            return "SEGMENT", 0x302, pack("SEGMENT", pathIndex=8, offset=(raw + 500) % 8000, functionalRoadClass=2, effectiveSpeedLimit=13, lanesDrivingDirection=2, relativeProbability=28)
        return "PROFILE SHORT", 0x303, pack("PROFILE SHORT", pathIndex=8 if kind < 9 else 9 + ahead // 300 % 50, offset=(raw + 100 * kind) % 8000 if kind < 9 else 60, profileType=1 + 3 * (kind % 2), value0=512 + kind, distance1=40, value1=500)

    def step(self, source, t, offset, tick, ahead, sides):
        aside = 0 if source == 0 else 3.0
        car = {"state": "on-path", "path": 1, "offset": round(offset, 1), "at": at(offset, aside), "heading": round(heading(offset), 1), "speed": self.speed, "probability": 0.93, "accuracy": 6.0}
        step = {"r": "step", "s": source, "t": t, "car": car}
        if tick % self.rate == 0:
            step["fix"] = {"at": at(offset, 4), "course": round(heading(offset) + 2, 1), "speed": self.speed, "accuracy": 6.0}
            step["others"] = [{"at": at(offset, -30), "probability": 0.07}] if int(t) % 40 < 10 else []
        paths, shape, values, gone, keep = [], [], [], [], []
        if tick == 0:
            step["reset"] = True
            paths.append({"id": 1, "index": 8, "parent": None, "at": None, "angle": None, "level": 0, "probability": 1, "total": 1, "drivable": True, "u_turn": False, "end": None})
            step["main"] = [1]
            step["route"] = [[at(o) for o in range(0, 1600, 40)]] if source == 0 else []
        if tick % self.rate == 0:
            limit, points = math.floor((offset + self.reach) / 20) * 20, []
            first = ahead[source]
            while ahead[source] <= limit:
                points += [ahead[source], *at(ahead[source], aside)]
                ahead[source] += 25
            if points:
                shape.append([1, points])
                values += self.values(first, ahead[source] - 25, source)
            for branch in range(max(0, math.ceil((offset - 100) / 300) * 300), int(limit), 300):
                if branch not in sides[source]:
                    sides[source].add(branch)
                    self.add_side(branch, paths, shape, values)
            for branch in [b for b in sides[source] if b < offset - 100]:
                sides[source].discard(branch)
                gone += [self.side_id(branch), self.side_id(branch) + 1]
            keep = [[1, round(offset - 100, 1)]] if tick else []
        for name, content in ("paths", paths), ("shape", shape), ("values", values), ("gone", gone), ("keep", keep):
            if content:
                step[name] = content
        return step

    @staticmethod
    def side_id(branch):
        return 100 + branch // 300 * 10

    def add_side(self, branch, paths, shape, values):
        number, probability = self.side_id(branch), round(0.05 + 0.25 * (branch // 300 % 4) / 3, 3)
        line = side_line(branch)
        paths.append({"id": number, "index": 9 + branch // 300 % 50, "parent": 1, "at": branch, "angle": 90 if branch // 300 % 2 == 0 else -90, "level": 1, "probability": probability,
                      "total": probability, "drivable": branch % 900 != 0, "u_turn": False, "end": None})
        shape.append([number, [value for i, point in enumerate(line) for value in (i * 30, *point)]])
        values.append([number, "speedLimit", 0, None, [0, 30, 180, None]])
        start = line[6]
        second = [[round(start[0] + 30 * i * METRE_EAST, 7), start[1]] for i in range(9)]
        paths.append({"id": number + 1, "index": None, "parent": number, "at": 180, "angle": 90, "level": 2, "probability": 0.3, "total": round(probability * 0.3, 3), "drivable": True, "u_turn": False, "end": "dead-end"})
        shape.append([number + 1, [value for i, point in enumerate(second) for value in (i * 30, *point)]])
        values.append([number + 1, "speedLimit", 0, None, [0, None]])

    def values(self, first, last, source):
        start = max(0, math.ceil(first / 200) * 200)
        offsets = list(range(start, int(last) + 1, 200))
        if first < 0:
            offsets.insert(0, -50)
        if not offsets:
            return []
        line = list(range(max(-50, math.ceil(first / 50) * 50), int(last) + 1, 50))
        slope = [v for o in line for v in (o, None if 2000 < o % 4000 < 2400 else round(6 * math.sin(o / 500), 2))]
        values = [[1, "speedLimit", offsets[0], None, [v for o in offsets for v in (o, LIMITS[o // 200 % len(LIMITS)])]],
                  [1, "lanes", offsets[0], None, [v for o in offsets for v in (o, 1 + o // 400 % 3)]],
                  [1, "curvature", line[0] if line else first, None, [v for o in line for v in (o, round(-120 / 160000 * math.sin(o / 400), 6))]],
                  [1, "slope", line[0] if line else first, None, slope]]
        if source == 0:
            values.append([1, "altitude", line[0] if line else first, None, [v for o in line for v in (o, round(950 + 30 * math.sin(o / 500), 1))]])
        return values

    def why(self, t, offset):
        return {"r": "why", "s": 0, "t": t, "place": {"candidates": [
            {"way": 1000 + int(offset) // 600, "name": None, "direction": "forward", "probability": 0.93, "distance": 4.1, "heading": 2, "relation": "answer",
             "terms": [{"name": "distance", "value": -0.4}, {"name": "heading", "value": -0.1}, {"name": "transition", "value": -0.2}]},
            {"way": 5000, "name": None, "direction": "backward", "probability": 0.07, "distance": 29.0, "heading": 71, "relation": "apart",
             "terms": [{"name": "distance", "value": -2.1}, {"name": "heading", "value": -1.4}]}]},
            "exits": [{"path": 1, "way": 1000, "name": None, "angle": 2, "probability": 0.84, "steps": [{"name": "class", "probability": 0.9}, {"name": "angle", "probability": 0.84}]},
                      {"path": self.side_id(math.ceil(offset / 300) * 300), "way": 5001, "name": None, "angle": 90, "probability": 0.16, "steps": [{"name": "class", "probability": 0.1}, {"name": "angle", "probability": 0.07}, {"name": "indicator", "probability": 0.16}]}],
            "in": [300 - int(offset) % 300, 300 - int(offset) % 300],
            "values": [{"name": "speedLimit", "value": "70", "source": "sign", "doubt": None, "condition": None}, {"name": "lanes", "value": "2", "source": "derived", "doubt": None, "condition": None}],
            "last_edit": "2020-11-14"}
