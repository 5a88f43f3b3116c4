"""Leaves of the control socket's answers, and the leaves of the standard catalogue.

docs/guide/status.md describes the members. The unit of a number is the suffix of its member.
"""

from leaf import ROOT, Leaf, constant

# The suffix of a member, with the unit in VSS.
SUFFIXES = {"_m_s": "m/s", "_m": "m", "_deg": "degrees", "_s": "s"}
PLACES = ["on-road", "off-road", "no-map", "not-calibrated"]
STOPS = ["stop-sign", "give-way-sign", "traffic-light", "level-crossing"]
BUS_STATES = ["open", "absent", "down", "bus-off", "listen-only", "blocked", "asleep"]
CHANNELS = {
    "Place": "The place of the vehicle on the map.",
    "Ahead": "The next data on the most probable path.",
    "Tree": "The path tree in the provider.",
    "Output": "The output of the provider on its bus.",
}


def number(path: str, source: str, member: str, words: str, low: float | None = 0) -> Leaf:
    """A number; its unit follows from the member's suffix."""
    unit = next((unit for suffix, unit in SUFFIXES.items() if member.endswith(suffix)), "")
    return Leaf(f"{ROOT}.{path}", source, member, "float", words, unit, minimum=low)


def share(path: str, source: str, member: str, words: str) -> Leaf:
    """A share of 1, in per cent."""
    return Leaf(f"{ROOT}.{path}", source, member, "float", words, "percent", 0, 100, factor=100)


def choice(path: str, source: str, member: str, words: str, names: list[str]) -> Leaf:
    """One of some texts."""
    texts = {name: constant(name) for name in names}
    return Leaf(f"{ROOT}.{path}", source, member, "string", words,
                allowed=list(texts.values()), texts=texts)


def limit(path: str, member: str, words: str) -> list[Leaf]:
    """A speed limit: the number, and whether there is none. Both are unset where it is unknown."""
    return [
        Leaf(f"{ROOT}.{path}", "ahead", member, "float",
             f"{words} Unset if it is unknown or if there is no limit.", "km/h", 0,
             reading="limit"),
        Leaf(f"{ROOT}.Ahead.Is{path.removeprefix('Ahead.')}None", "ahead", member, "boolean",
             f"True if there is no speed limit; unset if it is unknown. {words}", reading="limit"),
    ]


def leaves() -> list[Leaf]:
    """The leaves of the branch that come from the control socket."""
    return [
        choice("Place.State", "status", "place.state", "Where the vehicle is.", PLACES),
        share("Place.Probability", "status", "place.probability", "Probability of the place."),
        number("Place.Accuracy", "status", "place.accuracy_m", "Accuracy along the road."),
        number("Place.Speed", "status", "place.speed_m_s", "Speed along the road.", None),
        *limit("Ahead.SpeedLimit", "limit", "The speed limit at the vehicle."),
        *limit("Ahead.NextSpeedLimit", "next_limit.limit", "The next speed limit."),
        number("Ahead.NextSpeedLimitDistance", "ahead", "next_limit.distance_m",
               "Distance to the next speed limit."),
        number("Ahead.CurveDistance", "ahead", "curve.distance_m",
               "Distance to the start of the next curve, 0 in a curve."),
        number("Ahead.CurveSafeSpeed", "ahead", "curve.safe_speed_m_s", "Safe speed of this curve."),
        number("Ahead.CurveRadius", "ahead", "curve.radius_m",
               "Radius of this curve, negative to the left.", None),
        number("Ahead.StopDistance", "ahead", "stop.distance_m", "Distance to the next place to stop."),
        choice("Ahead.StopKind", "ahead", "stop.kind", "The kind of this place.", STOPS),
        number("Ahead.Reach", "ahead", "reach_m", "Length of the most probable path ahead."),
        number("Tree.Offset", "status", "tree.offset_m", "Offset of the vehicle on the main path.", None),
        number("Tree.NextExitDistance", "status", "tree.exits.0.distance_m", "Distance to the next exit."),
        number("Tree.NextExitAngle", "status", "tree.exits.0.angle_deg",
               "Turn angle of the next exit, right positive.", None),
        share("Tree.NextExitProbability", "status", "tree.exits.0.probability",
              "Probability that the vehicle takes the next exit."),
        Leaf(f"{ROOT}.Tree.IsComplete", "status", "tree.complete", "boolean",
             "True if the whole tree was sent."),
        choice("Output.State", "status", "bus.state", "The state of the interface.", BUS_STATES),
        share("Output.Load", "status", "bus.load", "Bus load of the last second."),
        number("Output.MapAge", "status", "map.age_days", "Age of the map data in days."),
    ]


def standard() -> list[Leaf]:
    """The leaves of the standard catalogue that the bridge fills.

    Data type, unit and range are those that the bridge expects; the check compares them with the
    catalogue.
    """
    here = "Vehicle.CurrentLocation"
    found = [
        Leaf(f"{here}.Timestamp", "status", "fix.time", "string", "Time of the fix.", "iso8601",
             reading="time"),
        Leaf(f"{here}.Latitude", "status", "fix.latitude", "double", "Latitude.", "degrees", -90, 90),
        Leaf(f"{here}.Longitude", "status", "fix.longitude", "double", "Longitude.", "degrees", -180, 180),
        Leaf(f"{here}.Heading", "status", "fix.course_deg", "double", "Course.", "degrees", 0, 360),
        Leaf(f"{here}.HorizontalAccuracy", "status", "fix.accuracy_m", "double", "Accuracy.", "m"),
    ]
    for leaf in found:
        leaf.standard = True
    return found


def inputs() -> list[Leaf]:
    """The leaves that the daemon reads: vehicle_feed.py sends them as vehicle signals."""
    words = ["UNKNOWN", "DRY", "WET", "SNOW", "ICE", "SLUSH", "WET_ICE", "LOOSE_GRAVEL"]
    numbers = {word: number for number, word in enumerate(words)}
    surfaces = {"DRY": "dry", "WET": "wet", "SNOW": "snow", "ICE": "ice", "WET_ICE": "ice"}
    found = [
        Leaf("Vehicle.Speed", "input", "Speed", "float", "Speed.", "km/h"),
        Leaf("Vehicle.AngularVelocity.Yaw", "input", "YawRate", "float",
             "Yaw rate, positive to the left.", "degrees/s"),
        Leaf("Vehicle.Exterior.RoadSurfaceCondition", "input", "RoadSurface", "uint8", "Road surface.",
             enum=numbers, texts={str(numbers[word]): text for word, text in surfaces.items()}),
    ]
    for leaf in found:
        leaf.standard = True
    return found
