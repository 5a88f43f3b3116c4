#!/usr/bin/env python3
"""Writes VSS 2.0 as vspec files, from the JSON that the package vss 1.0.5 of PyPI contains.

    catalogue2.py vss_release_2.0.json FOLDER

Release 2.0 is the newest complete catalogue that a Python package contains. Data types of 2.0 with a
capital get their names of today. Units and quantities of 2.0 have no file: each unit gets a definition
with its own name. Ranges are left out: some of 2.0 do not fit their own data type. exceptions.yaml is for
--strict-exceptions: names of 2.0 break rules of today, those of the overlay may not.
"""

import json
import pathlib
import sys
from typing import Any

KEPT = ("datatype", "type", "unit", "description")
# Units of the overlay that 2.0 does not have.
ADDED = {"m/s", "ms", "iso8601"}


def flat(tree: dict[str, Any], above: str = "") -> dict[str, dict[str, Any]]:
    """The nodes by path, with the members that vspec has."""
    found: dict[str, dict[str, Any]] = {}
    for name, node in tree.items():
        path = f"{above}.{name}" if above else name
        members = {key: node[key] for key in KEPT if key in node}
        if "datatype" in members:
            members["datatype"] = members["datatype"].lower()
        if "enum" in node:
            members["allowed"] = node["enum"]
        found[path] = members
        found |= flat(node.get("children", {}), path)
    return found


def main() -> None:
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    nodes = flat(json.loads(pathlib.Path(sys.argv[1]).read_text(encoding="utf-8")))
    folder = pathlib.Path(sys.argv[2])
    units = {node["unit"] for node in nodes.values() if "unit" in node} | ADDED
    files = {
        "VehicleSignalSpecification.vspec": nodes,
        "units.yaml": {
            unit: {
                "definition": f"Unit {unit}.",
                "unit": unit,
                "quantity": "any",
                "allowed-datatypes": ["string" if unit == "iso8601" else "numeric"],
            }
            for unit in sorted(units)
        },
        "exceptions.yaml": dict.fromkeys(nodes),
        "quantities.yaml": {"any": {"definition": "Any quantity."}},
    }
    for name, content in files.items():
        (folder / name).write_text(json.dumps(content, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
