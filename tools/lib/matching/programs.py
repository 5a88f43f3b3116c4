"""Runs the project's programs for the measurements of matching."""
import json
import os
import subprocess
import sys

from . import drives

PRODUCTS = "ehorizon", "ehorizon-compile", "ehorizon-bench"


def built(products=PRODUCTS):
    """The folder of the release build, made first."""
    for product in products:
        command = ["swift", "build", "-c", "release", "--package-path", drives.PROJECT, "--product", product]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(done.stdout + done.stderr)
    return os.path.join(drives.PROJECT, ".build", "release")


def run(program, *arguments):
    """What a program said. A drive with fixes that cannot be read is reported and no failure."""
    result = subprocess.run([program, *arguments], capture_output=True, text=True)
    if result.returncode not in (0, 1) or (result.returncode == 1 and "fixes" not in result.stderr):
        sys.exit(f"{os.path.basename(program)} {' '.join(arguments)}: {result.stderr.strip()}")
    return result.stderr


def output(program, *arguments):
    """What a program printed."""
    result = subprocess.run([program, *arguments], capture_output=True, text=True)
    if result.returncode != 0:
        sys.exit(f"{os.path.basename(program)} {' '.join(arguments)}: {result.stderr.strip()}")
    return result.stdout


def drive_map(program, name, folder):
    """The compiled map of a drive in a folder, made where it is not there."""
    path = os.path.join(folder, f"{name}.ehmap")
    if not os.path.exists(path):
        # The driving side does not matter to matching, so any country will do.
        run(program, "map", "build", "--osm", drives.path(name, "osm.pbf"),
            "--country", "DE", "--output", path)
    return path


# A car that says its speed, its yaw rate, which is positive to the left, and its turn indicator.
DATABASE = """VERSION ""

BU_: CAR

BO_ 256 Motion: 5 CAR
 SG_ Speed : 0|16@1+ (0.01,0) [0|655] "m/s" CAR
 SG_ YawRate : 16|16@1- (0.01,0) [-327|327] "deg/s" CAR
 SG_ Indicator : 32|2@1+ (1,0) [0|3] "" CAR

VAL_ 256 Indicator 0 "Off" 1 "Left" 2 "Right" 3 "Both" ;
"""
INDICATOR = ["--indicator-signal", "Indicator"]


def car_flags(folder, *indicator):
    """The flags of its DBC, which is written to a folder, and of its signals."""
    path = os.path.join(folder, "car.dbc")
    # Drives that run at the same time write it too, and read it.
    own = f"{path}.{os.getpid()}"
    with open(own, "w") as file:
        file.write(DATABASE)
    os.replace(own, path)
    return ["--vehicle-dbc", path, "--speed-signal", "Speed", "--yaw-rate-signal", "YawRate", *indicator]


def signal_flags(built, name, road_map, folder):
    """The flags of `ehorizon match` for the track of a drive on which the car says its speed and yaw rate."""
    start = next(drives.Variation("").fixes(name))[0]
    return signals_of(built, name, road_map, folder, car_flags(folder), "--start", str(start))


def signals_of(built, name, road_map, folder, signals, *options):
    """The flags of a drive on which the car says what it measures by flags of its signals: what is true, with the
    errors of a real car, as tools/measure dead-reckoning has them."""
    log = os.path.join(folder, f"{name}.car.log")
    if not os.path.exists(log):
        run(os.path.join(built, "ehorizon-bench"), "signals", "--map", road_map, "--input",
            drives.path(name, "derived.nmea"), "--output", log, *options, *signals)
    return ["--vehicle-log", log, *signals]


def calibration(programs, answers, *options):
    """What ehorizon-bench says of stated probabilities, and whether its bars hold."""
    rows = "".join(f"{probability},{int(right)}\n" for probability, right in answers)
    done = subprocess.run([os.path.join(programs, "ehorizon-bench"), "calibration", *options],
                          input=rows, capture_output=True, text=True)
    if done.returncode not in (0, 1) or done.stderr:
        sys.exit(done.stderr)
    return done.stdout, done.returncode == 0


def calibration_figures(programs, answers):
    """The figures of stated probabilities: `error`, `brier`, `ratio` to the base rate's, `base`, `area`; a figure
    that is unknown is left out."""
    return json.loads(calibration(programs, answers, "--json")[0]) if answers else {}
