"""Observations of many drives: `ehorizon learn` over parts of them, then merged."""
import functools
import hashlib
import os

from . import program

#: So many files are merged at once. The result does not depend on it.
MERGED_AT_ONCE = 64


def inputs(names):
    """The drives: the files of each folder, the lines of each list (`@file`), and each other name as it is."""
    found = []
    for name in names:
        if name.startswith("@"):
            try:
                with open(name[1:], encoding="utf-8") as lines:
                    found += [line.strip() for line in lines if line.strip()]
            except OSError as error:
                raise program.Failed(f"{name[1:]}: {error.strerror}") from None
        elif os.path.isdir(name):
            found += [entry.path for entry in os.scandir(name) if entry.is_file() and not entry.name.startswith(".")]
        else:
            found.append(name)
    # Workers may have another folder.
    return sorted({os.path.abspath(path) for path in found})


def digest(*words):
    """A short name for what some words state."""
    value = hashlib.sha256("\0".join(words).encode())
    return value.hexdigest()[:24]


def stated(path):
    """What tells a file from an edition of it that came later."""
    try:
        state = os.stat(path)
    except OSError as error:
        raise program.Failed(f"{path}: {error.strerror}") from None
    return f"{os.path.abspath(path)} {state.st_size} {state.st_mtime_ns}"


def learn(command, folder, drives):
    """Observations of some drives: the file, `None` without any, and what the program said."""
    files = [command[command.index(option) + 1] for option in ("--map", "--car-key") if option in command]
    name = digest(program.version(command[0]), *command[1:], *map(stated, [*files, *drives]))
    output = os.path.join(folder, name + ".ehobs")
    try:
        # Status 1: there were problems with an input, but the rest was counted.
        return output, program.run([*command, "--input", *drives, "--output", output], output, statuses=(0, 1))
    except program.Failed as error:
        if "no fix of the" not in str(error):
            raise
        return None, "".join(f"{line}\n" for line in [*error.lines, ""])


def merge(ehorizon, folder, files):
    """Merges some files. Returns the new one."""
    name = digest("merge", program.version(ehorizon), *map(os.path.basename, files))
    output = os.path.join(folder, name + ".ehobs")
    program.run([ehorizon, "learn", "--merge", *files, "--output", output], output)
    return output


def observe(workers, ehorizon, road_map, drives, folder, output, options=(), least_cars=None, drives_in_part=500):
    """Writes the observations of drives to `output`, and returns what the runs said about inputs.

    The parts are in `folder`, which all workers see under the same name.
    """
    os.makedirs(folder, exist_ok=True)
    command = [ehorizon, "learn", "--map", os.path.abspath(road_map), *options]
    parts = [drives[at:at + drives_in_part] for at in range(0, len(drives), drives_in_part)]
    if not parts:
        raise program.Failed("there is no drive")
    found = workers.run(functools.partial(learn, command, folder), parts, "learning")
    files = sorted({file for file, _ in found if file is not None})
    if not files:
        raise program.Failed(f"no fix of the {len(drives)} drives is on {road_map}")
    while len(files) > 1:
        groups = [files[at:at + MERGED_AT_ONCE] for at in range(0, len(files), MERGED_AT_ONCE)]
        files = workers.run(functools.partial(merge, ehorizon, folder), groups, "merging")
    release = [] if least_cars is None else ["--least-cars", str(least_cars)]
    new = output + ".new"
    for path in (new, new + ".said"):
        if os.path.exists(path):
            os.remove(path)
    last = program.run([ehorizon, "learn", "--merge", *files, *release, "--output", new], new).replace(new, output)
    os.remove(new + ".said")
    os.replace(new, output)
    # The last line of each run is its sum.
    problems = [line for _, said in found for line in said.splitlines()[:-1]]
    return problems, last.strip()
