"""What stands at a node, by its tags."""
import re

from .words import words


COMPASS = ["N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE",
           "S", "SSW", "SW", "WSW", "W", "WNW", "NW", "NNW"]


def faced(tags):
    """Where those drive to whom a sign faces by its bearing, degrees; None where it has none."""
    for key in ("traffic_sign:direction", "direction"):
        text = tags.get(key, "")
        if re.fullmatch(r"\d+(\.\d+)?", text) and float(text) <= 360:
            return (float(text) + 180) % 360
        if text.upper() in COMPASS:
            return (COMPASS.index(text.upper()) * 22.5 + 180) % 360
    return None


def stated(tags, *keys):
    """The directions that the first key tells which has any; None where none does."""
    for key in keys + ("traffic_signals:direction", "direction"):
        if tags.get(key) in ("forward", "backward"):
            return {tags[key]}
        if tags.get(key) == "both":
            return {"forward", "backward"}
    return None


def is_stated(tags, kind):
    """Whether the tags say for which direction of the way an object is."""
    return stated(tags, *(["traffic_sign:direction"] if kind in ("trafficSign", "cityLimit")
                          else [])) is not None


def node_objects(tags):
    """Kinds with the directions along the way that they are for."""
    both = {"forward", "backward"}
    directions = stated(tags) or both
    kinds = []
    plain = {"traffic_signals": "trafficLight", "stop": "stopSign", "give_way": "giveWaySign",
             "speed_camera": "speedCamera", "toll_gantry": "tollGantry",
             "mini_roundabout": "miniRoundabout", "motorway_junction": "motorwayExit",
             "bus_stop": "busStop", "rest_area": "restArea", "services": "restArea"}
    parts = words(tags.get("highway", ""))
    kinds += [plain[part] for part in parts if part in plain]
    if "crossing" in parts:
        how = words(tags.get("crossing", ""))
        if how == ["unmarked"]:
            kinds.append("unmarkedCrossing")
        elif how != ["no"]:
            kinds.append("pedestrianCrossing")
        if "traffic_signals" in how and "traffic_signals" not in parts:
            kinds.append("trafficLight")
    if tags.get("railway") == "level_crossing":
        kinds.append("levelCrossing")
    if tags.get("railway") == "tram_level_crossing":
        kinds.append("tramCrossing")
    calming = tags.get("traffic_calming", "no")
    if calming in ("hump", "bump", "table", "cushion", "mini_bumps", "dip", "rumble_strip"):
        kinds.append("speedBump")
    elif calming != "no":
        kinds.append("trafficCalming")
    barriers = {"gate": "gate", "swing_gate": "gate", "lift_gate": "liftGate",
                "toll_booth": "tollBooth", "border_control": "borderCrossing",
                "cattle_grid": "cattleGrid", "height_restrictor": "heightRestrictor",
                "arch": "heightRestrictor", "bump_gate": "cattleGrid"}
    for kind in ("bollard", "block", "cycle_barrier", "jersey_barrier", "turnstile", "rope", "fence",
                 "wall", "stile", "kissing_gate", "rock", "stone", "vehicle_block", "guard_rail",
                 "vehicle_barrier", "bus_trap"):
        barriers[kind] = "bollard"
    if tags.get("barrier") in barriers:
        kinds.append(barriers[tags["barrier"]])
    elif tags.get("barrier") not in (None, "no", "kerb", "entrance", "yes"):
        kinds.append("gate" if tags["barrier"] == "door" else
                     "heightRestrictor" if tags["barrier"] == "archway" else "barrier")
    found = [(kind, directions) for kind in kinds]
    if tags.get("traffic_sign") not in (None, "", "no"):
        city = tags["traffic_sign"] == "city_limit"
        found.append(("cityLimit" if city else "trafficSign",
                      stated(tags, "traffic_sign:direction") or both))
    for direction in ("forward", "backward"):
        sign = tags.get(f"traffic_sign:{direction}")
        if sign and sign != "no":
            found.append(("cityLimit" if sign == "city_limit" else "trafficSign", {direction}))
    return found
