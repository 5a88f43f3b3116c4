"""A leaf of the VSS tree, with the place of its value in the output of ehorizon."""

import dataclasses
from typing import Any

ROOT = "Vehicle.ADAS.Horizon"
UNKNOWN = {"unknown", "n/a"}


@dataclasses.dataclass
class Leaf:
    """A VSS sensor and its source.

    `source` names the document: `status` and `ahead` of the control socket, or `wire` for a line of
    `ehorizon reconstruct --follow --json`. `member` is the path of the value in it.
    """

    path: str
    source: str
    member: str
    datatype: str
    description: str
    unit: str = ""
    minimum: float | None = None
    maximum: float | None = None
    allowed: list[str] = dataclasses.field(default_factory=list)
    # Names of numbers, where VSS has them.
    enum: dict[str, int] = dataclasses.field(default_factory=dict)
    # Texts of the JSON and their values in VSS. A text that is not here leaves the leaf unset.
    texts: dict[str, Any] = dataclasses.field(default_factory=dict)
    # The factor from the unit of the JSON to the unit of VSS.
    factor: float = 1
    # "speed-unit": km/h or mph, as META-DATA states. "limit": a limit with its unit or word. "time": seconds.
    reading: str = ""
    # Whether the standard catalogue defines the leaf; the overlay then has no entry for it.
    standard: bool = False

    def mapping(self) -> dict[str, Any]:
        """The entry of mapping.json: members that differ from their default."""
        values = dataclasses.asdict(self)
        plain = {field.name: field.default for field in dataclasses.fields(self)}
        return {
            name: value
            for name, value in values.items()
            if name not in {"path", "description"} and value not in (plain[name], [], {})
        }


def camel(text: str) -> str:
    """A name in the style of VSS: relativeHeading, slope-step -> RelativeHeading, SlopeStep."""
    return "".join(part[:1].upper() + part[1:] for part in text.replace("_", "-").split("-"))


def constant(text: str) -> str:
    """A value name in the style of VSS: `off-road` -> OFF_ROAD, `>150` -> ABOVE_150."""
    for sign, word in ((">=", "AT_LEAST_"), ("<=", "AT_MOST_"), (">", "ABOVE_"), ("<", "BELOW_")):
        if text.startswith(sign):
            text = word + text[len(sign) :]
    words = text.upper().replace("/", "_PER_")
    return "".join(letter if letter.isalnum() else "_" for letter in words)
