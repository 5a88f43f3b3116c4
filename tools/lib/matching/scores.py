"""The scores of a match of a recorded drive, ours and Valhalla's, their sums over sets of drives, and the bars.

Beside RMF and the share of right fixes (drives.py): how honest the probabilities are, at once and after the lag
(expected calibration error, and the Brier score over that of the constant base rate), and the longest time in seconds
with a reported probability below `LOW`.
"""
import csv
import os
import re
import statistics

from . import drives, peer, programs

LOW = 0.2
# The bars. RMF of ours over Valhalla's of the same run, over all drives and over the new ones.
MOST_OF_PEER, MOST_OF_PEER_NEW = 0.65, 0.75
# The mean processor time of a fix, ms.
MOST_MEAN = 0.006
# The longest time with a low probability, seconds.
MOST_LOW = 10
# Expected calibration error, and Brier score over that of the base rate.
MOST_ERROR, MOST_BRIER = 0.01, 0.75


class World:
    """A drive's network and truth."""

    def __init__(self, name):
        self.name = name
        self.nodes, self.ways = drives.read_network(drives.path(name, "osm.pbf"))
        self.truth = drives.read_truth(drives.path(name, "truth.txt"), self.nodes)
        self.frame = drives.Frame(self.truth[0][0][1])

    def flags(self, fixes):
        """Of each fix (time, latitude, longitude) whether the truth reaches it."""
        places = [(drives.e7(longitude), drives.e7(latitude)) for _, latitude, longitude in fixes]
        return list(drives.reached(places, self.truth, self.frame))

    def judged(self, rows, flags):
        """The rows that the truth reaches, each with whether it is right."""
        return drives.score_fixes(rows, flags, self.truth, self.nodes, self.ways, self.frame)


def longest_low(rows):
    """The longest time between the first and the last of consecutive answers with a low probability, seconds."""
    longest, start = 0.0, None
    for row in rows:
        if not row["probability"] or float(row["probability"]) >= LOW:
            start = None
            continue
        time = float(row["time"])
        start = time if start is None else start
        longest = max(longest, time - start)
    return longest


def times(said):
    """Mean and worst time of a fix, ms."""
    return tuple(map(float, re.search(r"([\d.]+) ms a fix, worst ([\d.]+) ms", said).groups()))


def ours(built, world, road_map, source, lag, folder, *flags, rounds=1):
    """The scores of `ehorizon match` on a file of fixes; times are the least of so many rounds."""
    program = os.path.join(built, "ehorizon")
    route, table = (os.path.join(folder, f"{world.name}.{kind}") for kind in ("geojson", "rows"))

    def rows(*arguments):
        said = programs.run(program, "match", "--map", road_map, "--input", source, "--output", table, *arguments,
                            *flags)
        with open(table) as file:
            return list(csv.DictReader(file)), times(said)

    late, _ = rows("--lag", str(lag), "--route", route)
    matched, stretches = drives.read_route(route)
    total, miss, extra, true = drives.score_route(world.truth, matched, world.frame)
    now, least = rows()
    for _ in range(rounds - 1):
        least = tuple(map(min, least, rows()[1]))
    reach = world.flags([(row["time"], row["latitude"], row["longitude"]) for row in now])
    judged, judged_late = world.judged(now, reach), world.judged(late, reach)
    return dict(
        total=total, miss=miss, extra=extra, stretches=stretches, right=sum(right for _, right in judged),
        all=len(judged), fixes=len(now), mean=least[0], worst=least[1],
        answers=[(row["probability"], right) for row, right in judged if row["probability"]],
        late=[(row["probability"], right) for row, right in judged_late if row["probability"]],
        low=longest_low(now), low_late=longest_low(late), missed=true - matched, extras=matched - true,
        wrong=[row for row, right in judged if not right])


def theirs(other, world, fixes):
    """The scores of Valhalla on fixes (time, latitude, longitude), which it sees all at once."""
    found = other.match(fixes)
    total, miss, extra = drives.score_route(
        world.truth, peer.segments(found, world.nodes, world.ways, world.frame), world.frame)[:3]
    judged = world.judged(peer.rows(found, world.nodes, world.ways), world.flags(fixes))
    return dict(total=total, miss=miss, extra=extra, right=sum(right for _, right in judged), all=len(judged),
                fixes=len(fixes), seconds=found["seconds"], megabytes=found["megabytes"])


