"""The values of leaves in the documents of a source. A value that is not known is None."""

import datetime
import json
import pathlib
from collections.abc import Callable
from typing import Any

MILE = 1.609344
Leaf = dict[str, Any]
WHOLE = {"uint8", "uint16", "uint32", "int8", "int16", "int32"}


class MappingError(Exception):
    """A mapping file that cannot be used."""


def mapping(path: pathlib.Path) -> dict[str, dict[str, Leaf]]:
    """The mapping of a file: `leaves` and `inputs`, by VSS path."""
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise MappingError(f"{path}: {error}") from None
    if not isinstance(document, dict) or document.get("version") != 1:
        raise MappingError(f"{path}: version: not 1; use the mapping.json of this version")
    return {"leaves": document["leaves"], "inputs": document["inputs"]}


def member(document: Any, path: str) -> Any:
    """The member of a document; None where it is missing or null. Profile names have a dot."""
    if path.startswith("profiles."):
        return (document.get("profiles") or {}).get(path.removeprefix("profiles."))
    for name in path.split("."):
        if isinstance(document, list):
            document = document[int(name)] if int(name) < len(document) else None
        elif isinstance(document, dict):
            document = document.get(name)
        if document is None:
            return None
    return document


def value(leaf: Leaf, document: dict[str, Any], complain: Callable[[str], None]) -> Any:
    """The value of a leaf; None if it is unknown. `complain` gets a value that does not fit."""
    if leaf.get("reading") == "limit":
        document = with_limits(document)
    found = member(document, leaf["member"])
    if found is None:
        return None
    try:
        found = reading(leaf, found, document)
    except (ValueError, TypeError) as error:
        complain(f"{leaf['member']}: {error}")
        return None
    if found is None or isinstance(found, (bool, str)):
        return found
    found = found * leaf.get("factor", 1)
    low, high = leaf.get("minimum"), leaf.get("maximum")
    if (low is not None and found < low) or (high is not None and found > high):
        complain(f"{leaf['member']}: {found:g} is outside of {low} to {high}")
        return None
    return int(found) if leaf["datatype"] in WHOLE else float(found)


def reading(leaf: Leaf, found: Any, document: dict[str, Any]) -> Any:
    """A member as a boolean, a text or a number of the leaf; None: not known."""
    kind, datatype = leaf.get("reading", ""), leaf["datatype"]
    if kind == "limit":
        if found == "unknown":
            return None
        number = limit(found)
        return number is None if datatype == "boolean" else number
    if kind == "time":
        moment = datetime.datetime.fromtimestamp(found, datetime.UTC)
        return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")
    if kind in ("line", "step"):
        found = between(found, kind)
    texts = leaf.get("texts", {})
    if isinstance(found, str):
        return texts.get(found)
    if datatype == "string":
        return None  # the leaf for the texts of a field that has a number now
    if datatype == "boolean":
        if not isinstance(found, bool):
            raise ValueError(f"{found!r} is not true or false")
        return found
    if found is None:
        return None
    if isinstance(found, bool) or not isinstance(found, (int, float)):
        raise ValueError(f"{found!r} is not a number")
    if kind == "speed-unit":
        unit = member(document, "metaData.speedUnit")
        return {"km/h": found, "mph": found * MILE}.get(unit)
    return found


def with_limits(document: dict[str, Any]) -> dict[str, Any]:
    """An `ahead` event with the texts of its limits: `50`, `30 mph`, `none`, `unknown`."""

    def text(limit: dict[str, Any]) -> str | None:
        if limit.get("limit_word") is not None or limit.get("limit") is None:
            return limit.get("limit_word")
        unit = limit.get("limit_unit")
        return f"{limit['limit']}" if unit == "km/h" else f"{limit['limit']} {unit}"

    following = document.get("next_limit") or {}
    return {**document, "limit": text(document), "next_limit": {**following, "limit": text(following)}}


def limit(text: str) -> float | None:
    """A limit in km/h; None if there is none. Its text is `50`, `30 mph` or `none`."""
    if text == "none":
        return None
    number, _, unit = text.partition(" ")
    if unit not in ("", "mph"):
        raise ValueError(f"'{text}' is not a speed limit")
    return float(number) * (MILE if unit else 1)


def between(spots: dict[str, Any], course: str) -> Any:
    """The value of a profile at the position."""
    first, second = spots["from"], spots["to"]
    if course == "step" or not isinstance(first, (int, float)):
        return first
    if not isinstance(second, (int, float)):
        return first if spots["share"] == 0 else None
    return first + (second - first) * spots["share"]
