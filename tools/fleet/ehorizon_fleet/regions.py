"""The map of a large area as a region set: extracts, `ehorizon map build` of each, and their index."""
import functools
import json
import math
import os
import subprocess

from . import learning, program

#: The most files of a region set.
MOST_MAPS = 255
#: Degrees of input beyond a cell: what tells the junctions and the country at its border.
MARGIN = 0.05


def cells(west, south, east, north, side):
    """The cells of a grid of so many degrees that covers a box, as (west, south, east, north).

    Their borders are multiples of the side, so that a map of a larger area has the same cells.
    """
    columns = range(math.floor(west / side), math.ceil(east / side))
    rows = range(math.floor(south / side), math.ceil(north / side))
    return [tuple(round(number * side, 7) for number in (column, row, column + 1, row + 1))
            for row in rows for column in columns]


def name(cell):
    """The name of a cell: its south-western corner, such as n41-w009."""
    west, south = cell[:2]
    def part(value, positive, negative):
        text = f"{abs(value):07.3f}".rstrip("0").rstrip(".")
        return (positive if value >= 0 else negative) + text.replace(".", "_")
    return f"{part(south, 'n', 's')}-{part(west, 'e', 'w')}"


def box(source):
    """The box of the nodes of an OpenStreetMap file."""
    done = subprocess.run(["osmium", "fileinfo", "--extended", "--json", source], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True)
    if done.returncode != 0:
        raise program.Failed((done.stderr.strip().splitlines() or [f"{source}: osmium cannot read it"])[-1])
    return json.loads(done.stdout)["data"]["bbox"]


def extract(source, folder, grid):
    """Cuts the extracts of the cells, each with the input beyond its border, in one pass for some of them."""
    wanted = [cell for cell in grid if not os.path.exists(os.path.join(folder, name(cell) + ".osm.pbf"))]
    if not wanted:
        return
    extracts = [{"output": f"{name(cell)}.part.osm.pbf", "bbox":
                 [cell[0] - MARGIN, cell[1] - MARGIN, cell[2] + MARGIN, cell[3] + MARGIN]} for cell in wanted]
    config = os.path.join(folder, f"extract-{name(wanted[0])}.json")
    with open(config, "w", encoding="utf-8") as file:
        json.dump({"directory": folder, "extracts": extracts}, file)
    done = subprocess.run(
        ["osmium", "extract", "--overwrite", "--strategy", "smart", "--option", "types=any", "--config", config, source],
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    if done.returncode != 0:
        raise program.Failed((done.stderr.strip().splitlines() or [f"osmium: status {done.returncode}"])[-1])
    os.remove(config)
    for cell in wanted:
        path = os.path.join(folder, name(cell))
        os.replace(path + ".part.osm.pbf", path + ".osm.pbf")


def build(command, folder, cell):
    """The map of a cell; `None` where it has no road."""
    source = os.path.join(folder, name(cell) + ".osm.pbf")
    output = os.path.join(folder, name(cell) + ".ehmap")
    area = ",".join(f"{degrees:.7f}" for degrees in cell)
    try:
        said = program.run([*command, "--osm", source, f"--within={area}", "--output", output], output)
    except program.Failed as error:
        if "no road" in str(error):
            return None
        raise
    return output, said


def compile_regions(workers, ehorizon, source, folder, side, options=(), extracts_at_once=100):
    """Compiles an OpenStreetMap file in cells of `side` degrees. Returns the index, and the lines of `ehorizon map regions`:
    one for each map that has no junction in common with another one, such as an island, then the sums.

    The extracts and maps are in a folder of their own for each source, side, version and list of options."""
    folder = os.path.join(folder, learning.digest(
        program.version(ehorizon), learning.stated(source), str(side), *options))
    os.makedirs(folder, exist_ok=True)
    grid = cells(*box(source), side)
    groups = [grid[at:at + extracts_at_once] for at in range(0, len(grid), extracts_at_once)]
    workers.run(functools.partial(extract, source, folder), groups, "cutting")
    command = [ehorizon, "map", "build", *options]
    built = workers.run(functools.partial(build, command, folder), grid, "compiling")
    maps = [found[0] for found in built if found is not None]
    if len(maps) > MOST_MAPS:
        raise program.Failed(f"{len(maps)} regions have roads, {MOST_MAPS} at most: use a larger --side")
    if not maps:
        raise program.Failed(f"{source}: there is no road in it")
    index = os.path.join(folder, "regions.json")
    done = subprocess.run([ehorizon, "map", "regions", "--output", index, *maps], stderr=subprocess.PIPE, text=True)
    lines = done.stderr.strip().splitlines()
    if done.returncode != 0:
        raise program.Failed(lines[-1] if lines else f"status {done.returncode}")
    return index, lines
