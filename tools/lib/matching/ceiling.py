"""How well the exit that a car takes can be predicted at all, by what is known."""
import collections
import json
import math

#: The exponents of the model and of the destinations, as Sources/Horizon/Horizon/TurnCoefficients.swift has them, and
#: the passes that both count as, as CountedTurns.swift has them.
EXPECTED, ROAD, PASSES = 0.75, 0.45, 5
#: The lower bounds of the numbers of passes by which decisions are listed.
BOUNDS = [0, 1, 3, 6, 11, 21, 51]


class Trip:
    """A stretch of a trip with its decisions."""

    def __init__(self, line, car):
        found = json.loads(line)
        self.car, self.length = car(found["route"]), found["length"]
        self.route = found["route"]
        self.decisions = [decision for decision in found["decisions"]
                          if decision["taken"] is not None and len(decision["exits"]) > 1]


def taken(decision):
    """The road that was taken."""
    return decision["exits"][decision["taken"]]["road"]


def counts(trips):
    """How often each exit of each road was taken."""
    table = collections.defaultdict(collections.Counter)
    for trip in trips:
        for decision in trip.decisions:
            table[decision["road"]][taken(decision)] += 1
    return table


def shares(weights):
    """Weights as shares."""
    total = sum(weights)
    return [weight / total for weight in weights] if total > 0 else [1 / len(weights)] * len(weights)


def straightest(decision, *_):
    return [-abs(exit["angle"]) for exit in decision["exits"]]


def same_class(decision, *_):
    exits = decision["exits"]
    any_same = any(exit["sameClass"] for exit in exits)
    return [-abs(exit["angle"]) - (360 if any_same and not exit["sameClass"] else 0) for exit in exits]


def modelled(decision, *_):
    return [exit["modelled"] for exit in decision["exits"]]


def with_destinations(decision, *_):
    exits = decision["exits"]
    if exits[0]["share"] is None:
        return modelled(decision)
    return shares([max(exit["modelled"], 1e-12) ** EXPECTED * max(exit["share"], 1e-4) ** ROAD for exit in exits])


def counted(decision, table, *_):
    """The counts of others alone; the model where nobody was seen."""
    known = table.get(decision["road"])
    if not known:
        return modelled(decision)
    return [known[exit["road"]] for exit in decision["exits"]]


def all_together(decision, table, own=None):
    expected = with_destinations(decision)
    known = table.get(decision["road"], {})
    passes = [known.get(exit["road"], 0) for exit in decision["exits"]]
    expected = [(number + PASSES * value) / (sum(passes) + PASSES) for number, value in zip(passes, expected)]
    if own is None:
        return expected
    habits = own.get(decision["road"], {})
    passes = [habits.get(exit["road"], 0) for exit in decision["exits"]]
    return [(number + value) / (sum(passes) + 1) for number, value in zip(passes, expected)]


def fastest(decision, *_):
    """The exit of the fastest route to where the trip ended; the model where there is none."""
    times = [exit["secondsToEnd"] for exit in decision["exits"]]
    if all(time is None for time in times):
        return modelled(decision)
    return [-math.inf if time is None else -time for time in times]


class Score:
    """Right predictions of some."""

    def __init__(self):
        self.count = self.right = 0

    def add(self, values, decision):
        """Counts a prediction: the largest of the values, of several the first one."""
        self.count += 1
        self.right += values.index(max(values)) == decision["taken"]

    def text(self):
        """The share in per cent."""
        return f"{100 * self.right / self.count:.2f}" if self.count else "-"


def left_out(trips):
    """For each car its trips and the counts of all others."""
    whole = counts(trips)
    cars = collections.defaultdict(list)
    for trip in trips:
        cars[trip.car].append(trip)
    for own in cars.values():
        table = {}
        for trip in own:
            for decision in trip.decisions:
                road = decision["road"]
                if road not in table:
                    table[road] = whole[road].copy()
                table[road][taken(decision)] -= 1
        yield own, Others(whole, {road: +counter for road, counter in table.items()})


