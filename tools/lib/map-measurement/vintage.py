"""Makes a later edition of an OpenStreetMap file: a share of its roads is changed.

    vintage.py SHARE INPUT OUTPUT

By the hash of its id, a road gets another speed limit, another name, a surface and lanes, or is gone (roads without a
through way only; others stay as they are). The number of changed roads goes to standard output. Ids and order stay.
"""
import hashlib
import sys

import osmium

SIDE_ROADS = ("service", "residential", "track", "unclassified", "living_street")


def chance(number):
    """A number from 0 to 1 that follows from an id."""
    return int(hashlib.sha256(str(number).encode()).hexdigest()[:12], 16) / 16**12


def changed(way, kind):
    """The road of the later edition; `None` where it is gone."""
    tags = dict(way.tags)
    if kind == 0:
        tags["maxspeed"] = "30" if tags.get("maxspeed") != "30" else "50"
    elif kind == 1:
        tags["name"] = tags.get("name", "Way") + " II"
    elif kind == 2:
        tags |= {"surface": "paved", "lanes": "2"}
    elif tags["highway"] in SIDE_ROADS:
        return None
    return way.replace(tags=tags)


def main():
    share, source, target = float(sys.argv[1]), sys.argv[2], sys.argv[3]
    count = 0
    with osmium.SimpleWriter(target, overwrite=True) as writer:
        for thing in osmium.FileProcessor(source):
            if thing.is_way() and "highway" in thing.tags and chance(thing.id) < share:
                count += 1
                thing = changed(thing, int(chance(thing.id) / share * 4))
                if thing is None:
                    continue
            writer.add(thing)
    print(count)


if __name__ == "__main__":
    main()
