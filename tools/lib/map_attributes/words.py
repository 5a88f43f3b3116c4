"""What the words of tags mean, by https://wiki.openstreetmap.org."""
import re

CLASSES = {
    "motorway": 1, "trunk": 1, "primary": 2, "secondary": 3, "tertiary": 4, "unclassified": 5,
    "residential": 5, "living_street": 5, "service": 6, "track": 6, "pedestrian": 6,
}
OPEN = {"yes", "permissive", "designated", "official", "public", "discouraged"}
CLOSED = {"no", "agricultural", "forestry", "dismount", "use_sidepath"}
SURFACES = {
    "asphalt": "asphalt", "chipseal": "asphalt", "paved": "paved", "concrete": "concrete",
    "concrete:plates": "concrete", "concrete:lanes": "concrete", "paving_stones": "pavingStones",
    "paving_stones:lanes": "pavingStones", "bricks": "pavingStones", "brick": "pavingStones",
    "sett": "sett", "cobblestone": "cobblestone", "unhewn_cobblestone": "cobblestone",
    "cobblestone:flattened": "cobblestone", "metal": "metal", "metal_grid": "metal",
    "wood": "wood", "grass_paver": "grassPaver", "unpaved": "unpaved", "compacted": "compacted",
    "fine_gravel": "fineGravel", "gravel": "gravel", "pebblestone": "pebblestone",
    "ground": "ground", "dirt": "ground", "earth": "ground", "soil": "ground", "grass": "grass",
    "sand": "sand", "mud": "mud", "rock": "rock", "stone": "rock", "ice": "ice", "snow": "snow",
}
LIT = {
    "yes": "1", "24/7": "1", "automatic": "1", "limited": "1", "interval": "1",
    "sunset-sunrise": "1", "dusk-dawn": "1", "no": "0", "disused": "0",
}


def unescaped(text):
    return re.sub("%([0-9a-fA-F]+)%", lambda found: chr(int(found.group(1), 16)), text)


def words(value):
    return [part.strip() for part in value.split(";") if part.strip()]


def access(tags, keys, vehicle="car"):
    """open, restricted, closed, or None where no key says anything."""
    for key in keys:
        value = tags.get(key)
        if value is None or "@" in value:
            continue
        found = set()
        for part in words(value):
            if part in OPEN:
                found.add("open")
            elif part in CLOSED:
                found.add("closed")
            elif part in ("psv", "bus", "taxi", "emergency", "foot", "bicycle"):
                of = {"psv": ("bus", "taxi"), "foot": ("pedestrian",)}.get(part, (part,))
                found.add("open" if vehicle in of else "closed")
            elif part == "delivery":
                found.add("open" if vehicle == "delivery" else "restricted")
            elif part != "unknown":
                found.add("restricted")
        for right in ("open", "restricted", "closed"):
            if right in found:
                return right
    return None


def hierarchy(direction, *own):
    """The access keys of a motor vehicle, the most specific first."""
    keys = list(own)
    for key in ("motor_vehicle", "vehicle"):
        keys += [f"{key}:{direction}", key]
    return keys + [f"access:{direction}", "access"]
