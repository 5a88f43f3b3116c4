"""The client side of ADASIS v2: CAN frames in, the path tree of the road ahead out.

Offsets are metres from the start of a path, times milliseconds of one clock. A value that is not
known is None, or a Number without a value.
"""
from typing import NamedTuple, Optional

from . import _client
from .names import NAMES

__all__ = ["Client", "Number", "Position", "Path", "Stub", "Segment", "Spot", "NAMES", "PROFILES", "name_of"]

LAYOUTS = ("adasis", "adasis-intel", "table-order")

#: The profiles by name; other types: PROFILE SHORT by its number, PROFILE LONG by 32 more.
PROFILES = {
    "curvature": 1, "route-number-type": 2, "slope-step": 3, "slope-linear": 4,
    "road-accessibility": 5, "road-condition": 6, "variable-speed-sign-position": 7,
    "heading-change": 8, "average-speed": 9, "longitude": 33, "latitude": 34, "altitude": 35,
    "bezier-longitude": 36, "bezier-latitude": 37, "bezier-altitude": 38, "link-identifier": 39,
    "traffic-sign": 40, "truck-speed-limit": 41, "extended-lane": 42,
    "speed-limit-and-recommended-speed": 43,
}

RECEPTIONS = (
    "applied", "known", "pending", "unknown-path", "misplaced-path-index", "reserved-path-index",
    "without-offset", "reserved-profile-type", "duplicate", "overtaken", "behind", "loop", "full",
    "system-specific", "ignored", "other-id", "wrong-length", "wrong-type", "not-configured",
)
RESETS = ("forward-jump", "backward-jump", "position-timeout", "request")
WHEREABOUTS = ("on-path", "no-map", "off-road", "not-calibrated", "no-position")
READINGS = ("known", "at-least", "at-most", "unlimited", "unknown", "not-available", "reserved")
MESSAGES = {"position": 1, "segment": 2, "stub": 3, "profile-short": 4, "profile-long": 5,
            "meta-data": 6}

if len(RECEPTIONS) != _client.RECEPTION_COUNT or len(RESETS) != _client.RESET_COUNT:
    raise ImportError("ehorizon_client: the module and its C part have different versions")


def name_of(field, raw):
    """The name of a code of a field, such as name_of("form_of_way", 4): roundabout. Fields are the keys of NAMES."""
    return NAMES[field][raw]


class Number(NamedTuple):
    """A reading and its value; the value is None where the reading has none."""
    reading: str
    value: Optional[float]


class Position(NamedTuple):
    """A candidate of the position."""
    path: int
    metres: int
    received_ms: int
    age_ms: Number
    speed: Number        # m/s
    heading: Number      # degrees clockwise from the direction of the path
    probability: Number  # 0...1
    confidence: int      # 0 the highest, 6 the lowest, 7 not available
    lane: int

    @property
    def lane_name(self):
        return name_of("current_lane", self.lane)


class Path(NamedTuple):
    """A path; `parent` is None where no STUB has named it."""
    index: int
    parent: Optional[int]
    stub_metres: Optional[int]
    is_reachable: bool
    mentioned_ms: int


class Stub(NamedTuple):
    """A STUB; `sub_path` 5 is a road without further data, 6 the continuation of the path."""
    metres: int
    sub_path: int
    turn_angle: Number   # degrees clockwise from the direction of the path
    probability: Number  # 0...1
    road_class: Number
    form_of_way: int
    lanes: Number
    opposite_lanes: Number
    complex_intersection: int
    right_of_way: int
    calculated_route: int
    is_last: bool

    @property
    def form_of_way_name(self):
        return name_of("form_of_way", self.form_of_way)

    @property
    def complex_intersection_name(self):
        return name_of("complex_intersection", self.complex_intersection)

    @property
    def right_of_way_name(self):
        return name_of("right_of_way", self.right_of_way)

    @property
    def calculated_route_name(self):
        return name_of("part_of_calculated_route", self.calculated_route)


