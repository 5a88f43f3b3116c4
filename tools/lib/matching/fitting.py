"""Fits the numbers of the matcher to recorded drives with ground truth.

A fit begins at numbers that no drive has shown (`START`: literature and conventions) and changes one number after
the other, by a factor that becomes smaller with each round. It keeps what lessens the cost of the drives that it may
see: over the drives as recorded, with noise of 10 m, and with one fix in 15 and in 30 s, the mean of the route
mismatch after the lag, of the share of fixes that are wrong at once, and of the Brier score of the probabilities at
once, each against that of the start.
"""
import json
import os
import statistics
import subprocess
import tempfile

from . import drives, programs

# What is done to the drives, and its weight in a fit.
VARIATIONS = [(drives.Variation("track"), 3), (drives.Variation("noise", noise=10), 1),
              (drives.Variation("thin", thin=15), 1), (drives.Variation("sparse", thin=30), 1),
              (drives.Derived(), 0)]
# The variations that are reported of drives that a fit has not seen, by their titles.
REPORTED = {"positions alone": 0, "with computed speed and course": 4}
# Numbers before any drive: the accuracy that gps.gov states for phones, lanes of 3 m, ten minutes to learn a receiver,
# odds of one in ten, in a thousand, in ten thousand, and round numbers else. best_accuracy_m is not among them: the
# drives state no accuracy.
START = {
    "default_accuracy_m": 5.0, "accuracy_adaptation_time_s": 600.0,
    "decorrelation_distance_m": 30.0, "lane_deviation_m": 3.0, "huber_deviations": 3.0,
    "lasting_error_deviations": 3.0,
    "error_correlation_time_s": 20.0, "minimum_error_change_m": 1.0, "error_jump_log": -7.0,
    "heading_decorrelation_distance_m": 10.0, "movement_deviation_deg": 45.0,
    "minimum_movement_m": 5.0,
    "transition_scale_m": 5.0, "transition_scale_rate_m_per_s": 0.5,
    "dead_end_u_turn_log": -2.3, "u_turn_log": -9.2,
}
# Values with which a number has no effect: infinite or no distances and times, and one number for both kinds of U-turn.
WITHOUT = {
    "accuracy_adaptation_time_s": 1e6, "huber_deviations": 100, "error_correlation_time_s": 0.001,
    "error_jump_log": -100, "lasting_error_deviations": 1000, "start_error_s": 0,
    "decorrelation_distance_m": 0.1, "heading_decorrelation_distance_m": 0.1, "standstill_renewal_s": 86400,
    "minimum_movement_m": 0, "transition_scale_rate_m_per_s": 0, "dead_end_u_turn_log": -11, "u_turn_log": -3,
}
# A change must lessen the cost by this: what gains less is gained on these drives alone.
LEAST_GAIN = 0.005
# The factors of the rounds.
FACTORS = [1.5, 1.28, 1.16]


