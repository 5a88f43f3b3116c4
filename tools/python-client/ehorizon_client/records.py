"""What a client holds, as records. Offsets are metres from the start of a path, times milliseconds of one clock."""
from typing import NamedTuple, Optional

from .names import NAMES


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


class MetaData(NamedTuple):
    """META-DATA. Codes are those of the wire."""
    country: int             # ISO 3166-1 numeric; 0 unknown
    region: int              # 0 unknown
    drives_on_right: bool
    speeds_in_mph: bool
    major_version: int
    minor_version: int
    minor_sub_version: int
    hardware_version: int
    map_provider: int        # 0 unknown, 7 not available
    map_year: int            # years since 2000; 63 not available
    map_quarter: int         # 0...3 for the first to the fourth quarter