class Others:
    """The counts of all, but those of the roads of one car, which are known without it."""

    def __init__(self, whole, without):
        self.whole, self.without = whole, without

    def get(self, road, default=None):
        """The counts of a road."""
        found = self.without[road] if road in self.without else self.whole.get(road)
        return found if found else default


ROWS = [
    ("straightest", straightest), ("same class, then straightest", same_class), ("the model of the map", modelled),
    ("and the way driven so far", with_destinations), ("other cars alone", counted),
    ("the model, the way driven and other cars", all_together), ("the end of the trip known: the fastest route", fastest),
]
BY_PASSES = [("model and way driven", with_destinations), ("other cars alone", counted), ("all together", all_together)]


def rows(trips):
    """The rows of the table, those by the number of passes of others, and those of second halves."""
    scores = {name: Score() for name, _ in ROWS}
    everything = Score()
    by_passes = [[Score() for _ in BY_PASSES] for _ in BOUNDS]
    halves = {name: Score() for name in ("without own habits", "with the first half of the day learned")}
    whole = counts(trips)
    for own, table in left_out(trips):
        first = counts(own[:len(own) // 2])
        for number, trip in enumerate(own):
            for decision in trip.decisions:
                for name, predict in ROWS:
                    scores[name].add(predict(decision, table), decision)
                everything.add(counted(decision, whole), decision)
                passes = sum((table.get(decision["road"]) or {}).values())
                place = max(index for index, bound in enumerate(BOUNDS) if bound <= passes)
                for score, (_, predict) in zip(by_passes[place], BY_PASSES):
                    score.add(predict(decision, table), decision)
                if number >= len(own) // 2:
                    for score, habits in zip(halves.values(), (None, first)):
                        score.add(all_together(decision, table, habits), decision)
    scores["the most frequent exit of all drives, its own among them"] = everything
    return scores, by_passes, halves


def picture(by_passes, path):
    """The shares by the number of passes as an image."""
    width, height, low = 420, 260, 60
    names = [f"{bound}" if bound == 0 else f"{bound}–{after - 1}" for bound, after in zip(BOUNDS, BOUNDS[1:])]
    names.append(f"{BOUNDS[-1]} or more")
    colours = ["#888888", "#d08000", "#0060a0"]
    step = width / len(BOUNDS)

    def y(share):
        return height - (share - low) / (100 - low) * height

    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-50 -20 {width + 70} {height + 110}" '
             'font-family="sans-serif" font-size="12">',
             f'<rect x="-50" y="-20" width="{width + 70}" height="{height + 110}" fill="white"/>']
    for share in range(low, 101, 10):
        lines.append(f'<line x1="0" x2="{width}" y1="{y(share):.1f}" y2="{y(share):.1f}" stroke="#dddddd"/>')
        lines.append(f'<text x="-8" y="{y(share) + 4:.1f}" text-anchor="end">{share} %</text>')
    for number, (name, scores) in enumerate(zip(names, by_passes)):
        lines.append(f'<text x="{(number + 0.5) * step:.1f}" y="{height + 18}" text-anchor="middle">{name}</text>')
    for row, (name, _) in enumerate(BY_PASSES):
        points = [(number, scores[row]) for number, scores in enumerate(by_passes) if scores[row].count]
        places = [f"{(number + 0.5) * step:.1f},{y(100 * score.right / score.count):.1f}" for number, score in points]
        lines.append(f'<polyline points="{" ".join(places)}" fill="none" stroke="{colours[row]}" stroke-width="2"/>')
        lines += [f'<circle cx="{place.split(",")[0]}" cy="{place.split(",")[1]}" r="3.5" fill="{colours[row]}"/>'
                  for place in places]
        lines.append(f'<text x="{10 + 150 * row}" y="{height + 66}" fill="{colours[row]}">{name}</text>')
    lines.append(f'<text x="{width / 2}" y="{height + 40}" text-anchor="middle">passes of other cars at the junction</text>')
    with open(path, "w", encoding="utf-8") as out:
        out.write("\n".join(lines) + "\n</svg>\n")
