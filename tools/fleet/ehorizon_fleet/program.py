"""Runs `ehorizon`."""
import functools
import os
import shutil
import socket
import subprocess


class Failed(Exception):
    """A run that failed, in one line; `lines` is what the program said before."""

    def __init__(self, line, lines=()):
        super().__init__(line, lines)
        self.line, self.lines = line, lines

    def __str__(self):
        return self.line


def find(name=None):
    """The path of ehorizon: that name, EHORIZON, or the program on the path."""
    wanted = name or os.environ.get("EHORIZON") or "ehorizon"
    found = shutil.which(wanted)
    if found is None:
        raise Failed(f"{wanted}: there is no such program; --ehorizon names it")
    return os.path.abspath(found)


@functools.cache
def version(ehorizon):
    """The line with the version of the program: another version makes other parts."""
    return text([ehorizon, "--version"])


def run(command, output, statuses=(0,)):
    """Runs a command that writes `output`, unless that exists. Returns what it said on standard error.

    The file is there as a whole or not at all: the command writes another name, which then becomes this one.
    """
    said = output + ".said"
    if os.path.exists(output) and os.path.exists(said):
        with open(said, encoding="utf-8") as file:
            return file.read()
    # Two workers may make the same part, if one of them seemed dead.
    own = f"{socket.gethostname()}.{os.getpid()}"
    partial = f"{output}.{own}.part"
    command = [partial if word == output else word for word in command]
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, stdin=subprocess.DEVNULL)
    if done.returncode not in statuses or not os.path.exists(partial):
        if os.path.exists(partial):
            os.remove(partial)
        lines = done.stderr.strip().splitlines() or [f"status {done.returncode}"]
        raise Failed(f"{os.path.basename(output)}: {lines[-1]}", tuple(lines[:-1]))
    text = "".join(line + "\n" for line in done.stderr.splitlines()).replace(partial, output)
    with open(f"{said}.{own}", "w", encoding="utf-8") as file:
        file.write(text)
    os.replace(file.name, said)
    os.replace(partial, output)
    return text


def text(command):
    """What a command prints."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, stdin=subprocess.DEVNULL)
    if done.returncode != 0:
        lines = done.stderr.strip().splitlines() or [f"status {done.returncode}"]
        raise Failed(f"{' '.join(command[:3])}: {lines[-1]}")
    return done.stdout
