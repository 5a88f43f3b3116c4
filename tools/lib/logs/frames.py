"""Random CAN frames, and their lines in the log of `candump -L`."""
import random
from typing import NamedTuple

# Whole milliseconds: the date of an ASC log has no more.
START = 1_700_000_000_123_000
LENGTHS = [*range(9), 12, 16, 20, 24, 32, 48, 64]
STEPS = (1, 57, 250, 1000, 123_456)
# The shares of data frames, CAN FD, remote frames and error frames.
ALL = (55, 33, 6, 6)
DATA_ONLY = (1, 0, 0, 0)
BUS_ERROR = "20000080#0000000000000000"


class Frame(NamedTuple):
    """A frame. `time` counts microseconds since 1970, `bus` from 1; `flags` are those of candump."""
    time: int
    bus: int
    kind: str
    identifier: int
    is_extended: bool
    length: int
    data: bytes
    flags: int
    is_received: bool

    @property
    def dlc(self):
        return LENGTHS.index(self.length)


def frames(count, shares=ALL, seed=2026):
    """The same frames for the same arguments, in the order of time."""
    rng = random.Random(seed)
    time = START
    for _ in range(count):
        kind = rng.choices(("data", "fd", "remote", "error"), shares)[0]
        is_extended = kind == "error" or rng.random() < 0.5
        # The kernel's error frames have at least one class.
        identifier = rng.randrange(1 if kind == "error" else 0, 1 << (29 if is_extended else 11))
        length = rng.choice(LENGTHS) if kind == "fd" else 8 if kind == "error" else rng.randrange(9)
        yield Frame(
            time, rng.randrange(1, 4), kind, identifier, is_extended, length,
            b"" if kind == "remote" else rng.randbytes(length),
            4 | rng.randrange(4) if kind == "fd" else 0, rng.random() < 0.8)
        time += rng.choice(STEPS)


def head(time, interface):
    return f"({time // 1_000_000:010d}.{time % 1_000_000:06d}) {interface} "


def identifier(frame):
    return f"{frame.identifier:08X}" if frame.is_extended else f"{frame.identifier:03X}"


def line(frame, has_error_details=False, interface="can{}"):
    """The line of a frame. Most formats have no details of an error frame: it is a bus error."""
    text = head(frame.time, interface.format(frame.bus))
    if frame.kind == "error":
        if not has_error_details:
            return text + BUS_ERROR
        return text + f"{frame.identifier | 0x2000_0000:08X}#" + frame.data.hex().upper()
    text += identifier(frame) + "#"
    if frame.kind == "remote":
        return text + "R" + (str(frame.length) if frame.length else "")
    if frame.kind == "fd":
        text += f"#{frame.flags:X}"
    return text + frame.data.hex().upper()
