"""The records of a scene, folded to the tree of a source at a moment (Sources/Viewer/Scene/FORMAT.md)."""
import json


class Source:
    """The tree of a source: its paths by their names, with index and line."""

    def __init__(self):
        self.paths = {}
        self.car = None
        self.main = []

    def apply(self, step):
        """Applies a step."""
        if step.get("reset"):
            self.paths = {}
        for name in step.get("gone", []):
            self.paths.pop(name, None)
        for path in step.get("paths", []):
            self.paths.setdefault(path["id"], {"line": []}).update(path)
        for name, offset in step.get("keep", []):
            path = self.paths[name]
            path["line"] = [] if offset is None else [point for point in path["line"] if point[0] >= offset]
        for name, numbers in step.get("shape", []):
            points = zip(numbers[0::3], numbers[1::3], numbers[2::3])
            self.paths[name]["line"].extend(points)
        self.car = step.get("car", self.car)
        self.main = step.get("main", self.main)


def records(path):
    """The records of a file, in the order of time."""
    with open(path, encoding="utf-8") as file:
        lines = [json.loads(line) for line in file]
    # The order within a source is that of time; of two sources it need not be.
    return lines[:1] + sorted(lines[1:], key=lambda record: record["t"])