class Scorer:
    """Scores numbers on all drives, with processes that keep maps and fixes in memory."""

    def __init__(self, built, folder, lag, jobs):
        self.names = drives.names()
        self.built, self.jobs = built, jobs
        self.weights = [weight for _, weight in VARIATIONS]
        self.sizes = [os.path.getsize(drives.path(name, "track")) for name in self.names]
        lines = [[] for _ in VARIATIONS]
        for name in self.names:
            road_map = programs.drive_map(os.path.join(built, "ehorizon"), name, folder)
            nodes, _ = drives.read_network(drives.path(name, "osm.pbf"))
            route = os.path.join(folder, f"{name}.route")
            with open(route, "w") as file:
                for (ax, ay), (bx, by) in drives.read_truth(drives.path(name, "truth.txt"), nodes):
                    file.write(f"{ax} {ay} {bx} {by}\n")
            for index, (variation, _) in enumerate(VARIATIONS):
                lines[index].append(f"{road_map}\t{variation.file(name, folder)}\t{route}\n")
        self.processes, self.commands = [], []
        for index, (variation, _) in enumerate(VARIATIONS):
            path = os.path.join(folder, f"{variation.name}.list")
            with open(path, "w") as file:
                file.writelines(lines[index])
            command = [os.path.join(built, "ehorizon-bench"), "matching-scores", "--drives", path,
                       "--lag", str(lag)]
            self.commands.append(command)
            self.processes.append([
                subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
                for _ in range(jobs)])

    def close(self):
        """Ends the processes."""
        for row in self.processes:
            for process in row:
                process.stdin.close()
                process.wait()

    def parts(self, members):
        """The drives, split into parts that take a similar time."""
        parts, loads = [[] for _ in range(self.jobs)], [0] * self.jobs
        for member in sorted(members, key=lambda member: -self.sizes[member]):
            least = loads.index(min(loads))
            parts[least].append(member)
            loads[least] += self.sizes[member]
        return parts

    def scores(self, index, numbers, members):
        """The scores of the drives `members` in a variation, by their numbers."""
        parts = self.parts(members)
        settings = " ".join(f"{name}={value}" for name, value in numbers.items())
        for process, part in zip(self.processes[index], parts):
            if part:
                process.stdin.write(",".join(map(str, part)) + " " + settings + "\n")
                process.stdin.flush()
        found = {}
        for process, part in zip(self.processes[index], parts):
            if part:
                found.update(zip(part, json.loads(process.stdout.readline())))
        return found

    def answers(self, index, numbers, members):
        """The stated probability of each answer at once, and whether it is right."""
        settings = " ".join(f"{name}={value}" for name, value in numbers.items())
        with tempfile.TemporaryDirectory() as folder:
            table = os.path.join(folder, "answers.csv")
            subprocess.run([*self.commands[index], "--answers", table],
                           input=",".join(map(str, members)) + " " + settings + "\n",
                           stdout=subprocess.DEVNULL, text=True, check=True)
            with open(table) as file:
                rows = [line.split(",") for line in file]
        return [(float(probability), right.strip() == "1") for _, probability, right in rows]


class Figures:
    """Sums of scores."""

    def __init__(self, scores):
        def total(key):
            return sum(score[key] for score in scores)
        self.mismatch = (total("missed") + total("added")) / total("length")
        self.right = total("right") / total("fixes")
        self.brier = total("squares") / max(total("answers"), 1)
        base = total("right") / max(total("answers"), 1)
        self.brier_of_base = base * (1 - base)

    def terms(self):
        """What a fit makes small."""
        return self.mismatch, 1 - self.right, self.brier

    def __str__(self):
        relative = self.brier / self.brier_of_base if self.brier_of_base else 0
        return (f"mismatch {100 * self.mismatch:5.2f} %, right at once {100 * self.right:5.2f} %, "
                f"Brier {self.brier:.4f}, {relative:.2f} of the base rate's")


class Fit:
    """The cost of numbers on some drives."""

    def __init__(self, scorer, members, start):
        self.scorer, self.members = scorer, members
        self.first = None
        self.first = self.terms(start)

    def terms(self, numbers):
        """The terms of each variation."""
        return [Figures(self.scorer.scores(index, numbers, self.members).values()).terms()
                for index, weight in enumerate(self.scorer.weights) if weight > 0]

    def cost(self, numbers):
        """Against the numbers at the start."""
        total = 0.0
        weights = [weight for weight in self.scorer.weights if weight > 0]
        for weight, now, first in zip(weights, self.terms(numbers), self.first):
            total += weight * sum(one / max(other, 1e-9) for one, other in zip(now, first)) / len(now)
        return total / sum(self.scorer.weights)


def median(fits):
    """The median of each number over several fits."""
    return {name: statistics.median(numbers[name] for numbers in fits) for name in fits[0]}


def descend(fit, numbers, say):
    """The best numbers that changing one after the other finds."""
    numbers, best = dict(numbers), 1.0
    last = dict.fromkeys(numbers, 1)
    for factor in FACTORS:
        for name in numbers:
            for sign in last[name], -last[name]:
                moved = False
                while True:
                    value = float(f"{numbers[name] * factor ** sign:.3g}")
                    if value == numbers[name]:
                        break
                    trial = dict(numbers, **{name: value})
                    cost = fit.cost(trial)
                    if cost > best - LEAST_GAIN:
                        break
                    numbers, best, moved = trial, cost, True
                    last[name] = sign
                    say(f"{best:.4f}  {name} = {value:g}")
                if moved:
                    break
    return numbers, best
