"""The channels of the MCAP file, with their JSON schemas.

foxglove.LocationFix and foxglove.GeoJSON have the members that Foxglove documents; the other two are
those of this project.
"""

import dataclasses
from typing import Any

TIME = {
    "type": "object",
    "title": "time",
    "properties": {
        "sec": {"type": "integer", "minimum": 0},
        "nsec": {"type": "integer", "minimum": 0, "maximum": 999_999_999},
    },
    "required": ["sec", "nsec"],
    "additionalProperties": False,
}


@dataclasses.dataclass(frozen=True)
class Channel:
    """A topic and the schema of its messages."""

    topic: str
    schema: str
    properties: dict[str, Any]
    required: tuple[str, ...]

    def definition(self) -> dict[str, Any]:
        """The JSON schema. It allows no other members."""
        return {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": self.schema,
            "type": "object",
            "properties": self.properties,
            "required": list(self.required),
            "additionalProperties": False,
        }


NUMBER = {"type": "number"}
TEXT = {"type": "string"}
COVARIANCE = {"type": "array", "items": NUMBER, "minItems": 9, "maxItems": 9}
LOCATION = {
    "timestamp": TIME,
    "frame_id": TEXT,
    "latitude": {"type": "number", "minimum": -90, "maximum": 90},
    "longitude": {"type": "number", "minimum": -180, "maximum": 180},
    "position_covariance": COVARIANCE,
    "position_covariance_type": {"type": "integer", "enum": [0, 1, 2, 3]},
}
FRAME = {
    "timestamp": TIME,
    "id": {"type": "string", "pattern": "^([0-9A-F]{3}|[0-9A-F]{8})$"},
    "data": {"type": "string", "pattern": "^([0-9A-F]{2})*$"},
    "message": TEXT,
    "raw": {"type": "object", "additionalProperties": {"type": "integer"}},
    "value": {"type": "object"},
}
AHEAD = {
    "timestamp": TIME,
    "state": TEXT,
    "path": {"type": "integer"},
    "offset": NUMBER,
    "speed_limit": {"type": "integer", "minimum": 0},
    "speed_limit_unit": {"enum": ["km/h", "mph"]},
    "speed_limit_word": {"enum": ["none", "walk", "variable", "unknown"]},
    "ahead": {
        "type": "array",
        "items": {
            "type": "object",
            "properties": {
                "kind": TEXT,
                "distance": NUMBER,
                "end": NUMBER,
                "offset": NUMBER,
                "path": {"type": "integer"},
            },
            "required": ["kind", "distance", "offset", "path"],
        },
    },
}
FIX_FIELDS = ("timestamp", "frame_id", "latitude", "longitude", "position_covariance_type")
FIX = Channel("/fix", "foxglove.LocationFix", LOCATION, FIX_FIELDS)
MATCHED = Channel("/matched", "foxglove.LocationFix", LOCATION, FIX_FIELDS)
TREE = Channel("/tree", "foxglove.GeoJSON", {"geojson": TEXT}, ("geojson",))
FRAMES = Channel("/frames", "ehorizon.Frame", FRAME, ("timestamp", "id", "data"))
ATTRIBUTES = Channel("/ahead", "ehorizon.Ahead", AHEAD, ("timestamp", "ahead"))
CHANNELS = (FIX, MATCHED, TREE, FRAMES, ATTRIBUTES)
