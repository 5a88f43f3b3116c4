#!/usr/bin/env python3
"""Compares an exported VSS tree with the leaves of mapping.json.

    compare.py vss.json

Each leaf that the bridge writes has to be there, with its data type, unit, range and texts. An input that the
catalogue does not have is reported and is no failure: Vehicle.Exterior.RoadSurfaceCondition is younger
than VSS 6.0.
"""

import json
import pathlib
import sys
from typing import Any

MAPPING = pathlib.Path(__file__).resolve().parent / "mapping.json"


def node(tree: dict[str, Any], path: str) -> dict[str, Any] | None:
    """The node of a path; None if it is not there."""
    first, *others = path.split(".")
    found: dict[str, Any] | None = tree.get(first)
    for name in others:
        found = found.get("children", {}).get(name) if found else None
    return found


def differences(path: str, leaf: dict[str, Any], found: dict[str, Any]) -> list[str]:
    """What the catalogue has otherwise than the mapping."""
    wanted = {
        "datatype": leaf["datatype"],
        "unit": leaf.get("unit"),
        "min": leaf.get("minimum"),
        "max": leaf.get("maximum"),
        "allowed": leaf.get("allowed"),
        "enum": leaf.get("enum"),
    }
    return [
        f"{path}: {name} is {found.get(name)!r}, not {value!r}"
        for name, value in wanted.items()
        if found.get(name) != value
    ]


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    tree = json.loads(pathlib.Path(sys.argv[1]).read_text(encoding="utf-8"))
    mapping = json.loads(MAPPING.read_text(encoding="utf-8"))
    problems, absent = [], []
    for kind in ("leaves", "inputs"):
        for path, leaf in mapping[kind].items():
            found = node(tree, path)
            if found is not None:
                problems += differences(path, leaf, found)
            elif kind == "leaves":
                problems.append(f"{path}: not there")
            else:
                absent.append(path)
    for path in absent:
        print(f"{path}: not in this catalogue; vehicle_feed.py does not send it")
    print("\n".join(problems) or f"{len(mapping['leaves'])} leaves and "
          f"{len(mapping['inputs']) - len(absent)} inputs agree with the tree")
    sys.exit(bool(problems))


if __name__ == "__main__":
    main()