class Segment(NamedTuple):
    """A SEGMENT, which holds up to the next one. Answers: 0 no, 1 yes, 2 unknown, 3 n/a."""
    metres: int
    speed_limit_kmh: Number
    speed_limit_type: int
    road_class: Number
    form_of_way: int
    lanes: Number
    opposite_lanes: Number
    tunnel: int
    bridge: int
    divided_road: int
    built_up_area: int
    complex_intersection: int
    probability: Number
    calculated_route: int

    @property
    def speed_limit_type_name(self):
        return name_of("effective_speed_limit_type", self.speed_limit_type)

    @property
    def form_of_way_name(self):
        return name_of("form_of_way", self.form_of_way)

    @property
    def tunnel_name(self):
        return name_of("tunnel", self.tunnel)

    @property
    def bridge_name(self):
        return name_of("bridge", self.bridge)

    @property
    def divided_road_name(self):
        return name_of("divided_road", self.divided_road)

    @property
    def built_up_area_name(self):
        return name_of("built_up_area", self.built_up_area)

    @property
    def complex_intersection_name(self):
        return name_of("complex_intersection", self.complex_intersection)

    @property
    def calculated_route_name(self):
        return name_of("part_of_calculated_route", self.calculated_route)


class Spot(NamedTuple):
    """A point of a profile, with its number on the wire and in the unit of the profile."""
    metres: int
    raw: int
    number: Number
    accuracy: int
    is_control_point: bool

    @property
    def accuracy_name(self):
        return name_of("accuracy", self.accuracy)


def _number(pair):
    reading, value = pair
    return Number(READINGS[reading], value if reading < 3 else None)


def _named(kind, values):
    """A record of which pairs are numbers."""
    return kind(*(_number(value) if isinstance(value, tuple) else value for value in values))


def _profile(profile):
    return PROFILES[profile] if isinstance(profile, str) else profile


class Client:
    """A client of one bus. Raises ValueError for a layout that there is not."""

    def __init__(self, layout="adasis"):
        self._client = _client.Client(LAYOUTS.index(layout))

    def feed(self, identifier, data, milliseconds, is_extended=False):
        """Takes a frame. The result is one of RECEPTIONS."""
        if is_extended:
            identifier |= 0x80000000
        return RECEPTIONS[self._client.feed(identifier, bytes(data), milliseconds)]

    def advance(self, milliseconds):
        """Applies the timeouts."""
        self._client.advance(milliseconds)

    def reset(self):
        """Forgets everything but META-DATA and the counters."""
        self._client.reset()

    @property
    def whereabouts(self):
        """Where the vehicle is: one of WHEREABOUTS."""
        return WHEREABOUTS[self._client.whereabouts()]

    def position(self, candidate=0):
        """A candidate of the position, or None."""
        values = self._client.position(candidate)
        return values and _named(Position, values)

    def offset_at(self, milliseconds, candidate=0):
        """The offset of a candidate at a time, moved on by speed and age."""
        return _number(self._client.offset_at(candidate, milliseconds))

    @property
    def main_path(self):
        """The path that the vehicle is on, or None."""
        return self._client.main_path() or None

    @property
    def paths(self):
        """The paths that the client holds, by index."""
        return [self.path(index) for index in self._client.paths()]

    def path(self, index):
        """A path, or None."""
        values = self._client.path(index)
        if values is None:
            return None
        path = Path(*values)
        return path if path.parent else path._replace(parent=None, stub_metres=None)

    def stubs(self, path):
        """The STUBs of a path, by offset."""
        return [_named(Stub, values) for values in self._client.stubs(path)]

    def segments(self, path):
        """The SEGMENTs of a path, by offset."""
        return [_named(Segment, values) for values in self._client.segments(path)]

    def segment_at(self, path, offset):
        """The SEGMENT that holds at an offset, or None."""
        values = self._client.segment_at(path, offset)
        return values and _named(Segment, values)

    def profiles(self, path):
        """The profiles of a path by name; by number where they have none."""
        names = {number: name for name, number in PROFILES.items()}
        return [names.get(number, number) for number in self._client.profiles(path)]

    def spots(self, path, profile):
        """The points of a profile, by offset."""
        return [_named(Spot, values) for values in self._client.spots(path, _profile(profile))]

    def value_at(self, path, profile, offset):
        """The value of a profile at an offset, in the unit of the profile."""
        return _number(self._client.value_at(path, _profile(profile), offset))

    @property
    def counters(self):
        """Frames by result and lost horizons by cause."""
        receptions, resets = self._client.counters()
        return dict(zip(RECEPTIONS, receptions)), dict(zip(RESETS, resets))

    def lost(self, message):
        """The number of frames of a message that are missing by the cyclic counter."""
        return self._client.lost(MESSAGES[message])

    def late(self, message):
        """The number of frames of a message that came after a later one."""
        return self._client.late(MESSAGES[message])
