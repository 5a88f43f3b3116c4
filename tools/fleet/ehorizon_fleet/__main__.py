"""python3 -m ehorizon_fleet learn|map …: the command line."""
import argparse
import os
import sys

from . import learning, program, regions
from .work import Workers

EXAMPLES = """examples:

  python3 -m ehorizon_fleet learn --map europe.ehmap --work parts --output europe.ehobs drives/
  python3 -m ehorizon_fleet learn --map europe.ehmap --work parts --output europe.ehobs --scheduler tcp://head:8786 @drives.txt
  python3 -m ehorizon_fleet map --osm europe-latest.osm.pbf --work maps --side 2
"""


def arguments():
    """The arguments of the command line."""
    parser = argparse.ArgumentParser(
        prog="ehorizon_fleet", description=sys.modules[__package__].__doc__, epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument("--work", required=True, metavar="FOLDER",
                        help="where parts are kept from run to run; all workers see it under this name")
    common.add_argument("--workers", type=int, metavar="N", help="processes of this machine; by default one a processor")
    common.add_argument("--scheduler", metavar="ADDRESS", help="a scheduler of dask.distributed, such as tcp://head:8786")
    common.add_argument("--ehorizon", metavar="PROGRAM", help="ehorizon, where it is not on the path")
    learn = commands.add_parser("learn", parents=[common], help="observations of many drives")
    learn.add_argument("--map", required=True, metavar="FILE", help="the map, or the index of a region set")
    learn.add_argument("--output", required=True, metavar="FILE", help="the observations")
    learn.add_argument("--drives-in-part", type=int, default=500, metavar="N", help="drives of one run (default: 500)")
    learn.add_argument("--least-cars", type=int, metavar="N", help="release: leave out what fewer cars showed")
    for option in ("--cut", "--car-pattern", "--car-key"):
        learn.add_argument(option, metavar="VALUE", help="as ehorizon learn has it")
    learn.add_argument("drives", nargs="+", metavar="DRIVE", help="a file, a folder, or @LIST with a file in each line")
    maps = commands.add_parser("map", parents=[common], help="a region set of a large area")
    maps.add_argument("--osm", required=True, metavar="FILE", help="OpenStreetMap data")
    maps.add_argument("--side", type=float, default=2, metavar="DEGREES",
                      help="the side of a region (default: 2); a set has at most 255")
    maps.add_argument("options", nargs="*", metavar="OPTION",
                      help="further options of ehorizon map build, behind --")
    options = parser.parse_args()
    if options.command == "learn" and options.drives_in_part < 1:
        parser.error("--drives-in-part is at least 1")
    if options.command == "map" and not 0.01 <= options.side <= 90:
        parser.error("--side is 0.01 to 90 degrees")
    return options


def main():
    """Runs a command; the exit status is 1 where it failed."""
    options = arguments()
    try:
        ehorizon = program.find(options.ehorizon)
        folder = os.path.abspath(options.work)
        if options.command == "learn":
            drives = learning.inputs(options.drives)
            if options.car_key is not None:
                options.car_key = os.path.abspath(options.car_key)
            given = [word for name in ("cut", "car_pattern", "car_key") if (value := getattr(options, name)) is not None
                     for word in ("--" + name.replace("_", "-"), value)]
            with Workers(options.workers, options.scheduler) as workers:
                problems, last = learning.observe(
                    workers, ehorizon, options.map, drives, folder, options.output, given, options.least_cars,
                    options.drives_in_part)
            for line in problems:
                print(line, file=sys.stderr)
            print(last, file=sys.stderr)
            return 1 if problems else 0
        with Workers(options.workers, options.scheduler) as workers:
            index, lines = regions.compile_regions(
                workers, ehorizon, os.path.abspath(options.osm), folder, options.side, options.options)
        print("\n".join([*lines, index]), file=sys.stderr)
        return 0
    except (program.Failed, OSError) as error:
        print(f"ehorizon_fleet: {error}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
