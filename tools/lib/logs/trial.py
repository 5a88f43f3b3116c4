"""Runs the reader and the writers of this project, and compares the frames."""
import gzip
import itertools
import json
import os
import shutil
import subprocess

from . import frames


class Trials:
    """The trials of one run: the program, the folder of the files, and the differences so far."""

    def __init__(self, program, folder, count):
        self.program = program
        self.folder = folder
        self.count = count
        self.differences = 0

    def path(self, name):
        return os.path.join(self.folder, name)

    def frames(self, shares=frames.ALL, most=None):
        return frames.frames(min(self.count, most or self.count), shares)

    def run(self, source, *options, output=None):
        """Runs `ehorizon-bench logs`; what it prints goes to a file, or comes back. Each problem is a difference."""
        command = [self.program, "logs", "--input", source, *options]
        target = open(output, "wb") if output else subprocess.PIPE
        done = subprocess.run(command, stdout=target, stderr=subprocess.PIPE)
        if output:
            target.close()
        if done.returncode or done.stderr:
            self.differences += 1
            print(f"  {' '.join(command)}: status {done.returncode}\n  {done.stderr.decode()[:600]}")
        return None if output else done.stdout.decode()

    def read(self, title, source, expected, tolerance=0):
        """Reads a file: at once, in small pieces, and compressed by gzip. All have to give the expected lines."""
        got, again, packed = self.path("got.log"), self.path("again.log"), self.path("packed.gz")
        self.run(source, "--output", "-", output=got)
        measured = self.run(source)
        rate = ""
        if measured:
            result = json.loads(measured)
            rate = f"{result['frames'] / max(result['cpuSeconds'], 1e-9):12,.0f} frames/s"
        with open(got) as lines:
            self.compare(title, (text.rstrip("\n") for text in lines), expected, tolerance, rate)
        self.run(source, "--piece", "997", "--output", "-", output=again)
        self.same(f"{title}, in pieces of 997 bytes", got, again)
        with open(source, "rb") as plain, gzip.open(packed, "wb", compresslevel=1) as file:
            shutil.copyfileobj(plain, file, 1 << 20)
        self.run(packed, "--output", "-", output=again)
        self.same(f"{title}, in gzip", got, again)

    def same(self, title, left, right):
        with open(left, "rb") as first, open(right, "rb") as second:
            while True:
                one, other = first.read(1 << 20), second.read(1 << 20)
                if one != other:
                    self.differences += 1
                    print(f"  {title}: other frames than at once")
                if one != other or not one:
                    return

    def compare(self, title, got, expected, tolerance=0, note=""):
        """Compares lines; times may differ by the tolerance, in microseconds."""
        count = wrong = 0
        for ours, theirs in itertools.zip_longest(got, expected):
            count += 1
            if ours == theirs or ours and theirs and tolerance and is_near(ours, theirs, tolerance):
                continue
            wrong += 1
            if wrong <= 3:
                print(f"  {title}, frame {count}\n    read     {ours}\n    expected {theirs}")
        if count == 0:
            wrong = 1
            print(f"  {title}: no frame")
        self.differences += wrong
        print(f"{count:10}  frames, {wrong} different{note:>25}  {title}", flush=True)


def is_near(left, right, tolerance):
    times = [int(text[1:text.index(")")].replace(".", "")) for text in (left, right)]
    return left.split(" ", 1)[1] == right.split(" ", 1)[1] and abs(times[0] - times[1]) <= tolerance
