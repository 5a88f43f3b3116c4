"""Run by peer.py with a Python that has Valhalla's module: CONFIG EXTRACT TILES.

Builds the tiles where they are not there. Then each line of standard input is a drive to match, each
line of standard output what came of it, both JSON.
"""
import json
import os
import resource
import subprocess
import sys
import time

import valhalla
from valhalla.config import get_config

ATTRIBUTES = ["edge.way_id", "edge.begin_shape_index", "edge.end_shape_index", "shape", "matched.point",
              "matched.type", "matched.edge_index"]
# Valhalla's edge index of a fix without an edge, of 32 and of 64 bits.
NO_EDGE = 2**32 - 1


def prepare(path, extract, tiles):
    """Builds the tiles where they are not there, and writes the configuration: the default one without limits on
    the length of a drive."""
    if not os.path.isdir(tiles):
        # The folder takes its name once it is complete.
        part = f"{tiles}.{os.getpid()}"
        os.makedirs(part)
        configure(path, part)
        program = os.path.join(os.path.dirname(valhalla.__file__), "bin", "valhalla_build_tiles")
        subprocess.run([program, "-c", path, extract], check=True, capture_output=True)
        os.rename(part, tiles)
    configure(path, tiles)


def configure(path, tiles):
    """Writes the configuration for a folder of tiles."""
    config = get_config(tile_extract="", tile_dir=tiles)
    config["mjolnir"].pop("tile_extract", None)
    config["mjolnir"]["include_pedestrian"] = config["mjolnir"]["include_bicycle"] = False
    config.get("additional_data", {}).pop("elevation", None)
    for part in "mjolnir", "loki", "thor", "meili", "odin":
        config[part]["logging"] = {"type": ""}
    config["service_limits"]["trace"].update(max_shape=1_000_000, max_distance=1e7)
    with open(path, "w") as file:
        json.dump(config, file)


def decode(text):
    """The places of a line in Google's encoding with six digits."""
    places, at, values = [], 0, [0, 0]
    while at < len(text):
        for axis in 0, 1:
            shift = result = 0
            while True:
                byte = ord(text[at]) - 63
                at += 1
                result |= (byte & 31) << shift
                shift += 5
                if byte < 32:
                    break
            values[axis] += ~(result >> 1) if result & 1 else result >> 1
        places.append((values[1] / 1e6, values[0] / 1e6))
    return places


def match(actor, fixes, settings):
    """One drive as a whole. With times Valhalla refuses ways on which a car would be faster than their class says: on
    maps that have no classes it loses half of a drive on a motorway."""
    request = json.dumps({
        "shape": [{"lat": latitude, "lon": longitude} for _, latitude, longitude in fixes],
        "costing": "auto", "shape_match": "map_snap", "trace_options": settings,
        "filters": {"attributes": ATTRIBUTES, "action": "include"}})
    start = time.process_time()
    try:
        text = actor.trace_attributes(request)
    except RuntimeError as error:
        # No road near any fix is an answer too.
        return {"edges": [], "points": [None] * len(fixes), "problem": str(error),
                "seconds": time.process_time() - start}
    seconds = time.process_time() - start
    found = json.loads(text)
    shape = decode(found["shape"])
    edges = [{"way": edge["way_id"], "line": shape[edge["begin_shape_index"]:edge["end_shape_index"] + 1]}
             for edge in found["edges"]]
    points = [{"edge": point["edge_index"], "place": (point["lon"], point["lat"])}
              if point.get("edge_index", NO_EDGE) < len(edges) and point["type"] != "unmatched" else None
              for point in found["matched_points"]]
    return {"edges": edges, "points": points, "seconds": seconds}


def main():
    path, extract, tiles = sys.argv[1:]
    prepare(path, extract, tiles)
    actor = valhalla.Actor(path)
    for line in sys.stdin:
        asked = json.loads(line)
        found = match(actor, asked["fixes"], asked["settings"])
        found["megabytes"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(json.dumps(found), flush=True)


main()
