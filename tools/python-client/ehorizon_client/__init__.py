"""The client side of ADASIS v2: CAN frames in, the path tree of the road ahead out.

Offsets are metres from the start of a path, times milliseconds of one clock. A value that is not
known is None, or a Number without a value.
"""
from . import _client
from .names import NAMES
from .records import MetaData, Number, Path, Position, Segment, Spot, Stub, name_of

__all__ = ["Client", "MetaData", "Number", "Position", "Path", "Stub", "Segment", "Spot", "EXTENDED_ID", "LAYOUTS",
           "MESSAGES", "NAMES", "PROFILES", "name_of"]

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

#: Set in an identifier of 29 bits.
EXTENDED_ID = 0x80000000

if len(RECEPTIONS) != _client.RECEPTION_COUNT or len(RESETS) != _client.RESET_COUNT:
    raise ImportError("ehorizon_client: the module and its C part have different versions")


def _number(pair):
    reading, value = pair
    return Number(READINGS[reading], value if reading < 3 else None)


def _named(kind, values):
    """A record of which pairs are numbers."""
    return kind(*(_number(value) if isinstance(value, tuple) else value for value in values))


def _code(codes, word, what):
    """The code of a word; what has no word is already a code."""
    if not isinstance(word, str):
        return word
    if word not in codes:
        raise ValueError(f"{what} {word!r}: there are {', '.join(codes)}")
    return codes[word]


def _whole(number, what, most):
    """A number from 0 on."""
    if not 0 <= number <= most:
        raise ValueError(f"{what} {number}: 0 to {most}")
    return number


def _profile(profile):
    return _whole(_code(PROFILES, profile, "profile"), "profile", 63)


def _path(index):
    return _whole(index, "path", 63)


def _time(milliseconds):
    return _whole(milliseconds, "time", 2**63)


def _identifier(identifier):
    limit = 0x1FFFFFFF if identifier & EXTENDED_ID else 0x7FF
    if not 0 <= identifier & ~EXTENDED_ID <= limit:
        raise ValueError(f"identifier {identifier:#x}: 11 bits, or 29 bits with EXTENDED_ID")
    return identifier


def _routes(identifiers):
    """Pairs of an identifier and a message."""
    routes = []
    for message, given in identifiers.items():
        code = _code(MESSAGES, message, "message")
        routes += [(_identifier(identifier), code) for identifier in ([given] if isinstance(given, int) else given)]
    if not routes:
        raise ValueError("identifiers: there are none")
    return routes


def _profile_bits(profiles):
    """The profiles as bits, of PROFILE SHORT and of PROFILE LONG."""
    bits = 0
    for profile in profiles:
        bits |= 1 << _profile(profile)
    return bits & 0xFFFFFFFF, bits >> 32


class Client:
    """A client of one bus.

    `layout` is one of LAYOUTS. `identifiers` has the CAN identifiers by message, one or several each, such as
    {"position": 0x500, "stub": [0x501, EXTENDED_ID | 0x1801]}, 12 at most; without it they are 0x300 to 0x305. `profiles` are the
    profiles to hold, by name or number; without it all. The other arguments are the fields of `ehc_config`, with their
    ranges. Raises ValueError for what is not possible.
    """

    def __init__(self, layout="adasis", *, identifiers=None, profiles=None, trailing_length_m=None,
                 longest_jump_m=None, longest_sent_behind_m=None, reorder_window_ms=None, position_timeout_ms=None,
                 path_timeout_ms=None):
        if layout not in LAYOUTS:
            raise ValueError(f"layout {layout!r}: there are {', '.join(LAYOUTS)}")
        short, long = (None, None) if profiles is None else _profile_bits(profiles)
        self._client = _client.Client(
            LAYOUTS.index(layout), None if identifiers is None else _routes(identifiers), short, long,
            trailing_length_m, longest_jump_m, longest_sent_behind_m, reorder_window_ms, position_timeout_ms,
            path_timeout_ms)

    def feed(self, identifier, data, milliseconds, is_extended=False):
        """Takes a classic data frame. The result is one of RECEPTIONS."""
        if is_extended:
            identifier |= EXTENDED_ID
        return RECEPTIONS[self._client.feed(_identifier(identifier), bytes(data), _time(milliseconds))]

    def advance(self, milliseconds):
        """Applies the timeouts."""
        self._client.advance(_time(milliseconds))

    def reset(self):
        """Forgets everything but META-DATA and the counters."""
        self._client.reset()

    @property
    def whereabouts(self):
        """Where the vehicle is: one of WHEREABOUTS."""
        return WHEREABOUTS[self._client.whereabouts()]

    def position(self, candidate=0):
        """A candidate of the position, or None."""
        values = self._client.position(_whole(candidate, "candidate", 3))
        return values and _named(Position, values)

    def offset_at(self, milliseconds, candidate=0):
        """The offset of a candidate at a time, moved on by speed and age."""
        return _number(self._client.offset_at(_whole(candidate, "candidate", 3), _time(milliseconds)))

    @property
    def meta_data(self):
        """META-DATA, or None."""
        values = self._client.meta_data()
        return values and MetaData(*values)

    @property
    def current_link(self):
        """The SEGMENT of the link under the vehicle, from a provider without paths, or None. Its offset can be None."""
        values = self._client.current_link()
        return values and _named(Segment, values)

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
        values = self._client.path(_path(index))
        if values is None:
            return None
        path = Path(*values)
        return path if path.parent else path._replace(parent=None, stub_metres=None)

    def stubs(self, path):
        """The STUBs of a path, by offset."""
        return [_named(Stub, values) for values in self._client.stubs(_path(path))]

    def segments(self, path):
        """The SEGMENTs of a path, by offset."""
        return [_named(Segment, values) for values in self._client.segments(_path(path))]

    def segment_at(self, path, offset):
        """The SEGMENT that holds at an offset, or None."""
        values = self._client.segment_at(_path(path), offset)
        return values and _named(Segment, values)

    def profiles(self, path):
        """The profiles of a path by name; by number where they have none."""
        names = {number: name for name, number in PROFILES.items()}
        return [names.get(number, number) for number in self._client.profiles(_path(path))]

    def spots(self, path, profile):
        """The points of a profile, by offset."""
        return [_named(Spot, values) for values in self._client.spots(_path(path), _profile(profile))]

    def value_at(self, path, profile, offset):
        """The value of a profile at an offset, in the unit of the profile."""
        return _number(self._client.value_at(_path(path), _profile(profile), offset))

    @property
    def counters(self):
        """Frames by result and lost horizons by cause."""
        receptions, resets = self._client.counters()
        return dict(zip(RECEPTIONS, receptions)), dict(zip(RESETS, resets))

    def lost(self, message):
        """The number of frames of a message that are missing by the cyclic counter."""
        return self._client.lost(_code(MESSAGES, message, "message"))

    def late(self, message):
        """The number of frames of a message that came after a later one."""
        return self._client.late(_code(MESSAGES, message, "message"))
