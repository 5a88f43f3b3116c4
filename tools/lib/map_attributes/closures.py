"""Roads that are closed at times: who comes from elsewhere may not turn into them then."""
import collections
import re

KEYS = ("access", "vehicle", "motor_vehicle", "motorcar", "hgv")
TIME = r"(?:(?:Mo|Tu|We|Th|Fr|Sa|Su)[-,A-Za-z]* )?\d\d:\d\d-\d\d:\d\d"
PART = re.compile(rf"\s*no *@ *\(?({TIME})\)?\s*")


def closed_times(tags, unchecked):
    """The times at which tags close a road, each with the key that does."""
    found = []
    for key in KEYS:
        value = tags.get(f"{key}:conditional")
        if not value:
            continue
        parts = [PART.fullmatch(part) for part in re.split(r";(?![^(]*\))", value)]
        if all(parts):
            found.append((key, tuple(part.group(1) for part in parts)))
        else:
            unchecked[f"{key}:conditional={value}"] += 1
    return found


def closed_roads(expectation, directions_of):
    """The turns into such roads that are forbidden at the ends of a link, and their times.

    `directions_of` gives the directions that a way is open in.
    """
    turns, times = collections.Counter(), collections.Counter()
    source = expectation.source
    own = closed_times(expectation.tags, collections.Counter())
    for node, direction in ((expectation.end, "forward"), (expectation.start, "backward")):
        if direction not in expectation.directions:
            continue
        for way in sorted(set(source.ways_of.get(node, ())) & source.in_map - {expectation.way}):
            tags, refs, _ = source.ways[way]
            places = [number for number, ref in enumerate(refs) if ref == node]
            if not any(direction in directions_of(way)
                       for number in places
                       for direction, last in (("forward", len(refs) - 1), ("backward", 0))
                       if number != last):
                continue
            for closure in closed_times(tags, expectation.unchecked):
                if closure in own:
                    continue
                turns[("no", way, node)] += 1
                for time in closure[1]:
                    times[("no", way, node, time)] += 1
    return turns, times
