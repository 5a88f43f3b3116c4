"""The path tree of a client as GeoJSON, from the longitudes and latitudes of PROFILE LONG."""

import json
from typing import Any

LONGITUDE, LATITUDE = "profile-long.longitude", "profile-long.latitude"
Points = list[tuple[float, float, float]]


def points_of(path: dict[str, Any]) -> Points:
    """Offset, longitude and latitude of each place of which both were transmitted."""
    profiles = path["profiles"]
    latitudes = {
        point["offset"]: point["value"] for point in profiles.get(LATITUDE, []) if point["value"] is not None
    }
    return [
        (point["offset"], point["value"], latitudes[point["offset"]])
        for point in profiles.get(LONGITUDE, [])
        if point["value"] is not None and point["offset"] in latitudes
    ]


def place_at(points: Points, offset: float) -> tuple[float, float] | None:
    """The longitude and latitude at an offset, straight between the points; None outside of them."""
    for (first, *a), (second, *b) in zip(points, points[1:], strict=False):
        if first <= offset <= second and second > first:
            share = (offset - first) / (second - first)
            return tuple(x + (y - x) * share for x, y in zip(a, b, strict=True))  # type: ignore[return-value]
    return None


def geojson(tree: dict[str, Any]) -> str:
    """The lines of all paths, the branch points, and the candidates of the position."""
    features = []
    lines = {path["pathIndex"]: points_of(path) for path in tree["paths"]}
    current = {place.get("pathIndex") for place in tree.get("candidates", [])[:1]}
    for path in tree["paths"]:
        index = path["pathIndex"]
        points = lines[index]
        if len(points) > 1:
            line = [[longitude, latitude] for _, longitude, latitude in points]
            color = "#d02020" if index in current else "#3060c0"
            features.append(feature("LineString", line, pathIndex=index, style={"color": color, "weight": 4}))
        for stub in path["stubs"]:
            if (place := place_at(points, stub["offset"])) is not None:
                features.append(feature(
                    "Point", place, name=f"STUB {index} to {stub['subPathIndex']}",
                    probability=stub["relativeProbability"], turnAngle=stub["turnAngle"],
                ))
    for candidate in tree.get("candidates", []):
        points = lines.get(candidate["pathIndex"], [])
        if (place := place_at(points, candidate["offset"])) is not None:
            features.append(feature("Point", place, name="POSITION", pathIndex=candidate["pathIndex"],
                                    offset=candidate["offset"]))
    return json.dumps({"type": "FeatureCollection", "features": features}, ensure_ascii=False)


def feature(kind: str, coordinates: Any, **properties: Any) -> dict[str, Any]:
    """A GeoJSON feature."""
    return {"type": "Feature", "properties": properties,
            "geometry": {"type": kind, "coordinates": coordinates}}