class Sums:
    """The scores of some drives together."""

    def __init__(self, scores):
        self.scores = scores

    def sum(self, key):
        """The sum of a figure."""
        return sum(score[key] for score in self.scores)

    @property
    def rmf(self):
        """The route mismatch fraction weighted by length, per cent."""
        return drives.percent(self.sum("miss") + self.sum("extra"), self.sum("total"))

    @property
    def median(self):
        """The median of the drives' RMF, per cent."""
        return statistics.median(
            drives.percent(score["miss"] + score["extra"], score["total"]) for score in self.scores)

    @property
    def right(self):
        """The share of fixes that are right, per cent."""
        return drives.percent(self.sum("right"), self.sum("all"))

    @property
    def mean(self):
        """The mean time of a fix, ms."""
        return sum(score["mean"] * score["fixes"] for score in self.scores) / self.sum("fixes")

    def most(self, key):
        """The largest value of a figure."""
        return max(score[key] for score in self.scores)

    def answers(self, key):
        """The stated probabilities of all drives, each with whether the answer was right."""
        return [answer for score in self.scores for answer in score[key]]


class Set:
    """A set of drives with one kind of input: ours, Valhalla's (`None` without it), and the calibration."""

    def __init__(self, title, scores, peers, built):
        self.title = title
        self.ours = Sums(scores)
        self.theirs = Sums(peers) if peers else None
        self.now = programs.calibration_figures(built, self.ours.answers("answers"))
        self.late = programs.calibration_figures(built, self.ours.answers("late"))

    @property
    def ratio(self):
        """RMF of ours over Valhalla's."""
        return self.ours.rmf / self.theirs.rmf if self.theirs and self.theirs.rmf else float("nan")

    COLUMNS = (f"{'km':>9}{'RMF %':>8}{'median':>8}{'Valhalla':>10}{'ratio':>7}{'right %':>9}{'Valhalla':>10}"
               f"{'ms/fix':>9}{'worst':>8}{'ECE 0':>8}{'late':>8}{'Brier 0':>9}{'late':>7}{'low 0':>7}{'late':>6}")

    def row(self):
        """Its figures, as text."""
        def text(value, width, places):
            return f"{'–':>{width}}" if value is None else f"{value:{width}.{places}f}"
        ours, theirs = self.ours, self.theirs
        return (f"{ours.sum('total') / 1000:9.1f}{ours.rmf:8.2f}{ours.median:8.2f}"
                f"{text(theirs and theirs.rmf, 10, 2)}{text(theirs and self.ratio, 7, 2)}{ours.right:9.2f}"
                f"{text(theirs and theirs.right, 10, 2)}{ours.mean:9.4f}{ours.most('worst'):8.3f}"
                f"{text(self.now.get('error'), 8, 4)}{text(self.late.get('error'), 8, 4)}"
                f"{text(self.now.get('ratio'), 9, 3)}{text(self.late.get('ratio'), 7, 3)}"
                f"{ours.most('low'):7.0f}{ours.most('low_late'):6.0f}")


def print_sets(title, sets, lag):
    """A table of sets of one kind of input."""
    print(f"\n{title}: RMF at lag {lag:g} s; right fixes, times, ECE, Brier over the base rate's and the longest time "
          f"with a\nprobability below {LOW} (s) at once; the last ones late too: at the lag\n"
          f"{'':18}{Set.COLUMNS}")
    for one in sets:
        print(f"{one.title:18}{one.row()}", flush=True)


def bars(kind, every, new):
    """The bars of one kind of input over all drives and over the new ones, each with whether it holds."""
    yield f"{kind}: {every.ours.mean:.4f} ms a fix <= {MOST_MEAN}", every.ours.mean <= MOST_MEAN
    for when, figures, low in (("at once", every.now, "low"), ("late", every.late, "low_late")):
        error, ratio, longest = figures["error"], figures["ratio"], every.ours.most(low)
        yield f"{kind}, {when}: ECE {error:.4f} <= {MOST_ERROR}", error <= MOST_ERROR
        yield (f"{kind}, {when}: Brier {ratio:.3f} of the base rate's <= {MOST_BRIER}", ratio <= MOST_BRIER)
        yield (f"{kind}, {when}: {longest:.0f} s with a probability below {LOW} <= {MOST_LOW} s",
               longest <= MOST_LOW)
    if every.theirs is None:
        return
    yield (f"{kind}: RMF {every.ours.rmf:.2f} % <= {MOST_OF_PEER} of Valhalla's {every.theirs.rmf:.2f} %",
           every.ours.rmf <= MOST_OF_PEER * every.theirs.rmf)
    yield (f"{kind}, new drives: RMF {new.ours.rmf:.2f} % <= {MOST_OF_PEER_NEW} of Valhalla's "
           f"{new.theirs.rmf:.2f} %", new.ours.rmf <= MOST_OF_PEER_NEW * new.theirs.rmf)
    yield (f"{kind}: {every.ours.right:.2f} % of fixes right at once >= Valhalla's {every.theirs.right:.2f} %",
           every.ours.right >= every.theirs.right)


def print_bars(bars):
    """Prints bars, each with whether it holds; whether all hold."""
    print()
    missed = 0
    for text, holds in bars:
        print(f"{'holds ' if holds else 'MISSED'}  {text}")
        missed += not holds
    print("all bars hold" if not missed else f"{missed} bars are missed")
    return not missed
