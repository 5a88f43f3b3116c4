"""What a link has to say, from the tags of its way and its nodes."""
import collections
import math
import re

from .borders import distance
from .limits import Limits
from .objects import faced, is_stated, node_objects
from .roadside import along, bearing, metres
from .words import CLASSES, LIT, SURFACES, access, hierarchy, words


class Expectation(Limits):
    """What a link has to say, from the tags of its way and its nodes."""

    def __init__(self, source, country, way, start, end):
        self.source, self.country = source, country
        self.tags, self.refs, self.date = source.ways[way]
        self.way, self.start, self.end = way, start, end
        self.rows = collections.Counter()
        self.unchecked = collections.Counter()
        self.is_over_border = self.is_on_outline = False
        tags = self.tags
        self.is_ferry = "highway" not in tags
        first = words(tags.get("highway", ""))[:1] or [""]
        self.is_ramp = first[0].endswith("_link")
        self.highway = first[0].removesuffix("_link")
        self.directions = self.drivable()
        self.both = self.directions == {"forward", "backward"}
        if self.is_ferry:
            holds = {d for d in ("forward", "backward")
                     if access(tags, self.car_keys(d)) not in (None, "closed")}
            self.add("ferry", "1", self.name(holds))
        else:
            self.road()
            self.limits()
            self.lanes()
            self.rights()
        self.texts()
        if tags.get("toll") == "yes":
            self.add("toll", "1")
        elif tags.get("toll:hgv") == "yes":
            self.add("toll", "2")
        elif tags.get("toll") == "no":
            self.add("toll", "0")
        if self.date:
            self.add("lastEdit", self.date)

    def has_oncoming_road(self):
        """Whether another road of the same name or number that is open one way comes near this one."""
        if self.both:
            return False
        names = {self.tags.get("name"), self.tags.get("ref")} - {None}
        own = [self.source.places[ref] for ref in self.refs if ref in self.source.places]
        for way in self.source.in_map - {self.way}:
            tags, refs, _ = self.source.ways[way]
            if not names & {tags.get("name"), tags.get("ref")} or tags.get("oneway") in (None, "no"):
                continue
            line = [self.source.places[ref] for ref in refs if ref in self.source.places]
            if any(distance(place, a, b, 0.7) * 111e3 < 60
                   for place in own for a, b in zip(line, line[1:])):
                return True
        return False

    def is_said(self, row):
        """Whether the tags of the way alone say what a row does."""
        key = (row["attribute"], row["value"], row["direction"], row["provenance"])
        return key in self.rows

    def is_between_carriageways(self):
        """Whether both ends are on ways that are open one way each and have one name or number."""
        names = [{value for way in self.source.ways_of.get(node, ())
                  for tags in [self.source.ways[way][0]]
                  if way in self.source.in_map and tags.get("oneway") not in (None, "no")
                  for value in (tags.get("name"), tags.get("ref")) if value}
                 for node in (self.start, self.end)]
        return bool(names[0] & names[1])

    def add(self, attribute, value, direction="both", provenance="tagged"):
        if direction:
            self.rows[(attribute, value, direction, provenance)] += 1

    def name(self, directions):
        return {0: "", 2: "both"}.get(len(directions)) or "".join(directions)

    def car_keys(self, direction):
        return ["motorcar:" + direction] + hierarchy(direction, "motorcar")

    def drivable(self):
        tags = self.tags
        if self.is_ferry:
            return set()
        found = {"forward", "backward"}
        for key in ("oneway:motorcar", "oneway:motor_vehicle", "oneway:vehicle", "oneway"):
            value = tags.get(key)
            if value in ("yes", "true", "1"):
                found = {"forward"}
            elif value in ("-1", "reverse"):
                found = {"backward"}
            elif value not in ("no", "false", "0", "reversible", "alternating"):
                continue
            break
        else:
            if tags.get("junction") in ("roundabout", "circular") or (
                    self.highway == "motorway" and not self.is_ramp):
                found = {"forward"}
        return {d for d in found if access(tags, self.car_keys(d)) != "closed"}

    def road(self):
        tags = self.tags
        if self.highway in CLASSES:
            self.add("functionalRoadClass", str(CLASSES[self.highway]))
        controlled = self.highway == "motorway" or tags.get("motorroad") == "yes"
        form = None
        if tags.get("junction") in ("roundabout", "circular"):
            form = ("roundabout", "tagged")
        elif self.is_ramp:
            form = ("controlledAccessRamp" if controlled else "ramp", "tagged")
        elif controlled:
            form = ("controlledAccess", "tagged")
        elif self.highway == "pedestrian":
            form = ("pedestrianZone", "tagged")
        elif self.highway == "service":
            aisle = tags.get("service") == "parking_aisle"
            form = ("carParkAccess", "derived") if aisle else ("serviceRoad", "tagged")
        elif "yes" in (tags.get("frontage_road"), tags.get("side_road")):
            form = ("parallelRoad", "tagged")
        elif tags.get("dual_carriageway") in ("yes", "no"):
            dual = tags["dual_carriageway"] == "yes"
            form = ("multipleCarriageway" if dual else "singleCarriageway", "tagged")
        elif self.both:
            form = ("singleCarriageway", "derived")
        by_place = self.form_by_place(form and form[0])
        if by_place:
            self.add("formOfWay", by_place, "both", "derived")
        elif form:
            self.add("formOfWay", form[0], "both", form[1])
        if tags.get("dual_carriageway") in ("yes", "no"):
            self.add("dividedRoad", "1" if tags["dual_carriageway"] == "yes" else "0")
        elif form and form[0] == "controlledAccess" and self.highway == "motorway" and not self.both:
            self.add("dividedRoad", "1", "both", "derived")
        elif form and form[0] == "singleCarriageway":
            self.add("dividedRoad", "0", "both", "derived")
        for key, mistake in (("tunnel", "culvert"), ("bridge", None)):
            value = tags.get(key)
            if not value:
                self.add(key, "0", "both", "derived")
            elif value != mistake:
                self.add(key, "0" if value == "no" else "1")
        if re.fullmatch("[-+]?[0-9]+", tags.get("layer", "")) and abs(int(tags["layer"])) <= 20:
            self.add("layer", str(int(tags["layer"])))
        if tags.get("surface") in SURFACES:
            self.add("surface", SURFACES[tags["surface"]])
        if tags.get("priority_road") in ("designated", "yes_unposted"):
            self.add("priorityRoad", "1")
        if tags.get("lit") in LIT:
            self.add("lit", LIT[tags["lit"]])

    def form_by_place(self, form):
        """The form of a road in a car park, a rest area or a square; None where it is in none."""
        if form not in (None, "serviceRoad", "singleCarriageway") or not self.directions:
            return None
        low, high = self.stretch()
        line = [self.source.places[ref] for ref in self.refs[low:high + 1] if ref in self.source.places]
        if len(line) < 2:
            return None
        steps = [metres(b, a) for a, b in zip(line, line[1:])]
        lengths = [(x * x + y * y) ** 0.5 for x, y in steps]
        left = sum(lengths) / 2
        middle = line[-1]
        for a, b, length in zip(line, line[1:], lengths):
            if left <= length and length > 0:
                middle = (a[0] + (b[0] - a[0]) * left / length, a[1] + (b[1] - a[1]) * left / length)
                break
            left -= length
        areas = self.source.access if form == "serviceRoad" else self.source.squares
        inner = areas.kinds(middle)
        # A road along the outline itself: which side its middle is on the last digit decides.
        self.is_on_outline = areas.has_outline_at(middle)
        outer = areas.kinds(line[0], True) | areas.kinds(line[-1], True)
        found = {kind for _, kind in (inner | outer if form == "serviceRoad" else inner & outer)}
        return max(found) if found else None

    def lanes(self):
        def count(key):
            value = self.tags.get(key, "")
            return int(value) if re.fullmatch("[0-9]+", value) and 1 <= int(value) <= 20 else None
        total, ahead, back = count("lanes"), count("lanes:forward"), count("lanes:backward")
        if not self.both:
            own = ahead if self.directions == {"forward"} else back
            if own or total:
                self.add("lanes", str(own or total), self.name(self.directions))
            return
        shared = count("lanes:both_ways") or 0
        if ahead or back:
            for direction, own, other in (("forward", ahead, back), ("backward", back, ahead)):
                if own:
                    self.add("lanes", str(own), direction)
                elif total and total - shared - other > 0:
                    self.add("lanes", str(total - shared - other), direction, "derived")
        elif total and (total - shared == 1 or total - shared > 0 and (total - shared) % 2 == 0):
            self.add("lanes", str(max(1, (total - shared) // 2)), "both", "derived")

    def rights(self):
        tags = self.tags
        restricted = {d for d in self.directions
                      if access(tags, self.car_keys(d)) == "restricted"}
        self.add("restrictedAccess", "1", self.name(restricted))
        found = {}
        for direction in self.directions:
            vehicle_keys = [f"vehicle:{direction}", "vehicle", f"access:{direction}", "access"]
            rights = [
                ("car", access(tags, self.car_keys(direction))),
                ("truck", access(tags, hierarchy(direction, "hgv"), "truck")),
                ("bus", access(tags, hierarchy(direction, "bus", "psv"), "bus")),
                ("taxi", access(tags, hierarchy(direction, "taxi", "psv"), "taxi")),
                ("delivery", access(tags, hierarchy(direction, "goods"), "delivery")),
                ("emergency", access(tags, ["emergency"], "emergency")),
                ("motorcycle", access(tags, hierarchy(direction, "motorcycle"), "motorcycle")),
                ("bicycle", access(tags, ["bicycle"] + vehicle_keys, "bicycle")),
                ("pedestrian", access(tags, ["foot", "access"], "pedestrian")),
            ]
            found[direction] = " ".join(f"{who}={right}" for who, right in rights if right)
        if self.both and found["forward"] == found["backward"]:
            if found["forward"]:
                self.add("vehicleAccess", found["forward"])
        else:
            for direction, text in found.items():
                if text:
                    self.add("vehicleAccess", text, direction)

    def texts(self):
        tags = self.tags
        for key, attribute in (("name", "name"), ("ref", "reference"),
                               ("int_ref", "internationalReference")):
            if tags.get(key):
                self.add(attribute, tags[key])
        for key, value in tags.items():
            if re.fullmatch("name:[a-z]{2,3}(-[A-Za-z]{2,8})*", key) and value:
                self.add("nameInLanguage", f"{key[5:]}={value}")
        if tags.get("turn:lanes") and len(self.directions) == 1:
            self.add("turnLanes", tags["turn:lanes"], self.name(self.directions))
        for direction in self.directions:
            if tags.get(f"turn:lanes:{direction}"):
                self.add("turnLanes", tags[f"turn:lanes:{direction}"], direction)

    def objects(self):
        """The objects of the link's nodes by what a node's tags say; place is start, inner or end."""
        found = collections.Counter()
        low, high = self.stretch()
        for index in range(low, high + 1):
            place = "start" if index == low else "end" if index == high else "inner"
            tags = self.source.nodes.get(self.refs[index], {})
            for kind, directions in node_objects(tags):
                if kind == "speedCamera" and self.refs[index] in self.source.roadside.devices:
                    continue
                if not is_stated(tags, kind) and directions == {"forward", "backward"}:
                    directions = self.for_whom(kind, tags, index, low, high)
                holds = directions & self.directions
                holds &= {"start": {"backward"}, "end": {"forward"}}.get(place, holds)
                if holds:
                    found[(kind, self.name(holds), place)] += 1
        for index, kinds, directions in self.source.roadside.by_way.get(self.way, ()):
            if low <= index < high:
                for kind in kinds:
                    found[(kind, self.name(directions & self.directions), "inner")] += 1
        for edges in self.source.areas:
            for into in self.crossings(edges, self.refs[low:high + 1]):
                if into in self.directions:
                    found[("restArea", into, "inner")] += 1
        return found

    def for_whom(self, kind, tags, index, low, high):
        """The directions that an object is for whose tags do not say it along the way."""
        both = {"forward", "backward"}
        signs = ("trafficSign", "cityLimit", "stopSign", "giveWaySign")
        places = self.source.places
        if kind in signs and faced(tags) is not None:
            before = places[self.refs[index - 1 if index > low else index]]
            after = places[self.refs[index + 1 if index < high else index]]
            directions = along(bearing(metres(after, before)), faced(tags))
            if directions:
                return directions
        if kind not in ("stopSign", "giveWaySign") or not self.both:
            return both
        ends = [sum(self.source.ways[way][1].count(self.refs[place])
                    for way in set(self.source.ways_of[self.refs[place]]) & self.source.in_map) > 1
                for place in (low, high)]
        if not any(ends):
            return both
        lengths = [math.hypot(*metres(places[b], places[a]))
                   for a, b in zip(self.refs[low:high + 1], self.refs[low + 1:high + 1])]
        late = sum(lengths[:index - low]) * 2 >= sum(lengths)
        return {"forward"} if ends[1] and (late or not ends[0]) else {"backward"}

    def crossings(self, edges, refs):
        """The directions that lead into an area where a line crosses the edges around it."""
        def inside(x, y):
            return sum((a[1] > y) != (b[1] > y)
                       and x < (b[0] - a[0]) * (y - a[1]) / (b[1] - a[1]) + a[0]
                       for a, b in edges) % 2 == 1
        line = [self.source.places[ref] for ref in refs if ref in self.source.places]
        west, east = min(p[0] for e in edges for p in e), max(p[0] for e in edges for p in e)
        south, north = min(p[1] for e in edges for p in e), max(p[1] for e in edges for p in e)
        if (max(p[0] for p in line) < west or min(p[0] for p in line) > east
                or max(p[1] for p in line) < south or min(p[1] for p in line) > north):
            return []
        states = [inside(a[0] + (b[0] - a[0]) * part / 100, a[1] + (b[1] - a[1]) * part / 100)
                  for a, b in zip(line, line[1:]) for part in range(100)] + [inside(*line[-1])]
        return ["forward" if after else "backward"
                for before, after in zip(states, states[1:]) if before != after]

    def stretch(self):
        """Where the link is on its way. A way that meets itself can have several such places."""
        starts = [i for i, ref in enumerate(self.refs) if ref == self.start]
        for low in reversed(starts):
            for high in range(low + 1, len(self.refs)):
                if self.refs[high] == self.end:
                    return low, high
        raise ValueError(f"way {self.way} does not run from {self.start} to {self.end}")


def doubtful_ways(source, country):
    """The ways whose limit is at most three sevenths of those of the ways by which the same road goes on at
    both ends, or at least three times them, with whether they are the higher one. A road goes on in the one
    other of its class and of its name or number, or where none has that, in the one other of its class."""
    ends, limits, names = collections.defaultdict(list), {}, {}
    for way in sorted(source.in_map):
        tags, refs, _ = source.ways[way]
        expected = Expectation(source, country, way, refs[0], refs[-1])
        rows = [row[1] for row in expected.rows if row[0] == "speedLimit"]
        number = re.match("[0-9]+", rows[0]) if len(rows) == 1 else None
        factor = 1.609344 if number and "mph" in rows[0] else 1
        limits[way] = int(number.group()) * factor if number else None
        names[way] = {(key, tags[key]) for key in ("name", "ref") if tags.get(key)}
        rank = CLASSES.get(expected.highway)
        if rank and not expected.is_ferry and refs[0] != refs[-1]:
            for end in (refs[0], refs[-1]):
                ends[end, rank].append(way)
    beside = collections.defaultdict(list)
    for ways in ends.values():
        for way in ways:
            others = [other for other in ways if other != way]
            named = [other for other in others if names[other] & names[way]]
            following = named or others
            if len(following) == 1:
                beside[way].append(limits[following[0]])
    return {way: limits[way] >= max(others) * 3 for way, others in beside.items()
            if limits[way] and len(others) == 2 and all(others)
            and (limits[way] * 7 <= min(others) * 3 or limits[way] >= max(others) * 3)}
