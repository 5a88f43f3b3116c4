"""Reads the DBC that `ehorizon dbc` prints: messages, signals, value names and comments."""

import dataclasses
import pathlib
import re

MESSAGE = re.compile(r"BO_ (\d+) (\w+): \d+ \w+$")
SIGNAL = re.compile(
    r" SG_ (\w+) : \d+\|(\d+)@[01]([+-]) \(([^,]+),([^)]+)\) \[[^]]*\] \"([^\"]*)\" .*$"
)
VALUES = re.compile(r"VAL_ (\d+) (\w+) (.*);$")
VALUE = re.compile(r"(\d+) \"([^\"]*)\"")
COMMENT = re.compile(r"CM_ SG_ (\d+) (\w+) \"(.*)\";$")


class DBCError(Exception):
    """A line that this reader does not understand, with its place."""


@dataclasses.dataclass
class Signal:
    """A field of a message, as its record in the codec states it."""

    name: str
    width: int
    factor: float
    offset: float
    unit: str
    names: dict[int, str] = dataclasses.field(default_factory=dict)
    comment: str = ""


def read(path: pathlib.Path) -> dict[str, dict[str, Signal]]:
    """The signals of each message, by name."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise DBCError(f"{path}: {error}") from None
    messages: dict[str, dict[str, Signal]] = {}
    numbers: dict[str, str] = {}
    current: dict[str, Signal] | None = None
    for number, line in enumerate(lines, 1):
        place = f"{path}:{number}"
        try:
            if line.startswith("BO_ "):
                identifier, name = matched(MESSAGE, line).groups()
                current = messages[name] = {}
                numbers[identifier] = name
            elif line.startswith(" SG_ "):
                if current is None:
                    raise DBCError("a signal before the first message")
                name, width, sign, factor, offset, unit = matched(SIGNAL, line).groups()
                if sign != "+":
                    raise DBCError("a signed signal; the fields of ADASIS v2 are unsigned")
                current[name] = Signal(name, int(width), float(factor), float(offset), unit)
            elif line.startswith("VAL_ "):
                identifier, name, rest = matched(VALUES, line).groups()
                signal = messages[numbers[identifier]][name]
                signal.names = {int(raw): text for raw, text in VALUE.findall(rest)}
            elif line.startswith("CM_ SG_ "):
                identifier, name, text = matched(COMMENT, line).groups()
                messages[numbers[identifier]][name].comment = text
        except KeyError as error:
            raise DBCError(f"{place}: there is no message or signal {error}") from None
        except (DBCError, ValueError) as error:
            raise DBCError(f"{place}: {error}") from None
    if not messages:
        raise DBCError(f"{path}: no message; is this the output of 'ehorizon dbc'?")
    return messages


def matched(pattern: re.Pattern[str], line: str) -> re.Match[str]:
    """The match of a line; fails with the line's text."""
    found = pattern.match(line)
    if found is None:
        raise DBCError(f"not understood: {line.strip()}")
    return found
