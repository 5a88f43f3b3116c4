"""Leaves of the messages on the bus, derived from the codec's records in the DBC."""

import math

from dbc import DBCError, Signal
from leaf import ROOT, UNKNOWN, Leaf, camel, constant

# Each message with its branch and the place of its fields in `reconstruct --follow --json`.
MESSAGES = {
    "POSITION": ("Position", "candidates.0"),
    "SEGMENT": ("Segment", "segment"),
    "STUB": ("BranchPoint", "stub"),
    "META_DATA": ("MapData", "metaData"),
}
BRANCHES = {
    "Position": "The most probable candidate of POSITION.",
    "Segment": "The SEGMENT at the position of the vehicle.",
    "BranchPoint": "The next STUB ahead on the path of the vehicle.",
    "MapData": "META-DATA of the map.",
    "Profile": "Profile values at the position of the vehicle.",
}
# Fields of the transport, and fields that a client's path tree replaces or does not keep.
LEFT_OUT = {
    "cyclicCounter", "retransmission", "update", "messageType", "reserved", "lastStubAtOffset",
    "positionIndex", "regionCode", "majorProtocolVersion", "minorProtocolVersion",
    "minorProtocolSubVersion", "hardwareVersion", "mapProvider", "mapVersionYear",
    "mapVersionQuarter",
}
LEFT_OUT_OF = {"SEGMENT": {"pathIndex"}, "STUB": {"pathIndex"}}
UNITS = {"": "", "m": "m", "ms": "ms", "m/s": "m/s", "deg": "degrees", "%": "percent"}
# Profile types with one value at a place: type, VSS unit, course between points, description.
PROFILES = {
    "profile-short.curvature": ("", "line", "Curvature in 1/m, right curves positive. VSS has no such unit."),
    "profile-short.slope-step": ("percent", "step", "Slope, constant from point to point, uphill positive."),
    "profile-short.slope-linear": ("percent", "line", "Slope, linear between points, uphill positive."),
    "profile-short.average-speed": ("m/s", "step", "Average speed of traffic."),
    "profile-long.altitude": ("m", "line", "Altitude above sea level."),
}


def leaves(messages: dict[str, dict[str, Signal]]) -> list[Leaf]:
    """The leaves of all messages and profiles."""
    found = []
    for message, (branch, member) in MESSAGES.items():
        if message not in messages:
            raise DBCError(f"the DBC has no message {message}")
        left_out = LEFT_OUT | LEFT_OUT_OF.get(message, set())
        for signal in messages[message].values():
            if signal.name not in left_out:
                found += field(signal, f"{ROOT}.{branch}", f"{member}.{signal.name}")
    found.append(Leaf(
        f"{ROOT}.BranchPoint.Distance", "wire", "stub.distance", "uint16",
        "Distance from the vehicle to the branch point.", "m",
    ))
    for name, (unit, course, description) in PROFILES.items():
        message, kind = name.split(".")
        types = messages[message.upper().replace("-", "_")]["profileType"].names
        if kind not in types.values():
            raise DBCError(f"the DBC has no profile type {kind} in {message}")
        path = f"{ROOT}.Profile.{camel(kind)}"
        found.append(Leaf(path, "wire", f"profiles.{name}", "float", description, unit, reading=course))
    return found


def field(signal: Signal, branch: str, member: str) -> list[Leaf]:
    """The leaf of a field, and a second one for its texts where the field has numbers and texts."""
    if signal.unit not in UNITS:
        raise DBCError(f"{signal.name}: VSS has no unit for '{signal.unit}'")
    known = {raw: text for raw, text in signal.names.items() if text not in UNKNOWN}
    name = camel(signal.name)
    words = description(signal)
    if set(known.values()) == {"no", "yes"}:
        return [Leaf(f"{branch}.Is{name}", "wire", member, "boolean", words)]
    numbers = {raw: number(text, signal.unit) for raw, text in known.items()}
    if len(signal.names) * 2 >= 1 << signal.width and None in numbers.values() and not any(
        value is not None for value in numbers.values()
    ):
        texts = {text: constant(text) for text in known.values()}
        return [Leaf(f"{branch}.{name}", "wire", member, "string", words,
                     allowed=list(texts.values()), texts=texts)]
    values = [value for value in numbers.values() if value is not None]
    values += [
        raw * signal.factor + signal.offset
        for raw in range(1 << signal.width)
        if raw not in signal.names
    ]
    low, high = math.floor(min(values)), math.ceil(max(values))
    is_whole = all(value == int(value) for value in values)
    leaf = Leaf(f"{branch}.{name}", "wire", member, whole(low, high) if is_whole else "float",
                words, UNITS[signal.unit], low, high)
    for raw, value in numbers.items():
        if value is not None and not known[raw].isdigit():
            leaf.texts[without_unit(known[raw], signal.unit)] = int(value) if is_whole else value
    if signal.name == "effectiveSpeedLimit":
        leaf.datatype, leaf.unit, leaf.reading = "float", "km/h", "speed-unit"
        leaf.maximum = math.ceil(high * 1.609344)
    texts = {without_unit(known[raw], signal.unit): constant(known[raw])
             for raw, value in numbers.items() if value is None}
    if not texts:
        return [leaf]
    return [leaf, Leaf(
        f"{branch}.{name}State", "wire", member, "string",
        f"The meaning of {name} where it is not a number.",
        allowed=list(texts.values()), texts=texts,
    )]


def number(text: str, unit: str) -> float | None:
    """The number that a value name stands for: 50, or 6 of `>=6`. `>150` and words are none."""
    text = without_unit(text, unit).removeprefix(">=").removeprefix("<=")
    try:
        return float(text)
    except ValueError:
        return None


def without_unit(text: str, unit: str) -> str:
    """`>2545 ms` -> `>2545`, as the JSON has it."""
    return text.removesuffix(f" {unit}") if unit else text


def whole(low: float, high: float) -> str:
    """The smallest whole data type of VSS for a range."""
    if low < 0:
        raise DBCError(f"no unsigned data type holds {low:g}")
    return next(f"uint{bits}" for bits in (8, 16, 32) if high < 1 << bits)


def description(signal: Signal) -> str:
    """The description of a leaf: the comment of the DBC, or its name in words."""
    name = "".join(f" {letter.lower()}" if letter.isupper() else letter for letter in signal.name)
    words = name[:1].upper() + name[1:] + "."
    ends = [f"{text} is sent as that number." for text in signal.names.values()
            if text[:2] in (">=", "<=")]
    remark = [signal.comment.removesuffix(".") + "."] if signal.comment else []
    return " ".join([words, *remark, *ends])
